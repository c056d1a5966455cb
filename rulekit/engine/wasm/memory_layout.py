"""The layout of the module's memory: control words, constants, cells, counts, scratch space, and records.

Memory is one block of fixed size. Cells lie as `engine/packing.py` packs them, so a state's cells are one block of
bytes (`cells_format`). Sizes of rings come after the cells; they are counted when a state is loaded.

A recording module keeps its records after all other memory. `engine/log.py` defines records. Here one consists of
32-bit numbers: its length, its sort, its subject, and the rest. `change_recorder.py` writes them, `recording_engine.py`
reads them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from attrs import define, field, frozen

from ...diagnostics import Diagnostic, RulekitError
from ...machine.operator_intervals import bits_of
from ...machine.program import NUMBER, Chance, Decision, Function, Machine, Table
from ..cell_layout import CellLayout, streams
from ..log import RecordFormat
from ..observation import ObservationFormat
from ..packing import BYTE, INT, WORD, PackedPlaces, Width, cell_bounds, element_count, packing, width_of
from .operands import FunctionReference, Global, MemoryPlace, Operand, constant_place, i32

PAGE = 1 << 16
LISTED_FROM = 6  # words; tables of wider sets with fewer members than words store lists of members
MEMORY_LIMIT = 1 << 30
SAVE_BYTES = 1 << 22  # the stack of cells saved by `After`
LENGTHS = 1 << 12  # moves from which on games are listed one by one
MOST_OUTCOMES = 81  # enough for four players
ROWS = 1 << 12  # games of a batch that can be listed

FAULT, NODE, COUNT, MOVES = (constant_place(INT, address) for address in (0, 4, 8, 12))  # control words
PLAYING, LISTED, DECISIONS = (constant_place(INT, address) for address in (16, 20, 32))
GAME = constant_place(WORD, 24)
LAST = constant_place(WORD, 40)  # the number after the last game to play, for interleaved play
PASSED = constant_place(INT, 48)  # the node that was entered last
TURNS, ROUNDS, BROKEN = (
    constant_place(INT, address) for address in (52, 56, 60)
)  # BROKEN: 1 + the number of the invariant
CONTROL = 64
NO_FAULT = -(1 << 31)
FINISHED, UNFINISHED, DRAWS, BRANCHING, BRANCHINGS = range(5)  # totals
PAYOFF_SUM, SQUARES_LOW, SQUARES_HIGH, WINS, PAYOFF_SUMS = range(5)  # of each player; PAYOFF_SUMS is their count


MEMBERS = bytes(bit for byte in range(256) for bit in [*(x for x in range(8) if byte >> x & 1), *[0] * 8][:8])
"""The position of bit number k among a byte's set bits, at index 8 * byte + k; 0 if there is none."""


@frozen
class Vector:
    """A vector in memory: numbers of one width; `vector[number]` is the place of one."""

    base: int
    width: Width

    def __getitem__(self, number: Operand | int) -> MemoryPlace:
        if isinstance(number, int):
            return constant_place(self.width, self.base + number * self.width.bytes)
        return MemoryPlace(self.width, number if self.width.bytes == 1 else number * self.width.bytes, self.base)


@frozen
class Array:
    """An array in memory: numbers, sets or rings, in row-major order. A set takes `words` words, a ring `words`
    numbers. If `listed` is not 0, each set is stored as a list: its number of members, then room for as many members as
    the largest set has."""

    name: str
    base: int
    shape: tuple[int, ...]
    count: int
    words: int
    width: Width
    low: int
    high: int
    sizes: int = 0
    listed: int = 0  # the most members of a set, in a table that stores lists of members

    @property
    def stride(self) -> int:
        return (self.listed + 1 if self.listed else self.words) * self.width.bytes

    @property
    def end(self) -> int:
        return self.base + self.count * self.stride

    def at(self, variable: Operand, constant: int = 0) -> MemoryPlace:
        """Return the place of the first number or word, `variable` and `constant` bytes after the first element."""
        return MemoryPlace(self.width, variable, self.base + constant)

    def size_of(self, ring: Operand) -> MemoryPlace:
        """Return the memory place of a ring's size, given the ring's number."""
        return Vector(self.sizes, INT)[ring]


@frozen
class Remembered:
    """Room for the results of a function, by the number of its combination of arguments."""

    results: Vector
    words: int  # of one result: 64-bit words of a set, else 1
    known: Vector  # 1 if the result is known
    end: int

    @staticmethod
    def of(function: Function, at: int) -> Remembered:
        """Return the room from this address on, a multiple of 8."""
        count = element_count([p.high - p.low + 1 for p in function.params])
        words, width = (-(-function.kind // 64), WORD) if function.kind else (1, INT)
        known = Vector(at + count * words * width.bytes, BYTE)
        return Remembered(Vector(at, width), words, known, align(known.base + count, 8))

    def places(self, number: Operand) -> list[MemoryPlace]:
        """Return the places of the words of a result."""
        first = self.results[number * self.words]
        return [first.plus(self.results.width.bytes * i) for i in range(self.words)]


def option_limit(machine: Machine) -> int:
    """Return the largest length of a list of options or outcomes."""
    most = 1
    for node in machine.nodes:
        if isinstance(node, Chance):
            most = max(most, node.high - node.low + 1)
        elif isinstance(node, Decision):
            most = max(most, sum(element_count([v.high - v.low + 1 for v in a.levels]) for a in node.alternatives))
    return most


def first_values(decision: Decision) -> list[int]:
    """Return, for each alternative with two parameters, the number of values of the first one; else 0."""
    firsts = [a.levels[0] if len(a.levels) == 2 else None for a in decision.alternatives]
    return [0 if first is None else max(0, first.high - first.low + 1) for first in firsts]


def outcome_count(players: int) -> int:
    """Return the number of combinations of payoffs -1, 0 and 1; 0 if they are too many to count."""
    found = 3**players
    return found if found <= MOST_OUTCOMES else 0


def align(at: int, to: int) -> int:
    """Round an address up to a multiple of `to`."""
    return -(-at // to) * to


@frozen
class Memory:
    """The address of every region of memory. Regions follow each other in the order of the fields."""

    uses: Vector  # raw numbers of each stream
    keys: Vector  # the key of each stream
    points: Vector  # counter times key of each player's stream, in a module that plays
    kinds: Vector  # the sort of each node
    otherwise: Vector  # the next node of a decision without options, or -1 - fault
    members: Vector  # MEMBERS
    tables: dict[str, Array]
    initial: int
    cells: dict[str, Array]
    start: int  # the first byte of the cells
    end: int  # the end of the sizes after them
    sizes: int
    payoffs: Vector  # PAYOFF_SUMS for each player: payoff, low and high half of its square, wins
    totals: Vector  # finished, unfinished, draws, sum and count of branching
    lengths: Vector  # games by number of moves
    outcomes: Vector  # games by payoffs of -1, 0 and 1, if no details are counted
    marks: Vector  # the count of each clause
    details: int  # sums of 24 bytes (total, low and high half of squares), then counts of the game (`detail_code.py`)
    rows: Vector  # games listed one by one: moves, then payoffs
    list: Vector  # the options (or weights) of the present node
    counts: Vector  # options by the value of their first parameter
    sight: int  # what a player sees, as `engine/observation.py` packs it
    sight_bytes: int
    remembered: dict[str, Remembered]
    save: int
    pages: int
    cells_format: str
    initial_bytes: bytes

    def numbers(self, cells: Sequence[str]) -> int:
        """Return how many numbers these cells hold in all their elements."""
        return sum(self.cells[name].count * self.cells[name].words for name in cells)

    def counts_of(self, decision: Decision) -> Sequence[Vector]:
        """Return, for each alternative, the vector that counts its options by their first parameter."""
        many = first_values(decision)
        return [Vector(self.counts.base + INT.bytes * before, INT) for before in accumulate(many[:-1], initial=0)]

    @staticmethod
    def of(machine: Machine, clauses: int, details: int = 0) -> Memory:
        """Lay out a machine's memory, with `details` bytes for details.  Raises RulekitError (E626) above
        MEMORY_LIMIT."""
        count = len(streams(machine))
        uses = Vector(CONTROL, INT)
        keys = Vector(align(uses.base + 4 * count, 8), WORD)
        points = Vector(keys.base + 8 * count, WORD)
        kinds = Vector(points.base + 8 * count, BYTE)
        otherwise = Vector(align(kinds.base + len(machine.nodes), 4), INT)
        members = Vector(otherwise.base + 4 * len(machine.nodes), BYTE)
        at = members.base + len(MEMBERS)
        tables: dict[str, Array] = {}
        for table in machine.tables:
            array = _table(table, at)
            tables[table.name] = array
            at = array.end
        initial = align(at, 8)
        places, bounds = PackedPlaces.of(machine), cell_bounds(machine)
        start = align(initial + places.size, 8)
        sizes = end = align(start + places.size, 8)
        cells: dict[str, Array] = {}
        for cell in machine.cells:
            name, shape, count = cell.name, cell.shape, element_count(cell.shape)
            base, width, (low, high) = start + places.offsets[name], places.widths[name], bounds[name]
            ring = cell.kind == "ring"
            cells[name] = Array(name, base, shape, count, width_of(cell), width, low, high, end if ring else 0)
            end += 4 * count if ring else 0
        payoffs = Vector(align(end, 8), WORD)
        totals = Vector(payoffs.base + 8 * PAYOFF_SUMS * machine.players, WORD)
        lengths = Vector(totals.base + 40, WORD)
        outcomes = Vector(lengths.base + 8 * LENGTHS, WORD)
        marks = Vector(outcomes.base + 8 * outcome_count(machine.players), WORD)
        rows = Vector(marks.base + 8 * clauses + details, INT)
        options = Vector(rows.base + 4 * ROWS * (1 + machine.players), INT)
        counts = Vector(options.base + 4 * option_limit(machine), INT)
        most = max((sum(first_values(n)) for n in machine.nodes if isinstance(n, Decision)), default=0)
        sight = align(counts.base + 4 * most, 8)
        sight_bytes = ObservationFormat.of(machine).size
        remembered, at = {}, align(sight + sight_bytes, 8)
        for function in machine.functions:
            if function.remembered:
                remembered[function.name] = Remembered.of(function, at)
                at = remembered[function.name].end
        save = align(at, 8)
        pages = -(-(save + max(SAVE_BYTES, 4 * (end - start))) // PAGE)
        if pages * PAGE > MEMORY_LIMIT:
            largest = max((*cells.values(), *tables.values()), key=lambda array: array.count * array.stride)
            message = f"{machine.name} needs {pages * PAGE} bytes of memory, `{largest.name}` the most of them"
            raise RulekitError(Diagnostic("E626", f"{message}; at most {MEMORY_LIMIT} are allowed"))
        return Memory(
            uses, keys, points, kinds, otherwise, members, tables, initial, cells, start, end, sizes, payoffs, totals,
            lengths, outcomes, marks, rows.base - details, rows, options, counts, sight, sight_bytes, remembered, save,
            pages,
            places.format, _initial_bytes(machine, places.format),
        )  # fmt: skip


def _table(table: Table, at: int) -> Array:
    low, high = min(table.values, default=0), max(table.values, default=0)
    count = element_count(table.shape)
    if table.kind == NUMBER:
        width = Width.of(low, high)
        return Array(table.name, align(at, width.bytes), table.shape, count, 1, width, low, high)
    words, most = -(-table.kind // 64), max((v.bit_count() for v in table.values), default=0)
    if words > LISTED_FROM and 0 < most < words:
        width = Width.of(0, table.kind - 1)
        return Array(table.name, align(at, width.bytes), table.shape, count, words, width, 0, table.kind - 1, 0, most)
    return Array(table.name, align(at, 8), table.shape, count, words, WORD, 0, table.kind - 1)


def table_numbers(table: Table, array: Array) -> Sequence[int]:
    """Return the numbers of a table: for sets their words, or the number of members and the members."""
    if table.kind == NUMBER:
        return table.values
    if not array.listed:
        return [(v >> (64 * i)) & ((1 << 64) - 1) for v in table.values for i in range(array.words)]
    found: list[int] = []
    for members in map(bits_of, table.values):
        found += [len(members), *members, *[0] * (array.listed - len(members))]
    return found


def _initial_bytes(machine: Machine, form: str) -> bytes:
    return packing(form).pack(CellLayout.of(machine).initial())


WROTE, SHOWN = 0, 1
NUMBER_SORT, SET_SORT, ROW_SORT = 0, 1, 2
SORTS = {"number": NUMBER_SORT, "set": SET_SORT, "ring": ROW_SORT}
RECORD_BYTES = 1 << 20
"""Bytes for the records of one step; if they are not enough, the reference engine records the step."""
HEADER = 32
"""Bytes before the records: whether they overflowed, and, from byte 8, a set of players."""


@frozen
class Region:
    """The region for records, after all other memory: a header, the records, and a copy of the cells."""

    base: int
    copy: int
    pages: int

    @staticmethod
    def of(memory: Memory) -> Region:
        base = memory.pages * PAGE
        copy = base + HEADER + RECORD_BYTES
        return Region(base, copy, -(-(copy + memory.end - memory.start) // PAGE))

    @property
    def overflow(self) -> MemoryPlace:
        """Return the place of the flag that is not 0 if the records of a step did not fit."""
        return MemoryPlace(INT, i32(self.base))

    @property
    def players(self) -> Vector:
        """Return the vector for the audience of a pick or draw, as the words of a set."""
        return Vector(self.base + 8, WORD)

    @property
    def records(self) -> int:
        """Return the address of the first record."""
        return self.base + HEADER


@define
class Recording:
    """The parts that emit records: the address of the next record (`at`, a global), and the function that records a
    change of each cell."""

    region: Region
    form: RecordFormat
    at: Global
    on_change: dict[str, FunctionReference] = field(factory=dict)
