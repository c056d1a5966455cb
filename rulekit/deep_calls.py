"""Deep calls: memory for Python's call frames, and a higher recursion limit.

CPython (seen in 3.11) keeps frames in chunks of 16 KB. A call whose frame does not fit into the last chunk allocates a
new chunk and frees it on return. A loop that runs near the end of a chunk does this in every iteration; this took a
seventh of the time of the first `check` of a long rulebook. A frame larger than a chunk gets a chunk whose size is the
next power of two. If the frame takes a little more than half of its chunk, the frames of the functions that it calls
fit into the rest.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from threading import Lock
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

SLOTS = (1 << 17) + 64
"""Stack slots of the large frame: one megabyte. The system supplies this memory only when it is written to."""


def with_frame_room(function: Callable[P, R]) -> Callable[P, R]:
    """Return a function that does the same, but has a frame of a megabyte. The functions that it calls then have
    another megabyte for their frames, and need no new chunks."""

    def roomy(*args: P.args, **named: P.kwargs) -> R:
        return function(*args, **named)

    roomy.__code__ = roomy.__code__.replace(co_stacksize=SLOTS)
    return wraps(function)(roomy)


DEEPEST = 100_000
"""The recursion limit: far more than a rulebook may nest, far less than memory allows."""


class Depth:
    """A context manager: `with DEEP:` raises the recursion limit to DEEPEST. It may be nested, and used in any thread.

    The limit belongs to the whole process, and several threads may run engines. So the first thread that enters raises
    it, and the last one that leaves restores it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._inside = 0
        self._before = 0

    def __enter__(self) -> None:
        with self._lock:
            if self._inside == 0:
                self._before = sys.getrecursionlimit()
                sys.setrecursionlimit(max(self._before, DEEPEST))
            self._inside += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._inside -= 1
            if self._inside == 0:
                sys.setrecursionlimit(self._before)


DEEP = Depth()
