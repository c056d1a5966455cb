"""Citations of sources, and the statements of sources that a rulebook lists.

E212: a citation names an undeclared source. W205: it names no section, although the source has sections. E249: the
statements of the source are listed, and the citation names one that is not among them.

W218: a chapter without a text cites statements. E250: two listed statements have the same number. W208: a listed
statement is too long. W206: no clause cites a listed statement. W207: a listed statement is marked as left out, but
cited. Another configuration may cite statements that this one does not. So callers that check several configurations
keep only the W206 that all of them report.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from ...diagnostics import Help, Span, did_you_mean
from ...model.clause_table import is_unsaid
from ...model.coverage import (
    CitedPart,
    CitedSource,
    MetStatement,
    SectionStatements,
    cite_sources,
    parts_of_citation,
    runs_of_numbers,
    sections_of,
    statement_clauses,
)
from ...syntax import nodes as s
from ...syntax.traversal import inside, walk
from ..checked import CheckedModel
from ..checker import Checker

MOST_WORDS: Final = 15
"""Words of the longest statement; a longer one usually states two things."""


def statements(c: Checker, model: CheckedModel) -> None:
    lists = tuple(statement_clauses(c.book))
    if not lists:
        return
    sources: dict[str, CitedSource] = {}
    cite_sources(c.book, c.book.clauses, sources)
    whole = not any(is_unsaid(placed.clause) for placed in c.book.clauses)
    for clause in lists:
        source = clause.name.text
        if source not in sources:
            unknown_source(c, clause.name, [*sources])
            continue
        for section in clause.sections:
            _check_statements(c, section)
            for met in sources[source].statements[section.title.value].values():
                _check_coverage(c, sources[source], section.title, met, whole)


def _check_statements(c: Checker, section: s.StatedSection) -> None:
    """Report errors in the list of statements of a section."""
    first: dict[int, s.StatedSentence] = {}
    highest = max(one.number.value for one in section.sentences)
    for one in section.sentences:
        before = first.setdefault(one.number.value, one)
        if before is not one:
            message = f'"{section.title.value}" has two statements {one.number.value}'
            advice = [f"a number is a statement's for ever: {highest + 1} is free"]
            c.report.add("E250", one.number.span, message, labels=[(before.number.span, "the first")], help=advice)
        words = len(one.text.value.split())
        if not 0 < words <= MOST_WORDS:
            message = f"a statement of {words} words" if words else "a statement without words"
            advice = [f"say one thing in your own words, {MOST_WORDS} of them at most"]
            c.report.add("W208", one.text.span, message, help=advice)


def _check_coverage(c: Checker, source: CitedSource, title: s.Text, met: MetStatement, whole: bool) -> None:
    number = met.sentence.number
    said = met.by("said")
    if met.state == "open" and whole and number.span.source in c.book.answerable:
        c.report.add(
            "W206",
            number.span,
            f'nothing says statement {number.value} of "{title.value}"',
            labels=[(title.span, "of this section")],
            help=[
                f'cite it where it is said, `[{source.name} "{title.value}: {number.value}"]`',
                'or say that it is left out, `not covered "why"`, or decided against, `assumed otherwise "why"`',
            ],
        )
    elif met.sentence.aside and met.sentence.why and said:
        span = number.span.to(met.sentence.why.span)
        message = f"this statement is `{met.sentence.aside}`, and {_many(said)} cites it as said"
        c.report.add("W207", span, message, help=["leave one of the two out"])


def _many(said: Iterable[str]) -> str:
    first, *more = said
    return f"`{first}`" if not more else f"`{first}` (and {len(more)} more)"


def citations(c: Checker, model: CheckedModel) -> None:
    known = [*c.book.sources, "assumed"]
    sections = sections_of(c.book)
    for placed in c.book.clauses:
        if isinstance(placed.clause, s.ChapterClause) and not placed.clause.tags.summary:
            _check_heading(c, placed.clause, sections)
    cited = [node for node in walk(c.book.header) if isinstance(node, s.Citation)]
    for found in (cited, *(inside(placed.clause, s.Citation) for placed in c.book.clauses)):
        for node in found:
            if node.source.text in known:
                _check_citation(c, node, sections.get(node.source.text, {}))
            elif node not in c.late_indices:
                unknown_source(c, node.source, known)


def _check_heading(
    c: Checker, heading: s.ChapterClause, sections: Mapping[str, Mapping[str, SectionStatements]]
) -> None:
    """Report the citations of statements by a chapter that has only a title."""
    for cite in heading.tags.cites:
        known = tuple(sections.get(cite.source.text, ()))
        if cite.detail and any(part.numbers for part in parts_of_citation(cite.detail.value, known)):
            message = f"chapter `{heading.name.text}` cites statements, and has no text that says them"
            c.report.add("W218", cite.span, message, help=["cite them where they are said, or write a text"])


def unknown_source(c: Checker, name: s.Name, known: Sequence[str]) -> None:
    """Report that no header declares a source with this name; similar names are the advice."""
    advice = did_you_mean(name.text, known, name.span) or [f'declare it in the header: `source {name.text} "…"`']
    c.report.add("E212", name.span, f"no source is called `{name.text}`", expected=known, help=advice)


def _check_citation(c: Checker, node: s.Citation, sections: Mapping[str, SectionStatements]) -> None:
    if node.detail is None or not sections:
        return
    listed = any(sections.values())
    for part in parts_of_citation(node.detail.value, tuple(sections)):
        sentences = sections.get(part.section or "", ())
        if part.numbers and (sentences if part.section else listed):
            _statements(c, node, node.detail, part, sections)
        elif part.section is None and not part.numbers:
            message = f'the source `{node.source.text}` declares no section "{part.text}"'
            c.report.add("W205", _span_of_part(node.detail, part), message, help=_advice(node.detail, part, sections))


def _statements(
    c: Checker, node: s.Citation, detail: s.Text, part: CitedPart, sections: Mapping[str, SectionStatements]
) -> None:
    """Report wrong statement numbers in a citation, if the source lists its statements."""
    if part.section is None or part.text != part.section:
        message = f'the source `{node.source.text}` has no section "{part.text}", so no statements of it'
        c.report.add("E249", _span_of_part(detail, part), message, help=_advice(detail, part, sections))
        return
    there = [sentence.number.value for sentence in sections[part.section]]
    lacking = dict.fromkeys(end for pair in part.numbers for end in pair if end not in there or pair[0] > pair[1])
    if lacking:
        said = ", ".join(map(str, lacking))
        message = f'"{part.section}" of the source `{node.source.text}` has no statement {said}'
        c.report.add("E249", _span_of_part(detail, part), message, help=[f"it has {runs_of_numbers(there)}"])


def _span_of_part(detail: s.Text, part: CitedPart) -> Span:
    """Return the span of a part of a citation. It is the span of the whole text if that contains escapes."""
    start = detail.span.start + 1
    return Span(detail.span.source, start + part.start, start + part.end) if _plain(detail, part) else detail.span


def _plain(detail: s.Text, part: CitedPart) -> bool:
    return part.end > part.start and detail.span.text == f'"{detail.value}"'


def _advice(detail: s.Text, part: CitedPart, sections: Mapping[str, SectionStatements]) -> Sequence[Help | str]:
    plain = _plain(detail, part)
    section, comma, rest = (part.text, "", "") if part.numbers else part.text.partition(",")
    span = Span(
        detail.span.source, _span_of_part(detail, part).start, _span_of_part(detail, part).end - len(comma + rest)
    )
    near = did_you_mean(
        section, [one for one in sections if '"' not in one and "\\" not in one], span if plain else None
    )
    several = [*sections]
    known = ", ".join(f'"{one}"' for one in several[:8]) + (", …" if len(several) > 8 else "")
    return near or [f"its sections are {known}"]
