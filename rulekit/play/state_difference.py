"""What differs between two states: each element of a place or kept value, and whose turn it is, before and after.

Everything is told, whoever sees it; how a whole position reads is `position.py`'s.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..engine.cell_layout import CellLayout, Slot, index_of
from ..engine.interface import State
from ..machine.option_labels import Labels
from ..machine.program import ACTIVE, Machine

MOST = 24
"""Differences told, before they are only counted."""


def changes(machine: Machine, before: State, after: State) -> list[str]:
    """A line for each element that is not what it was: `coins: 5 -> 3`."""
    found = list(_changes(machine, before, after))
    return found if len(found) <= MOST else [*found[:MOST], f"and {len(found) - MOST} more"]


def _changes(machine: Machine, before: State, after: State) -> Iterator[str]:
    labels = Labels.of(machine)
    if before.packed == after.packed:
        return
    was, now = before.cells, after.cells
    for slot in CellLayout.of(machine).slots.values():
        cell = slot.cell
        if was[slot.offset : slot.end] == now[slot.offset : slot.end]:
            continue
        if cell.name == ACTIVE:
            yield f"{ACTIVE}: {machine.seats[was[slot.offset]]} -> {machine.seats[now[slot.offset]]}"
        elif cell.role in ("place", "keep"):
            for index in _elements(slot):
                one, other = slot.whole(was, index), slot.whole(now, index)
                if one != other:
                    texts = [labels.contents_text(cell, content) for content in (one, other)]
                    yield f"{labels.element_text(cell, index)}: {' -> '.join(texts)}"


def _elements(slot: Slot) -> Iterator[tuple[int, ...]]:
    """The index of each element; all kinds of a heap are one."""
    shape = slot.cell.shape[:-1] if slot.cell.heap else slot.cell.shape
    count = slot.count // slot.cell.shape[-1] if slot.cell.heap else slot.count
    for at in range(count):
        yield index_of(shape, at)
