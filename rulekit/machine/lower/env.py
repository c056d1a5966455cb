"""Where names live while a body is lowered: a local of the machine, or a frame cell.

Locals of the machine are known by their names alone, so that lowering must never give one name to two things that are
in sight of each other.  A name of the rulebook's stays as it is where it can.  What lowering needs beside it begins
with `#`; if it belongs to one of the rulebook's names, a word stands between: `#in x`.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve, field, frozen

from ...model.symbols import LocalSymbol
from .. import program as m
from ..traversal import parts_of
from .encoding import kind


@frozen
class Env:
    """`clause` is the id for marks and faults, `owner` the procedure or flow whose frame new cells join.

    `me` is None where nobody acts.  `in_action`: within an action, whose player is `action_me`; what he decides there
    belongs to the move that he took it by.  `secret` marks decisions inside `at once`.  `acted` is the window's cell
    that a non-pass sets.  `in_triggers`: triggers are being run, and are not run again.
    """

    clause: str
    owner: str
    locals: Mapping[LocalSymbol, m.Expr] = field(factory=dict)
    me: m.Expr | None = None
    in_action: bool = False
    action_me: m.Expr | None = None
    secret: bool = False
    acted: str | None = None
    in_triggers: bool = False
    left: str | None = None  # what a way out of the innermost loop sets before it breaks, if it must
    again: str | None = None  # where a decision begins that what is offered at any time stands at; `offers.py`
    live: frozenset[str] = frozenset()  # machine locals read later, though nothing in sight is told by them

    def bind(self, symbol: LocalSymbol, value: m.Expr) -> Env:
        return evolve(self, locals={**self.locals, symbol: value})

    def local(self, symbol: LocalSymbol) -> tuple[Env, str]:
        """Return a machine local for `symbol`, where it is bound for an expression or a block."""
        name = self.fresh(symbol.name)
        return self.bind(symbol, m.Local(name)), name

    def define_local(self, symbol: LocalSymbol) -> tuple[Env, str]:
        """Return a machine local for `symbol`, where a statement defines it. A set's name says how many members it may
        have: blocks of the rulebook's that stand in line share one block of the machine, in which a local keeps its
        kind.
        """
        size = kind(symbol.type)
        name = self.fresh(f"{symbol.name} of {size}" if size else symbol.name)
        return self.bind(symbol, m.Local(name)), name

    def fresh(self, stem: str) -> str:
        """Return a name for a machine local by which nothing in sight is told; the rulebook's own expressions may
        stand where it is bound.
        """
        told = [*self.locals.values(), *(who for who in (self.me, self.action_me) if who is not None)]
        used = {part.name for value in told for part in parts_of(value) if isinstance(part, m.Local)} | self.live
        name, n = stem, 2
        while name in used:
            name, n = f"{stem}_{n}", n + 1
        return name

    def without_reuse(self, name: str) -> Env:
        """Return an environment in which nothing reuses that machine local."""
        return evolve(self, live=self.live | {name})

    def player(self) -> m.Expr:
        """`me`, or seat 0 where nobody acts (a parameter nothing reads)."""
        return m.Const(0) if self.me is None else self.me
