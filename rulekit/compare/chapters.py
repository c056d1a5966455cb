"""In which chapter of the book a clause stands, for a report that follows the book (`model.outline`)."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from ..model.outline import heading, outline
from ..model.rulebook import Rulebook


@frozen
class Chapters:
    """`of`: for each clause of either book the title of its chapter, in the second book if it stands there; `order`:
    the titles as a reader of the second book meets them, then those that only the first has.
    """

    of: Mapping[str, str]
    order: tuple[str, ...]

    @staticmethod
    def both(first: Rulebook, second: Rulebook) -> Chapters:
        of: dict[str, str] = {}
        titles: dict[str, None] = {}
        for chapter in (*outline(second).chapters, *outline(first).chapters):
            name = heading(chapter)
            titles.setdefault(name)
            for id_ in (f"chapter {chapter.name}", *(p.id for p in chapter.clauses)):
                of.setdefault(id_, name)
        return Chapters(of, tuple(titles))
