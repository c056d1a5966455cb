"""Inverses of arrays of sets. For an array with a set for each site, such as `guests[Room]`, there is a second array,
which has for each member the set of the sites whose set contains it.

The question `some r in Room: p in guests[r]` then is whether one set is empty (`bitboards.py`).
"""

from __future__ import annotations

import attrs

from .. import program as m
from ..form_table import parts_of

HOLDERS = " holders"
"""The end of the name of a cell that has, for each member, the sites whose set has it; the rest is the array's name."""


@attrs.frozen
class Turned:
    """An array of sets with its inverse. `cell` has a set for each site. The cell named `holders` has, for each
    possible member, the set of the sites whose set contains this member."""

    cell: m.Cell

    @property
    def holders(self) -> str:
        return f"{self.cell.name}{HOLDERS}"

    def cell_of_sets(self) -> m.Cell:
        held = [self.cell.initial[x % len(self.cell.initial)] for x in range(self.cell.shape[0])]
        members = range(self.cell.high + 1)
        initial = tuple(sum((members >> v & 1) << x for x, members in enumerate(held)) for v in members)
        return m.Cell(self.holders, "set", (len(members),), ("",), 0, len(held) - 1, 0, initial, "", "control")


def turned(program: m.Machine, sites: range, most: int) -> dict[str, Turned]:
    """Return the arrays of sets for which an inverse can be maintained, keyed by cell name. Their sets may only change
    by adding or removing single members. The number of their sites must be in `sites`, and no member may exceed
    `most`."""
    parts = list(parts_of((program.nodes, program.routines)))
    kept = {part.cell for part in parts if isinstance(part, m.Write | m.Level)}
    names = {c.name for c in program.cells}
    return {
        c.name: Turned(c)
        for c in program.cells
        if c.kind == "set"
        and len(c.shape) == 1
        and c.shape[0] in sites
        and c.high <= most
        and c.name not in kept
        and c.role != "control"
        and f"{c.name}{HOLDERS}" not in names
    }
