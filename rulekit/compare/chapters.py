"""In which chapter of the book a clause stands, for a report that follows the book (`model.outline`)."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from ..model.chapters import DEFAULTS
from ..model.outline import Chapter, outline
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
            name = title(chapter)
            titles.setdefault(name)
            for id_ in (f"chapter {chapter.name}", *(p.id for p in chapter.clauses)):
                of.setdefault(id_, name)
        return Chapters(of, tuple(titles))


def title(chapter: Chapter) -> str:
    """What a chapter is called; one without a title by what stands in it, or by its layer."""
    if chapter.title is not None:
        return chapter.title.value
    about = DEFAULTS[chapter.name].about if chapter.name in DEFAULTS else chapter.name.replace("_", " ")
    return about[:1].upper() + about[1:]
