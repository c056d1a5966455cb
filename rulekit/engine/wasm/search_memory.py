"""The memory for Monte Carlo tree search, after all other memory of a module, and the layout of the tree's records."""

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
"""Bytes of a record: the statistics of a choice or an outcome, or a node of the tree."""
POSITIONS = 1 << 14
"""Entries of the table that finds the node of a position again."""


def record_places(at: LocalVariable) -> dict[str, MemoryPlace]:
    """Return a mapping from the name of each field of a record to its place; `at` is the record's address.

    A choice or an outcome has its `visits`, the `sum` of payoffs of the player who chose it, and the address of the
    `first` record below it. This is the node of a decision, or the first outcome of a chance; each outcome has its
    value (`outcome`) and the next `sibling`. A node has its `visits`, the `count` of its options, whose records follow
    it directly, how many of them were `tried`, and the `key` of its position.

    In a search of information sets (`information_tree.py`), all children are linked in the same way as outcomes.
    `tried` is the node of the machine to which a record belongs, `outcome` the key of a view or the number of an
    option. `count` says how often an option was offered; for a view, it is 1 if options are drawn from a mixed
    strategy."""
    fields = (("visits", 0), ("first", 4), ("count", 8), ("tried", 12), ("sibling", 24), ("outcome", 28))
    numbers = {name: MemoryPlace(INT, at, offset) for name, offset in fields}
    return numbers | {"sum": MemoryPlace(FLOAT, at, 16), "key": MemoryPlace(WORD, at, 24)}


@frozen
class SearchMemory:
    """The region of memory for search: control words, logarithms, path, script, the cells at the root, the tree."""

    # the current record, or for information sets the number of players still in their trees; 0 outside the tree
    current: MemoryPlace
    free: MemoryPlace  # the address of the next record
    depth: MemoryPlace  # the length of the path
    following: MemoryPlace  # 1 while play follows the script
    left: MemoryPlace  # how many entries of the script are left
    next: MemoryPlace  # the address of the next entry of the script
    root: MemoryPlace  # the record of the root; 0 before there is one
    lowest: MemoryPlace  # the lowest payoff of any player in any simulation
    highest: MemoryPlace  # the highest payoff of any player in any simulation
    # control words of the game, each with the place of its copy at the root
    kept: tuple[tuple[MemoryPlace, MemoryPlace], ...]
    random: MemoryPlace  # the state of the generator that chooses among children not yet tried
    exploration: MemoryPlace  # the constant of UCT, as a multiple of the range of payoffs
    deepest: MemoryPlace  # the length of the path at which play leaves the tree
    flat: MemoryPlace  # 1 for a flat search: only the options at the root are compared, all equally often
    observer: MemoryPlace  # in a search of information sets: the player who searches
    node: MemoryPlace  # the machine's node at which a player is deciding; `keys` are its options
    mixed: MemoryPlace  # 1 if some player does not see what is picked at this node
    keys: Vector  # the numbers of the options offered at this node
    regrets: Vector  # the regret for each of these options, or 0 if it is negative
    records: Vector  # for information sets: the current record in each player's tree; 0 outside the tree
    told: Vector  # a hash of what each player was told since their last choice
    won: Vector  # for each player: how many simulations they won
    logarithms: Vector
    path: int  # the address of the path: for each choice, its record and the player who made it (-1: nobody)
    step: int  # bytes in an entry of the path; if they are 16, the last ones have the weight of the payoff
    script: int
    copy: int  # the address of the cells at the root
    cells: int  # the bytes of the cells, with the sizes of rings
    positions: int  # the address of a table that leads from the hash of a position to its latest node
    tree: int
    end: int
    informed: bool  # whether this is a search of information sets

    @staticmethod
    def of(memory: Memory, players: int, informed: bool = False) -> SearchMemory:
        """Lay out the region after all other memory of a module."""
        base, cells = memory.pages * PAGE, memory.end - memory.start
        words = [constant_place(INT, base + INT.bytes * number) for number in range(12)]
        current, free, depth, following, left, entry, root, lowest, highest, *copies = words
        kept = tuple(zip((NODE, MOVES, DECISIONS), copies, strict=True))
        random, exploration = constant_place(WORD, base + 48), constant_place(FLOAT, base + 56)
        deepest, flat, observer, node, mixed = (constant_place(INT, base + 64 + INT.bytes * i) for i in range(5))
        logarithms = Vector(base + 88, FLOAT)
        listed = align(memory.counts.base - memory.list.base, 8)
        keys = Vector(logarithms.base + FLOAT.bytes * LOGARITHMS, INT)
        regrets = Vector(keys.base + listed, FLOAT)
        told = Vector(regrets.base + 2 * listed, WORD)
        records = Vector(told.base + WORD.bytes * players, INT)
        won = Vector(records.base + INT.bytes * players, INT)
        path = align(won.base + INT.bytes * players, 8)
        step = 16 if informed else 8
        script = path + step * MOST_PATH
        copy = script + INT.bytes * MOST_SCRIPT
        positions = align(copy + cells, RECORD)
        tree = positions + INT.bytes * POSITIONS
        end = tree + TREE_BYTES
        return SearchMemory(
            current, free, depth, following, left, entry, root, lowest, highest, kept, random, exploration, deepest,
            flat, observer, node, mixed, keys, regrets, records, told, won, logarithms, path, step, script, copy, cells,
            positions, tree, end, informed,
        )  # packed, not one item per line  # fmt: skip

    @property
    def pages(self) -> int:
        """Return the number of memory pages that the module needs in all."""
        return -(-self.end // PAGE)
