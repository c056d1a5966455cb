"""Emit row tests: which elements of an array of bytes are, for example, less than a value, or are members of a set.

Sixteen elements are tested at a time. If only some elements matter, the others are not read.
"""

from __future__ import annotations

from ...machine import program as m
from ...machine.operator_intervals import interval_inside
from ...machine.passes.set_expressions import full_set
from ...machine.row_tests import BYTES, LOOKED_UP, RowTest, row_test
from .byte_vectors import compare_bytes, look_up_bytes
from .code_generation import CodeGenerator, WordLocals, element_in_local, interval_of, kind_of
from .loop_code import emit_set_build
from .memory_layout import Array
from .operands import LocalVariable, MemoryPlace, Operand, i32, select, union
from .sets import emit_set_op

BYTES_AT_ONCE = 16


def emit_row_test(gen: CodeGenerator, test: RowTest, among: m.SetConst) -> WordLocals | None:
    """Emit the set of those elements in `among` that pass a row test, sixteen at a time; return its locals. Return None
    if the elements are not bytes in memory, or if they cannot be compared as bytes."""
    array = gen.unit.memory.cells[test.first.cell]
    if array.width.bytes != 1 or test.first.cell in gen.unit.registers:
        return None
    if test.op == "in":
        if array.low < 0 or array.high >= LOOKED_UP:
            return None
        members = gen.to_locals(test.value, kind_of(gen, test.value))[:2]

        def passing(place: MemoryPlace, count: int) -> Operand:
            return look_up_bytes(place, count, members)
    else:
        value, sign = _as_byte(gen, array, test.value)
        if value is None:
            return None
        comparison = test.op if test.op in ("eq", "ne") else test.op + sign

        def passing(place: MemoryPlace, count: int) -> Operand:
            return compare_bytes(place, count, comparison, value)

    place = element_in_local(gen, array, test.first.index)
    found = gen.fresh_locals(among.size)
    for at, word in enumerate(found):
        asked = among.bits >> 64 * at & (1 << 64) - 1
        low, end = max((asked & -asked).bit_length() - 1, 0), asked.bit_length()
        starts = range(low, end, BYTES_AT_ONCE)
        bits = [passing(place.plus(64 * at + i), min(end - i, BYTES_AT_ONCE)).extend_u() << i for i in starts]
        gen.body.set(word, (union(bits) if asked == (1 << end) - (1 << low) else union(bits) & asked) if bits else 0)
    return found


def _as_byte(gen: CodeGenerator, array: Array, value: m.Expr) -> tuple[LocalVariable | int | None, str]:
    """Return a value of one byte that compares with all elements of an array as `value` does, and the suffix of the
    comparison: `_u` (unsigned) or `_s` (signed). If this is impossible, the value is None."""
    for (low, high), sign in zip(BYTES, ("_u", "_s"), strict=True):
        if interval_inside((array.low, array.high), low, high) and interval_inside(interval_of(gen, value), low, high):
            return value.value if isinstance(value, m.Const) else gen.number_local(value), sign
    if isinstance(value, m.Const) or not interval_inside((array.low - 1, array.high + 1), *BYTES[1]):
        return None, ""
    found = gen.number_local(value)
    gen.body.set(found, select(found, i32(array.low - 1), found >= array.low))
    gen.body.set(found, select(found, i32(array.high + 1), found <= array.high))
    return found, "_s"


def emit_common_with_row(gen: CodeGenerator, expr: m.SetOp) -> WordLocals | None:
    """Emit the intersection of a row test and a constant set; return its locals. For any other expression, emit nothing
    and return None."""
    if expr.op == "common":
        for row, among in ((expr.left, expr.right), (expr.right, expr.left)):
            test = row_test(row) if isinstance(among, m.SetConst) else None
            if test is not None and isinstance(among, m.SetConst) and among.size == kind_of(gen, row):
                return emit_row_test(gen, test, among)
    return None


def emit_set_build_or_row(gen: CodeGenerator, expr: m.SetBuild) -> WordLocals:
    test = row_test(expr)
    row = None if test is None else emit_row_test(gen, test, full_set(expr.size))
    return emit_set_build(gen, expr) if row is None else row


def emit_set_op_or_row(gen: CodeGenerator, expr: m.SetOp) -> WordLocals:
    row = emit_common_with_row(gen, expr)
    return emit_set_op(gen, expr) if row is None else row
