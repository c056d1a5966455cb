"""What emitters share: `Unit`, the compilation unit (the module being made), and `CodeGenerator`, one of its functions.

What each form of the machine becomes stands in `arithmetic`, `loops`, `sets`, `values` and `statements`, which enter
themselves in the tables here by the form's class.  A number is left on the stack; a set is left in locals of 64 bits,
low word first, which the taker must not write to.  How code is written is told in `function_builder.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import define, field, frozen

from ...machine import program as m
from ...machine.analyses.effects import Effects
from ...machine.analyses.speculation_safety import SpeculationSafety
from ...machine.operator_intervals import INT32
from ...machine.option_labels import Sorts
from ..interface import NUMBERS_PER_STEP
from .clause_probe import ClauseProbe
from .encode import Assembly
from .encoding import I32, I64
from .function_builder import BlockLabel, Body
from .memory_layout import Memory
from .operands import FunctionReference, Global, LocalVariable, MemoryPlace, Operand, on_stack
from .recording_layout import Recording

WordLocals = tuple[LocalVariable, ...]
NUMBER = on_stack(I32)


@frozen
class MachineLocal:
    """A local of the machine: its kind, where it lies, and for a number what it may be."""

    kind: int
    locals: WordLocals
    low: int = INT32[0]
    high: int = INT32[1]


@define(slots=False)
class Unit:
    """The module being made: the machine's objects by name, and their numbers in the module."""

    machine: m.Machine
    memory: Memory
    assembly: Assembly
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
    recording: Recording | None = None  # in a module that records what players see
    unread: frozenset[str] = frozenset()  # cells that nobody looks at, in a module that only plays
    counters: dict[str, LocalVariable] = field(factory=dict)  # locals that count the marks of clauses there
    registers: dict[str, tuple[WordLocals, ...]] = field(factory=dict)  # cells promoted to locals, by element
    sorts: Sorts | None = None  # what is counted beside, in a module that plays, if it is
    watched: bool = False  # whether it looks at invariants
    probe: ClauseProbe | None = None  # in a module that is made for a profile
    interleaved: bool = False  # whether it plays many games at once


@define
class CodeGenerator:
    """One function being written."""

    unit: Unit
    body: Body
    scope: dict[str, MachineLocal] = field(factory=dict)
    results: WordLocals = ()
    result_kind: int = 0
    exit: BlockLabel | None = None  # where `ReturnResult` goes
    breaks: list[BlockLabel] = field(factory=list)
    tried: bool = False  # whether it may run inside an After

    def number(self, expr: m.Expr) -> Operand:
        """( -> number), an i32."""
        probe = self.unit.probe
        if probe is None:
            NUMBER_EMITTERS[type(expr)](self, expr)
            return NUMBER
        before = probe.enter_expression(self.body, expr)
        NUMBER_EMITTERS[type(expr)](self, expr)
        probe.leave_expression(self.body, before)
        return NUMBER

    def members(self, expr: m.Expr) -> WordLocals:
        """Computes the set; the locals where it is."""
        probe = self.unit.probe
        if probe is None:
            return SET_EMITTERS[type(expr)](self, expr)
        before = probe.enter_expression(self.body, expr)
        found = SET_EMITTERS[type(expr)](self, expr)
        probe.leave_expression(self.body, before)
        return found

    def members_as(self, expr: m.Expr, words: int) -> WordLocals:
        """As `members`, with so many words."""
        return self.widen(self.members(expr), words)

    def widen(self, found: WordLocals, words: int) -> WordLocals:
        """The same set in so many words, the further ones 0."""
        found = found[:words]
        return found + tuple([self.local(I64) for _ in range(words - len(found))])

    def value(self, expr: m.Expr, kind: int) -> None:
        """( -> a value of this kind): a number, or the words of a set."""
        if kind == m.NUMBER:
            self.number(expr)
        else:
            for word in self.members_as(expr, word_count(kind)):
                self.body.push(word)

    def to_locals(self, expr: m.Expr, kind: int, into: WordLocals | None = None) -> WordLocals:
        """The value in locals of its own."""
        into = into if into is not None else self.fresh_locals(kind)
        self.value(expr, kind)
        self.body.take(into)
        return into

    def number_local(self, expr: m.Expr) -> LocalVariable:
        """The number in a local of its own."""
        local = self.local(I32)
        self.body.set(local, self.number(expr))
        return local

    def fresh_locals(self, kind: int) -> WordLocals:
        """Fresh locals for a value of this kind."""
        local = self.body.local
        return (local(I32),) if kind == m.NUMBER else tuple([local(I64) for _ in range(word_count(kind))])

    def local(self, type: int) -> LocalVariable:
        return self.body.local(type)

    def constant_local(self, value: int) -> LocalVariable:
        """A local that holds this 32-bit number."""
        local = self.local(I32)
        self.body.set(local, value)
        return local

    def clear(self, locals_: WordLocals) -> None:
        """Sets words to zero (a loop may come by again)."""
        for local in locals_:
            self.body.set(local, 0)

    def fault(self, index: int | Operand) -> None:
        """Records the fault and unwinds."""
        self.body.call(self.unit.support["fail"], index)
        self.body.unreachable()

    def fault_if(self, index: int, condition: Operand) -> None:
        """The fault, where the condition (an i32) is not 0."""
        with self.body.if_(condition):
            self.fault(index)

    def consume_fuel(self, much: Operand | int = 1) -> None:
        """One unit of fuel, or so many; below 0 there is a fault."""
        body, fuel, left = self.body, self.unit.fuel, self.local(I32)
        body.set(left, much)
        body.set(fuel, left.tee(fuel - left))
        self.fault_if(self.unit.machine.fuel_fault, left < 0)

    def consume_fuel_for(self, numbers: int) -> None:
        """The fuel for going through so many numbers at once; none for few."""
        if numbers >= NUMBERS_PER_STEP:
            self.consume_fuel(numbers // NUMBERS_PER_STEP)

    def inner(self) -> CodeGenerator:
        """The same function in a scope of its own."""
        return self.with_scope(dict(self.scope))

    def bound(self, name: str, variable: MachineLocal) -> CodeGenerator:
        """The same function with one more name."""
        return self.with_scope({**self.scope, name: variable})

    def with_scope(self, scope: dict[str, MachineLocal], breaks: list[BlockLabel] | None = None) -> CodeGenerator:
        """The same function in this scope, and in a loop if `breaks` are given.  (Not by `evolve`, which is slow.)"""
        breaks = self.breaks if breaks is None else breaks
        return CodeGenerator(self.unit, self.body, scope, self.results, self.result_kind, self.exit, breaks, self.tried)


NUMBER_EMITTERS: dict[type, Callable[[CodeGenerator, Any], None]] = {}
SET_EMITTERS: dict[type, Callable[[CodeGenerator, Any], WordLocals]] = {}
MEETING_EMITTERS: dict[type, Callable[[CodeGenerator, Any], Operand | None]] = {}
"""( -> whether a set of this form has a member), found without working out all of it; None where that cannot be."""
STATEMENT_EMITTERS: dict[type, Callable[[CodeGenerator, Any], None]] = {}


def word_count(kind: int) -> int:
    """How many words a set of this kind has."""
    return -(-kind // 64)


def types(kind: int | None) -> tuple[int, ...]:
    """The WebAssembly types of a value of this kind (None: of nothing)."""
    if kind is None:
        return ()
    return (I32,) if kind == m.NUMBER else (I64,) * word_count(kind)
