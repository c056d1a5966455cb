"""The words in a picture: names of things, and the few phrases that no rulebook says.

`Wording` is what whoever draws for readers of a language gives; `PlainWording` takes titles as the rulebook has them,
and says what has none in words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
