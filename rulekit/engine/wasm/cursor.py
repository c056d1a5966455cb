"""The cursor of the WebAssembly engine: one game that stands in a module's memory and is moved there.

Every step is one call of the module and a few reads of its memory; nothing is looked up by name, and states are made
only when somebody saves.  `interface.Cursor` says what the methods mean.
"""

from __future__ import annotations

import struct
from collections.abc import Callable

from ...machine.program import PAYOFF, Chance, Decision, End
from ..argument_validation import foreign, seed_of, whole
from ..interface import NotAnOption, State
from ..packing import packing as packing_of
from .instance import WORD, SteppingInstance, Tuple
from .layout import NODE
from .sandbox import Trapped

HERE = NODE // WORD
ALL = -1
"""As many chances as follow one another."""
Snapshot = tuple[bytes, int, Tuple]
_new = tuple.__new__  # makes a State in half the time


class WasmCursor:
    """See `interface.Cursor`.  It has an instance of the module to itself, and may be used in any one thread."""

    def __init__(self, instance: SteppingInstance, state: State, drawn: bool) -> None:
        machine, memory = instance.machine, instance.memory
        self.machine = machine
        self.drawn = drawn
        self._instance = instance
        self._words, self._block = instance.words, instance.block
        self._apply, self._apply_unchecked = instance.apply, instance.apply_unchecked
        self._draw, self._apply_outcome = instance.draw, instance.apply_outcome
        self._options, self._who = instance.options, instance.who
        self._weigh, self._observe = instance.weigh, instance.observe
        self._packing = packing_of(memory.cells_format)
        self._nodes = machine.nodes
        self._ids = tuple(node.id for node in machine.nodes)
        self._numbers = {node.id: i for i, node in enumerate(machine.nodes)}
        self._decides = tuple(isinstance(node, Decision) for node in machine.nodes)
        self._chances = tuple(isinstance(node, Chance) for node in machine.nodes)
        self._draws = any(self._chances)
        self._ends = tuple(isinstance(node, End) for node in machine.nodes)
        payoff = memory.cells[PAYOFF]
        self._payoffs = struct.Struct(f"<{payoff.count}{payoff.width.letter}")
        self._payoffs_at = payoff.base
        self._seen = self._instance.bytes[memory.sight : memory.sight + memory.sight_bytes]
        self._past: list[Snapshot] = []
        self._offered: Tuple | None = None
        self._at = self._seed = self._game = -1
        self._uses: Tuple = ()
        if not isinstance(state, State) or state.node not in self._numbers:
            raise foreign(machine, state)
        self._put(state)
        self.load(state)

    # ------------------------------------------------------------------------------------------------- where it stands

    @property
    def node(self) -> str:
        return self._ids[self._at]

    @property
    def over(self) -> bool:
        return self._ends[self._at]

    @property
    def player(self) -> int:
        if not self._decides[self._at]:
            raise NotAnOption(f"{self.node} is not a decision")
        return self._ask(self._who, self._at)

    @property
    def payoffs(self) -> tuple[int, ...]:
        return self._payoffs.unpack_from(self._instance.bytes, self._payoffs_at)

    def legal(self) -> tuple[int, ...]:
        offered = self._offered
        if offered is None:
            offered = ()
            if self._decides[self._at]:
                offered = self._instance.list(self._ask(self._options, self._at))
            self._offered = offered
        return offered

    def outcomes(self) -> tuple[tuple[int, int], ...]:
        node = self._nodes[self._at]
        if not isinstance(node, Chance):
            return ()
        self._ask(self._weigh, self._at)
        weights = self._instance.list(node.high - node.low + 1)
        return tuple((node.low + i, weight) for i, weight in enumerate(weights) if weight)

    def observe(self, player: int) -> bytes:
        self._ask(self._observe, whole("player", player, 0, self.machine.players - 1))
        return self._seen.tobytes()

    # ---------------------------------------------------------------------------------------------------------- moving

    def apply(self, option: int) -> None:
        at, offered = self._at, self._offered
        if type(option) is not int:
            option = whole("option", option)
        if offered is None:
            if not self._decides[at]:
                raise NotAnOption(f"{self.node} is not a decision")
            function, there = self._apply, 0 <= option < 1 << 31
        else:  # what is offered is known: the module need not look again
            function, there = self._apply_unchecked, option in offered
        if there:
            kept = self._block.tobytes(), at, self._uses
            try:
                there = bool(function(at, option))
                if there:
                    self._at = at = self._words[HERE]
                    if self.drawn and self._chances[at]:
                        self._draw_on(ALL)
            except BaseException as stop:
                raise self._stopped(stop, kept) from None
            if there:
                self._offered = None
                self._past.append(kept)
                return
        raise NotAnOption(f"{self.node} does not offer option {option} now")

    def chance(self, value: int | None = None) -> None:
        at = self._at
        if not self._chances[at]:
            raise NotAnOption(f"{self.node} is not a chance")
        if value is not None and (value := whole("outcome", value)) not in dict(self.outcomes()):
            raise NotAnOption(f"{self.node} cannot come out as {value}")
        kept = self._block.tobytes(), at, self._uses
        try:
            if value is None:
                self._draw_on(1)
            else:
                self._apply_outcome(at, value)
                self._at = self._words[HERE]
        except BaseException as stop:
            raise self._stopped(stop, kept) from None
        self._offered = None
        self._past.append(kept)

    def undo(self) -> None:
        if not self._past:
            raise IndexError("there is nothing to take back")
        self._back(self._past.pop())

    def save(self) -> State:
        cells = self._instance.cells.tobytes()
        return _new(State, (self._ids[self._at], cells, self._uses, self._seed, self._game, self._packing))

    def load(self, state: State, seed: int | None = None) -> None:
        try:
            if seed is not None:
                state = state.with_seed(seed_of(seed))
            at = self._numbers[state.node]
        except (KeyError, AttributeError):
            raise foreign(self.machine, state) from None
        if not (self.drawn and self._chances[at]):
            self._put(state)
            self._past.clear()
            return
        before = self.save()
        self._put(state)
        kept = self._block.tobytes(), at, state.uses
        try:
            self._draw_on(ALL)
        except BaseException as stop:
            stopped = self._stopped(stop, kept)
            self._put(before)
            raise stopped from None
        self._past.clear()

    # ---------------------------------------------------------------------------------------------------------- inside

    def _put(self, state: State) -> None:
        """Makes memory hold this state."""
        name, packed, uses, seed, game, packing = state
        try:
            if self._draws:
                self._instance.uses = uses
            self._instance.load(packed if packing is self._packing else self._packing.pack(state.cells))
        except (ValueError, struct.error):
            if self._draws and self._at >= 0:
                self._instance.uses = self._uses
            raise foreign(self.machine, state) from None
        if seed != self._seed or game != self._game:
            self._instance.key(seed, game)
        self._at, self._uses, self._seed, self._game, self._offered = self._numbers[name], uses, seed, game, None

    def _ask(self, function: Callable[..., int], argument: int) -> int:
        """What a function that changes no cell answers, unless it stops in the middle of trying something out."""
        kept = self._block.tobytes(), self._at, self._uses
        try:
            return function(argument)
        except BaseException as stop:
            raise self._stopped(stop, kept) from None

    def _draw_on(self, most: int) -> None:
        """Through so many chances in a row."""
        self._draw(self._at, most)
        self._at = self._words[HERE]
        self._uses = self._instance.uses

    def _stopped(self, stop: BaseException, kept: Snapshot) -> BaseException:
        """What is to be raised: a fault of the rules, or what interrupted them.  The cursor stands where it stood."""
        self._back(kept)
        return self._instance.fault_of(stop, self.save()) if isinstance(stop, Trapped) else stop

    def _back(self, kept: Snapshot) -> None:
        self._block[:], self._at, self._uses = kept
        if self._draws:
            self._instance.uses = self._uses
        self._offered = None
