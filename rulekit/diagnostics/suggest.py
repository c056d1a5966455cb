"""Did you mean …?  The nearest of the words that would have been right."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher

LONGEST = 64
"""Letters of a word that is still compared: comparing costs the square of them."""


def did_you_mean(name: str, candidates: Iterable[str], cutoff: float = 0.7) -> str | None:
    """The candidate most like `name`, or None when none is near; never `name` itself.

    Case and underscores count little, so that `FarCorner` is near `far_corner`; ties go to the first by alphabet.
    """
    if len(name) > LONGEST:
        return None
    best: tuple[float, str] | None = None
    plain = _plain(name)
    for candidate in sorted(set(candidates)):
        if candidate == name:
            continue
        likeness = _likeness(plain, _plain(candidate))
        if likeness >= cutoff and (best is None or likeness > best[0]):
            best = likeness, candidate
    return best[1] if best else None


def _plain(name: str) -> str:
    return name.replace("_", "").lower()


def _likeness(one: str, other: str) -> float:
    """Between 0 and 1.  Words with the same letters in another order (two letters swapped) count as very near."""
    if one == other:
        return 1.0
    if not one or not other:
        return 0.0
    if len(one) == len(other) and sorted(one) == sorted(other):
        different = sum(a != b for a, b in zip(one, other, strict=True))
        if different <= 2:
            return 0.95
    return SequenceMatcher(None, one, other, autojunk=False).ratio()
