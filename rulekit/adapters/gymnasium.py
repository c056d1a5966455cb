"""Games for Gymnasium: `SeatEnv` is a game from one seat; `BatchEnv` makes steps in many games in one call.

Chance and the players on the other seats depend on the seed of `reset`. `Seats` is shared with the environments for
PettingZoo: a game, its spaces, and what a seat observes.
"""

from __future__ import annotations

from typing import Any

from attrs import field, frozen

from ..engine.wasm.batch_code import FRESH
from ..play import MAX_MOVES
from ..play.agents import Agent, RandomPlayer
from ..play.game import ConfiguredGame, GameState
from ..play.position_values import payoff_range
from . import missing_extra
from .batch import Batch
from .tensors import TensorLayout, action_count

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
except ImportError as error:
    raise missing_extra("gymnasium", error) from error
Observation = dict[str, Any]
MOST_CYCLES = MAX_MOVES


@frozen(eq=False)
class Seats:
    """A game with the spaces of its seats. An observation has a tensor (of the information state if there are `rows`),
    and an `action_mask`: 1 for each option if the seat decides, otherwise zeros."""

    game: ConfiguredGame
    layout: TensorLayout = field(repr=False)
    actions: int

    @staticmethod
    def of(game: ConfiguredGame, rows: int = 0) -> Seats:
        return Seats(game, TensorLayout.of(game.machine, rows), action_count(game.machine))

    def action_space(self) -> Any:
        return spaces.Discrete(self.actions)

    def observation_space(self) -> Any:
        numbers = spaces.Box(-(2.0**31), 2.0**31, self.layout.shape, np.float32)
        return spaces.Dict({"observation": numbers, "action_mask": spaces.Box(0, 1, (self.actions,), np.int8)})

    def observation(self, state: GameState, player: int) -> Observation:
        if self.layout.rows:
            seen = self.layout.information(state.information_state(player))
        else:
            seen = self.layout.observations([self.game.engine.observe(state.raw, player)], [player])[0]
        decides = not state.over and state.player == player
        return {"observation": seen, "action_mask": self.mask(state.legal() if decides else ())}

    def mask(self, options: tuple[int, ...]) -> Any:
        found = np.zeros(self.actions, np.int8)
        found[list(options)] = 1
        return found

    @property
    def worst(self) -> float:
        """Return the lowest payoff that is possible under the rules."""
        return float(payoff_range(self.game.machine)[0])


class SeatEnv(gymnasium.Env):
    """A game from the seat `seat`. An `Agent` plays the others, by default at random; `position` is rulekit's state.

    The reward is the payoff at the end. An action that is not offered ends the game with the lowest possible payoff;
    the info dictionary then has `illegal`."""

    metadata = {"render_modes": []}  # noqa: RUF012 - Gymnasium expects a plain attribute

    def __init__(
        self,
        game: ConfiguredGame,
        seat: int = 0,
        others: Agent | None = None,
        rows: int = 0,
        max_decisions: int = MOST_CYCLES,
    ) -> None:
        self.seats, self.seat = Seats.of(game, rows), seat
        self.others, self.most = others or RandomPlayer(), max_decisions
        self.action_space, self.observation_space = self.seats.action_space(), self.seats.observation_space()
        self._left = max_decisions

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Any]:
        super().reset(seed=seed)
        start = self.seats.game.start(int(self.np_random.integers(1 << 63)))
        self._left = self.most
        self._come_to(start)
        return self._observation(), {}

    def _come_to(self, state: GameState) -> None:
        """Let the other seats play from this state until this seat decides or the game ends."""
        while not state.over and state.player != self.seat and self._left > 0:
            option, counted = self.others.choose(state)
            state, self._left = counted.apply(option), self._left - 1
        self.position = state

    def _observation(self) -> Observation:
        return self.seats.observation(self.position, self.seat)

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        if int(action) not in self.position.legal():
            return self._observation(), self.seats.worst, True, False, {"illegal": True}
        self._left -= 1
        self._come_to(self.position.apply(int(action)))
        over = self.position.over
        return self._observation(), float(self.position.payoffs[self.seat]), over, self._left <= 0 and not over, {}


class BatchEnv(gymnasium.vector.VectorEnv):
    """Many games, in which one call makes a step. Each is observed by the player who decides in it (`player` in the
    info dictionary). The step after the end of a game ignores its action and starts it again.

    A reward is the payoff of the player who acted; `payoffs` in the info dictionary has those of all players. Options
    that are not in the mask raise NotAnOption."""

    metadata = {"render_modes": [], "autoreset_mode": gymnasium.vector.AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(self, game: ConfiguredGame, num_envs: int, max_decisions: int = MOST_CYCLES) -> None:
        self.seats, self.num_envs, self.most = Seats.of(game), num_envs, max_decisions
        self.single_action_space = self.seats.action_space()
        self.single_observation_space = self.seats.observation_space()
        batch = gymnasium.vector.utils.batch_space
        self.action_space = batch(self.single_action_space, num_envs)
        self.observation_space = batch(self.single_observation_space, num_envs)
        self.batch = Batch(game, num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Any]:
        self.batch.reset(seed, observed=True)
        self._taken, self._ended = np.zeros(self.num_envs, int), np.zeros(self.num_envs, bool)
        return self._observe()

    def state(self, at: int) -> GameState:
        """Return the state of the game in this row, without its past."""
        return self.batch.state(at)

    def _observe(self) -> tuple[Observation, dict[str, Any]]:
        batch = self.batch
        tensors = self.seats.layout.tensors(batch.sights, batch.players)
        told = {"player": batch.players.copy(), "payoffs": batch.payoffs.copy()}
        return {"observation": tensors, "action_mask": batch.masks(self.seats.actions)}, told

    def step(self, actions: Any) -> tuple[Observation, Any, Any, Any, dict[str, Any]]:
        batch, fresh, acted = self.batch, self._ended, self.batch.players.copy()
        batch.step(np.where(fresh, FRESH, np.where(actions == FRESH, FRESH - 1, actions)), observed=True)
        self._taken = np.where(fresh, 0, self._taken + 1)
        over = batch.counts == 0
        late = (self._taken >= self.most) & ~over
        self._ended = over | late
        rewards = np.where(over & ~fresh, batch.payoffs[np.arange(self.num_envs), acted], 0).astype(float)
        seen, told = self._observe()
        return seen, rewards, over, late, told
