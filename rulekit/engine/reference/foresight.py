"""Foresight: plays an option as far as the deciding player can predict its effects, until an unknown value would
matter.

Cells that the player does not see are veiled: reading one stops the run, and writing one lifts its veil. So the cells
written until then depend only on what the player may know.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from attrs import define, frozen

from ...deep_calls import DEEP
from ..cell_layout import Slot
from ..events import Entered, Event
from ..interface import GameFault, State, Value
from .compiled_nodes import run_until_standing
from .context import ExecutionContext
from .interpreter import ReferenceEngine


class VeiledRead(Exception):
    """Raised when a cell is read that the player does not see."""


class VeiledCells(list[int]):
    """A list of cells. Reading one of those in `veiled` raises VeiledRead. `read` and `written` collect the positions
    of the cells that were read and written."""

    def __init__(self, cells: Sequence[int], veiled: Collection[int] = ()) -> None:
        super().__init__(cells)
        self.veiled, self.read, self.written = set(veiled), set[int](), set[int]()

    def copy(self) -> VeiledCells:
        return VeiledCells(self, self.veiled)

    def __getitem__(self, at: Any) -> Any:
        asked = range(*at.indices(len(self))) if isinstance(at, slice) else (at,)
        if not self.veiled.isdisjoint(asked):
            raise VeiledRead
        self.read.update(asked)
        return super().__getitem__(at)

    def __setitem__(self, at: Any, value: Any) -> None:
        asked = range(*at.indices(len(self))) if isinstance(at, slice) else (at,)
        self.written.update(asked)
        self.veiled.difference_update(asked)
        super().__setitem__(at, value)


@define
class VeiledContext(ExecutionContext):
    """An execution context that does not report writes: to report one, it would have to read the old value."""

    def store(self, slot: Slot, index: Sequence[int], value: Value | tuple[int, ...]) -> None:
        self.write(slot, index, value)


@frozen
class Foreseen:
    """How far an option can be foreseen: the state reached, the cells written on the way, and those still veiled.
    `node` is where the game comes to rest; None if an unknown value decides how it continues. `clause` is that of the
    last node."""

    state: State
    written: frozenset[int]
    veiled: frozenset[int]
    node: str | None
    clause: str


class ForesightEngine(ReferenceEngine):
    """An engine that plays options as far as the deciding player can foresee their effects."""

    def read_for_offer(self, state: State) -> frozenset[int]:
        """Return the positions of the cells that decide who chooses and which options there are. The player knows their
        values."""
        cells = VeiledCells(state.cells)
        context = VeiledContext(self._index, cells, state, None, self.machine.fuel)
        with DEEP:
            decision = self._decision(state)
            decision.who(context, {})
            tuple(decision.options(context))
        return frozenset(cells.read)

    def foresee(self, state: State, option: int, veiled: Collection[int]) -> Foreseen:
        """Play an option until a veiled cell is read that was not written before. Return the result so far."""
        cells = VeiledCells(state.cells)
        entered: list[str] = []

        def watch(event: Event) -> None:
            if isinstance(event, Entered):
                entered.append(event.node)

        context = VeiledContext(self._index, cells, state, watch, self.machine.fuel)
        rests = True
        with DEEP:
            target = self._decision(state).take(context, option)
            cells.veiled = set(veiled) - cells.written
            try:
                run_until_standing(context, target)
            except (VeiledRead, GameFault, RecursionError):
                rests = False
        after = state._replace(packed=state.packing.pack(list(cells)))
        node = entered[-1] if rests else None
        after = after._replace(node=node or state.node)
        return Foreseen(after, frozenset(cells.written), frozenset(cells.veiled), node, context.clause)
