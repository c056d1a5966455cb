"""What each expression means: its form said once as a function of the work and the locals.

A translator for each form, found by the form's class, makes that function out of the functions of its parts; whatever
the form alone decides is decided there, once.  An expression changes nothing; `scope` holds the locals.  The functions
recur through plain Python calls only (no generators, no built-in that calls back), so that a deep rulebook meets
Python's counted limit and never the end of the real stack.  Operations on numbers and on sets and loops have files of
their own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..machine import program as m
from .interface import NUMBERS_PER_STEP, Value
from .reference_arithmetic import op
from .reference_forms import FORMS, meaning, number, numbers
from .reference_loops import fold, grow, reach, set_build
from .reference_sets import compare, has, set_const, set_of, set_op, shift, size_of
from .reference_work import Index, Meaning, Number, Scope, Work
from .state import members_of, ring_items, row_major

# ----------------------------------------------------------------------------------------------------- values and cells


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
    rows, columns = shape[0], shape[-1]
    first, second = number(index, exprs[0]), number(index, exprs[-1])

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


# -------------------------------------------------------------------------------------------------------------- choices


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


# ------------------------------------------------------------------------------------------------------ names and calls


def bind(index: Index, expr: m.Bind) -> Meaning:
    """The name hides an outer one of the same name while the body is evaluated."""
    name, value, body = expr.name, meaning(index, expr.value), meaning(index, expr.body)

    def bound(work: Work, scope: Scope) -> Value:
        outside = scope.get(name)
        scope[name] = value(work, scope)
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


# -------------------------------------------------------------------------------------------------------------- history


def seen(index: Index, expr: m.Seen) -> Meaning:
    name, position = expr.position, index.positions[expr.position]
    past, size = index.layout.slots[f"history.{name}"].offset, number(index, m.Load(f"history.{name}.size"))

    def counted(work: Work, scope: Scope) -> Value:
        present = work.position_hash(name)
        remembered = size(work, scope)
        work.burn(position.capacity // NUMBERS_PER_STEP)
        return work.cells[past : past + remembered].count(present)

    return counted


FORMS |= {
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
