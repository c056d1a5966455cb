"""Boards: arrays with a small number on each site, and the sets of sites that `bitboards.py` adds for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import attrs

from .. import program as m
from ..analyses.effects import Effects
from ..analyses.manager import Analyses
from .set_expressions import set_union, without

PLANES = " planes"
"""The end of the name of a cell with sets of sites; the rest is the name of the board."""
VALUES = 32
"""The greatest value that gets a set."""
LEAST, SITES = 6, 256
"""The least and the greatest number of sites of a board."""


@attrs.frozen
class Board:
    """A board: `cell` has a number for each site. The cell named `planes` has, for each number, the set of the sites
    that contain it."""

    cell: m.Cell
    planes: str

    @property
    def sites(self) -> int:
        return self.cell.shape[0]

    def sites_that_hold(self, values: Iterable[int]) -> m.Expr:
        """Return the set of sites that contain one of the values: a union, or the complement of one."""
        held = set(values)
        rest = set(range(self.cell.high + 1)) - held
        few = set_union(
            self.sites, (m.Load(self.planes, (m.Const(v),)) for v in sorted(held if len(held) <= len(rest) else rest))
        )
        return few if len(held) <= len(rest) else without(self.sites, few)

    def cell_of_sets(self) -> m.Cell:
        held = [self.cell.initial[x % len(self.cell.initial)] for x in range(self.sites)]
        values = range(self.cell.high + 1)
        initial = tuple(sum(1 << x for x, value in enumerate(held) if value == v) for v in values)
        shape, dims = (len(values),), ("",)
        return m.Cell(self.planes, "set", shape, dims, 0, self.sites - 1, 0, initial, "", "control")


def is_sets_of_board(cell: str, cells: Mapping[str, m.Cell]) -> bool:
    """Return whether a cell has the sets of sites of a board. They are disjoint, and each site is in one of them."""
    return cell.endswith(PLANES) and cell.removesuffix(PLANES) in cells


def boards_without_sets(analyses: Analyses) -> dict[str, Board]:
    """Return the boards of a machine, keyed by cell name: arrays of small numbers that only assignments write. Boards
    that already have sets of sites are left out."""
    picks = analyses.get(Effects).picks(analyses.machine.nodes)
    return {
        c.name: Board(c, f"{c.name}{PLANES}")
        for c in analyses.machine.cells
        if c.kind == "number"
        and len(c.shape) == 1
        and LEAST <= c.shape[0] <= SITES
        and c.low == 0
        and 0 < c.high <= VALUES
        and c.name not in picks
        and f"{c.name}{PLANES}" not in analyses.cells
    }


def boards_with_sets(analyses: Analyses) -> dict[str, Board]:
    """Return the boards of a machine that already have sets of sites, keyed by cell name."""
    named = [(cell, f"{name}{PLANES}") for name, cell in analyses.cells.items()]
    return {cell.name: Board(cell, sets) for cell, sets in named if sets in analyses.cells}
