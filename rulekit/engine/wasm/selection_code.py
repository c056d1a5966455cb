"""A decision inside a playout: one of its options picked, its parameters stored, and on to the node behind.

How many options there are, and how they are represented until one is picked, is `option_counting`'s; the moves and
decisions so far are counted here, and a game that has had its most of either ends unfinished.
"""

from __future__ import annotations

from ...machine import program as m
from . import detail_code, invariant_code
from .code_generation import CodeGenerator, Variable, Words
from .nodes import keep_parameters, number, store
from .opcodes import I32, I64
from .option_counting import CountedAlternative, advance, count_options, representation_of, size_of
from .playout_function import MOST, STEPS, PlayoutFunction
from .runtime_support import full
from .statistics_code import increment


def decision(playout: PlayoutFunction, node: m.Decision) -> None:
    """The code of a decision: its options counted, one picked as the players' stream says, and on to its target."""
    body = playout.body
    body.get(STEPS)
    body.op("i32.eqz")
    body.if_()
    body.i32(playout.at)
    body.set(playout.node)
    body.br(playout.stop)
    body.end()
    body.get(STEPS)
    body.i32(1)
    body.op("i32.sub")
    body.set(STEPS)
    detail_code.entered(playout, node)
    gen = playout.generator()
    end = (
        gen.constant_local(playout.unit.memory.list)
        if any(representation_of(a) in ("rows", "list") for a in node.alternatives)
        else 0
    )
    found = [count_options(gen, a, end) for a in node.alternatives]
    total = gen.local(I32)
    body.i32(0)
    for one in found:
        body.get(one.count)
        body.op("i32.add")
    body.tee(total)
    body.op("i32.eqz")
    body.if_()
    if node.otherwise is None:
        gen.fault(node.fault)
    else:
        playout.go(node.otherwise)
    body.end()
    invariant_code.check_invariants(playout, over=False)
    _account(playout, node)
    detail_code.offered(playout, node, found)
    k = _pick(playout, gen, total)
    _taken(playout, gen, node, found, k)


def _account(playout: PlayoutFunction, node: m.Decision) -> None:
    """A decision that would begin a move too many, or is one too many for so few moves, ends the game unfinished."""
    body = playout.body
    body.i32(full(playout.unit))
    body.global_set(playout.unit.fuel)
    body.get(playout.decisions)
    body.get(playout.most_decisions)
    body.op("i32.eq")
    if node.move:
        body.get(playout.moves)
        body.get(MOST)
        body.op("i32.eq", "i32.or")
    body.if_()
    increment(body, playout.unit.memory.totals + 8)
    detail_code.options_counted(playout)
    body.br(playout.over)
    body.end()
    for local in (playout.decisions, playout.moves) if node.move else (playout.decisions,):
        body.get(local)
        body.i32(1)
        body.op("i32.add")
        body.set(local)


# -------------------------------------------------------------------------------------------------------------- picking


def _pick(playout: PlayoutFunction, gen: CodeGenerator, total: int) -> int:
    """A local below `total`, each value as likely; where there is no choice nothing is drawn or counted."""
    body, k = playout.body, gen.constant_local(0)
    body.get(total)
    body.i32(1)
    body.op("i32.gt_u")
    body.if_()
    body.get(playout.branching)
    body.get(total)
    body.op("i64.extend_i32_u", "i64.add")
    body.set(playout.branching)
    body.get(playout.branchings)
    body.i64(1)
    body.op("i64.add")
    body.set(playout.branchings)
    product, least = gen.local(I64), gen.local(I32)
    _product(playout, gen, total, product)
    _low_below(gen, product, total)
    body.if_()
    body.i32(0)
    body.get(total)
    body.op("i32.sub")
    body.get(total)
    body.op("i32.rem_u")
    body.set(least)
    done, again = body.block(), body.loop()
    _low_below(gen, product, least)
    body.op("i32.eqz")
    body.br_if(done)
    _product(playout, gen, total, product)
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


def _product(playout: PlayoutFunction, gen: CodeGenerator, total: int, into: int) -> None:
    """A raw number of the players' stream (Squares32, as in `runtime_support.raw`) times `total`."""
    body = playout.body
    x = gen.local(I64)
    body.get(playout.drawn)
    body.set(x)
    for last, with_key in ((False, False), (False, True), (False, False), (True, True)):
        body.get(x)
        body.get(x)
        body.op("i64.mul")
        body.get(playout.drawn)
        body.op("i64.add")
        if with_key:
            body.get(playout.key)
            body.op("i64.add")
        body.i64(32)
        body.op("i64.shr_u" if last else "i64.rotl")
        body.set(x)
    body.get(playout.drawn)
    body.get(playout.key)
    body.op("i64.add")
    body.set(playout.drawn)
    body.get(x)
    body.get(total)
    body.op("i64.extend_i32_u", "i64.mul")
    body.set(into)


def _low_below(gen: CodeGenerator, product: int, bound: int) -> None:
    gen.body.get(product)
    gen.body.op("i32.wrap_i64")
    gen.body.get(bound)
    gen.body.op("i32.lt_u")


# --------------------------------------------------------------------------------------------------------------- taking


def _taken(
    playout: PlayoutFunction, gen: CodeGenerator, node: m.Decision, found: list[CountedAlternative], k: int
) -> None:
    """The option number k, counted from 0 over all alternatives: its parameters stored, and on."""
    body = playout.body
    for i, one in enumerate(found):
        last = i == len(found) - 1
        behind = 0 if last else body.block()
        if not last:
            body.get(k)
            body.get(one.count)
            body.op("i32.ge_u")
            body.br_if(behind)
        detail_code.taken(playout, node, one.alternative)
        inner = gen.inner()
        if one.form in ("one", "set"):
            _settled(inner, one, k)
        else:
            if one.form == "rows":
                rest = _row_of(inner, one, k)
            else:
                rest = _listed(inner, one, k)
            sizes = [level.high - level.low + 1 for level in one.alternative.levels]
            keep_parameters(inner, one.alternative, rest, sizes)
        playout.go(one.alternative.target, last=last, picked=True)
        if not last:
            body.end()
            body.get(k)
            body.get(one.count)
            body.op("i32.sub")
            body.set(k)


def _settled(gen: CodeGenerator, one: CountedAlternative, k: int) -> None:
    for level in one.alternative.levels:
        if level.low == level.high:
            place = gen.constant_local(level.low)
        else:
            place = member(gen, one.members, k, level.high + 1)
        gen.scope[level.name] = Variable(m.NUMBER, (place,), level.low, level.high)
    for level in one.alternative.levels:
        if level.cell not in gen.unit.unread or not all(isinstance(i, m.Const) for i in level.index):
            store(gen, level.cell, level.index, m.Local(level.name))


def _listed(gen: CodeGenerator, one: CountedAlternative, k: int) -> int:
    rest = gen.local(I32)
    gen.body.get(one.start)
    gen.body.get(k)
    gen.body.i32(4)
    gen.body.op("i32.mul", "i32.add")
    gen.body.memory("i32.load")
    gen.body.set(rest)
    return rest


def _row_of(gen: CodeGenerator, one: CountedAlternative, k: int) -> int:
    """Through the rows to the one in which option k lies; its number, with the member of its set."""
    body = gen.body
    at = next(i for i in reversed(range(len(one.alternative.levels))) if _open(one.alternative.levels[i]))
    level = one.alternative.levels[at]
    members = gen.fresh_locals(level.high + 1)
    size, row = gen.local(I32), one.start
    done, again = body.block(), body.loop()
    for i, word in enumerate(members):
        body.get(row)
        body.memory("i64.load", 8 + 8 * i)
        body.set(word)
    size_of(gen, members)
    body.set(size)
    body.get(k)
    body.get(size)
    body.op("i32.lt_u")
    body.br_if(done)
    body.get(k)
    body.get(size)
    body.op("i32.sub")
    body.set(k)
    advance(gen, row, 8 + 8 * len(members))
    body.br(again)
    body.end()
    body.end()
    before, rest = gen.local(I32), gen.local(I32)
    body.get(row)
    body.memory("i32.load")
    body.set(before)
    number(gen, level, before, member(gen, members, k, level.high + 1), rest)
    return rest


def _open(level: m.Level) -> bool:
    return level.low != level.high


def member(gen: CodeGenerator, members: Words, k: int, size: int) -> int:
    """A local with the member number k of a set over 0..size-1 that has more than k; k is used up, and the words may
    be.

    No loop and no branch within a word: which member is picked is random, so a branch would be guessed wrongly half of
    the time.
    """
    body, place = gen.body, gen.local(I32)
    word, first = members[0], None
    if len(members) > 1 or size > 8:
        word, first = gen.local(I64), gen.constant_local(0)
        _word_of(gen, members, word, first, k)
    for width in (32, 16, 8):
        if first is not None and (len(members) > 1 or size > width):
            _half(gen, word, first, k, width)
    body.get(word)
    body.op("i32.wrap_i64")
    body.i32(255)
    body.op("i32.and")
    body.i32(3)
    body.op("i32.shl")
    body.get(k)
    body.op("i32.add")
    body.memory("i32.load8_u", gen.unit.memory.members)
    if first is not None:
        body.get(first)
        body.op("i32.add")
    body.set(place)
    return place


def _word_of(gen: CodeGenerator, members: Words, word: int, first: int, k: int) -> None:
    """The word with the member, what stands before it, and which one of its members it is."""
    body = gen.body
    size, behind = gen.local(I32), gen.local(I32)
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


def _half(gen: CodeGenerator, word: int, first: int, k: int, width: int) -> None:
    """Past the low `width` bits if the k-th member lies behind them."""
    body, size, behind = gen.body, gen.local(I32), gen.local(I32)
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
