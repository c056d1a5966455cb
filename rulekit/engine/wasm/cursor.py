"""The cursor of the WebAssembly engine: one game that changes in place in a module's memory.

A step is one call of the module and a few reads of memory. Nothing is looked up by name, and states are made only by
`save`. `interface.Cursor` specifies the methods.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from typing import NoReturn

from attrs import frozen

from ...machine.program import PAYOFF, Chance, Decision, End, Machine, Node
from ..argument_validation import foreign_state_error, refuse_pickle, seed_of, whole_number
from ..interface import NotAnOption, State
from ..packing import packing as packing_of
from .instance import COUNT_WORD, HERE, SteppingInstance, Tuple
from .sandbox import Trapped

ALL = -1
"""The argument of `draw_chances` for all chances up to the next decision or end."""
Snapshot = tuple[bytes, int, Tuple]
_new = tuple.__new__  # makes a State in half the time


@frozen(eq=False)
class NodeTable:
    """The nodes of a machine by their numbers in the module. `numbers` maps a node's id to its number."""

    nodes: tuple[Node, ...]
    ids: tuple[str, ...]
    numbers: Mapping[str, int]
    decides: tuple[bool, ...]
    chances: tuple[bool, ...]
    ends: tuple[bool, ...]

    @staticmethod
    def of(machine: Machine) -> NodeTable:
        nodes = machine.nodes
        return NodeTable(
            nodes,
            tuple(node.id for node in nodes),
            {node.id: i for i, node in enumerate(nodes)},
            tuple(isinstance(node, Decision) for node in nodes),
            tuple(isinstance(node, Chance) for node in nodes),
            tuple(isinstance(node, End) for node in nodes),
        )


class CursorPosition:
    """A game in an instance's memory: its node, the counters of its streams of random numbers, its seed and number.
    `words` are the control words of the memory."""

    def __init__(self, instance: SteppingInstance) -> None:
        self.instance = instance
        self.nodes = NodeTable.of(instance.machine)
        self.words = instance.words
        self.at = -1
        self.uses: Tuple = ()
        self._packing = packing_of(instance.memory.cells_format)
        self._draws = any(self.nodes.chances)
        self._seed = self._game = -1

    def put(self, state: State) -> None:
        """Write a state into memory."""
        name, packed, uses, seed, game, packing = state
        instance = self.instance
        try:
            if self._draws:
                instance.uses = uses
            instance.load(packed if packing is self._packing else self._packing.pack(state.cells))
        except (ValueError, struct.error):
            if self._draws and self.at >= 0:
                instance.uses = self.uses
            raise foreign_state_error(instance.machine, state) from None
        if self._draws and (seed != self._seed or game != self._game):
            instance.key(seed, game)
        self.at, self.uses, self._seed, self._game = self.nodes.numbers[name], uses, seed, game

    def state(self) -> State:
        """Return the present state."""
        cells = self.instance.read_cells()
        return _new(State, (self.nodes.ids[self.at], cells, self.uses, self._seed, self._game, self._packing))

    def snapshot(self) -> Snapshot:
        """Return the snapshot from which `back` can restore the present position."""
        return self.instance.save_block(), self.at, self.uses

    def back(self, kept: Snapshot) -> None:
        """Restore the position of a snapshot."""
        block, self.at, self.uses = kept
        self.instance.restore_block(block)
        if self._draws:
            self.instance.uses = self.uses

    def draw_chances(self, most: int) -> None:
        """Draw the outcomes of up to `most` successive chances."""
        self.instance.draw_chances(self.at, most)
        self.at = self.words[HERE]
        self.uses = self.instance.uses

    def error_after_stop(self, stop: BaseException, kept: Snapshot) -> BaseException:
        """Return to the snapshot. Return the error to raise: for a trap, the fault of the rules; else `stop` itself."""
        self.back(kept)
        return self.instance.fault_of(stop, self.state()) if isinstance(stop, Trapped) else stop

    def ask(self, function: Callable[..., int], argument: int) -> int:
        """Call a function that changes no cell. If it stops during a trial (`After`), restore the memory."""
        kept = self.snapshot()
        try:
            return function(argument)
        except BaseException as stop:
            raise self.error_after_stop(stop, kept) from None


class WasmCursor:
    """A cursor with its own instance of the module, usable in any one thread; the methods are specified in
    `interface.Cursor`."""

    def __init__(self, instance: SteppingInstance, state: State, drawn: bool) -> None:
        self.machine = instance.machine
        self.drawn = drawn
        self._instance = instance
        self._here = CursorPosition(instance)
        self._nodes = self._here.nodes
        self._decides, self._ends = self._nodes.decides, self._nodes.ends  # copied, because every `apply` reads them
        self._words, self._step = instance.words, instance.apply_listing
        payoff = instance.memory.cells[PAYOFF]
        self._payoffs = struct.Struct(f"<{payoff.count}{payoff.width.letter}")
        self._past: list[Snapshot] = []
        self._offered: Tuple | None = None  # the options here, if known
        self._asked = False  # whether the caller asked for the options here
        if not isinstance(state, State) or state.node not in self._nodes.numbers:
            raise foreign_state_error(self.machine, state)
        self._here.put(state)
        self.load(state)

    # ----------------------------------------------------------------------------------------------------- position

    @property
    def node(self) -> str:
        return self._nodes.ids[self._here.at]

    @property
    def over(self) -> bool:
        return self._ends[self._here.at]

    @property
    def player(self) -> int:
        at = self._here.at
        if not self._nodes.decides[at]:
            raise NotAnOption(f"{self.node} is not a decision")
        return self._here.ask(self._instance.who, at)

    @property
    def payoffs(self) -> tuple[int, ...]:
        return self._payoffs.unpack_from(self._instance.bytes, self._instance.memory.cells[PAYOFF].base)

    def legal(self) -> tuple[int, ...]:
        offered, self._asked = self._offered, True
        if offered is None:
            at = self._here.at
            decides = self._nodes.decides[at]
            offered = self._instance.list(self._here.ask(self._instance.options, at)) if decides else ()
            self._offered = offered
        return offered

    def outcomes(self) -> tuple[tuple[int, int], ...]:
        at = self._here.at
        node = self._nodes.nodes[at]
        if not isinstance(node, Chance):
            return ()
        self._here.ask(self._instance.weigh, at)
        weights = self._instance.list(node.high - node.low + 1)
        return tuple((node.low + i, weight) for i, weight in enumerate(weights) if weight)

    def observe(self, player: int) -> bytes:
        instance, memory = self._instance, self._instance.memory
        self._here.ask(instance.observe, whole_number("player", player, 0, self.machine.players - 1))
        return instance.bytes[memory.sight : memory.sight + memory.sight_bytes].tobytes()

    # ---------------------------------------------------------------------------------------------------------- moving

    def apply(self, option: int) -> None:
        here, offered = self._here, self._offered
        if not self._asked or offered is None or option not in offered or type(option) is not int:
            self._apply(option, offered)
            return
        # The caller listed the options here, and so probably will at the next decision: the module lists them in the
        # same call.
        at, now, words = here.at, None, self._words
        kept = here.instance.save_block(), at, here.uses
        try:
            self._step(at, option)
            here.at = at = words[HERE]
            if self._decides[at]:
                now = self._instance.list(words[COUNT_WORD])
            elif self.drawn and self._nodes.chances[at]:
                here.draw_chances(ALL)
        except Trapped:  # the step trapped, or only the listing after it; `_apply` repeats the step alone
            here.back(kept)
            self._apply(option, offered)
            return
        except BaseException as stop:
            raise self._error_after_stop(stop, kept) from None
        self._offered, self._asked = now, False
        self._past.append(kept)

    def _apply(self, option: int, offered: Tuple | None) -> None:
        """Take an option; if the options `offered` are known, the module need not check it."""
        here = self._here
        at = here.at
        if type(option) is not int:
            option = whole_number("option", option)
        if offered is None:
            if not self._nodes.decides[at]:
                raise NotAnOption(f"{self.node} is not a decision")
            function, there = self._instance.apply, 0 <= option < 1 << 31
        else:
            function, there = self._instance.apply_unchecked, option in offered
        if there:
            kept = here.snapshot()
            try:
                there = bool(function(at, option))
                if there:
                    here.at = at = here.words[HERE]
                    if self.drawn and self._nodes.chances[at]:
                        here.draw_chances(ALL)
            except BaseException as stop:
                raise self._error_after_stop(stop, kept) from None
            if there:
                self._after_move(kept)
                return
        raise NotAnOption(f"{self.node} does not offer option {option} now")

    def chance(self, value: int | None = None) -> None:
        here = self._here
        at = here.at
        if not self._nodes.chances[at]:
            raise NotAnOption(f"{self.node} is not a chance")
        if value is not None and (value := whole_number("outcome", value)) not in dict(self.outcomes()):
            raise NotAnOption(f"{self.node} cannot come out as {value}")
        kept = here.snapshot()
        try:
            if value is None:
                here.draw_chances(1)
            else:
                self._instance.apply_outcome(at, value)
                here.at = here.words[HERE]
        except BaseException as stop:
            raise self._error_after_stop(stop, kept) from None
        self._after_move(kept)

    def __reduce__(self) -> NoReturn:
        refuse_pickle("a cursor, also to copy it,", "`cursor.save()`, where another cursor may stand,")

    def undo(self) -> None:
        if not self._past:
            raise IndexError("there is nothing to take back")
        self._here.back(self._past.pop())
        self._offered, self._asked = None, False

    def save(self) -> State:
        return self._here.state()

    def load(self, state: State, seed: int | None = None) -> None:
        here = self._here
        try:
            if seed is not None:
                state = state.with_seed(seed_of(seed))
            at = self._nodes.numbers[state.node]
        except (KeyError, AttributeError):
            raise foreign_state_error(self.machine, state) from None
        before = here.state() if self.drawn and self._nodes.chances[at] else None
        here.put(state)
        self._offered, self._asked = None, False
        if before is not None:
            kept = here.snapshot()
            try:
                here.draw_chances(ALL)
            except BaseException as stop:
                stopped = self._error_after_stop(stop, kept)
                here.put(before)
                raise stopped from None
        self._past.clear()

    def _after_move(self, kept: Snapshot) -> None:
        """Forget the cached options, and keep the snapshot for `undo`."""
        self._offered, self._asked = None, False
        self._past.append(kept)

    def _error_after_stop(self, stop: BaseException, kept: Snapshot) -> BaseException:
        """Return to the snapshot and forget the options; return the error to raise."""
        self._offered, self._asked = None, False
        return self._here.error_after_stop(stop, kept)
