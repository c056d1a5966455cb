"""E406: `after` looks only beyond what neither asks, draws nor ends anything."""

from __future__ import annotations

from ...model.symbols import ProcedureSymbol
from ...syntax import nodes as s
from ...syntax.traversal import inside
from ..checked import CheckedModel
from ..checker import Checker


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
