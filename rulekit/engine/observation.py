"""Pack an observation (what a player sees of a state) as bytes, to compare, hash and store it.

The bytes have a part for each cell, in the machine's order. First come the cell's elements, each as wide as in
`packing.py`, without gaps; an element that is not seen is 0. If not all players may see the cell, a signed 32-bit
number follows for each element. It is -1 if the element is seen, 0 if nothing is known, and 1 + n if only its size n is
known.

If hidden pieces have open (visible) attributes, 32-bit numbers follow. For a row, there is one for each place in it, 0
after the last piece. For a place of one piece, there is one. For a set or a heap (place without order), they count the
pieces with each value; a heap has them once, for all kinds of pieces. All numbers are little-endian.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from functools import cached_property

from attrs import frozen

from ..machine.program import Cell, Machine
from .cell_layout import members_of, ring_items, words_of
from .observe import Hidden, Open, Seen, is_row, observable
from .packing import Width, cell_bounds, element_count, width_in, width_of

SEEN, NOTHING = -1, 0


@frozen
class ObservedCell:
    """The position of a cell's elements in an observation: from byte `at`, `count` elements of `integers` numbers.

    `known` is the offset of the numbers that say what is known of each element; None if all players see the cell.
    Numbers for open attributes follow: `shows` for each element, or in a heap for each group of `kinds` elements."""

    cell: Cell
    at: int
    count: int
    integers: int
    width: Width
    known: int | None
    shows: int = 0
    kinds: int = 1

    @property
    def open(self) -> int:
        """Return the offset of the numbers for the open attributes of hidden pieces."""
        assert self.known is not None
        return self.known + 4 * self.count

    @property
    def stride(self) -> int:
        """Return the number of bytes of an element."""
        return self.integers * self.width.bytes

    @property
    def end(self) -> int:
        if self.known is None:
            return self.at + self.count * self.stride
        return self.open + 4 * self.shows * (self.count // self.kinds)


@frozen(slots=False)
class ObservationFormat:
    """The format of a machine's observations: the position of each cell (`parts`, in order), and the number of bytes
    (`size`)."""

    parts: tuple[ObservedCell, ...]
    size: int

    @staticmethod
    def of(machine: Machine) -> ObservationFormat:
        bounds, opens, at = cell_bounds(machine), Open.of(machine), 0
        parts = []
        for cell in observable(machine):
            width, count, integers = width_in(cell, bounds[cell.name]), element_count(cell.shape), width_of(cell)
            known = None if cell.seen is None else at + count * integers * width.bytes
            shows = (integers if opens[cell.name].rows else opens[cell.name].most) if cell.name in opens else 0
            parts.append(
                ObservedCell(cell, at, count, integers, width, known, shows, cell.shape[-1] if cell.heap else 1)
            )
            at = parts[-1].end
        return ObservationFormat(tuple(parts), at)

    def pack(self, observation: Mapping[str, tuple[Seen, ...]]) -> bytes:
        """Return an observation, as `observe` returns it, as bytes."""
        packed = bytearray(self.size)
        for part in self.parts:
            for place, seen in enumerate(observation[part.cell.name]):
                if not isinstance(seen, Hidden):
                    letters = f"<{part.integers}{part.width.letter}"
                    struct.pack_into(letters, packed, part.at + place * part.stride, *_integers(part, seen))
                if part.known is not None:
                    struct.pack_into("<i", packed, part.known + 4 * place, _knowledge_code(seen))
                    if isinstance(seen, Hidden) and seen.open is not None:
                        at = part.open + 4 * part.shows * (place // part.kinds)
                        struct.pack_into(f"<{len(seen.open)}i", packed, at, *seen.open)
        return bytes(packed)

    def unpack(self, packed: bytes) -> dict[str, tuple[Seen, ...]]:
        """Return the observation that these bytes contain; raise ValueError if their number is wrong for this
        machine."""
        if len(packed) != self.size:
            raise ValueError(
                f"packed: {self.size} bytes are expected, as an observation of this game has, not {len(packed)}"
            )
        return {
            part.cell.name: tuple(_read_element(part, packed, place) for place in range(part.count))
            for part in self.parts
        }

    def element(self, packed: bytes, name: str, place: int) -> Seen:
        """Return what the player sees of one element of the cell with this name; `place` is its row-major position."""
        return _read_element(self._by_name[name], packed, place)

    @cached_property
    def _by_name(self) -> Mapping[str, ObservedCell]:
        return {part.cell.name: part for part in self.parts}

    def changes(self, before: bytes, after: bytes) -> Iterator[tuple[str, int]]:
        """Yield the cell's name and the row-major position of each element that the player sees differently in two
        observations."""
        for part in self.parts:
            runs = [(part.at, part.stride, part.count, 1)]
            if part.known is not None:
                runs.append((part.known, 4, part.count, 1))
                runs.append((part.open, 4 * part.shows, part.count // part.kinds, part.kinds))
            found = ((every, _differing(before, after, *run)) for *run, every in runs)
            places = {at * every for every, differing in found for at in differing}
            yield from ((part.cell.name, place) for place in sorted(places))


def _differing(before: bytes, after: bytes, start: int, size: int, count: int) -> Iterator[int]:
    """Yield the numbers of the elements that differ in two packed observations, among `count` elements of `size` bytes
    from byte `start`. It bisects and skips equal halves."""
    waiting = [(0, count)]
    while waiting:
        low, high = waiting.pop()
        run = slice(start + low * size, start + high * size)
        if before[run] == after[run]:
            continue
        if high - low == 1:
            yield low
        else:
            waiting += [(low, (low + high) // 2), ((low + high) // 2, high)]


def _integers(part: ObservedCell, seen: Seen) -> list[int]:
    if isinstance(seen, int):
        return [seen]
    if isinstance(seen, frozenset):
        return words_of(seen, part.cell.high + 1)
    assert isinstance(seen, tuple)
    return [*seen, *[0] * (part.integers - len(seen))]


def _knowledge_code(seen: Seen) -> int:
    """Return -1 for an element that the player sees, 0 for an unknown one, 1 + n if the player knows only its size
    n."""
    if not isinstance(seen, Hidden):
        return SEEN
    return NOTHING if seen.size is None else 1 + seen.size


def _read_open(part: ObservedCell, packed: bytes, place: int) -> tuple[int, ...] | None:
    if not part.shows or place % part.kinds:
        return None
    at = part.open + 4 * part.shows * (place // part.kinds)
    shown = struct.unpack_from(f"<{part.shows}i", packed, at)
    return ring_items(shown) if is_row(part.cell) else shown


def _read_element(part: ObservedCell, packed: bytes, place: int) -> Seen:
    if part.known is not None:
        (known,) = struct.unpack_from("<i", packed, part.known + 4 * place)
        if known != SEEN:
            return Hidden(None) if known == NOTHING else Hidden(known - 1, _read_open(part, packed, place))
    found = struct.unpack_from(f"<{part.integers}{part.width.letter}", packed, part.at + place * part.stride)
    if part.cell.kind == "number":
        return int(found[0])
    return members_of(found) if part.cell.kind == "set" else ring_items(found)
