"""Who sees what: the value of a cell, its size, or nothing, for one player in one state.

Audiences are functions of the machine; here they are asked.  What a player saw before now is `observer.py`'s; how a
position is printed is `position.py`'s.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import field, frozen

from ..engine.interface import Engine, State, Value
from ..engine.state import Layout, index_of
from ..machine.labels import Labels
from ..machine.program import Cell

ROLES = ("place", "keep", "box")
"""The cells that are part of what people see on the table."""

Content = Value | tuple[int, ...]


@frozen
class Size:
    """All that a player sees of an element whose contents are hidden from him."""

    count: int


@frozen(eq=False)
class Sight:
    """Looks at the states of one engine."""

    engine: Engine
    layout: Layout = field(repr=False)
    labels: Labels = field(repr=False)
    arity: dict[str, int] = field(repr=False)

    @staticmethod
    def of(engine: Engine) -> Sight:
        machine = engine.machine
        arity = {f.name: len(f.params) for f in machine.functions}
        return Sight(engine, Layout.of(machine), Labels.of(machine), arity)

    def observation(self, state: State, player: int) -> tuple[Content | Size | None, ...]:
        """Every element in order, as far as the player sees it now."""
        return tuple(self.element(state, cell, index, player) for cell, index in self._elements())

    def element(self, state: State, cell: Cell, index: tuple[int, ...], player: int) -> Content | Size | None:
        """The value, the size, or None."""
        if self._may(state, cell.seen, index, player):
            return self.layout.read(state.cells, cell.name, index)
        if (cell.kind != "number" or cell.heap) and self._may(state, cell.counted, index, player):
            return Size(self._size(state, cell, index))
        return None

    def _elements(self) -> Iterator[tuple[Cell, tuple[int, ...]]]:
        for slot in self.layout.slots.values():
            if slot.cell.role in ROLES:
                for place in range(slot.count):
                    yield slot.cell, index_of(slot.cell.shape, place)

    def _size(self, state: State, cell: Cell, index: tuple[int, ...]) -> int:
        if cell.heap:
            slot = self.layout.slots[cell.name]
            first = slot.at((*index[:-1], 0))
            return sum(state.cells[first : first + cell.shape[-1]])
        value = self.layout.read(state.cells, cell.name, index)
        return value if isinstance(value, int) else len(value)

    def seers(self, state: State, cell: Cell, index: tuple[int, ...]) -> frozenset[int] | None:
        """Who sees the value; None where nothing was said, which is everybody."""
        if cell.seen is None:
            return None
        seers = self.engine.call(state, cell.seen, index[: self.arity[cell.seen]])
        return seers if isinstance(seers, frozenset) else frozenset()

    def _may(self, state: State, function: str | None, index: tuple[int, ...], player: int) -> bool:
        if function is None:
            return True
        seers = self.engine.call(state, function, index[: self.arity[function]])
        return isinstance(seers, frozenset) and player in seers
