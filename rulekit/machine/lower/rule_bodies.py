"""A named step with the rules woven round it, and the body of a rule where it runs.

Which rules these are is found by `rule_weaving.py`.
"""

from __future__ import annotations

from attrs import evolve

from ...syntax import nodes as s
from .. import program as m
from .env import Env
from .node_builder import NodeBuilder


def step(f: NodeBuilder, stmt: s.Step, env: Env, tail: bool) -> None:
    """A named step with the rules before, instead of and after it."""
    weaver = f.cx.weaver
    spliced = weaver.splice(stmt)
    entry = f.b.fresh(f"{f.owner}.{stmt.name.text}")
    f.open(entry)
    if spliced.name:
        f.b.step_starts.append((spliced.name, entry))
    for rule in spliced.before:
        hooked(f, rule, env)
    end = f.label("after")
    for rule in spliced.instead if f.current is not None else ():
        if not guarded(f, rule, env, ("instead", "else"), end):
            f.jump(end)
            break
    if f.current is not None:
        f.block(stmt.body, env, tail and not spliced.after)
    f.open(end)
    for rule in spliced.after:
        hooked(f, rule, env)


def hooked(f: NodeBuilder, rule: s.RuleClause, env: Env) -> None:
    """A rule's body where its guard holds; nothing where a rule before it has left for good."""
    if f.current is not None:
        guarded(f, rule, env, ("rule", "after"))


def guarded(f: NodeBuilder, rule: s.RuleClause, env: Env, labels: tuple[str, str], after: str | None = None) -> bool:
    """A rule's body where its guard holds, and then `after` (None: where play goes on when it does not hold, which is
    the step left open).  False where it has no guard: the body is in the step that was open.
    """
    env = f.cx.weaver.entered(rule, env)
    known, guard = f.cx.statements.guard(rule, env)
    f.emit(*known)
    if guard is None:
        rule_body(f, rule, env)
        return False
    then, other = (f.label(label) for label in labels)
    f.close(m.Fork(guard, then, other))
    f.open(then)
    rule_body(f, rule, env)
    f.jump(after or other)
    f.open(other)
    return True


def rule_body(f: NodeBuilder, rule: s.RuleClause, env: Env) -> None:
    """The nodes of a rule's body name the rule as their clause."""
    outer, f.clause = f.clause, f"rule {rule.name.text}"
    if f.current is not None and f.body:
        f.open(f.label("rule"))
    f.emit(m.Mark(f.clause))
    f.block(rule.body, evolve(env, clause=f.clause, in_action=False))
    if f.current is not None:
        f.open(f.label("on"))
    f.clause = outer
