"""Permanent addresses: the anchor of a clause, of an item in it, of a source's section, and the numbers of paragraphs.

An anchor follows from names alone, so that it stays what it is whatever else changes; a number follows from the chapter
and the place in it, in the full reference and in the book for players alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import count
from string import ascii_uppercase

from attrs import frozen

from ..model.outline import Chapter, Outline
from ..model.rulebook import Placed

UNSHOWN = ("words", "look", "chapter")
"""Kinds of clauses that say nothing of their own in a book: they word, draw and order what others say."""


def anchor(clause: str) -> str:
    """`action travel` as `action-travel`, `enum Suit.cups` as `enum-Suit-cups`."""
    return clause.replace(" ", "-").replace(".", "-")


def slug(text: str) -> str:
    """Words as a part of an anchor."""
    return re.sub(r"[^\w]+", "-", text.casefold()).strip("-") or "x"


@frozen(eq=False)
class Section:
    """A clause at its place: `number` is `3.2`."""

    placed: Placed
    number: str


@frozen(eq=False)
class NumberedChapter:
    """A chapter with the clauses in it that are shown."""

    chapter: Chapter
    number: str
    sections: tuple[Section, ...]

    @property
    def anchor(self) -> str:
        return f"chapter-{self.chapter.name}"


def numbered(outline: Outline) -> tuple[NumberedChapter, ...]:
    """Every chapter that has anything to show."""
    return tuple(_numbered(outline))


def _numbered(outline: Outline) -> Iterator[NumberedChapter]:
    """Chapters for players have numbers, those for reference letters: they do not shift one another."""
    figures, letters = count(1), iter(ascii_uppercase)
    for chapter in outline.chapters:
        shown = _shown(chapter)
        if shown:
            number = next(letters, "Z") if chapter.reference else str(next(figures))
            sections = (Section(placed, f"{number}.{n}") for n, placed in enumerate(shown, 1))
            yield NumberedChapter(chapter, number, tuple(sections))


def _shown(chapter: Chapter) -> list[Placed]:
    return [placed for placed in chapter.clauses if placed.clause.kind not in UNSHOWN]


def numbers(chapters: tuple[NumberedChapter, ...]) -> Mapping[str, str]:
    """The number of each clause by its id."""
    return {section.placed.id: section.number for chapter in chapters for section in chapter.sections}
