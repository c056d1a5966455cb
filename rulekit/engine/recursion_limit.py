"""Python's own limit of nesting, raised while rules run or are written out.

The limit is the whole process's, and engines may be at work in several threads: the first one in raises it, and the
last one out puts it back.
"""

from __future__ import annotations

import sys
from threading import Lock

DEEPEST = 100_000
"""Far above what a rulebook may nest, far below what memory bears."""


class Depth:
    """`with DEEP:` allows nesting up to DEEPEST; it may be entered again, and from any thread."""

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
