"""Room for Python's call frames, for whoever calls deeply.

CPython (seen in 3.11) keeps frames in chunks of 16 KB.  A call that does not fit into the last one takes memory of the
system, and gives it back when it returns; where a loop happens to stand at such an edge, each of its calls does, which
took a seventh of the first `check` of a long rulebook.  A frame that is larger than a chunk gets one of the next power
of two: of one that is a little larger than half a chunk, the other half is left to what it calls.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

SLOTS = (1 << 17) + 64
"""The places for values of a frame: one megabyte, of which the system gives nothing before it is written to."""


def with_frame_room(function: Callable[P, R]) -> Callable[P, R]:
    """Return the same function, in which calls of a megabyte of frames take no memory of the system."""

    def roomy(*args: P.args, **named: P.kwargs) -> R:
        return function(*args, **named)

    roomy.__code__ = roomy.__code__.replace(co_stacksize=SLOTS)
    return wraps(function)(roomy)
