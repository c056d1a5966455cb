"""The published random numbers: every draw is a function of seed, game, stream and how often that stream was used.

Squares (Widynski 2020, four rounds) turns a counter into 32 bits under a key; each named stream has its own key.  So
two editions share their deals, and no result depends on who computes it.  Nothing here has state: the counters live in
`State.uses`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

MASK32 = (1 << 32) - 1
MASK64 = (1 << 64) - 1

MOST_SEED = MASK64
"""Greater seeds would be another name for smaller ones."""
MOST_GAME = MASK32
"""The greatest number of a game, likewise."""
MOST_USE = MASK32
"""The greatest count of a stream's raw numbers; behind it they begin anew, as `raw` sees only 32 bits of it."""


def squares32(counter: int, key: int) -> int:
    """Four rounds of squaring: 32 random bits."""
    x = y = (counter * key) & MASK64
    z = (y + key) & MASK64
    x = _turn((x * x + y) & MASK64)
    x = _turn((x * x + z) & MASK64)
    x = _turn((x * x + y) & MASK64)
    return ((x * x + z) & MASK64) >> 32


def _turn(x: int) -> int:
    return (x >> 32) | ((x << 32) & MASK64)


def splitmix64(x: int) -> int:
    """One step of splitmix64 from state `x`: well-mixed bits from a poor seed."""
    z = (x + 0x9E3779B97F4A7C15) & MASK64
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK64
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK64
    return z ^ (z >> 31)


@lru_cache(maxsize=4096)
def fnv1a64(text: str) -> int:
    """The FNV-1a hash of the UTF-8 bytes of `text`, which is mostly the name of a stream, asked for with each seed."""
    h = 0xCBF29CE484222325
    for byte in text.encode():
        h = ((h ^ byte) * 0x100000001B3) & MASK64
    return h


def stream_key(seed: int, stream: str) -> int:
    """The key of a stream: odd, since Squares multiplies by it."""
    return splitmix64((seed & MASK64) ^ fnv1a64(stream)) | 1


def raw(key: int, game: int, use: int) -> int:
    """Raw number `use` (from 0) of a stream in game number `game`: 32 bits."""
    return squares32(((game << 32) | (use & MASK32)) & MASK64, key)


def random_below(key: int, game: int, use: int, n: int) -> tuple[int, int]:
    """A number below n (1..2^32), each as likely, and the next use (Lemire's method: multiply, and reject the few that
    would tip the scale)."""
    product = raw(key, game, use) * n
    use = use + 1 & MOST_USE
    if (product & MASK32) < n:
        least = (1 << 32) % n
        while (product & MASK32) < least:
            product = raw(key, game, use) * n
            use = use + 1 & MOST_USE
    return product >> 32, use


def choose_weighted(weights: Sequence[tuple[int, int]], r: int) -> int:
    """The first value whose cumulative weight exceeds r (r is below the total)."""
    for value, weight in weights:
        if r < weight:
            return value
        r -= weight
    raise ValueError("r is not below the total weight")
