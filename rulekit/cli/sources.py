"""`rulekit sources GAME…`: each section and each statement of each source with the clauses that cite it, or the other
way round; and what no source decides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from textwrap import fill
from typing import Any, Final

from ..model.assembly import assemble
from ..model.coverage import CitedSource, MetStatement
from ..model.rulebook import Config, Rulebook
from ..model.source_report import OpenQuestion, SourceReport
from ..pipeline import configurations
from ..play.loaded_book import load
from ..syntax import nodes as s
from .parameters import Arguments
from .result import OK, Result

WIDTH: Final = 120
STATES: Final = ("said", "ruled", "shown", "assumed otherwise", "not covered", "open")
"""How a statement may be met, in the order in which it is counted."""


def run(args: Arguments) -> Result:
    report = SourceReport()
    for name in args.games:
        book = load(name, args.layers)
        report.read(book.layered(args.players, args.options))
        if args.players is None and not args.options:
            _every_answer(book.books, report)
    return Result(OK, _data(args.games, report), "\n".join(_lines(report, args.by_clause)))


def _every_answer(books: Sequence[s.Book], report: SourceReport) -> None:
    """What is there for each number of players, and with each other answer of each option by itself."""
    usual: Rulebook | None = None
    for config in configurations(books):
        rulebook, _ = assemble(books, config)
        if rulebook is None:
            continue
        report.read(rulebook)
        if not config.options:
            continue
        if usual is None or usual.players != rulebook.players:
            usual, _ = assemble(books, Config(rulebook.players))
        if usual is not None:
            for name in config.options:
                report.answer(name, usual, rulebook)


def _lines(report: SourceReport, by_clause: bool) -> Iterator[str]:
    open_ones = list(_open(report))
    if open_ones:
        yield from ("open: statements that nothing says", *open_ones, "")
    if by_clause:
        yield from _clauses(report)
    for source in () if by_clause else report.sources.values():
        yield from _source(source)
        yield ""
    if report.questions:
        yield "open questions, and how many clauses another answer would concern"
        for question in sorted(report.questions.values(), key=lambda q: -len(q.used_in)):
            yield from _question(question)
        yield ""
    if report.assumptions:
        yield "assumed, and in how many other clauses it is used"
        for one in sorted(report.assumptions.values(), key=lambda a: -a.used_in):
            yield f"  {one.used_in:3}  {one.clause}: {one.why}" if one.why else f"  {one.used_in:3}  {one.clause}"
        yield ""
    yield _summary(report)


def _source(source: CitedSource) -> Iterator[str]:
    yield f"{source.name}  {source.title}"
    what = " (no such section)" if source.sections else ""
    rows = {
        **{section: source.without_numbers(section) for section in source.sections},
        **{f"{said}{what}": tuple(citing) for said, citing in source.elsewhere.items()},
        **({"as a whole": tuple(source.whole)} if source.whole else {}),
    }
    width = min(30, max(map(len, rows), default=0))
    for section, citing in rows.items():
        listed = source.statements.get(section, {})
        if listed and not citing:
            yield f"  {section}"
        else:
            yield _wrapped(f"  {section:{width}}  ", ", ".join(citing) or "cited by nothing")
        for number, met in listed.items():
            yield from _statement(number, met)
    if not rows:
        yield "  cited by nothing"


def _statement(number: int, met: MetStatement) -> Iterator[str]:
    """A statement, and below it how it is met."""
    yield _wrapped(f"  {number:>6} ", met.sentence.text.value)
    told = [*met.by("said")]
    told += [f"{how} by {of}" for how in ("ruled", "shown") for of in met.by(how)]
    if met.sentence.aside:
        told.insert(0, f"{met.sentence.aside}: {met.sentence.why.value if met.sentence.why else ''}")
    yield _wrapped(" " * 12, ", ".join(told) or "OPEN")


def _clauses(report: SourceReport) -> Iterator[str]:
    """The other way round: each clause with what it cites."""
    for clause in report.citing:
        cited = [(source, *one) for source in report.sources.values() for one in source.cited_by(clause)]
        if cited:
            yield clause
        for source, section, named in cited:
            yield f"  {source.name}  {section}".rstrip()
            for met in named:
                yield _wrapped(f"  {met.sentence.number.value:>6} ", met.sentence.text.value)
    yield ""


def _open(report: SourceReport) -> Iterator[str]:
    """The statements that nothing says, shows, rules or sets aside."""
    for source in report.sources.values():
        for section, met in source.met:
            if met.state == "open":
                cited = f'[{source.name} "{section}: {met.sentence.number.value}"]'
                yield _wrapped(f"  {cited} ", met.sentence.text.value)


def _wrapped(start: str, text: str) -> str:
    return fill(text, WIDTH, initial_indent=start, subsequent_indent=" " * len(start), break_on_hyphens=False)


def _question(question: OpenQuestion) -> Iterator[str]:
    yield f"  {len(question.used_in):3}  {question.name}: {question.title}"
    yield _wrapped("       ", f"{question.in_force}; or: {'; '.join(question.others)}")
    if question.used_in:
        yield _wrapped("       ", ", ".join(question.used_in))
    if question.cites:
        yield _wrapped("       ", f"[{'; '.join(question.cites)}]")


def _summary(report: SourceReport) -> str:
    sections = [section for source in report.sources.values() for section in source.sections]
    uncited = sum(len(source.uncited) for source in report.sources.values())
    told = f"{_many(len(sections), 'section')}, {f'{uncited} cited by nothing' if uncited else 'all cited'}"
    rest = f"{_many(len(report.questions), 'open question')}, {_many(len(report.assumptions), 'assumption')}"
    states = Counter(met.state for source in report.sources.values() for _, met in source.met)
    counts = ", ".join(f"{states[state]} {state}" for state in STATES if states[state])
    said = f"; {_many(states.total(), 'statement')}: {counts}" if states else ""
    return f"{told if sections else 'no sections declared'}{said}; {rest}"


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'s' * (count != 1)}"


def _section(source: CitedSource, name: str) -> dict[str, Any]:
    """A section; its statements only where it has a list of them."""
    section: dict[str, Any] = {"section": name, "clauses": list(source.sections[name])}
    statements = [_stated(number, met) for number, met in source.statements.get(name, {}).items()]
    return {**section, "statements": statements} if statements else section


def _stated(number: int, met: MetStatement) -> dict[str, Any]:
    why = {"why": met.sentence.why.value} if met.sentence.why else {}
    cited = [{"clause": of, "how": how} for of, how in met.cited.items()]
    return {"number": number, "text": met.sentence.text.value, "state": met.state, **why, "cited": cited}


def _cited_by(report: SourceReport, clause: str) -> list[dict[str, Any]]:
    return [
        {"source": source.name, "section": section, "statements": [met.sentence.number.value for met in named]}
        for source in report.sources.values()
        for section, named in source.cited_by(clause)
    ]


def _data(games: Iterable[str], report: SourceReport) -> dict[str, Any]:
    return {
        "games": list(games),
        "sources": [
            {
                "source": source.name,
                "title": source.title,
                "sections": [_section(source, name) for name in source.sections],
                "elsewhere": [{"cited": said, "clauses": list(by)} for said, by in source.elsewhere.items()],
                "whole": list(source.whole),
            }
            for source in report.sources.values()
        ],
        "clauses": [
            {"clause": clause, "cites": cites} for clause in report.citing if (cites := _cited_by(report, clause))
        ],
        "rulings": [
            {
                "ruling": one.name,
                "title": one.title,
                "in_force": one.in_force,
                "others": list(one.others),
                "cites": list(one.cites),
                "used_in": list(one.used_in),
            }
            for one in report.questions.values()
        ],
        "assumptions": [
            {"clause": one.clause, "why": one.why, "used_in": one.used_in} for one in report.assumptions.values()
        ],
    }
