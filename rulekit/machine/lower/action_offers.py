"""Makes the alternatives of decisions: for chooses, for the actions of a choice, and for actions that may be taken at
any time.

`decisions.py` makes the tests and parameters from the head of a decision (chooses, lets and requirements). `choices.py`
has the statements that ask.

Actions that may be taken at any time are among the options of every decision. A player who takes one returns to the
same decision, which is evaluated again. If a decision asks for several things one by one, these actions are offered
before the first pick. They are not offered where players order answering rules, inside `at once`, or inside such an
action. A body that is lowered once for calls from inside and outside of these reads a cell (`call_reach.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

from attrs import evolve, frozen

from ...check.alternatives import Head
from ...syntax import nodes as s
from .. import program as m
from . import flow_calls, option_audiences
from .call_reach import ANY_TIME
from .decisions import DraftLevel, PickCells, chain
from .env import Env
from .node_builder import NodeBuilder
from .value_encoding import ONE, ZERO, bounds, op


@frozen
class ActionOffer:
    """An action that a decision offers: its clause, its chooses (`head`), the cells for its picks, and its alternative
    in the machine."""

    action: s.ActionClause
    head: Head
    cells: PickCells
    alternative: m.Alternative

    def run(self, f: NodeBuilder, env: Env, after: str) -> None:
        """Write the call of the action at the end of the current step. When the action is over, play continues at the
        node `after`."""
        flow_calls.act(f, self.action, self.head, self.cells, env, after)


def make(
    f: NodeBuilder, unfinished: m.Alternative, head: Head, levels: list[DraftLevel], cells: PickCells, env: Env
) -> m.Alternative:
    """Return the alternative `unfinished` with the parameters `levels` added. `env` has the machine's local of each
    parameter."""
    made = []
    for level in levels:
        low, high = bounds(level.symbol.type)
        low += level.choose in f.cx.decisions.separate and f.cx.decisions.is_optional_pick(level.choose)
        made.append(
            m.Level(
                level.name,
                f.b.domain(level.symbol.type),
                low,
                high,
                tuple(level.tests),
                cells[level.choose],
                within=level.within[0] if level.within else None,
                seen=option_audiences.audience_of_choose(
                    f, level.choose, f"{unfinished.label}.{level.name}", levels, env
                ),
            )
        )
    names = {level.choose: level.name for level in levels}
    order = tuple(names[c] for c in head.chooses)
    return evolve(unfinished, levels=tuple(made), label_order=order)


def offers(
    f: NodeBuilder, actions: Sequence[s.ActionClause], env: Env, first: Iterable[m.Test] = (), keep_last: bool = False
) -> list[ActionOffer]:
    """Return an offer for each of these actions. The tests `first` come before those of the action. Actions that are
    never possible are left out. If `keep_last` and none is possible, the last one is kept, so that there is a decision,
    which has no option."""
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
        unfinished = m.Alternative(owner, action.name.text, (*first, *before), (), (), 0, target)
        found.append(ActionOffer(action, head, cells, make(f, unfinished, head, levels, cells, known)))
    return found


def begin(f: NodeBuilder, env: Env) -> Env:
    """Begin a decision at which actions may be taken at any time: open the node to which such an action returns. Return
    an environment that contains this node. Where no such action is offered, return `env`."""
    at = f.cx.any_time
    if not at.actions or env.secret or f.owner in at.ids:
        return env
    again = f.label("again")
    f.open(again)
    return evolve(env, again=again)


def beside(f: NodeBuilder, env: Env, own: tuple[m.Alternative, ...]) -> list[ActionOffer]:
    """Return the offers of the actions that may be taken at any time, without those among `own`, the decision's own
    alternatives."""
    if env.again is None:
        return []
    at, there = f.cx.any_time, {alternative.clause for alternative in own}
    actions = [action for action in at.actions if f"action {action.name.text}" not in there]
    tests = []
    if at.asked and (f.owner in at.within or f.clause in at.within):
        tests.append(m.Test(op("eq", m.Load(f.b.control(ANY_TIME, 0, 1)), ZERO)))
    here = option_audiences.inside(f)
    if here is not None:
        tests.append(m.Test(op("eq", here, ZERO)))
    return offers(f, actions, env, tests)


def possible(alternatives: tuple[m.Alternative, ...]) -> m.Expr:
    """Return the condition that at least one of these alternatives has an option."""
    found = []
    for one in alternatives:
        inner: m.Expr = ONE
        for level in reversed(one.levels):
            low, high = m.Const(level.low), m.Const(level.high)
            over = m.LoopDomain(low, high) if level.within is None else m.LoopDomain(within=level.within)
            inner = m.Fold("some", level.name, over, None, chain(list(level.tests), inner))
        found.append(chain(list(one.tests), inner))
    return reduce(lambda a, b: op("or", a, b), found)


def run_taken(f: NodeBuilder, env: Env, found: list[ActionOffer]) -> None:
    """Write the calls of the actions that may be taken at any time. After such an action, play returns to the
    decision."""
    if not found:
        return
    assert env.again is not None
    marks = f.cx.any_time.asked
    over = f.label("over")
    for one in found:
        f.open(one.alternative.target)
        if marks:
            f.emit(m.Write(f.b.control(ANY_TIME, 0, 1), (), ONE))
        one.run(f, env, over)
    f.open(over)
    end_action(f)
    f.jump(env.again)


def end_action(f: NodeBuilder) -> None:
    """Write that no action taken at any time is in progress any more. Every path that leaves such an action needs
    this."""
    if f.cx.any_time.asked and f.current is not None:
        f.emit(m.Write(f.b.control(ANY_TIME, 0, 1), (), ZERO))
