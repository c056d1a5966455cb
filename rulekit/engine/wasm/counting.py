"""How many options a decision has, inside a playout: each alternative counted, and where its options are.

Options need not be listed to be counted.  Where the last parameter of an alternative runs over a set with no further
test, the set's size is the number of options, and the k-th member is the k-th option.  So an alternative is one of:

- *one*: no parameter but settled ones; an option or none;
- *set*: one parameter, over a set: the set stays in locals;
- *rows*: some parameters, and the last one over a set: a row for each value of those before, its number and its set;
- *list*: anything else: the numbers of the options, one by one.

Which it is shows in the machine; passes (`machine/passes`) bring alternatives into the better forms.  One of the
options is picked, and found again in what is kept here, in `picking`.
"""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from ...machine import program as m
from ...machine.walk import parts_of
from .loops import each_value
from .nodes import number, tests
from .opcodes import I32
from .writer import Variable, Words, Writer

__all__ = ["Counted", "counted", "form_of", "number", "onward", "size_of"]

Form = Literal["one", "set", "rows", "list"]
ROW = 4  # members of a last set from which on rows are no longer than lists


def form_of(a: m.Alternative) -> Form:
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
class Counted:
    """An alternative whose options are counted: their number, and where they are."""

    alternative: m.Alternative
    form: Form
    count: int  # a local
    members: Words = ()
    start: int = 0  # a local: the address of the first row or number


def counted(w: Writer, a: m.Alternative, end: int) -> Counted:
    """The code that counts an alternative's options; rows and lists go where local `end` points, and move it on."""
    body, form = w.body, form_of(a)
    inner = w.inner()
    count = w.put(0)
    start = 0
    members: Words = ()
    if form in ("rows", "list"):
        start = w.local(I32)
        body.get(end)
        body.set(start)
    if form == "set":
        size = next(level for level in a.levels if level.low != level.high).high + 1
        members = w.room(max(size, 1))
        w.clear(members)
    skip = body.block()
    tests(inner, a.tests, skip)
    if form in ("one", "set"):
        for level in a.levels:
            if level.low == level.high:
                inner.scope[level.name] = Variable(m.NUMBER, (w.put(level.low),), level.low, level.high)
                if level.within is not None:
                    inner.number(m.Has(level.within, m.Const(level.low)))
                    body.op("i32.eqz")
                    body.br_if(skip)
                tests(inner, level.tests, skip)
            else:
                assert level.within is not None
                inner.keep(level.within, 64 * len(members), members)
        if form == "one":
            body.i32(1)
        else:
            size_of(inner, members)
        body.set(count)
    else:
        base = w.put(0)
        _rows(inner, a, 0, base, end, count, form)
    body.end()
    return Counted(a, form, count, members, start)


def size_of(w: Writer, members: Words) -> None:
    """The number of members of a set in locals, as an i32, on the stack."""
    for i, word in enumerate(members):
        w.body.get(word)
        w.body.op("i64.popcnt")
        if i:
            w.body.op("i64.add")
    w.body.op("i32.wrap_i64")


def _rows(w: Writer, a: m.Alternative, at: int, before: int, end: int, count: int, form: Form) -> None:
    """The loops from level number `at` on; the local `before` is the number of the parameters so far."""
    body = w.body
    if at == len(a.levels):
        body.get(end)
        body.get(before)
        body.memory("i32.store")
        onward(w, end, 4)
        onward(w, count, 1)
        return
    level = a.levels[at]
    if form == "rows" and all(later.low == later.high for later in a.levels[at + 1 :]) and level.low != level.high:
        _row(w, a, at, before, end, count)
        return
    so_far = w.local(I32)

    def one(inner: Writer, value: int, done: int, following: int) -> None:
        tests(inner, level.tests, following)
        number(inner, level, before, value, so_far)
        _rows(inner, a, at + 1, so_far, end, count, form)

    over = m.Over(m.Const(level.low), m.Const(level.high)) if level.within is None else m.Over(within=level.within)
    each_value(w, level.name, over, one)


def _row(w: Writer, a: m.Alternative, at: int, before: int, end: int, count: int) -> None:
    """A row, if the set has a member: the number of the parameters before the last, then the words of the set."""
    body, level = w.body, a.levels[at]
    assert level.within is not None
    members = w.room(level.high + 1)
    w.keep(level.within, 64 * len(members), members)
    size = w.local(I32)
    size_of(w, members)
    body.tee(size)
    body.if_()
    body.get(end)
    body.get(before)
    body.memory("i32.store")
    for i, word in enumerate(members):
        body.get(end)
        body.get(word)
        body.memory("i64.store", 8 + 8 * i)
    onward(w, end, 8 + 8 * len(members))
    body.get(count)
    body.get(size)
    body.op("i32.add")
    body.set(count)
    body.end()


def onward(w: Writer, local: int, by: int) -> None:
    """An address or a count in a local, increased."""
    w.body.get(local)
    w.body.i32(by)
    w.body.op("i32.add")
    w.body.set(local)
