"""Compile expressions: each form becomes a closure of the execution context and the local variables.

A compiler for each form builds its closure from the closures of its parts. It decides once everything that depends only
on the form. An expression changes no cell; `scope` has the local variables. The closures recurse only through plain
Python calls (no generators, no built-in that calls back). So deep recursion in a rulebook reaches Python's recursion
limit, never the end of the C stack. Operations on numbers and sets are in `operations.py`, loops in `loop_closures.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...machine import program as m
from ..cell_layout import members_of, ring_items, row_major
from ..interface import NUMBERS_PER_STEP, Value
from .context import (
    EXPRESSIONS,
    Closure,
    ExecutionContext,
    MachineIndex,
    NumberClosure,
    Scope,
    compile_expression,
    compile_number,
    compile_numbers,
)
from .loop_closures import compile_fold, compile_grow, compile_reach, compile_set_build
from .operations import (
    compile_compare,
    compile_has,
    compile_operator,
    compile_set_const,
    compile_set_of,
    compile_set_op,
    compile_shift,
    compile_size_of,
)

# ------------------------------------------------------------------------------- constants, variables, tables and cells


def compile_const(index: MachineIndex, expr: m.Const) -> Closure:
    value = expr.value
    return lambda context, scope: value


def compile_local(index: MachineIndex, expr: m.Local) -> Closure:
    name = expr.name
    return lambda context, scope: scope[name]


def compile_offset(index: MachineIndex, name: str, shape: tuple[int, ...], exprs: Sequence[m.Expr]) -> NumberClosure:
    """Return a closure for the row-major position of the element that these index expressions select. It raises
    IndexError outside the shape, which never happens in a verified machine."""
    if len(exprs) != len(shape) or len(shape) > 2:
        every = compile_numbers(index, exprs)
        return lambda context, scope: row_major(name, shape, every(context, scope))
    if not shape:
        return lambda context, scope: 0
    rows, columns = shape[0], shape[-1]
    first, second = compile_number(index, exprs[0]), compile_number(index, exprs[-1])

    def in_row(context: ExecutionContext, scope: Scope) -> int:
        i = first(context, scope)
        return i if 0 <= i < rows else row_major(name, shape, (i,))

    def in_grid(context: ExecutionContext, scope: Scope) -> int:
        i, j = first(context, scope), second(context, scope)
        return i * columns + j if 0 <= i < rows and 0 <= j < columns else row_major(name, shape, (i, j))

    return in_row if len(shape) == 1 else in_grid


def compile_load(index: MachineIndex, expr: m.Load) -> Closure:
    slot = index.layout.slots[expr.cell]
    offset, width, shape = slot.offset, slot.width, slot.cell.shape
    at = compile_offset(index, expr.cell, shape, expr.index)
    if slot.cell.kind == "number":
        if not shape and not expr.index:
            return lambda context, scope: context.cells[offset]
        return lambda context, scope: context.cells[offset + at(context, scope)]

    def evaluate(context: ExecutionContext, scope: Scope) -> Value:
        start = offset + at(context, scope) * width
        return members_of(context.cells[start : start + width])

    return evaluate


def compile_ring_items(
    index: MachineIndex, cell: str, exprs: Sequence[m.Expr]
) -> Callable[[ExecutionContext, Scope], tuple[int, ...]]:
    """Return a closure for the items of a ring, from the bottom."""
    slot = index.layout.slots[cell]
    at = compile_offset(index, cell, slot.cell.shape, exprs)

    def evaluate(context: ExecutionContext, scope: Scope) -> tuple[int, ...]:
        start = slot.offset + at(context, scope) * slot.width
        return ring_items(context.cells[start : start + slot.width])

    return evaluate


def compile_ring_size(index: MachineIndex, expr: m.RingSize) -> Closure:
    items = compile_ring_items(index, expr.cell, expr.index)
    return lambda context, scope: len(items(context, scope))


def compile_ring_at(index: MachineIndex, expr: m.RingAt) -> Closure:
    items, position = compile_ring_items(index, expr.cell, expr.index), compile_number(index, expr.position)

    def evaluate(context: ExecutionContext, scope: Scope) -> Value:
        found, at = items(context, scope), position(context, scope)
        return found[at] if 0 <= at < len(found) else 0

    return evaluate


def compile_lookup(index: MachineIndex, expr: m.Lookup) -> Closure:
    table, entries = index.tables[expr.table], index.entries[expr.table]
    at = compile_offset(index, table.name, table.shape, expr.index)
    return lambda context, scope: entries[at(context, scope)]


# ----------------------------------------------------------------------------------- conditional expressions and checks


def compile_if_else(index: MachineIndex, expr: m.IfElse) -> Closure:
    holds = compile_number(index, expr.condition)
    then, otherwise = compile_expression(index, expr.then), compile_expression(index, expr.otherwise)
    return lambda context, scope: then(context, scope) if holds(context, scope) else otherwise(context, scope)


def compile_check(index: MachineIndex, expr: m.Check) -> Closure:
    holds, value, fault = compile_number(index, expr.condition), compile_expression(index, expr.value), expr.fault

    def evaluate(context: ExecutionContext, scope: Scope) -> Value:
        if holds(context, scope):
            return value(context, scope)
        raise context.fault(fault)

    return evaluate


# -------------------------------------------------------------------------------------- local variables, function calls


def compile_bind(index: MachineIndex, expr: m.Bind) -> Closure:
    """Return the closure of an expression that binds a name; in its body, the name hides an outer variable of the same
    name."""
    name, value, body = expr.name, compile_expression(index, expr.value), compile_expression(index, expr.body)

    def evaluate(context: ExecutionContext, scope: Scope) -> Value:
        outside = scope.get(name)
        scope[name] = value(context, scope)
        result = body(context, scope)
        if outside is None:
            del scope[name]
        else:
            scope[name] = outside
        return result

    return evaluate


def compile_arguments(
    index: MachineIndex, callee: m.Function | m.Routine, exprs: Sequence[m.Expr]
) -> Callable[[ExecutionContext, Scope], Scope]:
    """Return a closure that evaluates the arguments of a call and returns the local variables with which the callee
    begins: its parameters by name."""
    parts = [(p.name, compile_expression(index, expr)) for p, expr in zip(callee.params, exprs, strict=True)]

    def evaluate(context: ExecutionContext, scope: Scope) -> Scope:
        inner: Scope = {}
        for name, value in parts:
            inner[name] = value(context, scope)
        return inner

    return evaluate


def compile_call(index: MachineIndex, expr: m.Call) -> Closure:
    function = index.functions[expr.function]
    given, bodies, name = compile_arguments(index, function, expr.args), index.function_closures, expr.function

    def evaluate(context: ExecutionContext, scope: Scope) -> Value:
        inner = given(context, scope)
        context.enter(function)
        body = bodies.get(name) or get_function_closure(index, function)
        result = body(context, inner)
        context.leave(function)
        return result

    return evaluate


def get_function_closure(index: MachineIndex, function: m.Function) -> Closure:
    """Return the closure of a function's body; compile it on first use."""
    if function.name not in index.function_closures:
        index.function_closures[function.name] = compile_expression(index, function.body)
    return index.function_closures[function.name]


def call_function(context: ExecutionContext, function: m.Function, args: Sequence[Value]) -> Value:
    """Call a function with these values as arguments, and return its value."""
    context.enter(function)
    result = get_function_closure(context.index, function)(context, bind_parameters(function, args))
    context.leave(function)
    return result


def bind_parameters(callee: m.Function | m.Routine, args: Sequence[Value]) -> Scope:
    """Return a mapping from the name of each parameter to its argument."""
    return {p.name: arg for p, arg in zip(callee.params, args, strict=True)}


# ------------------------------------------------------------------------------------------------- history of positions


def compile_seen(index: MachineIndex, expr: m.Seen) -> Closure:
    name, position = expr.position, index.positions[expr.position]
    past, size = index.layout.slots[f"history.{name}"].offset, compile_number(index, m.Load(f"history.{name}.size"))

    def evaluate(context: ExecutionContext, scope: Scope) -> Value:
        present = context.position_hash(name)
        remembered = size(context, scope)
        context.consume_fuel(position.capacity // NUMBERS_PER_STEP)
        return context.cells[past : past + remembered].count(present)

    return evaluate


EXPRESSIONS |= {
    m.Const: compile_const,
    m.Local: compile_local,
    m.Load: compile_load,
    m.RingSize: compile_ring_size,
    m.RingAt: compile_ring_at,
    m.Op: compile_operator,
    m.IfElse: compile_if_else,
    m.Call: compile_call,
    m.Bind: compile_bind,
    m.Fold: compile_fold,
    m.Lookup: compile_lookup,
    m.SetConst: compile_set_const,
    m.SetOp: compile_set_op,
    m.SetBuild: compile_set_build,
    m.SetOf: compile_set_of,
    m.Has: compile_has,
    m.SizeOf: compile_size_of,
    m.Compare: compile_compare,
    m.Reach: compile_reach,
    m.Shift: compile_shift,
    m.Grow: compile_grow,
    m.Seen: compile_seen,
    m.Check: compile_check,
}
"""`statement_closures` adds `After`, since it runs statements."""
