"""How many options a decision has, inside a playout: each alternative counted, and where its options are.

Options need not be listed to be counted.  Where the last parameter of an alternative runs over a set with no further
test, the set's size is the number of options, and the k-th member is the k-th option.  So an alternative's options have
one of these representations:

- *one*: no parameter but settled ones; an option or none;
- *set*: one parameter, over a set: the set stays in locals;
- *rows*: some parameters, and the last one over a set: a row for each value of those before, its number and its set;
- *list*: anything else: the numbers of the options, one by one.

Which it is shows in the machine; passes over the machine bring alternatives into the better forms.  `selection_code`
picks one of the options, and finds it again in what stands here.
"""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from ...machine import program as m
from ...machine.traversal import parts_of
from .code_generation import CodeGenerator, Variable, Words
from .loops import each_value
from .nodes import number, tests
from .opcodes import I32

Representation = Literal["one", "set", "rows", "list"]
ROW = 4  # members of a last set from which on rows are no longer than lists


def representation_of(a: m.Alternative) -> Representation:
    """How the options of an alternative are counted."""
    if _index_needs_tests(a):
        return "list"
    open_ = [level for level in a.levels if level.low != level.high]
    if not open_:
        return "one"
    last = open_[-1]
    behind = a.levels[a.levels.index(last) :]
    if last.within is None or any(level.tests or level.within for level in behind[1:]) or last.tests:
        return "list"
    if len(open_) == 1:
        return "set"
    return "rows" if last.high - last.low + 1 >= ROW else "list"


def _index_needs_tests(a: m.Alternative) -> bool:
    names = {t.name for t in (*a.tests, *(t for level in a.levels for t in level.tests)) if t.name}
    used = {p.name for level in a.levels for p in parts_of(level.index) if isinstance(p, m.Local)}
    return bool(names & used)


@frozen
class CountedAlternative:
    """An alternative whose options are counted: their number, and where they are."""

    alternative: m.Alternative
    form: Representation
    count: int  # a local
    members: Words = ()
    start: int = 0  # a local: the address of the first row or number


@frozen
class Listing:
    """How an alternative's rows or numbers are listed: `end` (a local) is where the next one goes, `count` (a local)
    how many options there are so far."""

    alternative: m.Alternative
    form: Representation
    end: int
    count: int


def count_options(gen: CodeGenerator, a: m.Alternative, end: int) -> CountedAlternative:
    """The code that counts an alternative's options; rows and lists go where local `end` points, and move it on."""
    body, form = gen.body, representation_of(a)
    inner = gen.inner()
    count = gen.constant_local(0)
    start = 0
    members: Words = ()
    if form in ("rows", "list"):
        start = gen.local(I32)
        body.get(end)
        body.set(start)
    if form == "set":
        size = next(level for level in a.levels if level.low != level.high).high + 1
        members = gen.fresh_locals(max(size, 1))
        gen.clear(members)
    skip = body.block()
    tests(inner, a.tests, skip)
    if form in ("one", "set"):
        for level in a.levels:
            if level.low == level.high:
                inner.scope[level.name] = Variable(m.NUMBER, (gen.constant_local(level.low),), level.low, level.high)
                if level.within is not None:
                    inner.number(m.Has(level.within, m.Const(level.low)))
                    body.op("i32.eqz")
                    body.br_if(skip)
                tests(inner, level.tests, skip)
            else:
                assert level.within is not None
                inner.to_locals(level.within, 64 * len(members), members)
        if form == "one":
            body.i32(1)
        else:
            size_of(inner, members)
        body.set(count)
    else:
        base = gen.constant_local(0)
        _rows(inner, Listing(a, form, end, count), 0, base)
    body.end()
    return CountedAlternative(a, form, count, members, start)


def size_of(gen: CodeGenerator, members: Words) -> None:
    """The number of members of a set in locals, as an i32, on the stack."""
    for i, word in enumerate(members):
        gen.body.get(word)
        gen.body.op("i64.popcnt")
        if i:
            gen.body.op("i64.add")
    gen.body.op("i32.wrap_i64")


def _rows(gen: CodeGenerator, listing: Listing, at: int, before: int) -> None:
    """The loops from level number `at` on; the local `before` is the number of the parameters so far."""
    body, a, end, count = gen.body, listing.alternative, listing.end, listing.count
    if at == len(a.levels):
        body.get(end)
        body.get(before)
        body.memory("i32.store")
        advance(gen, end, 4)
        advance(gen, count, 1)
        return
    level = a.levels[at]
    if (
        listing.form == "rows"
        and all(later.low == later.high for later in a.levels[at + 1 :])
        and level.low != level.high
    ):
        _row(gen, listing, level, before)
        return
    so_far = gen.local(I32)

    def one(inner: CodeGenerator, value: int, done: int, following: int) -> None:
        tests(inner, level.tests, following)
        number(inner, level, before, value, so_far)
        _rows(inner, listing, at + 1, so_far)

    over = m.Over(m.Const(level.low), m.Const(level.high)) if level.within is None else m.Over(within=level.within)
    each_value(gen, level.name, over, one)


def _row(gen: CodeGenerator, listing: Listing, level: m.Level, before: int) -> None:
    """A row, if the set has a member: the number of the parameters before the last, then the words of the set."""
    body, end, count = gen.body, listing.end, listing.count
    assert level.within is not None
    members = gen.fresh_locals(level.high + 1)
    gen.to_locals(level.within, 64 * len(members), members)
    size = gen.local(I32)
    size_of(gen, members)
    body.tee(size)
    body.if_()
    body.get(end)
    body.get(before)
    body.memory("i32.store")
    for i, word in enumerate(members):
        body.get(end)
        body.get(word)
        body.memory("i64.store", 8 + 8 * i)
    advance(gen, end, 8 + 8 * len(members))
    body.get(count)
    body.get(size)
    body.op("i32.add")
    body.set(count)
    body.end()


def advance(gen: CodeGenerator, local: int, by: int) -> None:
    """An address or a count in a local, increased."""
    gen.body.get(local)
    gen.body.i32(by)
    gen.body.op("i32.add")
    gen.body.set(local)
