"""Assigns permanent addresses and numbers to clauses, and finds facts that are explained where they are used.

An anchor depends only on names, so that other changes do not move it. A number depends on the chapter and the position
in it; the full reference and the players' book use the same numbers.

Some facts have no section of their own. If only one other clause uses a fact, and no exception changes it, it is
explained there, after the first sentence that names it. Facts in reference chapters stay in their chapter. So do facts
whose chapter would become empty.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import count
from string import ascii_uppercase
from typing import Final

from attrs import frozen

from ..check.checked import CheckedModel
from ..model.outline import Chapter, Outline
from ..model.rulebook import Placed
from ..model.symbols import FactSymbol
from ..prose import Bullets, Link, NumberedList, Paragraph
from ..syntax import nodes as s
from ..syntax.forms import does
from ..syntax.traversal import walk
from . import page_blocks as d


def anchor(clause: str) -> str:
    """Return the anchor of a clause or of an item in it, given its id: `action-travel` for `action travel`, and
    `enum-Suit-cups` for `enum Suit.cups`."""
    return clause.replace(" ", "-").replace(".", "-")


def slug(text: str) -> str:
    """Return a text as a part of an anchor: in lower case, with hyphens between the words."""
    return re.sub(r"[^\w]+", "-", text.casefold()).strip("-") or "x"


@frozen(eq=False)
class Section:
    """A clause with its number. If `reference` is True, only the full book shows it, and its number is like `3.A`
    instead of `3.2`."""

    placed: Placed
    number: str
    reference: bool = False


@frozen(eq=False)
class NumberedChapter:
    """A chapter with its number and the clauses that are shown. A chapter without sections only shows its summary."""

    chapter: Chapter
    number: str
    sections: tuple[Section, ...]

    @property
    def anchor(self) -> str:
        return f"chapter-{self.chapter.name}"

    @property
    def reference(self) -> bool:
        """Return whether only the full book shows this chapter."""
        return all(section.reference for section in self.sections) if self.sections else self.chapter.reference


def number_chapters(outline: Outline, aside: Collection[str], elsewhere: Collection[str]) -> Iterator[NumberedChapter]:
    """Yield every chapter that has something to show. Chapters for players have numbers, reference chapters have
    letters; so adding one kind does not renumber the other. The clauses in `aside` become reference sections. The
    clauses in `elsewhere` get no section, since other clauses explain them."""
    figures, letters = count(1), _letters()
    for chapter in outline.chapters:
        shown = [p for p in chapter.clauses if not does(p.clause, "about_book") and p.id not in elsewhere]
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
    """Yield A to Z, then AA, AB and so on."""
    for first in ("", *ascii_uppercase):
        yield from (f"{first}{letter}" for letter in ascii_uppercase)


def clause_numbers(chapters: tuple[NumberedChapter, ...]) -> Mapping[str, str]:
    """Return a mapping from the ids of clauses to their numbers."""
    return {section.placed.id: section.number for chapter in chapters for section in chapter.sections}


DEEPEST: Final = 2
"""The greatest depth to which explanations of facts are nested in each other."""


def hosts(model: CheckedModel, outline: Outline, reference: frozenset[str]) -> Mapping[str, str]:
    """Return a mapping from facts to the clause that explains them, both by id. It contains the facts that only one
    clause uses. Facts and clauses in reference chapters or in `reference` are left out."""
    apart = {p.id for chapter in outline.chapters if chapter.reference for p in chapter.clauses} | reference
    users: dict[str, dict[str, None]] = {}
    for placed in model.rulebook.clauses:
        if not does(placed.clause, "about_book", "checks"):
            for fact in _facts_of(model, placed):
                if fact != placed.id:
                    users.setdefault(fact, {})[placed.id] = None
    kinds = {p.id: p.clause.kind for p in model.rulebook.clauses}
    once = {fact: next(iter(by)) for fact, by in users.items() if len(by) == 1 and fact in kinds}
    once = {f: host for f, host in once.items() if kinds[host] != "exception" and not {f, host} & apart}
    once = {fact: host for fact, host in once.items() if 0 < _depth(once, fact) <= DEEPEST}
    emptied = {p.id for c in outline.chapters if c.title is not None and _is_empty(c.clauses, once) for p in c.clauses}
    return {fact: host for fact, host in once.items() if fact not in emptied}


def _facts_of(model: CheckedModel, placed: Placed) -> Iterator[str]:
    """Yield the ids of the facts that a clause uses; for an exception, also the fact that it changes."""
    if isinstance(placed.clause, s.ExceptionClause):
        yield f"fact {placed.clause.fact.text}"
    for root in placed.roots:
        for node in walk(root):
            symbol = model.refs.get(node) if isinstance(node, s.Ref | s.Call | s.Index) else None
            if isinstance(symbol, FactSymbol):
                yield f"fact {symbol.name}"


def _depth(once: Mapping[str, str], fact: str) -> int:
    """Return how deep the explanation of a fact is nested, given the clause for each fact: 1 if its clause has a
    section, 2 if its clause is itself explained in another, and so on. Return 0 if facts would explain each other in a
    circle."""
    seen: list[str] = []
    while fact in once:
        if fact in seen:
            return 0
        seen.append(fact)
        fact = once[fact]
    return len(seen)


def _is_empty(clauses: Sequence[Placed], once: Mapping[str, str]) -> bool:
    shown = [p for p in clauses if not does(p.clause, "about_book")]
    return bool(shown) and all(p.id in once for p in shown)


# --------------------------------------------------------------------------------------- placing explanations in a text


def place_behind(blocks: tuple[d.PageBlock, ...], clause: str, aside: d.Aside) -> tuple[d.PageBlock, ...]:
    """Return the blocks with `aside` inserted after the first sentence that links to a clause. If there is no such
    sentence, it is at the end."""
    found = _behind(blocks, clause, aside)
    return found if found is not None else (*blocks, aside)


def _behind(blocks: Sequence[d.PageBlock], clause: str, aside: d.Aside) -> tuple[d.PageBlock, ...] | None:
    for at, block in enumerate(blocks):
        inner = _inside(block, clause, aside)
        if inner is not None:
            return (*blocks[:at], inner, *blocks[at + 1 :])
        if _names(block, clause):
            end = len(blocks) if _goes_on(block) else at + 1
            return (*blocks[:end], aside, *blocks[end:])
    return None


def _inside(block: d.PageBlock, clause: str, aside: d.Aside) -> d.PageBlock | None:
    """Return a list or an aside with `aside` inserted in it. Return None if the block is another one, or if no sentence
    in it links to the clause."""
    match block:
        case NumberedList(items=items) | Bullets(items=items) | d.Items(items=items):
            for at, item in enumerate(items):
                inner = _behind(item, clause, aside)
                if inner is not None:
                    numbered = isinstance(block, NumberedList) or (isinstance(block, d.Items) and block.numbered)
                    return d.Items((*items[:at], inner, *items[at + 1 :]), numbered)
        case d.Aside(blocks=blocks):
            inner = _behind(blocks, clause, aside)
            return None if inner is None else d.Aside(inner)
    return None


def _names(block: d.PageBlock, clause: str) -> bool:
    line: d.InlineLine = ()
    if isinstance(block, Paragraph):
        line = block.text
    elif isinstance(block, d.PageParagraph):
        line = block.line
    return any(isinstance(piece, Link) and piece.target == clause for piece in line)


def _goes_on(block: d.PageBlock) -> bool:
    """Return whether a paragraph ends with a colon, so that the blocks after it belong to its sentence."""
    if not isinstance(block, Paragraph) or not block.text:
        return False
    last = block.text[-1]
    return (last if isinstance(last, str) else last.text).rstrip().endswith(":")
