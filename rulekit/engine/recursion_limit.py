"""Raise Python's recursion limit while rules run or are compiled.

The limit belongs to the whole process, and several threads may run engines.  So the first one to enter raises it, and
the last one to leave restores it.
"""

from __future__ import annotations

import sys
from threading import Lock

DEEPEST = 100_000
"""Far more than a rulebook may nest, far less than memory allows."""


class Depth:
    """`with DEEP:` allows recursion up to DEEPEST.  It may be nested, and used in any thread."""

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
