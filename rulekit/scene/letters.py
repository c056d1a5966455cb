"""Letters that stand for things: as few of each title as tell it from all others.

Which letters a look says itself is for `looks.py`; here no two get the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import count

BEGINNINGS = (1, 2, 3)
"""How many letters of the beginning there may be: more are too long for a piece."""


def abbreviated(titles: Sequence[str], taken: Collection[str] = ()) -> tuple[str, ...]:
    """Return a sign for each title, none of them twice or `taken`.

    It is the beginning of the title where no other begins alike; of a number, the whole.  Else it is the first letter
    with one that the others lack, or as a last resort with a number.
    """
    words = ["".join(sign for sign in title if sign.isalnum()) for title in titles]
    firsts = [_first(title, word) for title, word in zip(titles, words, strict=True)]
    used = {sign.lower() for sign in taken}
    found = [_beginning(at, firsts, words, used) for at in range(len(words))]
    used |= {sign.lower() for sign in found}
    for at, sign in enumerate(found):
        if not sign:
            found[at] = next(one for one in _others(at, firsts, words) if one.lower() not in used)
            used.add(found[at].lower())
    return tuple(found)


def _first(title: str, word: str) -> str:
    """What the sign of a title begins with."""
    number = title.split(" ")[0]
    return number if number.isdigit() else word[:1].upper() or "?"


def _beginning(at: int, firsts: Sequence[str], words: Sequence[str], used: Collection[str]) -> str:
    """Return as much of a title as tells it from all others; "" where that is too much."""
    first, word, others = firsts[at], words[at], [*words[:at], *words[at + 1 :]]
    if first.isdigit() or not word:
        return "" if firsts.count(first) > 1 or first in used else first
    for size in BEGINNINGS:
        head = word[:size].lower()
        if head not in used and all(other[:size].lower() != head for other in others):
            return first + word[1:size]
    return ""


def _others(at: int, firsts: Sequence[str], words: Sequence[str]) -> Iterator[str]:
    """What else may stand for a title, the best first."""
    first = firsts[at]
    rest = sorted(words[at][len(first) :], key=str.islower)  # capitals and digits first
    others = "".join(w for n, w in enumerate(words) if n != at and firsts[n] == first)
    yield from (first + letter for letter in rest if letter not in others)
    yield from (first + letter for letter in rest)
    yield first
    yield from (f"{first}{number}" for number in count(2))
