"""Shared parts of the emitters: `Unit`, the module being made, and `CodeGenerator`, one of its functions.

`arithmetic`, `loops`, `sets`, `values` and `statements` emit the machine's forms; they enter their emitters in the
tables here by the form's class.  A number is left on the stack.  A set is left in 64-bit locals, low word first, which
the receiver must not write.  `function_builder.py` explains how code is written.
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
    """A local variable of the machine: its kind, its locals, and for a number its interval."""

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
    recording: Recording | None = None  # only in a module that records what players see
    unread: frozenset[str] = frozenset()  # cells that nothing reads, in a module that only plays
    counters: dict[str, LocalVariable] = field(factory=dict)  # locals that count the marks of clauses, in that module
    registers: dict[str, tuple[WordLocals, ...]] = field(factory=dict)  # cells promoted to locals, by element
    sorts: Sorts | None = None  # sorts of options, in a module that counts details
    watched: bool = False  # whether it checks invariants
    probe: ClauseProbe | None = None  # only in a module made for a profile
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
    tried: bool = False  # whether it may run inside an `After`

    def number(self, expr: m.Expr) -> Operand:
        """Push the value of a number expression, an i32."""
        probe = self.unit.probe
        if probe is None:
            NUMBER_EMITTERS[type(expr)](self, expr)
            return NUMBER
        before = probe.enter_expression(self.body, expr)
        NUMBER_EMITTERS[type(expr)](self, expr)
        probe.leave_expression(self.body, before)
        return NUMBER

    def members(self, expr: m.Expr) -> WordLocals:
        """Compute a set; return its locals."""
        probe = self.unit.probe
        if probe is None:
            return SET_EMITTERS[type(expr)](self, expr)
        before = probe.enter_expression(self.body, expr)
        found = SET_EMITTERS[type(expr)](self, expr)
        probe.leave_expression(self.body, before)
        return found

    def members_as(self, expr: m.Expr, words: int) -> WordLocals:
        """Compute a set; return it in `words` locals."""
        return self.widen(self.members(expr), words)

    def widen(self, found: WordLocals, words: int) -> WordLocals:
        """Return the same set in `words` locals; the additional ones are 0."""
        found = found[:words]
        return found + tuple([self.local(I64) for _ in range(words - len(found))])

    def value(self, expr: m.Expr, kind: int) -> None:
        """Push a value of this kind: a number, or the words of a set."""
        if kind == m.NUMBER:
            self.number(expr)
        else:
            for word in self.members_as(expr, word_count(kind)):
                self.body.push(word)

    def to_locals(self, expr: m.Expr, kind: int, into: WordLocals | None = None) -> WordLocals:
        """Compute a value into locals of its own, or into `into`."""
        into = into if into is not None else self.fresh_locals(kind)
        self.value(expr, kind)
        self.body.take(into)
        return into

    def number_local(self, expr: m.Expr) -> LocalVariable:
        """Compute a number into a local of its own."""
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
        """Return a new local set to this 32-bit number."""
        local = self.local(I32)
        self.body.set(local, value)
        return local

    def clear(self, locals_: WordLocals) -> None:
        """Set words to zero; in a loop they may hold values of an earlier pass."""
        for local in locals_:
            self.body.set(local, 0)

    def fault(self, index: int | Operand) -> None:
        """Record a fault and stop the module."""
        self.body.call(self.unit.support["fail"], index)
        self.body.unreachable()

    def fault_if(self, index: int, condition: Operand) -> None:
        """Fault if the condition (an i32) is not 0."""
        with self.body.if_(condition):
            self.fault(index)

    def consume_fuel(self, much: Operand | int = 1) -> None:
        """Use `much` units of fuel; fault if less than 0 is left."""
        body, fuel, left = self.body, self.unit.fuel, self.local(I32)
        body.set(left, much)
        body.set(fuel, left.tee(fuel - left))
        self.fault_if(self.unit.machine.fuel_fault, left < 0)

    def consume_fuel_for(self, numbers: int) -> None:
        """Use the fuel for processing this many numbers at once; few numbers use none."""
        if numbers >= NUMBERS_PER_STEP:
            self.consume_fuel(numbers // NUMBERS_PER_STEP)

    def inner(self) -> CodeGenerator:
        """Return a generator for the same function with a copy of the scope."""
        return self.with_scope(dict(self.scope))

    def bind(self, name: str, variable: MachineLocal) -> CodeGenerator:
        """Return a generator for the same function with one more name in scope."""
        return self.with_scope({**self.scope, name: variable})

    def with_scope(self, scope: dict[str, MachineLocal], breaks: list[BlockLabel] | None = None) -> CodeGenerator:
        """Return a generator for the same function with this scope, inside a loop if `breaks` are given.
        (`evolve` would be slow.)
        """
        breaks = self.breaks if breaks is None else breaks
        return CodeGenerator(self.unit, self.body, scope, self.results, self.result_kind, self.exit, breaks, self.tried)


NUMBER_EMITTERS: dict[type, Callable[[CodeGenerator, Any], None]] = {}
SET_EMITTERS: dict[type, Callable[[CodeGenerator, Any], WordLocals]] = {}
MEETING_EMITTERS: dict[type, Callable[[CodeGenerator, Any], Operand | None]] = {}
"""Emitters that test whether a set of a form has a member without computing all of it; they return None if they
cannot."""
STATEMENT_EMITTERS: dict[type, Callable[[CodeGenerator, Any], None]] = {}


def word_count(kind: int) -> int:
    """Return the number of words of a set of this kind."""
    return -(-kind // 64)


def types(kind: int | None) -> tuple[int, ...]:
    """Return the WebAssembly types of a value of this kind; None has none."""
    if kind is None:
        return ()
    return (I32,) if kind == m.NUMBER else (I64,) * word_count(kind)
