"""Reachability from inside `at once`: the clauses that are lowered once for callers inside it and outside."""

from __future__ import annotations

from collections.abc import Iterable

from ...model.rulebook import Placed
from ...syntax import nodes as s
from ...syntax.traversal import body_of, called, every

CELL = "at once"
"""The cell that says whether somebody's part is being played."""


def reached(clauses: Iterable[Placed]) -> frozenset[str]:
    """The ids of the clauses that play may come to from inside `at once`."""
    bodies = {p.id: body_of(p.clause) for p in clauses}
    uses: dict[str, set[str]] = {id_: called(body) for id_, body in bodies.items()}
    for placed in clauses:
        match placed.clause:
            case s.ActionClause(choice=choice):
                uses.setdefault(f"choice {choice.text}", set()).add(placed.id)
            case s.RuleClause(trigger=s.When(event=event)):
                uses.setdefault(f"event {event.text}", set()).add(placed.id)
            case s.RuleClause(trigger=s.AtStep(procedure=procedure)):
                uses.setdefault(f"procedure {procedure.text}", set()).add(placed.id)
    todo = [
        x for body in bodies.values() for stmt in every(body) if isinstance(stmt, s.AtOnce) for x in called(stmt.body)
    ]
    found: set[str] = set()
    while todo:
        one = todo.pop()
        if one not in found:
            found.add(one)
            todo += uses.get(one, ())
    return frozenset(found)
