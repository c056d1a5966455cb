"""The memory for sampling worlds, after the records of what players see: the present world, and a proposed world."""

from __future__ import annotations

from attrs import frozen

from ..packing import INT, WORD
from .memory_layout import PAGE, Memory, Region, Vector, align
from .operands import MemoryPlace, Operand, constant_place
from .search_memory import FLOAT

MOST_RESTS = 1 << 12
"""The most decisions and chances of a game up to the position in question."""
FIXED, PICK, SHUFFLE = range(3)
"""What can be changed at a rest: nothing, the pick or outcome, or the order of a place that has just been shuffled."""


@frozen
class WorldMemory:
    """The region of memory for worlds. A *rest* is a decision or a chance, numbered in the order of play. A world
    consists of what happened at each rest, and the cells before it. The vectors are those of the present world; those
    of the proposed world are `other` bytes after them. The position to sample for comes after the last rest."""

    observer: MemoryPlace  # the player whose log is the same in all worlds
    rests: MemoryPlace  # the number of rests before the position, in the present world
    made: MemoryPlace  # the same number in the proposed world
    first: MemoryPlace  # the first rest at which the proposed world differs
    exchanged: MemoryPlace  # the later rest that gets the present choice of `first` in exchange; -1: none
    alike: MemoryPlace  # the node of `first`, at which choices may be exchanged; -1: none
    log: MemoryPlace  # the hash of what the observer was told so far
    final: MemoryPlace  # this hash at the position, including the options there
    ratio: MemoryPlace  # P(new) Q(new to old) / (P(old) Q(old to new)) as in `world_code.py`
    random: MemoryPlace  # the state of the generator of random numbers
    tries: MemoryPlace  # how many proposals are left to make
    changed: MemoryPlace  # how many proposals were accepted
    free: MemoryPlace  # the length of `places`
    lows: Vector  # for each node of the machine, the lowest outcome of a chance
    widths: Vector  # for each node: how many outcomes a chance has in its range
    hides: Vector  # for each node: FIXED, PICK or SHUFFLE, what can be changed if it is hidden
    nodes: Vector  # for each rest: the number of its node, inverted (~) at a decision of the observer
    choices: Vector
    sorts: Vector  # for each rest: FIXED, PICK or SHUFFLE, what can be changed
    kept: Vector  # for each rest: the last rest, up to this one, whose cells are in memory
    places: Vector  # the numbers of the rests that are not FIXED
    chances: Vector  # for each rest: the probability of the outcome; 1 at a decision
    logs: Vector  # for each rest: the hash of the observer's log before it
    states: int  # the address of the cells before rest 0
    aside: int  # an address to save the cells of the proposed world while those of the present one are in use
    block: int  # bytes for the cells of each rest; only filled if its `kept` is the rest itself
    cells: int  # the bytes of the cells, with the sizes of rings
    other: int
    end: int

    @staticmethod
    def of(memory: Memory, count: int) -> WorldMemory:
        """Lay out the region after the records of a recording module, for a machine with `count` nodes."""
        base, cells = Region.of(memory).pages * PAGE, memory.end - memory.start
        numbers = (constant_place(INT, base + INT.bytes * i) for i in range(9))
        observer, rests, made, first, exchanged, alike, tries, changed, free = numbers
        log, final, random = (constant_place(WORD, base + 40 + WORD.bytes * i) for i in range(3))
        ratio, base = constant_place(FLOAT, base + 64), base + 72
        lows, widths, hides = (Vector(base + INT.bytes * count * i, INT) for i in range(3))
        base, room = align(base + 3 * INT.bytes * count, 8), MOST_RESTS + 1
        nodes, choices, sorts, kept, places = (Vector(base + INT.bytes * room * i, INT) for i in range(5))
        base = align(base + 5 * INT.bytes * room, 8)
        chances, logs = Vector(base, FLOAT), Vector(base + FLOAT.bytes * room, WORD)
        states, block = logs.base + WORD.bytes * room, align(cells, 8)
        aside = states + block * room
        other = align(aside + block - nodes.base, 8)
        return WorldMemory(
            observer, rests, made, first, exchanged, alike, log, final, ratio, random, tries, changed, free, lows,
            widths, hides, nodes, choices, sorts, kept, places, chances, logs, states, aside, block, cells, other,
            nodes.base + 2 * other,
        )  # packed, not one item per line  # fmt: skip

    def state(self, rest: Operand) -> Operand:
        """Return the operand for the address of the cells before this rest (decision or chance) of the present
        world."""
        return rest * self.block + self.states

    @property
    def pages(self) -> int:
        """Return the number of memory pages that the module needs in all."""
        return -(-self.end // PAGE)
