"""How the cells of a machine follow one another as whole numbers: cells in order, elements row-major.

A number takes one integer, a set one unsigned 64-bit word for each 64 members (low word first), a ring its capacity
(unused: 0).  A State keeps these numbers packed as bytes (`packing.py`).  Nothing here runs rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import field, frozen

from ..machine.nodes import PLAYERS_STREAM
from ..machine.program import Cell, Chance, Decision, Machine
from .interface import Value
from .random import MASK64

WORD = 64


def streams(machine: Machine) -> tuple[str, ...]:
    """The names behind `State.uses`: random players first, then the machine's own, sorted."""
    return (*player_streams(machine), *sorted({n.stream for n in machine.nodes if isinstance(n, Chance)}))


def player_streams(machine: Machine) -> tuple[str, ...]:
    """For each clause that asks, sorted, a stream of each seat: what one asks for oftener moves no other pick."""
    return tuple(players_stream(clause, seat) for clause in asking(machine) for seat in range(machine.players))


def asking(machine: Machine) -> list[str]:
    """The clauses with decisions, sorted."""
    return sorted({n.clause for n in machine.nodes if isinstance(n, Decision)})


def players_stream(clause: str, seat: int) -> str:
    """The stream by which a random player at this seat answers a clause."""
    return f"{PLAYERS_STREAM}{clause}, seat {seat + 1}"


def words_of(members: Iterable[int], size: int) -> list[int]:
    """A set over 0..size-1 as its words."""
    bits = 0
    for member in members:
        bits |= 1 << member
    return bit_words(bits, size)


def bit_words(bits: int, size: int) -> list[int]:
    return [(bits >> at) & MASK64 for at in range(0, size, WORD)]


def members_of(words: Sequence[int]) -> frozenset[int]:
    """The members of a set from its words."""
    bits = 0
    for word in reversed(words):
        bits = bits << WORD | word
    return bit_members(bits)


def bit_members(bits: int) -> frozenset[int]:
    """The places of the ones in a number."""
    found = []
    while bits:
        greatest = bits.bit_length() - 1
        found.append(greatest)
        bits ^= 1 << greatest
    return frozenset(found)


def element_count(shape: Sequence[int]) -> int:
    count = 1
    for size in shape:
        count *= size
    return count


def width_of(cell: Cell) -> int:
    """Integers for each element."""
    if cell.kind == "number":
        return 1
    return cell.capacity if cell.kind == "ring" else len(range(0, cell.high + 1, WORD))


@frozen
class Slot:
    """Where a cell lies: from `offset`, `count` elements of `width` integers."""

    cell: Cell
    offset: int
    count: int
    width: int

    @property
    def end(self) -> int:
        return self.offset + self.count * self.width

    def at(self, index: Sequence[int]) -> int:
        """The offset of the element; IndexError outside the shape (a machine that was verified and lowered rightly
        never does that)."""
        return self.offset + row_major(self.cell.name, self.cell.shape, index) * self.width

    def read(self, cells: Sequence[int], index: Sequence[int] = ()) -> Value | tuple[int, ...]:
        """One element: a number, a set, or what stands in a ring from the bottom."""
        at = self.at(index)
        if self.cell.kind == "number":
            return cells[at]
        words = cells[at : at + self.width]
        return members_of(words) if self.cell.kind == "set" else ring_items(words)

    def whole(self, cells: Sequence[int], index: Sequence[int] = ()) -> Value | tuple[int, ...]:
        """As `read`; of a heap the copies of each kind."""
        if not self.cell.heap:
            return self.read(cells, index)
        first = self.at((*index, 0))
        return tuple(cells[first : first + self.cell.shape[-1]])


def row_major(name: str, shape: Sequence[int], index: Sequence[int]) -> int:
    """The number of an element of an array of this shape."""
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
    """The slots of a machine's cells by name, in order."""

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
        """The cells as a game starts."""
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
        """An element of the cell of this name, as `Slot.read` gives it."""
        return self.slots[name].read(cells, index)

    def element_at(self, offset: int) -> tuple[Cell, tuple[int, ...]]:
        """The cell and the index of the element that holds this flat integer."""
        slot = next(s for s in self.slots.values() if s.offset <= offset < s.end)
        return slot.cell, index_of(slot.cell.shape, (offset - slot.offset) // slot.width)


def ring_items(items: Sequence[int]) -> tuple[int, ...]:
    """What stands in a ring: all before its first 0."""
    return tuple(items[: ring_size(items)])


def ring_size(items: Sequence[int]) -> int:
    size = 0
    while size < len(items) and items[size]:
        size += 1
    return size


def index_of(shape: Sequence[int], place: int) -> tuple[int, ...]:
    """The index of element number `place` of an array of this shape."""
    index: list[int] = []
    for size in reversed(shape):
        place, i = divmod(place, size)
        index.append(i)
    return tuple(reversed(index))


def position_hash(flat: Iterable[int]) -> int:
    """The published hash of a position's flat integers, each taken as a 64-bit word; signed, as histories keep it."""
    h = 0x9E3779B97F4A7C15
    for word in flat:
        h = ((h ^ (word & MASK64)) * 0xFF51AFD7ED558CCD) & MASK64
        h ^= h >> 32
    return h - (1 << 64) if h >> 63 else h
