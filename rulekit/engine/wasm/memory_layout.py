"""The layout of the module's memory: control words, constants, cells, counts, scratch space, and records.

Memory is one block of fixed size. Cells are packed as in `engine/packing.py`, so a state's cells are one block of bytes
(`cells_format`). The number of items in each ring follows after the cells; these sizes are computed when a state is
loaded.

A recording module has its records after all other memory. `engine/log.py` defines records. Here a record consists of
32-bit numbers: its length, its kind, its subject, and the rest. `change_recorder.py` writes them, `recording_engine.py`
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
# Two limits on the sets of a table: the words of one set, and the words of all sets.
# A table that exceeds both stores each set as a list of members, if no set has more than half as many members as words.
LISTED_FROM, LISTED_TABLE = 6, 1 << 18
SPAN_BITS = 16
SPAN_MASK = (1 << SPAN_BITS) - 1
MEMORY_LIMIT = 1 << 30
# bytes for the positions that a cursor saves for `undo`; when they are full, the host takes the positions
PAST_BYTES = 1 << 14
SAVE_BYTES = 1 << 22  # size of the stack for the cells that `After` saves
# games with fewer moves are counted by their number of moves; longer ones are listed one by one
LENGTHS = 1 << 12
MOST_OUTCOMES = 81  # 3^4: a win, draw or loss for each of four players
ROWS = 1 << 12  # the number of games that can be listed one by one in one call

FAULT, BROKEN, COUNT, MOVES = (constant_place(INT, address) for address in (0, 4, 8, 12))  # control words
# BROKEN is 1 + the number of the broken invariant, or 0
PLAYING, LISTED, DECISIONS, CHOICE = (constant_place(INT, address) for address in (16, 20, 32, 36))
GAME = constant_place(WORD, 24)
LAST = constant_place(WORD, 40)  # in interleaved play: 1 + the number of the last game to play
PASSED = constant_place(INT, 48)  # the node that was entered last
# NODE comes last, so that a position is one range of bytes: the node, the uses of streams, the cells.
# PAST is the address at which the next position is saved for `undo`; 0 if none is saved (`cursor.py`).
TURNS, ROUNDS, PAST, NODE = (constant_place(INT, address) for address in (52, 56, 60, 68))
CONTROL = 72
REFUSED, RUNNING = -1, -2  # values of COUNT after a step that was refused, or that trapped
NO_FAULT = -(1 << 31)
FINISHED, UNFINISHED, DRAWS, BRANCHING, BRANCHINGS = range(5)  # indexes in `Memory.totals`
# each player has an entry in `Memory.payoffs`: these are the indexes in it, and PAYOFF_SUMS is its length
PAYOFF_SUM, WINS, PAYOFF_SUMS = range(3)


MEMBERS = bytes(bit for byte in range(256) for bit in [*(x for x in range(8) if byte >> x & 1), *[0] * 8][:8])
"""The position of bit number k among a byte's set bits, at index 8 * byte + k; 0 if there is none."""


@frozen
class Vector:
    """A vector in memory: numbers of one width. `vector[number]` is the place of the number with this index."""

    base: int
    width: Width

    def __getitem__(self, number: Operand | int) -> MemoryPlace:
        if isinstance(number, int):
            return constant_place(self.width, self.base + number * self.width.bytes)
        return MemoryPlace(self.width, number if self.width.bytes == 1 else number * self.width.bytes, self.base)


@frozen
class Array:
    """An array in memory: `count` numbers, sets or rings from `base` on, in row-major order.

    A set takes `words` words, a ring `words` numbers. Numbers are in `low`..`high`. `sizes` is the address of the
    rings' sizes. If `listed` is not 0, each set is stored as a list: its number of members, then room for as many
    members as the largest set has."""

    name: str
    base: int
    shape: tuple[int, ...]
    count: int
    words: int
    width: Width
    low: int
    high: int
    sizes: int = 0
    listed: int = 0  # if sets are stored as lists: the number of members of the largest set; otherwise 0
    # in a table of wide sets: the address of the sets' spans; otherwise 0. A span is a number with two halves:
    # in its low half the offset of the set's first word with a member, in its high half that of the last such word
    spans: int = 0

    @property
    def stride(self) -> int:
        return (self.listed + 1 if self.listed else self.words) * self.width.bytes

    @property
    def end(self) -> int:
        return self.spans + INT.bytes * self.count if self.spans else self.base + self.count * self.stride

    def span_of(self, element: Operand) -> MemoryPlace | None:
        """Return the memory place of a set's span, given the number of the set in the array; None if the array has no
        spans."""
        return Vector(self.spans, INT)[element] if self.spans else None

    def at(self, variable: Operand, constant: int = 0) -> MemoryPlace:
        """Return the place of a number or word: `variable` and `constant` bytes after the start of the first
        element."""
        return MemoryPlace(self.width, variable, self.base + constant)

    def size_of(self, ring: Operand) -> MemoryPlace:
        """Return the memory place of a ring's size, given the number of the ring in the array."""
        return Vector(self.sizes, INT)[ring]


@frozen
class ResultMemory:
    """The memory that caches the results of a function. Each combination of arguments has a number, which is the index
    of its result. `end` is the address after this memory."""

    results: Vector
    words: int  # 64-bit words in a result: those of a set, or 1 for a number
    known: Vector  # for each result, 1 once it has been computed
    end: int

    @staticmethod
    def of(function: Function, at: int) -> ResultMemory:
        """Lay out the memory for a function's results from the address `at` on, a multiple of 8."""
        count = element_count([p.high - p.low + 1 for p in function.params])
        words, width = (-(-function.kind // 64), WORD) if function.kind else (1, INT)
        known = Vector(at + count * words * width.bytes, BYTE)
        return ResultMemory(Vector(at, width), words, known, align(known.base + count, 8))

    def places(self, number: Operand) -> list[MemoryPlace]:
        """Return the places of the words of the result with this number."""
        first = self.results[number * self.words]
        return [first.plus(self.results.width.bytes * i) for i in range(self.words)]


def option_limit(machine: Machine) -> int:
    """Return the greatest number of options or outcomes that any node may list."""
    most = 1
    for node in machine.nodes:
        if isinstance(node, Chance):
            most = max(most, node.high - node.low + 1)
        elif isinstance(node, Decision):
            most = max(most, sum(element_count([v.high - v.low + 1 for v in a.levels]) for a in node.alternatives))
    return most


def first_values(decision: Decision) -> list[int]:
    """Return a number for each alternative: how many values its first parameter may have if it has exactly two
    parameters, otherwise 0."""
    firsts = [a.levels[0] if len(a.levels) == 2 else None for a in decision.alternatives]
    return [0 if first is None else max(0, first.high - first.low + 1) for first in firsts]


def outcome_count(players: int) -> int:
    """Return how many combinations of the payoffs -1, 0 and 1 the players can have. Return 0 if there are more than
    MOST_OUTCOMES: then combinations are not counted."""
    found = 3**players
    return found if found <= MOST_OUTCOMES else 0


def align(at: int, to: int) -> int:
    """Return an address rounded up to a multiple of `to`."""
    return -(-at // to) * to


@frozen
class Memory:
    """The address of every region of memory. Regions follow one another in the order of the fields."""

    uses: Vector  # how many raw random numbers were drawn from each stream
    cells: dict[str, Array]
    start: int  # the first byte of the cells
    end: int  # the end of the rings' sizes, which follow the cells
    sizes: int
    keys: Vector  # the key of each stream of random numbers
    # for playouts: the product counter * key of each random player's stream, as Squares uses it
    stream_positions: Vector
    kinds: Vector  # the kind of each node: STEP, DECISION, MOVE, CHANCE or END
    otherwise: Vector  # for each decision: the next node if there is no option; or -1 - the number of the fault
    members: Vector  # the constant table MEMBERS
    tables: dict[str, Array]
    initial: int
    payoffs: Vector  # for each player: sum of payoffs, wins
    totals: Vector  # the numbers of finished, unfinished and drawn games; the sum of branchings and their number
    lengths: Vector  # for each number of moves, how many games had this length
    outcomes: Vector  # if no details are counted: how many games had each combination of the payoffs -1, 0, 1
    marks: Vector  # how often each clause was applied
    # the address of the sums of details (24 bytes each), followed by the counts of the current game (`detail_code.py`)
    details: int
    rows: Vector  # the games that are listed one by one: number of moves, then payoffs
    list: Vector  # the options listed at the present node, or the weights of its outcomes
    counts: Vector  # the number of options for each value of an alternative's first parameter
    sight: int  # the address of the last observation, packed as in `engine/observation.py`
    sight_bytes: int
    remembered: dict[str, ResultMemory]
    past: int  # the address of PAST_BYTES bytes for positions saved for `undo`
    save: int
    pages: int
    cells_format: str
    initial_bytes: bytes

    def numbers(self, cells: Sequence[str]) -> int:
        """Return the total number of integers in all elements of these cells."""
        return sum(self.cells[name].count * self.cells[name].words for name in cells)

    def filled(self, at: Operand) -> tuple[Operand, int]:
        """Return how many bytes of the cells at an address are in use; the rest of a history is unused, and nothing
        reads it. Also return the number of bytes of the rings' sizes after it, which must be copied separately; 0 if
        nothing is unused."""
        tail = packing(self.cells_format).tail
        if tail is None:
            return i32(self.end - self.start), 0
        count = MemoryPlace(self.cells[f"{list(self.cells)[-1]}.size"].width, at, tail.at)
        return (count.load() << 3) + tail.start, self.end - self.sizes

    def counts_of(self, decision: Decision) -> Sequence[Vector]:
        """Return a vector for each alternative: it counts the alternative's options by the value of their first
        parameter."""
        many = first_values(decision)
        return [Vector(self.counts.base + INT.bytes * before, INT) for before in accumulate(many[:-1], initial=0)]

    @staticmethod
    def of(machine: Machine, clauses: int, details: int = 0) -> Memory:
        """Lay out a machine's memory, with `details` bytes for details. Raise RulekitError (E626) if it exceeds
        MEMORY_LIMIT."""
        count = len(streams(machine))
        uses = Vector(CONTROL, INT)
        places, bounds = PackedPlaces.of(machine), cell_bounds(machine)
        start = align(uses.base + 4 * count, 8)
        sizes = end = align(start + places.size, 8)
        cells: dict[str, Array] = {}
        for cell in machine.cells:
            name, shape, size = cell.name, cell.shape, element_count(cell.shape)
            base, width, (low, high) = start + places.offsets[name], places.widths[name], bounds[name]
            ring = cell.kind == "ring"
            cells[name] = Array(name, base, shape, size, width_of(cell), width, low, high, end if ring else 0)
            end += 4 * size if ring else 0
        keys = Vector(align(end, 8), WORD)
        stream_positions = Vector(keys.base + 8 * count, WORD)
        kinds = Vector(stream_positions.base + 8 * count, BYTE)
        otherwise = Vector(align(kinds.base + len(machine.nodes), 4), INT)
        members = Vector(otherwise.base + 4 * len(machine.nodes), BYTE)
        at = members.base + len(MEMBERS)
        tables: dict[str, Array] = {}
        for table in machine.tables:
            array = _table(table, at)
            tables[table.name] = array
            at = array.end
        initial = align(at, 8)
        payoffs = Vector(align(initial + places.size, 8), WORD)
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
                remembered[function.name] = ResultMemory.of(function, at)
                at = remembered[function.name].end
        past = align(at, 8)
        save = past + PAST_BYTES
        pages = -(-(save + max(SAVE_BYTES, 4 * (end - start))) // PAGE)
        if pages * PAGE > MEMORY_LIMIT:
            largest = max((*cells.values(), *tables.values()), key=lambda array: array.count * array.stride)
            message = f"{machine.name} needs {pages * PAGE} bytes of memory, `{largest.name}` the most of them"
            raise RulekitError(Diagnostic("E626", f"{message}; at most {MEMORY_LIMIT} are allowed"))
        return Memory(
            uses, cells, start, end, sizes, keys, stream_positions, kinds, otherwise, members, tables, initial, payoffs,
            totals, lengths, outcomes, marks, rows.base - details, rows, options, counts, sight, sight_bytes,
            remembered, past, save, pages, places.format, _initial_bytes(machine, places.format),
        )  # packed, not one item per line  # fmt: skip


def _table(table: Table, at: int) -> Array:
    low, high = min(table.values, default=0), max(table.values, default=0)
    count = element_count(table.shape)
    if table.kind == NUMBER:
        width = Width.of(low, high)
        return Array(table.name, align(at, width.bytes), table.shape, count, 1, width, low, high)
    words, most = -(-table.kind // 64), max((v.bit_count() for v in table.values), default=0)
    if words > LISTED_FROM and 0 < 2 * most <= words and words * count > LISTED_TABLE:
        width = Width.of(0, table.kind - 1)
        return Array(table.name, align(at, width.bytes), table.shape, count, words, width, 0, table.kind - 1, 0, most)
    base = align(at, 8)
    spans = base + WORD.bytes * words * count if LISTED_FROM < words <= SPAN_MASK // WORD.bytes else 0
    return Array(table.name, base, table.shape, count, words, WORD, 0, table.kind - 1, spans=spans)


def table_numbers(table: Table, array: Array) -> Sequence[int]:
    """Return all numbers that a table stores: the words of each set; or, if it stores sets as lists, the number of
    members of each set and the members."""
    if table.kind == NUMBER:
        return table.values
    if not array.listed:
        return [(v >> (64 * i)) & ((1 << 64) - 1) for v in table.values for i in range(array.words)]
    found: list[int] = []
    for members in map(bits_of, table.values):
        found += [len(members), *members, *[0] * (array.listed - len(members))]
    return found


def span_numbers(table: Table) -> list[int]:
    """Return the span of each set of a table; 0 for an empty set."""
    spans = [((v & -v).bit_length() - 1 >> 6, v.bit_length() - 1 >> 6) if v else (0, 0) for v in table.values]
    return [WORD.bytes * first | WORD.bytes * last << SPAN_BITS for first, last in spans]


def _initial_bytes(machine: Machine, form: str) -> bytes:
    return packing(form).pack(CellLayout.of(machine).initial())


WROTE, SHOWN = 0, 1
NUMBER_SORT, SET_SORT, ROW_SORT = 0, 1, 2
SORTS = {"number": NUMBER_SORT, "set": SET_SORT, "ring": ROW_SORT}
RECORD_BYTES = 1 << 20
"""Bytes for the records of one step. If they are not enough, the reference engine records the step instead."""
HEADER = 32
"""Bytes before the records: a flag for overflow and, from byte 8, a set of players."""


@frozen
class Region:
    """The region for records, after all other memory: a header, the records, and the copy of the cells for
    comparison."""

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
        """Return the place of a flag: it is not 0 if the records of a step did not fit."""
        return MemoryPlace(INT, i32(self.base))

    @property
    def players(self) -> Vector:
        """Return the vector in which the audience of a pick or draw is written, as the words of a set."""
        return Vector(self.base + 8, WORD)

    @property
    def records(self) -> int:
        """Return the address of the first record."""
        return self.base + HEADER


@define
class Recording:
    """What emitters need to record changes. The global `at` is the address of the next record. `on_change` maps each
    observable cell to the function that records a change of one of its elements."""

    region: Region
    form: RecordFormat
    at: Global
    on_change: dict[str, FunctionReference] = field(factory=dict)
