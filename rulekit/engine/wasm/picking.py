"""A decision inside a playout: one of its options picked, its parameters kept, and on to the node behind.

How many options there are, and in what form they are kept until one is picked, is `counting`'s; the moves and decisions
so far are counted here, and a game that has had its most of either ends unfinished.
"""

from __future__ import annotations

from ...machine import program as m
from . import detailing, watching
from .counting import Counted, counted, form_of, onward, size_of
from .nodes import keep_parameters, number, store
from .opcodes import I32, I64
from .playing import MOST, STEPS, Play, unfinished
from .support import full
from .writer import Variable, Words, Writer


def decision(this: Play, node: m.Decision) -> None:
    """The code of a decision: its options counted, one picked as the players' stream says, and on to its target."""
    body = this.body
    body.get(STEPS)
    body.op("i32.eqz")
    body.if_()
    body.i32(this.at)
    body.set(this.node)
    body.br(this.stop)
    body.end()
    body.get(STEPS)
    body.i32(1)
    body.op("i32.sub")
    body.set(STEPS)
    detailing.entered(this, node)
    w = this.writer()
    end = w.put(this.unit.memory.list) if any(form_of(a) in ("rows", "list") for a in node.alternatives) else 0
    found = [counted(w, a, end) for a in node.alternatives]
    total = w.local(I32)
    body.i32(0)
    for one in found:
        body.get(one.count)
        body.op("i32.add")
    body.tee(total)
    body.op("i32.eqz")
    body.if_()
    if node.otherwise is None:
        w.fault(node.fault)
    else:
        this.go(node.otherwise)
    body.end()
    watching.look(this, over=False)
    _account(this, node)
    detailing.offered(this, node, found)
    k = _pick(this, w, total)
    _taken(this, w, node, found, k)


def _account(this: Play, node: m.Decision) -> None:
    """A decision that would begin a move too many, or is one too many for so few moves, ends the game unfinished."""
    body = this.body
    body.i32(full(this.unit))
    body.global_set(this.unit.fuel)
    body.get(this.decisions)
    body.get(this.most_decisions)
    body.op("i32.eq")
    if node.move:
        body.get(this.moves)
        body.get(MOST)
        body.op("i32.eq", "i32.or")
    body.if_()
    unfinished(this)
    body.end()
    for local in (this.decisions, this.moves) if node.move else (this.decisions,):
        body.get(local)
        body.i32(1)
        body.op("i32.add")
        body.set(local)


# -------------------------------------------------------------------------------------------------------------- picking


def _pick(this: Play, w: Writer, total: int) -> int:
    """A local below `total`, each value as likely; where there is no choice nothing is drawn or counted."""
    body, k = this.body, w.put(0)
    body.get(total)
    body.i32(1)
    body.op("i32.gt_u")
    body.if_()
    body.get(this.branching)
    body.get(total)
    body.op("i64.extend_i32_u", "i64.add")
    body.set(this.branching)
    body.get(this.branchings)
    body.i64(1)
    body.op("i64.add")
    body.set(this.branchings)
    product, least = w.local(I64), w.local(I32)
    _product(this, w, total, product)
    _low_below(w, product, total)
    body.if_()
    body.i32(0)
    body.get(total)
    body.op("i32.sub")
    body.get(total)
    body.op("i32.rem_u")
    body.set(least)
    done, again = body.block(), body.loop()
    _low_below(w, product, least)
    body.op("i32.eqz")
    body.br_if(done)
    _product(this, w, total, product)
    body.br(again)
    body.end()
    body.end()
    body.end()
    body.get(product)
    body.i64(32)
    body.op("i64.shr_u", "i32.wrap_i64")
    body.set(k)
    body.end()
    return k


def _product(this: Play, w: Writer, total: int, into: int) -> None:
    """A raw number of the players' stream (Squares32, as in `support.raw`) times `total`."""
    body = this.body
    x = w.local(I64)
    body.get(this.drawn)
    body.set(x)
    for last, with_key in ((False, False), (False, True), (False, False), (True, True)):
        body.get(x)
        body.get(x)
        body.op("i64.mul")
        body.get(this.drawn)
        body.op("i64.add")
        if with_key:
            body.get(this.key)
            body.op("i64.add")
        body.i64(32)
        body.op("i64.shr_u" if last else "i64.rotl")
        body.set(x)
    body.get(this.drawn)
    body.get(this.key)
    body.op("i64.add")
    body.set(this.drawn)
    body.get(x)
    body.get(total)
    body.op("i64.extend_i32_u", "i64.mul")
    body.set(into)


def _low_below(w: Writer, product: int, bound: int) -> None:
    w.body.get(product)
    w.body.op("i32.wrap_i64")
    w.body.get(bound)
    w.body.op("i32.lt_u")


# --------------------------------------------------------------------------------------------------------------- taking


def _taken(this: Play, w: Writer, node: m.Decision, found: list[Counted], k: int) -> None:
    """The option number k, counted from 0 over all alternatives: its parameters kept, and on."""
    body = this.body
    for i, one in enumerate(found):
        last = i == len(found) - 1
        behind = 0 if last else body.block()
        if not last:
            body.get(k)
            body.get(one.count)
            body.op("i32.ge_u")
            body.br_if(behind)
        detailing.taken(this, node, one.alternative)
        inner = w.inner()
        if one.form in ("one", "set"):
            _settled(inner, one, k)
        else:
            if one.form == "rows":
                rest = _row_of(inner, one, k)
            else:
                rest = _listed(inner, one, k)
            sizes = [level.high - level.low + 1 for level in one.alternative.levels]
            keep_parameters(inner, one.alternative, rest, sizes)
        this.go(one.alternative.target, last=last, picked=True)
        if not last:
            body.end()
            body.get(k)
            body.get(one.count)
            body.op("i32.sub")
            body.set(k)


def _settled(w: Writer, one: Counted, k: int) -> None:
    for level in one.alternative.levels:
        if level.low == level.high:
            place = w.put(level.low)
        else:
            place = member(w, one.members, k, level.high + 1)
        w.scope[level.name] = Variable(m.NUMBER, (place,), level.low, level.high)
    for level in one.alternative.levels:
        if level.cell not in w.unit.unread or not all(isinstance(i, m.Const) for i in level.index):
            store(w, level.cell, level.index, m.Local(level.name))


def _listed(w: Writer, one: Counted, k: int) -> int:
    rest = w.local(I32)
    w.body.get(one.start)
    w.body.get(k)
    w.body.i32(4)
    w.body.op("i32.mul", "i32.add")
    w.body.memory("i32.load")
    w.body.set(rest)
    return rest


def _row_of(w: Writer, one: Counted, k: int) -> int:
    """Through the rows to the one in which option k lies; its number, with the member of its set."""
    body = w.body
    at = next(i for i in reversed(range(len(one.alternative.levels))) if _open(one.alternative.levels[i]))
    level = one.alternative.levels[at]
    members = w.room(level.high + 1)
    size, row = w.local(I32), one.start
    done, again = body.block(), body.loop()
    for i, word in enumerate(members):
        body.get(row)
        body.memory("i64.load", 8 + 8 * i)
        body.set(word)
    size_of(w, members)
    body.set(size)
    body.get(k)
    body.get(size)
    body.op("i32.lt_u")
    body.br_if(done)
    body.get(k)
    body.get(size)
    body.op("i32.sub")
    body.set(k)
    onward(w, row, 8 + 8 * len(members))
    body.br(again)
    body.end()
    body.end()
    before, rest = w.local(I32), w.local(I32)
    body.get(row)
    body.memory("i32.load")
    body.set(before)
    number(w, level, before, member(w, members, k, level.high + 1), rest)
    return rest


def _open(level: m.Level) -> bool:
    return level.low != level.high


def member(w: Writer, members: Words, k: int, size: int) -> int:
    """A local with the member number k of a set over 0..size-1 that has more than k; k is used up, and the words may
    be.

    No loop and no branch within a word: which member is picked is random, so a branch would be guessed wrongly half of
    the time.
    """
    body, place = w.body, w.local(I32)
    word, first = members[0], None
    if len(members) > 1 or size > 8:
        word, first = w.local(I64), w.put(0)
        _word_of(w, members, word, first, k)
    for width in (32, 16, 8):
        if first is not None and (len(members) > 1 or size > width):
            _half(w, word, first, k, width)
    body.get(word)
    body.op("i32.wrap_i64")
    body.i32(255)
    body.op("i32.and")
    body.i32(3)
    body.op("i32.shl")
    body.get(k)
    body.op("i32.add")
    body.memory("i32.load8_u", w.unit.memory.members)
    if first is not None:
        body.get(first)
        body.op("i32.add")
    body.set(place)
    return place


def _word_of(w: Writer, members: Words, word: int, first: int, k: int) -> None:
    """The word with the member, what stands before it, and which one of its members it is."""
    body = w.body
    size, behind = w.local(I32), w.local(I32)
    body.get(members[0])
    body.set(word)
    for i, one in enumerate(members[1:]):  # as long as the member lies behind the words so far
        body.get(members[i])
        body.op("i64.popcnt", "i32.wrap_i64")
        if i:  # it may have been found before
            body.i32(1 << 16)
            body.get(behind)
            body.op("select")
        body.tee(size)
        body.get(k)
        body.op("i32.le_u")
        body.set(behind)
        body.get(one)
        body.get(word)
        body.get(behind)
        body.op("select")
        body.set(word)
        body.i32(64 * (i + 1))
        body.get(first)
        body.get(behind)
        body.op("select")
        body.set(first)
        body.get(k)
        body.get(size)
        body.i32(0)
        body.get(behind)
        body.op("select", "i32.sub")
        body.set(k)


def _half(w: Writer, word: int, first: int, k: int, width: int) -> None:
    """Past the low `width` bits if the k-th member lies behind them."""
    body, size, behind = w.body, w.local(I32), w.local(I32)
    body.get(word)
    body.i64((1 << width) - 1)
    body.op("i64.and", "i64.popcnt", "i32.wrap_i64")
    body.tee(size)
    body.get(k)
    body.op("i32.le_u")
    body.set(behind)
    body.get(word)
    body.get(behind)
    body.i32(width)
    body.op("i32.mul", "i64.extend_i32_u", "i64.shr_u")
    body.set(word)
    body.get(k)
    body.get(size)
    body.i32(0)
    body.get(behind)
    body.op("select", "i32.sub")
    body.set(k)
    body.get(first)
    body.get(behind)
    body.i32(width)
    body.op("i32.mul", "i32.add")
    body.set(first)
