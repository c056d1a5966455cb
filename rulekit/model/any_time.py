"""Choices that are offered at any time: `choice tricks, at any time where active == me`.

Their actions stand among the options of every decision of somebody, and whoever takes one then stands at the same
decision again.  What such a choice asks, each of its actions asks, as if a layer had put it there; where they are
offered, and where not, is said by `machine/lower/any_time.py`, who learns of it by `check/information`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import evolve

from ..syntax import nodes as s
from ..syntax.traversal import copied
from .rulebook import Placed


def choices_at_any_time(clauses: Iterable[Placed]) -> dict[str, s.ChoiceClause]:
    """By name."""
    found = (p.clause for p in clauses)
    return {c.name.text: c for c in found if isinstance(c, s.ChoiceClause) and c.any_time}


def actions_at_any_time(clauses: Sequence[Placed]) -> list[s.ActionClause]:
    """Those of all such choices, in the order written."""
    choices = choices_at_any_time(clauses)
    if not choices:
        return []
    return [p.clause for p in clauses if isinstance(p.clause, s.ActionClause) and p.clause.choice.text in choices]


def is_decision(stmt: s.Stmt) -> bool:
    """Whether somebody decides at the statement itself."""
    return isinstance(stmt, s.Choose | s.Do | s.Either) or (isinstance(stmt, s.ForEach) and stmt.chosen)


def conditioned(clauses: tuple[Placed, ...]) -> tuple[Placed, ...]:
    """The clauses, with what such a choice asks at each of its actions."""
    asked = {name: c.where for name, c in choices_at_any_time(clauses).items() if c.where is not None}
    if not asked:
        return clauses
    return tuple(
        evolve(p, conditions=(*p.conditions, copied(asked[p.clause.choice.text])))
        if isinstance(p.clause, s.ActionClause) and p.clause.choice.text in asked
        else p
        for p in clauses
    )
