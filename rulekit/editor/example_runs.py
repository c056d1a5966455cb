"""Plays one example of a book that is open in the editor. The result says whether it holds, or shows its positions move
by move."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import dedent, indent
from typing import Final

from attrs import frozen

from ..diagnostics import Diagnostic, RulekitError
from ..engine.wasm import WasmEngine
from ..model.assembly import assemble
from ..model.clause_table import is_unsaid
from ..model.rulebook import Config, Rulebook
from ..model.settings import example_setting
from ..pipeline import check_configuration
from ..play.example_runner import Outcome, Stage, example_stages, run_examples
from ..play.failure_report import explain_outcome
from ..play.game import ConfiguredGame
from ..play.loaded_book import machine_of
from ..play.position_text import changes, position_lines
from ..syntax import nodes as s
from .workspace import Workspace


@frozen(eq=False)
class ExampleRun:
    """An example that was played. `book` is the name of the open book, `clause` the example. `config` and `game` are
    the configuration and the game in which it was played, and `outcome` is the result."""

    book: str
    clause: s.ExampleClause
    config: Config
    game: ConfiguredGame
    outcome: Outcome

    def result(self) -> str:
        """Return a text that says whether the example holds and, if it fails, why."""
        where = f" in `{book}`" if (book := self.game.rulebook.name) != self.book else ""
        if self.outcome.failure is None:
            return f"the example {self.outcome.example} holds{where}"
        return "\n".join(
            [f"the example {self.outcome.example} fails{where}: {self.outcome.failure}", *self.outcome.why]
        )

    def positions(self) -> str:
        """Return a text with the lines of the example, up to the one that fails. After each line come what the move
        changed and the position after it."""
        stages = example_stages(self.game.engine, [self.outcome.example])[self.outcome.example]
        lines = [n for n in self.clause.lines for _ in range(n.times if isinstance(n, s.Played) else 1)]
        failing = len(lines) if self.outcome.failure is None else self.outcome.number or 0
        title = self.clause.tags.title
        answers = [f"{name} = {answer}" for name, answer in self.config.options.items()]
        settings = ", ".join([f"{self.config.players} players", *answers] if self.config.players else answers)
        parts = [f"{self.clause.name.text}: {title.value if title else 'a worked example'} ({settings or 'as usual'})"]
        for number, line in enumerate(lines[: failing + 1]):
            shown = self._shown(stages[number]) if number < len(stages) and number != failing else ()
            parts.append("\n".join([_text(line), *shown]))
        return "\n\n".join([*parts, self.result()]) + "\n"

    def _shown(self, stage: Stage) -> Iterator[str]:
        if stage.after is None or stage.after == stage.before:
            return
        engine = self.game.engine
        if stage.before is not None and stage.line.verb == "play":
            found = changes(engine.machine, stage.before, stage.after)
            yield from ("    changed:", *(f"      {one}" for one in found)) if found else ()
        yield from ("    position:", *(f"      {one}" for one in position_lines(engine, stage.after)))


def _text(line: s.Node) -> str:
    first = line.span.first.column - 1
    return indent(dedent(" " * first + line.span.text), "  ")


def run_example(workspace: Workspace, path: str, name: str) -> ExampleRun:
    """Play an example of a book and return the run. If clauses of the book are left `to be said`, play it in a book
    that builds on this one. Raise RulekitError if this is impossible."""
    books = workspace.gather(path).books
    own, found = assemble(books, Config())
    if own is None or _example(own, name) is None:
        raise RulekitError(*(found or [Diagnostic("E803", f"there is no example `{name}`")]))
    whole = path if not any(is_unsaid(placed.clause) for placed in own.clauses) else workspace.whole_book(path)
    rulebook = assemble(books := workspace.gather(whole).books, Config())[0] if whole is not None else None
    clause = _example(rulebook, name) if rulebook is not None else None
    if rulebook is None or clause is None:
        raise RulekitError(NOT_WHOLE)
    setting = example_setting(rulebook, clause)
    config = Config(setting.players, setting.options)
    model, found = check_configuration(books, config, name, knowledge=False, texts=False)
    if model is None:
        raise RulekitError(*(one for one in found if one.severity == "error"))
    machine = machine_of(model)
    engine = WasmEngine(machine, optimise=False)
    game = ConfiguredGame(path, (), model, engine)
    (outcome,) = run_examples(lambda _: engine, machine, [name])
    return ExampleRun(own.name, clause, config, game, explain_outcome(outcome, game))


def _example(rulebook: Rulebook, name: str) -> s.ExampleClause | None:
    clauses = (placed.clause for placed in rulebook.clauses)
    return next((one for one in clauses if isinstance(one, s.ExampleClause) and one.name.text == name), None)


NOT_WHOLE: Final = Diagnostic("E814", "this is not a whole game: an edition must say what is still missing")
