"""Sets as words in locals: constants, algebra, membership, comparison.  The loops that build sets are `loops.py`."""

from __future__ import annotations

from collections.abc import Callable

from ...machine import program as m
from .addresses import element
from .kinds import Span, inside, kind_of, span_of
from .opcodes import I32, I64
from .writer import NUMBERS, SETS, Variable, Words, Writer, words

WIDE = 6  # words; of a set with more, the one word is jumped to


def set_const(w: Writer, expr: m.SetConst) -> Words:
    found = w.room(expr.size)
    for i, word in enumerate(found):
        w.body.i64(expr.bits >> (64 * i))
        w.body.set(word)
    return found


def set_op(w: Writer, expr: m.SetOp) -> Words:
    left = w.members(expr.left)  # long chains go down on the left: how wide it is, is seen from what it became
    count = max(len(left), words(kind_of(w, expr.right)))
    left, right = w.widened(left, count), w.members_as(expr.right, count)
    found = w.room(64 * count)
    for a, b, into in zip(left, right, found, strict=True):
        w.body.get(a)
        w.body.get(b)
        if expr.op == "minus":
            w.body.i64(-1)
            w.body.op("i64.xor")
        w.body.op("i64.or" if expr.op == "union" else "i64.and")
        w.body.set(into)
    return found


def shift(w: Writer, expr: m.Shift) -> Words:
    """Words further up or down, bits carried from one to the next; what lies past `size` is cut off."""
    given = w.members(expr.set)
    found = w.room(expr.size)
    past = kind_of(w, expr.set) + expr.by > expr.size
    step, bits = divmod(expr.by, 64)  # a shift down is one up by less than a word, from a word further up
    for i, into in enumerate(found):
        parts = [(i - step, bits), (i - step - 1, bits - 64)] if bits else [(i - step, 0)]
        parts = [(word, by) for word, by in parts if 0 <= word < len(given)]
        if not parts:
            w.body.i64(0)
        for n, (word, by) in enumerate(parts):
            w.body.get(given[word])
            if by:
                w.body.i64(abs(by))
                w.body.op("i64.shl" if by > 0 else "i64.shr_u")
            if n:
                w.body.op("i64.or")
        last = (1 << (expr.size - 64 * i)) - 1
        if parts and last < (1 << 64) - 1 and past:
            w.body.i64(last)
            w.body.op("i64.and")
        w.body.set(into)
    return found


def grow(w: Writer, expr: m.Grow) -> Words:
    """As long as something is added."""
    body = w.body
    found = w.keep(expr.seed, expr.size)
    again = body.loop()
    w.burn()
    more = w.bound(expr.name, Variable(expr.size, found)).members_as(expr.more, len(found))
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


def set_of(w: Writer, expr: m.SetOf) -> Words:
    found = w.room(expr.size)
    w.clear(found)
    for item in expr.items:
        span = span_of(w, item)
        include(w, found, w.keep(item, m.NUMBER)[0], expr.size, span)
    return found


def include(w: Writer, into: Words, member: int, size: int, span: Span) -> None:
    """Adds the number in the local `member`; outside 0..size-1 it is dropped."""
    body = w.body
    guarded = not inside(span, 0, size - 1)
    if guarded:
        body.get(member)
        body.i32(size)
        body.op("i32.lt_u")
        body.if_()
    if len(into) > WIDE:
        dispatched(w, into, member, lambda word: add_bit(w, word, member))
    else:
        for i, word in enumerate(into):
            add_bit(w, word, member, i, len(into))
    if guarded:
        body.end()


def add_bit(w: Writer, word: int, member: int, i: int = 0, count: int = 1) -> None:
    """Adds the member to the word, if it belongs there."""
    w.body.get(word)
    bit_in_word(w, member, i, count)
    w.body.op("i64.or")
    w.body.set(word)


def dispatched(w: Writer, found: Words, member: int, arm: Callable[[int], None]) -> None:
    """Runs the arm of the one word in which the member's bit lies: a jump, where trying all words would be long."""
    body = w.body
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


def bit_in_word(w: Writer, member: int, i: int, count: int) -> None:
    """Leaves the member's bit where it belongs in word i, else 0."""
    body = w.body
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


def has(w: Writer, expr: m.Has) -> None:
    """Of a set in memory only the one word is read."""
    of = expr.set
    if isinstance(of, m.Lookup) or (isinstance(of, m.Load) and of.cell not in w.unit.registers):
        array = w.unit.memory.cells[of.cell] if isinstance(of, m.Load) else w.unit.memory.tables[of.table]
        address = w.local(I32)
        offset = element(w, array, of.index)
        w.body.set(address)
        span = span_of(w, expr.member)
        member = w.keep(expr.member, m.NUMBER)[0]
        within(w, member, span, 64 * array.words)
        w.body.get(address)
        if array.words > 1:
            w.body.get(member)
            w.body.i32(6)
            w.body.op("i32.shr_u")
            w.body.i32(8)
            w.body.op("i32.mul", "i32.add")
        w.body.memory("i64.load", offset)
        bit(w, member)
        within_end(w, span, 64 * array.words)
        return
    found = w.members(of)
    span = span_of(w, expr.member)
    contains(w, found, w.keep(expr.member, m.NUMBER)[0], span)


def contains(w: Writer, found: Words, member: int, span: Span) -> None:
    """Leaves whether the set in locals has the number in the local `member`."""
    within(w, member, span, 64 * len(found))
    pick_word(w, found, member)
    bit(w, member)
    within_end(w, span, 64 * len(found))


def pick_word(w: Writer, found: Words, member: int) -> None:
    """Leaves the word in which the member's bit lies."""
    if len(found) > WIDE:
        picked = w.local(I64)

        def arm(word: int) -> None:
            w.body.get(word)
            w.body.set(picked)

        dispatched(w, found, member, arm)
        w.body.get(picked)
        return
    for word in found:
        w.body.get(word)
    for i in reversed(range(len(found) - 1)):
        w.body.get(member)
        w.body.i32(6)
        w.body.op("i32.shr_u")
        w.body.i32(i)
        w.body.op("i32.eq", "select")


def bit(w: Writer, member: int) -> None:
    """Takes the word and leaves the bit."""
    w.body.get(member)
    w.body.op("i64.extend_i32_u", "i64.shr_u", "i32.wrap_i64")
    w.body.i32(1)
    w.body.op("i32.and")


def within(w: Writer, member: int, span: Span, size: int) -> None:
    """Opens an arm for members in 0..size-1, unless all are."""
    if not inside(span, 0, size - 1):
        w.body.get(member)
        w.body.i32(size)
        w.body.op("i32.lt_u")
        w.body.if_(I32)


def within_end(w: Writer, span: Span, size: int) -> None:
    if not inside(span, 0, size - 1):
        w.body.else_()
        w.body.i32(0)
        w.body.end()


def size_of(w: Writer, expr: m.SizeOf) -> None:
    for i, word in enumerate(w.members(expr.set)):
        w.body.get(word)
        w.body.op("i64.popcnt")
        if i:
            w.body.op("i64.add")
    w.body.op("i32.wrap_i64")


def compare(w: Writer, expr: m.Compare) -> None:
    count = words(max(kind_of(w, expr.left), kind_of(w, expr.right)))
    left, right = w.members_as(expr.left, count), w.members_as(expr.right, count)
    for i, (a, b) in enumerate(zip(left, right, strict=True)):
        w.body.get(a)
        w.body.get(b)
        if expr.op == "within":
            w.body.i64(-1)
            w.body.op("i64.xor", "i64.and")
        else:
            w.body.op("i64.xor")
        if i:
            w.body.op("i64.or")
    w.body.op("i64.eqz")


number_forms: dict[type, Callable[..., None]] = {m.Has: has, m.SizeOf: size_of, m.Compare: compare}
set_forms: dict[type, Callable[..., Words]] = {
    m.SetConst: set_const,
    m.SetOp: set_op,
    m.SetOf: set_of,
    m.Shift: shift,
    m.Grow: grow,
}
NUMBERS.update(number_forms)
SETS.update(set_forms)
