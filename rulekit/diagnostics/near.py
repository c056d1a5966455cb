"""Finds the known name most like a wrong one, and makes the help "did you mean" from it.

Every package that looks up names makes its suggestions here. `syntax/repairs.py` suggests words of the grammar, since
it must check that the line then parses.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher
from functools import lru_cache
from heapq import nsmallest

from .message import Help, Span

LONGEST = 64
"""Letters of the longest word that is compared: the cost grows with the square of the length."""
COMPARED = 60
"""Candidates compared letter by letter. If there are more, the ones compared are those that share most letters."""


def nearest(name: str, candidates: Iterable[str], cutoff: float = 0.7) -> str | None:
    """Return the candidate most like `name`, or None if none is near; never `name` itself.

    Case and underscores count little, so `FarCorner` is near `far_corner`; ties go to the first by alphabet."""
    if len(name) > LONGEST:
        return None
    best: tuple[float, str] | None = None
    plain = _plain(name)
    for candidate in sorted(_likely(plain, name, candidates, cutoff)):
        likeness = _likeness(plain, _plain(candidate))
        if likeness >= cutoff and (best is None or likeness > best[0]):
            best = likeness, candidate
    return best[1] if best else None


def _likely(plain: str, name: str, candidates: Iterable[str], cutoff: float) -> list[str]:
    """Return the candidates of similar length; if these are more than `COMPARED`, only the `COMPARED` that share most
    letters."""
    mine, size = _letters(plain), len(plain)
    found = []
    for candidate in set(candidates):
        long = len(candidate) - candidate.count("_")
        if candidate != name and 2 * min(size, long) >= cutoff * (size + long):
            found.append(candidate)
    if len(found) <= COMPARED:
        return found
    return nsmallest(COMPARED, found, key=lambda word: ((mine ^ _letters(_plain(word))).bit_count(), word))


@lru_cache(maxsize=20_000)
def _letters(plain: str) -> int:
    """Return the letters that occur in a word, as a bit set."""
    bits = 0
    for letter in plain:
        bits |= 1 << ord(letter) % 64
    return bits


def _plain(name: str) -> str:
    return name.replace("_", "").lower()


def _likeness(one: str, other: str) -> float:
    """Return the likeness of two names from 0 to 1; two swapped letters count as very near."""
    if one == other:
        return 1.0
    if not one or not other:
        return 0.0
    if len(one) == len(other) and sorted(one) == sorted(other):
        different = sum(a != b for a, b in zip(one, other, strict=True))
        if different <= 2:
            return 0.95
    return SequenceMatcher(None, one, other, autojunk=False).ratio()


def did_you_mean(word: str, names: Iterable[str], span: Span | None = None) -> tuple[Help, ...]:
    """Return the advice "did you mean …?" with the most similar name; empty if no name is similar. With `span`, the
    place of the word, the advice includes a fix that replaces the word."""
    name = nearest(word, names)
    if name is None:
        return ()
    return (Help(f"did you mean `{name}`?", span, name if span else None),)
