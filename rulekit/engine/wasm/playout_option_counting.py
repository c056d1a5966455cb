"""Count the options of a decision in a playout, without listing them where possible.

If the last parameter of an alternative runs over a set with no further test, the set's size is the number of options,
and the k-th member is the k-th option.  So the options of an alternative have one of these representations:
- *one*: every parameter has one possible value; there is an option or none;
- *set*: one parameter, over a set, which stays in locals;
- *rows*: several parameters, the last one over a set: a row for each combination of the others, with its number and its
  set;
- *list*: anything else: the numbers of the options, one by one (`transposed_listing.py`: in another order).
The machine determines the representation; passes bring alternatives into the better ones.  `selection_code` picks an
option.
"""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from ...machine import program as m
from ...machine.traversal import parts_of
from ..packing import INT, WORD
from .code_generation import CodeGenerator, MachineLocal, WordLocals
from .encoding import I32
from .function_builder import BlockLabel
from .loops import each_value, level_domain
from .memory_layout import Vector
from .nodes import emit_tests, option_number
from .operands import LocalVariable, MemoryPlace
from .sets import member_count as count_members
from .transposed_listing import emit_counted_list, emit_lists, transposition

Representation = Literal["one", "set", "rows", "list"]
ROW = 4  # members of the last set from which rows are no longer than lists


def representation_of(a: m.Alternative) -> Representation:
    """Return how the options of an alternative are represented."""
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
    """An alternative with its options counted."""

    alternative: m.Alternative
    form: Representation
    count: LocalVariable
    members: WordLocals = ()
    start: LocalVariable | None = None  # the address of the first row or number, if any
    counts: Vector | None = None  # options by their first parameter, if the list is in another order


@frozen
class OptionListing:
    """How an alternative's rows or numbers are listed: `end` is the next address, `count` the number of options
    so far."""

    alternative: m.Alternative
    form: Representation
    end: LocalVariable
    count: LocalVariable


def count_options(
    gen: CodeGenerator, a: m.Alternative, end: LocalVariable | None, counts: Vector
) -> CountedAlternative:
    """Emit the counting of an alternative's options; rows and lists go to the local `end`, which moves on.
    `counts` has room to count options by the value of their first parameter.
    """
    code, form = gen.body, representation_of(a)
    inner = gen.inner()
    count = gen.constant_local(0)
    start = None
    members: WordLocals = ()
    if form in ("rows", "list"):
        assert end is not None
        start = gen.local(I32)
        code.set(start, end)
    if form == "set":
        size = next(level for level in a.levels if level.low != level.high).high + 1
        members = gen.fresh_locals(max(size, 1))
        gen.clear(members)
    way = None
    with code.block() as skip:
        emit_tests(inner, a.tests, skip)
        way = transposition(inner, a) if form == "list" else None
        if end is not None and way == "lists":
            emit_lists(inner, a, end, count)
        elif end is not None and way == "counted":
            emit_counted_list(inner, a, end, count, counts)
        elif end is not None and form in ("rows", "list"):
            _rows(inner, OptionListing(a, form, end, count), 0, gen.constant_local(0))
        else:
            _one_or_set(inner, a, members, skip)
            code.set(count, count_members(members) if form == "set" else 1)
    return CountedAlternative(a, form, count, members, start, counts if way == "counted" else None)


def _one_or_set(gen: CodeGenerator, a: m.Alternative, members: WordLocals, skip: BlockLabel) -> None:
    """Add fixed parameters to the scope; compute the set of the other parameter into locals."""
    for level in a.levels:
        if level.low == level.high:
            gen.scope[level.name] = MachineLocal(m.NUMBER, (gen.constant_local(level.low),), level.low, level.high)
            if level.within is not None:
                gen.body.br_if(skip, gen.number(m.Has(level.within, m.Const(level.low))).eqz())
            emit_tests(gen, level.tests, skip)
        else:
            assert level.within is not None
            gen.to_locals(level.within, 64 * len(members), members)


def _rows(gen: CodeGenerator, listing: OptionListing, at: int, before: LocalVariable) -> None:
    """Emit the loops from level `at` on; the local `before` is the number of the parameters so far."""
    code, a, end = gen.body, listing.alternative, listing.end
    if at == len(a.levels):
        code.store(MemoryPlace(INT, end), before)
        code.increase(end, INT.bytes)
        code.increase(listing.count, 1)
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

    def one(inner: CodeGenerator, value: LocalVariable, done: BlockLabel, following: BlockLabel) -> None:
        emit_tests(inner, level.tests, following)
        code.set(so_far, option_number(level, before, value))
        _rows(inner, listing, at + 1, so_far)

    each_value(gen, level.name, level_domain(level), one)


def _row(gen: CodeGenerator, listing: OptionListing, level: m.Level, before: LocalVariable) -> None:
    """List a row if its set has a member: the number of the earlier parameters, then the words of the set."""
    code, end = gen.body, listing.end
    assert level.within is not None
    members = gen.fresh_locals(level.high + 1)
    gen.to_locals(level.within, 64 * len(members), members)
    size = gen.local(I32)
    with code.if_(size.tee(count_members(members))):
        code.store(MemoryPlace(INT, end), before)
        for i, word in enumerate(members):
            code.store(row_word(end, i), word)
        code.increase(end, row_bytes(members))
        code.increase(listing.count, size)


def row_word(row: LocalVariable, i: int) -> MemoryPlace:
    """Return the place of word i of a row's set."""
    return MemoryPlace(WORD, row, WORD.bytes * (1 + i))


def row_bytes(members: WordLocals) -> int:
    """Return the size of a row."""
    return WORD.bytes * (1 + len(members))
