"""`rulekit sources GAME…`: each section of each source with the clauses that cite it, and what no source decides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import fill
from typing import Any, Final

from ..model.layers import assemble
from ..model.rulebook import Config, Rulebook
from ..model.sources import CitedSource, OpenQuestion, SourceReport
from ..pipeline import configurations
from ..play.loaded_book import load
from ..syntax import nodes as s
from .parameters import Arguments
from .result import OK, Result

WIDTH: Final = 120


def run(args: Arguments) -> Result:
    report = SourceReport()
    for name in args.games:
        book = load(name, args.layers)
        report.read(book.layered(args.players, args.options))
        if args.players is None and not args.options:
            _every_answer(book.books, report)
    return Result(OK, _data(args.games, report), "\n".join(_lines(report)))


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


def _lines(report: SourceReport) -> Iterator[str]:
    for source in report.sources.values():
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
        **source.sections,
        **{f"{said}{what}": citing for said, citing in source.elsewhere.items()},
        **({"as a whole": source.whole} if source.whole else {}),
    }
    width = min(30, max(map(len, rows), default=0))
    for section, citing in rows.items():
        yield _wrapped(f"  {section:{width}}  ", ", ".join(citing) or "cited by nothing")
    if not rows:
        yield "  cited by nothing"


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
    return f"{told if sections else 'no sections declared'}; {rest}"


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'s' * (count != 1)}"


def _data(games: Iterable[str], report: SourceReport) -> dict[str, Any]:
    return {
        "games": list(games),
        "sources": [
            {
                "source": source.name,
                "title": source.title,
                "sections": [{"section": name, "clauses": list(by)} for name, by in source.sections.items()],
                "elsewhere": [{"cited": said, "clauses": list(by)} for said, by in source.elsewhere.items()],
                "whole": list(source.whole),
            }
            for source in report.sources.values()
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
