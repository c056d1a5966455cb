"""What a profile plays, part by part, and an estimate of the time that it will take, corrected while it plays.

A game takes as long as its searches: so the time of a part is estimated from its simulations, by those done so far. The
games without a rule repeat the usual ones until they differ. They are assumed to take half as long as usual, until some
rules have been tried; then the mean of these counts.
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
class ProfilePart:
    """Games that a profile plays: who plays them, in words, how many there are, and the simulations before each
    choice."""

    what: str
    games: int
    simulations: float

    @property
    def effort(self) -> float:
        """Return how much there is to do: the simulations for one choice of each game."""
        return self.games * (self.simulations + STEP)


@frozen
class LadderStep:
    """A step of the skill ladder: agents, of whom the first is to win more often."""

    strong: str
    weak: str

    def part(self, games: int, seats: int) -> ProfilePart:
        """Return the games of this step: each chance is played once with the stronger player on each seat."""
        players = [self.strong, *[self.weak] * (seats - 1)]
        return ProfilePart(f"{self.strong} against {self.weak}", -(-games // seats) * seats, mean_simulations(players))


def ladder_steps(most: int, options: float = 0.0) -> list[LadderStep]:
    """Return the steps of the skill ladder for a game in which a choice has so many options."""
    simulations, weak, found = LEAST_SIMULATIONS, RANDOM, list[LadderStep]()
    while simulations < options:
        simulations *= 2
    for _ in range(most):
        found.append(LadderStep(f"uct:{simulations}", weak))
        weak, simulations = f"uct:{simulations}", 2 * simulations
    return found


@define
class ProfilePlan:
    """The parts that are still to be played, and how many rules are still to be left out. It may turn out that a rule
    cannot be left out."""

    parts: list[ProfilePart]
    usual: ProfilePart
    """The games of the same agents without an estimate of chances."""
    rules: int
    number: int = 0
    """The number of the part that is played now."""
    _begun: float = field(factory=perf_counter)
    _spent: float = 0.0
    _effort: float = 0.0  # what was done in that time
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
        """Return how many parts there are if the skill ladder is not left early and each rule left can be left out."""
        return self.number + len(self.parts) + self.rules

    def begin(self) -> None:
        """Begin the next part, or one without a rule."""
        self.parts = self.parts[1:]
        self.number += 1
        self._begun = perf_counter()

    def end(self, part: ProfilePart) -> None:
        """Note that a part has ended."""
        self._spent += perf_counter() - self._begun
        self._effort += part.effort

    def begin_rules(self) -> None:
        """Note that only the games without a rule are left."""
        self.parts = []
        self._rules_begun = perf_counter()

    def try_rule(self) -> None:
        """Note that the next rule is left out, if it can be."""
        self._rules_done += 1
        self.rules -= 1

    def seconds_left(self, part: ProfilePart, share: float) -> float | None:
        """Return how many seconds the parts after this one take, of which this share is done; None if that is not known
        yet."""
        if self._rules_done > 0:
            return self.rules * (self._begun - self._rules_begun) / self._rules_done
        effort = self._effort + share * part.effort
        if not effort:
            return None
        ahead = sum(one.effort for one in self.parts) + self.rules * REPEATED * self.usual.effort
        return ahead * (self._spent + perf_counter() - self._begun) / effort


def plan_text(name: str, game: ConfiguredGame, settings: ProfileSettings) -> str:
    """Return in one line what a profile will play."""
    plan = ProfilePlan.of(game, settings)
    parts = f"at most {counted(plan.most_parts, 'part')} of {counted(settings.games, 'game')}"
    rules = f", {plan.rules} of them without a rule" if plan.rules else ""
    who = players_text(len(game.machine.seats), settings.agents)
    chances = f", chances by {counted(settings.simulations, 'simulation')}" if settings.simulations else ""
    return f"{one_line(name)}: {parts}{rules}; {who}{chances}"


def mean_simulations(agents: list[str]) -> float:
    """Return how many simulations precede a choice, as a mean over some agents. A millisecond counts as one."""
    found = [SEARCH.fullmatch(one.strip().partition("#")[0]) for one in agents]
    return sum(int(one[2]) for one in found if one is not None) / len(found)


def another_seed(agents: str) -> str | None:
    """Return the same agents with another seed; None for agents that have none."""
    parts = [part.strip().partition("#") for part in agents.split(",")]
    if not all(name == RANDOM or SEARCH.fullmatch(name) for name, _, _ in parts):
        return None
    return ",".join(f"{name}#{int(seed or 0) + 1}" for name, _, seed in parts)


def asks_for_chance(game: ConfiguredGame) -> bool:
    return any(isinstance(node, Chance) for node in game.machine.nodes)


def rules_applied(game: ConfiguredGame) -> list[str]:
    """Return the clauses that a profile tries to leave out."""
    applied = {clause.id for clause in game.machine.clauses}
    return [placed.id for placed in game.rulebook.clauses if placed.id in applied]
