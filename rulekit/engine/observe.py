"""Define what each player sees of a state, for either engine.

Audiences decide what a player sees of places and kept values: the contents; or the size and the open (visible)
attributes of the pieces; or nothing. Everyone sees whose turn it is, payoffs and scores. Nobody sees locals of
procedures, cells of control, or the box with the pieces out of play. Players infer the box's contents from what they
see in play; showing more would reveal hidden pieces. `observation.py` packs observations, and
`wasm/observation_code.py` writes the same bytes. `log.py` has what players see during a step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import field, frozen

from ..machine import program as m
from ..machine.program import Cell, Machine
from .cell_layout import CellLayout, Slot, index_of
from .interface import Engine, State, Value

ALWAYS = (m.ACTIVE, m.PAYOFF, m.SCORE, m.ENDED)


@frozen
class Hidden:
    """What a player knows of an element that they do not see.

    `size` is the number of its pieces; None if unknown. `open` has the open attributes of the pieces; None if they have
    none. For a row or a single piece, it has the value of each piece; for a heap or set, the number of pieces with each
    value. A heap (a place without order) has an element for each kind of piece, and both are in the first one."""

    size: int | None = None
    open: tuple[int, ...] | None = None


Content = Value | tuple[int, ...]
Seen = Content | Hidden


def observable(machine: Machine) -> tuple[Cell, ...]:
    """Return the cells that an observation contains."""
    return tuple(c for c in machine.cells if c.role in ("place", "keep") or c.name in ALWAYS)


@frozen
class Open:
    """The open (visible) attributes of pieces in a place that may be hidden. `values[1 + piece]` is the value of a
    piece, from 1 to `most`; `values[0]` is 0, for no piece. `rows` says whether the place has pieces in an order or a
    single piece."""

    values: tuple[int, ...]
    most: int
    rows: bool

    @staticmethod
    def of(machine: Machine) -> dict[str, Open]:
        """Return a mapping from the name of each cell whose hidden pieces have open attributes to these attributes."""
        tables = {t.name: t.values for t in machine.tables}
        found = {c.name: (c, tables[c.open]) for c in machine.cells if c.open is not None}
        return {name: Open(values, max(values), is_row(cell)) for name, (cell, values) in found.items()}

    def values_in(self, whole: Content) -> tuple[int, ...]:
        """Return the open attributes of the pieces in an element. For a row or a single piece, return the value of each
        piece; otherwise the number of pieces with each value."""
        if self.rows:
            items = (whole,) if isinstance(whole, int) else tuple(whole)
            return tuple(self.values[item] for item in items if item)
        counts = [0] * self.most
        if isinstance(whole, frozenset):
            whole = tuple(int(piece in whole) for piece in range(len(self.values) - 1))
        assert isinstance(whole, tuple)
        for value, many in zip(self.values[1:], whole, strict=True):
            counts[value - 1] += many
        return tuple(counts)


def is_row(cell: Cell) -> bool:
    """Return whether an element of this cell is a row of pieces in an order, or a single piece."""
    return not cell.heap and cell.kind != "set"


def has_size(cell: Cell) -> bool:
    """Return whether elements of a cell have a size. Places have one (1 or 0 for a place of one piece). Numbers
    declared by `keep` have none."""
    return cell.kind != "number" or cell.role == "place"


@frozen(eq=False)
class Sight:
    """Computes what players see in the states of one engine. `arity` maps each function of the machine to its number of
    parameters, `open` each cell to its open attributes."""

    engine: Engine
    layout: CellLayout = field(repr=False)
    arity: Mapping[str, int] = field(repr=False)
    open: Mapping[str, Open] = field(repr=False)

    @staticmethod
    def of(engine: Engine) -> Sight:
        machine = engine.machine
        return Sight(
            engine, CellLayout.of(machine), {f.name: len(f.params) for f in machine.functions}, Open.of(machine)
        )

    def observation(self, state: State, player: int) -> dict[str, tuple[Seen, ...]]:
        """Return, for each observable cell, its elements in row-major order as `player` sees them."""
        slots = (self.layout.slots[cell.name] for cell in observable(self.engine.machine))
        return {slot.cell.name: tuple(self._elements(state, slot, player)) for slot in slots}

    def element(self, state: State, cell: Cell, index: tuple[int, ...], player: int) -> Seen:
        """Return the contents of an element if the player sees them, else a `Hidden`."""
        if self._may(state, cell.seen, index, player):
            return self.layout.read(state.cells, cell.name, index)
        return self.hidden(state, cell, index, player)

    def hidden(self, state: State, cell: Cell, index: tuple[int, ...], player: int) -> Hidden:
        """Return what the player knows of an element whose contents they do not see: at most its size and open
        attributes."""
        if not has_size(cell) or not self._may(state, cell.counted, index, player):
            return Hidden()
        slot, told = self.layout.slots[cell.name], self.open.get(cell.name)
        if told is None or (cell.heap and index[-1]):
            return Hidden(size_of(slot, state.cells, index))
        whole = slot.whole(state.cells, index[:-1] if cell.heap else index)
        return Hidden(size_of(slot, state.cells, index), told.values_in(whole))

    def seers(self, state: State, cell: Cell, index: tuple[int, ...]) -> frozenset[int] | None:
        """Return the players who see the contents of this element; None means everybody."""
        return None if cell.seen is None else self._audience(state, cell.seen, index)

    def _elements(self, state: State, slot: Slot, player: int) -> Iterator[Seen]:
        for at in range(slot.count):
            yield self.element(state, slot.cell, index_of(slot.cell.shape, at), player)

    def _may(self, state: State, function: str | None, index: tuple[int, ...], player: int) -> bool:
        return function is None or player in self._audience(state, function, index)

    def _audience(self, state: State, function: str, index: tuple[int, ...]) -> frozenset[int]:
        """Return the audience that a function of the machine computes for an element. If the function has n parameters,
        its arguments are the first n numbers of the index."""
        found = self.engine.call(state, function, index[: self.arity[function]])
        return found if isinstance(found, frozenset) else frozenset()


def size_of(slot: Slot, cells: tuple[int, ...], index: tuple[int, ...]) -> int | None:
    """Return the number of pieces in an element. A heap (a place without order) has an element for each kind of piece:
    return the number of all its pieces for the first kind, None for other kinds."""
    if slot.cell.heap:
        whole = slot.whole(cells, index[:-1])
        assert isinstance(whole, tuple)
        return sum(whole) if index[-1] == 0 else None
    value = slot.read(cells, index)
    return int(value != 0) if isinstance(value, int) else len(value)


def observe(engine: Engine, state: State, player: int) -> Mapping[str, tuple[Seen, ...]]:
    """Return, for each observable cell, its elements in row-major order as `player` sees them."""
    return Sight.of(engine).observation(state, player)
