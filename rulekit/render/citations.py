"""Where rules come from: marks at clauses, and the list of sources and of what is assumed that they lead to.

A source has a letter, a section that it declares a number: `A3` says the same for ever, whoever else is cited.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import ascii_uppercase

from ..model.rulebook import Placed
from ..syntax import nodes as s
from ..syntax.traversal import inside
from . import document as d
from .anchors import anchor, slug
from .subject import Subject

ASSUMED = "assumed"


def notes(subject: Subject, cites: Sequence[s.Citation]) -> d.InlineLine:
    """The marks of citations, one behind the other; two that lead to one place are one."""
    found: dict[tuple[str, str, str], list[str]] = {}
    for note in (note for cite in cites for note in _note(subject, cite)):
        found.setdefault((note.text, note.anchor, note.language), []).append(note.hover)
    return tuple(
        d.FootnoteMark(text, where, "; ".join(dict.fromkeys(hovers)), language)
        for (text, where, language), hovers in found.items()
    )


def _note(subject: Subject, cite: s.Citation) -> Iterator[d.FootnoteMark]:
    detail = cite.detail.value if cite.detail else ""
    if cite.source.text == ASSUMED:
        told = detail and not subject.foreign
        hover = f"{subject.ui('page-assumed')}: {detail}" if told else subject.ui("page-assumed")
        yield d.FootnoteMark(subject.ui("page-assumed-mark"), "assumed", hover)
        return
    name = cite.source.text
    said = _said(subject, name)
    title = said or subject.rulebook.sources.get(name, name)
    sections = _sections(subject, name)
    for part in [part.strip() for part in detail.split(";")] if detail else [""]:
        known = next((at for at, told in enumerate(sections, 1) if _within(part, told)), None)
        mark = f"{letter(subject, name)}{known or ''}"
        where = f"source-{slug(name)}" + (f"-{slug(sections[known - 1])}" if known else "")
        whole = f"{title}: {part}" if part and not said else title
        yield d.FootnoteMark(mark, where, whole, "" if said else subject.foreign)


def _said(subject: Subject, source: str) -> str:
    """The title of a source in the language of the page, where somebody wrote one; empty in the author's own."""
    return (subject.speaker.written_title(source) or "") if subject.foreign else ""


def _within(part: str, section: str) -> bool:
    return part == section or part.startswith(f"{section},")


def letter(subject: Subject, source: str) -> str:
    """The letter of a source, in the order in which they are declared; after Z come AA, AB."""
    at = list(subject.rulebook.sources).index(source) if source in subject.rulebook.sources else 0
    high, low = divmod(at, len(ascii_uppercase))
    return (ascii_uppercase[high - 1] if high else "") + ascii_uppercase[low]


def _sections(subject: Subject, source: str) -> tuple[str, ...]:
    """The sections that a source declares, base first."""
    return tuple(
        section.value
        for book in subject.book.books
        for declared in book.header.sources
        if declared.name.text == source
        for section in getattr(declared, "sections", ())
    )


# ------------------------------------------------------------------------------------------------------ at the end


def cited(placed: Placed) -> Iterator[s.Citation]:
    """Every citation of a clause: behind its heading, its items and its steps."""
    yield from inside(placed.clause, s.Citation)


def source_list(subject: Subject) -> Iterator[d.PageBlock]:
    """Each source with its sections, and the clauses that cite each."""
    by_section: dict[tuple[str, str], dict[str, None]] = {}
    for placed in subject.placed():
        for cite in cited(placed):
            for part in [p.strip() for p in cite.detail.value.split(";")] if cite.detail else [""]:
                name = cite.source.text
                section = next((told for told in _sections(subject, name) if _within(part, told)), "")
                by_section.setdefault((name, section), {})[placed.id] = None
    for name, title in subject.rulebook.sources.items():
        sign, named = d.Strong(letter(subject, name)), _said(subject, name) or subject.written(title)
        yield d.PageParagraph((d.Target(f"source-{slug(name)}"), sign, "\u2002", named), "rk-source-title")
        rows: list[tuple[d.InlineLine, ...]] = []
        for at, section in enumerate(_sections(subject, name), 1):
            here = by_section.get((name, section), {})
            target = d.Target(f"source-{slug(name)}-{slug(section)}")
            rows.append(
                ((target, f"{letter(subject, name)}{at}"), (subject.written(section),), clause_links(subject, here))
            )
        rest = by_section.get((name, ""), {})
        if rest:
            rows.append(((letter(subject, name),), ("",), clause_links(subject, rest)))
        head = ((subject.ui("page-mark"),), (subject.ui("page-section"),), (subject.ui("page-cited-by"),))
        yield d.PageTable(head, tuple(rows))


def clause_links(subject: Subject, clauses: Sequence[str] | dict[str, None]) -> d.InlineLine:
    """Numbers of clauses that lead to them, each with its title to be seen over it."""
    pieces: list[d.InlinePiece] = []
    for clause in clauses:
        placed = subject.shown.get(clause)
        if placed is not None:
            pieces += [", "] if pieces else []
            pieces.append(
                d.AnchorLink(subject.numbers[clause], anchor(clause), hover=subject.title(placed.clause.name.text))
            )
    return tuple(pieces)


def assumptions(subject: Subject) -> Iterator[d.PageBlock]:
    """What no source says, by clause."""
    rows: list[tuple[d.InlineLine, ...]] = []
    for placed in subject.placed():
        why = [c.detail.value if c.detail else "" for c in cited(placed) if c.source.text == ASSUMED]
        for reason in dict.fromkeys(why):
            link = subject.link(placed.id)
            rows.append(((subject.numbers[placed.id],), (link,), (subject.written(reason),)))
    if rows:
        yield d.PageParagraph((subject.ui("page-assumed-intro"),))
        yield d.PageTable(((), (subject.ui("page-rule"),), (subject.ui("page-why-assumed"),)), tuple(rows))
