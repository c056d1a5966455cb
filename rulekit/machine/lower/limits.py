"""How much a machine may hold: the bounds of its tables and cells, and the message where a rulebook goes past them.

What a rulebook keeps was bounded by the check (`check/declarations.py`); here is what lowering adds of its own: the
tables of boards, the frames of procedures and their stacks.
"""

from __future__ import annotations

from math import prod

from ...diagnostics import Diagnostic, RulekitError, Span
from .. import program as m

MOST_ENTRIES = 1 << 22
"""Elements of one table of a board, or of a table whose rows are looked up."""
MOST_TABLES = 1 << 24
"""Numbers that all tables of a machine may take together: one for each element, and for each 64 members of a set."""
MOST_CELLS = 1 << 23
"""Numbers that all cells may take together: twice what the check allows a rulebook to keep."""


def words(members: int) -> int:
    """The numbers that a set takes; a plain number, of kind NUMBER, takes one."""
    return max(1, -(-members // 64))


def cell_size(cell: m.Cell) -> int:
    """The numbers that all elements of a cell take."""
    each = words(cell.high + 1) if cell.kind == "set" else cell.capacity if cell.kind == "ring" else 1
    return prod(cell.shape) * each


def check_table(owner: str, what: str, entries: int, members: int = m.NUMBER) -> None:
    """Raises RulekitError, before such a table is made, where it would be too large."""
    if entries > MOST_ENTRIES or entries * words(members) > MOST_TABLES:
        raise size_error(f"{owner}: to know {what} takes {entries} entries; at most {MOST_ENTRIES} are allowed")


def check_sizes(machine: m.Machine) -> None:
    """Raises RulekitError where cells or tables take more than they may; the largest is named."""
    cells = {cell.name: cell_size(cell) for cell in machine.cells}
    tables = {table.name: len(table.values) * words(table.kind) for table in machine.tables}
    for sizes, most, what in ((cells, MOST_CELLS, "cells"), (tables, MOST_TABLES, "tables")):
        if (total := sum(sizes.values())) > most:
            largest = max(sizes, key=lambda name: sizes[name])
            told = f"`{largest}` alone takes {sizes[largest]}"
            raise size_error(f"the {what} of this game take {total} numbers, and {told}; at most {most} are allowed")


def size_error(message: str, span: Span | None = None) -> RulekitError:
    return RulekitError(Diagnostic("E626", message, span))
