"""What each expression means: its form said once as a function of the work and the locals.

A translator for each form, found by the form's class, makes that function out of the functions of its parts; whatever
the form alone decides is decided there, once.  An expression changes nothing; `scope` holds the locals.  The functions
recur through plain Python calls only (no generators, no built-in that calls back), so that a deep rulebook meets
Python's counted limit and never the end of the real stack.  That numbers stand where numbers belong and sets where
sets do is for `machine.verify` to see.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import cast

from ..machine import program as m
from .interface import ARITHMETIC, NUMBERS_PER_STEP, Value
from .reference_work import Index, Meaning, Members, Number, Scope, Work
from .state import bit_members, members_of, ring_items, row_major

LEAST, GREATEST = -(1 << 31), (1 << 31) - 1


def meaning(index: Index, expr: m.Expr) -> Meaning:
    return FORMS[type(expr)](index, expr)


def number(index: Index, expr: m.Expr) -> Number:
    return cast(Number, FORMS[type(expr)](index, expr))


def members(index: Index, expr: m.Expr) -> Members:
    return cast(Members, FORMS[type(expr)](index, expr))


def evaluate(work: Work, expr: m.Expr, scope: Scope) -> Value:
    """An expression that is asked for only once."""
    return meaning(work.index, expr)(work, scope)


def always(work: Work, scope: Scope) -> int:
    return 1


def condition(index: Index, expr: m.Expr | None) -> Number:
    """Holds unless it gives 0; no condition holds always."""
    return always if expr is None else number(index, expr)


def numbers(index: Index, exprs: Sequence[m.Expr]) -> Callable[[Work, Scope], tuple[int, ...]]:
    """Several numbers, found one after the other."""
    parts = [number(index, expr) for expr in exprs]
    if not parts:
        return lambda work, scope: ()
    if len(parts) == 1:
        one = parts[0]
        return lambda work, scope: (one(work, scope),)

    def found(work: Work, scope: Scope) -> tuple[int, ...]:
        values = []
        for part in parts:
            values.append(part(work, scope))
        return tuple(values)

    return found


def values_over(index: Index, over: m.Over) -> Callable[[Work, Scope], Sequence[int]]:
    """The values a loop runs over, upwards; found once, before the first pass.  Each pass burns fuel."""
    if over.within is not None:
        within = members(index, over.within)
        return lambda work, scope: sorted(within(work, scope))
    assert over.low is not None and over.high is not None
    if isinstance(over.low, m.Const) and isinstance(over.high, m.Const):
        known = range(over.low.value, over.high.value + 1)
        return lambda work, scope: known
    low, high = number(index, over.low), number(index, over.high)
    return lambda work, scope: range(low(work, scope), high(work, scope) + 1)


# ------------------------------------------------------------------------------------------------- values and cells


def const(index: Index, expr: m.Const) -> Meaning:
    value = expr.value
    return lambda work, scope: value


def local(index: Index, expr: m.Local) -> Meaning:
    name = expr.name
    return lambda work, scope: scope[name]


def place(index: Index, name: str, shape: tuple[int, ...], exprs: Sequence[m.Expr]) -> Number:
    """The number of an element in row-major order; IndexError outside the shape, which no right machine reaches."""
    if len(exprs) != len(shape) or len(shape) > 2:
        every = numbers(index, exprs)
        return lambda work, scope: row_major(name, shape, every(work, scope))
    if not shape:
        return lambda work, scope: 0
    first, second = number(index, exprs[0]), number(index, exprs[-1])
    rows, columns = shape[0], shape[-1]

    def in_row(work: Work, scope: Scope) -> int:
        i = first(work, scope)
        return i if 0 <= i < rows else row_major(name, shape, (i,))

    def in_grid(work: Work, scope: Scope) -> int:
        i, j = first(work, scope), second(work, scope)
        return i * columns + j if 0 <= i < rows and 0 <= j < columns else row_major(name, shape, (i, j))

    return in_row if len(shape) == 1 else in_grid


def load(index: Index, expr: m.Load) -> Meaning:
    slot = index.layout.slots[expr.cell]
    offset, width, shape = slot.offset, slot.width, slot.cell.shape
    at = place(index, expr.cell, shape, expr.index)
    if slot.cell.kind == "number":
        if not shape and not expr.index:
            return lambda work, scope: work.cells[offset]
        return lambda work, scope: work.cells[offset + at(work, scope)]

    def loaded(work: Work, scope: Scope) -> Value:
        start = offset + at(work, scope) * width
        return members_of(work.cells[start : start + width])

    return loaded


def ring(index: Index, cell: str, exprs: Sequence[m.Expr]) -> Callable[[Work, Scope], tuple[int, ...]]:
    """What stands in a ring, from the bottom."""
    slot = index.layout.slots[cell]
    at = place(index, cell, slot.cell.shape, exprs)

    def found(work: Work, scope: Scope) -> tuple[int, ...]:
        start = slot.offset + at(work, scope) * slot.width
        return ring_items(work.cells[start : start + slot.width])

    return found


def ring_size(index: Index, expr: m.RingSize) -> Meaning:
    items = ring(index, expr.cell, expr.index)
    return lambda work, scope: len(items(work, scope))


def ring_at(index: Index, expr: m.RingAt) -> Meaning:
    items, position = ring(index, expr.cell, expr.index), number(index, expr.position)

    def standing(work: Work, scope: Scope) -> Value:
        found, at = items(work, scope), position(work, scope)
        return found[at] if 0 <= at < len(found) else 0

    return standing


def lookup(index: Index, expr: m.Lookup) -> Meaning:
    table, entries = index.tables[expr.table], index.entries[expr.table]
    at = place(index, table.name, table.shape, expr.index)
    return lambda work, scope: entries[at(work, scope)]


# ------------------------------------------------------------------------------------------------------- arithmetic

ARITHMETICAL: Mapping[str, Callable[[int, int], int]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "div": operator.floordiv,
    "mod": operator.mod,
    "min": min,
    "max": max,
}
COMPARISONS: Mapping[str, Callable[[int, int], bool]] = {
    "eq": operator.eq,
    "ne": operator.ne,
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
}


def op(index: Index, expr: m.Op) -> Meaning:
    if expr.op in ("and", "or"):
        return logical(index, expr)
    if expr.op in COMPARISONS:
        return comparison(index, expr)
    if expr.op == "not":
        denied = number(index, expr.args[0])
        return lambda work, scope: 0 if denied(work, scope) else 1
    if expr.op == "neg":
        return arithmetic(index, m.Op("sub", (m.Const(0), *expr.args)))
    return arithmetic(index, expr)


def arithmetic(index: Index, expr: m.Op) -> Meaning:
    """Of two numbers; a result outside 32 bits and a divisor 0 fault."""
    combine, (left, right) = ARITHMETICAL[expr.op], [number(index, arg) for arg in expr.args]
    divides = expr.op in ("div", "mod")

    def combined(work: Work, scope: Scope) -> Value:
        a, b = left(work, scope), right(work, scope)
        if divides and b == 0:
            raise work.fault(ARITHMETIC)
        result = combine(a, b)
        if LEAST <= result <= GREATEST:
            return result
        raise work.fault(ARITHMETIC)

    return combined


def comparison(index: Index, expr: m.Op) -> Meaning:
    compare, (left, right) = COMPARISONS[expr.op], [number(index, arg) for arg in expr.args]
    if isinstance(expr.args[1], m.Const):
        bound = expr.args[1].value
        return lambda work, scope: 1 if compare(left(work, scope), bound) else 0
    return lambda work, scope: 1 if compare(left(work, scope), right(work, scope)) else 0


def logical(index: Index, expr: m.Op) -> Meaning:
    """Stops at the first argument that decides."""
    parts = [number(index, arg) for arg in expr.args]
    first, second = parts[0], parts[-1]
    if len(parts) == 2 and expr.op == "and":
        return lambda work, scope: 1 if first(work, scope) and second(work, scope) else 0
    if len(parts) == 2:
        return lambda work, scope: 1 if first(work, scope) or second(work, scope) else 0
    decisive = expr.op == "or"

    def decided(work: Work, scope: Scope) -> Value:
        for part in parts:
            if bool(part(work, scope)) == decisive:
                return int(decisive)
        return int(not decisive)

    return decided


def if_(index: Index, expr: m.If) -> Meaning:
    holds = number(index, expr.condition)
    then, otherwise = meaning(index, expr.then), meaning(index, expr.otherwise)
    return lambda work, scope: then(work, scope) if holds(work, scope) else otherwise(work, scope)


def check(index: Index, expr: m.Check) -> Meaning:
    holds, value, fault = number(index, expr.condition), meaning(index, expr.value), expr.fault

    def checked(work: Work, scope: Scope) -> Value:
        if holds(work, scope):
            return value(work, scope)
        raise work.fault(fault)

    return checked


# --------------------------------------------------------------------------------------------------- names and calls


def bind(index: Index, expr: m.Bind) -> Meaning:
    """The name hides an outer one of the same name while the body is evaluated."""
    name, value, body = expr.name, meaning(index, expr.value), meaning(index, expr.body)

    def bound(work: Work, scope: Scope) -> Value:
        inside, outside = value(work, scope), scope.get(name)
        scope[name] = inside
        result = body(work, scope)
        if outside is None:
            del scope[name]
        else:
            scope[name] = outside
        return result

    return bound


def arguments(index: Index, callee: m.Function | m.Routine, exprs: Sequence[m.Expr]) -> Callable[[Work, Scope], Scope]:
    """The locals with which a call begins: each parameter by name."""
    parts = [(p.name, meaning(index, expr)) for p, expr in zip(callee.params, exprs, strict=True)]

    def given(work: Work, scope: Scope) -> Scope:
        inner: Scope = {}
        for name, value in parts:
            inner[name] = value(work, scope)
        return inner

    return given


def call(index: Index, expr: m.Call) -> Meaning:
    function = index.functions[expr.function]
    given, bodies, name = arguments(index, function, expr.args), index.bodies, expr.function

    def called(work: Work, scope: Scope) -> Value:
        inner = given(work, scope)
        work.enter(function)
        body = bodies.get(name) or body_of(index, function)
        result = body(work, inner)
        work.leave(function)
        return result

    return called


def body_of(index: Index, function: m.Function) -> Meaning:
    """What a function's body means; translated when it is first needed."""
    if function.name not in index.bodies:
        index.bodies[function.name] = meaning(index, function.body)
    return index.bodies[function.name]


def call_function(work: Work, function: m.Function, args: Sequence[Value]) -> Value:
    """A function that is called by name."""
    work.enter(function)
    result = body_of(work.index, function)(work, parameters(function, args))
    work.leave(function)
    return result


def parameters(callee: m.Function | m.Routine, args: Sequence[Value]) -> Scope:
    return {p.name: arg for p, arg in zip(callee.params, args, strict=True)}


# ------------------------------------------------------------------------------------------------------------ loops


def fold(index: Index, expr: m.Fold) -> Meaning:
    return FOLDS[expr.kind](index, expr)


def some_or_all(index: Index, expr: m.Fold) -> Meaning:
    """Leaves at the first value that decides."""
    name, values, where = expr.name, values_over(index, expr.over), condition(index, expr.where)
    body, decisive = condition(index, expr.body), expr.kind == "some"

    def decided(work: Work, scope: Scope) -> Value:
        inner = scope.copy()
        for value in values(work, scope):
            work.burn()
            inner[name] = value
            if where(work, inner) and bool(body(work, inner)) == decisive:
                return int(decisive)
        return int(not decisive)

    return decided


def passing(index: Index, expr: m.Fold, most: int | None = None) -> Callable[[Work, Scope], list[int]]:
    """The values that pass, or the body's value for each; after `most` of them it leaves."""
    name, values, where = expr.name, values_over(index, expr.over), condition(index, expr.where)
    body = number(index, m.Local(name) if expr.body is None else expr.body)

    def found(work: Work, scope: Scope) -> list[int]:
        inner, results = scope.copy(), []
        for value in values(work, scope):
            work.burn()
            inner[name] = value
            if where(work, inner):
                results.append(body(work, inner))
                if len(results) == most:
                    break
        return results

    return found


def count(index: Index, expr: m.Fold) -> Meaning:
    found = passing(index, expr)
    return lambda work, scope: len(found(work, scope))


def sum_(index: Index, expr: m.Fold) -> Meaning:
    found = passing(index, expr)

    def added(work: Work, scope: Scope) -> Value:
        result = sum(found(work, scope))
        if LEAST <= result <= GREATEST:
            return result
        raise work.fault(ARITHMETIC)

    return added


def most_or_least(index: Index, expr: m.Fold) -> Meaning:
    found, pick, nothing = passing(index, expr), max if expr.kind == "most" else min, otherwise(index, expr)

    def picked(work: Work, scope: Scope) -> Value:
        results = found(work, scope)
        return pick(results) if results else nothing(work, scope)

    return picked


def first(index: Index, expr: m.Fold) -> Meaning:
    found, nothing = passing(index, expr, most=1), otherwise(index, expr)

    def picked(work: Work, scope: Scope) -> Value:
        results = found(work, scope)
        return results[0] if results else nothing(work, scope)

    return picked


def only(index: Index, expr: m.Fold) -> Meaning:
    found, fault = passing(index, expr, most=2), expr.fault
    assert fault is not None

    def picked(work: Work, scope: Scope) -> Value:
        results = found(work, scope)
        if len(results) == 1:
            return results[0]
        raise work.fault(fault)

    return picked


def otherwise(index: Index, expr: m.Fold) -> Meaning:
    """What a fold gives where nothing passed."""
    if expr.otherwise is not None:
        return meaning(index, expr.otherwise)
    fault = expr.fault
    assert fault is not None

    def faults(work: Work, scope: Scope) -> Value:
        raise work.fault(fault)

    return faults


FOLDS: Mapping[m.FoldKind, Callable[[Index, m.Fold], Meaning]] = {
    "some": some_or_all,
    "all": some_or_all,
    "count": count,
    "sum": sum_,
    "most": most_or_least,
    "least": most_or_least,
    "first": first,
    "only": only,
}


def set_build(index: Index, expr: m.SetBuild) -> Meaning:
    name, values, where, size = expr.name, values_over(index, expr.over), condition(index, expr.where), expr.size
    image = meaning(index, m.Local(name) if expr.image is None else expr.image)

    def built(work: Work, scope: Scope) -> Value:
        inner, found = scope.copy(), set[int]()
        for value in values(work, scope):
            work.burn()
            inner[name] = value
            if where(work, inner):
                one = image(work, inner)
                if isinstance(one, frozenset):
                    found |= one
                else:
                    found.add(one)
        return frozenset([x for x in found if 0 <= x < size])

    return built


def reach(index: Index, expr: m.Reach) -> Meaning:
    seed, where = meaning(index, expr.seed), condition(index, expr.where)
    source, target, size, values = expr.source, expr.target, expr.size, values_over(index, expr.over)

    def reached(work: Work, scope: Scope) -> Value:
        begin = seed(work, scope)
        found = set(begin if isinstance(begin, frozenset) else {begin})
        waiting = set(found)
        inner, outer = scope.copy(), scope.copy()
        while waiting:
            inner[source] = outer[source] = least = min(waiting)
            waiting.remove(least)
            for value in values(work, outer):
                work.burn()
                inner[target] = value
                if 0 <= value < size and value not in found and where(work, inner):
                    found.add(value)
                    waiting.add(value)
        return frozenset(found)

    return reached


def grow(index: Index, expr: m.Grow) -> Meaning:
    name, seed, more = expr.name, members(index, expr.seed), members(index, expr.more)

    def grown(work: Work, scope: Scope) -> Value:
        found, inner = seed(work, scope), scope.copy()
        while True:
            work.burn()
            inner[name] = found
            brought = more(work, inner)
            if brought <= found:
                return found
            found |= brought

    return grown


# ------------------------------------------------------------------------------------------------------------- sets


def set_const(index: Index, expr: m.SetConst) -> Meaning:
    value = bit_members(expr.bits)
    return lambda work, scope: value


def set_op(index: Index, expr: m.SetOp) -> Meaning:
    left, right = members(index, expr.left), members(index, expr.right)
    if expr.op == "union":
        return lambda work, scope: left(work, scope) | right(work, scope)
    if expr.op == "common":
        return lambda work, scope: left(work, scope) & right(work, scope)
    return lambda work, scope: left(work, scope) - right(work, scope)


def shift(index: Index, expr: m.Shift) -> Meaning:
    found, by, inside = members(index, expr.set), expr.by, range(expr.size)
    return lambda work, scope: frozenset([x + by for x in found(work, scope) if x + by in inside])


def set_of(index: Index, expr: m.SetOf) -> Meaning:
    items = numbers(index, expr.items)
    return lambda work, scope: frozenset(items(work, scope))


def has(index: Index, expr: m.Has) -> Meaning:
    found, member = members(index, expr.set), number(index, expr.member)

    def asked(work: Work, scope: Scope) -> Value:
        inside = found(work, scope)
        return 1 if member(work, scope) in inside else 0

    return asked


def size_of(index: Index, expr: m.SizeOf) -> Meaning:
    found = members(index, expr.set)
    return lambda work, scope: len(found(work, scope))


def compare(index: Index, expr: m.Compare) -> Meaning:
    left, right = members(index, expr.left), members(index, expr.right)
    if expr.op == "same":
        return lambda work, scope: 1 if left(work, scope) == right(work, scope) else 0
    return lambda work, scope: 1 if left(work, scope) <= right(work, scope) else 0


# ---------------------------------------------------------------------------------------------------------- history


def seen(index: Index, expr: m.Seen) -> Meaning:
    name, position = expr.position, index.positions[expr.position]
    past, size = index.layout.slots[f"history.{name}"].offset, number(index, m.Load(f"history.{name}.size"))

    def counted(work: Work, scope: Scope) -> Value:
        present = work.position_hash(name)
        remembered = size(work, scope)
        work.burn(position.capacity // NUMBERS_PER_STEP)
        return work.cells[past : past + remembered].count(present)

    return counted


FORMS: dict[type, Callable[..., Meaning]] = {
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
