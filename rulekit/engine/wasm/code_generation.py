"""Shared parts of the emitters: `Unit`, the module being made, and `CodeGenerator`, one of its functions.

`arithmetic`, `loop_code`, `sets`, `value_code` and `statement_code` emit the machine's forms. They enter their emitters
in the tables here, keyed by the form's class. A number is left on the stack. A set is left in 64-bit locals, low word
first; code that receives these locals must not write them. `function_builder.py` explains how code is written.

Here are also properties of expressions: kind, interval of values, and whether speculative evaluation is safe. Intervals
let emitters leave out overflow and membership tests; the interval `INT32` means unknown. They come from the machine's
value-range analysis, with the names in scope where the code is written. Constant parts of an element's index become
part of the constant offset of the memory access.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import define, evolve, field, frozen

from ...machine import program as m
from ...machine.analyses.effects import Effects
from ...machine.analyses.speculation_safety import SpeculationSafety, cannot_fault_itself
from ...machine.analyses.value_ranges import RangeAnalysis
from ...machine.form_table import parts_of
from ...machine.kinds import Kinds
from ...machine.operator_intervals import INT32, Interval, clamp
from ...machine.option_labels import Sorts
from ..interface import NUMBERS_PER_STEP
from .clause_probe import ClauseProbe
from .encode import Assembly
from .encoding import I32, I64
from .function_builder import BlockLabel, Body
from .memory_layout import Array, Memory, Recording
from .operands import FunctionReference, Global, LocalVariable, MemoryPlace, Operand, i32, on_stack
from .search_memory import SearchMemory

WordLocals = tuple[LocalVariable, ...]
NUMBER = on_stack(I32)


@frozen
class MachineLocal:
    """A local variable of the machine: its kind, and the WebAssembly locals that store it. A number is in
    `low`..`high`. A set that is also in memory has its first word at `place`."""

    kind: int
    locals: WordLocals
    low: int = INT32[0]
    high: int = INT32[1]
    place: MemoryPlace | None = None


@define(slots=False)
class Unit:
    """The module being made: the machine's objects by name, and the functions and addresses of these objects in the
    module."""

    machine: m.Machine
    memory: Memory
    assembly: Assembly
    emitters: Emitters
    cells: dict[str, m.Cell]
    tables: dict[str, m.Table]
    callees: dict[str, m.Function]
    procedures: dict[str, m.Routine]
    nodes: dict[str, int]
    effects: Effects
    speculation: SpeculationSafety
    fuel: Global
    save: Global
    functions: dict[str, FunctionReference] = field(factory=dict)
    routines: dict[str, FunctionReference] = field(factory=dict)
    hashes: dict[str, FunctionReference] = field(factory=dict)
    support: dict[str, FunctionReference] = field(factory=dict)
    depths: dict[tuple[str, str], Global] = field(factory=dict)
    marks: dict[str, MemoryPlace] = field(factory=dict)
    tried: set[str] = field(factory=set)
    # large cells: after a trial (`After`), the writes to them are undone one by one, instead of restoring a copy
    undone: frozenset[str] = frozenset()
    recording: Recording | None = None  # only in a module that records what players see
    unread: frozenset[str] = frozenset()  # in a module for playouts: cells that nothing reads
    # in a module for playouts: from a clause to the local that counts how often it was applied
    counters: dict[str, LocalVariable] = field(factory=dict)
    # for each cell promoted to locals: the locals of its elements
    registers: dict[str, tuple[WordLocals, ...]] = field(factory=dict)
    sorts: Sorts | None = None  # in a module that counts details: the kinds of options
    watched: bool = False  # whether the module checks invariants
    probe: ClauseProbe | None = None  # only in a module made for a profile
    interleaved: bool = False  # whether the module plays many games at once
    search: SearchMemory | None = None  # only in a module that searches
    entries: tuple[str, ...] = ()  # in a module for playouts: nodes at which an interrupted game can continue


@define
class CodeGenerator:
    """Emits the code of one function of the module. `scope` has the names that are visible at the current point.
    `results` are the locals for the result of a routine, and `breaks` the labels at the ends of the loops around this
    point."""

    unit: Unit
    body: Body
    scope: dict[str, MachineLocal] = field(factory=dict)
    results: WordLocals = ()
    result_kind: int = 0
    exit: BlockLabel | None = None  # the end of a routine, to which `ReturnResult` jumps
    breaks: list[BlockLabel] = field(factory=list)
    tried: bool = False  # whether the function may run inside an `After`

    def number(self, expr: m.Expr) -> Operand:
        """Push the value of a number expression, an i32."""
        probe = self.unit.probe
        if probe is None:
            self.unit.emitters.numbers[type(expr)](self, expr)
            return NUMBER
        before = probe.enter_expression(self.body, expr)
        self.unit.emitters.numbers[type(expr)](self, expr)
        probe.leave_expression(self.body, before)
        return NUMBER

    def members(self, expr: m.Expr) -> WordLocals:
        """Emit the computation of a set; return the locals that contain its words."""
        probe = self.unit.probe
        if probe is None:
            return self.unit.emitters.sets[type(expr)](self, expr)
        before = probe.enter_expression(self.body, expr)
        found = self.unit.emitters.sets[type(expr)](self, expr)
        probe.leave_expression(self.body, before)
        return found

    def members_as(self, expr: m.Expr, words: int) -> WordLocals:
        """Emit the computation of a set; return exactly `words` locals that contain its words."""
        return self.widen(self.members(expr), words)

    def widen(self, found: WordLocals, words: int) -> WordLocals:
        """Return a set in `words` locals; the additional ones are 0."""
        found = found[:words]
        return found + tuple([self.local(I64) for _ in range(words - len(found))])

    def value(self, expr: m.Expr, kind: int) -> None:
        """Emit the computation of a value of this kind onto the stack: a number, or the words of a set."""
        if kind == m.NUMBER:
            self.number(expr)
        else:
            for word in self.members_as(expr, word_count(kind)):
                self.body.push(word)

    def to_locals(self, expr: m.Expr, kind: int, into: WordLocals | None = None) -> WordLocals:
        """Emit the computation of a value into the locals `into`, or by default into new ones; return the locals."""
        into = into if into is not None else self.fresh_locals(kind)
        self.value(expr, kind)
        self.body.take(into)
        return into

    def number_local(self, expr: m.Expr) -> LocalVariable:
        """Emit the computation of a number into a new local; return the local."""
        local = self.local(I32)
        self.body.set(local, self.number(expr))
        return local

    def fresh_locals(self, kind: int) -> WordLocals:
        """Return new locals for a value of this kind."""
        local = self.body.local
        return (local(I32),) if kind == m.NUMBER else tuple([local(I64) for _ in range(word_count(kind))])

    def local(self, type: int) -> LocalVariable:
        """Return a new local of this WebAssembly type."""
        return self.body.local(type)

    def constant_local(self, value: int) -> LocalVariable:
        """Return a new local, and emit code that sets it to this 32-bit number."""
        local = self.local(I32)
        self.body.set(local, value)
        return local

    def clear(self, locals_: WordLocals) -> None:
        """Emit code that sets these locals to zero; in a loop, they may still contain values of an earlier pass."""
        for local in locals_:
            self.body.set(local, 0)

    def fault(self, index: int | Operand) -> None:
        """Emit code that records the fault with this number and traps."""
        self.body.call(self.unit.support["fail"], index)
        self.body.unreachable()

    def fault_if(self, index: int, condition: Operand) -> None:
        """Emit code that raises this fault if the condition (an i32) is not 0."""
        with self.body.if_(condition):
            self.fault(index)

    def consume_fuel(self, much: Operand | int = 1) -> None:
        """Emit code that uses up `much` units of fuel and faults if too little is left."""
        body, fuel, left = self.body, self.unit.fuel, self.local(I32)
        body.set(left, much)
        body.set(fuel, left.tee(fuel - left))
        self.fault_if(self.unit.machine.fuel_fault, left < 0)

    def consume_fuel_for(self, numbers: int) -> None:
        """Emit code that uses up the fuel for processing this many numbers; fewer than `NUMBERS_PER_STEP` are free."""
        if numbers >= NUMBERS_PER_STEP:
            self.consume_fuel(numbers // NUMBERS_PER_STEP)

    def inner(self) -> CodeGenerator:
        """Return a generator for the same function with a copy of the scope."""
        return self.with_scope(dict(self.scope))

    def bind(self, name: str, variable: MachineLocal) -> CodeGenerator:
        """Return a generator for the same function with one more name in scope."""
        return self.with_scope({**self.scope, name: variable})

    def with_scope(self, scope: dict[str, MachineLocal], breaks: list[BlockLabel] | None = None) -> CodeGenerator:
        """Return a generator for the same function with this scope and these labels of loops (default: the same).
        (`evolve` would be slow.)"""
        breaks = self.breaks if breaks is None else breaks
        return CodeGenerator(self.unit, self.body, scope, self.results, self.result_kind, self.exit, breaks, self.tried)


@frozen
class Emitters:
    """The emitters of expressions and statements, by class (`emitters.py` has the table).

    `meetings` are for sets: such an emitter tests whether a set has a member without computing all of it, and returns
    None if it cannot."""

    numbers: Mapping[type, Callable[[CodeGenerator, Any], None]]
    sets: Mapping[type, Callable[[CodeGenerator, Any], WordLocals]]
    meetings: Mapping[type, Callable[[CodeGenerator, Any], Operand | None]]
    statements: Mapping[type, Callable[[CodeGenerator, Any], None]]


def word_count(kind: int) -> int:
    """Return the number of 64-bit words in a set of this kind."""
    return -(-kind // 64)


def call_audience(
    unit: Unit, code: Body, name: str, element: LocalVariable, count: int, shape: Sequence[int]
) -> WordLocals:
    """Emit the call of a cell's audience function for one of the `count` elements of an array of this shape. Return the
    locals with the words of the set of players; () if the function returns a number, which means nobody."""
    function, index = unit.callees[name], []
    for size in shape[: len(function.params)]:
        count //= size
        index.append(element.div_u(count).rem_u(size))
    code.call(unit.functions[name], *index)
    if function.kind == m.NUMBER:
        code.drop()
        return ()
    found = tuple(code.local(I64) for _ in range(word_count(function.kind)))
    code.take(found)
    return found


def types(kind: int | None) -> tuple[int, ...]:
    """Return the WebAssembly types of a value of this kind; () for None."""
    if kind is None:
        return ()
    return (I32,) if kind == m.NUMBER else (I64,) * word_count(kind)


def kind_of(gen: CodeGenerator, expr: m.Expr, number: str = "") -> int:
    """Return the kind of an expression: NUMBER, or the size of a set's universe. `number` names a local that is not in
    scope yet but will be, as a number."""

    def local(name: str) -> int:
        return m.NUMBER if name == number else gen.scope[name].kind

    kind = Kinds(gen.unit.cells, gen.unit.tables, gen.unit.callees).of(expr, local)
    assert kind is not None, f"{expr} has no kind"
    return kind


class GeneratorRanges(RangeAnalysis[CodeGenerator]):
    """The value-range analysis for code generation: names are looked up in a generator's scope."""

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
    """Return the interval of an expression's values, provided that it does not fault."""
    return RANGES.of(expr, gen)


def domain_interval(gen: CodeGenerator, over: m.LoopDomain) -> Interval:
    """Return the interval of the values over which a loop runs."""
    return RANGES.over(over, gen)


SAFE = (
    m.Const, m.Local, m.Load, m.RingSize, m.RingAt, m.Lookup, m.SetConst, m.SetOf, m.SetOp, m.Shift, m.Has, m.SizeOf,
    m.IfElse, m.Compare, m.Op,
)  # packed, not one item per line  # fmt: skip
"""Forms that take a short, bounded time."""


def speculatable(gen: CodeGenerator, expr: m.Expr) -> bool:
    """Return whether evaluating an expression is allowed even if its value is not needed: it is quick and cannot
    fault."""
    return all(isinstance(part, SAFE) and cannot_fault_itself(part, RANGES, gen) for part in parts_of(expr))


def with_interval(variable: MachineLocal, interval: Interval) -> MachineLocal:
    """Return a copy of the variable with this interval."""
    return evolve(variable, low=interval[0], high=interval[1])


def index_offset(gen: CodeGenerator, shape: Sequence[int], index: Sequence[m.Expr], unit: int) -> tuple[Operand, int]:
    """Emit `unit` times an element's row-major position. Return its variable part, on the stack, and its constant
    part."""
    steps = [unit] * len(shape)
    for i in reversed(range(len(shape) - 1)):
        steps[i] = steps[i + 1] * shape[i + 1]
    code, variable, constant = gen.body, None, 0
    for step, expr in zip(steps, index, strict=True):
        if isinstance(expr, m.Const):
            constant += step * expr.value
            continue
        part = gen.number(expr)
        if step != 1:
            part = code.push(part * step)
        variable = part if variable is None else code.push(variable + part)
    return code.push(i32(0)) if variable is None else variable, constant


def element_place(gen: CodeGenerator, array: Array, index: Sequence[m.Expr]) -> MemoryPlace:
    """Push the variable part of an element's address; return the place of its number, or of its set's first word."""
    variable, constant = index_offset(gen, array.shape, index, array.stride)
    return array.at(variable, constant)


def element_in_local(gen: CodeGenerator, array: Array, index: Sequence[m.Expr]) -> MemoryPlace:
    """Return an element's place for several accesses. The variable part of its address is computed once and kept in a
    local."""
    address = gen.local(I32)
    variable, constant = index_offset(gen, array.shape, index, array.stride)
    gen.body.set(address, variable)
    return array.at(address, constant)


def member_list(gen: CodeGenerator, of: m.Expr | None) -> tuple[Array, tuple[m.Expr, ...]] | None:
    """Return the table that stores a set as a list of its members, and the set's index; None if no table does."""
    array = gen.unit.memory.tables[of.table] if isinstance(of, m.Lookup) else None
    return (array, of.index) if isinstance(of, m.Lookup) and array is not None and array.listed else None


def load_number(place: MemoryPlace) -> Operand:
    """Return the operand for the 32-bit number at a place, which may have any width."""
    return place.load().wrap() if place.width.bytes == 8 else place.load()


def store_number(gen: CodeGenerator, place: MemoryPlace, number: Operand) -> None:
    """Emit code that stores a 32-bit number at a place, which may have any width."""
    gen.body.store(place, number.extend_s() if place.width.bytes == 8 else number)
