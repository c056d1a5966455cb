"""Runs the examples of a text in small steps, so that a new version of the text need not wait for them.

For an example that fails, the result has the failing line, what was expected and what came instead. It also has fixes,
which change the last layer so that the example fits the rules. One writes the value that came into the line, another
leaves the example out.
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
from .messages import addition, message_json

FAILED_TEST: Final = re.compile(r"`(?P<test>.+)` is no: (?P<got>.+)")
"""Matches the line of an explanation that says which part of an expectation fails, and what its values are."""


@frozen
class FailedExample:
    """An example that failed.

    `layer` is the layer that contains it, and `is_own` is True if this is the last one. `is_fault` is True if the rules
    fault in it. `line` is the failing line, `wanted` the part of the line that is not true, and `got` what came
    instead. `why` explains the failure, and `steps` are the steps before it. The message has the place and the
    fixes."""

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
        """Return the failure as JSON. Fixes are included only if `proved`, which says that they are known to work."""
        said = {name: printable(getattr(self, name)) for name in ("name", "title", "layer", "line", "wanted", "got")}
        more = {name: [printable(one) for one in getattr(self, name)] for name in ("why", "steps")}
        sure = [help for help in self.message.help if proved or help.replacement is None]
        message = evolve(self.message, help=tuple(sure))
        return {**message_json(message, proved), **said, **more, "own": self.is_own, "fault": self.is_fault}


def failed_example(outcome: Outcome, config: Config, book: LoadedBook) -> FailedExample:
    """Return the description of an example that failed in this configuration of a book. Its fixes have not been tried
    yet."""
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
    """Yield changes of the last layer that may make the example hold. `line` is the failing line and `test` the match
    of FAILED_TEST, if any. `own` is the place of the failing line if it is in the last layer's text, else None."""
    last = book.books[-1].span.source
    if test is not None and (fitted := _with_value(line, test["test"], test["got"])) is not None:
        new, said = fitted
        change = f"replace in example {outcome.example}:\n  `{line}`:\n    {new}\n"
        yield Help(f"expect `{said}` in it", *((own, new) if own is not None else addition(last, change)))
    if own is None and outcome.fault is None:  # after a fault, the author should correct the rules instead
        yield Help("leave it out", *addition(last, f"strike example {outcome.example}\n"))


def _with_value(line: str, test: str, got: str) -> tuple[str, str] | None:
    """Return a line in which the failing test expects the value that came, and this new test. Return None unless the
    test compares something to a value with `==`."""
    what, equals, _ = test.partition(" == ")
    name, _, value = got.partition(" = ")
    if not equals or name != what or line.count(test) != 1 or "`" in line or "\n" in line:
        return None
    said = f"{what} == {value}"
    return line.replace(test, said), said


MOST_FIXED: Final = 8
"""The greatest number of failing examples whose fixes are tried; each trial takes as long as a check."""


@define
class ExampleTrials:
    """The examples of a book while they are run. `tried` is the number of examples that have been run, and `failed` has
    those that failed. For the first `proved` of these, the fixes that do not work are removed."""

    book: LoadedBook
    settings: Sequence[ExampleSetting]
    tried: int = 0
    proved: int = 0
    failed: list[FailedExample] = field(factory=list)

    def as_json(self) -> dict[str, Any]:
        failed = [one.as_json(at < self.proved) for at, one in enumerate(self.failed)]
        return {"of": len(self.settings), "tried": self.tried, "failed": failed}

    def steps(self) -> Iterator[None]:
        """Run all examples, grouped by configuration, then try the fixes. Yield after each step."""
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
        """Return whether the fix makes the example hold, or removes it, and the book then has no error."""

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
        """Run the examples of one configuration and yield after each step. They are checked together; if this check
        finds an error, each is checked by itself."""
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
        self.failed.append(failed_example(outcome, config, self.book))


def trials_of(book: LoadedBook) -> ExampleTrials:
    """Return the trials of all examples of a book; none has been run yet."""
    return ExampleTrials(book, book.example_settings())
