"""E502 (K2): a branch on what is hidden from somebody, that changes what others see, must say `reveals`."""

from __future__ import annotations

from ...model.rulebook import Placed
from ...model.symbols import KeepSymbol, PlaceSymbol, ProcedureSymbol
from ...syntax import nodes as s
from ..checked import CheckedModel
from ..checker import Checker
from ..knowledge import Env, Reader
from ..tracking import Tracker
from ..walk import body_of, every

_TELLING = (s.Choose, s.Do, s.Either, s.AtOnce, s.Window, s.Turns, s.Rounds, s.Over, s.Announce, s.Show, s.Leave)


def branches(c: Checker, model: CheckedModel) -> None:
    if not any(isinstance(stmt, s.If) for p in c.book.clauses for stmt in every(body_of(p.clause))):
        return
    reader = Reader(c)
    check = _Branches(c, reader)
    Tracker(c, reader).visit(check.look)


class _Branches:
    def __init__(self, c: Checker, reader: Reader) -> None:
        self.c = c
        self.reader = reader
        self.procedures: dict[ProcedureSymbol, s.Stmt | None] = {}

    def look(self, stmt: s.Stmt, env: Env, placed: Placed) -> None:
        if not isinstance(stmt, s.If) or stmt.reveals:
            return
        hidden = next((r for r in self.reader.reads(stmt.condition, env) if not self.reader.public(r)), None)
        if hidden is None:
            return
        telling = self._telling((*stmt.then, *stmt.otherwise))
        if telling is None:
            return
        via = " by way of " + ", ".join(f"fact `{f}`" for f in hidden.via) if hidden.via else ""
        self.c.report.add(
            "E502",
            stmt.condition.span,
            f"this reads `{hidden.symbol.name}`, which not everybody sees{via}, and what follows shows it to all",
            labels=[(telling.span, "seen by all")],
            help=["if the rules mean it to be known, write `, reveals` after the condition"],
        )

    def _telling(self, body: tuple[s.Stmt, ...]) -> s.Stmt | None:
        """The first statement of a body that everybody notices."""
        for stmt in every(body):
            if isinstance(stmt, _TELLING):
                return stmt
            match stmt:
                case s.Draw(audience=audience) if audience is None or audience.who == "all":
                    return stmt
                case s.Assign(target=target):
                    if self._noticed(target):
                        return stmt
                case s.Move(take=take, to=to):
                    if self._noticed(take.place) or self._noticed(to.place):
                        return stmt
                case s.Put(to=to):
                    if self._noticed(to.place):
                        return stmt
                case s.Remove(take=take):
                    if self._noticed(take.place):
                        return stmt
                case s.Perform(call=call) | s.Let(value=s.Call() as call):
                    symbol = self.c.refs.get(call)
                    if isinstance(symbol, ProcedureSymbol) and self._tells(symbol):
                        return stmt
        return None

    def _noticed(self, node: s.Expr) -> bool:
        symbol = self.c.refs.get(node)
        if not isinstance(symbol, PlaceSymbol | KeepSymbol):
            return False
        return symbol.seen.who == "all" or symbol.counted.who == "all"

    def _tells(self, procedure: ProcedureSymbol) -> bool:
        if procedure not in self.procedures:
            self.procedures[procedure] = None
            self.procedures[procedure] = self._telling(procedure.clause.body or ())
        return self.procedures[procedure] is not None
