"""`rulekit test`: worked examples, invariants over random games at every number of players, clauses that are never
reached.

Reports are values; what is printed of them is the command's.  Everything is *sampled*: so many games under one seed,
and no more is said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing
from functools import partial
from typing import Any

from attrs import evolve, field, frozen

from .. import pipeline
from ..diagnostics import RulekitError
from ..engine.interface import Engine, State
from ..machine.program import After, Call, Function, Machine, Mark, Routine, Run
from ..machine.walk import parts_of
from .examples import Outcome, run_examples
from .explain import Explainer
from .failing import (
    FailingGame,
    example_diagnostic,
    fault_diagnostic,
    invariant_diagnostic,
    misread_diagnostic,
)
from .parallel import in_chunks
from .position import position
from .record import Record
from .shrink import shrink
from .simulate import Count
from .state import ConfiguredGame, EngineName, ExampleSetting, LoadedBook, make_engine
from .trial import Played, Trial
from .whynot import refusal

Progress = Callable[[str], None]


@frozen
class Sample:
    """Random games at one number of players.  `unfinished` ones were stopped at the most moves."""

    players: int
    games: int
    unfinished: int
    failing: FailingGame | None


@frozen
class Report:
    """What testing one rulebook gave."""

    game: str
    examples: tuple[Outcome, ...]
    samples: tuple[Sample, ...]
    never_reached: tuple[str, ...]
    clauses: Mapping[str, int] = field(repr=False)

    @property
    def ok(self) -> bool:
        return not any(e.failure for e in self.examples) and not any(s.failing for s in self.samples)

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
                    "record": [entry.as_json() for entry in e.record],
                    "position": list(e.position),
                    "changed": list(e.changed),
                    "why": list(e.why),
                }
                for e in self.examples
            ],
            "random_games": [
                {
                    "players": s.players,
                    "games": s.games,
                    "unfinished": s.unfinished,
                    "failing": s.failing.as_json() if s.failing else None,
                }
                for s in self.samples
            ],
            "never_reached": list(self.never_reached),
        }


def check_book(
    book: LoadedBook,
    players: int | None = None,
    options: Mapping[str, int | str] | None = None,
    engine: EngineName = "wasm",
    games: int = 50,
    seed: int = 1,
    max_moves: int = 10_000,
    progress: Progress = lambda _: None,
    executor: Executor | None = None,
) -> Report:
    """Everything about one rulebook: examples in their own configurations, then random games at each number of
    players.

    With an executor its workers play the random games.
    """
    progress("examples")
    examples = book_examples(book, engine)
    samples = []
    reached: Counter[str] = Counter()
    reachable: dict[str, None] = {}
    for count in [players] if players is not None else book.player_counts:
        progress(f"{count} players")
        game = book.configure(count, options, engine)
        sample = random_games(game, games, seed, max_moves, executor)
        samples.append(sample)
        reachable.update(dict.fromkeys(marked(game.machine)))
        if sample.failing is None:
            for part in in_chunks([game.engine], Count(seed, max_moves), games, executor):
                reached.update(part.marks)
    never = tuple(clause for clause in reachable if not reached[clause]) if games else ()
    if any(s.failing for s in samples):
        never = ()  # games that break off say little of what can be reached
    return Report(book.name, tuple(examples), tuple(samples), never, dict(reached))


def book_examples(book: LoadedBook, engine: EngineName = "wasm") -> list[Outcome]:
    """Every example of a rulebook, each under the players and options it names."""

    def make(machine: Machine) -> Engine:
        return make_engine(machine, engine)

    outcomes: dict[str, Outcome] = {}
    configured: dict[tuple[Any, ...], dict[str, Outcome] | None] = {}
    for setting in book.example_settings():
        key = (setting.players, tuple(sorted(setting.options.items())))
        try:
            if key not in configured:
                configured[key] = _all_together(book, setting, make)
            found = configured[key]
            if found is None:
                game = book.stack.configure(setting.players, setting.options, examples=setting.name)
                found = _all_of(game, make, setting.name)
        except RulekitError as error:
            wrong = misread_diagnostic(setting.name, error.diagnostics, book.rulebook)
            line = wrong.span.first.line if wrong.span else setting.line
            outcomes[setting.name] = Outcome(
                setting.name, f"example {setting.name}", line, str(error), diagnostic=wrong
            )
            continue
        missing = Outcome(setting.name, f"example {setting.name}", setting.line, "it does not belong to this game")
        outcomes[setting.name] = found.get(setting.name, missing)
    return [
        evolve(o, diagnostic=example_diagnostic(o.example, o.line, o.failure, book.rulebook, o.promise))
        if o.failure and o.diagnostic is None
        else o
        for o in outcomes.values()
    ]


def explained(outcome: Outcome, game: pipeline.Game) -> Outcome:
    """A failing example with the reason why."""
    if outcome.broken is None:
        return outcome
    line, state = outcome.broken
    explainer = Explainer.of(game.sources)
    if outcome.promise is not None:
        return evolve(outcome, why=broken_promise(explainer, outcome.promise, state))
    if line.verb == "expect":
        return evolve(outcome, why=explainer.truth(state, line.name))
    if line.verb in ("play", "allow"):
        return evolve(outcome, why=tuple(refusal(explainer, state, line.label, line.args).reasons()))
    return outcome


def _all_of(game: pipeline.Game, make: Callable[[Machine], Engine], only: str | None = None) -> dict[str, Outcome]:
    """The examples of a game by name, on one engine; those that fail with why."""
    return {o.example: explained(o, game) for o in run_examples(make, game.machine, only)}


def _all_together(
    book: LoadedBook, setting: ExampleSetting, make: Callable[[Machine], Engine]
) -> dict[str, Outcome] | None:
    """Every example about the same game as this one, by name, on one engine; None where one of them is not right."""
    try:
        game = book.stack.configure(setting.players, setting.options)
    except RulekitError:
        return None
    return _all_of(game, make)


def marked(machine: Machine) -> list[str]:
    """The clauses whose application is counted and that play could come to, in the order of the rulebook.

    What only examples use is not among them.
    """
    bodies: dict[str, Routine | Function] = {r.name: r for r in machine.routines}
    bodies |= {f.name: f for f in machine.functions}
    waiting: list[object] = [machine.nodes]
    waiting += [bodies.pop(i.function) for i in machine.invariants if i.function in bodies]
    found = set()
    while waiting:
        for part in parts_of(waiting.pop()):
            if isinstance(part, Mark):
                found.add(part.clause)
            name = part.function if isinstance(part, Call) else part.routine if isinstance(part, Run | After) else ""
            if name in bodies:
                waiting.append(bodies.pop(name))
    return [c.id for c in machine.clauses if c.id in found]


@frozen
class Tried:
    """What some games under watch gave: how many were stopped, and the first that broke, with its number; the games
    behind it were not played.
    """

    unfinished: int
    broken: tuple[int, Played] | None


@frozen
class Watch:
    """The job of playing games with every invariant looked at, up to the first that breaks."""

    seed: int
    max_moves: int

    def __call__(self, engines: Sequence[Engine], numbers: range) -> Tried:
        (engine,) = engines
        trial = Trial(engine)
        unfinished = 0
        for number in numbers:
            played = trial.random(self.seed, number, self.max_moves)
            if played.failure is not None:
                return Tried(unfinished, (number, played))
            unfinished += not played.over
        return Tried(unfinished, None)


def random_games(
    game: ConfiguredGame, games: int, seed: int, max_moves: int, executor: Executor | None = None
) -> Sample:
    """Random games with every invariant looked at; stops at the first that breaks and makes it simple."""
    unfinished = 0
    with closing(in_chunks([game.engine], Watch(seed, max_moves), games, executor)) as parts:
        for part in parts:
            unfinished += part.unfinished
            if part.broken is not None:
                break
        else:
            return Sample(game.players, games, unfinished, None)
    number, played = part.broken
    assert played.failure is not None
    trial = Trial(game.engine)
    simple = shrink(played, partial(_follow, trial, seed, number))
    simple = trial.shortest(played.failure.key, len(simple.choices), seed, number) or simple
    failing = _failing(game, trial, played, simple, seed, number)
    return Sample(game.players, number + 1, unfinished, failing)


def _failing(game: ConfiguredGame, trial: Trial, played: Played, simple: Played, seed: int, number: int) -> FailingGame:
    """A broken game with all that helps to mend it."""
    failure = simple.failure or played.failure
    assert failure is not None
    rulebook = game.game.rulebook
    record = Record(
        game=game.book.name,
        players=game.players,
        seed=seed,
        number=number,
        layers=game.book.layers,
        options=dict(rulebook.options),
        entries=trial.tell(simple.choices, seed, number),
        rules=game.rules,
    )
    state, broke_off = trial.last(simple.choices, seed, number)
    if failure.fault is not None:
        clause = "" if state is None else trial.offers.clause(state)
        found = fault_diagnostic(failure.fault, rulebook, clause)
    else:
        found = invariant_diagnostic(failure.name, failure.message, rulebook)
    table = () if state is None else tuple(position(game.engine, state))
    why = () if state is None or failure.fault is not None else broken_promise(game.explainer, failure.name, state)
    steps = len(played.choices)
    return FailingGame(
        failure.kind, failure.name, failure.message, seed, number, steps, record, found, table, broke_off, why
    )


def broken_promise(explainer: Explainer, name: str, state: State) -> tuple[str, ...]:
    """Why an invariant does not hold, with the values in it."""
    functions = [i.function for i in explainer.sources.machine.invariants if i.name == name]
    return tuple(line for function in functions for line in explainer.truth(state, function))


def _follow(trial: Trial, seed: int, number: int, choices: Sequence[int]) -> Played:
    return trial.follow(choices, seed, number)
