"""Count the options of a decision in a playout, without listing them where possible.

If the last parameter of an alternative ranges over a set and has no further test, the size of the set is the number of
options, and its k-th member is the k-th option. So the options of an alternative have one of these representations:
- *one*: every parameter has one possible value; there is one option or none.
- *set*: one parameter ranges over a set, which stays in locals.
- *rows*: several parameters, the last one over a set. There is a row for each combination of the others: the number of
  the combination, and its set.
- *list*: anything else: the numbers of the options, one by one.
The form of the machine determines the representation; passes rewrite alternatives so that better ones apply.
`selection_code` picks an option.

For two parameters, options may be listed with the loops exchanged, and still be numbered in their original order.
`choose here in open_spots, quarters in 0..3 where …` numbers its options with the parameter of the smaller domain
first. Looping over the wide set outside computes the set once, evaluates tests of the wide parameter once, and branches
less. If a test requires the inner parameter to be in a set, the loop runs only over that set.
- *lists*: each of a few values of the outer parameter has a list of its own; at the end, the lists are joined.
- *counted*: one list contains the options in the order found; counters for each value of the outer parameter make it
  possible to find the k-th option.
Only tests that cannot fault may be reordered.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Literal

from attrs import frozen

from ...machine import program as m
from ...machine.form_table import parts_of
from ...machine.operator_intervals import bits_of
from ..packing import INT, WORD
from .arithmetic import emit_truth
from .code_generation import CodeGenerator, MachineLocal, WordLocals
from .encoding import I32
from .function_builder import BlockLabel
from .loop_code import each_value
from .memory_layout import Vector
from .node_code import emit_tests, option_number
from .operands import LocalVariable, MemoryPlace
from .sets import member_count as count_members

Transposition = Literal["lists", "counted"]
FEW = 8
"""The most values of the outer parameter for the representation *lists*."""
WIDE = 64
"""The least number of values of the inner parameter for which exchanging the loops is faster."""


def transposition(gen: CodeGenerator, a: m.Alternative) -> Transposition | None:
    """Return how to exchange the two loops of an alternative when its options are listed (`lists` or `counted`); None
    if the loops stay in order."""
    if len(a.levels) != 2:
        return None
    outer, wide = a.levels
    if outer.low == outer.high or outer.tests or wide.high - wide.low + 1 < WIDE or wide.within is None:
        return None
    if any(test.name is not None for test in wide.tests) or mentions(wide.within, outer.name):
        return None
    scope = {name: (local.low, local.high) for name, local in gen.scope.items() if local.kind == m.NUMBER}
    inside = {**scope, outer.name: (outer.low, outer.high), wide.name: (wide.low, wide.high)}
    total = gen.unit.speculation.total
    if not all(total(test.value, inside) for test in wide.tests):
        return None
    if 0 < len(constant_values(outer)) <= FEW:
        return "lists"
    return "counted" if outer.within is None or total(outer.within, scope) else None


def constant_values(outer: m.Level) -> Sequence[int]:
    """Return the values of the outer parameter if they are known at compile time; otherwise an empty sequence."""
    match outer.within:
        case None:
            return range(outer.low, outer.high + 1)
        case m.SetConst(bits=bits):
            return bits_of(bits)
    return ()


def mentions(expr: m.Expr, name: str) -> bool:
    """Return whether an expression contains the variable of this name."""
    return any(isinstance(part, m.Local) and part.name == name for part in parts_of(expr))


def emit_lists(gen: CodeGenerator, a: m.Alternative, end: LocalVariable, count: LocalVariable) -> None:
    """Emit code that lists the options' numbers from the address in `end` on, and advances `end`. It sets `count` to
    their number. (This is the transposition `lists`.)"""
    code, (few, wide) = gen.body, a.levels
    size, values = wide.high - wide.low + 1, constant_values(few)
    begins, ends = [gen.local(I32) for _ in values], [gen.local(I32) for _ in values]
    which = [gen.constant_local(value) for value in values]
    for i, (begin, last) in enumerate(zip(begins, ends, strict=True)):
        code.set(begin, end + i * size * INT.bytes)
        code.set(last, begin)
    alone = [test.value for test in wide.tests if not mentions(test.value, few.name)]
    both = [test.value for test in wide.tests if mentions(test.value, few.name)]

    def one(inner: CodeGenerator, value: LocalVariable, done: BlockLabel, following: BlockLabel) -> None:
        for test in alone:
            code.br_if(following, inner.number(test).eqz())
        for i, last in enumerate(ends):
            named = inner.bind(few.name, MachineLocal(m.NUMBER, (which[i],), values[i], values[i]))
            code.store(MemoryPlace(INT, last), value + ((values[i] - few.low) * size - wide.low))
            if both:
                found = emit_truth(named, both[0] if len(both) == 1 else m.Op("and", tuple(both)))
                code.set(last, found * INT.bytes + last)
            else:
                code.increase(last, INT.bytes)

    each_value(gen, wide.name, m.LoopDomain(within=wide.within), one)
    code.set(count, end)
    code.set(end, ends[0])
    for begin, last in zip(begins[1:], ends[1:], strict=True):
        code.copy(end, begin, last - begin)
        code.set(end, end + (last - begin))
    code.set(count, (end - count).shr_u(2))


def emit_counted_list(
    gen: CodeGenerator, a: m.Alternative, end: LocalVariable, count: LocalVariable, counts: Vector
) -> None:
    """Emit code that lists the options' numbers in the order found, and sets `count` to their number. For each value of
    the outer parameter, it counts the options in `counts`. (This is the transposition `counted`.)"""
    code, (outer, wide) = gen.body, a.levels
    size = wide.high - wide.low + 1
    alone = [test.value for test in wide.tests if not mentions(test.value, outer.name)]
    both = [test.value for test in wide.tests if mentions(test.value, outer.name)]
    over, both = narrow_domain(outer, both)
    code.fill(counts.base, 0, INT.bytes * (outer.high - outer.low + 1))
    code.set(count, end)

    def one(inner: CodeGenerator, value: LocalVariable, done: BlockLabel, following: BlockLabel) -> None:
        for test in alone:
            code.br_if(following, inner.number(test).eqz())
        each_value(inner, outer.name, over, partial(option, value))

    def option(
        value: LocalVariable, gen: CodeGenerator, first: LocalVariable, done: BlockLabel, following: BlockLabel
    ) -> None:
        for test in both:
            code.br_if(following, gen.number(test).eqz())
        if over.within is not None:  # the set may contain numbers outside the parameter's range
            code.br_if(following, (first < outer.low) | (first > outer.high))
        code.store(MemoryPlace(INT, end), (first - outer.low) * size + value - wide.low)
        code.increase(end, INT.bytes)
        code.increase(counts[first - outer.low], 1)

    each_value(gen, wide.name, m.LoopDomain(within=wide.within), one)
    code.set(count, (end - count).shr_u(2))


def narrow_domain(outer: m.Level, conditions: list[m.Expr]) -> tuple[m.LoopDomain, list[m.Expr]]:
    """Return the domain of the outer parameter, and the tests that remain. If a test requires the parameter to be in a
    set, this set is the domain."""
    if outer.within is None and outer.low == 0:
        for i, condition in enumerate(conditions):
            match condition:
                case m.Has(among, m.Local(name)) if name == outer.name and not mentions(among, name):
                    return m.LoopDomain(within=among), conditions[:i] + conditions[i + 1 :]
    return outer.over, conditions


def find_counted_option(
    gen: CodeGenerator, a: m.Alternative, start: LocalVariable, k: LocalVariable, counts: Vector
) -> LocalVariable:
    """Emit the search for option k, counted from 0 in the order of option numbers, in a list by `emit_counted_list`.
    Return the local with its number."""
    code, wide = gen.body, a.levels[-1]
    size = wide.high - wide.low + 1
    at, many, least, number = gen.constant_local(0), gen.local(I32), gen.local(I32), gen.local(I32)
    with code.forever() as found:
        code.br_if(found, k.lt_u(many.tee(counts[at].load())))
        code.set(k, k - many)
        code.increase(at, 1)
    code.set(least, at * size)
    with code.forever() as found:
        with code.block() as following:
            code.br_if(following, (number.tee(MemoryPlace(INT, start).load()) - least).ge_u(size))
            code.br_if(found, k.eqz())
            code.set(k, k - 1)
        code.increase(start, INT.bytes)
    return number


Representation = Literal["one", "set", "rows", "list"]
ROW = 4  # values of the last parameter; from this number on, rows take no more memory than lists


def representation_of(a: m.Alternative) -> Representation:
    """Return the representation of an alternative's options: the first of `one`, `set`, `rows` and `list` that is
    possible."""
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
    """An alternative after its options have been counted. `form` is their representation and `count` their number. For
    the form `set`, `members` are the words of the parameter's set."""

    alternative: m.Alternative
    form: Representation
    count: LocalVariable
    members: WordLocals = ()
    start: LocalVariable | None = None  # the address of the first row or option number; None for `one` and `set`
    # the number of options for each value of the first parameter; None if the list is in the order of option numbers
    counts: Vector | None = None


@frozen
class OptionListing:
    """The state of the generated code while it lists rows or option numbers: `end` is the address for the next one,
    `count` the number of options so far."""

    alternative: m.Alternative
    form: Representation
    end: LocalVariable
    count: LocalVariable


def count_options(
    gen: CodeGenerator, a: m.Alternative, end: LocalVariable | None, counts: Vector
) -> CountedAlternative:
    """Emit code that counts an alternative's options. Rows and lists are written from the address in `end` on, which
    advances. `counts` has room to count options for each value of their first parameter."""
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
    """Emit code for the forms `one` and `set`: it puts parameters with one possible value into the scope. For the
    remaining parameter, it stores the set of possible values in the locals `members`. It jumps to `skip` if there is no
    option."""
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
    """Emit the loops over the levels (parameters) from index `at` on, which list rows or option numbers. The local
    `before` is the part of the option's number that the outer levels contribute."""
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

    each_value(gen, level.name, level.over, one)


def _row(gen: CodeGenerator, listing: OptionListing, level: m.Level, before: LocalVariable) -> None:
    """Emit code that lists a row, unless its set is empty: the number of the earlier parameters (`before`), then the
    words of the set."""
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
    """Return the place of word i of the set in a row."""
    return MemoryPlace(WORD, row, WORD.bytes * (1 + i))


def row_bytes(members: WordLocals) -> int:
    """Return the size of a row in bytes."""
    return WORD.bytes * (1 + len(members))
