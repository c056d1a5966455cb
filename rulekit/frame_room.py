"""Gives Python's call frames room, for functions with deep calls.

CPython (seen in 3.11) keeps frames in chunks of 16 KB. A call that does not fit into the last chunk allocates a new one
and frees it on return. In a loop at such an edge every call does so, which took a seventh of the first `check` of a
long rulebook. A frame larger than a chunk gets a chunk of the next power of two; if it is a little larger than half of
that, its callees use the other half.
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
    """Return the same function, which can call a megabyte of frames without allocating chunks."""

    def roomy(*args: P.args, **named: P.kwargs) -> R:
        return function(*args, **named)

    roomy.__code__ = roomy.__code__.replace(co_stacksize=SLOTS)
    return wraps(function)(roomy)
