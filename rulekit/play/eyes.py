"""What may be told to somebody of what was read: whether he sees every cell of it now.

Without a viewer everything may be told.  Locals of procedures are the decider's own: what is offered to him rests only
on what he knows, as the check has seen.
"""

from __future__ import annotations

from attrs import field, frozen

from ..engine.interface import State
from .sight import ROLES, Sight, Size


@frozen(eq=False)
class Eyes:
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
        return self.sight.element(self.state, found, at, self.viewer) is not None

    def _sees(self, offset: int) -> bool:
        if offset not in self._known:
            cell, index = self.sight.layout.element_at(offset)
            if cell.role in ROLES:
                assert self.viewer is not None
                seen = self.sight.element(self.state, cell, index, self.viewer)
                self._known[offset] = seen is not None and not isinstance(seen, Size)
            else:
                self._known[offset] = cell.role != "frame" or self.viewer == self.decider
        return self._known[offset]
