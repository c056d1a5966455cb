"""Lay out the cells of a machine as a flat list of integers: cells in order, elements row-major.

A number takes one integer. A set takes one unsigned 64-bit word for each 64 members, low word first. A ring (a row or
stack of pieces) takes one integer for each item that it can store; unused ones are 0. A State keeps these integers
packed as bytes (`packing.py`).
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from functools import lru_cache

from attrs import field, frozen

from ..machine.flow_nodes import PLAYERS_STREAM
from ..machine.program import Cell, Chance, Decision, Machine
from .interface import Value
from .packing import element_count, width_of
from .random import MASK64

WORD = 64


def streams(machine: Machine) -> tuple[str, ...]:
    """Return the names of the streams of random numbers in the order of `State.uses`: those of random players, then
    those of chance nodes, sorted."""
    return (*player_streams(machine), *sorted({n.stream for n in machine.nodes if isinstance(n, Chance)}))


def player_streams(machine: Machine) -> tuple[str, ...]:
    """Return the names of the random players' streams: one for each pair of a clause with decisions and a seat, sorted
    by clause. Because each clause has its own streams, asking one clause more often does not change the picks of
    another."""
    return tuple(
        players_stream(clause, seat) for clause in clauses_with_decisions(machine) for seat in range(machine.players)
    )


def clauses_with_decisions(machine: Machine) -> list[str]:
    """Return the clauses that have decisions, sorted."""
    return sorted({n.clause for n in machine.nodes if isinstance(n, Decision)})


def players_stream(clause: str, seat: int) -> str:
    """Return the name of the stream of random numbers from which a random player at this seat picks at decisions of a
    clause."""
    return f"{PLAYERS_STREAM}{clause}, seat {seat + 1}"


def words_of(members: Iterable[int], size: int) -> list[int]:
    """Return a set of numbers from 0 to size - 1 as 64-bit words, low word first."""
    bits = 0
    for member in members:
        bits |= 1 << member
    return bit_words(bits, size)


def bit_words(bits: int, size: int) -> list[int]:
    """Split a bit mask over `size` members into 64-bit words, low word first."""
    if size <= WORD:
        return [bits & MASK64] if size else []
    count = -(-size // WORD)
    return [*struct.unpack(f"<{count}Q", (bits & ((1 << count * WORD) - 1)).to_bytes(count * 8, "little"))]


def members_of(words: Sequence[int]) -> frozenset[int]:
    """Return the members of a set that is given as words."""
    return _members_of(tuple(words))


@lru_cache(maxsize=1024)  # rules read the same set many times between two changes of it
def _members_of(words: tuple[int, ...]) -> frozenset[int]:
    found = []
    for at in range(len(words) - 1, -1, -1):
        word = words[at]
        while word:
            greatest = word.bit_length() - 1
            found.append(at * WORD + greatest)
            word ^= 1 << greatest
    return frozenset(found)


def bit_members(bits: int) -> frozenset[int]:
    """Return the positions of the bits that are 1."""
    return members_of(bit_words(bits, bits.bit_length()))


@frozen
class Slot:
    """The position of a cell in the flat list of integers: from `offset` on, `count` elements of `width` integers
    each."""

    cell: Cell
    offset: int
    count: int
    width: int

    @property
    def end(self) -> int:
        return self.offset + self.count * self.width

    def at(self, index: Sequence[int]) -> int:
        """Return the position of an element in the flat list. Raise IndexError outside the shape; a verified and
        correctly lowered machine never does this."""
        return self.offset + row_major(self.cell.name, self.cell.shape, index) * self.width

    def read(self, cells: Sequence[int], index: Sequence[int] = ()) -> Value | tuple[int, ...]:
        """Return an element: a number, a set, or the items of a ring (row or stack) from the bottom."""
        at = self.at(index)
        if self.cell.kind == "number":
            return cells[at]
        words = cells[at : at + self.width]
        return members_of(words) if self.cell.kind == "set" else ring_items(words)

    def whole(self, cells: Sequence[int], index: Sequence[int] = ()) -> Value | tuple[int, ...]:
        """Return an element as `read` does. For a heap (a place without order), return the number of pieces of each
        kind; `index` then has no number for the kind."""
        if not self.cell.heap:
            return self.read(cells, index)
        first = self.at((*index, 0))
        return tuple(cells[first : first + self.cell.shape[-1]])


def row_major(name: str, shape: Sequence[int], index: Sequence[int]) -> int:
    """Return the row-major position, counted from 0, of the element at `index` in an array of this shape. Raise
    IndexError if it is outside; `name` is for the message."""
    if len(index) == len(shape) == 1 and 0 <= index[0] < shape[0]:
        return index[0]
    inside = len(index) == len(shape)
    place = 0
    for i, size in zip(index, shape, strict=False):
        inside = inside and 0 <= i < size
        place = place * size + i
    if not inside:
        raise IndexError(f"{name}{list(index)} is outside {list(shape)}")
    return place


@frozen
class CellLayout:
    """The positions of a machine's cells in the flat list of integers. `slots` maps the name of each cell to its
    position, in the machine's order. `length` is the number of integers in the list."""

    slots: dict[str, Slot] = field(repr=False)
    length: int

    @staticmethod
    def of(machine: Machine) -> CellLayout:
        slots: dict[str, Slot] = {}
        offset = 0
        for cell in machine.cells:
            slot = Slot(cell, offset, element_count(cell.shape), width_of(cell))
            slots[cell.name] = slot
            offset = slot.end
        return CellLayout(slots, offset)

    def initial(self) -> list[int]:
        """Return the flat list of integers at the start of a game."""
        flat: list[int] = []
        for slot in self.slots.values():
            cell = slot.cell
            if cell.kind == "ring":
                flat.extend([0] * (slot.count * slot.width))
                continue
            values = cell.initial * slot.count if len(cell.initial) == 1 else cell.initial
            if len(values) != slot.count:
                raise ValueError(f"cell {cell.name} has {slot.count} elements and {len(values)} initial values")
            for value in values:
                flat.extend([value] if cell.kind == "number" else bit_words(value, cell.high + 1))
        return flat

    def read(self, cells: Sequence[int], name: str, index: Sequence[int] = ()) -> Value | tuple[int, ...]:
        """Return an element of the cell with this name, as `Slot.read` does."""
        return self.slots[name].read(cells, index)

    def element_at(self, offset: int) -> tuple[Cell, tuple[int, ...]]:
        """Return the cell and the index of the element that has the integer at this position of the flat list."""
        slot = next(s for s in self.slots.values() if s.offset <= offset < s.end)
        return slot.cell, index_of(slot.cell.shape, (offset - slot.offset) // slot.width)


def ring_items(items: Sequence[int]) -> tuple[int, ...]:
    """Return the items of a ring: everything before its first 0."""
    return tuple(items[: ring_size(items)])


def ring_size(items: Sequence[int]) -> int:
    """Return the number of items in a ring: those before the first 0."""
    size = 0
    while size < len(items) and items[size]:
        size += 1
    return size


def index_of(shape: Sequence[int], place: int) -> tuple[int, ...]:
    """Return the index of the element at row-major position `place` in an array of this shape."""
    index: list[int] = []
    for size in reversed(shape):
        place, i = divmod(place, size)
        index.append(i)
    return tuple(reversed(index))


HASH_START, HASH_FACTOR = 0x9E3779B97F4A7C15, 0xFF51AFD7ED558CCD


def position_hash(flat: Iterable[int]) -> int:
    """Return the published 64-bit hash of a position's integers, as a signed number; histories store it. Zeros are
    skipped, since most sites of a large board are empty. Every other integer is hashed together with its place in the
    list."""
    h = HASH_START
    for number, word in enumerate(flat):
        if word:
            h = ((h ^ (word + number * HASH_START & MASK64)) * HASH_FACTOR) & MASK64
            h ^= h >> 32
    return h - (1 << 64) if h >> 63 else h
