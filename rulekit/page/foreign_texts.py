"""Finds the remarks on texts in a language that the last layer does not have: its author may not speak that language.

A page shows them last, with a change that leaves the language out of the variant.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen

from ..diagnostics import Diagnostic, Source, Span
from ..model.word_catalogs import clauses_in_books
from ..syntax import nodes as s
from .messages import addition, place_json


@frozen
class ForeignTexts:
    """The blocks of words of lower layers in languages for which the last layer has none, and its text."""

    blocks: tuple[tuple[str, Span], ...] = ()
    last: Source | None = None

    @classmethod
    def of(cls, books: Sequence[s.Book]) -> ForeignTexts:
        if not books:
            return cls()
        *lower, last = (
            [one for one in clauses_in_books(book.members) if isinstance(one, s.WordsClause)] for book in books
        )
        own = {words.name.text for words in last}
        blocks = ((words.name.text, words.span) for found in lower for words in found if words.name.text not in own)
        return cls(tuple(blocks), books[-1].span.source)

    def as_json(self, message: Diagnostic) -> dict[str, Any]:
        """Return the language of the text that a warning is about, with the change that leaves it out of the variant;
        nothing for other messages."""
        place = message.span
        if place is None or message.severity != "warning" or self.last is None:
            return {}
        for language, block in self.blocks:
            if place.source is block.source and block.start <= place.start < block.end:
                end, new = addition(self.last, f"strike words {language}\n")
                return {"language": language, "out": {**place_json(end), "new": new}}
        return {}
