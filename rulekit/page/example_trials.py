"""Runs the examples of a text in small steps, so that the next version of the text need not wait for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from attrs import define, evolve, field

from ..check.checked import CheckedModel
from ..diagnostics import Help, RulekitError, Source
from ..engine.wasm import WasmEngine
from ..loader import gather_stack
from ..model.rulebook import Config
from ..model.settings import ExampleSetting
from ..pipeline import check_configuration
from ..play.example_runner import Outcome, run_examples
from ..play.failure_report import explain_outcome, misread_diagnostic
from ..play.game import ConfiguredGame
from ..play.loaded_book import LoadedBook, machine_of
from ..rulebook_files import read_rulebook
from .failed_example import FailedExample, failed_example

MOST_FIXED: Final = 8
"""The most failing examples whose fixes are tried: each trial takes as long as a check."""


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
        self.failed.append(failed_example(outcome, config, self.book))


def trials_of(book: LoadedBook) -> ExampleTrials:
    """Return the trials of all examples that a book has for its numbers of players."""
    return ExampleTrials(book, book.example_settings())
