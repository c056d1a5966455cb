"""Supplies the words in a picture: names, fixed phrases, and abbreviations of titles.

Callers that draw for readers of another language implement `Wording`. `PlainWording` uses the titles of the rulebook
and English phrases.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import count
from typing import Protocol

from attrs import field, frozen

from ..check.checked import CheckedModel
from ..model.naming import identifier_words, word_name
from ..syntax import nodes as s

PHRASES: Mapping[str, str] = {
    "turn": "{seat}'s turn",
    "as seen by": "as seen by {seat}",
    "as seen by all": "as everybody sees it",
    "unseen": "{count} face down",
    "unseen value": "hidden",
    "empty": "empty",
    "times": "{count} × {name}",
    "here": "{site}: {content}",
    "crossed": "out of use",
    "over": "The game is over.",
    "on the table": "On the table",
}


class Wording(Protocol):
    @property
    def names_all(self) -> bool:
        """Return whether even a site for which a look sets an empty name gets its name, because options mention it."""

    def title(self, name: str, item: str | None = None) -> str:
        """Return the title of a clause or of an item in it; "" if it has none."""

    def noun(self, name: str) -> str:
        """Return the singular noun for a piece of this type."""

    def phrase(self, key: str, **values: object) -> str:
        """Return the phrase with this key in PHRASES, with these values inserted."""


@frozen(eq=False)
class PlainWording:
    """A wording with the titles of a rulebook and English phrases."""

    titles: Mapping[tuple[str, str | None], str] = field(repr=False)
    names_all: bool = False

    @staticmethod
    def of(model: CheckedModel) -> PlainWording:
        titles: dict[tuple[str, str | None], str] = {}
        for placed in model.rulebook.clauses:
            clause = placed.clause
            if clause.tags.title is not None and not isinstance(clause, s.ExampleClause):
                titles[word_name(clause.kind, clause.name.text), None] = clause.tags.title.value
            for item in clause_items(clause):
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


def clause_items(clause: s.Clause) -> Sequence[s.Item]:
    """Return the items in a clause that may have titles, such as the members of an enumeration."""
    if isinstance(clause, s.EnumClause | s.OptionClause):
        return clause.items
    if isinstance(clause, s.TableClause | s.BoardClause):
        return [row.item for row in clause.rows]
    return ()


BEGINNINGS = (1, 2, 3)
"""The numbers of letters tried for a beginning of a title; more letters do not fit on a piece."""


def abbreviations(titles: Sequence[str], taken: Collection[str] = ()) -> tuple[str, ...]:
    """Return a different sign for each title; none of them is in `taken`.

    A sign is the shortest beginning that no other title has; a number is its own sign. If there is none, it is the
    first letter with a second letter that similar titles do not contain, or with a number."""
    words = ["".join(sign for sign in title if sign.isalnum()) for title in titles]
    firsts = [_first(title, word) for title, word in zip(titles, words, strict=True)]
    used = {sign.lower() for sign in taken}
    found = [_beginning(at, firsts, words, used) for at in range(len(words))]
    used |= {sign.lower() for sign in found}
    for at, sign in enumerate(found):
        if not sign:
            found[at] = next(one for one in _fallbacks(at, firsts, words) if one.lower() not in used)
            used.add(found[at].lower())
    return tuple(found)


def _first(title: str, word: str) -> str:
    """Return the first character of a title's sign, or the number with which the title begins."""
    number = title.split(" ")[0]
    return number if number.isdigit() else word[:1].upper() or "?"


def _beginning(at: int, firsts: Sequence[str], words: Sequence[str], used: Collection[str]) -> str:
    """Return the shortest beginning of a title that no other title has; "" if it would be too long."""
    first, word, others = firsts[at], words[at], [*words[:at], *words[at + 1 :]]
    if first.isdigit() or not word:
        return "" if firsts.count(first) > 1 or first in used else first
    for size in BEGINNINGS:
        head = word[:size].lower()
        if head not in used and all(other[:size].lower() != head for other in others):
            return first + word[1:size]
    return ""


def _fallbacks(at: int, firsts: Sequence[str], words: Sequence[str]) -> Iterator[str]:
    """Yield further possible signs for a title, the best first."""
    first = firsts[at]
    rest = sorted(words[at][len(first) :], key=str.islower)  # capitals and digits come first
    others = "".join(w for n, w in enumerate(words) if n != at and firsts[n] == first)
    yield from (first + letter for letter in rest if letter not in others)
    yield from (first + letter for letter in rest)
    yield first
    yield from (f"{first}{number}" for number in count(2))


def line_sign(across: float, down: float) -> str:
    """Return the character for a line with this slope in a text picture."""
    if abs(down) < abs(across) / 4:
        return "─"
    return "│" if abs(across) < abs(down) / 4 else "╲" if across * down > 0 else "╱"
