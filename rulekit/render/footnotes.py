"""Renders citations: the marks at clauses, and the tables of sources and assumptions to which the marks lead.

Each source has a letter; its sections and their statements have numbers. So a mark such as `A3.2` stays the same when
other sources are cited or not cited any more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from string import ascii_uppercase
from typing import Final

from ..diagnostics.printable import capital
from ..model.coverage import CitedPart, How, SectionStatements, parts_of_citation
from ..model.naming import SOURCE, word_name, word_name_of
from ..model.rulebook import Placed
from ..model.sections import all_sections, sections
from ..syntax import nodes as s
from ..syntax.traversal import inside
from . import page_blocks as d
from .anchors import anchor, slug
from .subject import Subject

ASSUMED: Final = "assumed"
HOWS: Final[tuple[How, ...]] = ("said", "ruled", "shown")
TOGETHER: Final = 3
"""If at least so many consecutive statements are cited, they have one mark together instead of one for each."""
FEW_WORDS: Final = 5
"""How many of its first words are used as the title of a section without one."""


def notes(subject: Subject, cites: Sequence[s.Citation]) -> d.InlineLine:
    """Return the marks of these citations; citations of the same place have one mark."""
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
    said = _source_title(subject, name)
    title = said or subject.rulebook.sources.get(name, name)
    sections = subject.sections.get(name, {})
    for part in parts_of_citation(detail, tuple(sections)):
        runs = list(_runs(part, sections))
        for run in runs:
            hover = "; ".join(one.text.value for one in run)
            yield d.FootnoteMark(*_statement_mark(subject, name, part.section or "", run), hover, subject.foreign)
        if not runs:
            whole = f"{title}: {part.text}" if part.text and not said else title
            yield d.FootnoteMark(*_section_mark(subject, name, part.section), whole, "" if said else subject.foreign)


def _section_mark(subject: Subject, source: str, section: str | None) -> tuple[str, str]:
    """Return the mark of a section of a source, and the anchor to which it links. If `section` is None, they are those
    of the whole source."""
    sign, where = letter(subject, source), f"source-{slug(source)}"
    if section is None:
        return sign, where
    return f"{sign}{list(subject.sections[source]).index(section) + 1}", f"{where}-{slug(section)}"


def _statement_mark(subject: Subject, source: str, section: str, run: Sequence[s.StatedSentence]) -> tuple[str, str]:
    """Return the mark of consecutive statements, such as `A3.2–4`, and the anchor of the first of them."""
    sign, where = _section_mark(subject, source, section)
    first, last = run[0].number.value, run[-1].number.value
    return f"{sign}.{first}" + (f"\u2013{last}" if last != first else ""), f"{where}.{first}"


def _runs(part: CitedPart, sections: Mapping[str, SectionStatements]) -> Iterator[list[s.StatedSentence]]:
    """Yield the statements that a citation names, in groups that have one mark each. A group is a single statement, or
    at least TOGETHER consecutive ones."""
    listed = sections.get(part.section or "", ())
    for named, group in groupby(listed, lambda sentence: part.names(sentence.number.value)):
        run = list(group)
        if named and len(run) < TOGETHER:
            yield from ([one] for one in run)
        elif named:
            yield run


def _source_title(subject: Subject, source: str) -> str:
    """Return the translation of a source's title; "" if there is none, or if the page is in the author's language."""
    return (subject.speaker.written_title(word_name(SOURCE, source)) or "") if subject.foreign else ""


def letter(subject: Subject, source: str) -> str:
    """Return the letter of a source, in the order of declaration; after Z come AA, AB and so on."""
    at = list(subject.rulebook.sources).index(source) if source in subject.rulebook.sources else 0
    high, low = divmod(at, len(ascii_uppercase))
    return (ascii_uppercase[high - 1] if high else "") + ascii_uppercase[low]


# ------------------------------------------------------------------------------------ tables of sources and assumptions


def citations(placed: Placed) -> Iterator[s.Citation]:
    """Yield every citation in a clause, also those of its items and steps."""
    yield from inside(placed.clause, s.Citation)


def source_list(subject: Subject) -> Iterator[d.PageBlock]:
    """Yield the table of sources: each source with its sections, their statements and the clauses that cite them. Then
    yield a table of clauses with the statements that each cites."""
    by_section: dict[tuple[str, str | None], dict[str, None]] = {}
    for placed in subject.placed():
        for name, part in _parts(subject, placed):
            if not any(_runs(part, subject.sections.get(name, {}))):
                by_section.setdefault((name, part.section), {})[placed.id] = None
    for name, title in subject.rulebook.sources.items():
        sign, named = d.Strong(letter(subject, name)), _source_title(subject, name) or subject.foreign_text(title)
        yield d.PageParagraph((d.Target(f"source-{slug(name)}"), sign, "\u2002", named), "rk-source-title")
        rows: list[tuple[d.InlineLine, ...]] = []
        for section, sentences in subject.sections.get(name, {}).items():
            mark, where = _section_mark(subject, name, section)
            here = clause_links(subject, by_section.get((name, section), {}))
            rows.append(((d.Target(where), mark), (subject.foreign_text(section),), here))
            rows += (_statement(subject, name, section, one) for one in sentences)
        rest = by_section.get((name, None), {})
        if rest:
            rows.append(((letter(subject, name),), ("",), clause_links(subject, rest)))
        head = ((subject.ui("page-mark"),), (subject.ui("page-section"),), (subject.ui("page-cited-by"),))
        yield d.PageTable(head, tuple(rows))
    yield from _by_rule(subject)


def _parts(subject: Subject, placed: Placed) -> Iterator[tuple[str, CitedPart]]:
    """Yield each source that a clause cites, with the part of it that is cited."""
    for cite in citations(placed):
        name, detail = cite.source.text, cite.detail.value if cite.detail else ""
        yield from ((name, part) for part in parts_of_citation(detail, tuple(subject.sections.get(name, {}))))


def _statement(subject: Subject, source: str, section: str, one: s.StatedSentence) -> tuple[d.InlineLine, ...]:
    """Return the table row for a statement of a source: its mark, its text, and the clauses that cite it."""
    mark, where = _statement_mark(subject, source, section, [one])
    return (d.Target(where), mark), (subject.foreign_text(one.text.value),), tuple(_met(subject, source, section, one))


def _met(subject: Subject, source: str, section: str, one: s.StatedSentence) -> Iterator[d.InlinePiece]:
    met = subject.book.cited_sources[source].statements[section][one.number.value]
    if one.aside and one.why:
        yield f"{subject.ui('page-' + one.aside.replace(' ', '-'))}: "
        yield subject.foreign_text(one.why.value)
    shown = {how: [of.partition(":")[0] for of in met.by(how)] for how in HOWS}
    links = {how: clause_links(subject, dict.fromkeys(of)) for how, of in shown.items()}
    several = [(how, line) for how, line in links.items() if line]
    for at, (how, line) in enumerate(several):
        yield "; " if at or one.aside else ""
        yield "" if how == "said" else f"{subject.ui(f'page-{how}-by')} "
        yield from line
    if not several and not one.aside:
        yield d.Emphasis(subject.ui("page-open" if met.state == "open" else "page-not-here"))


def _by_rule(subject: Subject) -> Iterator[d.PageBlock]:
    """Yield a table with a row for each clause and the statements that it cites."""
    rows: list[tuple[d.InlineLine, ...]] = []
    for placed in subject.placed():
        marks: dict[d.InlinePiece, None] = {}
        for name, part in _parts(subject, placed):
            for run in _runs(part, subject.sections.get(name, {})):
                hover = "; ".join(one.text.value for one in run)
                text, where = _statement_mark(subject, name, part.section or "", run)
                marks[d.AnchorLink(text, where, hover=hover, language=subject.foreign)] = None
        if marks:
            line = [piece for mark in marks for piece in (", ", mark)][1:]
            rows.append(((subject.numbers[placed.id],), (subject.link(placed.id),), tuple(line)))
    if rows:
        yield d.PageParagraph((d.Strong(subject.ui("page-by-rule")),), "rk-source-title")
        yield d.PageTable(((), (subject.ui("page-rule"),), (subject.ui("page-statements"),)), tuple(rows))


def clause_links(subject: Subject, clauses: Sequence[str] | dict[str, None]) -> d.InlineLine:
    """Return links to these clauses. The text of each is the clause's number; its hover text is the title."""
    pieces: list[d.InlinePiece] = []
    for clause in clauses:
        placed = subject.shown.get(clause)
        if placed is not None:
            pieces += [", "] if pieces else []
            pieces.append(
                d.AnchorLink(subject.numbers[clause], anchor(clause), hover=subject.title(word_name_of(placed.id)))
            )
    return tuple(pieces)


def assumption_anchor(placed: Placed) -> str:
    """Return the anchor of a clause or section in the table of assumptions."""
    return f"assumed-{anchor(placed.id)}"


def assumptions(subject: Subject) -> Iterator[d.PageBlock]:
    """Yield the table of assumptions. It has a row for each reason, with all clauses and sections that give this
    reason."""
    rows = [*_players_assumption(subject), *_seat_assumptions(subject)]
    told = [*subject.placed(), *(one.placed for one in all_sections(sections(subject.rulebook)))]
    reasons: dict[str, list[Placed]] = {}
    for placed in told:
        why = [c.detail.value if c.detail else "" for c in citations(placed) if c.source.text == ASSUMED]
        for reason in dict.fromkeys(why):
            reasons.setdefault(reason, []).append(placed)
    marked: set[str] = set()
    for reason, clauses in reasons.items():
        numbers = dict.fromkeys(subject.numbers[placed.id] for placed in clauses if placed.id in subject.numbers)
        where = [name for name in map(assumption_anchor, clauses) if name not in marked]
        marked.update(where)
        named = [piece for placed in clauses for piece in (", ", _assumed(subject, placed))][1:]
        said = next(filter(None, map(subject.speaker.written_reason, clauses)), "") if subject.foreign else ""
        why_so = capital(said) if said else subject.foreign_text(capital(reason))
        rows.append(((*map(d.Target, where), ", ".join(numbers)), tuple(named), (why_so,)))
    if rows:
        yield d.PageParagraph((subject.ui("page-assumed-intro"),))
        yield d.PageTable(((), (subject.ui("page-rule"),), (subject.ui("page-why-assumed"),)), tuple(rows))


def _assumed(subject: Subject, placed: Placed) -> d.InlinePiece:
    """Return a link to a clause or a section. The text for a section is its title or its first words."""
    if placed.id in subject.shown:
        return subject.link(placed.id)
    title = subject.speaker.section_title(placed) or subject.speaker.section_text(placed)
    words = title.text.split() if title else []
    few = " ".join(words[:FEW_WORDS]) + ("…" if len(words) > FEW_WORDS else "")
    return d.AnchorLink(few, anchor(placed.id))


def _players_assumption(subject: Subject) -> Iterator[tuple[d.InlineLine, ...]]:
    """Yield a row of the table of assumptions for each number of players that is an assumption of the author."""
    for part in subject.rulebook.header.numbers:
        for cite in part.cites:
            if cite.source.text == ASSUMED:
                low = subject.ui("page-players", count=part.low)
                several = f"{part.low} – {subject.ui('page-players', count=part.high)}"
                why = cite.detail.value if cite.detail else ""
                yield (), (low if part.low == part.high else several,), (subject.foreign_text(why),)


def _seat_assumptions(subject: Subject) -> Iterator[tuple[d.InlineLine, ...]]:
    """Yield a row of the table of assumptions for each player of the header that is an assumption of the author."""
    for seat in subject.rulebook.header.seats:
        for cite in seat.cites:
            if cite.source.text == ASSUMED:
                why = cite.detail.value if cite.detail else ""
                yield (), (subject.title("Player", seat.name.text),), (subject.foreign_text(why),)
