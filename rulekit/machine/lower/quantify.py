"""Expressions with variables of their own: quantifiers, sets by comprehension, ranges as sets, reach."""

from __future__ import annotations

from ...model.types import DomainType, NumberType, SetType
from ...syntax import nodes as s
from .. import program as m
from .domains import Loop, LoopLowering
from .encoding import ZERO, add, bounds, conjunction, convert, item_bounds, kind, op
from .env import Env

LOWEST, HIGHEST = -(2**31), 2**31 - 1


def quantifier(ex: LoopLowering, node: s.Quantified, env: Env) -> m.Expr:
    match node.kind:
        case "sum" if isinstance(ex.type(node), SetType):
            return union_over(ex, node, node.binders, env)
        case "some" | "all" | "count" | "sum":
            return nest_loops(ex, node, node.binders, env)
        case "the":
            return pick_one(ex, node, env, "only")
        case "any":
            return pick_one(ex, node, env, "first")
    return extreme(ex, node, env)


def member_tests(ex: LoopLowering, loop: Loop, binder: s.Binder) -> list[m.Expr]:
    """Return the tests that a member must pass before its body is evaluated."""
    own = [] if binder.where is None else [ex.truth(binder.where, loop.env)]
    return own if loop.present is None else [loop.present, *own]


def nest_loops(ex: LoopLowering, node: s.Quantified, binders: tuple[s.Binder, ...], env: Env) -> m.Expr:
    """Return some, all, count or sum over several binders as nested loops; the innermost has the condition."""
    kind_: m.FoldKind = node.kind  # type: ignore[assignment]
    loop = ex.domains.loop(binders[0], env)
    inner = loop.env
    tests = member_tests(ex, loop, binders[0])
    if len(binders) > 1:
        body: m.Expr | None = nest_loops(ex, node, binders[1:], inner)
        kind_ = "sum" if kind_ == "count" else kind_
    else:
        if node.where is not None:
            tests.append(ex.truth(node.where, inner))
        body = None if node.body is None else ex.value(node.body, inner)
    if loop.weight is not None and kind_ in ("count", "sum"):
        body = loop.weight if body is None else op("mul", loop.weight, body)
        kind_ = "sum"
    return loop.around(m.Fold(kind_, loop.name, loop.over, conjunction(tests), body))


def union_over(ex: LoopLowering, node: s.Quantified, binders: tuple[s.Binder, ...], env: Env) -> m.Expr:
    """Return the union of several sets; a member counts once."""
    loop = ex.domains.loop(binders[0], env)
    tests = member_tests(ex, loop, binders[0])
    type_ = ex.type(node)
    assert node.body is not None and isinstance(type_, SetType)
    if len(binders) > 1:
        body = union_over(ex, node, binders[1:], loop.env)
    else:
        if node.where is not None:
            tests.append(ex.truth(node.where, loop.env))
        body = ex.fit(node.body, type_, loop.env)
    return loop.around(m.SetBuild(kind(type_), loop.name, loop.over, conjunction(tests), body))


def pick_one(ex: LoopLowering, node: s.Quantified, env: Env, kind_: m.FoldKind) -> m.Expr:
    loop = ex.domains.loop(node.binders[0], env)
    tests = [] if loop.present is None else [loop.present]
    if node.where is not None:
        tests.append(ex.truth(node.where, loop.env))
    where = conjunction(tests)
    symbol = ex.model.binds[node.binders[0]]
    low = bounds(symbol.type)[0]
    if kind_ == "only":
        fault = ex.b.fault("E707", env.clause, "`the` wants exactly one, and there is none or more than one", node.span)
        return loop.around(loop.result(m.Fold("only", loop.name, loop.over, where, fault=fault)))
    none = m.Const(max(LOWEST, low - 1) if loop.plain else -1)  # what no member can be
    found = m.Fold("first", loop.name, loop.over, where, otherwise=none)
    value = convert(loop.result(m.Local("#f")), symbol.type, ex.type(node))
    if loop.plain and low == 0:
        return loop.around(add(m.Fold("first", loop.name, loop.over, where, otherwise=m.Const(-1)), 1))
    return loop.around(m.Bind("#f", found, m.IfElse(op("eq", m.Local("#f"), none), ZERO, value)))


def extreme(ex: LoopLowering, node: s.Quantified, env: Env) -> m.Expr:
    fault = ex.b.fault(
        "E708", env.clause, f"`{node.kind}` of nothing: no value passes, and there is no `otherwise`", node.span
    )
    if len(node.binders) == 1:
        loop = ex.domains.loop(node.binders[0], env)
        tests = [] if loop.present is None else [loop.present]
        if node.where is not None:
            tests.append(ex.truth(node.where, loop.env))
        assert node.body is not None
        otherwise = None if node.otherwise is None else ex.value(node.otherwise, env)
        kind_: m.FoldKind = "most" if node.kind == "most" else "least"
        body = ex.value(node.body, loop.env)
        fold = m.Fold(kind_, loop.name, loop.over, conjunction(tests), body, otherwise, None if otherwise else fault)
        return loop.around(fold)
    assert node.body is not None
    low, high = bounds(ex.type(node.body))
    mark = m.Const(max(LOWEST, low - 1) if node.kind == "most" else min(HIGHEST, high + 1))  # what no value can be
    found = extreme_nested(ex, node, node.binders, env, mark)
    empty = ex.value(node.otherwise, env) if node.otherwise is not None else m.Check(ZERO, fault, ZERO)
    return m.Bind("#b", found, m.IfElse(op("eq", m.Local("#b"), mark), empty, m.Local("#b")))


def extreme_nested(
    ex: LoopLowering, node: s.Quantified, binders: tuple[s.Binder, ...], env: Env, mark: m.Const
) -> m.Expr:
    loop = ex.domains.loop(binders[0], env)
    tests = member_tests(ex, loop, binders[0])
    assert node.body is not None
    if len(binders) > 1:
        body = extreme_nested(ex, node, binders[1:], loop.env, mark)
    else:
        if node.where is not None:
            tests.append(ex.truth(node.where, loop.env))
        body = ex.value(node.body, loop.env)
    kind_: m.FoldKind = "most" if node.kind == "most" else "least"
    return loop.around(m.Fold(kind_, loop.name, loop.over, conjunction(tests), body, mark))


def comprehension(ex: LoopLowering, node: s.SetComprehension, env: Env) -> m.Expr:
    type_ = ex.type(node)
    assert isinstance(type_, SetType) and type_.item is not None
    return nest_set_loops(ex, node, node.binders, type_, type_.item, env)


def nest_set_loops(
    ex: LoopLowering,
    node: s.SetComprehension,
    binders: tuple[s.Binder, ...],
    type_: SetType,
    item: NumberType | DomainType,
    env: Env,
) -> m.Expr:
    """Return nested loops whose sets are united; the innermost has the condition and the image."""
    loop = ex.domains.loop(binders[0], env)
    tests = member_tests(ex, loop, binders[0])
    if len(binders) > 1:
        image: m.Expr | None = nest_set_loops(ex, node, binders[1:], type_, item, loop.env)
    else:
        if node.where is not None:
            tests.append(ex.truth(node.where, loop.env))
        low = item_bounds(item)[0]
        if node.image is not None:
            image = add(ex.fit(node.image, item, loop.env), -low)
        else:
            image = add(loop.env.locals[ex.model.binds[node.binders[0]]], -low)
            image = None if image == m.Local(loop.name) else image
    return loop.around(m.SetBuild(kind(type_), loop.name, loop.over, conjunction(tests), image))


def range_set(ex: LoopLowering, node: s.Range, env: Env) -> m.Expr:
    type_ = ex.type(node)
    low = item_bounds(type_.item)[0] if isinstance(type_, SetType) else 0
    over = m.LoopDomain(ex.value(node.low, env), ex.value(node.high, env))
    image = None if low == 0 else add(m.Local("#"), -low)
    return m.SetBuild(kind(type_), "#", over, None, image)


def reach(ex: LoopLowering, node: s.Reach, env: Env) -> m.Expr:
    type_ = ex.type(node)
    assert isinstance(type_, SetType) and type_.item is not None
    low = item_bounds(type_.item)[0]
    symbol = ex.model.binds[node]
    outer, source = env.local(symbol)
    if low:  # the machine's reach goes over offsets
        outer = outer.bind(symbol, add(m.Local(source), low))
    target = ex.model.binds[(node, "target")]
    loop = ex.domains.loop_over(node.domain, target, outer)
    tests = [] if loop.present is None else [loop.present]
    if node.where is not None:
        tests.append(ex.truth(node.where, loop.env))
    seed = ex.fit(node.seed, type_, env)
    if loop.plain and loop.prelude is None and low == 0:
        return m.Reach(kind(type_), seed, source, loop.name, loop.over, conjunction(tests))
    within = loop.around(
        m.SetBuild(kind(type_), loop.name, loop.over, conjunction(tests), add(loop.env.locals[target], -low))
    )
    return m.Reach(kind(type_), seed, source, "#t", m.LoopDomain(within=within))
