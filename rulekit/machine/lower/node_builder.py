"""Builds the nodes of one owner (the flow clause, a procedure, an action, an event), the way IR builders do.

It keeps one step open, adds effects to it, and closes it where control divides.  Names live in frame cells
(`frame_scopes.py`).  What a statement becomes is said by `flow.py` and the files that it asks, which build here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from ...model.symbols import LocalSymbol
from ...syntax import nodes as s
from .. import program as m
from .builder import PseudoInstruction
from .env import Env
from .frame_scopes import FrameScopes
from .lowering_context import LoweringContext


class NodeBuilder(ABC):
    def __init__(self, cx: LoweringContext, owner: str, clause: str) -> None:
        self.cx = cx
        self.b = cx.b
        self.ex = cx.ex
        self.owner = owner
        self.clause = clause
        self.inside: tuple[str, str] | None = None  # the clause and branch whose body is being lowered
        self.current: str | None = None
        self.body: list[m.Stmt | PseudoInstruction] = []
        self.frames = FrameScopes(cx.b, owner)
        self.loop_exits: list[tuple[str, int]] = []  # where `leave loop` goes, and the scopes that stay open there
        self.part: tuple[int, m.Expr] | None = None  # inside `at once`: how many loops lie around it, what was before

    def label(self, hint: str) -> str:
        return self.b.fresh(f"{self.owner}.{hint}")

    def naming(self) -> str:
        """What later decisions and chances here are called: the branch they stand in, else the clause."""
        if self.inside is not None and self.inside[0] == self.clause:
            return self.inside[1]
        return self.clause.partition(" ")[2] or self.clause

    # ----------------------------------------------------------------------------------------------------------- nodes

    def open(self, node: str) -> None:
        """Begins the step `node`; where one is open, it goes on there."""
        if self.current is not None:
            self.close(m.Jump(node))
        self.current, self.body = node, []

    def emit(self, *statements: m.Stmt | PseudoInstruction) -> None:
        assert self.current is not None
        self.body += statements

    def close(self, next_: m.Next) -> None:
        assert self.current is not None
        self.b.add_step(self.current, self.clause, self.body, next_)
        self.current, self.body = None, []

    def jump(self, target: str) -> None:
        if self.current is not None:
            self.close(m.Jump(target))

    # ---------------------------------------------------------------------------------------------------------- effects

    def store(self, symbol: LocalSymbol, value: m.Expr, env: Env) -> Env:
        """A new frame cell for `symbol`, holding `value`."""
        cell = self.frames.cell(symbol.name, symbol.type)
        self.emit(m.Write(cell, (), value))
        return env.bind(symbol, m.Load(cell))

    def clear(self, cells: Sequence[str]) -> None:
        if self.current is not None:
            self.emit(*self.b.clear(cells))

    def asked(self, said: bool, node: s.Node, condition: m.Expr, env: Env) -> m.Expr:
        """A condition that a fork is to ask next, shown to all where its head says `reveals`."""
        known, condition = self.cx.statements.asked(said, node, condition, env)
        self.emit(*known)
        return condition

    # ---------------------------------------------------------------------------------------------------------- bodies

    def block(self, body: tuple[s.Stmt, ...], env: Env, tail: bool = False) -> None:
        """A body in a scope of its own."""
        self.frames.push()
        self.statements(body, env, tail)
        self.clear(self.frames.pop())

    def loop_body(self, body: tuple[s.Stmt, ...], env: Env, after: str) -> None:
        """The same, of a loop that `leave loop` leaves for `after`."""
        self.loop_exits.append((after, len(self.frames.scopes)))
        self.block(body, env)
        self.loop_exits.pop()

    @abstractmethod
    def statements(self, body: tuple[s.Stmt, ...], env: Env, tail: bool = False) -> None:
        """A body in the scope that is there; `tail`: nothing of the owner comes after it."""

    @abstractmethod
    def let(self, stmt: s.Let, env: Env) -> Env:
        """A name for a value, from here to the end of the scope."""
