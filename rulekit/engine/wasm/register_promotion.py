"""Register promotion: the playout function keeps some cells in WebAssembly locals instead of memory.

A cell is suited if during a game only this function uses it, and always with constant indexes. The compiler can then
optimise: an unchanged cell is read only once. Between two calls of the module, the cells are in memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from ...machine import program as m
from ...machine.analyses.effects import Effects
from ...machine.form_table import parts_of, statements_of
from ..cell_layout import CellLayout
from ..observation import ObservationFormat
from .code_generation import CodeGenerator, Unit, WordLocals
from .encoding import I32, I64
from .memory_layout import Vector
from .operands import LocalVariable, MemoryPlace

MOST = 192
"""The most locals that may hold cells."""
MOST_TOGETHER = 2_000
"""The greatest product of these locals and the nodes: compile time grows faster than it. In a game of 100 nodes, 70
locals double compile time without measurable gain. In one of 50 nodes, nine locals make play faster by a third."""
MOST_COUNTERS = 6
"""The most clauses whose counts are kept in locals."""
TOUCHING = (m.Load, m.Write, m.Insert)


def promote_cells(gen: CodeGenerator) -> None:
    """Choose suited cells and allocate locals of the playout function for them (`unit.registers`)."""
    unit = gen.unit
    unit.registers = {}
    kept = candidates(unit)
    used, most = 0, min(MOST, MOST_TOGETHER // len(unit.machine.nodes))
    for cell in unit.machine.cells:
        array = unit.memory.cells[cell.name]
        count = array.count * (array.words if cell.kind == "set" else 1)
        if cell.name in kept and used + count <= most:
            used += count
            unit.registers[cell.name] = tuple(
                tuple(gen.local(I64) for _ in range(array.words)) if cell.kind == "set" else (gen.local(I32),)
                for _ in range(array.count)
            )


def promote_counters(gen: CodeGenerator) -> None:
    """Allocate locals that count how often clauses are applied. They are for the clauses that only the playout function
    applies, and only if these are few."""
    machine = gen.unit.machine
    elsewhere = {s.clause for r in machine.routines for s in statements_of(r.body) if isinstance(s, m.Mark)}
    steps = [n for n in machine.nodes if isinstance(n, m.StepNode)]
    own = sorted({s.clause for n in steps for s in statements_of(n.body) if isinstance(s, m.Mark)} - elsewhere)
    if len(own) <= MOST_COUNTERS:
        gen.unit.counters = {clause: gen.local(I64) for clause in own}


def add_counts(gen: CodeGenerator) -> None:
    """Emit code that adds these counts to the counts in memory."""
    for clause, local in gen.unit.counters.items():
        gen.body.increase(gen.unit.marks[clause], local)


def candidates(unit: Unit) -> set[str]:
    """Return the names of the cells that may be promoted."""
    machine = unit.machine
    effects = unit.effects
    others: list[object] = [_functions_in_play(machine, effects), machine.routines]
    others.extend((n.weight, n.index, n.audience) for n in machine.nodes if isinstance(n, m.Chance))
    outside = set(effects.reads(tuple(others))) | set(effects.writes(tuple(others))) | {m.PAYOFF}
    outside |= {cell for p in machine.positions for cell in p.cells}
    outside |= {n.cell for n in machine.nodes if isinstance(n, m.Chance)}
    for part in parts_of(machine.nodes):
        if isinstance(part, (*TOUCHING, m.Level)) and not all(isinstance(i, m.Const) for i in part.index):
            outside.add(part.cell)
    if unit.search is not None and unit.search.informed:  # `observe` reads observable cells in memory
        outside |= {part.cell.name for part in ObservationFormat.of(machine).parts}
    return {c.name for c in machine.cells if c.kind != "ring" and not c.name.startswith("history.")} - outside


def _functions_in_play(machine: m.Machine, effects: Effects) -> tuple[m.Function, ...]:
    """Return the functions that are called during a game. Leave out those that only figures use: they are evaluated
    after the cells were stored in memory."""
    if not machine.figures:
        return machine.functions
    names = {name for figure in machine.figures for name in (figure.function, figure.where) if name is not None}
    kept = effects.callees_from(
        [machine.nodes, machine.routines, *(m.Call(i.function, ()) for i in machine.invariants)]
    )
    measured = effects.callees_from([m.Call(name, ()) for name in names]) - kept
    return tuple(f for f in machine.functions if ("function", f.name) not in measured)


def find_locals(gen: CodeGenerator, cell: str, index: Sequence[m.Expr]) -> WordLocals | None:
    """Return the locals that store an element of a cell; None if the cell is not promoted."""
    kept = gen.unit.registers.get(cell)
    if kept is None:
        return None
    at = [expr.value for expr in index if isinstance(expr, m.Const)]
    return element_locals(gen.unit, cell, at)


def element_locals(unit: Unit, cell: str, index: Sequence[int]) -> WordLocals:
    """Return the locals that store the element with this index of a promoted cell."""
    at = 0
    for number, size in zip(index, unit.cells[cell].shape, strict=True):
        at = at * size + number
    return unit.registers[cell][at]


def set_initial_values(gen: CodeGenerator) -> None:
    """Emit code that sets the locals of promoted cells to their values at the start of a game."""
    layout = CellLayout.of(gen.unit.machine)
    flat = iter(layout.initial())
    for cell in gen.unit.machine.cells:
        array = gen.unit.memory.cells[cell.name]
        values = [next(flat) for _ in range(array.count * array.words)]
        for (local, _), value in zip(_all(gen, cell.name), values, strict=False):
            gen.body.set(local, value)


def spill(gen: CodeGenerator) -> None:
    """Emit code that stores the locals of promoted cells in memory."""
    for name in gen.unit.registers:
        for local, place in _all(gen, name):
            gen.body.store(place, local.extend_s() if place.type != local.type else local)


def reload(gen: CodeGenerator) -> None:
    """Emit code that loads the locals of promoted cells from memory."""
    for name in gen.unit.registers:
        for local, place in _all(gen, name):
            gen.body.set(local, place.load().wrap() if place.type != local.type else place.load())


def _all(gen: CodeGenerator, name: str) -> Iterator[tuple[LocalVariable, MemoryPlace]]:
    """Return the locals of a promoted cell, each with its place in memory; nothing for other cells."""
    array = gen.unit.memory.cells[name]
    locals_ = chain.from_iterable(gen.unit.registers.get(name, ()))
    return ((local, Vector(array.base, array.width)[i]) for i, local in enumerate(locals_))
