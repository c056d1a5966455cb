"""Who sees what of a state: the one definition, over either engine.

Of places and kept values a player sees what their audiences allow: the contents, or how much is there and what is open
of the pieces, or nothing; whose turn it is, payoffs and scores all see.  Locals of procedures, the cells of control and
the box are nobody's to see: what lies out of play follows for each player from what he sees in play, and more would
tell what lies hidden.
`observation.py` packs this, and `wasm/observation_code.py` writes the same bytes; what was seen on the way is
`log.py`'s.
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
    """An element not seen; `size` where only that is: how many stand in it (of a heap, given with its first kind).

    `open` is what is seen of pieces all the same: of a row or one piece what each shows, of a heap or set how many show
    each of what `Open` numbers; None where nothing is or may be.
    """

    size: int | None = None
    open: tuple[int, ...] | None = None


Content = Value | tuple[int, ...]
Seen = Content | Hidden


def observable(machine: Machine) -> tuple[Cell, ...]:
    """The cells that an observation speaks of."""
    return tuple(c for c in machine.cells if c.role in ("place", "keep") or c.name in ALWAYS)


@frozen
class Open:
    """What is seen of each piece of a hidden place: `values[1 + piece]`, from 1 to `most`."""

    values: tuple[int, ...]
    most: int
    rows: bool

    @staticmethod
    def of(machine: Machine) -> dict[str, Open]:
        """For each cell that has some."""
        tables = {t.name: t.values for t in machine.tables}
        found = {c.name: (c, tables[c.open]) for c in machine.cells if c.open is not None}
        return {name: Open(values, max(values), is_row(cell)) for name, (cell, values) in found.items()}

    def values_in(self, whole: Content) -> tuple[int, ...]:
        """Of all that stands in an element."""
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
    """Whether pieces lie there one after the other, or only one."""
    return not cell.heap and cell.kind != "set"


def has_size(cell: Cell) -> bool:
    """Whether an element says how much it holds: places do (a place of one: 1 or 0), kept numbers do not."""
    return cell.kind != "number" or cell.role == "place"


@frozen(eq=False)
class Sight:
    """Looks at the states of one engine."""

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
        """For each visible sort of cell, its elements in row-major order as `player` sees them."""
        slots = (self.layout.slots[cell.name] for cell in observable(self.engine.machine))
        return {slot.cell.name: tuple(self._elements(state, slot, player)) for slot in slots}

    def element(self, state: State, cell: Cell, index: tuple[int, ...], player: int) -> Seen:
        """The contents, the size, or neither."""
        if self._may(state, cell.seen, index, player):
            return self.layout.read(state.cells, cell.name, index)
        if not has_size(cell) or not self._may(state, cell.counted, index, player):
            return Hidden()
        slot, told = self.layout.slots[cell.name], self.open.get(cell.name)
        if told is None or (cell.heap and index[-1]):
            return Hidden(size_of(slot, state.cells, index))
        whole = slot.whole(state.cells, index[:-1] if cell.heap else index)
        return Hidden(size_of(slot, state.cells, index), told.values_in(whole))

    def seers(self, state: State, cell: Cell, index: tuple[int, ...]) -> frozenset[int] | None:
        """Who sees the contents; None where nothing was said, which is everybody."""
        return None if cell.seen is None else self._audience(state, cell.seen, index)

    def _elements(self, state: State, slot: Slot, player: int) -> Iterator[Seen]:
        for at in range(slot.count):
            yield self.element(state, slot.cell, index_of(slot.cell.shape, at), player)

    def _may(self, state: State, function: str | None, index: tuple[int, ...], player: int) -> bool:
        return function is None or player in self._audience(state, function, index)

    def _audience(self, state: State, function: str, index: tuple[int, ...]) -> frozenset[int]:
        """An audience is a function of as many leading numbers of the index as it takes."""
        found = self.engine.call(state, function, index[: self.arity[function]])
        return found if isinstance(found, frozenset) else frozenset()


def size_of(slot: Slot, cells: tuple[int, ...], index: tuple[int, ...]) -> int | None:
    """How many stand in an element; all kinds of a heap together, told with the first."""
    if slot.cell.heap:
        whole = slot.whole(cells, index[:-1])
        assert isinstance(whole, tuple)
        return sum(whole) if index[-1] == 0 else None
    value = slot.read(cells, index)
    return int(value != 0) if isinstance(value, int) else len(value)


def observe(engine: Engine, state: State, player: int) -> Mapping[str, tuple[Seen, ...]]:
    """For each visible sort of cell, its elements in row-major order as `player` sees them."""
    return Sight.of(engine).observation(state, player)
