"""What may be told to somebody of what was read: whether he sees every cell of it now.

Without a viewer everything may be told.  Locals of procedures are the decider's own: what is offered to him rests only
on what he knows, as the check has seen.  How often a position was seen all know who see what it is made of.
"""

from __future__ import annotations

from functools import cached_property

from attrs import field, frozen

from ..engine.interface import State
from ..engine.observe import Hidden, Sight, observable
from ..machine.program import Cell


@frozen(eq=False, slots=False)
class Visibility:
    """One viewer of one state; `decider` is who decides there, if anybody."""

    sight: Sight
    state: State
    viewer: int | None
    decider: int | None
    _known: dict[int, bool] = field(factory=dict, repr=False)

    def see(self, read: frozenset[int]) -> bool:
        """Whether all these flat cells are seen."""
        return self.viewer is None or all(map(self._sees, read))

    def counts(self, cell: str, index: tuple[int, ...]) -> bool:
        """Whether it is seen how much lies in a place."""
        if self.viewer is None:
            return True
        found = self.sight.layout.slots[cell].cell
        at = (*index, 0) if found.heap else index
        seen = self.sight.element(self.state, found, at, self.viewer)
        return not isinstance(seen, Hidden) or seen.size is not None

    def _sees(self, offset: int) -> bool:
        if offset not in self._known:
            cell, index = self.sight.layout.element_at(offset)
            if cell in self._open:
                assert self.viewer is not None
                self._known[offset] = not isinstance(self.sight.element(self.state, cell, index, self.viewer), Hidden)
            elif cell.role == "frame":
                self._known[offset] = self.viewer == self.decider
            else:
                self._known[offset] = cell.name in self._histories
        return self._known[offset]

    @cached_property
    def _open(self) -> frozenset[Cell]:
        return frozenset(observable(self.sight.engine.machine))

    @cached_property
    def _histories(self) -> frozenset[str]:
        """The cells of histories of positions that all see."""
        machine = self.sight.engine.machine
        told = {cell.name for cell in machine.cells if cell.seen is None}
        open_ = [p.name for p in machine.positions if told.issuperset(p.cells)]
        return frozenset(f"history.{name}{end}" for name in open_ for end in ("", ".size"))
