"""What the environments of PettingZoo and Gymnasium share: a game, its spaces, and what a seat observes."""

from __future__ import annotations

from typing import Any

from attrs import field, frozen

from ..play import MAX_MOVES
from ..play.game import ConfiguredGame, GameState
from ..play.position_values import payoff_range
from . import missing_extra
from .tensors import TensorLayout, action_count

try:
    import numpy as np
    from gymnasium import spaces
except ImportError as error:
    raise missing_extra("gymnasium", error) from error
Observation = dict[str, Any]
MOST_CYCLES = MAX_MOVES


@frozen(eq=False)
class Seats:
    """A game with the spaces of its seats. An observation has the tensor of what the seat sees, and as `action_mask` a
    1 for each option if it decides, else zeros. With `rows`, the tensor has as many rows of the information state."""

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
        """Return the lowest payoff that the rules may give."""
        return float(payoff_range(self.game.machine)[0])
