"""`rulekit test`: worked examples, invariants over random games, clauses that are never reached.

Reports are values; the command prints them. All results are *sampled*: they hold for the games played under one seed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from functools import partial
from itertools import chain
from typing import Any

from attrs import define, evolve, field, frozen

from ..diagnostics import Diagnostic, RulekitError
from ..diagnostics.printable import tenths_text
from ..diagnostics.renderer import to_json
from ..engine.events import Event, Marked
from ..engine.interface import Engine, State
from ..engine.reference import ReferenceEngine
from ..engine.wasm.quick_start import QuickStartEngine
from ..machine.form_table import parts_of
from ..machine.program import After, Call, Function, Machine, Mark, Routine, Run
from ..model.settings import ExampleSetting
from ..pipeline import EngineName, make_engine
from . import MAX_MOVES, RANDOM
from .example_runner import Outcome, run_examples
from .failing_games import MOST_SECONDS, MonitoredRun, PlayedGame, shrink
from .failure_report import (
    FailingGame,
    example_diagnostic,
    explain_outcome,
    fault_diagnostic,
    invariant_diagnostic,
    misread_diagnostic,
    step_limit_diagnostic,
    unfinished_diagnostic,
    why_broken,
)
from .fault_causes import EngineCall, changes_until_fault, fault_values, steps_taken
from .game import ConfiguredGame
from .game_progress import GameProgress
from .game_record import GameRecord
from .loaded_book import LoadedBook
from .position_text import position_lines
from .simulate import Sample, WatchedGames, games_to_sample, sample_games, who_plays

TextProgress = Callable[[str], None]

SLOW = 5.0
"""Seconds for simplifying a game that exceeds the step limit: each replay of it takes long."""


@frozen
class RulebookReport:
    """The results of testing one rulebook: the outcomes of its examples, a sample of games for each configuration, and
    the clauses that no game reached."""

    game: str
    examples: tuple[Outcome, ...]
    samples: tuple[Sample, ...]
    never_reached: tuple[str, ...]
    clauses: Mapping[str, int] = field(repr=False)
    seed: int = 1
    left_out: tuple[str, ...] = ()
    warnings: tuple[Diagnostic, ...] = ()
    agents: str = RANDOM

    @property
    def ok(self) -> bool:
        return not any(e.failure for e in self.examples) and all(s.ok for s in self.samples)

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "ok": self.ok,
            "examples": [
                {
                    "example": e.example,
                    "line": e.line,
                    "ok": e.failure is None,
                    "failure": e.failure,
                    "code": e.diagnostic.code if e.diagnostic else None,
                    "diagnostic": to_json(e.diagnostic) if e.diagnostic else None,
                    "record": [entry.as_json() for entry in e.record],
                    "position": list(e.position),
                    "changed": list(e.changed),
                    "why": list(e.why),
                    "notes": list(e.notes),
                    "position_before_step": e.fault is not None,
                }
                for e in self.examples
            ],
            "left_out": list(self.left_out),
            "random_games": [s.as_json() for s in self.samples],
            "sampled": {"seed": self.seed, "agents": self.agents},
            "never_reached": list(self.never_reached),
            "warnings": [to_json(warning) for warning in self.warnings],
        }


@frozen
class BookTestSettings:
    """Settings for testing a book: which of its games, on which engine, and how many random games."""

    players: int | None = None
    options: Mapping[str, int | str] = field(factory=dict)
    engine: EngineName = "wasm"
    games: int = 50
    seed: int = 1
    max_moves: int = MAX_MOVES
    own: bool = False
    """Whether to test only the examples of the last layer."""
    examples: bool = True
    """Whether to run examples at all."""
    agents: str = RANDOM

    @property
    def job(self) -> WatchedGames:
        return WatchedGames(self.seed, self.max_moves, self.agents)


def check_book(
    book: LoadedBook,
    asked: BookTestSettings | None = None,
    progress: TextProgress = lambda _: None,
    executor: Executor | None = None,
) -> RulebookReport:
    """Test one rulebook: examples in their own configurations, then random games. Return a report.

    By default the random games cover each number of players, and each non-default answer of each option. If there is an
    executor, its workers play them. The report lists games that fault or break an invariant, and answers with which
    there is no playable game."""
    asked = asked or BookTestSettings()
    following = games_to_sample(book, asked.players, asked.options, asked.games)
    first = next(following)
    # before the examples run, this raises an error if no game can be made with these settings
    first_game = book.configure(first.players, first.options, asked.engine, games=first.games)
    progress("examples")
    games = ExampleGames(book, asked.engine, few=True, own=asked.own)
    examples = games.outcomes() if asked.examples else []
    samples = []
    reachable: dict[str, None] = {}
    for chosen in chain((first,), following):
        progress(f"{chosen.players} players")
        playing = partial(_tell_games, progress, chosen.players)
        try:
            game = first_game
            if chosen is not first:
                game = book.configure(chosen.players, chosen.options, asked.engine, games=chosen.games)
        except RulekitError as error:
            if not chosen.other:
                raise
            samples.append(Sample(chosen.players, 0, 0, None, chosen.options, wrong=error.diagnostics))
            continue
        said = chosen.options if chosen.other else asked.options
        samples.append(random_games(game, chosen.games, asked.job, executor, said, playing))
        if not chosen.other:
            reachable.update(dict.fromkeys(countable_clauses(game.machine)))
    reached = Counter[str]()
    for sample in samples:
        reached.update({} if sample.figures is None else sample.figures.clauses)
    never = tuple(clause for clause in reachable if not reached[clause]) if asked.games else ()
    if any(s.failing for s in samples):
        never = ()  # games that stopped early say little about what can be reached
    if never:
        shown = games.clauses([o.example for o in examples if o.failure is None])
        never = tuple(clause for clause in never if clause not in shown)
    played, unfinished = sum(s.games for s in samples), sum(s.unfinished for s in samples)
    endless = unfinished_diagnostic(played, unfinished, asked.max_moves, first_game.rulebook) if unfinished else None
    return RulebookReport(
        book.name,
        tuple(examples),
        tuple(samples),
        never,
        dict(reached),
        asked.seed,
        book.examples_left_out,
        () if endless is None else (endless,),
        asked.agents,
    )


def book_examples(book: LoadedBook, engine: EngineName = "wasm") -> list[Outcome]:
    """Run all examples of a rulebook, each with the players and options that it names, and return their outcomes."""
    return ExampleGames(book, engine).outcomes()


@define
class ExampleGames:
    """The games of a book's examples, each configured once. With `few`, they run on engines that start quickly, for few
    steps; otherwise on engines that play fast. With `own`, the examples of lower layers are left out."""

    book: LoadedBook
    engine: EngineName
    few: bool = False
    own: bool = False
    _together: dict[tuple[Any, ...], ConfiguredGame | None] = field(factory=dict)

    def game(self, setting: ExampleSetting) -> ConfiguredGame:
        """Return the game in which an example runs. It includes every example with the same players and options. If one
        of those has errors, it includes only this example. Raise RulekitError if this example has errors."""
        key = (setting.players, tuple(sorted(setting.options.items())))
        if key not in self._together:
            self._together[key] = self._configure(setting, True)
        return self._together[key] or self.book.configure(
            setting.players, setting.options, self.engine, examples=setting.name
        )

    def _configure(self, setting: ExampleSetting, examples: bool | str) -> ConfiguredGame | None:
        try:
            return self.book.configure(setting.players, setting.options, self.engine, examples=examples)
        except RulekitError:
            return None

    def outcomes(self) -> list[Outcome]:
        """Run every example, and return the outcomes in the order of the book. The outcome of a failing example has
        reasons."""
        rulebook, ran = self.book.rulebook, dict[int, dict[str, Outcome]]()
        outcomes: dict[str, Outcome] = {}
        games: list[ConfiguredGame] = []  # keeps the games alive, so that their ids stay unique
        settings = self.book.example_settings(self.own)
        only = frozenset(setting.name for setting in settings) if self.own else None
        for setting in settings:
            try:
                game = self.game(setting)
                if id(game) not in ran:
                    games.append(game)
                    found = run_examples(self._engine, game.machine, only)
                    ran[id(game)] = {o.example: explain_outcome(o, game) for o in found}
            except RulekitError as error:
                wrong = misread_diagnostic(setting.name, error.diagnostics, rulebook)
                line = wrong.span.first.line if wrong.span else setting.line
                outcomes[setting.name] = Outcome(
                    setting.name, f"example {setting.name}", line, str(error), diagnostic=wrong
                )
                continue
            missing = Outcome(setting.name, f"example {setting.name}", setting.line, "it does not belong to this game")
            outcomes[setting.name] = ran[id(game)].get(setting.name, missing)
        return [
            evolve(o, diagnostic=example_diagnostic(o, o.failure, rulebook))
            if o.failure and o.diagnostic is None
            else o
            for o in outcomes.values()
        ]

    def clauses(self, names: Sequence[str]) -> frozenset[str]:
        """Return the clauses that are applied when these examples run; the examples must be ones that hold."""
        machines: dict[int, tuple[ConfiguredGame, list[str]]] = {}
        for setting in self.book.example_settings():
            if setting.name in names:
                game = self.game(setting)
                machines.setdefault(id(game), (game, []))[1].append(setting.name)
        return frozenset().union(*(self._clauses(game.machine, asked) for game, asked in machines.values()))

    def _clauses(self, machine: Machine, names: Sequence[str]) -> frozenset[str]:
        if self.engine == "wasm":
            engine = QuickStartEngine(machine)
            run_examples(lambda _: engine, machine, names)
            return engine.clauses_applied
        counting, applied = counting_reference(machine)
        run_examples(lambda _: counting, machine, names)
        return applied()

    def _engine(self, machine: Machine) -> Engine:
        return make_engine(machine, self.engine, 0 if self.few else None)


def _tell_games(progress: TextProgress, players: int, done: float, games: int) -> None:
    progress(f"{players} players: {tenths_text(done)} of {games} random games")


def counting_reference(machine: Machine) -> tuple[Engine, Callable[[], frozenset[str]]]:
    """Return a reference engine, and a function that returns the clauses which the engine has applied so far."""
    found: set[str] = set()

    def watch(event: Event) -> None:
        if isinstance(event, Marked):
            found.add(event.clause)

    return ReferenceEngine(machine, watch), lambda: frozenset(found)


def countable_clauses(machine: Machine) -> list[str]:
    """Return the clauses whose application is counted and that play could reach, in the order of the rulebook.

    Clauses that only examples use are left out."""
    bodies: dict[str, Routine | Function] = {r.name: r for r in machine.routines}
    bodies |= {f.name: f for f in machine.functions}
    waiting: list[object] = [machine.nodes]
    found = set()
    while waiting:
        for part in parts_of(waiting.pop()):
            if isinstance(part, Mark):
                found.add(part.clause)
            name = part.function if isinstance(part, Call) else part.routine if isinstance(part, Run | After) else ""
            if name in bodies:
                waiting.append(bodies.pop(name))
    return [c.id for c in machine.clauses if c.id in found]


def random_games(
    game: ConfiguredGame,
    games: int,
    job: WatchedGames,
    executor: Executor | None = None,
    options: Mapping[str, int | str] | None = None,
    progress: GameProgress | None = None,
) -> Sample:
    """Play the games of a job and check every invariant, up to the first game that fails; simplify that game. Return
    the sample.

    `options` are stored in the sample as the answers of this configuration."""
    sample, number, failure = sample_games(game, games, job, executor, progress)
    sample = evolve(sample, options=dict(options or {}))
    if failure is None:
        return sample
    trial, seed = MonitoredRun(game.engine), job.seed
    played = MonitoredRun(who_plays(game.engine, job.agents)).random(seed, number, job.max_moves)
    if played.failure is None:  # the failure does not occur again in this game: report it without steps
        played = evolve(played, failure=failure)
    assert played.failure is not None
    slow = played.failure.name == str(game.machine.fuel_fault)  # each game with this failure takes ten million steps
    simple = shrink(played, lambda choices: trial.follow(choices, seed, number), seconds=SLOW if slow else MOST_SECONDS)
    shorter = None if slow else trial.shortest(played.failure.key, len(simple.choices), seed, number)
    simple = shorter or simple
    return evolve(sample, failing=failure_report(game, trial, played, simple, seed, number))


def failure_report(
    game: ConfiguredGame, trial: MonitoredRun, played: PlayedGame, simple: PlayedGame, seed: int, number: int
) -> FailingGame:
    """Return a report on a failed game, with everything that helps to find the mistake."""
    failure = simple.failure or played.failure
    assert failure is not None
    rulebook = game.rulebook
    entries, state, broke_off = trial.retrace(simple.choices, seed, number)
    record = GameRecord(
        game=game.name,
        players=game.players,
        seed=seed,
        number=number,
        layers=game.layers,
        options=dict(rulebook.options),
        entries=tuple(entries),
        rules=game.rules,
    )
    if failure.fault is not None:
        clause = "" if state is None else trial.resolver.clause(state)
        found = fault_diagnostic(failure.fault, rulebook, clause)
        move = _last_move(trial, state, simple, seed, number) if broke_off else EngineCall("options", (state,))
        if failure.name == str(game.machine.fuel_fault):
            found = step_limit_diagnostic(found, steps_taken(game.machine, move), rulebook)
    else:
        found = invariant_diagnostic(failure.name, failure.message, rulebook)
    table = () if state is None else tuple(position_lines(game.engine, state))
    changed: tuple[str, ...] = ()
    if failure.fault is not None:
        why = fault_values(game.model, game.machine, failure.fault, move)
        endless = failure.name == str(game.machine.fuel_fault)
        changed = changes_until_fault(game.machine, move) if broke_off and not endless else ()
    else:
        why = () if state is None else why_broken(game.explainer, failure.name, state)
    steps = len(played.choices)
    return FailingGame(
        failure.kind, failure.name, failure.message, seed, number, steps, record, found, table, broke_off, why, changed
    )


def _last_move(trial: MonitoredRun, state: State | None, played: PlayedGame, seed: int, number: int) -> EngineCall:
    """Return the call of the engine in which a game faulted, its last one."""
    if state is None:
        return EngineCall("start", (seed, number))
    numbers = trial.resolver.numbers(state)
    option = numbers[min(played.choices[-1], len(numbers) - 1)]
    return EngineCall("chance" if trial.resolver.chances(state) else "apply", (state, option))
