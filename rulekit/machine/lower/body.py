"""The body of a clause while it is lowered: `RoutineBody` here writes statements of a routine, `flow.py` writes nodes.

Each form of the language has one handler (`lowers`). It asks a `BodyLowering` for what the two write differently: names
for values, branches, loops and exits.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Any, TypeVar

from attrs import evolve, frozen

from ...diagnostics import Span
from ...model.symbols import EventSymbol, LocalSymbol, PlaceSymbol, ProcedureSymbol
from ...model.types import DomainType, NumberType, SetType, Type
from ...syntax import nodes as s
from ...syntax.traversal import bodies
from .. import program as m
from . import places
from .env import Env
from .lowering_context import LoweringContext
from .quantify import Loop
from .revealing import condition_node
from .value_encoding import ONE, ZERO, add, conjunction, kind

Handler = Callable[[Any, Any, Env, bool], Env | None]
"""Lowers one statement into a body; `tail` is whether nothing of the owner comes after it.  Returns the environment for
the statements after it, None for the one that was given."""

Write = Callable[[], None]

H = TypeVar("H", bound=Handler)

HANDLERS: dict[type, Handler] = {}


def lowers(*forms: type) -> Callable[[H], H]:
    """Enter a function as the handler of these forms."""

    def enter(handler: H) -> H:
        HANDLERS.update(dict.fromkeys(forms, handler))
        return handler

    return enter


@frozen
class Variable:
    """A variable of a body that runs: a local of a routine, or a frame cell."""

    value: m.Local | m.Load

    def set(self, value: m.Expr) -> m.Stmt:
        if isinstance(self.value, m.Local):
            return m.Define(self.value.name, value)
        return m.Write(self.value.cell, (), value)

    def change(self, amount: int) -> m.Stmt:
        return self.set(add(self.value, amount))


class BodyLowering(ABC):
    def __init__(self, cx: LoweringContext, clause: str) -> None:
        self.cx = cx
        self.b = cx.b
        self.ex = cx.ex
        self.clause = clause

    # ------------------------------------------------------------------------------------------------- what both share

    def statements(self, body: tuple[s.Stmt, ...], env: Env, tail: bool = False) -> None:
        """Lower a body in the scope that is open."""
        for n, stmt in enumerate(body):
            if self.reachable:
                env = self.statement(stmt, env, tail and n == len(body) - 1)

    def statement(self, stmt: s.Stmt, env: Env, tail: bool = False) -> Env:
        """Lower one statement; returns the environment for those after it."""
        if any(bodies(stmt)) and not self.takes(stmt):
            self.emit(*RoutineBody.of(self.cx, self.clause, lambda f: f.statement(stmt, env)))
            return env
        self.emit(*self.cx.effects.show_before(stmt, env))
        return HANDLERS[type(stmt)](self, stmt, env, tail) or env

    def show_condition(self, reveals: bool, node: s.Node, condition: m.Expr, env: Env) -> m.Expr:
        """Return a condition that is about to be tested; if its head says `reveals`, write that all are shown it."""
        shown, condition = self.cx.effects.test_and_show(reveals, node, condition, env)
        self.emit(*shown)
        return condition

    def when(self, condition: m.Expr | None, then: Write, otherwise: Write | None = None) -> None:
        """Lower `then` under a condition; None and constants decide at once."""
        if condition is None or (isinstance(condition, m.Const) and condition.value):
            then()
        elif not isinstance(condition, m.Const):
            self.branch(condition, then, otherwise)
        elif otherwise is not None:
            otherwise()

    def call(self, call: s.Call, result: LocalSymbol | None, env: Env, tail: bool = False) -> Env:
        """Call a procedure, and name what it gives."""
        procedure = self.ex.model.refs[call]
        assert isinstance(procedure, ProcedureSymbol)
        args = (*self.ex.arguments(call, procedure.params, env), env.player())
        run = m.Run(f"procedure {procedure.name}", args)
        if result is not None:
            return self.run(run, result, env)
        self.emit(run)
        return env

    def announce(self, call: s.Call, event: EventSymbol, env: Env) -> None:
        self.emit(m.Run(f"event {event.name}", (*self.ex.arguments(call, event.params, env), env.player())))
        self.emit(*self.cx.weaver.run_triggers(env))

    def variable(self, name: str, low: int, high: int, value: m.Expr, env: Env) -> tuple[Env, Variable]:
        return self.hold(name, NumberType(low, high), value, env)

    # ------------------------------------------------------------------------------------------------- what each writes

    @property
    @abstractmethod
    def reachable(self) -> bool:
        """Return whether play can reach what is written next."""

    @abstractmethod
    def takes(self, stmt: s.Stmt) -> bool:
        """Return whether a statement with bodies is written here; else it becomes statements of a routine."""

    @abstractmethod
    def emit(self, *statements: m.Stmt) -> None: ...

    @abstractmethod
    def scope(self) -> AbstractContextManager[None]:
        """Open a scope that ends with the `with` block."""

    @abstractmethod
    def block(self, body: tuple[s.Stmt, ...], env: Env, tail: bool = False) -> None:
        """Lower a body in a scope of its own."""

    @abstractmethod
    def define(self, symbol: LocalSymbol, value: m.Expr, env: Env) -> Env:
        """Name a value until the end of the scope."""

    @abstractmethod
    def hold(self, name: str, type_: Type, value: m.Expr, env: Env) -> tuple[Env, Variable]:
        """Make a variable without a name in the rulebook; it lasts until the scope ends."""

    @abstractmethod
    def run(self, call: m.Run, result: LocalSymbol, env: Env) -> Env:
        """Run a routine and name its result."""

    @abstractmethod
    def branch(self, condition: m.Expr, then: Write, otherwise: Write | None) -> None: ...

    @abstractmethod
    def each(self, stmt: s.ForEach, symbol: LocalSymbol, env: Env) -> None:
        """Write a loop upwards through the members of a binder's domain, as they were before the loop."""

    @abstractmethod
    def times(self, count: m.Expr, range_: NumberType, one: Write) -> None:
        """Write a loop of `count` passes; `range_` is the range of that number."""

    @abstractmethod
    def whilst(self, test: Callable[[], m.Expr], one: Write, span: Span, env: Env) -> None:
        """Write a loop that tests before each pass."""

    @abstractmethod
    def leave_if(self, condition: m.Expr) -> None:
        """Leave the loop that is being written, under a condition."""

    @abstractmethod
    def leave_loop(self, env: Env) -> None: ...

    def leave_for(self, what: str) -> None:
        """Leave the turn or the round that is under way."""
        raise AssertionError(f"what leaves a {what} is flow")

    def in_chosen_order(self, stmt: s.ForEach, symbol: LocalSymbol, env: Env) -> None:
        """Write a loop in which `me` picks the next member."""
        raise AssertionError("an order that is chosen is flow")

    def random_piece(self, stmt: s.Stmt, env: Env) -> None:
        """Move a piece that chance picks."""
        raise AssertionError("chance is flow")

    @abstractmethod
    def leave_procedure(self, value: m.Expr | None) -> None: ...

    @abstractmethod
    def begin_step(self, label: str, name: str) -> None: ...

    @abstractmethod
    def rule(self, rule: s.RuleClause, env: Env) -> None:
        """Write the body of a rule where it runs."""

    @abstractmethod
    def fix_place(self, spot: places.Spot, name: str, env: Env) -> tuple[Env, places.Spot]:
        """Return a place whose index does not change while the body runs."""


class RoutineBody(BodyLowering):
    """Writes structured statements with locals. The end of what it has written is always reachable."""

    reachable = True

    def __init__(self, cx: LoweringContext, clause: str) -> None:
        super().__init__(cx, clause)
        self.found: list[m.Stmt] = []

    @staticmethod
    def of(cx: LoweringContext, clause: str, write: Callable[[RoutineBody], object]) -> tuple[m.Stmt, ...]:
        """Return the statements that `write` writes."""
        f = RoutineBody(cx, clause)
        write(f)
        return tuple(f.found)

    def inside(self, write: Callable[[], object]) -> tuple[m.Stmt, ...]:
        """Return what `write` writes, for a block of its own."""
        outer, self.found = self.found, []
        write()
        made, self.found = tuple(self.found), outer
        return made

    def takes(self, stmt: s.Stmt) -> bool:
        return True

    def emit(self, *statements: m.Stmt) -> None:
        self.found += statements

    def scope(self) -> AbstractContextManager[None]:
        return nullcontext()

    def block(self, body: tuple[s.Stmt, ...], env: Env, tail: bool = False) -> None:
        self.statements(body, env)

    def define(self, symbol: LocalSymbol, value: m.Expr, env: Env) -> Env:
        after, name = env.define_local(symbol)
        self.emit(m.Define(name, value))
        return after

    def hold(self, name: str, type_: Type, value: m.Expr, env: Env) -> tuple[Env, Variable]:
        size = kind(type_)
        held = m.Local(env.fresh(f"#{name} of {size}" if size else f"#{name}"))
        self.emit(m.Define(held.name, value))
        return env.without_reuse(held.name), Variable(held)

    def run(self, call: m.Run, result: LocalSymbol, env: Env) -> Env:
        after, name = env.define_local(result)
        self.emit(evolve(call, into=name))
        return after

    def branch(self, condition: m.Expr, then: Write, otherwise: Write | None) -> None:
        other = () if otherwise is None else self.inside(otherwise)
        self.emit(m.IfStatement(condition, self.inside(then), other))

    def each(self, stmt: s.ForEach, symbol: LocalSymbol, env: Env) -> None:
        ref = self.ex.model.refs.get(stmt.binder.domain)
        if isinstance(ref, PlaceSymbol) and ref.form == "heap" and not places.is_set(ref):
            assert isinstance(stmt.binder.domain, s.Ref | s.Index)
            env, spot = self.fix_place(self.ex.spot(stmt.binder.domain, env), f"place {symbol.name}", env)
            sorts = SetType(DomainType(spot.place.piece))
            env, held = self.hold(f"all {symbol.name}", sorts, places.contents(spot), env)
            inner, name = env.local(symbol)
            over = m.LoopDomain(within=held.value)
            loop = Loop(name, over, inner, symbol, weight=places.amount(spot, m.Local(name)))
        else:
            loop = self.ex.domains.loop(stmt.binder, env)
        tests = [] if loop.present is None else [loop.present]
        tests += [] if stmt.where is None else [self.ex.truth(stmt.where, loop.env)]
        test, once = conjunction(tests), partial(self.one_pass, stmt)
        if loop.weight is None:
            body = once(evolve(loop.env, left=None))
        else:  # two loops of the machine, and a way out of one must leave both
            left = loop.env.fresh("#left")
            copies = m.LoopDomain(ONE, loop.weight)
            each = m.Each("#copy", copies, None, once(evolve(loop.env.without_reuse(left), left=left)))
            body = (m.Define(left, ZERO), each, m.IfStatement(m.Local(left), (m.Break(),)))
        self.emit(*([] if loop.prelude is None else [m.Define(*loop.prelude)]))
        if test is None or not stmt.reveals:
            self.emit(m.Each(loop.name, loop.over, test, body))
            return
        shown, test = self.cx.effects.test_and_show(
            True, condition_node(stmt.binder.domain, stmt.where), test, loop.env
        )
        self.emit(m.Each(loop.name, loop.over, None, (*shown, m.IfStatement(test, body))))

    def one_pass(self, stmt: s.ForEach, env: Env) -> tuple[m.Stmt, ...]:
        return self.inside(lambda: self.block(stmt.body, env))

    def times(self, count: m.Expr, range_: NumberType, one: Write) -> None:
        self.emit(m.Each("#pass", m.LoopDomain(ONE, count), None, self.inside(one)))

    def whilst(self, test: Callable[[], m.Expr], one: Write, span: Span, env: Env) -> None:
        fault = self.b.fault("E705", env.clause, "a loop has no end", span)
        condition: list[m.Expr] = []
        shown = self.inside(lambda: condition.append(test()))
        body = self.inside(one)
        if shown:
            self.emit(m.While(ONE, None, fault, (*shown, m.IfStatement(condition[0], (), (m.Break(),)), *body)))
        else:
            self.emit(m.While(condition[0], None, fault, body))

    def leave_if(self, condition: m.Expr) -> None:
        self.emit(m.IfStatement(condition, (m.Break(),)))

    def leave_loop(self, env: Env) -> None:
        self.emit(*([] if env.left is None else [m.Define(env.left, ONE)]), m.Break())

    def leave_procedure(self, value: m.Expr | None) -> None:
        self.emit(m.ReturnResult(value))

    def begin_step(self, label: str, name: str) -> None:
        pass

    def rule(self, rule: s.RuleClause, env: Env) -> None:
        clause = f"rule {rule.name.text}"
        self.emit(m.Mark(clause))
        self.block(rule.body, evolve(env, clause=clause))

    def fix_place(self, spot: places.Spot, name: str, env: Env) -> tuple[Env, places.Spot]:
        found, spot = places.index_once(spot, env.fresh(f"#{name}"))
        self.emit(*found)
        for define in found:
            assert isinstance(define, m.Define)
            env = env.without_reuse(define.name)
        return env, spot
