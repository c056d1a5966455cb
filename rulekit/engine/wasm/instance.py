"""An instance of a machine's module: named parts of its memory, its functions ready to call, and the fault for each
trap.

The engine has one instance for the state that it used last; each cursor has its own. The engine and the cursor decide
which state to load, and when.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from functools import partial

from ...machine.program import End, Machine, Parameter
from ..cell_layout import bit_words, streams
from ..interface import ARITHMETIC, ARITHMETIC_FAULT, GameFault, State, Value, add_place
from ..packing import packing
from .code_generation import word_count
from .emitted import END
from .encoding import wrap_signed
from .memory_layout import CHOICE, CONTROL, COUNT, FAULT, GAME, NO_FAULT, NODE, PASSED, PAST, Memory
from .sandbox import Sandbox, Trapped

# indexes of control words in `words`
HERE, PASSED_WORD, FAULT_WORD = (place.offset // 4 for place in (NODE, PASSED, FAULT))
COUNT_WORD, CHOICE_WORD, PAST_WORD = (place.offset // 4 for place in (COUNT, CHOICE, PAST))
Tuple = tuple[int, ...]


class SteppingInstance:
    """An instance of a stepping module (one that the host calls for each step): its memory, and its functions
    (`driver.py`) ready to call.

    `words` are the control words, `cells` the packed cells, `block` the cells followed by the sizes of rings.
    `position` is the present node, the uses of streams, and then the block. All are views of the module's memory, so
    they change with it. `snapshot` returns a copy of the position."""

    def __init__(self, machine: Machine, memory: Memory, sandbox: Sandbox) -> None:
        self.machine = machine
        self.memory = memory
        self.sandbox = sandbox
        sandbox.share(0, memory.save)
        self.bytes = memoryview(sandbox.memory).cast("B")
        self.words = self.bytes[:CONTROL].cast("i")
        self._packing = packing(memory.cells_format)
        self._tail = self._packing.tail
        self.cells = self.bytes[memory.start : memory.start + self._packing.size]
        self.block = self.bytes[memory.start : memory.end]
        self.position = self.bytes[NODE.offset : memory.end]
        self.snapshot: Callable[[], bytes] = self.position.tobytes if self._tail is None else self._filled_position
        # a machine with breakpoints has more end nodes than the machine from which the module was made
        for number, node in enumerate(machine.nodes):
            if isinstance(node, End):
                self.bytes[memory.kinds.base + number] = END
        self._sizes = self.bytes[memory.sizes : memory.end]
        self._rings = sandbox.get_function("rings").run if memory.end > memory.sizes else None
        self._rekey = sandbox.get_function("rekey").call
        self._uses = struct.Struct(f"<{len(streams(machine))}I")
        self._seed: int | None = None
        self.lists: dict[int, Callable[[], Tuple]] = {}
        self.step = sandbox.get_function("step").enter
        self.apply, self.apply_unchecked = self.function("apply"), self.function("apply_unchecked")
        self.draw_chances, self.apply_outcome = self.function("draw_chances"), self.function("apply_outcome")
        self.options, self.who, self.picks = self.function("options"), self.function("who"), self.function("picks")
        self.weigh, self.observe = self.function("weigh"), self.function("observe")

    def function(self, name: str) -> Callable[..., int]:
        """Return the function of the module with this name, ready to call (`sandbox.PreparedFunction.run`)."""
        return self.sandbox.get_function(name).run

    def load(self, packed: bytes) -> None:
        """Write packed cells into memory and count the items of rings. Bytes after the filled part of a history may
        keep old contents, since nothing reads them."""
        if self._tail is None:
            self.cells[:] = packed
        else:
            self.cells[: len(packed)] = packed
        if self._rings is not None:
            self._rings()

    def read_cells(self) -> bytes:
        """Return the present cells, packed as in a state."""
        if self._tail is None:
            return self.cells.tobytes()
        return self.cells[: self._tail.end(self.cells)].tobytes()

    def _filled_position(self) -> bytes:
        """Return a copy of the position, with only the filled part of its history."""
        return self.bytes[NODE.offset : self.memory.start].tobytes() + self.read_cells() + self._sizes.tobytes()

    def restore(self, kept: bytes) -> None:
        """Restore the position that `snapshot` returned."""
        if self._tail is None:
            self.position[:] = kept
            return
        cells = len(kept) - len(self._sizes)
        self.position[:cells], self._sizes[:] = kept[:cells], kept[cells:]

    @property
    def node(self) -> int:
        return self.words[HERE]

    def list(self, count: int) -> Tuple:
        """Return the first `count` options or weights that the module listed."""
        unpack = self.lists.get(count)
        if unpack is None:
            at = self.memory.list.base
            unpack = self.lists[count] = partial(struct.Struct(f"<{count}i").unpack, self.bytes[at : at + 4 * count])
        return unpack()

    def clauses_applied(self, clauses: Sequence[str]) -> frozenset[str]:
        """Return those of `clauses` that were applied, as the module's counters show; trials (`After`) do not count.
        The clauses must be all that the module counts."""
        counts = struct.unpack_from(f"<{len(clauses)}q", self.bytes, self.memory.marks.base)
        return frozenset(clause for clause, count in zip(clauses, counts, strict=True) if count)

    # --------------------------------------------------------------------------------------------------- random streams

    def key(self, seed: int, game: int) -> None:
        """Set the seed and the number of the game, on which all later draws depend."""
        if seed != self._seed:
            self._rekey(wrap_signed(seed, 64))
            self._seed = seed
        struct.pack_into("<Q", self.bytes, GAME.offset, game)

    @property
    def uses(self) -> Tuple:
        """Return how many raw numbers have been drawn from each stream of random numbers."""
        return self._uses.unpack_from(self.bytes, self.memory.uses.base)

    @uses.setter
    def uses(self, uses: Sequence[int]) -> None:
        self._uses.pack_into(self.bytes, self.memory.uses.base, *uses)

    # --------------------------------------------------------------------------------------------- from traps to faults

    def fault_of(self, trap: Trapped, state: State | None, recorded: int | None = None) -> GameFault:
        """Return the fault that caused a trap. Its number was recorded before the trap, in memory or, if given, in
        `recorded`. Without one, a stack overflow counts as used-up fuel; other traps raise RuntimeError."""
        index = self.words[FAULT_WORD] if recorded is None else recorded
        if index == NO_FAULT:
            if not trap.overflow:
                raise RuntimeError(f"the module of {self.machine.name} trapped: {trap}")
            index = self.machine.fuel_fault
        fault = ARITHMETIC_FAULT if index == ARITHMETIC else self.machine.faults[index]
        if index in (self.machine.fuel_fault, ARITHMETIC) and recorded is None:
            fault = add_place(fault, self.machine.nodes[self.words[PASSED_WORD]].clause)
        return GameFault(fault, index, state)


def flatten_arguments(params: Sequence[Parameter], args: Sequence[Value]) -> list[int]:
    """Return arguments in the form that the module takes: numbers, and the words of sets as signed numbers."""
    flat: list[int] = []
    for parameter, arg in zip(params, args, strict=True):
        if isinstance(arg, int):
            flat.append(arg)
        else:
            found = bit_words(sum(1 << member for member in arg), parameter.kind)
            flat.extend(wrap_signed(word, 64) for word in found[: word_count(parameter.kind)])
    return flat
