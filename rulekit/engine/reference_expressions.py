"""What each expression means: a function for each form, found by the form's class.

An expression changes nothing.  `scope` holds the locals.  The walk recurs through plain Python functions only (no
generators, no built-in that calls back), so that a deep rulebook meets Python's counted limit and never the end of the
real stack.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence

from ..machine import program as m
from .interface import ARITHMETIC, NUMBERS_PER_STEP, Value
from .reference_work import Work
from .state import bit_members, row_major

Scope = dict[str, Value]
INT32 = range(-(1 << 31), 1 << 31)


def evaluate(work: Work, expr: m.Expr, scope: Scope) -> Value:
    return FORMS[type(expr)](work, expr, scope)


def number(work: Work, expr: m.Expr, scope: Scope) -> int:
    value = FORMS[type(expr)](work, expr, scope)
    if not isinstance(value, int):
        raise TypeError(f"{expr} is a set where a number belongs")
    return value


def members(work: Work, expr: m.Expr, scope: Scope) -> frozenset[int]:
    value = FORMS[type(expr)](work, expr, scope)
    if not isinstance(value, frozenset):
        raise TypeError(f"{expr} is a number where a set belongs")
    return value


def numbers(work: Work, exprs: Sequence[m.Expr], scope: Scope) -> tuple[int, ...]:
    values = []
    for expr in exprs:
        values.append(number(work, expr, scope))
    return tuple(values)


def passes(work: Work, condition: m.Expr | None, scope: Scope) -> bool:
    return condition is None or number(work, condition, scope) != 0


def domain_of(work: Work, over: m.Over, scope: Scope) -> Iterator[int]:
    """The values a loop runs over, upwards; found once, before the first pass.  Each pass burns fuel."""
    if over.within is not None:
        values: Sequence[int] = sorted(members(work, over.within, scope))
    else:
        assert over.low is not None and over.high is not None
        low = number(work, over.low, scope)
        values = range(low, number(work, over.high, scope) + 1)
    for value in values:
        work.burn()
        yield value


# ------------------------------------------------------------------------------------------------- values and cells


def const(work: Work, expr: m.Const, scope: Scope) -> Value:
    return expr.value


def local(work: Work, expr: m.Local, scope: Scope) -> Value:
    return scope[expr.name]


def load(work: Work, expr: m.Load, scope: Scope) -> Value:
    return work.load(expr.cell, numbers(work, expr.index, scope))


def ring_size(work: Work, expr: m.RingSize, scope: Scope) -> Value:
    return len(work.ring(expr.cell, numbers(work, expr.index, scope)))


def ring_at(work: Work, expr: m.RingAt, scope: Scope) -> Value:
    ring = work.ring(expr.cell, numbers(work, expr.index, scope))
    position = number(work, expr.position, scope)
    return ring[position] if 0 <= position < len(ring) else 0


def lookup(work: Work, expr: m.Lookup, scope: Scope) -> Value:
    table = work.index.tables[expr.table]
    return work.index.entries[expr.table][row_major(table.name, table.shape, numbers(work, expr.index, scope))]


# ------------------------------------------------------------------------------------------------------- arithmetic

ARITHMETICAL: Mapping[str, Callable[..., int]] = {
    "neg": operator.neg,
    "not": operator.not_,
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "div": operator.floordiv,
    "mod": operator.mod,
    "min": min,
    "max": max,
    "eq": operator.eq,
    "ne": operator.ne,
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
}


def op(work: Work, expr: m.Op, scope: Scope) -> Value:
    if expr.op in ("and", "or"):
        return logical(work, expr, scope)
    args = numbers(work, expr.args, scope)
    if expr.op in ("div", "mod") and args[1] == 0:
        raise work.fault(ARITHMETIC)
    result = int(ARITHMETICAL[expr.op](*args))
    if result not in INT32:
        raise work.fault(ARITHMETIC)
    return result


def logical(work: Work, expr: m.Op, scope: Scope) -> int:
    """Stops at the first argument that decides."""
    decisive = expr.op == "or"
    for arg in expr.args:
        if passes(work, arg, scope) == decisive:
            return int(decisive)
    return int(not decisive)


def if_(work: Work, expr: m.If, scope: Scope) -> Value:
    return evaluate(work, expr.then if passes(work, expr.condition, scope) else expr.otherwise, scope)


def check(work: Work, expr: m.Check, scope: Scope) -> Value:
    if not passes(work, expr.condition, scope):
        raise work.fault(expr.fault)
    return evaluate(work, expr.value, scope)


# --------------------------------------------------------------------------------------------------- names and calls


def bind(work: Work, expr: m.Bind, scope: Scope) -> Value:
    return evaluate(work, expr.body, {**scope, expr.name: evaluate(work, expr.value, scope)})


def call(work: Work, expr: m.Call, scope: Scope) -> Value:
    args = []
    for arg in expr.args:
        args.append(evaluate(work, arg, scope))
    return call_function(work, work.index.functions[expr.function], args)


def call_function(work: Work, function: m.Function, args: Sequence[Value]) -> Value:
    work.enter(function)
    result = evaluate(work, function.body, bind_parameters(function, args))
    work.leave(function)
    return result


def bind_parameters(callee: m.Function | m.Routine, args: Sequence[Value]) -> Scope:
    return {p.name: arg for p, arg in zip(callee.params, args, strict=True)}


# ------------------------------------------------------------------------------------------------------------ loops


def fold(work: Work, expr: m.Fold, scope: Scope) -> Value:
    """Goes through the values that pass; some, all, first and only leave as soon as they know."""
    inner = dict(scope)
    results: list[int] = []
    for value in domain_of(work, expr.over, scope):
        inner[expr.name] = value
        if not passes(work, expr.where, inner):
            continue
        if expr.kind == "first":
            return value
        if expr.kind in ("some", "all") and passes(work, expr.body, inner) == (expr.kind == "some"):
            return int(expr.kind == "some")
        if expr.body is not None and expr.kind in ("sum", "most", "least"):
            value = number(work, expr.body, inner)
        results.append(value)
        if expr.kind == "only" and len(results) > 1:
            break
    return fold_result(work, expr, results, scope)


def fold_result(work: Work, expr: m.Fold, results: Sequence[int], scope: Scope) -> int:
    """What a fold that went to its end gives."""
    if expr.kind in ("some", "all"):
        return int(expr.kind == "all")
    if expr.kind == "count":
        return len(results)
    if expr.kind == "sum":
        if sum(results) not in INT32:
            raise work.fault(ARITHMETIC)
        return sum(results)
    if expr.kind == "only" and len(results) == 1:
        return results[0]
    if expr.kind in ("most", "least") and results:
        return max(results) if expr.kind == "most" else min(results)
    if expr.kind != "only" and expr.otherwise is not None:
        return number(work, expr.otherwise, scope)
    assert expr.fault is not None
    raise work.fault(expr.fault)


def set_build(work: Work, expr: m.SetBuild, scope: Scope) -> Value:
    inner = dict(scope)
    image = expr.image if expr.image is not None else m.Local(expr.name)
    found: set[int] = set()
    for value in domain_of(work, expr.over, scope):
        inner[expr.name] = value
        if passes(work, expr.where, inner):
            one = evaluate(work, image, inner)
            found |= one if isinstance(one, frozenset) else {one}
    return frozenset(x for x in found if 0 <= x < expr.size)


def reach(work: Work, expr: m.Reach, scope: Scope) -> Value:
    seed = evaluate(work, expr.seed, scope)
    reached = set(seed if isinstance(seed, frozenset) else {seed})
    waiting = set(reached)
    inner = dict(scope)
    while waiting:
        inner[expr.source] = least = min(waiting)
        waiting.remove(least)
        for target in domain_of(work, expr.over, inner):
            inner[expr.target] = target
            if 0 <= target < expr.size and target not in reached and passes(work, expr.where, inner):
                reached.add(target)
                waiting.add(target)
        inner.pop(expr.target, None)
    return frozenset(reached)


def grow(work: Work, expr: m.Grow, scope: Scope) -> Value:
    found = members(work, expr.seed, scope)
    inner = dict(scope)
    while True:
        work.burn()
        inner[expr.name] = found
        more = members(work, expr.more, inner)
        if more <= found:
            return found
        found |= more


# ------------------------------------------------------------------------------------------------------------- sets


def set_const(work: Work, expr: m.SetConst, scope: Scope) -> Value:
    return bit_members(expr.bits)


def set_op(work: Work, expr: m.SetOp, scope: Scope) -> Value:
    left = members(work, expr.left, scope)
    right = members(work, expr.right, scope)
    if expr.op == "union":
        return left | right
    return left & right if expr.op == "common" else left - right


def shift(work: Work, expr: m.Shift, scope: Scope) -> Value:
    moved = {x + expr.by for x in members(work, expr.set, scope)}
    return frozenset(x for x in moved if 0 <= x < expr.size)


def set_of(work: Work, expr: m.SetOf, scope: Scope) -> Value:
    return frozenset(numbers(work, expr.items, scope))


def has(work: Work, expr: m.Has, scope: Scope) -> Value:
    found = members(work, expr.set, scope)
    return int(number(work, expr.member, scope) in found)


def size_of(work: Work, expr: m.SizeOf, scope: Scope) -> Value:
    return len(members(work, expr.set, scope))


def compare(work: Work, expr: m.Compare, scope: Scope) -> Value:
    left = members(work, expr.left, scope)
    right = members(work, expr.right, scope)
    return int(left == right if expr.op == "same" else left <= right)


# ---------------------------------------------------------------------------------------------------------- history


def seen(work: Work, expr: m.Seen, scope: Scope) -> Value:
    present = work.position_hash(expr.position)
    size = number(work, m.Load(f"history.{expr.position}.size"), scope)
    work.burn(work.index.positions[expr.position].capacity // NUMBERS_PER_STEP)
    times = 0
    for at in range(size):
        times += work.load(f"history.{expr.position}", (at,)) == present
    return times


FORMS: dict[type, Callable[..., Value]] = {
    m.Const: const,
    m.Local: local,
    m.Load: load,
    m.RingSize: ring_size,
    m.RingAt: ring_at,
    m.Op: op,
    m.If: if_,
    m.Call: call,
    m.Bind: bind,
    m.Fold: fold,
    m.Lookup: lookup,
    m.SetConst: set_const,
    m.SetOp: set_op,
    m.SetBuild: set_build,
    m.SetOf: set_of,
    m.Has: has,
    m.SizeOf: size_of,
    m.Compare: compare,
    m.Reach: reach,
    m.Shift: shift,
    m.Grow: grow,
    m.Seen: seen,
    m.Check: check,
}
"""`After` joins them in `reference_statements`, since it runs statements."""
