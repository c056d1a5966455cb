"""Register promotion: cells that the function that plays holds in locals, and not in memory.

It may where every part of the game that looks at the cell stands in that function, with an index known beforehand.
What a local holds the compiler can see through: the same question asked twice of a cell that did not change is asked
once.  Between two calls of the module the cells lie in memory, as always.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from ...machine import program as m
from ...machine.analyses.effects import Effects
from ...machine.traversal import parts_of, statements_of
from ..cell_layout import CellLayout
from .code_generation import CodeGenerator, Unit, WordLocals
from .encoding import I32, I64
from .memory_layout import Vector
from .operands import LocalVariable, MemoryPlace

MOST = 192
"""Locals for cells in all."""
MOST_TOGETHER = 2_000
"""Locals for cells times nodes: compiling the function takes time that grows faster than their product.  Seventy locals
in a game of a hundred nodes double that time and gain nothing that can be measured; nine in one of fifty gain a third.
"""
MOST_COUNTERS = 6
"""Counts of clauses that are held in locals."""
TOUCHING = (m.Load, m.Write, m.Insert)


def promote_cells(gen: CodeGenerator) -> None:
    """Gives locals of this function to the cells that can have them."""
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
    """Gives locals to the counts of clauses that only the function that plays marks, if they are few."""
    machine = gen.unit.machine
    elsewhere = {s.clause for r in machine.routines for s in statements_of(r.body) if isinstance(s, m.Mark)}
    steps = [n for n in machine.nodes if isinstance(n, m.StepNode)]
    own = sorted({s.clause for n in steps for s in statements_of(n.body) if isinstance(s, m.Mark)} - elsewhere)
    if len(own) <= MOST_COUNTERS:
        gen.unit.counters = {clause: gen.local(I64) for clause in own}


def add_counts(gen: CodeGenerator) -> None:
    """What the locals counted, to the counts in memory."""
    for clause, local in gen.unit.counters.items():
        gen.body.increase(gen.unit.marks[clause], local)


def candidates(unit: Unit) -> set[str]:
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
    return {c.name for c in machine.cells if c.kind != "ring" and not c.name.startswith("history.")} - outside


def _functions_in_play(machine: m.Machine, effects: Effects) -> tuple[m.Function, ...]:
    """The functions that are asked while a game goes on; when it has ended, cells are written down for its figures."""
    if not machine.figures:
        return machine.functions
    names = {name for figure in machine.figures for name in (figure.function, figure.where) if name is not None}
    kept = effects.reached([machine.nodes, machine.routines, *(m.Call(i.function, ()) for i in machine.invariants)])
    measured = effects.reached([m.Call(name, ()) for name in names]) - kept
    return tuple(f for f in machine.functions if ("function", f.name) not in measured)


def find_locals(gen: CodeGenerator, cell: str, index: Sequence[m.Expr]) -> WordLocals | None:
    """The locals of a cell's element, if it has them."""
    kept = gen.unit.registers.get(cell)
    if kept is None:
        return None
    at = [expr.value for expr in index if isinstance(expr, m.Const)]
    return element_locals(gen.unit, cell, at)


def element_locals(unit: Unit, cell: str, index: Sequence[int]) -> WordLocals:
    """The locals of the element with this index, of a cell that has locals."""
    at = 0
    for number, size in zip(index, unit.cells[cell].shape, strict=True):
        at = at * size + number
    return unit.registers[cell][at]


def set_initial_values(gen: CodeGenerator) -> None:
    """The values as a game starts."""
    layout = CellLayout.of(gen.unit.machine)
    flat = iter(layout.initial())
    for cell in gen.unit.machine.cells:
        array = gen.unit.memory.cells[cell.name]
        values = [next(flat) for _ in range(array.count * array.words)]
        for (local, _), value in zip(_all(gen, cell.name), values, strict=False):
            gen.body.set(local, value)


def spill(gen: CodeGenerator) -> None:
    for name in gen.unit.registers:
        for local, place in _all(gen, name):
            gen.body.store(place, local.extend_s() if place.type != local.type else local)


def reload(gen: CodeGenerator) -> None:
    for name in gen.unit.registers:
        for local, place in _all(gen, name):
            gen.body.set(local, place.load().wrap() if place.type != local.type else place.load())


def _all(gen: CodeGenerator, name: str) -> Iterator[tuple[LocalVariable, MemoryPlace]]:
    """The locals of a cell, and where each lies in memory."""
    array = gen.unit.memory.cells[name]
    locals_ = chain.from_iterable(gen.unit.registers.get(name, ()))
    return ((local, Vector(array.base, array.width)[i]) for i, local in enumerate(locals_))
