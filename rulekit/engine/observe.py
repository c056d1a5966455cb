"""What a player sees of a state: the observation, over either engine.

Places and keeps are shown as their audiences allow; what happened on the way is in records.  The locals of
procedures, the cells of control and what is out of play are nobody's to see here.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from ..machine import program as m
from ..machine.program import Cell, Machine
from .interface import Engine, State, Value
from .state import Layout, index_of

ALWAYS = (m.ACTIVE, m.PAYOFF, m.SCORE, m.ENDED)


@frozen
class Hidden:
    """An element not seen; `size` where only that is: how many stand in it (of a heap, given with its first kind)."""

    size: int | None = None


Seen = Value | tuple[int, ...] | Hidden


def observe(engine: Engine, state: State, player: int) -> Mapping[str, tuple[Seen, ...]]:
    """For each visible sort of cell, its elements in row-major order as `player` sees them."""
    layout = Layout.of(engine.machine)
    return {
        cell.name: tuple(
            _element(engine, layout, state, cell, index_of(cell.shape, at), player)
            for at in range(layout.slots[cell.name].count)
        )
        for cell in observable(engine.machine)
    }


def observable(machine: Machine) -> tuple[Cell, ...]:
    """The cells that an observation speaks of."""
    return tuple(c for c in machine.cells if c.role in ("place", "keep") or c.name in ALWAYS)


def sees(engine: Engine, state: State, function: str | None, index: tuple[int, ...], player: int) -> bool:
    """Whether `player` belongs to an audience: a function of as many leading numbers of the index as it takes."""
    if function is None:
        return True
    takes = next(len(f.params) for f in engine.machine.functions if f.name == function)
    audience = engine.call(state, function, index[:takes])
    return isinstance(audience, frozenset) and player in audience


def _element(engine: Engine, layout: Layout, state: State, cell: Cell, index: tuple[int, ...], player: int) -> Seen:
    if sees(engine, state, cell.seen, index, player):
        return layout.read(state.cells, cell.name, index)
    if cell.kind == "number" and not cell.heap:
        return Hidden()
    if not sees(engine, state, cell.counted, index, player):
        return Hidden()
    if not cell.heap:
        value = layout.read(state.cells, cell.name, index)
        return Hidden(len(value) if not isinstance(value, int) else None)
    counts = (layout.read(state.cells, cell.name, (*index[:-1], kind)) for kind in range(cell.shape[-1]))
    return Hidden(sum(count for count in counts if isinstance(count, int)) if index[-1] == 0 else None)
