"""Emits the whole module of a machine: declares every function, writes their bodies, then tables and data.

`emit` returns a stepping module, which the host calls for each step; it may also record what players see.
`emit_playouts` returns a module that plays whole games, `emit_search` one that searches. `runner.py`,
`recording_engine.py`, `playout_runner.py` and `tree_search.py` run them. Bodies refer to functions by number, so their
order does not matter.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from itertools import chain, islice

from ...deep_calls import DEEP
from ...machine import program as m
from ...machine.analyses.effects import Effects
from ...machine.analyses.manager import Analyses
from ...machine.analyses.speculation_safety import SpeculationSafety
from ...machine.option_labels import Sorts
from .batch_code import add_batch
from .change_recorder import new_recording
from .clause_probe import PROBE_BYTES, ClauseProbe
from .code_generation import CodeGenerator, MachineLocal, Unit, types
from .detail_code import detail_bytes, figure_bytes, invariant_bytes
from .driver import add_driver
from .emitted import (
    CHANCE,
    DECISION,
    END,
    MOVE,
    STEP,
    DispatchTables,
    Emitted,
    clauses_with_marks,
    trial_routines,
    unread_cells,
)
from .emitters import EMITTERS
from .encode import Assembly
from .encoding import I32, I64
from .function_builder import Body
from .interleaved_playouts import add_interleaved
from .memory_layout import MEMBERS, Memory, span_numbers, table_numbers
from .node_code import (
    draw_body,
    options_body,
    picks_body,
    step_body,
    store_outcome_body,
    take_body,
    weigh_body,
    who_body,
)
from .observation_code import add_sight
from .operands import FunctionReference
from .playout_code import add_play
from .recording_code import add_recording
from .remembered_code import emit_remembered
from .runtime_support import add_support, position_hash_body
from .search_code import add_search
from .search_memory import SearchMemory
from .statement_code import emit_statements
from .telling import add_told
from .undo_log import undone_cells
from .world_code import add_worlds


def emit(machine: m.Machine, recording: bool = False, sampling: bool = False, batch: bool = False) -> Emitted:
    """Emit a stepping module, which the host calls for each step. If `recording`, it also records what players see. If
    `sampling`, it records, and it samples worlds: games that look the same to a player but may differ in hidden facts.
    If `batch`, it can also make a step in many games at once."""

    def steps(unit: Unit) -> None:
        tables = add_nodes(unit)
        add_driver(unit, tables)
        add_sight(unit)
        if recording or sampling:
            add_recording(unit)
        if sampling:
            add_worlds(unit, tables)
        if batch:
            add_batch(unit, tables)

    with DEEP:  # deeply nested rulebooks need deep recursion
        return _emit(machine, steps, recording=recording or sampling)


def emit_playouts(
    machine: m.Machine, sorts: Sorts | None = None, watched: bool = False, probe: ClauseProbe | None = None
) -> Emitted:
    """Emit a module for whole random games; `machine` must come from `optimise.for_playouts`. With `sorts`, the kinds
    of options of the original machine, it counts details and figures. If `watched`, it checks invariants. With a
    `probe`, it is for a profile; the probe stores the layout of the module."""

    def playouts(unit: Unit) -> None:
        unit.sorts, unit.watched = sorts, watched
        unit.unread = unread_cells(machine, unit.effects)
        unit.assembly.data.append((unit.memory.members.base, MEMBERS))
        add_play(unit)
        if sorts is None and not watched and probe is None:
            unit.interleaved = add_interleaved(unit)

    with DEEP:
        beside = _detail_size(machine, sorts, watched)
        return _emit(machine, playouts, beside if probe is None else beside + PROBE_BYTES, probe=probe)


def emit_search(machine: m.Machine, informed: bool = False) -> Emitted:
    """Emit a module for tree search in whole games, from the result of `optimise.for_playouts`. If `informed`, it
    searches information sets; then `machine` must come from `optimise_for_hosts` instead, so that worlds have the same
    cells."""

    def search(unit: Unit) -> None:
        unit.unread = frozenset() if informed else unread_cells(machine, unit.effects)
        unit.assembly.data.append((unit.memory.members.base, MEMBERS))
        add_search(unit, add_play)

    with DEEP:
        return _emit(machine, search, informed=informed)


def _detail_size(machine: m.Machine, sorts: Sorts | None, watched: bool) -> int:
    """Return the number of bytes of memory for the details. They come after the cells, so the cells can be laid out
    first."""
    details = 0 if sorts is None else detail_bytes(sorts) + figure_bytes(machine)
    return details + (invariant_bytes(machine, Memory.of(machine, 0), Analyses(machine).get(Effects)) if watched else 0)


def _emit(
    machine: m.Machine,
    add_exports: Callable[[Unit], None],
    details: int = 0,
    recording: bool = False,
    probe: ClauseProbe | None = None,
    informed: bool = False,
) -> Emitted:
    """Emit a module; `add_exports` adds the functions for the host. `details` is the number of bytes for details, with
    the memory of a probe at the end. `informed`: the module searches information sets, so `show` statements inform the
    search."""
    unit = new_unit(machine, details)
    if probe is not None:
        probe.place_at(unit.memory.rows.base - PROBE_BYTES)
        unit.probe = probe
    if recording:
        unit.recording = new_recording(unit)
    memory = unit.memory
    add_support(unit)
    if informed:
        unit.search = SearchMemory.of(memory, machine.players, informed)
        add_told(unit)
    for position in machine.positions:
        unit.assembly.define(unit.hashes[position.name], position_hash_body(unit, position))
    for function in machine.functions:
        unit.assembly.define(unit.functions[function.name], function_body(unit, function))
    for routine in machine.routines:
        unit.assembly.define(unit.routines[routine.name], routine_body(unit, routine))
    add_exports(unit)
    add_data(unit)
    return Emitted(unit.assembly.encode(), memory, tuple(unit.marks), unit.interleaved, unit.entries)


def new_unit(machine: m.Machine, details: int = 0) -> Unit:
    """Return a unit with its memory laid out and its functions and routines declared, without code."""
    clauses = clauses_with_marks(machine)
    memory = Memory.of(machine, len(clauses), details)
    assembly, analyses = Assembly(memory.pages), Analyses(machine)
    unit = Unit(
        machine,
        memory,
        assembly,
        EMITTERS,
        {c.name: c for c in machine.cells},
        {t.name: t for t in machine.tables},
        {f.name: f for f in machine.functions},
        {r.name: r for r in machine.routines},
        {n.id: i for i, n in enumerate(machine.nodes)},
        analyses.get(Effects),
        analyses.get(SpeculationSafety),
        fuel=assembly.global_i32(0),
        save=assembly.global_i32(memory.save),
    )
    unit.marks = {clause: memory.marks[i] for i, clause in enumerate(clauses)}
    unit.tried = trial_routines(machine, unit.effects)
    unit.undone = undone_cells(machine, memory, unit.effects, unit.tried)
    for callee in callees(machine):
        if callee.nested:
            unit.depths[sort_of(callee), callee.name] = assembly.global_i32(0)
    declare(unit)
    return unit


def callees(machine: m.Machine) -> list[m.Function | m.Routine]:
    return [*machine.functions, *machine.routines]


def sort_of(callee: m.Function | m.Routine) -> str:
    return "function" if isinstance(callee, m.Function) else "routine"


def declare(unit: Unit) -> None:
    """Declare all functions and routines of the machine, so that code can call them before their bodies are written."""
    for callee in callees(unit.machine):
        params = tuple(chain.from_iterable(types(p.kind) for p in callee.params))
        into = unit.functions if isinstance(callee, m.Function) else unit.routines
        export = f"{sort_of(callee)} {callee.name}"
        into[callee.name] = unit.assembly.declare(params, types(callee.kind), export)
    for position in unit.machine.positions:
        unit.hashes[position.name] = unit.assembly.declare((), (I64,))


# ------------------------------------------------------------------------------------- bodies of functions and routines


def prologue(unit: Unit, callee: m.Function | m.Routine) -> CodeGenerator:
    """Emit the start of a callee: it uses fuel and increases the depth of calls. Return a generator with the callee's
    parameters in scope."""
    params = tuple(chain.from_iterable(types(p.kind) for p in callee.params))
    gen = CodeGenerator(unit, Body(callee.name, params, types(callee.kind)))
    arguments = iter(gen.body.arguments)
    for parameter in callee.params:
        words = tuple(islice(arguments, len(types(parameter.kind))))
        gen.scope[parameter.name] = MachineLocal(parameter.kind, words)
    gen.consume_fuel()
    depth = unit.depths.get((sort_of(callee), callee.name))
    if depth is not None:
        gen.fault_if(callee.fault, depth >= callee.nested)
        gen.body.increase(depth, 1)
    return gen


def epilogue(gen: CodeGenerator, callee: m.Function | m.Routine) -> Body:
    """Emit the end of a callee, which decreases the depth of calls. Return the finished body."""
    depth = gen.unit.depths.get((sort_of(callee), callee.name))
    if depth is not None:
        gen.body.increase(depth, -1)
    return gen.body


def function_body(unit: Unit, function: m.Function) -> Body:
    """Return the WebAssembly body of a function of the machine."""
    gen = prologue(unit, function)
    if unit.probe is not None:
        unit.probe.begin_function(gen.body, function.clause)
    if function.remembered:
        emit_remembered(gen, function, unit.memory.remembered[function.name])
    else:
        gen.value(function.body, function.kind)
    return epilogue(gen, function)


def routine_body(unit: Unit, routine: m.Routine) -> Body:
    """Return the WebAssembly body of a routine. Each return stores the result in locals and leaves one block, so there
    is only one exit."""
    gen = prologue(unit, routine)
    gen.tried = routine.name in unit.tried
    if unit.probe is not None:
        unit.probe.begin_function(gen.body, routine.clause)
    if routine.kind is not None:
        gen.results, gen.result_kind = gen.fresh_locals(routine.kind), routine.kind
    with gen.body.block() as gen.exit:
        emit_statements(gen.inner(), routine.body)
    for local in gen.results:
        gen.body.push(local)
    return epilogue(gen, routine)


# ----------------------------------------------------------------------------------------------- functions of the nodes


def add_nodes(unit: Unit) -> DispatchTables:
    """Add the functions of all nodes. Return tables of them, by node number; the function of a missing entry traps."""
    missing = [_trap(unit, params) for params in range(3)]

    def functions(forms: type | tuple[type, ...], params: int, make: Callable[..., Body]) -> list[FunctionReference]:
        add = unit.assembly.add
        return [add(make(unit, n)) if isinstance(n, forms) else missing[params] for n in unit.machine.nodes]

    steps, listing = functions(m.StepNode, 0, step_body), functions(m.Decision, 2, options_body)
    taking, asking = functions(m.Decision, 1, take_body), functions(m.Decision, 0, who_body)
    picking = functions(m.Decision, 0, picks_body)
    weighing, storing = functions(m.Chance, 0, weigh_body), functions(m.Chance, 1, store_outcome_body)
    drawing = [
        unit.assembly.add(draw_body(unit, node, weighing[i], storing[i])) if isinstance(node, m.Chance) else missing[0]
        for i, node in enumerate(unit.machine.nodes)
    ]
    tables = (steps, listing, taking, asking, picking, weighing, storing, drawing)
    return DispatchTables(*map(unit.assembly.table, tables))


def _trap(unit: Unit, params: int) -> FunctionReference:
    code = Body("none", (I32,) * params, (I32,))
    code.unreachable()
    return unit.assembly.add(code)


# ------------------------------------------------------------------------------------------- initial contents of memory


def add_data(unit: Unit) -> None:
    """Add the initial contents of memory."""
    memory, data = unit.memory, unit.assembly.data
    data.append((memory.kinds.base, bytes(_sort(node) for node in unit.machine.nodes)))
    ways = [_otherwise(unit, node) for node in unit.machine.nodes]
    data.append((memory.otherwise.base, struct.pack(f"<{len(ways)}i", *ways)))
    for table in unit.machine.tables:
        array = memory.tables[table.name]
        flat = table_numbers(table, array)
        data.append((array.base, struct.pack(f"<{len(flat)}{array.width.letter}", *flat)))
        if array.spans:
            spans = span_numbers(table)
            data.append((array.spans, struct.pack(f"<{len(spans)}I", *spans)))
    for at in (memory.initial, memory.start):
        data.append((at, memory.initial_bytes))


def _sort(node: m.Node) -> int:
    match node:
        case m.StepNode():
            return STEP
        case m.Decision():
            return MOVE if node.move else DECISION
        case m.Chance():
            return CHANCE
    return END


def _otherwise(unit: Unit, node: m.Node) -> int:
    if not isinstance(node, m.Decision):
        return 0
    return -1 - node.fault if node.otherwise is None else unit.nodes[node.otherwise]
