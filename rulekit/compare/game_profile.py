"""A profile of a game: plays games of agents, and computes the measures that designers use (`profile_measures.py`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager
from statistics import mean
from typing import Any, Protocol, TypeVar

from attrs import asdict, evolve, frozen

from ..engine.choice import make_engine
from ..engine.interface import Engine
from ..machine.identity import rules_identity
from ..machine.lower import lower
from ..model.rulebook import Rulebook
from ..pipeline import check_layered
from ..play.chunks import in_chunks
from ..play.game import ConfiguredGame
from ..play.parallel import Job
from ..play.traced_games import GamesWithoutRule, LadderGames, TracedGame, TracedGames
from .profile_measures import (
    DEFINITIONS,
    Measure,
    game_measures,
    held_measures,
    is_a_step,
    ladder_step,
    luck,
    option_measures,
    rule_measure,
)
from .profile_plan import (
    ProfilePart,
    ProfilePlan,
    ProfileSettings,
    another_seed,
    asks_for_chance,
    ladder_steps,
    rules_applied,
)

R = TypeVar("R")


class PartProgress(Protocol):
    """Receives the progress of a part: the games done, all its games, and the seconds that later parts will take (None:
    not known yet)."""

    def __call__(self, done: float, games: int, later: float | None, /) -> None: ...


Stage = Callable[[str], AbstractContextManager[PartProgress]]


@frozen
class GameProfile:
    """The measures of a game, in the order of `DEFINITIONS`."""

    name: str
    seats: tuple[str, ...]
    settings: ProfileSettings
    measures: tuple[Measure, ...]

    def as_json(self) -> dict[str, Any]:
        settings = {name: value for name, value in asdict(self.settings).items() if name != "rules"}
        measures = [asdict(one) for one in self.measures]
        return {"game": self.name, "players": len(self.seats), **settings, "measures": measures}


def definitions_json() -> list[dict[str, str]]:
    return [{"kind": kind, **asdict(one)} for kind, one in DEFINITIONS.items()]


def game_profile(
    name: str, game: ConfiguredGame, settings: ProfileSettings, executor: Executor | None, stage: Stage
) -> GameProfile:
    """Play a game many times and return its profile. `stage` makes the receiver of progress for each part."""
    played = _Profile(game, settings, executor, stage, ProfilePlan.of(game, settings))
    return GameProfile(name, game.machine.seats, settings, tuple(played.measures()))


@frozen
class _Profile:
    game: ConfiguredGame
    settings: ProfileSettings
    executor: Executor | None
    stage: Stage
    plan: ProfilePlan

    def measures(self) -> Iterator[Measure]:
        seats = self.game.machine.seats
        games = self._play(self.plan.parts[0], self._job(self.settings.agents, self.settings.simulations))
        yield from game_measures(games, seats)
        yield from self._luck(games)
        if len(seats) > 1:
            yield from self._ladder(games)
        if self.settings.rules:
            yield from self._rules(games)
        yield from option_measures(games)
        yield from held_measures(games)

    def _job(self, agents: str, simulations: int = 0) -> TracedGames:
        return TracedGames(self.settings.seed, self.settings.max_moves, agents, simulations)

    def _play(self, part: ProfilePart, job: Job[list[R]], engine: Engine | None = None) -> list[R]:
        plan = self.plan
        plan.begin()
        with self.stage(f"part {plan.number} of at most {plan.most_parts}, {part.what}") as progress:

            def tell(done: float, games: int) -> None:
                progress(done, games, plan.seconds_left(part, done / games))

            tell(0, part.games)
            chunks = in_chunks([engine or self.game.engine], job, part.games, self.executor, tell)
            played = [one for chunk in chunks for one in chunk]
        plan.end(part)
        return played

    def _luck(self, games: Sequence[TracedGame]) -> Iterator[Measure]:
        if not asks_for_chance(self.game):
            yield Measure("luck", "", 0.0, 0.0, 0.0, 0, "proved: no rule asks for chance")
            return
        other = another_seed(self.settings.agents)
        if other is not None:
            again = self._play(self.plan.usual, self._job(other))
            pairs = [(one.winners, two.winners) for one, two in zip(games, again, strict=True)]
            yield luck(pairs, len(self.game.machine.seats), self.settings.seed)

    def _ladder(self, games: Sequence[TracedGame]) -> Iterator[Measure]:
        seats = len(self.game.machine.seats)
        options = [one.options for game in games for one in game.choices]
        ladder = ladder_steps(self.settings.steps, sum(options) / max(1, len(options)))
        self.plan.parts = [step.part(self.settings.games, seats) for step in ladder]
        found = list[Measure]()
        for step in ladder:
            job = LadderGames(self.settings.seed, self.settings.max_moves, step.strong, step.weak)
            shares = self._play(self.plan.parts[0], job)
            found.append(ladder_step(step.strong, step.weak, shares, seats))
            if not is_a_step(found[-1]):
                break
        if found:
            steps = sum(map(is_a_step, found))
            remark = "at least: the last step still counts" if is_a_step(found[-1]) else ""
            yield Measure("skill ladder", "", steps, None, None, found[-1].games, remark)
        yield from found

    def _rules(self, games: Sequence[TracedGame]) -> list[Measure]:
        usual, settings = [game.winners for game in games], self.settings
        decisions, choices = tuple(g.decisions for g in games), mean(len(g.choices) for g in games)
        job = GamesWithoutRule(settings.seed, settings.max_moves, settings.agents, decisions, usual=choices)
        found = list[Measure]()
        self.plan.begin_rules()
        for rule in rules_applied(self.game):
            self.plan.try_rule()
            engine = _without_rule(self.game, rule)
            if engine is not None:
                part = evolve(self.plan.usual, what=f"without {rule}")
                found.append(rule_measure(rule, usual, self._play(part, job, engine)))
        return sorted(found, key=lambda one: -(one.value or 0.0))


def _without_rule(game: ConfiguredGame, rule: str) -> Engine | None:
    """Return an engine for the game without a rule. Return None if the other rules make no game, or the same one."""
    model, _ = check_layered(_without(game.rulebook, rule), (), examples=False, knowledge=False, texts=False)
    machine = None if model is None else lower(model)
    if machine is None or rules_identity(machine) == rules_identity(game.machine):
        return None
    return make_engine(machine, "wasm", 0)


def _without(rulebook: Rulebook, rule: str) -> Rulebook:
    return evolve(rulebook, clauses=tuple(placed for placed in rulebook.clauses if placed.id != rule))
