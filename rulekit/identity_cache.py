"""Caches by identity, for arguments that are large: comparing or hashing them would take as long as the function."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


def cache_by_identity(function: Callable[[K], V], most: float = inf) -> Callable[[K], V]:
    """Return the function with a cache: a second call with the same object returns the first result.

    The cache keeps its arguments alive, so that no other object gets the `id` of one. With `most` results it is
    emptied."""
    known: dict[int, tuple[K, V]] = {}

    def cached(argument: K) -> V:
        found = known.get(id(argument))
        if found is None:
            if len(known) >= most:
                known.clear()
            found = known[id(argument)] = argument, function(argument)
        return found[1]

    return cached
