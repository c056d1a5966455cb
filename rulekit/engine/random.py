"""The random numbers of games, by a published method. A draw depends only on seed, game, stream, and earlier draws
there.

Squares (Widynski 2020, four rounds) turns a counter and a key into 32 bits. Each named stream has its own key, so two
editions of a rulebook share their deals. Results do not depend on the computer. The counters are in `State.uses`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

MASK32 = (1 << 32) - 1
MASK64 = (1 << 64) - 1

MOST_SEED = MASK64
"""The greatest seed: keys use only 64 bits."""
MOST_GAME = MASK32
"""The greatest number of a game: counters use 32 bits for it."""
MOST_USE = MASK32
"""The greatest number of draws from a stream in one game: `raw` uses 32 bits for it, so the stream would repeat."""


def squares32(counter: int, key: int) -> int:
    """Return 32 random bits by the Squares generator: four rounds of squaring."""
    x = y = (counter * key) & MASK64
    z = (y + key) & MASK64
    x = _turn((x * x + y) & MASK64)
    x = _turn((x * x + z) & MASK64)
    x = _turn((x * x + y) & MASK64)
    return ((x * x + z) & MASK64) >> 32


def _turn(x: int) -> int:
    """Swap the two halves of a 64-bit word."""
    return (x >> 32) | ((x << 32) & MASK64)


SPLITMIX = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
"""The constants of splitmix64 (Steele, Lea and Flood 2014)."""


def splitmix64(x: int) -> int:
    """Return one step of splitmix64 from state `x`: well-mixed bits from a poor seed."""
    z = (x + SPLITMIX[0]) & MASK64
    z = ((z ^ (z >> 30)) * SPLITMIX[1]) & MASK64
    z = ((z ^ (z >> 27)) * SPLITMIX[2]) & MASK64
    return z ^ (z >> 31)


@lru_cache(maxsize=4096)
def fnv1a64(text: str) -> int:
    """Return the FNV-1a hash of the UTF-8 bytes of `text`. Results are cached, since `text` is usually the name of a
    stream."""
    h = 0xCBF29CE484222325
    for byte in text.encode():
        h = ((h ^ byte) * 0x100000001B3) & MASK64
    return h


def stream_key(seed: int, stream: str) -> int:
    """Return the key of the stream with this name. It is odd, since Squares multiplies by it."""
    return splitmix64((seed & MASK64) ^ fnv1a64(stream)) | 1


def raw(key: int, game: int, use: int) -> int:
    """Return a raw random number of 32 bits: number `use` (counted from 0) in a game's stream with this key."""
    return squares32(((game << 32) | (use & MASK32)) & MASK64, key)


def random_below(key: int, game: int, use: int, n: int) -> tuple[int, int]:
    """Return a uniform number below n (1..2^32), and the number of raw numbers that the stream has used up afterwards.

    Lemire's method: multiply, and reject the few products that would make some numbers more likely."""
    product = raw(key, game, use) * n
    use = use + 1 & MOST_USE
    if (product & MASK32) < n:
        least = (1 << 32) % n
        while (product & MASK32) < least:
            product = raw(key, game, use) * n
            use = use + 1 & MOST_USE
    return product >> 32, use


def choose_weighted(weights: Sequence[tuple[int, int]], r: int) -> int:
    """Return the first value whose cumulative weight exceeds `r`. Raise ValueError if `r` is not below the total
    weight."""
    for value, weight in weights:
        if r < weight:
            return value
        r -= weight
    raise ValueError("r is not below the total weight")
