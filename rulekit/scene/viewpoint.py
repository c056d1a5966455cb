"""Determines what one viewer sees of a state: a player, an onlooker, or a viewer who sees everything.

`engine/observe.py` decides who sees what. If a piece is hidden from every player, even a viewer who sees everything
only sees its back, because this is how it lies on the table.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from attrs import field, frozen

from ..engine.interface import State
from ..engine.observe import Content, Hidden, Seen, Sight, observable
from ..machine.program import Cell

ONLOOKER = -1
"""Stands for a viewer who sees only what every player sees."""


@frozen(eq=False, slots=False)
class Viewpoint:
    """One viewer's view of a state. `viewer` is a player, ONLOOKER, or None for a viewer who sees everything. `sight`
    says what players see."""

    sight: Sight
    state: State
    viewer: int | None
    _known: dict[int, bool] = field(factory=dict, repr=False)
    _seen: dict[tuple[str, tuple[int, ...]], Seen] = field(factory=dict, repr=False)
    _filled: dict[str, tuple[int, ...] | None] = field(factory=dict, repr=False)

    def content(self, name: str, index: tuple[int, ...]) -> Seen:
        """Return what the viewer sees of an element: a number, a set, a row or stack from the bottom, the counts in a
        heap, or a `Hidden` if its contents are hidden."""
        found = self._seen.get((name, index))
        if found is None:
            found = self._seen[name, index] = self._content(name, index)
        return found

    def _content(self, name: str, index: tuple[int, ...]) -> Seen:
        slot = self.sight.layout.slots[name]
        cell = slot.cell
        at = (*index, 0) if cell.heap else index
        hidden = self._find_hidden(cell, at)
        if hidden is not None:
            return hidden
        whole: Content = slot.whole(self.cells, index)
        return whole

    @cached_property
    def cells(self) -> tuple[int, ...]:
        """Return the cells of the state. They are unpacked once."""
        return self.state.cells

    def filled(self, name: str) -> tuple[int, ...] | None:
        """Return the numbers of the elements of a place or kept value that are neither empty nor 0. Return None if
        elements may be hidden from players."""
        if name not in self._filled:
            slot = self.sight.layout.slots[name]
            size = slot.width * (slot.cell.shape[-1] if slot.cell.heap else 1)
            flat = enumerate(self.cells[slot.offset : slot.end])
            found = tuple(dict.fromkeys(at // size for at, word in flat if word))
            self._filled[name] = found if slot.cell.seen is None else None
        return self._filled[name]

    def _find_hidden(self, cell: Cell, at: tuple[int, ...]) -> Hidden | None:
        """Return a `Hidden` if the viewer does not see an element, else None."""
        if cell.seen is None:
            return None
        if self.viewer is not None and self.viewer != ONLOOKER:
            found = self.sight.element(self.state, cell, at, self.viewer)
            return found if isinstance(found, Hidden) else None
        if self.viewer is None and cell.role != "place":
            return None
        seers = self.sight.seers(self.state, cell, at) or ()  # a set of all, computed once
        seats = [seat for seat in range(len(self.sight.engine.machine.seats)) if seat not in seers]
        if self.viewer is None and seers:
            return None
        unseen = [self.sight.hidden(self.state, cell, at, seat) for seat in seats]
        return min(unseen, key=lambda view: (view.size is not None, view.open is not None)) if unseen else None

    def sees(self, read: Iterable[int]) -> bool:
        """Return whether the viewer sees all these cells, so that a value computed from them may be shown."""
        return all(map(self._sees, read))

    def _sees(self, offset: int) -> bool:
        if offset not in self._known:
            cell, index = self.sight.layout.element_at(offset)
            whole = index[:-1] if cell.heap else index
            self._known[offset] = cell in self._open and not isinstance(self.content(cell.name, whole), Hidden)
        return self._known[offset]

    @cached_property
    def _open(self) -> frozenset[Cell]:
        return frozenset(observable(self.sight.engine.machine))
