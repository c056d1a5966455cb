"""E450: `given` lays a position out at once, so nothing in it asks, takes turns or ends the game.

Chance may have a say in it.
"""

from __future__ import annotations

from ...syntax import nodes as s
from ...syntax.traversal import every, leads_to
from ..checked import CheckedModel
from ..checker import Checker
from ..effect_analysis import asks, classify


def questions_in_setup(c: Checker, model: CheckedModel) -> None:
    asking = classify(c.book.clauses, is_flow=asks)
    for _, example in c.examples.clauses:
        for line in example.lines:
            for stmt in every(line.body) if isinstance(line, s.Given) else ():
                if (asks(stmt) or asking.intersection(leads_to(stmt))) and not c.report.has(stmt.span):
                    c.report.add(
                        "E450",
                        stmt.span,
                        "`given` lays a position out at once, and this asks or ends something",
                        help=["lay out by `put`, `move` and `shuffle`; what is decided is said by `play` later"],
                    )
