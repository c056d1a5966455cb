"""Lists what players can settle before a game: each option and ruling, with the answer of these rules and the other
answers.

In a book with sections, the options that a section tells have small numbers there, which lead to this list at the end.
Assumptions have no such mark; the editor's notes list them with their reasons.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby, islice
from types import MappingProxyType
from typing import Final

from ..diagnostics.printable import capital
from ..model.difference import default_of
from ..model.rulebook import Placed
from ..model.sections import BookSection, all_sections, sections
from ..syntax import nodes as s
from . import page_blocks as d
from .anchors import anchor
from .subject import Subject, line_text

MANY: Final = 10
"""The least number of options for which the list has headings for the chapters."""
EMPTY: Final[Mapping[str, int]] = MappingProxyType({})
QUOTED: Final = re.compile("“[^”]+”")


def section_options(subject: Subject, one: BookSection) -> tuple[Placed, ...]:
    """Return the options and rulings that a section tells as a whole. An option of which the section only tells one
    answer is not included, since it needs no number."""
    said = (subject.shown[told.id] for told in one.says if told.id in subject.shown and told.inner is None)
    return tuple(dict.fromkeys(placed for placed in said if isinstance(placed.clause, s.OptionClause)))


def numbered_options(subject: Subject, roots: Sequence[BookSection]) -> Mapping[str, int]:
    """Return a mapping from the ids of the options that the sections of a page tell to their numbers. Options of the
    base game come before those of the expansion; otherwise they are in reading order."""
    told = [one for one in all_sections(roots) if subject.is_told(one.placed)]
    kept = dict.fromkeys(placed for one in told for placed in section_options(subject, one))
    return {placed.id: n for n, placed in enumerate(sorted(kept, key=partial(_origin, subject)), 1)}


def _origin(subject: Subject, placed: Placed) -> str:
    """Return the key of the heading for an option of the base game, or of its expansion. It is empty unless there is
    exactly one expansion, because several are treated as parts of one game."""
    base, *more = (book.header for book in subject.book.books)
    if [header.form for header in more].count("expansion") != 1:
        return ""
    return "page-base-game" if placed.layer == base.name.text else "page-expansion"


def key_of_signs(subject: Subject, roots: Sequence[BookSection]) -> Iterator[d.PageBlock]:
    """Yield an explanation of the small numbers, if there are any, and of how to see exact texts, which is not for
    print."""
    if numbered_options(subject, roots):
        settled = d.AnchorLink(subject.ui("page-settled"), "settled")
        yield d.PageParagraph(subject.around("page-key-numbers", settled=settled), "rk-credits")
    yield d.PageParagraph((subject.ui("page-key-exactly"),), "rk-credits rk-screen")


def note_anchor(placed: Placed) -> str:
    """Return the anchor of the entry for an option in the list."""
    return f"settled-{placed.clause.name.text}"


def settled_options(
    subject: Subject,
    numbered: Mapping[str, int] = EMPTY,
    placed: Collection[str] = (),
    examples: Callable[[str], Iterable[d.PageBlock]] = lambda _: (),
) -> Iterator[d.PageBlock]:
    """Yield the list: first the options with numbers, then the others. An option of which a section tells only one
    answer is omitted. If some options have numbers, rulings without a number are omitted too; the editor's notes have
    them. `placed` contains the anchors that the page already has. `examples` returns the examples of an option's other
    answers, given its id."""
    clauses = [one for one in subject.placed() if isinstance(one.clause, s.OptionClause)]
    first = sorted((one for one in clauses if one.id in numbered), key=lambda one: numbered[one.id])
    told = {cite.id for one in all_sections(sections(subject.rulebook)) for cite in one.says if cite.inner is not None}
    rest = [
        one
        for one in clauses
        if one.id not in numbered and one.id not in told and not (numbered and _is_ruling(one.clause))
    ]
    if first:
        yield d.PageParagraph((subject.ui("page-settled-intro"),))
    by_origin = partial(_origin, subject)
    chapters = {} if rest or len(first) < MANY else _chapters(subject)
    for origin, group in groupby(sorted((*first, *rest), key=by_origin), key=by_origin):
        lines: list[d.PageBlock] = []
        chapter = ""
        if origin:
            yield d.Heading(3, (subject.ui(origin),), f"settled-{origin}", search=None)
        for one in group:
            if not origin and chapters.get(one.id, chapter) != chapter:
                chapter = chapters[one.id]
                lines.append(d.PageParagraph((d.Strong(chapter),), "rk-group"))
            anchors = [name for name in (note_anchor(one), anchor(one.id)) if one.id in numbered and name not in placed]
            begin = f"{numbered[one.id]}. " if one.id in numbered else ""
            line = (*map(d.Target, anchors), *_option(subject, one, begin))
            lines.append(d.Box("rk-numbered", (d.PageParagraph(line),)))
            if shown := tuple(examples(one.id)):  # Markdown allows no folded notes inside boxes
                yield from (d.Box("rk-items rk-settled", tuple(lines)), *shown)
                lines = []
        if lines:
            yield d.Box("rk-items rk-settled", tuple(lines))


def _chapters(subject: Subject) -> Mapping[str, str]:
    """Return a mapping from the ids of options to the titles of the chapters that tell them first."""
    found: dict[str, str] = {}
    for root in sections(subject.rulebook):
        title = subject.speaker.section_title(root.placed)
        if title is not None:
            told = (one for one in all_sections([root]) if subject.is_told(one.placed))
            for placed in (placed for one in told for placed in section_options(subject, one)):
                found.setdefault(placed.id, title.text)
    return found


def _is_ruling(clause: s.Clause) -> bool:
    return isinstance(clause, s.OptionClause) and bool(clause.ruling)


def _option(subject: Subject, placed: Placed, begin: str = "") -> Iterator[d.InlinePiece]:
    """Yield the question of an option, its summary, the answer of these rules, and the other answers. A ruling has no
    summary here; the editor's notes tell why its question is open."""
    clause = placed.clause
    assert isinstance(clause, s.OptionClause)
    prose = subject.prose(placed)
    yield d.Strong(begin + _sentence(line_text(prose.title)))
    if prose.summary and not clause.ruling:
        yield from (" ", *prose.summary)
    own, *others = _answers(subject, clause)
    if clause.ruling:
        yield f" {_sentence(capital(own[0]))}"
    else:
        yield from (" ", d.Emphasis(f"{subject.ui('page-these-rules')}:"), f" {_sentence(own[0])}")
    for answer, quotes in others:
        lead = (
            (d.Emphasis(subject.ui("page-or")), *quotes, ":") if quotes else (d.Emphasis(f"{subject.ui('page-or')}:"),)
        )
        yield from (" ", *lead, f" {_sentence(answer)}")


def _sentence(text: str) -> str:
    """Return a text with a full stop, unless it ends like a sentence already."""
    return text if text.endswith((".", "?", "!", "…")) else f"{text}."


def _answers(subject: Subject, clause: s.OptionClause) -> list[tuple[str, d.InlineLine]]:
    """Return the answers to an option in words, the page's own first. Each has the words of a source on which it is
    based, if there are any."""
    name = clause.name.text
    if clause.range is not None:
        own, other = str(answer_in_force(subject, clause)), subject.ui("page-another-number")
        ends = [end.span.text for end in (clause.range.low, clause.range.high)]
        if all(end.isdigit() for end in ends):
            other += f", {subject.ui('page-from-to', low=ends[0], high=ends[1])}"
        return [(own, ()), (other, ())]
    chosen = sorted(clause.items, key=lambda item: not is_in_force(subject, clause, item))
    return [(subject.title(name, item.name.text), tuple(_quotes(subject, item))) for item in chosen]


def _quotes(subject: Subject, item: s.Item) -> Iterator[d.InlinePiece]:
    """Yield the first quotation, from a source of this page, on which an answer is based; nothing if it cites none."""
    here = [cite for cite in item.cites if cite.detail and any(subject.sections.get(cite.source.text, {}).values())]
    found = (quote for cite in here if cite.detail for quote in QUOTED.findall(cite.detail.value))
    for quote in islice(found, 1):
        yield from (f" {subject.ui('page-by-words')} ", subject.foreign_text(quote))


def answer_in_force(subject: Subject, clause: s.OptionClause) -> int | str:
    """Return the answer to an option that applies on this page."""
    return subject.rulebook.options.get(clause.name.text, default_of(clause))


def is_in_force(subject: Subject, clause: s.OptionClause, item: s.Item) -> bool:
    """Return whether an answer is the one that applies on this page."""
    return item.name.text == answer_in_force(subject, clause)
