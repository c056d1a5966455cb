"""Walks the bodies of all clauses with what is known at each statement: the terms of locals, who `me` is.

A check is a visitor: it is shown every statement with its Env.  Parameters that every caller gives as himself count as
`me`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..model.rulebook import Placed
from ..model.symbols import LocalSymbol, ProcedureSymbol
from ..model.types import DomainType
from ..syntax import nodes as s
from .checker import Checker
from .knowledge import ACTIVE, ME, Env, Known, Read, Reader
from .walk import statements

NOBODY = ("nobody",)

Visitor = Callable[[s.Stmt, Env, Placed], None]


class Tracker:
    def __init__(self, c: Checker, reader: Reader) -> None:
        self.c = c
        self.reader = reader
        self.selves = {
            p
            for symbol in c.symbols.values()
            if isinstance(symbol, ProcedureSymbol)
            for p in symbol.params
            if p.type == DomainType(c.players)
        }
        self._settle()

    def _settle(self) -> None:
        """Leaves in `selves` the parameters that stand for `me` in every call."""
        count = -1
        while self.selves and count != len(self.selves):
            count = len(self.selves)
            self.visit(self._call)

    def _call(self, stmt: s.Stmt, env: Env, placed: Placed) -> None:
        match stmt:
            case s.Perform(call=call) | s.Let(value=s.Call() as call):
                symbol = self.c.refs.get(call)
                if isinstance(symbol, ProcedureSymbol):
                    for param, arg in zip(symbol.params, self.c.arguments.get(call, ()), strict=False):
                        if param in self.selves and self.reader.term(arg, env) != env.me:
                            self.selves.discard(param)

    def visit(self, visitor: Visitor) -> None:
        """Shows every statement of every clause to the visitor."""
        for placed in self.c.book.clauses:
            clause = placed.clause
            env = Env()
            match clause:
                case s.ActionClause(body=body):
                    pass
                case s.ProcedureClause(body=body):
                    for param in clause.params:
                        self._local(env, self.c.binds.get(param))
                case s.FlowClause(body=body):
                    env.me = NOBODY
                case s.RuleClause(body=body, trigger=trigger):
                    self._trigger(trigger, env)
                case _:
                    continue
            self._body(body or (), env, placed, visitor)

    def _trigger(self, trigger: s.When | s.Whenever | s.AtStep, env: Env) -> None:
        match trigger:
            case s.When():
                env.me = NOBODY
                for name in trigger.params:
                    self._local(env, self.c.binds.get(name))
                if trigger.seat is not None:
                    env.me = ME
                    env.locals[self.c.binds[trigger.seat]] = Known(ME)
            case s.Whenever(binder=binder):
                env.me = NOBODY if binder is None else ME
                if binder is not None:
                    env.locals[self.c.binds[binder]] = Known(ME)

    def _local(self, env: Env, symbol: LocalSymbol | None, reads: Iterable[Read] = ()) -> None:
        if symbol is not None:
            env.locals[symbol] = Known(ME if symbol in self.selves else ("local", id(symbol)), tuple(reads))

    def _body(self, body: Iterable[s.Stmt], env: Env, placed: Placed, visitor: Visitor) -> None:
        for stmt in body:
            visitor(stmt, env, placed)
            self._enter(stmt, env)
            inside = self._inside(stmt, env)
            for inner in statements(stmt):
                self._body(inner, inside.child(), placed, visitor)

    def _enter(self, stmt: s.Stmt, env: Env) -> None:
        """What the statement names for those after it."""
        c = self.c
        match stmt:
            case s.Let():
                symbol = c.binds[stmt]
                if isinstance(c.refs.get(stmt.value), ProcedureSymbol):
                    self._local(env, symbol)
                else:
                    reads = tuple(self.reader.reads(stmt.value, env))
                    term = self.reader.term(stmt.value, env)
                    env.locals[symbol] = Known(("item", term) if stmt.member else term, reads)
            case s.Choose():
                self._local(env, c.binds[stmt.binder])
            case s.KeepHere():
                self._local(env, c.binds[stmt])
            case s.Draw(audience=audience):
                symbol = c.binds[stmt.binder]
                reads = ()
                if audience is not None and audience.who != "all":
                    who = None if isinstance(audience.who, str) else self.reader.term(audience.who, env)
                    reads = (Read(symbol, (), "seen", stmt, env.via, who),)
                self._local(env, symbol, reads)

    def _inside(self, stmt: s.Stmt, env: Env) -> Env:
        """What is known in the bodies of the statement."""
        c = self.c
        match stmt:
            case s.By(player=player):
                return env.child(self.reader.term(player, env))
            case s.Turns():
                return env.child(ACTIVE)
            case s.AtOnce(binder=binder):
                inner = env.child(("local", id(c.binds[binder])))
                self._local(inner, c.binds[binder])
                return inner
            case s.Window():
                inner = env.child(("local", id(c.binds[stmt])))
                self._local(inner, c.binds[stmt])
                return inner
            case s.ForEach(binder=binder):
                inner = env.child()
                self._local(inner, c.binds[binder], self.reader.reads(binder.domain, env))
                return inner
        return env
