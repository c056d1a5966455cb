"""Listed statements of sources:

E250 two have the same number; W208 one is too long; W206 no clause cites one; W207 one is set aside but cited.

Another configuration may cite what this one does not, so callers that check several keep only those W206 that all
report. `citations.py` checks that cited statements exist.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from attrs import evolve

from ...diagnostics import Diagnostic, Span
from ...model.clause_table import is_unsaid
from ...model.coverage import CitedSource, MetStatement, cite_sources, runs_of_numbers, statement_clauses
from ...syntax import nodes as s
from ..checked import CheckedModel
from ..checker import Checker
from .citations import unknown_source

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
            c.report.warn("W208", one.text.span, message, help=advice)


def _check_coverage(c: Checker, source: CitedSource, title: s.Text, met: MetStatement, whole: bool) -> None:
    number = met.sentence.number
    said = met.by("said")
    if met.state == "open" and whole and number.span.source in c.book.answerable:
        c.report.add(
            "W206",
            number.span,
            f'nothing says statement {number.value} of "{title.value}"',
            severity="warning",
            labels=[(title.span, "of this section")],
            help=[
                f'cite it where it is said, `[{source.name} "{title.value}: {number.value}"]`',
                'or say that it is left out, `not covered "why"`, or decided against, `assumed otherwise "why"`',
            ],
        )
    elif met.sentence.aside and met.sentence.why and said:
        span = number.span.to(met.sentence.why.span)
        message = f"this statement is `{met.sentence.aside}`, and {_many(said)} cites it as said"
        c.report.warn("W207", span, message, help=["leave one of the two out"])


def _many(said: Iterable[str]) -> str:
    first, *more = said
    return f"`{first}`" if not more else f"`{first}` (and {len(more)} more)"


def join_by_section(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the same diagnostics, with one W206 for all open statements of a section."""
    kept: list[Diagnostic] = []
    runs: dict[Span, list[Diagnostic]] = {}
    for one in found:
        run = runs.setdefault(one.labels[0].span, []) if one.code == "W206" else []
        run.append(one)
        if len(run) == 1:
            kept.append(one)
    told = {id(run[0]): _together(section, run) for section, run in runs.items() if len(run) > 1}
    return [told.get(id(one), one) for one in kept]


def _together(section: Span, run: list[Diagnostic]) -> Diagnostic:
    numbers = runs_of_numbers([int(one.span.text) for one in run if one.span is not None])
    return evolve(run[0], message=f"nothing says {len(run)} statements of {section.text}: {numbers}")
