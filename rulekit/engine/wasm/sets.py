"""Emit sets as words in locals: constants, unions and other operations, membership, comparison.

`loop_code.py` has loops that build sets, `reaching.py` searches.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext

from ...machine import program as m
from ...machine.operator_intervals import Interval, interval_inside
from .code_generation import (
    CodeGenerator,
    WordLocals,
    element_in_local,
    interval_of,
    kind_of,
    word_count,
)
from .encoding import I32, I64
from .function_builder import Body
from .memory_layout import Array
from .operands import LocalVariable, MemoryPlace, Operand, i32, i64, on_stack, select, union

WIDE = 6  # words; in a set of at most this size, the word of a member is found without a jump table


def emit_set_const(gen: CodeGenerator, expr: m.SetConst) -> WordLocals:
    found = gen.fresh_locals(expr.size)
    for i, word in enumerate(found):
        gen.body.set(word, expr.bits >> (64 * i))
    return found


def emit_set_op(gen: CodeGenerator, expr: m.SetOp) -> WordLocals:
    # left first, because long chains nest on the left; the result is as wide as the wider side
    left = gen.members(expr.left)
    count = max(len(left), word_count(kind_of(gen, expr.right)))
    left, right = gen.widen(left, count), gen.members_as(expr.right, count)
    found = gen.fresh_locals(64 * count)
    for a, b, into in zip(left, right, found, strict=True):
        gen.body.set(into, a | b if expr.op == "union" else a & ~b if expr.op == "minus" else a & b)
    return found


def emit_shift(gen: CodeGenerator, expr: m.Shift) -> WordLocals:
    """Emit a shift of a set: each member becomes the member plus `expr.by`. Members outside the size are dropped.
    Return the locals of the result."""
    given = gen.members(expr.set)
    found = gen.fresh_locals(expr.size)
    past = kind_of(gen, expr.set) + expr.by > expr.size
    step, bits = divmod(expr.by, 64)  # for a negative `by`, `bits` is still 0..63 and `step` is negative
    for i, into in enumerate(found):
        parts = [(i - step, bits), (i - step - 1, bits - 64)] if bits else [(i - step, 0)]
        moved = [_shift_word(given[word], by) for word, by in parts if 0 <= word < len(given)]
        last = (1 << (expr.size - 64 * i)) - 1
        if moved and last < (1 << 64) - 1 and past:
            gen.body.set(into, union(moved) & last)
        else:
            gen.body.set(into, union(moved) if moved else 0)
    return found


def _shift_word(word: LocalVariable, by: int) -> Operand:
    return word << by if by > 0 else word.shr_u(-by) if by else word


def emit_set_of(gen: CodeGenerator, expr: m.SetOf) -> WordLocals:
    found = gen.fresh_locals(expr.size)
    gen.clear(found)
    for item in expr.items:
        interval = interval_of(gen, item)
        emit_include(gen, found, gen.number_local(item), expr.size, interval)
    return found


def emit_include(gen: CodeGenerator, into: WordLocals, member: LocalVariable, size: int, interval: Interval) -> None:
    """Emit code that adds the number in the local `member` to a set, unless it is outside 0..size-1."""
    code = gen.body
    with nullcontext() if interval_inside(interval, 0, size - 1) else code.if_(member.lt_u(size)):
        if len(into) > WIDE:
            for word in one_word(code, into, member):
                code.set(word, word | bit_in_word(member, 0, 1))
        else:
            for i, word in enumerate(into):
                code.set(word, word | bit_in_word(member, i, len(into)))


def one_word(code: Body, found: WordLocals, member: LocalVariable) -> Iterator[LocalVariable]:
    """Yield each word of a set inside its own arm of a jump table. In the generated code, only the arm of the member's
    word runs."""
    with code.block() as done:
        cases = code.cases(found)
        code.br_table(member.shr_u(6), cases.labels, done)
        for word in cases:
            yield word
            code.br(done)


def bit_in_word(member: LocalVariable, i: int, count: int) -> Operand:
    """Return the operand for word i of a set of `count` words that has only this member: a single bit, or 0."""
    one = i64(1) if count == 1 else (member.shr_u(6) == i).extend_u()
    return one << member.extend_u()


def emit_has_member(gen: CodeGenerator, expr: m.Has) -> None:
    """Emit whether a set has a member, 1 or 0, onto the stack. If the set is in memory, only one of its words is
    read."""
    of = expr.set
    if isinstance(of, m.Lookup) or (isinstance(of, m.Load) and of.cell not in gen.unit.registers):
        array = gen.unit.memory.cells[of.cell] if isinstance(of, m.Load) else gen.unit.memory.tables[of.table]
        place = element_in_local(gen, array, of.index)
        interval = interval_of(gen, expr.member)
        member = gen.number_local(expr.member)
        with within(gen, member, interval, 64 * array.words):
            gen.body.push(bit(word_of(array, place, member).load(), member))
        return
    stored = gen.scope[of.name].place if isinstance(of, m.Local) else None
    if stored is not None:
        interval, member = interval_of(gen, expr.member), gen.number_local(expr.member)
        with within(gen, member, interval, 64 * word_count(kind_of(gen, of))):
            gen.body.push(bit(member_word(stored, member).load(), member))
        return
    found = gen.members(of)
    interval = interval_of(gen, expr.member)
    emit_contains(gen, found, gen.number_local(expr.member), interval)


def word_of(array: Array, place: MemoryPlace, member: LocalVariable) -> MemoryPlace:
    """Return the place of the word that contains the member's bit, for a set of an array in memory."""
    return member_word(place, member) if array.words > 1 else place


def member_word(place: MemoryPlace, member: LocalVariable) -> MemoryPlace:
    """Return the place of the word that contains the member's bit; `place` is the set's first word."""
    return place.with_address(place.address + member.shr_u(6) * 8)


def emit_contains(gen: CodeGenerator, found: WordLocals, member: LocalVariable, interval: Interval) -> Operand:
    """Emit whether a set in locals has the number in the local `member`. Return the operand, 1 or 0."""
    with within(gen, member, interval, 64 * len(found)):
        gen.body.push(bit(pick_word(gen, found, member), member))
    return on_stack(I32)


def pick_word(gen: CodeGenerator, found: WordLocals, member: LocalVariable) -> Operand:
    """Return the operand for the word of the set that contains the member's bit."""
    if len(found) > WIDE:
        picked = gen.local(I64)
        for word in one_word(gen.body, found, member):
            gen.body.set(picked, word)
        return picked
    for word in found:
        gen.body.push(word)
    for i in reversed(range(len(found) - 1)):
        gen.body.push(select(on_stack(I64), on_stack(I64), member.shr_u(6) == i))
    return on_stack(I64)


def bit(word: Operand, member: LocalVariable) -> Operand:
    """Return the operand for the member's bit, 1 or 0, given the word that contains it."""
    return word.shr_u(member.extend_u()).wrap() & 1


@contextmanager
def within(gen: CodeGenerator, member: LocalVariable, interval: Interval, size: int) -> Iterator[None]:
    """Run the code written in the `with` block, which computes a value, only for a member in 0..size-1; otherwise the
    value is 0. If the interval shows that the member is always inside, emit no test."""
    if interval_inside(interval, 0, size - 1):
        yield
        return
    with gen.body.if_(member.lt_u(size), I32):
        yield
    with gen.body.else_():
        gen.body.push(i32(0))


def member_count(found: WordLocals) -> Operand:
    """Return the i32 operand for the number of members of a set in locals."""
    first, *others = (word.popcnt() for word in found)
    return sum(others, first).wrap()


def emit_compare_words(gen: CodeGenerator, expr: m.Compare) -> None:
    count = word_count(max(kind_of(gen, expr.left), kind_of(gen, expr.right)))
    left, right = gen.members_as(expr.left, count), gen.members_as(expr.right, count)
    pairs = zip(left, right, strict=True)
    gen.body.push(union([a & ~b if expr.op == "within" else a ^ b for a, b in pairs]).eqz())


def has_player(words: Sequence[Operand], player: LocalVariable) -> Operand:
    """Return the operand for whether the player in this local is a member of a set."""
    bits = [(word.shr_u((player & 63).extend_u()) & 1).wrap() & (player.shr_u(6) == i) for i, word in enumerate(words)]
    return union(bits)
