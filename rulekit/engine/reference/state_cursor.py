"""A simple and slow cursor over any engine. It keeps whole states, and defines what the methods of `interface.Cursor`
do.
"""

from __future__ import annotations

import struct
from typing import NoReturn

from ...machine.program import PAYOFF, Chance, End
from ..argument_validation import foreign_state_error, refuse_pickle, seed_of, whole_number
from ..cell_layout import CellLayout, streams
from ..interface import CHANCES_IN_A_ROW, Engine, GameFault, State
from ..observation import ObservationFormat
from ..observe import observe
from ..packing import Packing
from ..random import MOST_USE


class StateCursor:
    """A cursor that stores whole states; the methods are specified in `interface.Cursor`. `past` has the earlier states
    for `undo`, the latest one last."""

    def __init__(self, engine: Engine, state: State, drawn: bool = True) -> None:
        self.machine = engine.machine
        self.drawn = drawn
        self.engine = engine
        self.past: list[State] = []
        self._nodes = {node.id: node for node in engine.machine.nodes}
        self._payoffs = CellLayout.of(engine.machine).slots[PAYOFF]
        self._form = ObservationFormat.of(engine.machine)
        self._packing = Packing.of(engine.machine)
        self._streams = len(streams(engine.machine))
        self.load(state)

    @property
    def node(self) -> str:
        return self.state.node

    @property
    def over(self) -> bool:
        return isinstance(self._nodes[self.state.node], End)

    @property
    def player(self) -> int:
        return self.engine.who(self.state)

    @property
    def payoffs(self) -> tuple[int, ...]:
        return self.state.cells[self._payoffs.offset : self._payoffs.end]

    def legal(self) -> tuple[int, ...]:
        return self.engine.options(self.state)

    def apply(self, option: int) -> None:
        self._go(self._draw_chances(self.state, self.engine.apply(self.state, option)))

    def outcomes(self) -> tuple[tuple[int, int], ...]:
        return self.engine.outcomes(self.state)

    def chance(self, value: int | None = None) -> None:
        self._go(self.engine.chance(self.state, value))

    def __reduce__(self) -> NoReturn:
        refuse_pickle("a cursor, also to copy it,", "`cursor.save()`, where another cursor may stand,")

    def undo(self) -> None:
        if not self.past:
            raise IndexError("there is nothing to take back")
        self.state = self.past.pop()

    def save(self) -> State:
        return self.state

    def load(self, state: State, seed: int | None = None) -> None:
        if not isinstance(state, State) or state.node not in self._nodes or not self._fits(state):
            raise foreign_state_error(self.machine, state)
        if seed is not None:
            state = state.with_seed(seed_of(seed))
        self.state = self._draw_chances(state, state)
        self.past.clear()

    def observe(self, player: int) -> bytes:
        player = whole_number("player", player, 0, self.machine.players - 1)
        return self._form.pack(observe(self.engine, self.state, player))

    def _fits(self, state: State) -> bool:
        """Return whether a state has the cells and streams of this machine."""
        if len(state.uses) != self._streams or not all(0 <= use <= MOST_USE for use in state.uses):
            return False
        try:
            self._packing.pack(state.cells)
        except (ValueError, struct.error):
            return False
        return True

    def _go(self, state: State) -> None:
        self.past.append(self.state)
        self.state = state

    def _draw_chances(self, origin: State, state: State) -> State:
        """Return the state after all chances that directly follow have been drawn. Return `state` itself if the cursor
        does not draw chances. A fault on the way is raised with `origin` as its state."""
        for _ in range(CHANCES_IN_A_ROW):
            if not self.drawn or not isinstance(self._nodes[state.node], Chance):
                return state
            try:
                state = self.engine.chance(state)
            except GameFault as fault:
                raise GameFault(fault.fault, fault.index, origin) from None
        raise GameFault(self.machine.faults[self.machine.fuel_fault], self.machine.fuel_fault, origin)
