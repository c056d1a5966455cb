"""Describes an example that does not hold: its line, what was expected and what came instead.

It offers changes of the last layer that fit the example to the rules: the line with the value that came, or to leave
the example out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from attrs import evolve, frozen

from ..diagnostics import Diagnostic, Help, Span
from ..diagnostics.printable import printable
from ..model.rulebook import Config
from ..play.example_runner import Outcome
from ..play.failure_report import example_diagnostic
from ..play.game_record import record_text
from ..play.loaded_book import LoadedBook
from .messages import addition, message_json

FAILED_TEST: Final = re.compile(r"`(?P<test>.+)` is no: (?P<got>.+)")
"""The line of an explanation that says which part of an expectation fails, and with which values."""


@frozen
class FailedExample:
    """An example that does not hold: its title, the layer that has it, whether the rules fault there, the failing line
    and the part of it that does not hold, what came instead, why, and the steps up to it.

    The message has the place and the fixes."""

    name: str
    title: str
    layer: str
    is_own: bool
    is_fault: bool
    line: str
    wanted: str
    got: str
    why: tuple[str, ...]
    steps: tuple[str, ...]
    config: Config
    message: Diagnostic

    def as_json(self, proved: bool) -> dict[str, Any]:
        """Return the failure as JSON; fixes are included if they are `proved` to work."""
        said = {name: printable(getattr(self, name)) for name in ("name", "title", "layer", "line", "wanted", "got")}
        more = {name: [printable(one) for one in getattr(self, name)] for name in ("why", "steps")}
        sure = [help for help in self.message.help if proved or help.replacement is None]
        message = evolve(self.message, help=tuple(sure))
        return {**message_json(message, proved), **said, **more, "own": self.is_own, "fault": self.is_fault}


def failed_example(outcome: Outcome, config: Config, book: LoadedBook) -> FailedExample:
    """Return the description of an example that failed in a configuration of a book. Its fixes are not tried yet."""
    rulebook = book.rulebook
    message = outcome.diagnostic or example_diagnostic(outcome, outcome.failure or "", rulebook)
    placed = next(p for p in rulebook.clauses if p.id == f"example {outcome.example}")
    tests = [found for line in outcome.why if (found := FAILED_TEST.fullmatch(line.strip()))]
    first = tests[0] if tests and outcome.number is not None else None
    line = message.span.text if message.span and outcome.number is not None else ""
    is_own = placed.layer == rulebook.layers[-1]
    title = placed.clause.tags.title
    fixes = tuple(_fixes(outcome, line, first, message.span if is_own else None, book))
    return FailedExample(
        outcome.example,
        title.value if title is not None else "",
        placed.layer,
        is_own,
        outcome.fault is not None,
        line,
        first["test"] if first else line,
        first["got"] if first else message.message.partition(": ")[2],
        outcome.why[1:] if first else outcome.why,
        tuple(record_text(outcome.record).splitlines()),
        config,
        evolve(message, help=(*(one for one in message.help if not fixes or one.replacement), *fixes)),
    )


def _fixes(
    outcome: Outcome, line: str, test: re.Match[str] | None, own: Span | None, book: LoadedBook
) -> Iterator[Help]:
    """Yield changes that may make the example hold. `own` is the failing line, if it is in the last layer's text."""
    last = book.books[-1].span.source
    if test is not None and (fitted := _with_value(line, test["test"], test["got"])) is not None:
        new, said = fitted
        change = f"replace in example {outcome.example}:\n  `{line}`:\n    {new}\n"
        yield Help(f"expect `{said}` in it", *((own, new) if own is not None else addition(last, change)))
    if own is None and outcome.fault is None:  # rules that fault are to be mended
        yield Help("leave it out", *addition(last, f"strike example {outcome.example}\n"))


def _with_value(line: str, test: str, got: str) -> tuple[str, str] | None:
    """Return the line, and the test in it, with the value that came; None unless the failing test compares a value with
    another."""
    what, equals, _ = test.partition(" == ")
    name, _, value = got.partition(" = ")
    if not equals or name != what or line.count(test) != 1 or "`" in line or "\n" in line:
        return None
    said = f"{what} == {value}"
    return line.replace(test, said), said
