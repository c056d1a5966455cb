"""The WebAssembly engine behind the common interface: states go into the module's memory, and come out again.

The module is emitted and compiled once for each engine, unless `ready.py` finds it kept.  Memory keeps the cells of the
last state, so that going on from it costs no copying in.  An engine is for one thread.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence

from attrs import evolve

from ...machine.program import NUMBER, Chance, Decision, End, Machine, Parameter
from ..interface import (
    ARITHMETIC,
    ARITHMETIC_FAULT,
    DECISIONS_PER_MOVE,
    PLAYERS_STREAM,
    GameFault,
    NotAnOption,
    Playouts,
    State,
    Value,
)
from ..random import MASK64, bounded, stream_key, weighted
from ..state import bit_words, members_of, streams
from .counts import Counts
from .layout import FAULT, GAME, LISTED, NO_FAULT, NODE, PLAYING
from .numbers import wrapped
from .ready import make_ready
from .sandbox import Sandbox, Trapped
from .writer import words

MOST_MOVES = ((1 << 31) - 1) // DECISIONS_PER_MOVE
MOST_CHANCES = 10_000  # in a row, when a game is gone through again
STEPS = 1 << 20  # decisions and chances in one call of the module, so that an interruption is noticed


class WasmEngine:
    """See `interface.Engine`.  Up to `batch` games are played in a call; `progress` is told how many are done.

    The module is made from the machine as `machine.optimise` leaves it, unless told otherwise; `why` says what it did.
    """

    def __init__(
        self,
        machine: Machine,
        batch: int = 4096,
        progress: Callable[[int], None] | None = None,
        optimise: bool = True,
    ) -> None:
        self.machine = machine
        self.batch = batch
        self.progress = progress
        ready = make_ready(machine, optimise)
        emitted, self.why = ready.emitted, list(ready.why)
        self.module = emitted.bytes
        self._memory, self._clauses = emitted.memory, emitted.clauses
        self._sandbox = Sandbox(ready.compiled)
        self._buffer = self._sandbox.memory
        self._cells = struct.Struct(emitted.memory.cells_format)
        self._initial: tuple[int, ...] = struct.unpack(emitted.memory.cells_format, emitted.memory.initial_bytes)
        self._streams = streams(machine)
        self._nodes = machine.nodes
        self._numbers = {node.id: i for i, node in enumerate(machine.nodes)}
        self._functions = {f.name: f for f in machine.functions}
        self._routines = {r.name: r for r in machine.routines}
        self._present: tuple[int, ...] | None = None  # the cells that memory holds
        self._offered: tuple[tuple[int, ...], str, tuple[int, ...]] = ((), "", ())  # cells, node, their options

    # ------------------------------------------------------------------------------------------------------ going on

    def start(self, seed: int, game: int = 0) -> State:
        blank = State(self.machine.start, self._initial, (0,) * len(self._streams), seed, game)
        return self.at(blank, self.machine.start)

    def at(self, state: State, node: str) -> State:
        self._run(state, "at", self._numbers[node])
        return self._settled(state)

    def apply(self, state: State, option: int) -> State:
        self._decision(state)
        if not 0 <= option < 1 << 31 or not self._run(state, "apply", self._numbers[state.node], option):
            raise NotAnOption(f"{state.node} does not offer option {option} now")
        return self._settled(state)

    def chance(self, state: State, value: int | None = None) -> State:
        node = self._node(state)
        if not isinstance(node, Chance):
            raise NotAnOption(f"{state.node} is not a chance")
        weights = self.outcomes(state)
        origin = state
        if value is None:
            r, state = self._draw(state, node.stream, sum(weight for _, weight in weights))
            value = weighted(weights, r)
        elif value not in dict(weights):
            raise NotAnOption(f"{node.id} cannot come out as {value}")
        self._run(origin, "come", self._numbers[state.node], value)
        return self._settled(state)

    def run(self, state: State, routine: str, args: Sequence[Value]) -> State:
        given = flattened(self._routines[routine].params, args)
        self._sandbox.call("reset")
        self._run(state, f"routine {routine}", *given)
        return evolve(state, cells=self._read())

    # -------------------------------------------------------------------------------------------------------- asking

    def who(self, state: State) -> int:
        self._decision(state)
        return self._ask(state, "who", self._numbers[state.node])

    def options(self, state: State) -> tuple[int, ...]:
        if not isinstance(self._node(state), Decision):
            return ()
        cells, node, offered = self._offered
        if cells is not state.cells or node != state.node:  # asked again by pick, and by whoever plays
            offered = self._list(self._ask(state, "options", self._numbers[state.node]))
            self._offered = state.cells, state.node, offered
        return offered

    def outcomes(self, state: State) -> tuple[tuple[int, int], ...]:
        node = self._node(state)
        if not isinstance(node, Chance):
            return ()
        self._ask(state, "weigh", self._numbers[state.node])
        weights = self._list(node.high - node.low + 1)
        return tuple((node.low + i, weight) for i, weight in enumerate(weights) if weight)

    def call(self, state: State, function: str, args: Sequence[Value]) -> Value:
        callee = self._functions[function]
        given = flattened(callee.params, args)
        self._load(state)
        self._sandbox.call("reset")
        result = self._guarded(state, f"function {function}", *given)
        if callee.kind == NUMBER and isinstance(result, int):
            return result
        found = result if isinstance(result, list) else [result]
        return members_of([word & MASK64 for word in found])

    def pick(self, state: State) -> tuple[int, State]:
        offered = self.options(state)
        if not offered:
            raise NotAnOption(f"{state.node} is not a decision")
        if len(offered) == 1:
            return offered[0], state
        at, state = self._draw(state, PLAYERS_STREAM, len(offered))
        return offered[at], state

    # ------------------------------------------------------------------------------------------------------ playouts

    def playouts(self, n: int, seed: int, first: int = 0, max_moves: int | None = None, each: bool = False) -> Playouts:
        counts = Counts(self._memory, self.machine.players, self._clauses, self._buffer)
        counts.clear()
        keys = [stream_key(seed, stream) for stream in self._streams]
        struct.pack_into(f"<{len(keys)}Q", self._buffer, self._memory.keys, *keys)
        struct.pack_into("<Q", self._buffer, GAME, first)
        self._put(PLAYING, 0)
        self._present = None
        most = -1 if max_moves is None else min(max_moves, MOST_MOVES)
        done = 0
        while done < n:
            self._put(LISTED, 0)
            try:
                done += self._sandbox.call("play", min(self.batch, n - done), most, STEPS, int(each))
            except Trapped as trap:
                game = struct.unpack_from("<Q", self._buffer, GAME)[0]
                raise self._replayed(trap, seed, game, max_moves) from None
            counts.collect(each)
            if self.progress is not None:
                self.progress(done)
        return counts.result(each)

    def _replayed(self, trap: Trapped, seed: int, game: int, max_moves: int | None) -> GameFault:
        """The fault of this game again, step by step, so that it tells the state from which it came.

        Chances without end between two decisions have no such state: the beginning of the game is told.
        """
        blank = State(self.machine.start, self._initial, (0,) * len(self._streams), seed, game)
        found = self._fault(trap, blank)
        try:
            state, moves, chances = self.start(seed, game), 0, 0
            while not isinstance(node := self._node(state), End):
                if isinstance(node, Chance) and chances < MOST_CHANCES:
                    state, chances = self.chance(state), chances + 1
                    continue
                chances = 0
                moves += isinstance(node, Decision) and node.move
                if isinstance(node, Chance) or (max_moves is not None and moves > max_moves):
                    break
                option, state = self.pick(state)
                state = self.apply(state, option)
        except GameFault as fault:
            return fault
        return found

    # -------------------------------------------------------------------------------------------------------- inside

    def _node(self, state: State) -> object:
        return self._nodes[self._numbers[state.node]]

    def _decision(self, state: State) -> None:
        if not isinstance(self._node(state), Decision):
            raise NotAnOption(f"{state.node} is not a decision")

    def _load(self, state: State) -> None:
        if self._present is not state.cells:
            self._present = None
            self._cells.pack_into(self._buffer, self._memory.start, *state.cells)
            self._sandbox.call("rings")
            self._present = state.cells

    def _ask(self, state: State, name: str, *args: int) -> int:
        """What a function of the module that changes no cell answers."""
        self._load(state)
        result = self._guarded(state, name, *args)
        assert isinstance(result, int)
        return result

    def _run(self, state: State, name: str, *args: int) -> object:
        """A function of the module that may change cells."""
        self._load(state)
        self._present = None
        return self._guarded(state, name, *args)

    def _guarded(self, state: State, name: str, *args: int) -> int | list[int]:
        try:
            result: int | list[int] = self._sandbox.call(name, *args)
            return result
        except Trapped as trap:
            self._present = None
            raise self._fault(trap, state) from None

    def _fault(self, trap: Trapped, state: State) -> GameFault:
        """What was recorded before the trap; a stack used up counts as fuel used up."""
        index = self._get(FAULT)
        if index == NO_FAULT:
            if not trap.overflow:
                raise RuntimeError(f"the module of {self.machine.name} trapped: {trap}")
            index = self.machine.fuel_fault
        return GameFault(ARITHMETIC_FAULT if index == ARITHMETIC else self.machine.faults[index], index, state)

    def _read(self) -> tuple[int, ...]:
        """The cells that memory holds now."""
        self._present = self._cells.unpack_from(self._buffer, self._memory.start)
        return self._present

    def _settled(self, state: State) -> State:
        return State(self._nodes[self._get(NODE)].id, self._read(), state.uses, state.seed, state.game)

    def _list(self, count: int) -> tuple[int, ...]:
        return struct.unpack_from(f"<{count}i", self._buffer, self._memory.list)

    def _draw(self, state: State, stream: str, n: int) -> tuple[int, State]:
        at = self._streams.index(stream)
        drawn, use = bounded(stream_key(state.seed, stream), state.game, state.uses[at], n)
        return drawn, evolve(state, uses=(*state.uses[:at], use, *state.uses[at + 1 :]))

    def _get(self, at: int) -> int:
        value: int = struct.unpack_from("<i", self._buffer, at)[0]
        return value

    def _put(self, at: int, value: int) -> None:
        struct.pack_into("<i", self._buffer, at, value)


def flattened(params: Sequence[Parameter], args: Sequence[Value]) -> list[int]:
    """The arguments as the module takes them: numbers, and the words of sets (signed)."""
    flat: list[int] = []
    for parameter, arg in zip(params, args, strict=True):
        if isinstance(arg, int):
            flat.append(arg)
        else:
            found = bit_words(sum(1 << member for member in arg), parameter.kind)
            flat.extend(wrapped(word, 64) for word in found[: words(parameter.kind)])
    return flat
