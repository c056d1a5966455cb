"""Decisions: choose, do one of, either/or, may. The head of a branch or action becomes an alternative; its body follows
where the option is taken.
"""

from __future__ import annotations

from attrs import evolve

from ...check.decision_heads import Head, first_decision
from ...model.naming import PASS
from ...model.types import TruthType
from ...syntax import nodes as s
from .. import program as m
from . import any_time, at_once, flow_calls, offers
from .body import lowers
from .control import let
from .decisions import PickCells
from .encoding import ONE
from .env import Env
from .node_builder import NodeBuilder

NO_OPTION = "a decision has no option, and no `otherwise` says what then"


def choose(f: NodeBuilder, body: tuple[s.Stmt, ...], env: Env) -> tuple[Env, tuple[s.Stmt, ...]]:
    """Write a group of chooses as one decision. Return the environment after it, and the rest of the body."""
    first, head, alone = first_decision(body, f.cx.decisions.calls)
    if alone:
        f.cx.decisions.alone.add(first)
    env = any_time.begin(f, env)
    flow_calls.run_triggers(f, env)
    target = f.label("chosen")
    fallback = None
    if alone and first.otherwise is not None:
        fallback = f.label("otherwise")
    before, levels, known = f.cx.decisions.draft(head, env)
    if fallback is None:
        before, levels = f.cx.decisions.with_amount(head, before, levels, known)
    after, cells = stores(f, head, env)
    label = f.decision_label()
    begun = m.Alternative(f.clause, label, tuple(before), (), (), 0, target)
    alternative = offers.make(f, begun, head, levels, cells, known)
    decide(f, (alternative,), env, audience_of(f, env), fallback, first)
    f.open(target)
    if fallback is not None:
        assert first.otherwise is not None
        join = f.label("after")
        symbol = f.ex.model.binds[first.binder]
        value = after.locals[symbol]
        assert isinstance(value, m.Load)
        f.jump(join)
        f.open(fallback)
        if first.reveals:
            f.emit(nothing_possible(f))
        f.emit(m.Write(value.cell, (), f.ex.fit(first.otherwise, symbol.type, env)))
        f.open(join)
    after = lets(f, head, after)
    return after, head.rest


def stores(f: NodeBuilder, head: Head, env: Env) -> tuple[Env, PickCells]:
    """Make frame cells for the picks of a head."""
    cells = {}
    for choose in head.chooses:
        symbol = f.ex.model.binds[choose.binder]
        cells[choose] = f.frames.cell(symbol.name, symbol.type)
        env = env.bind(symbol, m.Load(cells[choose]))
    return env, cells


def lets(f: NodeBuilder, head: Head, env: Env) -> Env:
    """Write the head's lets again, after everything is picked."""
    for item in head.items:
        if isinstance(item, s.Let):
            env = let(f, item, env, False)
    return env


def audience_of(f: NodeBuilder, env: Env) -> m.Expr | None:
    """Return who sees the option that is picked: inside `at once` only the chooser, else everybody."""
    return at_once.own_only(f, env, None)


def decide(
    f: NodeBuilder,
    alternatives: tuple[m.Alternative, ...],
    env: Env,
    audience: m.Expr | None,
    otherwise: str | None,
    node: s.Node,
    move: bool | None = None,
) -> None:
    """Close the open step with a decision of `me`. The parameters are the fields of the decision.

    Actions offered at any time do not count as options for `otherwise`.
    """
    id_ = f.label("decide")
    beside = any_time.beside(f, env, alternatives)
    if beside and otherwise is not None:
        f.close(m.Fork(any_time.possible(alternatives), id_, otherwise))
        otherwise = None
    else:
        f.close(m.Jump(id_))
    alternatives = (*alternatives, *(one.alternative for one in beside))
    fault = f.b.fault("E710", f.clause, NO_OPTION, node.span)
    begins = not env.in_action if move is None else move
    f.b.add(m.Decision(id_, f.clause, env.player(), alternatives, begins, audience, otherwise, fault))
    any_time.run_taken(f, env, beside)


# ---------------------------------------------------------------------------------------------------------- do one of


@lowers(s.Do)
def do(f: NodeBuilder, stmt: s.Do, env: Env, tail: bool) -> None:
    """Write the choice among the actions of an open choice, with declining if it is optional."""
    env = any_time.begin(f, env)
    flow_calls.run_triggers(f, env)
    after = f.label("after")
    actions = f.cx.decisions.actions(stmt.choice.text)
    found = offers.offers(f, actions, env, keep_last=not stmt.optional)
    finish(f, stmt, [one.alternative for one in found], env, after)
    for one in found:
        f.open(one.alternative.target)
        note_act(f, env)
        one.run(f, env, after)
    f.open(after)


@lowers(s.Either)
def either(f: NodeBuilder, stmt: s.Either, env: Env, tail: bool) -> None:
    env = any_time.begin(f, env)
    flow_calls.run_triggers(f, env)
    alternatives, bodies = [], []
    after = f.label("after")
    f.frames.push()
    for branch in stmt.branches:
        head = f.cx.decisions.head(branch.body, True)
        before, levels, known = f.cx.decisions.draft(head, env)
        before, levels = f.cx.decisions.with_amount(head, before, levels, known)
        target = f.label(branch.name.text)
        inner, cells = stores(f, head, env)
        begun = m.Alternative(f.clause, branch.name.text, tuple(before), (), (), 0, target)
        alternatives.append(offers.make(f, begun, head, levels, cells, known))
        bodies.append((branch, head, target, inner))
    finish(f, stmt, alternatives, env, after)
    shared = f.frames.pop()
    for branch, head, target, inner in bodies:
        f.open(target)
        note_act(f, env)
        f.frames.scopes.append(shared)  # so that a way out of a loop clears what was picked, too
        f.frames.push()
        outer, f.inside = f.inside, (f.clause, branch.name.text)
        inner = evolve(inner, in_action=True, action_me=env.me)  # what he decides in it belongs to this move
        f.statements(head.rest, lets(f, head, inner))
        f.inside = outer
        f.clear([*f.frames.pop(), *f.frames.pop()])
        f.jump(after)
    f.open(after)


def finish(f: NodeBuilder, stmt: s.Do | s.Either, alternatives: list[m.Alternative], env: Env, after: str) -> None:
    """Write the decision of a `do` or `either`, with declining and `otherwise`."""
    if stmt.optional:
        alternatives.append(m.Alternative(f.clause, PASS, (), (), (), 0, after))
    fallback = f.label("otherwise") if stmt.otherwise is not None else None
    decide(f, tuple(alternatives), env, audience_of(f, env), fallback, stmt)
    if fallback is not None:
        f.open(fallback)
        if stmt.reveals:
            f.emit(nothing_possible(f))
        f.block(stmt.otherwise or (), env)
        f.jump(after)


def nothing_possible(f: NodeBuilder) -> m.Stmt:
    """Return the statement by which an `otherwise` that reveals shows that there was no option."""
    everybody = m.SetConst(f.b.players, (1 << f.b.players) - 1)
    return m.Reveal(("otherwise",), (), (), None, ONE, f.b.domain(TruthType()), everybody)


def note_act(f: NodeBuilder, env: Env) -> None:
    """Note that the player acted, inside a window."""
    if env.acted is not None:
        f.emit(m.Write(env.acted, (), ONE))
