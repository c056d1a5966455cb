"""E420: `require` says which options there are: it stands beside a `choose` or at the head of an action or branch."""

from __future__ import annotations

from ...syntax import nodes as s
from ...syntax.traversal import bodies, body_of, branches_of
from ..checked import CheckedModel
from ..checker import Checker
from ..decision_heads import head_role, procedure_lets


def requires(c: Checker, model: CheckedModel) -> None:
    for placed in c.book.clauses:
        _body(c, body_of(placed.clause), isinstance(placed.clause, s.ActionClause))


def _body(c: Checker, body: tuple[s.Stmt, ...], offered: bool) -> None:
    """`offered`: the body's head is part of an option."""
    waiting: list[s.Stmt] = []
    calls = procedure_lets(body, c.refs)
    for stmt in body:
        role = head_role(stmt, calls)
        if role == "requires":
            waiting.append(stmt)
        elif role == "picks":
            offered = True
        elif role != "names":
            _end(c, waiting, offered)
            waiting, offered = [], False
            branches = {id(branch.body) for branch in branches_of(stmt)}
            for inner in bodies(stmt):
                _body(c, inner, id(inner) in branches)
    _end(c, waiting, offered)


def _end(c: Checker, waiting: list[s.Stmt], offered: bool) -> None:
    for stmt in [] if offered else waiting:
        c.report.add(
            "E420",
            stmt.span,
            "this requires something of no option: no choice is made here",
            help=[
                "`require` stands beside a `choose`, or at the head of an action or branch",
                "elsewhere say what happens otherwise: `if …:`",
            ],
        )
