"""Which loop of turns or rounds is running: a cell, where there are several, or where one might be left that is not;
and what was going on around it, where it may begin in a circle of calls or in a rule that waits.

The loops are `turn_loops.py`; where `leave` leads is `linking.py`.
"""

from __future__ import annotations

from collections.abc import Callable

from ...check.checked import CheckedModel
from ...check.clause_call_graph import stray_exits
from ...syntax import nodes as s
from ...syntax.traversal import unit_left
from .. import program as m
from .builder import Builder
from .encoding import ZERO, op

ANOTHER = "another turn"
"""The cell that says whether who has the turn takes one more; a name that no rulebook can give to what it keeps."""


def cell(b: Builder, what: str) -> str:
    """The number of the loop that is running, from 1; 0: none."""
    return b.control(f"loop of {what}s", 0, 255)


def settling_cell(b: Builder, what: str) -> str:
    """Whether a rule that waits was running when the pass of the running loop began."""
    return b.control(f"{what} settling", 0, 1)


def guard(b: Builder, model: CheckedModel, stmt: s.Stmt, clause: str) -> Callable[[m.Expr], m.Expr] | None:
    """What lets a value through only if a turn or round is under way that this statement is about; None where that is
    sure.
    """
    what = "round" if unit_left(stmt) == "round" else "turn"
    if stmt not in stray_exits(model.rulebook.clauses):
        return None
    fault = b.fault("E713", clause, f"no {what} is under way", stmt.span)
    running = op("gt", m.Load(cell(b, what)), ZERO)
    return lambda value: m.Check(running, fault, value)
