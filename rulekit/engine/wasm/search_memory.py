"""The memory of Monte Carlo tree search, after all other memory of a module, and the records of its tree."""

from __future__ import annotations

from attrs import frozen

from ..packing import INT, WORD, Width
from .memory_layout import DECISIONS, MOVES, NODE, PAGE, Memory, Vector, align
from .operands import LocalVariable, MemoryPlace, constant_place

FLOAT = Width(8, "f64.load", "f64.store", "d")
TREE_BYTES = 1 << 26
MOST_PATH = 1 << 11
"""Records on the path of a simulation; a deeper one goes on at random."""
MOST_SCRIPT = 1 << 13
LOGARITHMS = 1 << 12
"""Numbers whose logarithms are stored; that of a larger one comes from its highest bits."""
RECORD = 32
"""Bytes of a record: a node of the tree, with the statistics of the choice that leads to it."""


def record_places(at: LocalVariable) -> dict[str, MemoryPlace]:
    """Return the places of a record's fields: `visits`, the address of its `first` child, the `count` of its children,
    how many of them were `tried`, the `sum` of payoffs of the player who chose it, and, below a chance, the next
    `sibling` and its `outcome`."""
    fields = (("visits", 0), ("first", 4), ("count", 8), ("tried", 12), ("sibling", 24), ("outcome", 28))
    return {name: MemoryPlace(INT, at, offset) for name, offset in fields} | {"sum": MemoryPlace(FLOAT, at, 16)}


@frozen
class SearchMemory:
    """The region for search, after all other memory: words, logarithms, path, script, the cells at the root, tree."""

    base: int
    cells: int  # the length of the cells, with the sizes of rings

    @staticmethod
    def of(memory: Memory) -> SearchMemory:
        return SearchMemory(memory.pages * PAGE, memory.end - memory.start)

    def word(self, number: int) -> MemoryPlace:
        return constant_place(INT, self.base + 4 * number)

    @property
    def current(self) -> MemoryPlace:
        """The record that play has come to; 0 outside of the tree."""
        return self.word(0)

    @property
    def free(self) -> MemoryPlace:
        """The address of the next record."""
        return self.word(1)

    @property
    def depth(self) -> MemoryPlace:
        """The length of the path."""
        return self.word(2)

    @property
    def following(self) -> MemoryPlace:
        """1 while the script is followed."""
        return self.word(3)

    @property
    def left(self) -> MemoryPlace:
        """Entries of the script that are left."""
        return self.word(4)

    @property
    def next(self) -> MemoryPlace:
        """The address of the next entry of the script."""
        return self.word(5)

    @property
    def root(self) -> MemoryPlace:
        """The record of the root; 0 before the first."""
        return self.word(6)

    @property
    def kept(self) -> tuple[tuple[MemoryPlace, MemoryPlace], ...]:
        """The control words of the game in progress, and where those of the root are kept."""
        return ((NODE, self.word(7)), (MOVES, self.word(8)), (DECISIONS, self.word(9)))

    @property
    def random(self) -> MemoryPlace:
        """The state of the generator that chooses among children not yet tried."""
        return constant_place(WORD, self.base + 40)

    @property
    def exploration(self) -> MemoryPlace:
        """The constant of UCT, as a multiple of the range of payoffs."""
        return constant_place(FLOAT, self.base + 48)

    @property
    def lowest(self) -> MemoryPlace:
        """The lowest payoff of any player in any simulation."""
        return self.word(14)

    @property
    def highest(self) -> MemoryPlace:
        """The highest payoff of any player in any simulation."""
        return self.word(15)

    @property
    def logarithms(self) -> Vector:
        return Vector(self.base + 64, FLOAT)

    @property
    def path(self) -> int:
        """The address of the path: of each choice the record, and the player who made it (-1: nobody)."""
        return self.logarithms.base + 8 * LOGARITHMS

    @property
    def script(self) -> int:
        return self.path + 8 * MOST_PATH

    @property
    def copy(self) -> int:
        return self.script + 4 * MOST_SCRIPT

    @property
    def tree(self) -> int:
        return align(self.copy + self.cells, RECORD)

    @property
    def end(self) -> int:
        return self.tree + TREE_BYTES

    @property
    def pages(self) -> int:
        return -(-self.end // PAGE)
