"""The memory for sampling worlds, after the records of what players see: the present world, and a proposed one."""

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
    """The region for worlds. A world is what happened at each *rest* (a decision or a chance), with the cells before
    it. The vectors are those of the present world; those of the proposed one are `other` bytes further on."""

    observer: MemoryPlace  # the player whose log all worlds share
    rests: MemoryPlace  # the number of rests before the position in question
    made: MemoryPlace  # that of the proposed world
    first: MemoryPlace  # the rest at which the proposed world differs first
    exchanged: MemoryPlace  # the later rest of the present world that gets the choice from there; -1: none
    alike: MemoryPlace  # the node of both; -1: none
    log: MemoryPlace  # the hash of what the observer was told so far
    final: MemoryPlace  # that hash at the position in question, with the options there
    ratio: MemoryPlace  # the probability of the proposed world and of the way back, over those of the present and there
    random: MemoryPlace  # the state of the generator of random numbers
    tries: MemoryPlace  # how many proposals are left to make
    changed: MemoryPlace  # how many were accepted
    free: MemoryPlace  # the length of `places`
    lows: Vector  # for each node of the machine, the lowest outcome of a chance
    widths: Vector  # how many outcomes it lists
    hides: Vector  # what can be changed there if the observer does not see it
    nodes: Vector  # the number of the node; inverted at decisions of the observer, which belong to nobody else's
    choices: Vector
    sorts: Vector  # FIXED, PICK or SHUFFLE
    kept: Vector  # the last rest, up to this one, whose cells are in memory
    places: Vector  # the rests that are not FIXED
    chances: Vector  # the probability of an outcome; 1 at a decision
    logs: Vector  # the hash of the log before each rest
    states: int  # the address of the cells before rest 0
    aside: int  # that of cells of the proposed world while those of the present one are in use
    block: int  # the bytes of cells that a rest takes; they are there only where `kept` is the rest itself
    cells: int  # the length of the cells, with the sizes of rings
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
        """Return the address of the cells before a rest of the present world."""
        return rest * self.block + self.states

    @property
    def pages(self) -> int:
        """Return how many pages the module needs in all."""
        return -(-self.end // PAGE)
