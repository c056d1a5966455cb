"""Lowering of clause bodies. There are two ways: `RoutineBody`, here, writes the statements of a routine; `flow.py`
writes nodes.

Each form of statement has one handler for both, registered by `lowers`. What the two ways write differently (variables,
branches, loops and exits) the handler gets from methods of `BodyLowering`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Any, TypeVar

from attrs import evolve, frozen

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
"""Lowers one statement into a body, given the body, the statement, the environment, and whether it is a tail: nothing
of the clause comes after it. It returns the environment for later statements, or None if that is unchanged."""

Write = Callable[[], None]

H = TypeVar("H", bound=Handler)

HANDLERS: dict[type, Handler] = {}


def lowers(*forms: type) -> Callable[[H], H]:
    """Return a decorator that registers a function as the handler of the classes of syntax nodes `forms`."""

    def enter(handler: H) -> H:
        HANDLERS.update(dict.fromkeys(forms, handler))
        return handler

    return enter


@frozen
class Variable:
    """A mutable variable of the machine for a body: a local in a routine, a frame cell among nodes."""

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

    # ---------------------------------------------------------------------------- the same for statements and for nodes

    def statements(self, body: tuple[s.Stmt, ...], env: Env, tail: bool = False) -> None:
        """Lower the statements of a body in the current scope. `tail`: nothing of the clause comes after the body."""
        for n, stmt in enumerate(body):
            if self.reachable:
                env = self.statement(stmt, env, tail and n == len(body) - 1)

    def statement(self, stmt: s.Stmt, env: Env, tail: bool = False) -> Env:
        """Lower one statement and return the environment for the statements after it."""
        if any(bodies(stmt)) and not self.takes(stmt):
            self.emit(*RoutineBody.of(self.cx, self.clause, lambda f: f.statement(stmt, env)))
            return env
        self.emit(*self.cx.effects.show_before(stmt, env))
        return HANDLERS[type(stmt)](self, stmt, env, tail) or env

    def show_condition(self, reveals: bool, node: s.Node, condition: m.Expr, env: Env) -> m.Expr:
        """Return the expression to test for a condition. If `reveals` (the rulebook says so in the statement), first
        write a statement that shows the condition's value to all players."""
        shown, condition = self.cx.effects.test_and_show(reveals, node, condition, env)
        self.emit(*shown)
        return condition

    def when(self, condition: m.Expr | None, then: Write, otherwise: Write | None = None) -> None:
        """Write `then` under a condition, and `otherwise` if the condition is false. Only one of them is written if the
        condition is constant or None, which means that it is always true."""
        if condition is None or (isinstance(condition, m.Const) and condition.value):
            then()
        elif not isinstance(condition, m.Const):
            self.branch(condition, then, otherwise)
        elif otherwise is not None:
            otherwise()

    def call(self, call: s.Call, result: LocalSymbol | None, env: Env, tail: bool = False) -> Env:
        """Lower the call of a procedure and bind its value to the symbol `result`, unless that is None. Return the
        environment for the statements after the call."""
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

    # ---------------------------------------------------------------------- written differently by statements and nodes

    @property
    @abstractmethod
    def reachable(self) -> bool:
        """Return whether control can reach the code that would be written next."""

    @abstractmethod
    def takes(self, stmt: s.Stmt) -> bool:
        """Return whether this object itself lowers a statement with nested bodies. If not, a new `RoutineBody` lowers
        it."""

    @abstractmethod
    def emit(self, *statements: m.Stmt) -> None: ...

    @abstractmethod
    def scope(self) -> AbstractContextManager[None]:
        """Return a context manager that opens a scope of names for its `with` block."""

    @abstractmethod
    def block(self, body: tuple[s.Stmt, ...], env: Env, tail: bool = False) -> None:
        """Lower a body in a new scope of names."""

    @abstractmethod
    def define(self, symbol: LocalSymbol, value: m.Expr, env: Env) -> Env:
        """Bind a symbol to a value until the end of the scope. Return the environment with this binding."""

    @abstractmethod
    def hold(self, name: str, type_: Type, value: m.Expr, env: Env) -> tuple[Env, Variable]:
        """Make a variable for the compiler's own use, with an initial value, that exists until the scope ends. Return
        the new environment and the variable."""

    @abstractmethod
    def run(self, call: m.Run, result: LocalSymbol, env: Env) -> Env:
        """Write the run of a routine and bind the routine's value to the symbol `result`. Return the new
        environment."""

    @abstractmethod
    def branch(self, condition: m.Expr, then: Write, otherwise: Write | None) -> None: ...

    @abstractmethod
    def each(self, stmt: s.ForEach, symbol: LocalSymbol, env: Env) -> None:
        """Write a loop over the members of a binder's domain, in increasing order. The members are determined once,
        before the loop."""

    @abstractmethod
    def times(self, count: m.Expr, range_: NumberType, one: Write) -> None:
        """Write a loop of `count` passes. `one` writes the body; `range_` is the range of the number `count`."""

    @abstractmethod
    def whilst(
        self, test: Callable[[], m.Expr], one: Write, fault: Callable[[], int], limit: int | None = None
    ) -> None:
        """Write a while loop. `test` returns the condition, which is evaluated before each pass; `one` writes the body.
        `fault` returns the fault of a loop with more passes than `limit`, or without an end."""

    @abstractmethod
    def leave_if(self, condition: m.Expr) -> None:
        """Write an exit from the innermost loop if the condition holds."""

    @abstractmethod
    def leave_loop(self, env: Env) -> None: ...

    def leave_for(self, what: str) -> None:
        """Write an exit from the current turn or round; `what` is `turn` or `round`."""
        raise AssertionError(f"what leaves a {what} is flow")

    def in_chosen_order(self, stmt: s.ForEach, symbol: LocalSymbol, env: Env) -> None:
        """Write a loop over the members of a binder's domain. Before each pass, the acting player chooses the next
        member."""
        raise AssertionError("an order that is chosen is flow")

    def random_piece(self, stmt: s.Stmt, env: Env) -> None:
        """Write a statement that moves a piece drawn at random."""
        raise AssertionError("chance is flow")

    @abstractmethod
    def leave_procedure(self, value: m.Expr | None) -> None: ...

    @abstractmethod
    def begin_step(self, label: str, name: str) -> None: ...

    @abstractmethod
    def rule(self, rule: s.RuleClause, env: Env) -> None:
        """Write the body of a rule, to run at this point."""

    @abstractmethod
    def fix_place(self, spot: places.Spot, name: str, env: Env) -> tuple[Env, places.Spot]:
        """Store the index of a place, so that it does not change while the body runs. Return the environment
        afterwards, and the place with the stored index."""


class RoutineBody(BodyLowering):
    """Lowers a body to structured statements whose variables are locals. The end of such a body always counts as
    reachable."""

    reachable = True

    def __init__(self, cx: LoweringContext, clause: str) -> None:
        super().__init__(cx, clause)
        self.found: list[m.Stmt] = []

    @staticmethod
    def of(cx: LoweringContext, clause: str, write: Callable[[RoutineBody], object]) -> tuple[m.Stmt, ...]:
        """Return the statements that `write` produces when it is called with a new, empty body."""
        f = RoutineBody(cx, clause)
        write(f)
        return tuple(f.found)

    def inside(self, write: Callable[[], object]) -> tuple[m.Stmt, ...]:
        """Return the statements that `write` produces, without adding them to this body."""
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
        else:  # two nested loops of the machine, over kinds of pieces and their copies; a `leave loop` must leave both
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

    def whilst(
        self, test: Callable[[], m.Expr], one: Write, fault: Callable[[], int], limit: int | None = None
    ) -> None:
        end = fault()
        condition: list[m.Expr] = []
        shown = self.inside(lambda: condition.append(test()))
        body = self.inside(one)
        if shown:  # the pass that leaves the loop counts, too
            most = None if limit is None else m.Const(limit + 1)
            self.emit(m.While(ONE, most, end, (*shown, m.IfStatement(condition[0], (), (m.Break(),)), *body)))
        else:
            self.emit(m.While(condition[0], None if limit is None else m.Const(limit), end, body))

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
