"""Call reachability: which clauses may run inside `at once` (simultaneous choices), and which inside actions that may
be taken at any time.

Such a clause is lowered once for all callers. It reads a cell that says whether the caller is inside.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from ...check.effect_analysis import steps_of
from ...graphs import reached_by
from ...model.rulebook import Placed, actions_at_any_time
from ...syntax import nodes as s
from ...syntax.forms import does
from ...syntax.traversal import bodies, body_of, call_targets, every

AT_ONCE = "at once"
"""The cell that says whether play is inside an `at once` statement (simultaneous choices)."""
ANY_TIME = "at any time"
"""The cell that says whether an action offered at any time is in progress. It exists only if such an action leads to
further decisions."""


def clauses_inside_at_once(clauses: Iterable[Placed]) -> frozenset[str]:
    """Return the ids of the clauses that may run inside an `at once` statement (simultaneous choices)."""
    clauses = tuple(clauses)
    at: dict[str, set[str]] = {}
    for placed in clauses:
        match placed.clause:
            case s.RuleClause(trigger=s.AtStep(procedure=procedure, step=step)):
                at.setdefault(f"{procedure.text}.{step.text}", set()).add(placed.id)
    names: dict[s.Node, str] = {step: name for _, name, step in steps_of(clauses)}
    todo: list[str] = []
    statements = (stmt for placed in clauses for stmt in every(body_of(placed.clause)))
    for inside in (body for stmt in statements if does(stmt, "secret") for body in bodies(stmt)):
        todo += call_targets(inside)
        todo += (rule for stmt in every(inside) for rule in at.get(names.get(stmt, ""), ()))
    return reachable_ids(clauses, todo)


def reachable_ids(clauses: Iterable[Placed], todo: list[str]) -> frozenset[str]:
    """Return the ids in `todo`, and the ids of all clauses that these may lead to by calls, choices and events,
    directly or through others."""
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
    return frozenset(reached_by(todo, uses))


@frozen(eq=False)
class AnyTime:
    """The actions that may be taken at any time: their clauses, their ids, and the ids of the clauses that may run
    inside them (`within`). `asked`: these clauses contain decisions."""

    actions: tuple[s.ActionClause, ...] = ()
    ids: frozenset[str] = frozenset()
    within: frozenset[str] = frozenset()
    asked: bool = False


def any_time_actions(clauses: tuple[Placed, ...], flow: frozenset[str], triggers_are_flow: bool) -> AnyTime:
    actions = tuple(actions_at_any_time(clauses))
    if not actions:
        return AnyTime()
    ids = frozenset(f"action {action.name.text}" for action in actions)
    seeds = [target for action in actions for target in call_targets(action.body)]
    if triggers_are_flow:
        waiting = [p.id for p in clauses if isinstance(getattr(p.clause, "trigger", None), s.Whenever)]
        seeds += ["settle", *waiting]
    within = reachable_ids(clauses, seeds)
    return AnyTime(actions, ids, within, any(one in flow or one == "settle" for one in within - ids))
