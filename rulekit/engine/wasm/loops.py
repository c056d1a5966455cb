"""Loops that give values: `Fold`, `SetBuild`, `Reach`; and the bare loop over a domain that statements use too."""

from __future__ import annotations

from collections.abc import Callable

from ...machine import program as m
from ...machine.intervals import INT32, inside
from ..interface import ARITHMETIC
from .arithmetic import narrow
from .code_generation import NUMBER_EMITTERS, SET_EMITTERS, CodeGenerator, Variable, Words
from .opcodes import I32, I64
from .sets import contains, include, pick_word
from .value_ranges import domain_interval, interval_of, kind_of

LONG = 1 << 16  # passes

Pass = Callable[[CodeGenerator, int, int, int], None]
"""Writes one pass: the writer with the loop's name in scope, the value's local, the labels behind the loop and of its
next pass."""


def each_value(gen: CodeGenerator, name: str, over: m.Over, body: Pass) -> None:
    """What the loop runs over is found once, before.  The name has a copy of the counter: a pass may overwrite it.

    Its passes are taken off the fuel behind the loop; those of a loop that may be long, each as it begins.
    """
    value, interval = gen.local(I32), domain_interval(gen, over)
    inner = gen.bound(name, Variable(m.NUMBER, (value,), *interval))
    if over.within is not None:
        kind = kind_of(gen, over.within)
        _over_set(inner, gen.to_locals(over.within, kind), value, body)
    else:
        assert over.low is not None and over.high is not None
        at, last = gen.to_locals(over.low, m.NUMBER)[0], gen.to_locals(over.high, m.NUMBER)[0]
        _over_range(inner, at, last, value, body, interval[1] - interval[0] >= LONG)


def _over_range(gen: CodeGenerator, at: int, last: int, value: int, body: Pass, long: bool) -> None:
    code, first = gen.body, gen.local(I32)
    code.get(at)
    code.get(last)
    code.op("i32.le_s")
    code.if_()
    code.get(at)
    code.set(first)
    done, again = code.block(), code.loop()
    if long:
        gen.consume_fuel()
    following = code.block()
    code.get(at)
    code.set(value)
    body(gen, value, done, following)
    code.end()
    code.get(at)
    code.get(last)
    code.op("i32.eq")
    code.br_if(done)
    code.get(at)
    code.i32(1)
    code.op("i32.add")
    code.set(at)
    code.br(again)
    code.end()
    code.end()
    if not long:
        code.get(at)
        code.get(first)
        code.op("i32.sub")
        code.i32(1)
        code.op("i32.add")
        gen.consume_fuel_from_stack()
    code.end()


def _over_set(gen: CodeGenerator, found: Words, value: int, body: Pass) -> None:
    code = gen.body
    current, at, passes = gen.local(I64), gen.constant_local(0), gen.constant_local(0)
    code.get(found[0])
    code.set(current)
    done, again = code.block(), code.loop()
    _find(gen, found, current, at, done)
    code.get(current)
    code.op("i64.ctz", "i32.wrap_i64")
    code.get(at)
    code.op("i32.add")
    code.set(value)
    code.get(current)
    code.get(current)
    code.i64(1)
    code.op("i64.sub", "i64.and")
    code.set(current)
    code.get(passes)
    code.i32(1)
    code.op("i32.add")
    code.set(passes)
    following = code.block()
    body(gen, value, done, following)
    code.end()
    code.br(again)
    code.end()
    code.end()
    code.get(passes)
    gen.consume_fuel_from_stack()


def _find(gen: CodeGenerator, found: Words, current: int, at: int, done: int) -> None:
    """Goes on to the next word that has a member (`at` is its first number), or out."""
    code = gen.body
    if len(found) == 1:
        code.get(current)
        code.op("i64.eqz")
        code.br_if(done)
        return
    have, search = code.block(), code.loop()
    code.get(current)
    code.op("i64.eqz", "i32.eqz")
    code.br_if(have)
    code.get(at)
    code.i32(64)
    code.op("i32.add")
    code.tee(at)
    code.i32(64 * len(found))
    code.op("i32.eq")
    code.br_if(done)
    pick_word(gen, found, at)
    code.set(current)
    code.br(search)
    code.end()
    code.end()


def passing(gen: CodeGenerator, where: m.Expr | None, following: int) -> None:
    if where is not None:
        gen.number(where)
        gen.body.op("i32.eqz")
        gen.body.br_if(following)


# ---------------------------------------------------------------------------------------------------------------- folds


def fold(gen: CodeGenerator, expr: m.Fold) -> None:
    if expr.kind in ("some", "all"):
        quantified(gen, expr)
    elif expr.kind == "sum":
        summed(gen, expr)
    elif expr.kind == "count":
        counted(gen, expr)
    else:
        chosen(gen, expr)


def quantified(gen: CodeGenerator, expr: m.Fold) -> None:
    some = expr.kind == "some"
    result = gen.constant_local(0 if some else 1)

    def one(inner: CodeGenerator, value: int, done: int, following: int) -> None:
        passing(inner, expr.where, following)
        inner.number(expr.body if expr.body is not None else m.Const(1))
        if some:
            inner.body.op("i32.eqz")
        inner.body.br_if(following)
        inner.body.i32(1 if some else 0)
        inner.body.set(result)
        inner.body.br(done)

    each_value(gen, expr.name, expr.over, one)
    gen.body.get(result)


def counted(gen: CodeGenerator, expr: m.Fold) -> None:
    result = gen.constant_local(0)

    def one(inner: CodeGenerator, value: int, done: int, following: int) -> None:
        passing(inner, expr.where, following)
        inner.body.get(result)
        inner.body.i32(1)
        inner.body.op("i32.add")
        inner.body.set(result)

    each_value(gen, expr.name, expr.over, one)
    gen.body.get(result)


def summed(gen: CodeGenerator, expr: m.Fold) -> None:
    """In 64 bits, tested at the end, unless the sum surely fits."""
    over = domain_interval(gen, expr.over)
    term = expr.body if expr.body is not None else m.Local(expr.name)
    interval = interval_of(gen.bound(expr.name, Variable(m.NUMBER, (), *over)), term)
    count = max(0, over[1] - over[0] + 1)
    fits = inside((min(0, interval[0] * count), max(0, interval[1] * count)), *INT32)
    result = gen.local(I32 if fits else I64)
    gen.body.i32(0) if fits else gen.body.i64(0)
    gen.body.set(result)

    def one(inner: CodeGenerator, value: int, done: int, following: int) -> None:
        passing(inner, expr.where, following)
        inner.number(term)
        if not fits:
            inner.body.op("i64.extend_i32_s")
        inner.body.get(result)
        inner.body.op("i32.add" if fits else "i64.add")
        inner.body.set(result)

    each_value(gen, expr.name, expr.over, one)
    gen.body.get(result)
    if not fits:
        narrow(gen)


def chosen(gen: CodeGenerator, expr: m.Fold) -> None:
    """most, least, first, only: the best so far, and whether there is one."""
    if expr.kind == "first" and expr.where is None and expr.body is None and expr.over.within is not None:
        least_member(gen, expr)
        return
    best, found = gen.constant_local(0), gen.constant_local(0)

    def one(inner: CodeGenerator, value: int, done: int, following: int) -> None:
        body = inner.body
        passing(inner, expr.where, following)
        if expr.kind == "only":
            body.get(found)
            inner.fault_if(_fault(expr))
            body.get(value)
        elif expr.kind == "first" or expr.body is None:
            inner.number(m.Local(expr.name))
        else:
            inner.number(expr.body)
        if expr.kind in ("most", "least"):
            better(inner, best, found, expr.kind)
        else:
            body.set(best)
        body.i32(1)
        body.set(found)
        if expr.kind == "first":
            body.br(done)

    each_value(gen, expr.name, expr.over, one)
    gen.body.get(found)
    gen.body.if_(I32)
    gen.body.get(best)
    gen.body.else_()
    if expr.otherwise is not None and expr.kind != "only":
        gen.number(expr.otherwise)
    else:
        gen.fault(_fault(expr))
    gen.body.end()


def least_member(gen: CodeGenerator, expr: m.Fold) -> None:
    """The first member of a set, without a loop."""
    assert expr.over.within is not None
    body = gen.body
    found = gen.to_locals(expr.over.within, kind_of(gen, expr.over.within))
    some = gen.local(I64)
    for i, word in enumerate(found):
        body.get(word)
        if i:
            body.op("i64.or")
    body.tee(some)
    body.op("i64.eqz")
    body.if_(I32)
    if expr.otherwise is not None:
        gen.number(expr.otherwise)
    else:
        gen.fault(_fault(expr))
    body.else_()
    for i, word in enumerate(found[:-1]):
        body.get(word)
        body.op("i64.eqz", "i32.eqz")
        body.if_(I32)
        body.get(word)
        body.op("i64.ctz", "i32.wrap_i64")
        body.i32(64 * i)
        body.op("i32.add")
        body.else_()
    body.get(found[-1])
    body.op("i64.ctz", "i32.wrap_i64")
    body.i32(64 * (len(found) - 1))
    body.op("i32.add")
    for _ in found:
        body.end()


def better(gen: CodeGenerator, best: int, found: int, kind: str) -> None:
    """Takes a number; it becomes the best if it is the first or better."""
    body, term = gen.body, gen.local(I32)
    body.tee(term)
    body.get(best)
    body.get(term)
    body.get(best)
    body.op("i32.gt_s" if kind == "most" else "i32.lt_s")
    body.get(found)
    body.op("i32.eqz", "i32.or", "select")
    body.set(best)


def _fault(expr: m.Fold) -> int:
    return expr.fault if expr.fault is not None else ARITHMETIC


# ----------------------------------------------------------------------------------------------------------------- sets


def set_build(gen: CodeGenerator, expr: m.SetBuild) -> Words:
    found = gen.fresh_locals(expr.size)
    gen.clear(found)

    def one(inner: CodeGenerator, value: int, done: int, following: int) -> None:
        passing(inner, expr.where, following)
        image = expr.image if expr.image is not None else m.Local(expr.name)
        if kind_of(inner, image) != m.NUMBER:
            for to, word in zip(found, inner.to_locals(image, expr.size), strict=True):
                inner.body.get(to)
                inner.body.get(word)
                inner.body.op("i64.or")
                inner.body.set(to)
            return
        interval = interval_of(inner, image)
        include(inner, found, inner.to_locals(image, m.NUMBER)[0], expr.size, interval)

    each_value(gen, expr.name, expr.over, one)
    return found


def reach(gen: CodeGenerator, expr: m.Reach) -> Words:
    """Two sets, reached and still to be looked at; of these always the least is looked at next."""
    found, waiting = seed(gen, expr), gen.fresh_locals(expr.size)
    for a, b in zip(found, waiting, strict=True):
        gen.body.get(a)
        gen.body.set(b)
    source = gen.local(I32)
    done, again = gen.body.block(), gen.body.loop()
    take_least(gen, waiting, source, done)
    inside_source = gen.bound(expr.source, Variable(m.NUMBER, (source,), 0, 64 * len(found) - 1))

    def one(inner: CodeGenerator, value: int, stop: int, following: int) -> None:
        interval = domain_interval(inside_source, expr.over)
        if not inside(interval, 0, expr.size - 1):
            inner.body.get(value)
            inner.body.i32(expr.size)
            inner.body.op("i32.ge_u")
            inner.body.br_if(following)
        contains(inner, found, value, interval)
        inner.body.br_if(following)
        passing(inner, expr.where, following)
        include(inner, found, value, expr.size, (0, expr.size - 1))
        include(inner, waiting, value, expr.size, (0, expr.size - 1))

    each_value(inside_source, expr.target, expr.over, one)
    gen.body.br(again)
    gen.body.end()
    gen.body.end()
    return found


def seed(gen: CodeGenerator, expr: m.Reach) -> Words:
    """A set, or one number."""
    kind = kind_of(gen, expr.seed)
    found = gen.fresh_locals(expr.size)
    if kind != m.NUMBER:
        return gen.to_locals(expr.seed, expr.size, found)
    interval = interval_of(gen, expr.seed)
    first = gen.to_locals(expr.seed, m.NUMBER)[0]
    gen.clear(found)
    include(gen, found, first, expr.size, interval)
    return found


def take_least(gen: CodeGenerator, waiting: Words, source: int, done: int) -> None:
    """The least member into the local `source`, and out of the set; to `done` where there is none."""
    code = gen.body
    taken = code.block()
    for i, word in enumerate(waiting):
        code.get(word)
        code.op("i64.eqz", "i32.eqz")
        code.if_()
        code.get(word)
        code.op("i64.ctz", "i32.wrap_i64")
        code.i32(64 * i)
        code.op("i32.add")
        code.set(source)
        code.get(word)
        code.get(word)
        code.i64(1)
        code.op("i64.sub", "i64.and")
        code.set(word)
        code.br(taken)
        code.end()
    code.br(done)
    code.end()


NUMBER_EMITTERS[m.Fold] = fold
SET_EMITTERS[m.SetBuild] = set_build
SET_EMITTERS[m.Reach] = reach
