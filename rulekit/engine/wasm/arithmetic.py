"""Emits code for `Op`: operations on numbers.

A result that may exceed 32 bits is computed in 64 bits and tested. The test is left out if intervals of values
(`code_generation.interval_of`) show that the result fits.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import add, and_, eq, ge, gt, le, lt, mul, ne, or_, sub

from ...machine import program as m
from ...machine.form_table import parts_of
from ...machine.operator_intervals import INT32, TRUTH, exact_interval, interval_inside
from ..interface import ARITHMETIC
from .code_generation import CodeGenerator, interval_of, speculatable
from .encoding import I32, I64
from .operands import Operand, i32, select, union

COMPARISONS: dict[str, Callable[[Operand, Operand], Operand]] = {
    "eq": eq, "ne": ne, "lt": lt, "le": le, "gt": gt, "ge": ge,
}  # packed, not one item per line  # fmt: skip
RING: dict[str, Callable[[Operand, Operand], Operand]] = {"add": add, "sub": sub, "mul": mul}
# nodes; an operand of at most this many expression nodes is always computed, since a jump around it costs more
CHEAP = 6


def emit_op(gen: CodeGenerator, expr: m.Op) -> None:
    if expr.op in ("and", "or"):
        emit_logical(gen, expr)
    elif expr.op == "not":
        gen.body.push(gen.number(expr.args[0]).eqz())
    elif expr.op in ("eq", "ne") and isinstance(expr.args[0], m.SizeOf) and expr.args[1] == m.Const(0):
        empty = emit_is_empty(gen, expr.args[0].set)
        gen.body.push(empty.eqz() if expr.op == "ne" else empty)
    elif expr.op in COMPARISONS:
        gen.body.push(COMPARISONS[expr.op](*map(gen.number, expr.args)))
    elif expr.op in ("min", "max"):
        emit_extreme(gen, expr)
    elif expr.op in ("div", "mod"):
        emit_division(gen, expr)
    else:
        emit_ring_operation(gen, m.Op("sub", (m.Const(0), *expr.args)) if expr.op == "neg" else expr)


def emit_is_empty(gen: CodeGenerator, of: m.Expr) -> Operand:
    """Return the operand for whether a set is empty: 1 or 0."""
    short = gen.unit.emitters.meetings.get(type(of))
    found = None if short is None else short(gen, of)
    if found is not None:
        return found.eqz()
    return union(gen.members(of)).eqz()


def emit_truth(gen: CodeGenerator, expr: m.Expr) -> Operand:
    """Push an expression's truth value: 0 or 1."""
    number = gen.number(expr)
    return number if interval_inside(interval_of(gen, expr), *TRUTH) else gen.body.push(number != 0)


def emit_logical(gen: CodeGenerator, expr: m.Op) -> None:
    code, first, rest = gen.body, expr.args[0], expr.args[1:]
    if not rest:
        emit_truth(gen, first)
        return
    other = m.Op(expr.op, rest) if len(rest) > 1 else rest[0]
    if speculatable(gen, other) and sum(1 for _ in parts_of(other)) <= CHEAP:
        code.push((and_ if expr.op == "and" else or_)(emit_truth(gen, first), emit_truth(gen, other)))
        return
    with code.if_(gen.number(first), I32):
        emit_truth(gen, other) if expr.op == "and" else code.push(i32(1))
    with code.else_():
        code.push(i32(0)) if expr.op == "and" else emit_truth(gen, other)


def emit_extreme(gen: CodeGenerator, expr: m.Op) -> None:
    a, b = map(gen.number_local, expr.args)
    gen.body.push(select(a, b, a < b if expr.op == "min" else a > b))


def emit_ring_operation(gen: CodeGenerator, expr: m.Op) -> None:
    """Emit a sum, difference or product (the ring operations); the result stays on the stack."""
    code, (left, right) = gen.body, expr.args
    if interval_inside(exact_interval(expr.op, [interval_of(gen, arg) for arg in expr.args]), *INT32):
        code.push(RING[expr.op](gen.number(left), gen.number(right)))
        return
    one = code.push(gen.number(left).extend_s())
    emit_narrow(gen, RING[expr.op](one, code.push(gen.number(right).extend_s())))


def emit_narrow(gen: CodeGenerator, number: Operand) -> None:
    """Emit the conversion of an i64 to an i32; the result stays on the stack. The code faults if the number does not
    fit."""
    wide = gen.local(I64)
    gen.fault_if(ARITHMETIC, wide.tee(number).wrap().extend_s() != wide)
    gen.body.push(wide.wrap())


def emit_division(gen: CodeGenerator, expr: m.Op) -> None:
    """Emit a quotient rounded down, or the remainder of this division. If the dividend is at least 0 and the divisor
    above 0, this is one instruction; otherwise a call of a support function."""
    (low, high), (least, _) = (interval_of(gen, arg) for arg in expr.args)
    if isinstance(expr.args[1], m.Const) and emit_division_by_constant(gen, expr, low, high):
        return
    number, by = map(gen.number, expr.args)
    if low >= 0 and least > 0:
        gen.body.push(number.div_u(by) if expr.op == "div" else number.rem_u(by))
    else:
        gen.body.call(gen.unit.support[f"floor_{expr.op}"], number, by)


def emit_division_by_constant(gen: CodeGenerator, expr: m.Op, low: int, high: int) -> bool:
    """Emit a division by a constant in a simple form and return True. If there is no such form, emit nothing and return
    False. The dividend is in `low`..`high`.

    A multiple of the divisor is added to the dividend, to make it at least 0; the sum must fit in 32 bits. If the
    quotient is then 0 or 1, one comparison replaces the division."""
    assert isinstance(expr.args[1], m.Const)
    by, code = expr.args[1].value, gen.body
    if by > 0 and by & (by - 1) == 0 and expr.op == "mod":
        code.push(gen.number(expr.args[0]) & (by - 1))
        return True
    times = max(0, -(low // by)) if by > 0 else 0
    above = high + times * by
    if by <= 0 or above > INT32[1]:
        return False
    number = gen.number(expr.args[0])
    raised = number + times * by if times else number
    if above >= 2 * by:
        code.push(raised.div_u(by) - times if expr.op == "div" else raised.rem_u(by))
        return True
    found = gen.local(I32)
    code.set(found, raised)
    code.push((found >= by) - times if expr.op == "div" else select(found - by, found, found >= by))
    return True
