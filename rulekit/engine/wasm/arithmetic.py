"""Numbers from numbers: `Op`.

A result that may pass 32 bits is computed in 64 and tested; intervals (`kinds.span_of`) say where that is needless.
"""

from __future__ import annotations

from ...machine import program as m
from ...machine.walk import parts_of
from ..interface import ARITHMETIC
from .kinds import TRUTH, exact, inside, span_of, total
from .opcodes import I32, I64
from .writer import INT32, NUMBERS, Writer

COMPARISONS = {"eq": "eq", "ne": "ne", "lt": "lt_s", "le": "le_s", "gt": "gt_s", "ge": "ge_s"}
CHEAP = 6  # forms that are computed sooner than a jump around them


def op(w: Writer, expr: m.Op) -> None:
    if expr.op in ("and", "or"):
        logical(w, expr)
    elif expr.op == "not":
        w.number(expr.args[0])
        w.body.op("i32.eqz")
    elif expr.op in ("eq", "ne") and isinstance(expr.args[0], m.SizeOf) and expr.args[1] == m.Const(0):
        none(w, expr.args[0].set)
        if expr.op == "ne":
            w.body.op("i32.eqz")
    elif expr.op in COMPARISONS:
        w.numbers(expr.args)
        w.body.op(f"i32.{COMPARISONS[expr.op]}")
    elif expr.op in ("min", "max"):
        extreme(w, expr)
    elif expr.op in ("div", "mod"):
        division(w, expr)
    else:
        ring(w, m.Op("sub", (m.Const(0), *expr.args)) if expr.op == "neg" else expr)


def none(w: Writer, of: m.Expr) -> None:
    """Leaves whether a set has no member."""
    for i, word in enumerate(w.members(of)):
        w.body.get(word)
        if i:
            w.body.op("i64.or")
    w.body.op("i64.eqz")


def truth(w: Writer, expr: m.Expr) -> None:
    """Leaves 0 or 1."""
    w.number(expr)
    if not inside(span_of(w, expr), *TRUTH):
        w.body.i32(0)
        w.body.op("i32.ne")


def logical(w: Writer, expr: m.Op) -> None:
    first, rest = expr.args[0], expr.args[1:]
    if not rest:
        truth(w, first)
        return
    other = m.Op(expr.op, rest) if len(rest) > 1 else rest[0]
    if total(w, other) and sum(1 for _ in parts_of(other)) <= CHEAP:
        truth(w, first)
        truth(w, other)
        w.body.op("i32.and" if expr.op == "and" else "i32.or")
        return
    w.number(first)
    w.body.if_(I32)
    if expr.op == "and":
        truth(w, other)
        w.body.else_()
        w.body.i32(0)
    else:
        w.body.i32(1)
        w.body.else_()
        truth(w, other)
    w.body.end()


def extreme(w: Writer, expr: m.Op) -> None:
    a, b = w.keep(expr.args[0], m.NUMBER)[0], w.keep(expr.args[1], m.NUMBER)[0]
    w.body.get(a)
    w.body.get(b)
    w.body.get(a)
    w.body.get(b)
    w.body.op("i32.lt_s" if expr.op == "min" else "i32.gt_s", "select")


def ring(w: Writer, expr: m.Op) -> None:
    """Sum, difference, product."""
    if inside(exact(expr.op, [span_of(w, arg) for arg in expr.args]), *INT32):
        w.numbers(expr.args)
        w.body.op(f"i32.{expr.op}")
        return
    for arg in expr.args:
        w.number(arg)
        w.body.op("i64.extend_i32_s")
    w.body.op(f"i64.{expr.op}")
    narrow(w)


def narrow(w: Writer) -> None:
    """Takes an i64 and leaves it as an i32, or faults where it does not fit."""
    wide = w.local(I64)
    w.body.tee(wide)
    w.body.op("i32.wrap_i64", "i64.extend_i32_s")
    w.body.get(wide)
    w.body.op("i64.ne")
    w.fault_if(ARITHMETIC)
    w.body.get(wide)
    w.body.op("i32.wrap_i64")


def division(w: Writer, expr: m.Op) -> None:
    """Rounding down.  Of numbers not below 0 by a number above 0 the processor's own serves; else a routine."""
    (low, _), (least, _) = (span_of(w, arg) for arg in expr.args)
    w.numbers(expr.args)
    if low >= 0 and least > 0:
        w.body.op("i32.div_u" if expr.op == "div" else "i32.rem_u")
        return
    w.body.call(w.unit.support[f"floor_{expr.op}"])


NUMBERS[m.Op] = op
