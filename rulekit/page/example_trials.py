"""Runs the examples of a text in small steps, so that the next version of the text need not wait for them.

An example that does not hold is reported with its line, what was expected, what came instead, and changes of the last
layer that fit it to the rules: the line with the value that came, or the example left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from attrs import define, evolve, field, frozen

from ..check.checked import CheckedModel
from ..diagnostics import Diagnostic, Help, RulekitError, Source, Span
from ..diagnostics.printable import printable
from ..engine.wasm import WasmEngine
from ..loader import gather_stack
from ..model.rulebook import Config
from ..model.settings import ExampleSetting
from ..pipeline import check_configuration
from ..play.example_runner import Outcome, run_examples
from ..play.failure_report import example_diagnostic, explain_outcome, misread_diagnostic
from ..play.game import ConfiguredGame
from ..play.game_record import record_text
from ..play.loaded_book import LoadedBook, machine_of
from ..rulebook_files import read_rulebook
from .messages import message_json

MOST_FIXED: Final = 8
"""The most failing examples whose fixes are tried: each trial takes as long as a check."""
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


@define
class ExampleTrials:
    """The examples of a book: how many there are, how many were tried so far, and those that failed. The fixes of the
    first `proved` ones work."""

    book: LoadedBook
    settings: Sequence[ExampleSetting]
    tried: int = 0
    proved: int = 0
    failed: list[FailedExample] = field(factory=list)

    def as_json(self) -> dict[str, Any]:
        failed = [one.as_json(at < self.proved) for at, one in enumerate(self.failed)]
        return {"of": len(self.settings), "tried": self.tried, "failed": failed}

    def steps(self) -> Iterator[None]:
        """Run the examples one by one, those of the same configuration together, then try the fixes."""
        together: dict[tuple[int | None, tuple[tuple[str, int | str], ...]], list[ExampleSetting]] = {}
        for one in self.settings:
            usual = self.book.apply_layers(one.players).options
            options = tuple(sorted((name, value) for name, value in one.options.items() if usual.get(name) != value))
            together.setdefault((one.players or self.book.rulebook.players, options), []).append(one)
        for (players, options), settings in together.items():
            yield from self._configuration(Config(players, dict(options)), settings)
        for at, failed in enumerate(self.failed[:MOST_FIXED]):
            kept = list[Help]()
            for help in failed.message.help:
                if help.replacement is None or self._works(help, failed):
                    kept.append(help)
                yield
            self.failed[at], self.proved = evolve(failed, message=evolve(failed.message, help=tuple(kept))), at + 1

    def _works(self, fix: Help, failed: FailedExample) -> bool:
        """Return whether the example holds, or is gone, and nothing else is wrong, after a fix."""

        def read(path: Path) -> Source:
            source = read_rulebook(path)
            if fix.span is None or fix.replacement is None or source.name != fix.span.source.name:
                return source
            return Source(source.name, source.text[: fix.span.start] + fix.replacement + source.text[fix.span.end :])

        try:
            books = gather_stack([Path(self.book.name)], read).books
        except RulekitError:
            return False
        model, _ = check_configuration(books, failed.config, failed.name, knowledge=False, texts=False)
        if model is None:
            return False
        machine = machine_of(model)
        outcomes = run_examples(lambda one: WasmEngine(one, optimise=False), machine, [failed.name])
        return all(outcome.failure is None for outcome in outcomes)

    def _configuration(self, config: Config, settings: Sequence[ExampleSetting]) -> Iterator[None]:
        """Run the examples of one configuration; if one of them is wrong, each by itself."""
        model, _ = self.book.check(config, True, knowledge=False, texts=False)
        yield
        if model is not None:
            yield from self._run(config, model, settings)
            return
        for one in settings:
            model, found = self.book.check(config, one.name, knowledge=False, texts=False)
            if model is not None:
                yield from self._run(config, model, [one])
                continue
            self.tried += 1
            wrong = misread_diagnostic(one.name, found, self.book.rulebook)
            self._fail(Outcome(one.name, f"example {one.name}", one.line, wrong.message, diagnostic=wrong), config)
            yield

    def _run(self, config: Config, model: CheckedModel, settings: Sequence[ExampleSetting]) -> Iterator[None]:
        machine = machine_of(model)
        yield
        engine = WasmEngine(machine, optimise=False)
        game = ConfiguredGame(self.book.name, self.book.layers, model, engine)
        for one in settings:
            for outcome in run_examples(lambda _: engine, machine, [one.name]):
                if outcome.failure is not None:
                    self._fail(explain_outcome(outcome, game), config)
            self.tried += 1
            yield

    def _fail(self, outcome: Outcome, config: Config) -> None:
        rulebook = self.book.rulebook
        message = outcome.diagnostic or example_diagnostic(outcome, outcome.failure or "", rulebook)
        placed = next(p for p in rulebook.clauses if p.id == f"example {outcome.example}")
        tests = [found for line in outcome.why if (found := FAILED_TEST.fullmatch(line.strip()))]
        first = tests[0] if tests and outcome.number is not None else None
        line = message.span.text if message.span and outcome.number is not None else ""
        is_own = placed.layer == rulebook.layers[-1]
        title = placed.clause.tags.title
        fixes = (*_with_value(outcome, line, first, message.span, is_own, self.end), *self._without(outcome, is_own))
        self.failed.append(
            FailedExample(
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
        )

    @property
    def end(self) -> Span:
        """Return the end of the last layer's text, where its changes are added."""
        source = self.book.books[-1].span.source
        return Span(source, len(source.text), len(source.text))

    def _without(self, outcome: Outcome, is_own: bool) -> Iterator[Help]:
        if not is_own and outcome.fault is None:  # rules that fault are to be mended
            yield Help("leave it out", self.end, f"{_gap(self.end)}strike example {outcome.example}\n")


def _with_value(
    outcome: Outcome, line: str, test: re.Match[str] | None, place: Span | None, is_own: bool, end: Span
) -> Iterator[Help]:
    """Yield the fix that expects the value that came, if the failing test compares a value with another."""
    if test is None or place is None:
        return
    what, equals, _ = test["test"].partition(" == ")
    name, _, value = test["got"].partition(" = ")
    if not equals or name != what or line.count(test["test"]) != 1 or "`" in line or "\n" in line:
        return
    new = line.replace(test["test"], f"{what} == {value}")
    said = f"expect `{what} == {value}` in it"
    if is_own:
        yield Help(said, place, new)
    else:
        change = f"replace in example {outcome.example}:\n  `{line}`:\n    {new}\n"
        yield Help(said, end, f"{_gap(end)}{change}")


def _gap(end: Span) -> str:
    """Return what separates a clause from the text before it."""
    text = end.source.text
    return "" if not text else "\n" if text.endswith("\n") else "\n\n"


def trials_of(book: LoadedBook) -> ExampleTrials:
    """Return the trials of all examples that a book has for its numbers of players."""
    return ExampleTrials(book, book.example_settings())
