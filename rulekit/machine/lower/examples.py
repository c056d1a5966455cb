"""Lowering of `example` blocks. Their positions become routines, or nodes if they involve chance. Their expectations
become functions, and their moves become labels of options.
"""

from __future__ import annotations

from ...syntax import nodes as s
from .. import program as m
from .body import RoutineBody
from .env import Env
from .flow import Flow
from .lowering_context import LoweringContext
from .triggers import WatchedRule


def examples(cx: LoweringContext) -> tuple[m.Example, ...]:
    """Return the lowered examples of this rulebook. The check has decided which of them apply to the configuration."""
    found = []
    for placed in cx.model.rulebook.clauses:
        clause = placed.clause
        if isinstance(clause, s.ExampleClause) and placed.id in cx.model.examples:
            lines: list[m.ExampleLine] = []
            for n, node in enumerate(clause.lines):
                lines += [line(cx, placed.id, n, node)] * (node.times if isinstance(node, s.Played) else 1)
            found.append(m.Example(clause.name.text, placed.id, tuple(lines)))
    return tuple(found)


def line(cx: LoweringContext, id_: str, n: int, node: s.Given | s.Played | s.Expect) -> m.ExampleLine:
    row = node.span.first.line
    name = f"{id_} {n + 1}"
    if isinstance(node, s.Played):
        args = tuple((None if a.name is None else a.name.text, cx.model.printed[a.value]) for a in node.args)
        return m.ExampleLine(node.verb, node.label.text, args, line=row, opening=node.opening)
    if isinstance(node, s.Expect):
        env = Env(id_, id_, me=m.Load(m.ACTIVE))
        cx.b.functions[name] = m.Function(name, id_, (), m.NUMBER, cx.ex.truth(node.condition, env))
        cx.b.origins.truths[name] = (node.condition, env)
        return m.ExampleLine("expect", name=name, line=row, opening=node.opening)
    name, laid = lay_out_position(cx, id_, name, node.body)
    if node.procedure is None or node.step is None:
        return m.ExampleLine("given", name=name, at=tuple(cx.b.turn_starts), line=row, laid=laid)
    step = f"{node.procedure.text}.{node.step.text}"
    at = tuple(entry for key, entry in cx.b.step_starts if key == step)
    return m.ExampleLine("given", step, name=name, at=at, line=row, laid=laid)


def lay_out_position(cx: LoweringContext, id_: str, name: str, body: tuple[s.Stmt, ...]) -> tuple[str, str]:
    """Lower the statements that set up a position of an example. Return the name of a routine and "" or, if chance is
    involved, the names of the first and the last node."""
    env = Env(id_, id_, me=m.Load(m.ACTIVE))
    lapsed = [WatchedRule.of(cx, rule).rearm() for rule in cx.weaver.whenevers]
    if not any(cx.has_flow(stmt) for stmt in body):
        laid_out = RoutineBody.of(cx, id_, lambda f: f.block(body, env))
        cx.b.routines[name] = m.Routine(name, id_, (), None, (*laid_out, *lapsed))
        return name, ""
    f = Flow(cx, name, id_)
    begin, laid = f"{name}.enter", f"{name}.laid"
    f.open(begin)
    f.block(body, env)
    f.emit(*lapsed)
    f.jump(laid)
    cx.b.nodes[laid] = m.End(laid, id_)
    return begin, laid
