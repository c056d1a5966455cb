"""In which chapter of the book a clause stands, for a report that follows the book (`model.outline`)."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from ..model.outline import heading, outline
from ..model.rulebook import Rulebook


@frozen
class Chapters:
    """`of`: for each clause of either book the title of its chapter, in the second book if it stands there; `order`:
    the titles as a reader of the second book meets them, then those that only the first has; `first` and `second`: the
    titles of either; `reference`: of those that are only in the full book.
    """

    of: Mapping[str, str]
    order: tuple[str, ...]
    first: frozenset[str]
    second: frozenset[str]
    reference: frozenset[str]

    def note(self, title: str) -> str:
        """Whether only one of the books has this chapter."""
        if title in self.first and title not in self.second:
            return "all of this chapter is gone"
        return "a new chapter" if title in self.second and title not in self.first else ""

    @staticmethod
    def both(first: Rulebook, second: Rulebook) -> Chapters:
        of: dict[str, str] = {}
        titles: dict[str, None] = {}
        one, two = (outline(book).chapters for book in (first, second))
        for chapter in (*two, *one):
            name = heading(chapter)
            titles.setdefault(name)
            for id_ in (f"chapter {chapter.name}", *(p.id for p in chapter.clauses)):
                of.setdefault(id_, name)
        known = (one, two, [c for c in (*one, *two) if c.reference])
        return Chapters(of, tuple(titles), *(frozenset(map(heading, side)) for side in known))
