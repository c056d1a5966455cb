"""Builds the nodes of one owner (the flow clause, a procedure, an action, an event), the way IR builders do.

It keeps one step open, adds effects to it, and closes it where control divides.  Names live in frame cells, cleared
when their block ends.  What a statement becomes is said by `flow.py` and the files that it asks, which build here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from ...model.symbols import LocalSymbol
from ...model.types import NumberType
from ...syntax import nodes as s
from .. import program as m
from .context import Context
from .encode import add
from .env import Env


class NodeBuilder(ABC):
    def __init__(self, cx: Context, owner: str, clause: str) -> None:
        self.cx = cx
        self.b = cx.b
        self.ex = cx.ex
        self.owner = owner
        self.clause = clause
        self.inside: tuple[str, str] | None = None  # the clause and branch whose body is being lowered
        self.current: str | None = None
        self.body: list[m.Stmt] = []
        self.scopes: list[list[str]] = []
        self.loop_exits: list[tuple[str, int]] = []
        self.part: tuple[int, m.Expr] | None = None  # inside `at once`: how many loops lie around it, what was before

    def label(self, hint: str) -> str:
        return self.b.fresh(f"{self.owner}.{hint}")

    def naming(self) -> str:
        """What later decisions and chances here are called: the branch they stand in, else the clause."""
        if self.inside is not None and self.inside[0] == self.clause:
            return self.inside[1]
        return self.clause.partition(" ")[2] or self.clause

    def open(self, node: str) -> None:
        """Begins the step `node`; where one is open, it goes on there."""
        if self.current is not None:
            self.close(m.Jump(node))
        self.current, self.body = node, []

    def emit(self, *statements: m.Stmt) -> None:
        assert self.current is not None
        self.body += statements

    def close(self, next_: m.Next) -> None:
        assert self.current is not None
        self.add(m.Step(self.current, self.clause, tuple(self.body), next_))
        self.current, self.body = None, []

    def jump(self, target: str) -> None:
        if self.current is not None:
            self.close(m.Jump(target))

    def add(self, node: m.Node) -> None:
        assert node.id not in self.b.nodes, node.id
        self.b.nodes[node.id] = node

    def cell(self, name: str, symbol: LocalSymbol) -> str:
        return self.frame(name, symbol.type)

    def frame(self, name: str, type_: object) -> str:
        cell = self.b.frame(self.owner, name, type_)  # type: ignore[arg-type]
        if self.scopes:
            self.scopes[-1].append(cell)
        return cell

    def store(self, symbol: LocalSymbol, value: m.Expr, env: Env) -> Env:
        """A new frame cell for `symbol`, holding `value`."""
        cell = self.cell(symbol.name, symbol)
        self.emit(m.Assign(cell, (), value))
        return env.bind(symbol, m.Load(cell))

    def number(self, name: str, low: int, high: int) -> str:
        return self.frame(name, NumberType(low, high))

    def push_scope(self) -> None:
        self.scopes.append([])

    def pop_scope(self) -> list[str]:
        return self.scopes.pop()

    def clear(self, cells: Sequence[str]) -> None:
        if self.current is not None:
            self.emit(*self.b.clear(cells))

    def asked(self, said: bool, node: s.Node, condition: m.Expr, env: Env) -> m.Expr:
        """A condition that a fork is to ask next, shown to all where its head says `reveals`."""
        known, condition = self.cx.statements.asked(said, node, condition, env)
        self.emit(*known)
        return condition

    def plus(self, cell: str, amount: int) -> m.Stmt:
        return m.Assign(cell, (), add(m.Load(cell), amount))

    # ---------------------------------------------------------------------------------------------------------- bodies

    def block(self, body: tuple[s.Stmt, ...], env: Env, tail: bool = False) -> None:
        """A body in a scope of its own."""
        self.push_scope()
        self.statements(body, env, tail)
        self.clear(self.pop_scope())

    @abstractmethod
    def statements(self, body: tuple[s.Stmt, ...], env: Env, tail: bool = False) -> None:
        """A body in the scope that is there; `tail`: nothing of the owner comes after it."""

    @abstractmethod
    def let(self, stmt: s.Let, env: Env) -> Env:
        """A name for a value, from here to the end of the scope."""
