"""Pack the cells of a machine as bytes: each element as narrow as its possible values allow, cells in order.

A state keeps its cells packed, because bytes are copied, compared and hashed fast. They are unpacked to integers only
when somebody reads them. The fast engine uses the same layout in memory, so it copies packed cells in and out
unchanged. `cell_layout.CellLayout` defines the order of the integers.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from weakref import WeakValueDictionary

from attrs import frozen

from ..machine.program import Cell, Chance, Decision, Machine
from ..model.types import INT32


@frozen
class Width:
    """How a number is stored: how many bytes, the WebAssembly instructions to load and store it, its letter in `struct`
    formats."""

    bytes: int
    load: str
    store: str
    letter: str

    @staticmethod
    def of(low: int, high: int) -> Width:
        """Return the narrowest width for numbers from `low` to `high`."""
        for width, first, last in WIDTHS:
            if first <= low and high <= last:
                return width
        raise ValueError(f"{low}..{high} needs more than 64 bits")


BYTE = Width(1, "i32.load8_u", "i32.store8", "B")
INT = Width(4, "i32.load", "i32.store", "i")
WORD = Width(8, "i64.load", "i64.store", "Q")
WIDTHS: tuple[tuple[Width, int, int], ...] = (
    (BYTE, 0, 255),
    (Width(1, "i32.load8_s", "i32.store8", "b"), -128, 127),
    (Width(2, "i32.load16_u", "i32.store16", "H"), 0, 65535),
    (Width(2, "i32.load16_s", "i32.store16", "h"), -32768, 32767),
    (INT, *INT32),
    (Width(8, "i64.load", "i64.store", "q"), -(1 << 63), (1 << 63) - 1),
)


def width_in(cell: Cell, bounds: tuple[int, int]) -> Width:
    """Return the width in which a cell's integers are stored; `bounds` are the least and greatest number that it may
    contain."""
    return WORD if cell.kind == "set" else Width.of(*bounds)


def element_count(shape: Sequence[int]) -> int:
    count = 1
    for size in shape:
        count *= size
    return count


def width_of(cell: Cell) -> int:
    """Return the number of integers in each element of a cell."""
    if cell.kind == "number":
        return 1
    return cell.capacity if cell.kind == "ring" else -(-(cell.high + 1) // 64)


def cell_bounds(machine: Machine) -> dict[str, tuple[int, int]]:
    """Return the least and greatest number that each cell may contain, by the cell's name. They depend on its range,
    its initial values, and what options and chances store."""
    bounds: dict[str, tuple[int, int]] = {}
    for cell in machine.cells:
        values = (cell.low, cell.high, *cell.initial) if cell.kind == "number" else (0, cell.high)
        bounds[cell.name] = (min(values), max(values))
    for name, low, high in choice_ranges(machine):
        was = bounds[name]
        bounds[name] = (min(was[0], low), max(was[1], high))
    return bounds


def choice_ranges(machine: Machine) -> Iterator[tuple[str, int, int]]:
    """Yield the name of each cell that an option or a chance writes, with the least and greatest value that it
    writes."""
    for node in machine.nodes:
        if isinstance(node, Chance):
            yield node.cell, node.low, node.high
        elif isinstance(node, Decision):
            for alternative in node.alternatives:
                for level in alternative.levels:
                    yield level.cell, level.low, level.high


def widths(machine: Machine) -> dict[str, Width]:
    """Return a mapping from the name of each cell to the width in which its integers are stored."""
    bounds = cell_bounds(machine)
    return {cell.name: width_in(cell, bounds[cell.name]) for cell in machine.cells}


def pack_words(values: Iterable[int], width: Width) -> Iterator[int]:
    """Pack numbers of this width into 64-bit words and yield the words. The first number is in the lowest bits of a
    word; unused bits of the last word are 0."""
    word = at = 0
    bits = 8 * width.bytes
    for value in values:
        word |= (value & ((1 << bits) - 1)) << at
        at += bits
        if at == 64:
            yield word
            word = at = 0
    if at:
        yield word


@frozen
class FilledTail:
    """The place of a history of positions that is the machine's last cell: packed bytes contain only its filled part.
    The history begins at byte `start`. At byte `at` there is the number of its filled 64-bit words; `number` decodes
    it."""

    start: int
    at: int
    number: struct.Struct

    @staticmethod
    def of(text: str) -> FilledTail:
        start, at, letter = text.split(",")
        return FilledTail(int(start), int(at), struct.Struct(f"<{letter}"))

    def end(self, cells: bytes | memoryview) -> int:
        """Return the byte at which the filled part of the history ends in packed cells of full length."""
        filled: int = self.number.unpack_from(cells, self.at)[0]
        return self.start + 8 * filled


def tail_format(machine: Machine, places: Mapping[str, int], known: Mapping[str, Width]) -> str:
    """Return the suffix of the packing format, from which `FilledTail.of` reads the place of the history. Return "" if
    the last cell is not a history of positions."""
    last = machine.cells[-1].name if machine.cells else ""
    if not any(last == f"history.{position.name}" for position in machine.positions):
        return ""
    return f"+{places[last]},{places[f'{last}.size']},{known[f'{last}.size'].letter}"


@frozen
class PackedPlaces:
    """The positions of packed cells: the offset and width of each cell by name, the size of all cells in bytes, and
    their format (for `struct`, with the suffix of `tail_format`)."""

    offsets: dict[str, int]
    widths: dict[str, Width]
    size: int
    format: str

    @staticmethod
    def of(machine: Machine) -> PackedPlaces:
        known, at, form = widths(machine), 0, "<"
        offsets: dict[str, int] = {}
        for cell in machine.cells:
            width, count = known[cell.name], element_count(cell.shape) * width_of(cell)
            gap = -at % width.bytes
            form += f"{'x' * gap}{count}{width.letter}"
            offsets[cell.name] = at + gap
            at += gap + count * width.bytes
        return PackedPlaces(offsets, known, at, form + tail_format(machine, offsets, known))


class Packing:
    """Converts the flat integers of all cells to bytes and back. There is only one object for each `format` (a `struct`
    format plus the suffix of `tail_format`), so `is` can compare packings."""

    __slots__ = ("__weakref__", "_last", "_struct", "format", "size", "tail")

    def __init__(self, format: str) -> None:
        """Create a packing of this format. Call `of` or `packing` instead, which reuse existing ones."""
        self.format = format
        whole, _, tail = format.partition("+")
        self._struct = struct.Struct(whole)
        self.size = self._struct.size
        self.tail = FilledTail.of(tail) if tail else None
        self._last: tuple[bytes, tuple[int, ...]] = (b"", ())

    @staticmethod
    def of(machine: Machine) -> Packing:
        return packing(PackedPlaces.of(machine).format)

    def pack(self, cells: Iterable[int]) -> bytes:
        """Return the bytes of these integers; ValueError if there are too few or too many, or one is out of range."""
        try:
            packed = self._struct.pack(*cells)
            return packed if self.tail is None else packed[: self.tail.end(packed)]
        except struct.error as error:
            raise ValueError(f"these are no cells of the machine: {error}") from None

    def unpack(self, packed: bytes) -> tuple[int, ...]:
        """Return the integers in these bytes.  The last result is cached, since a state is usually read several
        times."""
        last, cells = self._last
        if last is not packed:
            cells = self._struct.unpack(packed + bytes(self.size - len(packed)) if self.tail else packed)
            self._last = packed, cells
        return cells

    def __reduce__(self) -> tuple[object, ...]:
        return packing, (self.format,)

    def __repr__(self) -> str:
        return f"Packing({self.format!r})"


_KNOWN: WeakValueDictionary[str, Packing] = WeakValueDictionary()


def packing(format: str) -> Packing:
    """Return the one packing of this format; create it on first use."""
    found = _KNOWN.get(format)
    return found if found is not None else _KNOWN.setdefault(format, Packing(format))
