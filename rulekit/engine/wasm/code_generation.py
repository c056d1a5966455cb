"""What emitters share: `Unit`, the compilation unit (the module being made), and `CodeGenerator`, one of its functions.

What each form of the machine becomes stands in `arithmetic`, `loops`, `sets`, `values` and `statements`, which enter
themselves in the tables here by the form's class.  A number is left on the stack; a set is left in locals of 64 bits,
low word first, which the taker must not write to.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from attrs import define, evolve, field, frozen

from ...machine import program as m
from ...machine.analyses.effects import Effects
from ...machine.intervals import INT32
from ...machine.sorts import Sorts
from ..interface import NUMBERS_PER_STEP
from .encode import Assembly, Body
from .layout import Memory
from .opcodes import I32, I64
from .recording_layout import Recording

Words = tuple[int, ...]


@frozen
class Variable:
    """A local of the machine: its kind, where it lies, and for a number what it may be."""

    kind: int
    locals: Words
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
    fuel: int
    save: int
    functions: dict[str, int] = field(factory=dict)
    routines: dict[str, int] = field(factory=dict)
    hashes: dict[str, int] = field(factory=dict)
    support: dict[str, int] = field(factory=dict)
    depths: dict[tuple[str, str], int] = field(factory=dict)
    marks: dict[str, int] = field(factory=dict)
    tried: set[str] = field(factory=set)
    recording: Recording | None = None  # in a module that records what players see
    unread: frozenset[str] = frozenset()  # cells that nobody looks at, in a module that only plays
    counters: dict[str, int] = field(factory=dict)  # locals that count the marks of clauses there
    registers: dict[str, tuple[Words, ...]] = field(factory=dict)  # cells promoted to locals, by element
    sorts: Sorts | None = None  # what is counted beside, in a module that plays, if it is
    watched: bool = False  # whether it looks at invariants


@define
class CodeGenerator:
    """One function being written."""

    unit: Unit
    body: Body
    scope: dict[str, Variable] = field(factory=dict)
    results: Words = ()
    result_kind: int = 0
    exit: int = 0  # where Return goes
    breaks: list[int] = field(factory=list)
    guarded: bool = False  # whether it may run inside an After

    def number(self, expr: m.Expr) -> None:
        """Leaves the number on the stack."""
        NUMBER_EMITTERS[type(expr)](self, expr)

    def numbers(self, exprs: Sequence[m.Expr]) -> None:
        for expr in exprs:
            self.number(expr)

    def members(self, expr: m.Expr) -> Words:
        """Computes the set; the locals where it is."""
        return SET_EMITTERS[type(expr)](self, expr)

    def members_as(self, expr: m.Expr, words: int) -> Words:
        """As `members`, with so many words."""
        return self.widened(self.members(expr), words)

    def widened(self, found: Words, words: int) -> Words:
        """The same set in so many words, the further ones 0."""
        found = found[:words]
        return found + tuple(self.local(I64) for _ in range(words - len(found)))

    def value(self, expr: m.Expr, kind: int) -> None:
        """Leaves a value of this kind on the stack: a number, or the words of a set."""
        if kind == m.NUMBER:
            self.number(expr)
        else:
            for word in self.members_as(expr, words(kind)):
                self.body.get(word)

    def to_locals(self, expr: m.Expr, kind: int, into: Words | None = None) -> Words:
        """The value in locals of its own."""
        into = into if into is not None else self.fresh_locals(kind)
        self.value(expr, kind)
        for local in reversed(into):
            self.body.set(local)
        return into

    def fresh_locals(self, kind: int) -> Words:
        """Fresh locals for a value of this kind."""
        return (self.local(I32),) if kind == m.NUMBER else tuple(self.local(I64) for _ in range(words(kind)))

    def local(self, kind: int) -> int:
        return self.body.local(kind)

    def constant_local(self, value: int) -> int:
        """A local that holds this 32-bit number."""
        local = self.local(I32)
        self.body.i32(value)
        self.body.set(local)
        return local

    def clear(self, locals_: Words) -> None:
        """Sets words to zero (a loop may come by again)."""
        for local in locals_:
            self.body.i64(0)
            self.body.set(local)

    def fault(self, index: int) -> None:
        """Records the fault and unwinds."""
        self.body.i32(index)
        self.body.call(self.unit.support["fail"])
        self.body.op("unreachable")

    def fault_if(self, index: int) -> None:
        """Takes an i32."""
        self.body.if_()
        self.fault(index)
        self.body.end()

    def consume_fuel(self) -> None:
        """One unit of fuel."""
        self.body.i32(1)
        self.consume_fuel_from_stack()

    def consume_fuel_for(self, numbers: int) -> None:
        """The fuel for going through so many numbers at once; none for few."""
        if numbers >= NUMBERS_PER_STEP:
            self.body.i32(numbers // NUMBERS_PER_STEP)
            self.consume_fuel_from_stack()

    def consume_fuel_from_stack(self) -> None:
        """Takes how much; below 0 there is a fault."""
        body, fuel, left = self.body, self.unit.fuel, self.local(I32)
        body.set(left)
        body.global_get(fuel)
        body.get(left)
        body.op("i32.sub")
        body.tee(left)
        body.global_set(fuel)
        body.get(left)
        body.i32(0)
        body.op("i32.lt_s")
        self.fault_if(self.unit.machine.fuel_fault)

    def inner(self) -> CodeGenerator:
        """The same function in a scope of its own."""
        return evolve(self, scope=dict(self.scope))

    def bound(self, name: str, variable: Variable) -> CodeGenerator:
        """The same function with one more name."""
        return evolve(self, scope={**self.scope, name: variable})


NUMBER_EMITTERS: dict[type, Callable[[CodeGenerator, Any], None]] = {}
SET_EMITTERS: dict[type, Callable[[CodeGenerator, Any], Words]] = {}
STATEMENT_EMITTERS: dict[type, Callable[[CodeGenerator, Any], None]] = {}


def words(kind: int) -> int:
    """How many words a set of this kind has."""
    return -(-kind // 64)


def types(kind: int | None) -> tuple[int, ...]:
    """The WebAssembly types of a value of this kind (None: of nothing)."""
    if kind is None:
        return ()
    return (I32,) if kind == m.NUMBER else (I64,) * words(kind)
