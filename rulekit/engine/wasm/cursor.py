"""The cursor of the WebAssembly engine: one game that changes in place in a module's memory.

A step is one call of the module and a few reads of memory. Nothing is looked up by name, and State objects are made
only by `save`. `interface.Cursor` specifies the methods.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn

from ...machine.program import PAYOFF, Chance, Decision, End
from ..argument_validation import foreign_state_error, refuse_pickle, seed_of, whole_number
from ..interface import NotAnOption, State
from ..packing import packing as packing_of
from ..random import MOST_SEED
from .instance import CHOICE_WORD, COUNT_WORD, HERE, PAST_WORD, SteppingInstance, Tuple
from .memory_layout import PAST_BYTES, REFUSED
from .sandbox import Trapped

SIZE = struct.Struct("<i")  # the format of a saved position's size, which is stored after the position
ALL = -1
"""The argument of `draw_chances` for all chances up to the next decision or end."""
_new = tuple.__new__  # faster than `State(…)`: takes half the time


class WasmCursor:
    """A cursor with its own instance of the module, which one thread at a time may use. The methods are specified in
    `interface.Cursor`. Its position is in the instance's memory (`SteppingInstance.position`)."""

    def __init__(self, instance: SteppingInstance, state: State, drawn: bool) -> None:
        self.machine = instance.machine
        self.drawn = drawn
        self.over = False
        self._instance = instance
        nodes = self.machine.nodes
        self._ids, self._numbers = tuple(node.id for node in nodes), {node.id: i for i, node in enumerate(nodes)}
        self._decides, self._chances, self._ends = (
            tuple(isinstance(node, form) for node in nodes) for form in (Decision, Chance, End)
        )
        self._draws = any(self._chances)
        # local copies, because every step reads them
        self._words, self._lists, self._snapshot = instance.words, instance.lists, instance.snapshot
        self._step = instance.sandbox.get_function("step_drawn" if drawn else "step").enter
        self._packing = packing_of(instance.memory.cells_format)
        payoff = instance.memory.cells[PAYOFF]
        self._payoffs = struct.Struct(f"<{payoff.count}{payoff.width.letter}")
        # Positions saved for `undo`, each followed by its size. The latest are in the module's memory, from `_kept` on.
        # `_past` has the earlier ones, in blocks. If positions are large, `_kept` is 0 and `_past` has all positions.
        self._past: list[bytes] = []
        self._kept = instance.memory.past if 4 * len(self._snapshot()) <= PAST_BYTES else 0
        # the options at this node, if known; then the module's memory lists them, too
        self._offered: Tuple | None = None
        self._asked = False  # whether the caller asked for the options at this node
        self._loaded = b"", -1  # the cells and the node of the state loaded last
        # that state's options if known, a view of their list in memory, and a copy of it
        self._listed: tuple[Tuple, memoryview, bytes] | None = None
        self._uses: Tuple = ()  # the draws from each stream, in a machine without chances
        self._key = -1, 0  # the seed and the number of the game
        self.load(state)

    # -------------------------------------------------------------------------------- what the present position is like

    @property
    def node(self) -> str:
        return self._ids[self._words[HERE]]

    @property
    def player(self) -> int:
        at = self._words[HERE]
        if not self._decides[at]:
            raise NotAnOption(f"{self.node} is not a decision")
        return self._ask(self._instance.who, at)

    @property
    def payoffs(self) -> tuple[int, ...]:
        return self._payoffs.unpack_from(self._instance.bytes, self._instance.memory.cells[PAYOFF].base)

    def legal(self) -> tuple[int, ...]:
        offered = self._offered
        if offered is None:
            offered = self._offered = self._list()
        self._asked = True
        return offered

    def _list(self) -> Tuple:
        """Return the options at this node, and list them in the module's memory. The options of the state loaded last
        are cached."""
        words, instance, listed = self._words, self._instance, self._listed
        start = not self._past and words[PAST_WORD] == self._kept
        if listed is not None and start:
            offered, view, copy = listed
            view[:], words[COUNT_WORD] = copy, len(offered)
            return offered
        at = words[HERE]
        words[COUNT_WORD] = count = self._ask(instance.options, at) if self._decides[at] else 0
        offered = instance.list(count)
        if start:
            view = instance.bytes[instance.memory.list.base :][: 4 * count]
            self._listed = offered, view, view.tobytes()
        return offered

    def outcomes(self) -> tuple[tuple[int, int], ...]:
        at = self._words[HERE]
        node = self.machine.nodes[at]
        if not isinstance(node, Chance):
            return ()
        self._ask(self._instance.weigh, at)
        self._offered, self._asked = None, False  # the weights overwrote the list of options
        weights = self._instance.list(node.high - node.low + 1)
        return tuple((node.low + i, weight) for i, weight in enumerate(weights) if weight)

    def observe(self, player: int) -> bytes:
        instance, memory = self._instance, self._instance.memory
        self._ask(instance.observe, whole_number("player", player, 0, self.machine.players - 1))
        return instance.bytes[memory.sight : memory.sight + memory.sight_bytes].tobytes()

    # ------------------------------------------------------------------------------------------- steps forward and back

    def apply(self, option: int) -> None:
        if not self._asked:
            self._apply(option)
            return
        # a caller who asked for options will probably do so again at the next decision: list them in the same call
        words, step = self._words, self._step
        try:
            words[CHOICE_WORD] = option
            if not self._kept:
                self._past.append(self._snapshot())
            error = step()
            count = words[COUNT_WORD]
            if count > 0:
                self._offered, self._asked = self._lists[count](), False
                return
            self._instance.sandbox.check(error)
        except KeyError:
            pass
        except (TypeError, ValueError):
            self._apply(option)
            return
        except Trapped:  # either the step trapped, or listing the options after it; `_apply` repeats only the step
            self._instance.restore(self._pop())
            self._apply(option)
            return
        except BaseException as stop:
            refused = self._kept and words[COUNT_WORD] == REFUSED
            raise self._error_after_stop(stop, self._snapshot() if refused else self._pop()) from None
        if count < 0:
            self._retry(option)
            return
        self.over, self._offered, self._asked = self._ends[words[HERE]], self._instance.list(count), False

    def _retry(self, option: int) -> None:
        """Take an option after the module refused it, because it is not offered or because the memory for saved
        positions is full."""
        words = self._words
        words[COUNT_WORD] = len(self.legal())
        if not self._kept:
            self._past.pop()
        elif option in self.legal() and words[PAST_WORD] > self._kept:
            self._spill()
            self.apply(option)
            return
        self._apply(option)

    def _apply(self, option: int) -> None:
        """Take an option. If the options at this node are known, check it here; otherwise the module checks it."""
        at, offered = self._words[HERE], self._offered
        if type(option) is not int:
            option = whole_number("option", option)
        if not self._decides[at]:
            raise NotAnOption(f"{self.node} is not a decision")
        if offered is None:
            function, there = self._instance.apply, 0 <= option < 1 << 31
        else:
            function, there = self._instance.apply_unchecked, option in offered
        if not (there and self._move(function, option, self.drawn)):
            raise NotAnOption(f"{self.node} does not offer option {option} now")

    def chance(self, value: int | None = None) -> None:
        if not self._chances[self._words[HERE]]:
            raise NotAnOption(f"{self.node} is not a chance")
        if value is None:
            self._move(self._instance.draw_chances, 1, False)
            return
        if (value := whole_number("outcome", value)) not in dict(self.outcomes()):
            raise NotAnOption(f"{self.node} cannot come out as {value}")
        self._move(self._instance.apply_outcome, value, False)

    def __reduce__(self) -> NoReturn:
        refuse_pickle("a cursor, also to copy it,", "`cursor.save()`, where another cursor may stand,")

    def undo(self) -> None:
        if not self._past and self._words[PAST_WORD] == self._kept:
            raise IndexError("there is nothing to take back")
        self._instance.restore(self._pop())
        self.over, self._offered, self._asked = False, None, False

    def save(self) -> State:
        instance, (seed, game) = self._instance, self._key
        uses = instance.uses if self._draws else self._uses
        return _new(State, (self.node, instance.read_cells(), uses, seed, game, self._packing))

    def load(self, state: State, seed: int | None = None) -> None:
        try:
            name, packed, uses, own, game, packing = state
            at = self._numbers[name]
        except (KeyError, TypeError, ValueError):
            raise foreign_state_error(self.machine, state) from None
        if seed is not None:
            own = seed if type(seed) is int and 0 <= seed <= MOST_SEED else seed_of(seed)
        instance, kept = self._instance, self._snapshot()
        self._offered, self._asked = None, False
        if packed is not self._loaded[0] or at != self._loaded[1]:
            self._listed = None
        try:
            instance.load(packed if packing is self._packing else self._packing.pack(state.cells))
            self._words[HERE] = at
            if self._draws:
                instance.uses = uses
                instance.key(own, game)
                if self.drawn and self._chances[at]:
                    self._listed = None
                    instance.draw_chances(at, ALL)
        except BaseException as stop:
            instance.restore(kept)
            instance.key(*self._key)
            if isinstance(stop, Trapped):
                loaded = State(name, packed, uses, own, game, packing)
                raise instance.fault_of(stop, loaded) from None
            if isinstance(stop, ValueError | struct.error | AttributeError):
                raise foreign_state_error(self.machine, state) from None
            raise
        self.over, self._uses, self._key = self._ends[self._words[HERE]], uses, (own, game)
        self._loaded = packed, at
        self._past.clear()
        self._words[PAST_WORD] = self._kept

    def _move(self, function: Callable[..., int], argument: int, drawn: bool) -> int:
        """Call a function of the module that makes a step from this node; if `drawn`, draw the chances that follow.
        Return the function's result: 0 if it refuses."""
        words, kept = self._words, self._snapshot()
        try:
            moved = function(words[HERE], argument)
            if moved and drawn and self._chances[words[HERE]]:
                self._instance.draw_chances(words[HERE], ALL)
        except BaseException as stop:
            raise self._error_after_stop(stop, kept) from None
        if moved:
            self.over, self._offered, self._asked = self._ends[words[HERE]], None, False
            self._push(kept)
        return moved

    def _push(self, position: bytes) -> None:
        """Save a position for `undo`."""
        if not self._kept:
            self._past.append(position)
            return
        block, end = position + SIZE.pack(len(position)), self._words[PAST_WORD]
        if end + len(block) > self._kept + PAST_BYTES:
            self._spill()
            self._past.append(block)
        else:
            self._instance.bytes[end : end + len(block)] = block
            self._words[PAST_WORD] = end + len(block)

    def _spill(self) -> None:
        """Move the saved positions in the module's memory to `_past`."""
        end, self._words[PAST_WORD] = self._words[PAST_WORD], self._kept
        if end > self._kept:
            self._past.append(self._instance.bytes[self._kept : end].tobytes())

    def _pop(self) -> bytes:
        """Remove the latest saved position and return it."""
        if not self._kept:
            return self._past.pop()
        end = self._words[PAST_WORD]
        block = self._past.pop() if end == self._kept else self._instance.bytes[:end]
        (size,) = SIZE.unpack(block[-SIZE.size :])
        start = len(block) - SIZE.size - size
        if end > self._kept:
            self._words[PAST_WORD] = start
        elif start:
            self._past.append(bytes(block[:start]))
        return bytes(block[start : start + size])

    def _ask(self, function: Callable[..., int], at: int) -> int:
        """Return the result of a function of the module that changes no cell. If it stops during a trial (`After`),
        restore the memory."""
        kept = self._snapshot()
        try:
            return function(at)
        except BaseException as stop:
            raise self._error_after_stop(stop, kept) from None

    def _error_after_stop(self, stop: BaseException, kept: bytes) -> BaseException:
        """Restore the position `kept` and forget the options. Return the error to raise: for a trap, the fault of the
        rules; otherwise `stop` itself."""
        with suppress(Trapped):
            self._instance.sandbox.check()  # after an interruption, a trap of the same step may still be pending
        self._instance.restore(kept)
        self.over, self._offered, self._asked = False, None, False
        return self._instance.fault_of(stop, self.save()) if isinstance(stop, Trapped) else stop
