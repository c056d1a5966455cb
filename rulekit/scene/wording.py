"""Supplies the words in a picture: names, fixed phrases, and abbreviations of titles.

Callers who draw for readers of another language implement `Wording`.  `PlainWording` uses the titles of the rulebook
and English phrases.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Protocol

from attrs import field, frozen

from ..check.checked import CheckedModel
from ..model.naming import identifier_words, word_name
from ..syntax import nodes as s

PHRASES: Mapping[str, str] = {
    "turn": "{seat} to move",
    "as seen by": "as {seat} sees it",
    "as seen by all": "as everybody sees it",
    "unseen": "{count} face down",
    "unseen value": "hidden",
    "empty": "empty",
    "times": "{count} × {name}",
    "here": "{site}: {content}",
    "crossed": "out of use",
    "over": "The game is over.",
}


class Wording(Protocol):
    def title(self, name: str, item: str | None = None) -> str:
        """What a reader calls a clause or an item of it; empty where nobody has said it."""

    def noun(self, name: str) -> str:
        """What one of a sort of pieces is called."""

    def phrase(self, key: str, **values: object) -> str:
        """One of PHRASES, filled in."""


@frozen(eq=False)
class PlainWording:
    """The titles of a rulebook, and English phrases."""

    titles: Mapping[tuple[str, str | None], str] = field(repr=False)

    @staticmethod
    def of(model: CheckedModel) -> PlainWording:
        titles: dict[tuple[str, str | None], str] = {}
        for placed in model.rulebook.clauses:
            clause = placed.clause
            if clause.tags.title is not None and not isinstance(clause, s.ExampleClause):
                titles[word_name(clause.kind, clause.name.text), None] = clause.tags.title.value
            for item in _items(clause):
                if item.title is not None:
                    titles[clause.name.text, item.name.text] = item.title.value
        for seat in model.rulebook.header.seats:
            if seat.title is not None:
                titles["Player", seat.name.text] = seat.title.value
        return PlainWording(titles)

    def title(self, name: str, item: str | None = None) -> str:
        return self.titles.get((name, item), "")

    def noun(self, name: str) -> str:
        return identifier_words(name).lower()

    def phrase(self, key: str, **values: object) -> str:
        return PHRASES[key].format(**values)


def _items(clause: s.Clause) -> Iterable[s.Item]:
    if isinstance(clause, s.EnumClause | s.OptionClause):
        return clause.items
    if isinstance(clause, s.TableClause | s.BoardClause):
        return [row.item for row in clause.rows]
    return ()


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
