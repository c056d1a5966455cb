"""The rewriter: changes all expressions of a machine, in functions, routines and nodes, as a pass says.

The pass supplies a function that changes a whole expression and, for decisions, one that changes an alternative. The
rewriter traverses the statements and nodes. Parts without changes stay the same objects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import attrs

from .. import program as m
from ..analyses.free_names import FreeNames
from ..analyses.manager import Analyses
from ..analyses.speculation_safety import LoopDetection, SpeculationSafety
from ..analyses.value_ranges import ANY, MEMBERS, Scope, ValueRanges, params_of
from ..clause_origins import follows, keep_origin
from ..form_table import ExprChange, each, form_of, map_children, map_domain, statements_of

Scoped = Callable[[m.Expr, Scope], m.Expr]
Arms = Callable[[m.Alternative], m.Alternative]
Inside = Callable[[tuple[m.Stmt, ...]], tuple[m.Stmt, ...]]
HasTests = m.Alternative | m.Level


class WithAnalyses:
    """The base class of passes and of their parts. It contains the analyses that most of them need. `done` counts the
    changes made."""

    def __init__(self, analyses: Analyses) -> None:
        self.analyses, self.fresh, self.functions = analyses, analyses.fresh, analyses.functions
        self.free, self.ranges = analyses.get(FreeNames), analyses.get(ValueRanges)
        self.speculation, self.loops = analyses.get(SpeculationSafety), analyses.get(LoopDetection)
        self.done = 0


def statement(stmt: m.Stmt, change: ExprChange) -> m.Stmt:
    """Return the statement with `change` applied to all its expressions; those in nested statements come first."""
    changed: m.Stmt = map_children(_with_blocks(stmt, lambda body: block(body, change)), change)
    return changed


def _with_blocks(stmt: Any, inside: Inside) -> Any:
    """Return the statement with `inside` applied to each of its nested blocks; the same object if no block changed."""
    new = {}
    for name in form_of(type(stmt)).blocks:
        old = getattr(stmt, name)
        body = inside(old)
        if body is not old:
            new[name] = body
    return attrs.evolve(stmt, **new) if new else stmt


def block(body: tuple[m.Stmt, ...], change: ExprChange) -> tuple[m.Stmt, ...]:
    return each(body, lambda s: statement(s, change))


def block_in_scope(body: tuple[m.Stmt, ...], change: Scoped, scope: Scope, ranges: ValueRanges) -> tuple[m.Stmt, ...]:
    """Return the statements with `change` applied to all their expressions. `change` also gets the scope of the
    expression: `scope`, and the ranges of the variables of `for` loops."""

    def one(stmt: m.Stmt) -> m.Stmt:
        match stmt:
            case m.Each(name, over, where, inside):
                inner = {**scope, name: ranges.over(over, scope)}
                if name in set(names_introduced(inside)):
                    inner[name] = ANY
                over = map_domain(over, lambda e: change(e, scope))
                where = None if where is None else change(where, inner)
                return m.Each(name, over, where, block_in_scope(inside, change, inner, ranges))
            case m.IfStatement(condition, then, otherwise):
                ways = [block_in_scope(way, change, scope, ranges) for way in (then, otherwise)]
                return m.IfStatement(change(condition, scope), *ways)
        return statement(stmt, lambda e: change(e, scope))

    return each(body, one)


Replace = Callable[[m.Stmt], tuple[m.Stmt, ...]]


def rewritten(body: tuple[m.Stmt, ...], replace: Replace) -> tuple[m.Stmt, ...]:
    """Return the body with each statement replaced by the statements that `replace` returns for it. Statements in
    nested blocks are replaced first."""
    return tuple([new for s in body for new in replace(_with_blocks(s, lambda inner: rewritten(inner, replace)))])


def statements(program: m.Machine, replace: Replace) -> m.Machine:
    """Return the machine with each statement in routines and steps replaced by the statements that `replace` returns
    for it."""
    return attrs.evolve(
        program,
        routines=tuple(attrs.evolve(r, body=rewritten(r.body, replace)) for r in program.routines),
        nodes=tuple(
            attrs.evolve(n, body=rewritten(n.body, replace)) if isinstance(n, m.StepNode) else n for n in program.nodes
        ),
    )


def tests(found: tuple[m.Test, ...], change: ExprChange) -> tuple[m.Test, ...]:
    def one(test: m.Test) -> m.Test:
        value = change(test.value)
        return test if value is test.value else m.Test(value, test.name)

    return each(found, one)


def level(one: m.Level, change: ExprChange) -> m.Level:
    changed: m.Level = map_children(one, change)
    own = tests(one.tests, change)
    return changed if own is one.tests else attrs.evolve(changed, tests=own)


def alternative(a: m.Alternative, change: ExprChange) -> m.Alternative:
    levels = each(a.levels, lambda x: level(x, change))
    before = tests(a.tests, change)
    return a if levels is a.levels and before is a.tests else attrs.evolve(a, tests=before, levels=levels)


def alternative_in_scope(a: m.Alternative, change: Scoped, ranges: ValueRanges) -> m.Alternative:
    """Return the alternative with `change` applied to all its expressions. `change` also gets the scope of the
    expression: the ranges of parameters and other names."""
    before = tests_in_scope(a.tests, change, {}, ranges)
    levels = []
    for one, outer, inner in ranges.levels_in_scope(a):
        within = None if one.within is None else change(one.within, outer)
        levels.append(attrs.evolve(one, within=within, tests=tests_in_scope(one.tests, change, inner, ranges)))
    return attrs.evolve(a, tests=before, levels=tuple(levels))


def tests_in_scope(found: tuple[m.Test, ...], change: Scoped, scope: Scope, ranges: ValueRanges) -> tuple[m.Test, ...]:
    """Return the tests with `change` applied to their values. `change` also gets the scope of each test; `scope` is
    that of the first."""
    values = ((test, change(test.value, known)) for test, known in ranges.tests_in_scope(found, scope))
    return tuple([test if value is test.value else m.Test(value, test.name) for test, value in values])


def node(n: m.Node, change: ExprChange, arms: Arms, inside: Inside) -> m.Node:
    match n:
        case m.StepNode(id_, clause, body, following):
            body, following = inside(body), map_children(following, change)
            return n if body is n.body and following is n.next else m.StepNode(id_, clause, body, following)
        case m.Decision():
            return with_arms(map_children(n, change), arms)
        case m.Chance():
            changed: m.Node = map_children(n, change)
            return changed
    return n


def with_arms(n: m.Decision, arms: Arms) -> m.Decision:
    if follows():
        arms = _hand_on_origins(arms)
    alternatives = each(n.alternatives, arms)
    return n if alternatives is n.alternatives else attrs.evolve(n, alternatives=alternatives)


def _hand_on_origins(arms: Arms) -> Arms:
    """Return a function that changes an alternative as `arms` does and also copies clause origins to the result. A new
    test or set gets the clause of the old one at the same position. A set that replaces tests gets the clause of the
    first of them."""

    def change_and_hand_on(old: m.Alternative) -> m.Alternative:
        new = arms(old)
        pairs: Iterable[tuple[HasTests, HasTests]] = zip((new, *new.levels), (old, *old.levels), strict=False)
        for a, b in pairs:
            for made, test in zip(a.tests, b.tests, strict=False):
                keep_origin(made.value, test.value)
            if isinstance(a, m.Level) and isinstance(b, m.Level):
                tests = () if len(a.tests) == len(b.tests) else b.tests
                for source in (*(test.value for test in tests), b.within):
                    keep_origin(a.within, source)
        return new

    return change_and_hand_on


def machine(
    program: m.Machine, change: Scoped, arms: Arms | None = None, ranges: ValueRanges | None = None
) -> m.Machine:
    """Return the machine with `change` applied to all expressions outside of decisions' alternatives. `change` also
    gets the scope of the expression: the ranges of the parameters and, if `ranges` is given, of the variables of `for`
    loops. `arms` changes each alternative; by default, `change` is applied to the expressions in it, too."""

    if follows():
        plain, change = change, lambda expr, scope: keep_origin(plain(expr, scope), expr)

    def inside(body: tuple[m.Stmt, ...], scope: Scope) -> tuple[m.Stmt, ...]:
        if ranges is not None:
            return block_in_scope(body, change, scope, ranges)
        return block(body, lambda e: change(e, scope))

    def nowhere(expr: m.Expr) -> m.Expr:
        return change(expr, {})

    def function(f: m.Function) -> m.Function:
        body = change(f.body, params_of(f))
        return f if body is f.body else attrs.evolve(f, body=body)

    def routine(r: m.Routine) -> m.Routine:
        assigned = set(names_introduced(r.body))
        scope = {name: span for name, span in params_of(r).items() if name.removeprefix(MEMBERS) not in assigned}
        body = inside(r.body, scope)
        return r if body is r.body else attrs.evolve(r, body=body)

    each_arm = arms or (lambda a: alternative(a, nowhere))
    functions = each(program.functions, function)
    routines = each(program.routines, routine)
    nodes = each(program.nodes, lambda n: node(n, nowhere, each_arm, lambda body: inside(body, {})))
    return attrs.evolve(program, functions=functions, routines=routines, nodes=nodes)


def decisions(program: m.Machine, arms: Arms) -> m.Machine:
    """Return the machine with `arms` applied to all alternatives of decisions, and nothing else changed."""
    nodes = each(program.nodes, lambda n: with_arms(n, arms) if isinstance(n, m.Decision) else n)
    return attrs.evolve(program, nodes=nodes)


def names_introduced(body: tuple[m.Stmt, ...]) -> Iterator[str]:
    """Yield the names of the locals that statements define: by `Define`, as loop variables, and as results of
    routines."""
    names = (getattr(stmt, field) for stmt in statements_of(body) for field in form_of(type(stmt)).binds)
    return (name for name in names if name is not None)
