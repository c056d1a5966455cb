"""Where names live while a body is lowered: a local of the machine, or a frame cell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import evolve, field, frozen

from ...model.symbols import LocalSymbol
from .. import program as m


@frozen
class Env:
    """`clause` is the id for marks and faults, `owner` the procedure or flow whose frame new cells join.

    `me` is None where nobody acts.  `secret` marks decisions inside `at once`.  `acted` is the window's cell that a
    non-pass sets.
    """

    clause: str
    owner: str
    locals: Mapping[LocalSymbol, m.Expr] = field(factory=dict)
    me: m.Expr | None = None
    in_action: bool = False
    action_me: m.Expr | None = None
    secret: bool = False
    acted: str | None = None
    settling: bool = False
    taken: frozenset[str] = frozenset()  # machine locals of blocks that stand in line with what follows

    def bind(self, symbol: LocalSymbol, value: m.Expr) -> Env:
        return evolve(self, locals={**self.locals, symbol: value})

    def local(self, symbol: LocalSymbol) -> tuple[Env, str]:
        """A machine local for `symbol`, under a name not used by any name in sight."""
        used = {v.name for v in self.locals.values() if isinstance(v, m.Local)} | self.taken
        name, n = symbol.name, 2
        while name in used:
            name, n = f"{symbol.name}_{n}", n + 1
        return self.bind(symbol, m.Local(name)), name

    def player(self) -> m.Expr:
        """`me`, or seat 0 where nobody acts (a parameter nothing reads)."""
        return m.Const(0) if self.me is None else self.me

    def after(self, made: Iterable[m.Stmt]) -> Env:
        """What follows, in the same block of the machine, takes other names than these statements did."""
        return evolve(self, taken=self.taken | {stmt.name for stmt in made if isinstance(stmt, m.Define)})
