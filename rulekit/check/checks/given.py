"""E450: `given` lays a position out at once, so nothing in it asks, draws, shuffles, takes turns or ends the game."""

from __future__ import annotations

from ...syntax import nodes as s
from ..checked import CheckedModel
from ..checker import Checker
from ..effects import is_flow
from ..walk import every


def given(c: Checker, model: CheckedModel) -> None:
    for _, example in c.examples:
        for line in example.lines:
            for stmt in every(line.body) if isinstance(line, s.Given) else ():
                if is_flow(stmt) or _runs(stmt, model):
                    c.report.add(
                        "E450",
                        stmt.span,
                        "`given` lays a position out at once, and this asks, leaves to chance or ends something",
                        help=[
                            "lay out by `put` and `move`; what chance gives is said by `play` in the lines that follow"
                        ],
                    )


def _runs(stmt: s.Stmt, model: CheckedModel) -> bool:
    """Does the statement call what asks or draws?"""
    match stmt:
        case s.Perform(call=call) | s.Let(value=s.Call() as call):
            return f"procedure {call.name.text}" in model.flow
        case s.Announce(call=call):
            return f"event {call.name.text}" in model.flow
    return False
