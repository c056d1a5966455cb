"""The WebAssembly engine: it loads states into the module's memory and reads them from there.

Each engine emits and compiles a module once, unless `compilation.py` finds it in the cache. Memory keeps the cells of
the last state, so continuing from this state copies nothing. The methods for single steps avoid calls of Python
functions, which would take longer than their work; that makes this file long. An instance of a module is for one
thread; other threads use a twin of the engine with its own instances.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Collection, Sequence
from functools import wraps
from threading import get_ident, local
from typing import Concatenate, ParamSpec, TypeVar

from ...machine.program import NUMBER, Chance, Decision, Machine
from ..argument_validation import (
    check_arguments,
    find_named,
    foreign_state_error,
    player_number,
    state_of,
    whole_number,
)
from ..base import EngineBase, with_breakpoints
from ..cell_layout import members_of
from ..interface import Counting, Cursor, GameColumns, GameFault, NotAnOption, Playouts, State, Value
from ..random import MASK64
from .compilation import Modules, Purpose
from .cursor import WasmCursor
from .instance import CHOICE_WORD, COUNT_WORD, HERE, PASSED_WORD, SteppingInstance, flatten_arguments
from .playout_runner import PURPOSES, PlayoutRunner, PlayoutTrapped, replay_fault
from .sandbox import Sandbox, Settings, Trapped
from .tree_search import InformedSearch, TreeSearch
from .world_sampler import WorldSampler

_new = tuple.__new__  # faster than `State(…)`: takes half the time
Offered = tuple[bytes, str, tuple[int, ...]]
"""Packed cells, a node, and its options with these cells."""
NOTHING_OFFERED: Offered = (b"", "", ())
P = ParamSpec("P")
R = TypeVar("R")


def in_own_thread(method: Callable[Concatenate[WasmEngine, P], R]) -> Callable[Concatenate[WasmEngine, P], R]:
    """Return this method, wrapped so that a call in another thread runs on a twin of the engine. `apply`, `who` and
    `options` do this themselves."""

    @wraps(method)
    def call(self: WasmEngine, /, *args: P.args, **named: P.kwargs) -> R:
        return method(self if get_ident() == self._thread else self._twin, *args, **named)

    return call


class WasmEngine(EngineBase):
    """The WebAssembly engine, as specified in `interface.Engine`. A call of the module plays up to `batch` games; after
    it, the function `progress` gets the number of games finished so far. `machine.optimise` optimises the machine
    unless `optimise` is false; `why` has a line for each of its passes. `modules` reuses the modules of another
    engine."""

    purpose: Purpose = "steps"
    lists_ahead = True  # whether `apply` may also list the options that follow, since callers usually ask for them next

    def __init__(
        self,
        machine: Machine,
        batch: int = 4096,
        progress: Callable[[int], None] | None = None,
        optimise: bool = True,
        settings: Settings | None = None,
        modules: Modules | None = None,
    ) -> None:
        super().__init__(machine)
        self.batch = batch
        self.progress = progress
        self.modules = modules or Modules(machine, optimise, settings)
        self._thread = get_ident()
        self._twins = local()
        self._players: dict[Counting, PlayoutRunner] = {}
        self._nodes = machine.nodes
        self._numbers = {node.id: i for i, node in enumerate(machine.nodes)}
        self._functions = {f.name: f for f in machine.functions}
        self._routines = {r.name: r for r in machine.routines}
        self._ids = tuple(node.id for node in machine.nodes)
        self._decisions = {node.id: i for i, node in enumerate(machine.nodes) if isinstance(node, Decision)}
        self._chances = {node.id: i for i, node in enumerate(machine.nodes) if isinstance(node, Chance)}
        self._stepping: SteppingInstance | None = None
        # instances of the module, each with the clauses whose applications it counts
        self._marking: list[tuple[SteppingInstance, tuple[str, ...]]] = []
        # Memory, `_offered` and `_ahead` may be of three different states. `_present` is None during a step and after
        # one that stopped. `_offered` stays until somebody asks for the options of another state. `_ahead` is of the
        # state that the last `apply` returned, never of that in `_offered`: `options` moves it there. If the next
        # `apply` still finds it, nobody asked: `apply` empties it and clears `_listing`, until somebody asks for the
        # options of the state in memory. So `_ahead` is empty while `_listing` is false.
        self._present: bytes | None = None  # the packed cells that are in the module's memory now
        self._offered = NOTHING_OFFERED  # the options that the caller asked for last
        self._ahead = NOTHING_OFFERED  # options that `apply` listed in advance and the caller has not asked for yet
        self._listing = self.lists_ahead

    def _instantiate(self) -> SteppingInstance:
        """Instantiate the stepping module and return the instance. This happens at the first step, since playouts do
        not need it."""
        module = self.modules.get(self.purpose)
        if self._packing.format != module.emitted.memory.cells_format:
            raise ValueError(f"the module of {self.machine.name} packs its cells otherwise than the machine")
        self._stepping = SteppingInstance(self.machine, module.emitted.memory, Sandbox(module.compiled))
        self._marking.append((self._stepping, module.emitted.clauses))
        return self._stepping

    @property
    def _instance(self) -> SteppingInstance:
        return self._stepping or self._instantiate()

    @property
    def why(self) -> list[str]:
        return list(self.modules.get("steps").why)

    @property
    def module(self) -> bytes:
        """Return the bytes of the stepping module."""
        return self.modules.get("steps").emitted.bytes

    def has_module(self, purpose: Purpose) -> bool:
        """Return whether the module for this purpose is ready, in this process or in the cache."""
        return self.modules.has(purpose)

    @property
    def _twin(self) -> WasmEngine:
        """Return the twin of this engine for the current thread: another engine with the same modules. It lives as long
        as the thread."""
        found: WasmEngine | None = getattr(self._twins, "engine", None)
        if found is None:
            found = self._twins.engine = WasmEngine(self.machine)
            found.modules = self.modules
        found.batch, found.progress = self.batch, self.progress
        return found

    # ------------------------------------------------------------------------------------- methods that continue a game

    @in_own_thread
    def at(self, state: State, node: str) -> State:
        self._run(state_of(self.machine, state), "at", find_named(self._numbers, "node", node))
        return self._rest_state(state)

    def stop_at(self, nodes: Collection[str]) -> WasmEngine:
        """Return an engine that uses the same module but ends a game at these nodes: a table in memory has the kinds of
        nodes (`instance.py`)."""
        other = WasmEngine(with_breakpoints(self.machine, nodes), self.batch, self.progress)
        other._packing, other.modules = self._packing, self.modules.share_steps(other.machine)
        other._marking = self._marking
        return other

    @property
    def clauses_applied(self) -> frozenset[str]:
        """Return the clauses that were applied so far in `start`, `at`, `apply`, `chance` and `run`, by this engine and
        the engines that its `stop_at` made, in this thread. The events of the reference engine name the same
        clauses."""
        return frozenset().union(*(instance.clauses_applied(clauses) for instance, clauses in self._marking))

    def cursor(self, state: State, drawn: bool = True) -> Cursor:
        module = self.modules.get("steps")
        instance = SteppingInstance(self.machine, module.emitted.memory, Sandbox(module.compiled))
        return WasmCursor(instance, state, drawn)

    def apply(self, state: State, option: int) -> State:
        if get_ident() != self._thread:
            return self._twin.apply(state, option)
        if type(option) is not int:
            option = whole_number("option", option)
        try:
            name, packed, uses, seed, game, _ = state
        except (TypeError, ValueError):
            raise foreign_state_error(self.machine, state) from None
        node = self._decisions.get(name)
        if node is None:
            raise NotAnOption(f"{name} is not a decision")
        instance = self._stepping or self._instantiate()
        before, at, offered = self._offered
        known = before is packed and at == name
        # stop listing: the caller did not ask for the options listed in advance
        if self._ahead[1]:
            self._ahead, self._listing = NOTHING_OFFERED, False
        if known and self._listing and option in offered:
            if self._present is not packed:
                self._load(state)
            self._present, words = None, instance.words
            words[HERE], words[CHOICE_WORD], words[COUNT_WORD] = node, option, -1
            try:
                error = instance.step()
                if error or words[COUNT_WORD] <= 0:
                    instance.sandbox.check(error)
            # either the step trapped, or listing the options after it; the plain call below repeats only the step
            except Trapped:
                pass
            except BaseException as stop:
                raise self._error_after_stop(stop, state) from None
            else:
                packed = self._present = instance.read_cells()
                name = self._ids[words[HERE]]
                if name in self._decisions:
                    self._ahead = packed, name, instance.list(words[COUNT_WORD])
                return _new(State, (name, packed, uses, seed, game, self._packing))
        if known:  # the options are known here, so the module need not test the option
            function, there = instance.apply_unchecked, option in offered
        else:
            function, there = instance.apply, 0 <= option < 1 << 31
        if there:
            if self._present is not packed:
                self._load(state)
            self._present = None
            try:
                there = bool(function(node, option))
            except BaseException as stop:
                raise self._error_after_stop(stop, state) from None
            if there:
                packed = self._present = instance.read_cells()
                name = self._ids[instance.words[HERE]]
                return _new(State, (name, packed, uses, seed, game, self._packing))
        raise NotAnOption(f"{name} does not offer option {option} now")

    @in_own_thread
    def chance(self, state: State, value: int | None = None) -> State:
        number = self._chances.get(state_of(self.machine, state).node)
        if number is None:
            raise NotAnOption(f"{state.node} is not a chance")
        if value is not None:
            value = whole_number("outcome", value)
            if value not in dict(self.outcomes(state)):
                raise NotAnOption(f"{state.node} cannot come out as {value}")
            self._run(state, "apply_outcome", number, value)
            return self._rest_state(state)
        instance = self._instance
        try:
            instance.key(state.seed, state.game)
            instance.uses = state.uses
        except struct.error:
            raise foreign_state_error(self.machine, state) from None
        self._run(state, "draw_chances", number, 1)
        return self._rest_state(state._replace(uses=instance.uses))

    @in_own_thread
    def run(self, state: State, routine: str, args: Sequence[Value]) -> State:
        params = find_named(self._routines, "routine", routine).params
        given = flatten_arguments(params, check_arguments(params, args))
        self._begin(state_of(self.machine, state))
        self._run(state, f"routine {routine}", *given)
        return state._replace(packed=self._read(), packing=self._packing)

    # ----------------------------------------------------------------------------------------------- reading a state

    def who(self, state: State) -> int:
        if get_ident() != self._thread:
            return self._twin.who(state)
        node = self._decisions.get(state_of(self.machine, state).node)
        if node is None:
            raise NotAnOption(f"{state.node} is not a decision")
        return self._ask(state, self._instance.who, node)

    @in_own_thread
    def _left_to_pick(self, state: State) -> int:
        return self._ask(state, self._instance.picks, self._decisions[state.node])

    def options(self, state: State) -> tuple[int, ...]:
        if get_ident() != self._thread:
            return self._twin.options(state)
        packed, name, offered = self._offered
        try:
            known_already = packed is state.packed and name == state.node
        except AttributeError:
            raise foreign_state_error(self.machine, state) from None
        # keep the options, because `pick`, `apply` and the caller all need those of the same state
        if not known_already:
            packed, name, offered = self._ahead
            if packed is state.packed and name == state.node:
                self._offered, self._ahead = self._ahead, NOTHING_OFFERED
                return offered
            node = self._decisions.get(state.node)
            if node is None:
                return ()
            # the caller does ask for options after a step, so listing them in advance is useful
            if self._present is state.packed:
                self._listing = self.lists_ahead
            instance = self._stepping or self._instantiate()
            offered = instance.list(self._ask(state, instance.options, node))
            self._offered = state.packed, state.node, offered
        return offered

    @in_own_thread
    def outcomes(self, state: State) -> tuple[tuple[int, int], ...]:
        number = self._chances.get(state_of(self.machine, state).node)
        if number is None:
            return ()
        node = self._nodes[number]
        assert isinstance(node, Chance)
        instance = self._instance
        self._ask(state, instance.weigh, number)
        weights = instance.list(node.high - node.low + 1)
        return tuple((node.low + i, weight) for i, weight in enumerate(weights) if weight)

    @in_own_thread
    def call(self, state: State, function: str, args: Sequence[Value]) -> Value:
        callee = find_named(self._functions, "function", function)
        given = flatten_arguments(callee.params, check_arguments(callee.params, args))
        if self._present is not state_of(self.machine, state).packed:
            self._load(state)
        self._begin(state)
        result = self._call(state, f"function {function}", *given)
        if callee.kind == NUMBER and isinstance(result, int):
            return result
        found = result if isinstance(result, list) else [result]
        return members_of([word & MASK64 for word in found])

    @in_own_thread
    def observe(self, state: State, player: int) -> bytes:
        instance = self._instance
        self._ask(state_of(self.machine, state), instance.observe, player_number(self.machine, player))
        at = instance.memory.sight
        return instance.bytes[at : at + instance.memory.sight_bytes].tobytes()

    def tree_search(self, flat: bool = False) -> TreeSearch:
        """Return a tree search for games from their beginning. It has its own instance of the module, for one
        thread."""
        return TreeSearch(self.machine, self.modules.get("search"), flat)

    def informed_search(self, flat: bool = False) -> InformedSearch:
        """Return a search of information sets, for games with hidden information. It has its own instances of modules,
        for one thread."""
        sampler = WorldSampler(self.machine, self.modules.get("worlds"))
        return InformedSearch(self.machine, self.modules.get("informed search"), sampler, flat)

    # ------------------------------------------------------------------------------------------------------ playouts

    @in_own_thread
    def _playouts(self, numbers: range, seed: int, max_moves: int | None, each: bool, counting: Counting) -> Playouts:
        batch, progress = self.batch, self.progress
        return self._play(lambda r: r.play(numbers, seed, max_moves, each, batch, progress), seed, max_moves, counting)

    @in_own_thread
    def _columns(self, numbers: range, seed: int, max_moves: int | None) -> GameColumns:
        return self._play(lambda runner: runner.columns(numbers, seed, max_moves), seed, max_moves, "detailed")

    def _play(self, play: Callable[[PlayoutRunner], R], seed: int, max_moves: int | None, counting: Counting) -> R:
        """Call `play` with a runner for this kind of counting and return the result. If a game breaks off, raise its
        fault."""
        runner = self._players.get(counting)
        if runner is None:
            module = self.modules.get(PURPOSES[counting])
            runner = self._players[counting] = PlayoutRunner(self.machine, module, counting)
        try:
            return play(runner)
        except PlayoutTrapped as stopped:
            found = self.fault_of_game(stopped, self._start_state(seed, stopped.game))
            raise replay_fault(self, stopped.game, seed, max_moves, counting) or found from None

    def fault_of_game(self, stopped: PlayoutTrapped, state: State) -> GameFault:
        """Return the fault for a game that broke off; the error has `state` as the state before the fault."""
        return self._instance.fault_of(stopped.trap, state, stopped.fault)

    # -------------------------------------------------------------------- calls of the module, and states in its memory

    def _node(self, state: State) -> object:
        return self._nodes[self._numbers[state.node]]

    def _load(self, state: State) -> None:
        self._present = None
        try:
            packed = state.packed if state.packing is self._packing else self._packing.pack(state.cells)
            self._instance.load(packed)
        except (ValueError, struct.error):
            raise foreign_state_error(self.machine, state) from None
        self._present = state.packed

    def _begin(self, state: State) -> None:
        """Prepare a call of the module that starts at the node of this state."""
        instance = self._instance
        instance.sandbox.call("reset")
        if state.node not in self._numbers:
            raise foreign_state_error(self.machine, state)
        instance.words[PASSED_WORD] = self._numbers[state.node]

    def _ask(self, state: State, function: Callable[[int], int], node: int) -> int:
        """Return the result of a node's function that changes no cell, such as `who`, in this state."""
        if self._present is not state.packed:
            self._load(state)
        try:
            return function(node)
        except BaseException as stop:
            raise self._error_after_stop(stop, state) from None

    def _run(self, state: State, name: str, *args: int) -> object:
        """Call a function of the module that may change cells, starting from this state. Return its result."""
        if self._present is not state.packed:
            self._load(state)
        self._present = None
        return self._call(state, name, *args)

    def _call(self, state: State, name: str, *args: int) -> int | list[int]:
        """Call a function of the module and return its result. If it traps, raise the fault of the rules."""
        try:
            result: int | list[int] = self._instance.sandbox.call(name, *args)
            return result
        except BaseException as stop:
            raise self._error_after_stop(stop, state) from None

    def _error_after_stop(self, stop: BaseException, state: State) -> BaseException:
        """Return the error to raise after a call stopped early: a fault of the rules for a trap, otherwise the
        interruption itself. The memory is not used any more, since it may contain the changes of an unfinished
        trial."""
        self._present = None
        return self._instance.fault_of(stop, state) if isinstance(stop, Trapped) else stop

    def _read(self) -> bytes:
        """Return the packed cells that are in memory now."""
        self._present = self._instance.read_cells()
        return self._present

    def _rest_state(self, state: State) -> State:
        """Return the state at rest that is in memory now, with the streams, seed and game number of `state`."""
        name = self._ids[self._instance.node]
        return State(name, self._read(), state.uses, state.seed, state.game, self._packing)
