"""Permanent addresses: the anchor of a clause, of an item in it, of a source's section, and the numbers of paragraphs.

An anchor follows from names alone, so that it stays what it is whatever else changes; a number follows from the chapter
and the place in it, in the full reference and in the book for players alike.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from itertools import count
from string import ascii_uppercase

from attrs import frozen

from ..model.outline import Chapter, Outline
from ..model.rulebook import Placed

UNSHOWN = ("words", "look", "statements", "chapter")
"""Kinds of clauses that say nothing of their own in a book: they word, draw, list and order what others say."""


def anchor(clause: str) -> str:
    """`action travel` as `action-travel`, `enum Suit.cups` as `enum-Suit-cups`."""
    return clause.replace(" ", "-").replace(".", "-")


def slug(text: str) -> str:
    """Words as a part of an anchor."""
    return re.sub(r"[^\w]+", "-", text.casefold()).strip("-") or "x"


@frozen(eq=False)
class Section:
    """A clause at its place: `number` is `3.2`; `3.A` of a `reference`, which only the full book has."""

    placed: Placed
    number: str
    reference: bool = False


@frozen(eq=False)
class NumberedChapter:
    """A chapter with the clauses in it that are shown; one in which nothing stands is its summary alone."""

    chapter: Chapter
    number: str
    sections: tuple[Section, ...]

    @property
    def anchor(self) -> str:
        return f"chapter-{self.chapter.name}"

    @property
    def reference(self) -> bool:
        """Whether only the full book has any of it."""
        return all(section.reference for section in self.sections) if self.sections else self.chapter.reference


def numbered(
    outline: Outline, aside: Collection[str] = (), elsewhere: Collection[str] = ()
) -> tuple[NumberedChapter, ...]:
    """Every chapter that has anything to show.  The clauses `aside` are for reference wherever they stand; those
    `elsewhere` are explained in others, and have no section.
    """
    return tuple(_numbered(outline, aside, elsewhere))


def _numbered(outline: Outline, aside: Collection[str], elsewhere: Collection[str]) -> Iterator[NumberedChapter]:
    """What is for players has numbers, what is for reference letters: they do not shift one another."""
    figures, letters = count(1), _letters()
    for chapter in outline.chapters:
        shown = [placed for placed in _shown(chapter) if placed.id not in elsewhere]
        kept = [chapter.reference or placed.id in aside for placed in shown]
        if shown or not chapter.clauses:
            beside = all(kept) if shown else chapter.reference
            number = next(letters) if beside else str(next(figures))
            usual, inner = count(1), _letters()
            places = (next(inner) if apart and not beside else str(next(usual)) for apart in kept)
            sections = (
                Section(placed, f"{number}.{at}", apart) for placed, at, apart in zip(shown, places, kept, strict=True)
            )
            yield NumberedChapter(chapter, number, tuple(sections))


def _letters() -> Iterator[str]:
    """A to Z, then AA, AB."""
    for first in ("", *ascii_uppercase):
        yield from (f"{first}{letter}" for letter in ascii_uppercase)


def _shown(chapter: Chapter) -> list[Placed]:
    return [placed for placed in chapter.clauses if placed.clause.kind not in UNSHOWN]


def clause_numbers(chapters: tuple[NumberedChapter, ...]) -> Mapping[str, str]:
    """The number of each clause by its id."""
    return {section.placed.id: section.number for chapter in chapters for section in chapter.sections}
