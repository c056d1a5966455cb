"""The value of a game of OpenSpiel for two players whose payoffs add up to zero, by linear programming.

The unknowns are how likely the first player plays each sequence of their own actions (Koller, Megiddo and von Stengel,
1996). rulekit's games and those of OpenSpiel are the same to it, and it uses nothing of rulekit.
"""

from __future__ import annotations

from typing import Any

import pytest
from attrs import field, frozen

Sequence = tuple[str, int]
"""An information set, and the action taken in it. The first sequence of a player is the empty one."""


@frozen
class SequenceForm:
    sets: tuple[dict[str, int], dict[str, int]] = field(factory=lambda: ({}, {}))
    """The information sets of each player, by their texts; each with the sequence that leads to it."""
    sequences: tuple[dict[Sequence, int], dict[Sequence, int]] = field(factory=lambda: ({("", 0): 0}, {("", 0): 0}))
    paid: dict[tuple[int, int], float] = field(factory=dict)
    """What the first player expects for each pair of sequences that chance can end, times its probability."""
    nodes: list[int] = field(factory=lambda: [0, 0])
    """The number of histories, and of those at an end."""

    @staticmethod
    def of(game: Any) -> SequenceForm:
        form = SequenceForm()
        form.walk(game.new_initial_state(), 1.0, (0, 0))
        return form

    def walk(self, state: Any, chance: float, played: tuple[int, int]) -> None:
        self.nodes[0] += 1
        if state.is_terminal():
            self.nodes[1] += 1
            self.paid[played] = self.paid.get(played, 0.0) + chance * state.returns()[0]
        elif state.is_chance_node():
            for action, likely in state.chance_outcomes():
                self.walk(state.child(action), chance * likely, played)
        else:
            me = state.current_player()
            text = state.information_state_string(me)
            assert self.sets[me].setdefault(text, played[me]) == played[me], "a player forgets"
            for action in state.legal_actions():
                mine = self.sequences[me].setdefault((text, action), len(self.sequences[me]))
                self.walk(state.child(action), chance, (mine, played[1]) if me == 0 else (played[0], mine))

    @property
    def size(self) -> tuple[int, ...]:
        """Return how many histories there are, how many end, and how many information sets each player has."""
        return (*self.nodes, *map(len, self.sets))

    def flow(self, player: int) -> Any:
        """Return the matrix by which the likelihoods of a player's sequences add up, a row for each set."""
        sparse = pytest.importorskip("scipy.sparse", reason="open_spiel, which brings scipy, is not installed")
        number = {text: at for at, text in enumerate(self.sets[player], 1)}
        cells = {(0, 0): 1.0} | {(at, self.sets[player][text]): -1.0 for text, at in number.items()}
        cells |= {(number[text], at): 1.0 for (text, _), at in self.sequences[player].items() if text}
        rows, columns = zip(*cells, strict=True)
        return sparse.csr_matrix((list(cells.values()), (rows, columns)))

    def value(self) -> float:
        """Return what the first player can be sure to expect."""
        from scipy import optimize, sparse

        rows, columns = zip(*self.paid, strict=True)
        shape = tuple(map(len, self.sequences))
        payoffs = sparse.csr_matrix((list(self.paid.values()), (rows, columns)), shape=shape)
        mine, theirs = self.flow(0), self.flow(1)
        ends = sparse.csr_matrix((mine.shape[0], theirs.shape[0]))
        found = optimize.linprog(
            [0.0] * shape[0] + [-1.0] + [0.0] * (theirs.shape[0] - 1),
            A_ub=sparse.hstack([-payoffs.T, theirs.T]),
            b_ub=[0.0] * shape[1],
            A_eq=sparse.hstack([mine, ends]),
            b_eq=[1.0] + [0.0] * (mine.shape[0] - 1),
            bounds=[(0, None)] * shape[0] + [(None, None)] * theirs.shape[0],
        )
        assert found.status == 0, found.message
        return -float(found.fun)
