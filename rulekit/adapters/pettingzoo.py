"""Games for PettingZoo: in `GameEnv`, one agent acts at a time; in `SimultaneousGameEnv`, all agents that decide at the
same time.

The agents are player_0, player_1, …, in the order of the seats. Chance depends on the seed of `reset`; each further
`reset` without a seed begins the next game of the same seed.
"""

from __future__ import annotations

import secrets
from typing import Any

from ..play.game import ConfiguredGame, GameState
from ..play.game_steps import is_secret
from . import missing_extra
from .gymnasium import MOST_CYCLES, Observation, Seats

try:
    import pettingzoo
except ImportError as error:
    raise missing_extra("pettingzoo", error) from error
Dealt = dict[str, Any]


class _Games:
    """What both environments share: it begins games by seed and number, and has the spaces of the agents."""

    def __init__(self, game: ConfiguredGame, rows: int, max_cycles: int) -> None:
        self.seats, self.max_cycles = Seats.of(game, rows), max_cycles
        self.possible_agents = [f"player_{seat}" for seat in range(game.players)]
        self.numbers = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: self.seats.observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: self.seats.action_space() for agent in self.possible_agents}
        self._seed, self._number, self.cycles = secrets.randbits(63), -1, 0

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def begin(self, seed: int | None) -> GameState:
        self.agents, self.cycles = list(self.possible_agents), 0
        if seed is not None:
            self._seed, self._number = seed, -1
        self._number += 1
        return self.seats.game.start(self._seed, self._number)

    def payoffs(self, state: GameState) -> Dealt:
        given = state.payoffs if state.over else [0] * len(self.possible_agents)
        return dict(zip(self.possible_agents, map(float, given), strict=True))


class GameEnv(_Games, pettingzoo.AECEnv):
    """A game in which one agent acts at a time; `position` is rulekit's state. The game is truncated once the number of
    all decisions reaches `max_cycles` times the number of agents."""

    # a mutable class attribute, because the library expects one
    metadata = {"name": "rulekit_v0", "is_parallelizable": False, "render_modes": []}  # noqa: RUF012

    def __init__(self, game: ConfiguredGame, rows: int = 0, max_cycles: int = MOST_CYCLES) -> None:
        super().__init__(game, rows, max_cycles)

    def reset(self, seed: int | None = None, options: Dealt | None = None) -> None:
        self.position = self.begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._tell()

    def _tell(self) -> None:
        over, late = self.position.over, self.cycles >= self.max_cycles * len(self.possible_agents)
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, late and not over)
        self.infos: Dealt = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0 if over else self.position.player]

    def observe(self, agent: str) -> Observation:
        return self.seats.observation(self.position, self.numbers[agent])

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.position, self.cycles = self.position.apply(int(action or 0)), self.cycles + 1
        self._tell()
        self.rewards = self.payoffs(self.position)
        self._accumulate_rewards()


class SimultaneousGameEnv(_Games, pettingzoo.ParallelEnv):
    """A game in which agents that decide at the same time act in the same step. All other agents have a mask of zeros,
    and their actions have no effect.

    Two players decide at the same time if the second one has learned nothing since the first was asked. So in a game
    without hidden information, each step has one acting agent."""

    # a mutable class attribute, because the library expects one
    metadata = {"name": "rulekit_parallel_v0", "render_modes": []}  # noqa: RUF012

    def __init__(self, game: ConfiguredGame, rows: int = 0, max_cycles: int = MOST_CYCLES) -> None:
        super().__init__(game, rows, max_cycles)

    def reset(self, seed: int | None = None, options: Dealt | None = None) -> tuple[Dealt, Dealt]:
        self.position = self.begin(seed)
        return self._observations(), {agent: {} for agent in self.agents}

    def deciding(self) -> dict[int, GameState]:
        """Return the players who decide now. Each is mapped to a state in which this player is asked."""
        found, state = dict[int, GameState](), self.position
        while not state.over and state.player not in found:
            player = state.player
            if found and state.information_state(player) != self.position.information_state(player):
                break
            found[player] = state
            if not is_secret(self.seats.game.resolver.labels.nodes[state.raw.node]):
                break
            # any option will do: the players still to ask do not see what others pick
            state = state.apply(state.legal()[0])
        return found

    def _observations(self) -> Dealt:
        asked = self.deciding()
        return {
            agent: self.seats.observation(asked.get(self.numbers[agent], self.position), self.numbers[agent])
            for agent in self.agents
        }

    def step(self, actions: Dealt) -> tuple[Dealt, Dealt, Dealt, Dealt, Dealt]:
        for player in self.deciding():
            if self.position.over or self.position.player != player:
                break
            self.position = self.position.apply(int(actions[self.possible_agents[player]]))
        self.cycles += 1
        over, agents = self.position.over, self.agents
        late = self.cycles >= self.max_cycles and not over
        observed = self._observations()
        if over or late:
            self.agents = []
        infos: Dealt = {agent: {} for agent in agents}
        told = (dict.fromkeys(agents, over), dict.fromkeys(agents, late))
        return observed, self.payoffs(self.position), *told, infos
