"""E450: `given` sets a position up at once, so nothing in it asks or takes turns; it may draw, and end the game.

E406: `after` evaluates only procedures that neither ask, draw nor end anything.
"""

from __future__ import annotations

from ...model.symbols import ProcedureSymbol
from ...syntax import nodes as s
from ...syntax.forms import does
from ...syntax.traversal import every, inside, leads_to
from ..checked import CheckedModel
from ..checker import Checker
from ..effect_analysis import asks, classify


def questions_in_setup(c: Checker, model: CheckedModel) -> None:
    asking = classify(c.book.clauses, is_flow=_asks)
    for _, example in c.examples.clauses:
        for line in example.lines:
            for stmt in every(line.body) if isinstance(line, s.Given) else ():
                if (_asks(stmt) or asking.intersection(leads_to(stmt))) and not c.report.has(stmt.span):
                    c.report.add(
                        "E450",
                        stmt.span,
                        "`given` lays a position out at once, and this asks somebody, or is about turns",
                        help=["lay out by `put`, `move` and `shuffle`; what is decided is said by `play` later"],
                    )


def _asks(stmt: s.Stmt) -> bool:
    return asks(stmt) and not does(stmt, "ends")


def afters(c: Checker, model: CheckedModel) -> None:
    for placed in c.book.clauses:
        for node in (after for root in placed.roots for after in inside(root, s.After)):
            symbol = c.refs.get(node.call)
            if isinstance(symbol, ProcedureSymbol) and f"procedure {symbol.name}" in model.flow:
                c.report.add(
                    "E406",
                    node.call.span,
                    f"procedure `{symbol.name}` asks, draws or ends something, so `after` cannot look beyond it",
                    labels=[(symbol.clause.name.span, "here")],
                )
