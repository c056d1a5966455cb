"""A profile of a game: plays games of agents, and returns what designers measure (`profile_measures.py`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager
from itertools import count
from typing import Any, TypeVar

from attrs import asdict, evolve, field, frozen

from ..engine.choice import make_engine
from ..engine.interface import Engine
from ..machine.identity import rules_identity
from ..machine.lower import lower
from ..machine.program import Chance
from ..model.rulebook import Rulebook
from ..pipeline import check_layered
from ..play import RANDOM
from ..play.agents import SEARCH
from ..play.chunks import GameProgress, in_chunks
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

LEAST_SIMULATIONS = 4
"""The simulations of the first step of the skill ladder, at least; it has one for each option of a usual choice."""
R = TypeVar("R")
Stage = Callable[[str], AbstractContextManager[GameProgress]]


@frozen
class ProfileSettings:
    """What is played: the games of each part, under a seed, by agents. `simulations` estimate the chances before each
    choice, the skill ladder has at most `steps`, and `rules` are left out one by one."""

    games: int
    seed: int
    max_moves: int
    agents: str
    simulations: int
    steps: int
    rules: bool = True


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
    """Play a game and return its profile. `stage` shows the progress of each part."""
    return GameProfile(name, game.machine.seats, settings, tuple(_Profile(game, settings, executor, stage).measures()))


@frozen
class _Profile:
    game: ConfiguredGame
    settings: ProfileSettings
    executor: Executor | None
    stage: Stage
    numbers: Iterator[int] = field(factory=lambda: count(1))

    @property
    def most_parts(self) -> int:
        """Return how many parts the profile has if the skill ladder is not left early and each rule can be left out.
        Each part plays as many games; those without a search for chances are shorter."""
        ladder = self.settings.steps if len(self.game.machine.seats) > 1 else 0
        rules = len(_rules_applied(self.game)) if self.settings.rules else 0
        return 1 + (self._asks_for_chance and another_seed(self.settings.agents) is not None) + ladder + rules

    @property
    def _asks_for_chance(self) -> bool:
        return any(isinstance(node, Chance) for node in self.game.machine.nodes)

    def measures(self) -> Iterator[Measure]:
        seats = self.game.machine.seats
        games = self._play("games", self._job(self.settings.agents, self.settings.simulations))
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

    def _play(self, what: str, job: Job[list[R]], engine: Engine | None = None, games: int = 0) -> list[R]:
        played = games or self.settings.games
        with self.stage(f"part {next(self.numbers)} of at most {self.most_parts}, {what}") as progress:
            parts = in_chunks([engine or self.game.engine], job, played, self.executor, progress)
            return [one for part in parts for one in part]

    def _luck(self, games: Sequence[TracedGame]) -> Iterator[Measure]:
        if not self._asks_for_chance:
            yield Measure("luck", "", 0.0, 0.0, 0.0, 0, "proved: no rule asks for chance")
            return
        other = another_seed(self.settings.agents)
        if other is not None:
            again = self._play("the same games, other choices", self._job(other))
            pairs = [(one.winners, two.winners) for one, two in zip(games, again, strict=True)]
            yield luck(pairs, len(self.game.machine.seats), self.settings.seed)

    def _ladder(self, games: Sequence[TracedGame]) -> Iterator[Measure]:
        seats = len(self.game.machine.seats)
        options = [one.options for game in games for one in game.choices]
        simulations = LEAST_SIMULATIONS
        while options and simulations < sum(options) / len(options):
            simulations *= 2
        found, weak = list[Measure](), RANDOM
        while len(found) < self.settings.steps and (not found or is_a_step(found[-1])):
            strong = f"uct:{simulations}"
            job = LadderGames(self.settings.seed, self.settings.max_moves, strong, weak)
            deals = -(-self.settings.games // seats)
            shares = self._play(f"{strong} against {weak}", job, games=deals * seats)
            found.append(ladder_step(strong, weak, shares, seats))
            weak, simulations = strong, 2 * simulations
        if found:
            steps = sum(map(is_a_step, found))
            remark = "at least: the last step still counts" if is_a_step(found[-1]) else ""
            yield Measure("skill ladder", "", steps, None, None, found[-1].games, remark)
        yield from found

    def _rules(self, games: Sequence[TracedGame]) -> list[Measure]:
        usual, settings = [game.winners for game in games], self.settings
        job = GamesWithoutRule(settings.seed, settings.max_moves, settings.agents, tuple(g.decisions for g in games))
        found = [
            rule_measure(rule, usual, self._play(f"without {rule}", job, engine))
            for rule, engine in _without_rules(self.game)
        ]
        return sorted(found, key=lambda one: -(one.value or 0.0))


def another_seed(agents: str) -> str | None:
    """Return the same agents with another seed; None for agents that have none."""
    parts = [part.strip().partition("#") for part in agents.split(",")]
    if not all(name == RANDOM or SEARCH.fullmatch(name) for name, _, _ in parts):
        return None
    return ",".join(f"{name}#{int(seed or 0) + 1}" for name, _, seed in parts)


def _without_rules(game: ConfiguredGame) -> Iterator[tuple[str, Engine]]:
    """Yield the rules that can be left out, each with an engine for the game without it."""
    known = rules_identity(game.machine)
    for rule in _rules_applied(game):
        model, _ = check_layered(_without(game.rulebook, rule), (), examples=False, knowledge=False, texts=False)
        machine = None if model is None else lower(model)
        if machine is not None and rules_identity(machine) != known:
            yield rule, make_engine(machine, "wasm", 0)


def _rules_applied(game: ConfiguredGame) -> list[str]:
    applied = {clause.id for clause in game.machine.clauses}
    return [placed.id for placed in game.rulebook.clauses if placed.id in applied]


def _without(rulebook: Rulebook, rule: str) -> Rulebook:
    return evolve(rulebook, clauses=tuple(placed for placed in rulebook.clauses if placed.id != rule))
