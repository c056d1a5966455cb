"""Properties of expressions for emitters: kind, interval, and whether evaluating speculatively is safe.

Intervals let emitters leave out overflow and membership tests; `INT32` means unknown.  They come from the machine's
value-range analysis, with the names in scope where the code is written.
"""

from __future__ import annotations

from attrs import evolve

from ...machine import program as m
from ...machine.analyses.speculation_safety import cannot_fault_itself
from ...machine.analyses.value_ranges import RangeAnalysis
from ...machine.kind_checker import Kinds
from ...machine.operator_intervals import INT32, Interval, clamp
from ...machine.traversal import parts_of
from .code_generation import CodeGenerator, MachineLocal


def kind_of(gen: CodeGenerator, expr: m.Expr) -> int:
    """Return NUMBER, or the size of a set's universe."""
    kind = Kinds(gen.unit.cells, gen.unit.tables, gen.unit.callees).of(expr, lambda name: gen.scope[name].kind)
    assert kind is not None, f"{expr} has no kind"
    return kind


class GeneratorRanges(RangeAnalysis[CodeGenerator]):
    """The value-range analysis with names from a generator's scope."""

    def local(self, name: str, names: CodeGenerator) -> Interval:
        return names.scope[name].low, names.scope[name].high

    def cell(self, name: str, names: CodeGenerator) -> m.Cell:
        return names.unit.cells[name]

    def shape(self, table: str, names: CodeGenerator) -> tuple[int, ...]:
        return names.unit.tables[table].shape

    def entries(self, table: str, names: CodeGenerator) -> Interval:
        array = names.unit.memory.tables[table]
        return clamp((array.low, array.high))

    def result(self, function: str, names: CodeGenerator) -> Interval:
        return INT32

    def members(self, expr: m.Expr, names: CodeGenerator) -> int:
        return kind_of(names, expr)

    def bind(self, name: str, value: m.Expr, names: CodeGenerator) -> CodeGenerator:
        kind = kind_of(names, value)
        interval = self.of(value, names) if kind == m.NUMBER else INT32
        return names.bind(name, MachineLocal(kind, (), *interval))

    def bind_loop(self, name: str, over: Interval, names: CodeGenerator) -> CodeGenerator:
        return names.bind(name, MachineLocal(m.NUMBER, (), *over))

    def where(self, condition: m.Expr, names: CodeGenerator) -> CodeGenerator:
        return names


RANGES = GeneratorRanges()


def interval_of(gen: CodeGenerator, expr: m.Expr) -> Interval:
    """Return the interval of an expression that does not fault."""
    return RANGES.of(expr, gen)


def domain_interval(gen: CodeGenerator, over: m.LoopDomain) -> Interval:
    """Return the interval of a loop's values."""
    return RANGES.over(over, gen)


SAFE = (
    m.Const, m.Local, m.Load, m.RingSize, m.RingAt, m.Lookup, m.SetConst, m.SetOf, m.SetOp, m.Shift, m.Has, m.SizeOf,
    m.IfElse, m.Compare, m.Op,
)  # fmt: skip
"""Forms that always end quickly."""


def speculatable(gen: CodeGenerator, expr: m.Expr) -> bool:
    """Return True if an expression cannot fault and ends quickly, so that unused results may be left out."""
    return all(isinstance(part, SAFE) and cannot_fault_itself(part, RANGES, gen) for part in parts_of(expr))


def with_interval(variable: MachineLocal, interval: Interval) -> MachineLocal:
    """Return the variable with a known interval."""
    return evolve(variable, low=interval[0], high=interval[1])
