"""E501 (K1): whose decision it is, its domains, guards and windows read only what the decider sees."""

from __future__ import annotations

from ...model.rulebook import Placed
from ...syntax import nodes as s
from ..checked import CheckedModel
from ..checker import Checker
from ..knowledge import Env, Known, Reader, audience_name
from ..tracking import NOBODY, Tracker
from ..walk import body_of, every


def deciders_see(c: Checker, model: CheckedModel) -> None:
    reader = Reader(c)
    if not reader.hidden and not _audiences(c):
        return
    check = _DecidersSee(c, reader)
    Tracker(c, reader).visit(check.look)


def _audiences(c: Checker) -> list[s.Node]:
    return [
        stmt.audience
        for placed in c.book.clauses
        for stmt in every(body_of(placed.clause))
        if isinstance(stmt, s.Draw) and stmt.audience is not None
    ]


class _DecidersSee:
    def __init__(self, c: Checker, reader: Reader) -> None:
        self.c = c
        self.reader = reader

    def look(self, stmt: s.Stmt, env: Env, placed: Placed) -> None:
        c = self.c
        match stmt:
            case s.Choose():
                inner = env.child()
                inner.locals[c.binds[(stmt, "member")]] = Known(("member", id(stmt)))
                self._seen(stmt.binder.domain, env, placed)
                for part in (stmt.where, stmt.total):
                    self._seen(part, inner, placed)
                amount = (stmt.amount.low, stmt.amount.high) if stmt.amount is not None else ()
                for part in (*amount, stmt.total_least, stmt.otherwise):
                    self._seen(part, env, placed)
            case s.Require(condition=condition):
                self._seen(condition, env, placed)
            case s.ForEach(chosen=True):
                self._seen(stmt.binder.domain, env, placed)
            case s.AtOnce(binder=binder, where=where):
                inner = env.child(("local", id(c.binds[binder])))
                inner.locals[c.binds[binder]] = Known(inner.me)
                self._seen(where, inner, placed)
            case s.Window(where=where):
                inner = env.child(("local", id(c.binds[stmt])))
                inner.locals[c.binds[stmt]] = Known(inner.me)
                self._seen(where, inner, placed)

    def _seen(self, node: s.Expr | None, env: Env, placed: Placed) -> None:
        if node is None or env.me == NOBODY:
            return
        for read in self.reader.reads(node, env):
            if self.reader.public(read) or self.reader.seen_by(read, env.me):
                continue
            via = " by way of " + ", ".join(f"fact `{f}`" for f in read.via) if read.via else ""
            inside = (
                read.node.span.source is node.span.source and node.span.start <= read.node.span.start < node.span.end
            )
            self.c.report.add(
                "E501",
                read.node.span if inside else node.span,
                f"who decides here need not see `{read.symbol.name}`, which this reads{via}",
                labels=[] if inside else [(read.node.span, "read here")],
                help=[
                    f"{audience_name(read.symbol, read.what)}; if the player knows it all the same: `remembered(…)`",
                ],
            )
            return
