"""Which actions are offered at any time, and the clauses that are lowered once for callers inside them and outside.

What is offered where is said by `any_time.py`.
"""

from __future__ import annotations

from attrs import frozen

from ...model.rulebook import Placed, actions_at_any_time
from ...syntax import nodes as s
from ...syntax.traversal import call_targets
from .at_once_reach import reachable_ids

CELL = "at any time"
"""The cell that says whether an action that is offered at any time is under way, where a body must ask."""


@frozen(eq=False)
class AnyTime:
    """The actions that are offered at any time, their ids, and the ids of what play may come to inside them; `asked`:
    somebody may decide there.
    """

    actions: tuple[s.ActionClause, ...] = ()
    ids: frozenset[str] = frozenset()
    within: frozenset[str] = frozenset()
    asked: bool = False


def any_time(clauses: tuple[Placed, ...], flow: frozenset[str], triggers_are_flow: bool) -> AnyTime:
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
