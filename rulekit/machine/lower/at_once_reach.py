"""Reachability from inside `at once`, or from anywhere: the clauses that are lowered once for callers inside it and
outside.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...check.step_names import steps_of
from ...model.rulebook import Placed
from ...syntax import nodes as s
from ...syntax.forms import does
from ...syntax.traversal import bodies, body_of, call_targets, every

CELL = "at once"
"""The cell that says whether somebody's part is being played."""


def clauses_inside_at_once(clauses: Iterable[Placed]) -> frozenset[str]:
    """The ids of the clauses that play may come to from inside `at once`."""
    clauses = tuple(clauses)
    at: dict[str, set[str]] = {}
    for placed in clauses:
        match placed.clause:
            case s.RuleClause(trigger=s.AtStep(procedure=procedure, step=step)):
                at.setdefault(f"{procedure.text}.{step.text}", set()).add(placed.id)
    names: dict[s.Stmt, str] = {step: name for _, name, step in steps_of(clauses)}
    todo: list[str] = []
    statements = (stmt for placed in clauses for stmt in every(body_of(placed.clause)))
    for inside in (body for stmt in statements if does(stmt, "secret") for body in bodies(stmt)):
        todo += call_targets(inside)
        todo += (rule for stmt in every(inside) for rule in at.get(names.get(stmt, ""), ()))
    return reachable_ids(clauses, todo)


def reachable_ids(clauses: Iterable[Placed], todo: list[str]) -> frozenset[str]:
    """These ids, and those of all that they lead to, with `choice`s and what nothing answers."""
    uses: dict[str, set[str]] = {}
    for placed in clauses:
        uses.setdefault(placed.id, set()).update(call_targets(body_of(placed.clause)))
        match placed.clause:
            case s.ActionClause(choice=choice):
                uses.setdefault(f"choice {choice.text}", set()).add(placed.id)
            case s.RuleClause(trigger=s.When(event=event)):
                uses.setdefault(f"event {event.text}", set()).add(placed.id)
            case s.RuleClause(trigger=s.AtStep(procedure=procedure)):
                uses.setdefault(f"procedure {procedure.text}", set()).add(placed.id)
    found: set[str] = set()
    while todo:
        one = todo.pop()
        if one not in found:
            found.add(one)
            todo += uses.get(one, ())
    return frozenset(found)
