"""Alternatives of decisions: a head whose picks are kept in cells; and the actions of a choice, each with what runs it.

`decisions.py` finds what a head offers, `choices.py` has the statements that ask.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import evolve, frozen

from ...check.decision_heads import Head
from ...syntax import nodes as s
from .. import program as m
from . import flow_calls, option_audiences
from .decisions import DraftLevel, PickCells
from .encoding import bounds
from .env import Env
from .node_builder import NodeBuilder


@frozen
class ActionOffer:
    """An offered action: its alternative, and the cells of its picks."""

    action: s.ActionClause
    head: Head
    cells: PickCells
    alternative: m.Alternative

    def run(self, f: NodeBuilder, env: Env, after: str) -> None:
        """Write the way from the option taken, in the open step, through the action's body, to `after`."""
        flow_calls.act(f, self.action, self.head, self.cells, env, after)


def make(
    f: NodeBuilder, begun: m.Alternative, head: Head, levels: list[DraftLevel], cells: PickCells, env: Env
) -> m.Alternative:
    """Return the alternative with its parameters; in `env` each of them is a local of the machine."""
    made = []
    for level in levels:
        low, high = bounds(level.symbol.type)
        low += level.choose in f.cx.decisions.alone and f.cx.decisions.raw(level.choose)
        made.append(
            m.Level(
                level.name,
                f.b.domain(level.symbol.type),
                low,
                high,
                tuple(level.tests),
                cells[level.choose],
                within=level.within[0] if level.within else None,
                seen=option_audiences.audience_of_choose(f, level.choose, f"{begun.label}.{level.name}", levels, env),
            )
        )
    names = {level.choose: level.name for level in levels}
    order = tuple(names[c] for c in head.chooses)
    return evolve(begun, levels=tuple(made), label_order=order)


def offers(
    f: NodeBuilder, actions: Sequence[s.ActionClause], env: Env, first: Iterable[m.Test] = (), keep_last: bool = False
) -> list[ActionOffer]:
    """Return the alternatives of these actions, each after the tests in `first`, except those that are never possible.
    With `keep_last` one remains in any case: the decision exists, and finds no option.
    """
    found: list[ActionOffer] = []
    for action in actions:
        owner = f"action {action.name.text}"
        head = f.cx.decisions.head(action.body, True)
        inner = Env(owner, owner, me=env.me)
        before, levels, known = f.cx.decisions.draft(head, inner, f.cx.decisions.condition(action, inner))
        before, levels = f.cx.decisions.with_amount(head, before, levels, known)
        never = next((t for t in before if t.value == m.Const(0) and t.name is None), None)
        if never is not None and (found or not keep_last or action is not actions[-1]):
            f.b.origins.never[action.name.text] = f.b.origins.of(never)
            continue
        target = f.label(f"do {action.name.text}")
        cells = flow_calls.action_cells(f, action, head)
        begun = m.Alternative(owner, action.name.text, (*first, *before), (), (), 0, target)
        found.append(ActionOffer(action, head, cells, make(f, begun, head, levels, cells, known)))
    return found
