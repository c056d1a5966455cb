"""What a profile plays, part by part, and an estimate of the remaining time, corrected while it plays.

The time of a game is mostly that of its searches. So the time of a part is estimated from its number of simulations and
the speed so far. Games without a rule repeat the usual games until they differ. Each rule is assumed to take half the
time of the usual games, until some rules were tried; then their mean time is used.
"""

from __future__ import annotations

from time import perf_counter
from typing import Final

from attrs import define, field, frozen

from ..diagnostics.printable import counted, one_line
from ..machine.program import Chance
from ..play import RANDOM
from ..play.agents import SEARCH
from ..play.game import ConfiguredGame
from .paired_figures import players_text

LEAST_SIMULATIONS: Final = 4
"""The simulations of the first step of the skill ladder, at least; it has one for each option of a usual choice."""
STEP: Final = 10
"""The time that a choice takes beside its simulations, in simulations; an estimate."""
REPEATED: Final = 0.5
"""The part of a game without a rule that repeats the usual one, until some have been played; an estimate."""


@frozen
class ProfileSettings:
    """The settings of a profile: the games of each part, their seed, and the agents that play. `simulations` is the
    number by which chances of winning are estimated before each choice. `steps` is the most steps of the skill ladder.
    With `rules`, games are also played without each rule."""

    games: int
    seed: int
    max_moves: int
    agents: str
    simulations: int
    steps: int
    rules: bool = True


@frozen
class ProfilePart:
    """A part of a profile: who plays, in words, the number of games, and the simulations before each choice."""

    what: str
    games: int
    simulations: float

    @property
    def effort(self) -> float:
        """Return a measure of the work for this part: the simulations for one choice in each game."""
        return self.games * (self.simulations + STEP)


@frozen
class LadderStep:
    """A step of the skill ladder: two agents, of which the first is expected to win more often."""

    strong: str
    weak: str

    def part(self, games: int, seats: int) -> ProfilePart:
        """Return the games of this step as a part. Each deal is played once with the stronger player on each seat."""
        players = [self.strong, *[self.weak] * (seats - 1)]
        return ProfilePart(f"{self.strong} against {self.weak}", -(-games // seats) * seats, mean_simulations(players))


def ladder_steps(most: int, options: float = 0.0) -> list[LadderStep]:
    """Return at most `most` steps of the skill ladder. `options` is the mean number of options of a choice."""
    simulations, weak, found = LEAST_SIMULATIONS, RANDOM, list[LadderStep]()
    while simulations < options:
        simulations *= 2
    for _ in range(most):
        found.append(LadderStep(f"uct:{simulations}", weak))
        weak, simulations = f"uct:{simulations}", 2 * simulations
    return found


@define
class ProfilePlan:
    """The parts that are still to be played, and how many rules are still to be left out. Some of these rules may turn
    out to be necessary for the game; then there is no part for them."""

    parts: list[ProfilePart]
    usual: ProfilePart
    """The games of the same agents without an estimate of chances."""
    rules: int
    number: int = 0
    """The number of the part that is played now."""
    _begun: float = field(factory=perf_counter)
    _spent: float = 0.0
    _effort: float = 0.0  # the work of the parts that are done, in simulations
    _rules_begun: float = 0.0
    _rules_done: int = -1

    @staticmethod
    def of(game: ConfiguredGame, settings: ProfileSettings) -> ProfilePlan:
        simulations = mean_simulations(settings.agents.split(","))
        usual = ProfilePart("the same games, other choices", settings.games, simulations)
        parts = [ProfilePart("games", settings.games, simulations + settings.simulations)]
        if asks_for_chance(game) and another_seed(settings.agents) is not None:
            parts.append(usual)
        seats = len(game.machine.seats)
        if seats > 1:
            parts += [step.part(settings.games, seats) for step in ladder_steps(settings.steps)]
        return ProfilePlan(parts, usual, len(rules_applied(game)) if settings.rules else 0)

    @property
    def most_parts(self) -> int:
        """Return the greatest possible number of parts: if the skill ladder is not stopped early, and each remaining
        rule can be left out."""
        return self.number + len(self.parts) + self.rules

    def begin(self) -> None:
        """Record that the next part begins, or the games without a rule."""
        self.parts = self.parts[1:]
        self.number += 1
        self._begun = perf_counter()

    def end(self, part: ProfilePart) -> None:
        """Record that a part has ended, to estimate the speed."""
        self._spent += perf_counter() - self._begun
        self._effort += part.effort

    def begin_rules(self) -> None:
        """Record that only the games without a rule are left to play."""
        self.parts = []
        self._rules_begun = perf_counter()

    def try_rule(self) -> None:
        """Record that the next rule is tried; perhaps the game cannot be played without it."""
        self._rules_done += 1
        self.rules -= 1

    def seconds_left(self, part: ProfilePart, share: float) -> float | None:
        """Return how many seconds the parts after this one will take; `share` of this part is done. Return None if no
        speed is known yet."""
        if self._rules_done > 0:
            return self.rules * (self._begun - self._rules_begun) / self._rules_done
        effort = self._effort + share * part.effort
        if not effort:
            return None
        ahead = sum(one.effort for one in self.parts) + self.rules * REPEATED * self.usual.effort
        return ahead * (self._spent + perf_counter() - self._begun) / effort


def plan_text(name: str, game: ConfiguredGame, settings: ProfileSettings) -> str:
    """Return one line on what a profile will play."""
    plan = ProfilePlan.of(game, settings)
    parts = f"at most {counted(plan.most_parts, 'part')} of {counted(settings.games, 'game')}"
    rules = f", {plan.rules} of them without a rule" if plan.rules else ""
    who = players_text(len(game.machine.seats), settings.agents)
    chances = f", chances by {counted(settings.simulations, 'simulation')}" if settings.simulations else ""
    return f"{one_line(name)}: {parts}{rules}; {who}{chances}"


def mean_simulations(agents: list[str]) -> float:
    """Return the mean number of simulations that these agents make before a choice. A millisecond counts as one."""
    found = [SEARCH.fullmatch(one.strip().partition("#")[0]) for one in agents]
    return sum(int(one[2]) for one in found if one is not None) / len(found)


def another_seed(agents: str) -> str | None:
    """Return the same agents with another seed; None if an agent cannot have a seed."""
    parts = [part.strip().partition("#") for part in agents.split(",")]
    if not all(name == RANDOM or SEARCH.fullmatch(name) for name, _, _ in parts):
        return None
    return ",".join(f"{name}#{int(seed or 0) + 1}" for name, _, seed in parts)


def asks_for_chance(game: ConfiguredGame) -> bool:
    return any(isinstance(node, Chance) for node in game.machine.nodes)


def rules_applied(game: ConfiguredGame) -> list[str]:
    """Return the ids of the clauses that a profile tries to leave out."""
    applied = {clause.id for clause in game.machine.clauses}
    return [placed.id for placed in game.rulebook.clauses if placed.id in applied]
