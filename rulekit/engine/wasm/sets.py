"""Sets as words in locals: constants, algebra, membership, comparison.  The loops that build sets are `loops.py`."""

from __future__ import annotations

from collections.abc import Callable

from ...machine import program as m
from ...machine.intervals import Interval, inside
from .addresses import element
from .code_generation import NUMBER_EMITTERS, SET_EMITTERS, CodeGenerator, Variable, Words, words
from .opcodes import I32, I64
from .value_ranges import interval_of, kind_of

WIDE = 6  # words; of a set with more, the one word is jumped to


def set_const(gen: CodeGenerator, expr: m.SetConst) -> Words:
    found = gen.fresh_locals(expr.size)
    for i, word in enumerate(found):
        gen.body.i64(expr.bits >> (64 * i))
        gen.body.set(word)
    return found


def set_op(gen: CodeGenerator, expr: m.SetOp) -> Words:
    left = gen.members(expr.left)  # long chains go down on the left: how wide it is, is seen from what it became
    count = max(len(left), words(kind_of(gen, expr.right)))
    left, right = gen.widened(left, count), gen.members_as(expr.right, count)
    found = gen.fresh_locals(64 * count)
    for a, b, into in zip(left, right, found, strict=True):
        gen.body.get(a)
        gen.body.get(b)
        if expr.op == "minus":
            gen.body.i64(-1)
            gen.body.op("i64.xor")
        gen.body.op("i64.or" if expr.op == "union" else "i64.and")
        gen.body.set(into)
    return found


def shift(gen: CodeGenerator, expr: m.Shift) -> Words:
    """Words further up or down, bits carried from one to the next; what lies past `size` is cut off."""
    given = gen.members(expr.set)
    found = gen.fresh_locals(expr.size)
    past = kind_of(gen, expr.set) + expr.by > expr.size
    step, bits = divmod(expr.by, 64)  # a shift down is one up by less than a word, from a word further up
    for i, into in enumerate(found):
        parts = [(i - step, bits), (i - step - 1, bits - 64)] if bits else [(i - step, 0)]
        parts = [(word, by) for word, by in parts if 0 <= word < len(given)]
        if not parts:
            gen.body.i64(0)
        for n, (word, by) in enumerate(parts):
            gen.body.get(given[word])
            if by:
                gen.body.i64(abs(by))
                gen.body.op("i64.shl" if by > 0 else "i64.shr_u")
            if n:
                gen.body.op("i64.or")
        last = (1 << (expr.size - 64 * i)) - 1
        if parts and last < (1 << 64) - 1 and past:
            gen.body.i64(last)
            gen.body.op("i64.and")
        gen.body.set(into)
    return found


def grow(gen: CodeGenerator, expr: m.Grow) -> Words:
    """As long as something is added."""
    body = gen.body
    found = gen.to_locals(expr.seed, expr.size)
    again = body.loop()
    gen.consume_fuel()
    more = gen.bound(expr.name, Variable(expr.size, found)).members_as(expr.more, len(found))
    for i, (old, new) in enumerate(zip(found, more, strict=True)):
        body.get(new)
        body.get(old)
        body.i64(-1)
        body.op("i64.xor", "i64.and")
        if i:
            body.op("i64.or")
    body.op("i64.eqz", "i32.eqz")
    body.if_()
    for old, new in zip(found, more, strict=True):
        body.get(old)
        body.get(new)
        body.op("i64.or")
        body.set(old)
    body.br(again)
    body.end()
    body.end()
    return found


def set_of(gen: CodeGenerator, expr: m.SetOf) -> Words:
    found = gen.fresh_locals(expr.size)
    gen.clear(found)
    for item in expr.items:
        interval = interval_of(gen, item)
        include(gen, found, gen.to_locals(item, m.NUMBER)[0], expr.size, interval)
    return found


def include(gen: CodeGenerator, into: Words, member: int, size: int, interval: Interval) -> None:
    """Adds the number in the local `member`; outside 0..size-1 it is dropped."""
    body = gen.body
    guarded = not inside(interval, 0, size - 1)
    if guarded:
        body.get(member)
        body.i32(size)
        body.op("i32.lt_u")
        body.if_()
    if len(into) > WIDE:
        dispatched(gen, into, member, lambda word: add_bit(gen, word, member))
    else:
        for i, word in enumerate(into):
            add_bit(gen, word, member, i, len(into))
    if guarded:
        body.end()


def add_bit(gen: CodeGenerator, word: int, member: int, i: int = 0, count: int = 1) -> None:
    """Adds the member to the word, if it belongs there."""
    gen.body.get(word)
    bit_in_word(gen, member, i, count)
    gen.body.op("i64.or")
    gen.body.set(word)


def dispatched(gen: CodeGenerator, found: Words, member: int, arm: Callable[[int], None]) -> None:
    """Runs the arm of the one word in which the member's bit lies: a jump, where trying all words would be long."""
    body = gen.body
    done = body.block()
    labels = [body.block() for _ in found]
    body.get(member)
    body.i32(6)
    body.op("i32.shr_u")
    body.br_table(labels[::-1], done)
    for word in found:
        body.end()
        arm(word)
        body.br(done)
    body.end()


def bit_in_word(gen: CodeGenerator, member: int, i: int, count: int) -> None:
    """Leaves the member's bit where it belongs in word i, else 0."""
    body = gen.body
    if count == 1:
        body.i64(1)
    else:
        body.get(member)
        body.i32(6)
        body.op("i32.shr_u")
        body.i32(i)
        body.op("i32.eq", "i64.extend_i32_u")
    body.get(member)
    body.op("i64.extend_i32_u", "i64.shl")


def has(gen: CodeGenerator, expr: m.Has) -> None:
    """Of a set in memory only the one word is read."""
    of = expr.set
    if isinstance(of, m.Lookup) or (isinstance(of, m.Load) and of.cell not in gen.unit.registers):
        array = gen.unit.memory.cells[of.cell] if isinstance(of, m.Load) else gen.unit.memory.tables[of.table]
        address = gen.local(I32)
        offset = element(gen, array, of.index)
        gen.body.set(address)
        interval = interval_of(gen, expr.member)
        member = gen.to_locals(expr.member, m.NUMBER)[0]
        within(gen, member, interval, 64 * array.words)
        gen.body.get(address)
        if array.words > 1:
            gen.body.get(member)
            gen.body.i32(6)
            gen.body.op("i32.shr_u")
            gen.body.i32(8)
            gen.body.op("i32.mul", "i32.add")
        gen.body.memory("i64.load", offset)
        bit(gen, member)
        within_end(gen, interval, 64 * array.words)
        return
    found = gen.members(of)
    interval = interval_of(gen, expr.member)
    contains(gen, found, gen.to_locals(expr.member, m.NUMBER)[0], interval)


def contains(gen: CodeGenerator, found: Words, member: int, interval: Interval) -> None:
    """Leaves whether the set in locals has the number in the local `member`."""
    within(gen, member, interval, 64 * len(found))
    pick_word(gen, found, member)
    bit(gen, member)
    within_end(gen, interval, 64 * len(found))


def pick_word(gen: CodeGenerator, found: Words, member: int) -> None:
    """Leaves the word in which the member's bit lies."""
    if len(found) > WIDE:
        picked = gen.local(I64)

        def arm(word: int) -> None:
            gen.body.get(word)
            gen.body.set(picked)

        dispatched(gen, found, member, arm)
        gen.body.get(picked)
        return
    for word in found:
        gen.body.get(word)
    for i in reversed(range(len(found) - 1)):
        gen.body.get(member)
        gen.body.i32(6)
        gen.body.op("i32.shr_u")
        gen.body.i32(i)
        gen.body.op("i32.eq", "select")


def bit(gen: CodeGenerator, member: int) -> None:
    """Takes the word and leaves the bit."""
    gen.body.get(member)
    gen.body.op("i64.extend_i32_u", "i64.shr_u", "i32.wrap_i64")
    gen.body.i32(1)
    gen.body.op("i32.and")


def within(gen: CodeGenerator, member: int, interval: Interval, size: int) -> None:
    """Opens an arm for members in 0..size-1, unless all are."""
    if not inside(interval, 0, size - 1):
        gen.body.get(member)
        gen.body.i32(size)
        gen.body.op("i32.lt_u")
        gen.body.if_(I32)


def within_end(gen: CodeGenerator, interval: Interval, size: int) -> None:
    if not inside(interval, 0, size - 1):
        gen.body.else_()
        gen.body.i32(0)
        gen.body.end()


def size_of(gen: CodeGenerator, expr: m.SizeOf) -> None:
    for i, word in enumerate(gen.members(expr.set)):
        gen.body.get(word)
        gen.body.op("i64.popcnt")
        if i:
            gen.body.op("i64.add")
    gen.body.op("i32.wrap_i64")


def compare(gen: CodeGenerator, expr: m.Compare) -> None:
    count = words(max(kind_of(gen, expr.left), kind_of(gen, expr.right)))
    left, right = gen.members_as(expr.left, count), gen.members_as(expr.right, count)
    for i, (a, b) in enumerate(zip(left, right, strict=True)):
        gen.body.get(a)
        gen.body.get(b)
        if expr.op == "within":
            gen.body.i64(-1)
            gen.body.op("i64.xor", "i64.and")
        else:
            gen.body.op("i64.xor")
        if i:
            gen.body.op("i64.or")
    gen.body.op("i64.eqz")


number_forms: dict[type, Callable[..., None]] = {m.Has: has, m.SizeOf: size_of, m.Compare: compare}
set_forms: dict[type, Callable[..., Words]] = {
    m.SetConst: set_const,
    m.SetOp: set_op,
    m.SetOf: set_of,
    m.Shift: shift,
    m.Grow: grow,
}
NUMBER_EMITTERS.update(number_forms)
SET_EMITTERS.update(set_forms)
