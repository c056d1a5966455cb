"""The interpreter: `ReferenceEngine` implements the engine interface with compiled closures.

Functions, routines and nodes are compiled on first use (`expression_closures`, `statement_closures`, `compiled_nodes`).
Between calls the engine keeps these closures, but no state of a game. `context.ExecutionContext` raises faults and uses
up fuel; `base.EngineBase` draws and counts random numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager

from ...deep_calls import DEEP
from ...machine import program as m
from ...machine.option_labels import Sorts
from ...machine.program import Chance, Decision, End, Machine
from ..argument_validation import (
    check_arguments,
    find_named,
    foreign_state_error,
    player_number,
    state_of,
    whole_number,
)
from ..base import EngineBase, with_breakpoints
from ..events import Watch
from ..figures import figure_values, find_broken_invariant
from ..interface import (
    CHANCES_IN_A_ROW,
    DECISIONS_PER_MOVE,
    BrokenInvariant,
    Counting,
    GameFault,
    NotAnOption,
    Playouts,
    State,
    Value,
)
from ..log import RecordFormat, StepRecords
from ..observation import ObservationFormat
from ..observe import observe
from ..random import choose_weighted
from ..tally import Tally
from .compiled_nodes import CompiledChance, CompiledDecision, get_compiled_node, run_until_standing
from .context import CompiledNode, ExecutionContext, MachineIndex
from .expression_closures import call_function
from .recorder import StepRecorder
from .state_cursor import StateCursor
from .statement_closures import call_routine


class ReferenceEngine(EngineBase):
    """The reference engine, as specified in `interface.Engine`. The observer `watch` receives the events of `start`,
    `apply`, `chance`, `run` and `at`. With `recording`, `records` has what players saw during the last call of one of
    these."""

    def __init__(self, machine: Machine, watch: Watch | None = None, recording: bool = False) -> None:
        super().__init__(machine)
        self.watch = watch
        self._recorder = StepRecorder(RecordFormat.of(machine)) if recording else None
        self._index = MachineIndex.of(machine)
        self._observation = ObservationFormat.of(machine)

    # ------------------------------------------------------------------------------------- methods that continue a game

    def at(self, state: State, node: str) -> State:
        with self._context(state, self.watch, self._recorder) as context:
            return rest_state(context, state, find_named(self._index.nodes, "node", node).id)

    def apply(self, state: State, option: int) -> State:
        option = whole_number("option", option)
        with self._context(state, self.watch, self._recorder) as context:
            return rest_state(context, state, self._decision(state).take(context, option))

    def chance(self, state: State, value: int | None = None) -> State:
        value = None if value is None else whole_number("outcome", value)
        with self._context(state, self.watch, self._recorder) as context:
            chance = self._chance(state)
            weights = chance.outcomes(context)
            if value is None:
                r, state = self._draw(state, chance.node.stream, sum(weight for _, weight in weights))
                value = choose_weighted(weights, r)
            elif value not in dict(weights):
                raise NotAnOption(f"{state.node} cannot come out as {value}")
            return rest_state(context, state, chance.take_outcome(context, value))

    def run(self, state: State, routine: str, args: Sequence[Value]) -> State:
        with self._context(state, self.watch, self._recorder) as context:
            callee = find_named(self._index.routines, "routine", routine)
            call_routine(context, callee, check_arguments(callee.params, args))
            return state.with_cells(context.cells)

    def stop_at(self, nodes: Collection[str]) -> ReferenceEngine:
        other = self._twin()
        other.machine = with_breakpoints(self.machine, nodes)
        other._index = self._index.with_nodes_of(other.machine)
        return other

    def _twin(self) -> ReferenceEngine:
        """Return another engine that shares all attributes of this one, among them the compiled parts."""
        other = object.__new__(type(self))
        vars(other).update(vars(self))
        return other

    # -------------------------------------------------------------------------------------------------- reading a state

    def who(self, state: State) -> int:
        with self._context(state) as context:
            return self._decision(state).who(context, {})

    def _left_to_pick(self, state: State) -> int:
        with self._context(state) as context:
            return self._decision(state).picks(context, {})

    def options(self, state: State) -> tuple[int, ...]:
        with self._context(state) as context:
            node = self._node(state)
            return tuple(node.options(context)) if isinstance(node, CompiledDecision) else ()

    def outcomes(self, state: State) -> tuple[tuple[int, int], ...]:
        with self._context(state) as context:
            node = self._node(state)
            return node.outcomes(context) if isinstance(node, CompiledChance) else ()

    def call(self, state: State, function: str, args: Sequence[Value]) -> Value:
        with self._context(state) as context:
            callee = find_named(self._index.functions, "function", function)
            return call_function(context, callee, check_arguments(callee.params, args))

    def observe(self, state: State, player: int) -> bytes:
        player = player_number(self.machine, player)
        return self._observation.pack(observe(self, state_of(self.machine, state), player))

    def choice_records(self, state: State, choice: int) -> StepRecords:
        """Return the records of the pick or the outcome itself (option or value `choice`), without those of later
        effects."""
        recorder = StepRecorder(RecordFormat.of(self.machine))
        with self._context(state, None, recorder) as context:
            node = get_compiled_node(self._index, state.node)
            if isinstance(node, CompiledChance):
                node.record(context, choice)
            elif isinstance(node, CompiledDecision):
                node.record(context, self._index.labels.alternative(state.node, choice), choice)
            return tuple(recorder.records)

    @property
    def records(self) -> StepRecords:
        return () if self._recorder is None else tuple(self._recorder.records)

    def cursor(self, state: State, drawn: bool = True) -> StateCursor:
        return StateCursor(self, state, drawn)

    # --------------------------------------------------------------------------------------------------- random players

    def _playouts(self, numbers: range, seed: int, max_moves: int | None, each: bool, counting: Counting) -> Playouts:
        tally = Tally(self.machine)
        engine = self._twin()
        engine.watch = tally.watch
        sorts = None if counting == "plain" else Sorts.of(self.machine)
        broken = None
        for game in numbers:
            tally.begin()
            found = engine._playout(tally, engine.start(seed, game), max_moves, sorts, counting == "watched")
            if found is not None:
                broken = BrokenInvariant(game, found.name)
                break
        return tally.result(each, counting != "plain", broken)

    def _playout(
        self, tally: Tally, state: State, max_moves: int | None, sorts: Sorts | None, watched: bool
    ) -> m.Invariant | None:
        """Play one game and count it in `tally`. If `watched`, check invariants and return the first one that the game
        breaks. Return None if none is broken."""
        moves = decisions = chances = 0
        while not isinstance(node := self._index.nodes[state.node], End):
            if isinstance(node, Chance):
                chances += 1
                if chances > CHANCES_IN_A_ROW:
                    raise GameFault(self.machine.faults[self.machine.fuel_fault], self.machine.fuel_fault, state)
                state = self.chance(state)
                continue
            assert isinstance(node, Decision)
            chances = 0
            # before the test of the limit, so that a fault in the options is reported first, as in the other engine
            offered = self.options(state)
            broken = find_broken_invariant(self, state, False) if watched else None
            if broken is not None:
                return broken
            moves += node.move
            decisions += 1
            if max_moves is not None and (moves > max_moves or decisions > max_moves * DECISIONS_PER_MOVE):
                tally.stop()
                return None
            tally.branch(len(offered))
            option, state = self.pick(state)
            if sorts is not None:
                tally.offer(sorts, node, offered, option)
            state = self.apply(state, option)
        broken = find_broken_invariant(self, state, True) if watched else None
        if broken is None:
            slot = self._index.layout.slots[m.PAYOFF]
            tally.finish(state.cells[slot.offset : slot.end], moves, decisions)
            if sorts is not None:
                tally.measure(figure_values(self, state))
        return broken

    # ------------------------------------------------------------------------------------- nodes by state, and contexts

    def _node(self, state: State) -> CompiledNode:
        if state.node not in self._index.nodes:
            raise foreign_state_error(self.machine, state)
        return get_compiled_node(self._index, state.node)

    def _decision(self, state: State) -> CompiledDecision:
        node = self._node(state)
        if not isinstance(node, CompiledDecision):
            raise NotAnOption(f"{state.node} is not a decision")
        return node

    def _chance(self, state: State) -> CompiledChance:
        node = self._node(state)
        if not isinstance(node, CompiledChance):
            raise NotAnOption(f"{state.node} is not a chance")
        return node

    @contextmanager
    def _context(
        self, state: State, watch: Watch | None = None, recorder: StepRecorder | None = None
    ) -> Iterator[ExecutionContext]:
        """Yield an execution context with a copy of the state's cells. If the rules recurse too deeply for Python
        inside the `with` block, raise the fault of used-up fuel."""
        cells = list(state_of(self.machine, state).cells)
        context = ExecutionContext(self._index, cells, state, watch, self.machine.fuel, recorder=recorder)
        context.clause = self._index.nodes[state.node].clause if state.node in self._index.nodes else ""
        if recorder is not None:
            recorder.records.clear()
        with DEEP:
            try:
                yield context
            except RecursionError:
                raise context.fault(self.machine.fuel_fault) from None


def rest_state(context: ExecutionContext, state: State, node: str) -> State:
    """Run the game from `node` with the cells of this context until it comes to rest. Return the state at rest."""
    there = run_until_standing(context, node)
    return state._replace(node=there, packed=state.packing.pack(context.cells))
