"""Composes the page `The rules` of a rulebook from its sections: headings, text, steps, notes, cards and pictures.

If no section tells a rule that players need, its summary is added after the section about the same thing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from types import MappingProxyType
from typing import Final

from attrs import evolve, field, frozen

from ..check.checked import TextValue
from ..diagnostics.printable import capital
from ..model.outline import subject as subjects_of
from ..model.rulebook import Placed
from ..model.sections import BookSection, all_sections
from ..model.types import DomainType
from ..syntax import nodes as s
from . import page_blocks as d
from .anchors import anchor
from .clause_sections import Writer
from .page_links import linked_line
from .plain_rules import PlainRules
from .settled import (
    note_anchor,
    numbered_options,
    section_options,
    settled_options,
)
from .shown_things import piece_colour, shown_blocks, shown_signs
from .subject import line_text

NEEDED: Final = ("action", "rule", "exception")
"""Kinds of clauses that are printed even if no section tells them."""
NARROW_SPACE: Final = "\u202f"
"""A space at which no line ends, between a word and the `§` sign after it."""
DEEPEST: Final = 4
"""The greatest level of a heading, which is the smallest one."""
MANY_CARDS: Final = 9
"""The least number of cards for which a line of links to them comes first, because a screen does not show them all."""
BOXES: Final = {"note": "rk-note", "card": "rk-printed-card"}
"""The class in the style sheet for each manner of section that is printed in a box."""


def section_rules(writer: Writer, reference: str, roots: Sequence[BookSection]) -> Iterator[d.PageBlock]:
    """Yield all sections, then the rules and options that no section tells. `reference` is the path of the page with
    the exact texts."""
    made = SectionRules(writer, reference, roots)
    for one in roots:
        yield from made.section(one, 2)
    rest = tuple(made.further(made.without_section))
    if rest:
        yield d.Heading(2, (writer.subject.ui("page-further-rules"),), "further-rules")
        yield from rest
    settled = tuple(settled_options(writer.subject, made.numbers, made.placed))
    if settled:
        yield d.Heading(2, (writer.subject.ui("page-settled"),), "settled", search=None)
        yield from settled


@frozen(eq=False, slots=False)
class SectionRules:
    """Composes the sections of a page. `placed` contains the anchors that the page has so far, so that each one is
    placed only once."""

    writer: Writer
    reference: str
    roots: Sequence[BookSection]
    placed: set[str] = field(factory=set)

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """Return a mapping from the ids of the options that sections tell to their numbers."""
        return numbered_options(self.writer.subject, self.roots)

    @cached_property
    def _titles(self) -> Mapping[str, str]:
        """Return a mapping from the titles of sections to their anchors. If several sections have the same title, a
        section with a heading takes precedence over a step or an item."""
        told = [one for one in all_sections(self.roots) if self.is_told(one)]
        ordered = sorted(told, key=lambda one: one.manner is not None)
        found: dict[str, str] = {}
        for one in ordered:
            found.setdefault(self.writer.subject.section_title(one).rstrip(".:"), self.place(one))
        return {title: where for title, where in found.items() if title}

    @cached_property
    def _plain(self) -> PlainRules:
        return PlainRules(self.writer, self.reference)

    @cached_property
    def _unsaid(self) -> Mapping[str, tuple[Placed, ...]]:
        """Return the actions, rules and exceptions that no section tells. The keys are the names of the top-level
        sections after which they are added; the key "" is for those about which there is no section."""
        said: dict[str, str] = {}
        for root in self.roots:
            for one in all_sections((root,)):
                said.update({told.id: root.name for told in one.says if told.id not in said})
        found: dict[str, tuple[Placed, ...]] = {}
        for placed in self.writer.subject.placed():
            if placed.clause.kind in NEEDED and placed.id not in said and self.writer.subject.is_told(placed):
                owners = subjects_of(placed.clause)
                if owners and not any(id_ in self.writer.subject.shown for id_ in owners):
                    continue  # it belongs to something that players need not know
                where = next((said[id_] for id_ in owners if id_ in said), "")
                found[where] = (*found.get(where, ()), placed)
        return found

    @property
    def without_section(self) -> Sequence[Placed]:
        """Return the actions, rules and exceptions that no section tells and about which there is no section."""
        return self._unsaid.get("", ())

    def further(self, clauses: Sequence[Placed]) -> Iterator[d.PageBlock]:
        """Yield a paragraph for each clause, with its title, and its summary or exact text."""
        for placed in clauses:
            self.placed.add(anchor(placed.id))
            yield from self._plain.clause(placed)

    # ---- sections and their parts

    def section(self, one: BookSection, level: int) -> Iterator[d.PageBlock]:
        """Yield a section with everything inside it; nothing if the page includes none of it."""
        if not self.is_told(one):
            return
        title = self.writer.subject.section_title(one)
        deeper = level
        if title and (one.manner is None or (one.manner == "card" and level == 2)):
            self.placed.add(self.place(one))
            words = self.writer.subject.speaker.search_words(one.placed)
            yield d.Heading(level, (title,), self.place(one), search=words)
            title, deeper = "", min(level + 1, DEEPEST)
        inside = (*self.own(one, title), *self.children(one, deeper))
        if one.manner in BOXES:
            colours = (piece_colour(self.writer, shown) for shown in one.shows)
            yield d.Box(BOXES[one.manner], inside, next(filter(None, colours), ""))
        else:
            yield from inside
        if level == 2:
            yield from self.further(self._unsaid.get(one.name, ()))

    def is_told(self, one: BookSection) -> bool:
        """Return whether the page includes a section or any section inside it."""
        return any(self.writer.subject.is_told(part.placed) for part in all_sections((one,)))

    @staticmethod
    def place(one: BookSection) -> str:
        """Return the anchor of a section."""
        return f"section-{one.name}"

    def children(self, one: BookSection, level: int) -> Iterator[d.PageBlock]:
        """Yield the sections inside a section. Consecutive steps or items form a list. If something interrupts the
        steps, their numbers continue after it."""
        done, inside = 0, self.writer.subject.is_told(one.placed)
        apart = [child for child in one.children if self.is_told(child) and not (inside and is_run_on(one, child))]
        for manner, run in groupby(apart, lambda child: child.manner):
            members = list(run)
            if manner == "card" and len(members) >= MANY_CARDS:
                names: list[d.InlinePiece] = []
                for card in members:
                    names += ("\u00a0· ", d.AnchorLink(self.writer.subject.section_title(card), self.place(card)))
                yield d.PageParagraph(tuple(names[1:]), "rk-names")
            if manner in ("step", "item"):
                yield from self.list_blocks(members, done if manner == "step" else None, level)
                done += len(members) if manner == "step" else 0
            else:
                for member in members:
                    yield from self.section(member, level)

    def list_blocks(self, members: Sequence[BookSection], done: int | None, level: int) -> Iterator[d.PageBlock]:
        """Yield a list of items, or of steps whose numbers continue after `done`. If an item consists of more than one
        paragraph, boxes replace the list, because Markdown would end a list before a table."""
        begins = ["" if done is None else f"{done + n}. " for n in range(1, len(members) + 1)]
        parts = [
            (*self.own(one, self.writer.subject.section_title(one), begin), *self.children(one, level))
            for one, begin in zip(members, begins, strict=True)
        ]
        if all(len(part) == 1 and isinstance(part[0], d.PageParagraph) for part in parts) and done is None:
            yield d.Items(tuple(parts))
        else:
            kind = "rk-item" if done is None else "rk-numbered"
            yield d.Box("rk-items", tuple(d.Box(kind, part) for part in parts))

    def own(self, one: BookSection, title: str, begin: str = "") -> Iterator[d.PageBlock]:
        """Yield a section's own text, its table, and the things that it shows. `begin` is the number of a step, with
        which the text begins."""
        subject = self.writer.subject
        if not subject.is_told(one.placed):
            return
        text = tuple(linked_line(subject.section_text(one), subject.language, self._titles))
        line: list[d.InlinePiece] = list(self._targets(one))
        signs = tuple(sign for shown in one.shows for sign in shown_signs(self.writer, shown) if one.manner != "card")
        line += (piece for sign in signs for piece in (evolve(sign, alt=""), " "))
        if title or begin:
            end = "" if one.manner == "card" or not title or title.endswith((".", "?", "!", ":")) else "."
            line += [d.Strong(f"{begin}{title}{end}".strip()), " "]
        line += text
        run_on = [child for child in one.children if is_run_on(one, child) and subject.is_told(child.placed)]
        if text or title or begin or signs:
            line += self._marks(one)
            for more in run_on:
                words = linked_line(subject.section_text(more), subject.language, self._titles)
                line += (" ", *self._targets(more), *words, *self._marks(more))
            line += () if "card" in (one.manner, *self._within(one)) else self._exactly((one, *run_on))
        if line:
            yield d.PageParagraph(tuple(line), "rk-lead" if one is self.roots[0] and not one.has_title else "")
        yield from table_block(self.writer, one, self._titles)
        shown_here = () if signs or one.manner == "card" else one.shows
        pictures = tuple(box for shown in shown_here for box in shown_blocks(self.writer, one, shown))
        yield from pictures if len(pictures) < 2 else (d.Box("rk-beside", pictures),)

    def _targets(self, one: BookSection) -> Iterator[d.Target]:
        """Yield the anchor of a section without a heading, and the anchors of the clauses that no earlier section of
        the page tells."""
        anchors = [anchor(told.id) for told in one.says if told.id not in self.numbers]
        for name in (self.place(one), *anchors):
            if name not in self.placed:
                self.placed.add(name)
                yield d.Target(name)

    def _within(self, one: BookSection) -> Iterator[str | None]:
        """Yield the manner (such as `card`, `note` or `step`) of a section and of each section that contains it."""
        return (root.manner for root in all_sections(self.roots) if any(part is one for part in all_sections((root,))))

    def _marks(self, one: BookSection) -> Iterator[d.InlinePiece]:
        """Yield a raised mark with the number of each option that a section tells."""
        subject = self.writer.subject
        for placed in section_options(subject, one):
            title = line_text(subject.prose(placed).title)
            yield d.FootnoteMark(str(self.numbers[placed.id]), note_anchor(placed), title)

    def _exactly(self, paragraph: Sequence[BookSection]) -> Iterator[d.InlinePiece]:
        """Yield a link to the exact text of what the sections of a paragraph tell; nothing if they tell no clause of
        the page."""
        subject, first = self.writer.subject, paragraph[0]
        said = dict.fromkeys(anchor(told.id) for one in paragraph for told in one.says if told.id in subject.shown)
        if said:
            yield NARROW_SPACE
            hover = subject.ui("page-exactly")
            # the first link also explains the sign
            words = f"§ {hover}" if first is self.roots[0] and not first.has_title else "§"
            yield d.ExactLink(words, tuple(said), self.reference, hover)


def is_run_on(outer: BookSection, inner: BookSection) -> bool:
    """Return whether the text of a section continues the paragraph of the section that contains it: neither has a title
    or a manner, and the inner one consists of nothing but text."""
    plain = all(not one.has_title and one.manner is None for one in (outer, inner))
    return plain and not inner.shows and inner.table is None and not inner.children


def table_block(
    writer: Writer, one: BookSection, anchors: Mapping[str, str] = MappingProxyType({})
) -> Iterator[d.PageTable]:
    """Yield the table of a section. Its cells are values in words, with a picture if a look draws the value. `anchors`
    maps titles of sections to their anchors; a cell of the first column with such a title becomes a link."""
    subject, clause = writer.subject, one.placed.clause
    made = subject.speaker.section_table(one.placed)
    if made is None or not isinstance(clause, s.SectionClause) or clause.table is None:
        return
    values = subject.model.rows.get(clause.table, ())
    rows = tuple(
        tuple(
            (*_drawn(writer, value), _cell(line_text(cell), {} if at else anchors))
            for at, (value, cell) in enumerate(zip(of, row, strict=True))
        )
        for of, row in zip(values, made.rows, strict=True)
    )
    head = tuple((*_headed(writer, line_text(cell)), *cell) for cell in made.head)
    yield d.PageTable(head, rows, "rk-section-table")


def _cell(text: str, anchors: Mapping[str, str]) -> d.InlinePiece:
    """Return the words of a table cell; a link if they are the title of a section."""
    said = capital(text)
    return d.AnchorLink(said, anchors[said]) if said in anchors else said


def _headed(writer: Writer, head: str) -> Iterator[d.InlinePiece]:
    """Yield the picture of the member whose title is the heading of a column; nothing if there is no such member with a
    look."""
    for name in writer.pictures.looked:
        domain = writer.subject.domain(name)
        for at, label in enumerate(domain.labels if domain else ()):
            if writer.subject.title(name, label).casefold() == head.casefold():
                picture = writer.pictures.element(name, at, plain=True)
                yield from (evolve(picture, alt=""), " ") if picture else ()
                return


def _drawn(writer: Writer, value: TextValue) -> Iterator[d.InlinePiece]:
    """Yield the picture of the member that a table cell names; nothing if no look defines its shape or drawing."""
    if not isinstance(value.type, DomainType) or not isinstance(value.value, int):
        return
    name = value.type.domain.name
    picture = writer.pictures.element(name, value.value) if name in writer.pictures.shaped else None
    if picture is not None:
        yield from (evolve(picture, alt=""), " ")  # the words of the cell are next to it
