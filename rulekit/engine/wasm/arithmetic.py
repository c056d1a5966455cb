"""Numbers from numbers: `Op`.

A result that may pass 32 bits is computed in 64 and tested; intervals (`kinds.interval_of`) say where that is needless.
"""

from __future__ import annotations

from ...machine import program as m
from ...machine.intervals import INT32, TRUTH, exact_interval, inside
from ...machine.traversal import parts_of
from ..interface import ARITHMETIC
from .code_generation import NUMBER_EMITTERS, CodeGenerator
from .opcodes import I32, I64
from .value_ranges import interval_of, speculatable

COMPARISONS = {"eq": "eq", "ne": "ne", "lt": "lt_s", "le": "le_s", "gt": "gt_s", "ge": "ge_s"}
CHEAP = 6  # forms that are computed sooner than a jump around them


def op(gen: CodeGenerator, expr: m.Op) -> None:
    if expr.op in ("and", "or"):
        logical(gen, expr)
    elif expr.op == "not":
        gen.number(expr.args[0])
        gen.body.op("i32.eqz")
    elif expr.op in ("eq", "ne") and isinstance(expr.args[0], m.SizeOf) and expr.args[1] == m.Const(0):
        none(gen, expr.args[0].set)
        if expr.op == "ne":
            gen.body.op("i32.eqz")
    elif expr.op in COMPARISONS:
        gen.numbers(expr.args)
        gen.body.op(f"i32.{COMPARISONS[expr.op]}")
    elif expr.op in ("min", "max"):
        extreme(gen, expr)
    elif expr.op in ("div", "mod"):
        division(gen, expr)
    else:
        ring(gen, m.Op("sub", (m.Const(0), *expr.args)) if expr.op == "neg" else expr)


def none(gen: CodeGenerator, of: m.Expr) -> None:
    """Leaves whether a set has no member."""
    for i, word in enumerate(gen.members(of)):
        gen.body.get(word)
        if i:
            gen.body.op("i64.or")
    gen.body.op("i64.eqz")


def truth(gen: CodeGenerator, expr: m.Expr) -> None:
    """Leaves 0 or 1."""
    gen.number(expr)
    if not inside(interval_of(gen, expr), *TRUTH):
        gen.body.i32(0)
        gen.body.op("i32.ne")


def logical(gen: CodeGenerator, expr: m.Op) -> None:
    first, rest = expr.args[0], expr.args[1:]
    if not rest:
        truth(gen, first)
        return
    other = m.Op(expr.op, rest) if len(rest) > 1 else rest[0]
    if speculatable(gen, other) and sum(1 for _ in parts_of(other)) <= CHEAP:
        truth(gen, first)
        truth(gen, other)
        gen.body.op("i32.and" if expr.op == "and" else "i32.or")
        return
    gen.number(first)
    gen.body.if_(I32)
    if expr.op == "and":
        truth(gen, other)
        gen.body.else_()
        gen.body.i32(0)
    else:
        gen.body.i32(1)
        gen.body.else_()
        truth(gen, other)
    gen.body.end()


def extreme(gen: CodeGenerator, expr: m.Op) -> None:
    a, b = gen.to_locals(expr.args[0], m.NUMBER)[0], gen.to_locals(expr.args[1], m.NUMBER)[0]
    gen.body.get(a)
    gen.body.get(b)
    gen.body.get(a)
    gen.body.get(b)
    gen.body.op("i32.lt_s" if expr.op == "min" else "i32.gt_s", "select")


def ring(gen: CodeGenerator, expr: m.Op) -> None:
    """Sum, difference, product."""
    if inside(exact_interval(expr.op, [interval_of(gen, arg) for arg in expr.args]), *INT32):
        gen.numbers(expr.args)
        gen.body.op(f"i32.{expr.op}")
        return
    for arg in expr.args:
        gen.number(arg)
        gen.body.op("i64.extend_i32_s")
    gen.body.op(f"i64.{expr.op}")
    narrow(gen)


def narrow(gen: CodeGenerator) -> None:
    """Takes an i64 and leaves it as an i32, or faults where it does not fit."""
    wide = gen.local(I64)
    gen.body.tee(wide)
    gen.body.op("i32.wrap_i64", "i64.extend_i32_s")
    gen.body.get(wide)
    gen.body.op("i64.ne")
    gen.fault_if(ARITHMETIC)
    gen.body.get(wide)
    gen.body.op("i32.wrap_i64")


def division(gen: CodeGenerator, expr: m.Op) -> None:
    """Rounding down.  Of numbers not below 0 by a number above 0 the processor's own serves; else a routine."""
    (low, _), (least, _) = (interval_of(gen, arg) for arg in expr.args)
    gen.numbers(expr.args)
    if low >= 0 and least > 0:
        gen.body.op("i32.div_u" if expr.op == "div" else "i32.rem_u")
        return
    gen.body.call(gen.unit.support[f"floor_{expr.op}"])


NUMBER_EMITTERS[m.Op] = op
