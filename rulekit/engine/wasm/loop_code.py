"""Emit expressions that loop, `Fold` and `SetBuild`, and the loop over a domain that statements use, too.

`reaching.py` emits searches.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from ...machine import program as m
from ...machine.operator_intervals import INT32, Interval, interval_inside
from ..interface import ARITHMETIC
from .arithmetic import emit_narrow
from .code_generation import (
    CodeGenerator,
    MachineLocal,
    WordLocals,
    domain_interval,
    element_in_local,
    interval_of,
    kind_of,
    member_list,
    word_count,
)
from .encoding import I32, I64
from .function_builder import BlockLabel
from .memory_layout import Array
from .operands import LocalVariable, Operand, i32, i64, select, union
from .sets import WIDE, emit_include, member_count, pick_word, word_of
from .stored_sets import each_stored_member, in_memory, is_spanned

# passes; a loop that may have this many or more uses fuel in each pass, a shorter loop uses all of it at its end
LONG = 1 << 16
LISTED = "#listed"
"""The local for a member of a set that is stored as a list; no machine binds this name."""

LoopPass = Callable[[CodeGenerator, LocalVariable, BlockLabel, BlockLabel], None]
"""Writes one pass.  Arguments: the generator with the loop's name in scope, the value's local, the labels that leave
the loop and begin the next pass."""


def each_value(
    gen: CodeGenerator,
    name: str,
    over: m.LoopDomain,
    body: LoopPass,
    steady: bool = True,
    start: LocalVariable | None = None,
) -> None:
    """Emit a loop over a domain (the values of the loop's name). The domain is computed once, before the loop.

    With `start`, members below it are left out. The loop's name has a copy of the counter, so a pass may overwrite it.
    If the domain is a wide set in memory, the loop reads it there instead of copying it to locals. For a set in a cell,
    this is allowed only if `steady`: the loop does not change the set. The fuel for all passes is used after the loop,
    or in each pass if the loop may be long."""
    if gen.unit.probe is not None:
        body = _with_probe(gen, name, body)
    value, interval = gen.local(I32), domain_interval(gen, over)
    inner = gen.bind(name, MachineLocal(m.NUMBER, (value,), *interval))
    listed = member_list(gen, over.within)
    if listed is not None:
        _over_list(inner, *listed, value, body, start)
    elif over.within is not None and start is None and steady and is_stored(gen, over.within):
        each_stored_member(gen, over.within, value, lambda done, following: body(inner, value, done, following))
    elif over.within is not None:
        _over_set(inner, words_of(gen, over.within, steady), value, body, start)
    else:
        assert over.low is not None and over.high is not None
        at, last = gen.number_local(over.low), gen.number_local(over.high)
        _over_range(inner, at, last, value, body, interval[1] - interval[0] >= LONG)


def is_stored(gen: CodeGenerator, of: m.Expr) -> bool:
    """Return whether a set is wide and in memory, and few of its words have members."""
    return word_count(kind_of(gen, of)) > WIDE and in_memory(gen, of) and is_spanned(gen, of)


def each_member(gen: CodeGenerator, name: str, words: WordLocals, interval: Interval, body: LoopPass) -> None:
    """Emit a loop over a set in locals; the passes must not change these locals."""
    if gen.unit.probe is not None:
        body = _with_probe(gen, name, body)
    value = gen.local(I32)
    inner = gen.bind(name, MachineLocal(m.NUMBER, (value,), *interval))
    _over_set(inner, Words(len(words), lambda at: pick_word(gen, words, at)), value, body)


def _with_probe(gen: CodeGenerator, name: str, body: LoopPass) -> LoopPass:
    """Return a loop pass that does the same, and also counts passes for the profile. The module must have a probe."""

    def one_pass(inner: CodeGenerator, value: LocalVariable, done: BlockLabel, following: BlockLabel) -> None:
        assert gen.unit.probe is not None
        gen.unit.probe.count_pass(gen.body, name)
        body(inner, value, done, following)

    return one_pass


def _over_range(
    gen: CodeGenerator, at: LocalVariable, last: LocalVariable, value: LocalVariable, body: LoopPass, long: bool
) -> None:
    code, first = gen.body, gen.local(I32)
    with code.if_(at <= last):
        code.set(first, at)
        with code.forever() as done:
            if long:
                gen.consume_fuel()
            with code.block() as following:
                code.set(value, at)
                body(gen, value, done, following)
            code.br_if(done, at == last)
            code.increase(at, 1)
        if not long:
            gen.consume_fuel(at - first + 1)


@frozen
class Words:
    """A set to iterate over: the number of its words, and a function that returns the word with the bit of a given
    member."""

    count: int
    holding: Callable[[LocalVariable], Operand]


def words_of(gen: CodeGenerator, found: m.Expr, steady: bool) -> Words:
    """Return a set as words to iterate over. They are read from memory if the set is wide and already there, otherwise
    from locals."""
    unit, array = gen.unit, None
    if isinstance(found, m.Lookup):
        array = unit.memory.tables[found.table]
    elif isinstance(found, m.Load) and steady and found.cell not in unit.registers:
        array = unit.memory.cells[found.cell]
    if array is not None and array.words > WIDE and isinstance(found, m.Lookup | m.Load):
        place = element_in_local(gen, array, found.index)
        return Words(array.words, lambda at: word_of(array, place, at).load())
    words = gen.to_locals(found, kind_of(gen, found))
    return Words(len(words), lambda at: pick_word(gen, words, at))


def _over_list(
    gen: CodeGenerator,
    array: Array,
    index: tuple[m.Expr, ...],
    value: LocalVariable,
    body: LoopPass,
    start: LocalVariable | None,
) -> None:
    """Emit a loop over a set that a table stores as a list of members."""
    code, place = gen.body, element_in_local(gen, array, index)
    left, at = gen.local(I32), gen.local(I32)
    code.set(left, place.load())
    gen.consume_fuel(left)
    code.set(at, place.address)
    with code.forever() as done:
        code.br_if(done, left.eqz())
        code.increase(left, -1)
        code.increase(at, array.width.bytes)
        code.set(value, place.with_address(at).load())
        with code.block() as following:
            if start is not None:
                code.br_if(following, value < start)
            body(gen, value, done, following)


def _over_set(
    gen: CodeGenerator, words: Words, value: LocalVariable, body: LoopPass, start: LocalVariable | None = None
) -> None:
    code = gen.body
    current, at, passes = gen.local(I64), gen.constant_local(0), gen.constant_local(0)
    # a start beyond the set is moved to the set's last word, and then all bits of this word are masked out
    if start is not None:
        code.set(at, select(start, i32(64 * words.count - 1), start.lt_u(64 * words.count)) & ~63)
    code.set(current, words.holding(at))
    if start is not None:
        code.set(current, select(current & (i64(-1) << start.extend_u()), i64(0), start.lt_u(64 * words.count)))
    with code.forever() as done:
        _next_word(gen, words, current, at, done)
        code.set(value, current.ctz().wrap() + at)
        code.set(current, current & (current - 1))
        code.increase(passes, 1)
        with code.block() as following:
            body(gen, value, done, following)
    gen.consume_fuel(passes)


def _next_word(gen: CodeGenerator, words: Words, current: LocalVariable, at: LocalVariable, done: BlockLabel) -> None:
    """Emit code that goes to the next word with a member, or jumps to `done` if there is none. It sets `at` to the
    member that the lowest bit of the word represents."""
    code = gen.body
    if words.count == 1:
        code.br_if(done, current.eqz())
        return
    with code.forever() as have:
        code.br_if(have, current.nonzero())
        code.br_if(done, at.tee(at + 64) == 64 * words.count)
        code.set(current, words.holding(at))


def skip_unless(gen: CodeGenerator, where: m.Expr | None, following: BlockLabel) -> None:
    """Emit a jump to `following`, the next pass, unless the condition holds. Without a condition, emit nothing."""
    if where is not None:
        gen.body.br_if(following, gen.number(where).eqz())


# ----------------------------------------------------------------------- folds: loops that combine values to one result


def emit_fold(gen: CodeGenerator, expr: m.Fold) -> None:
    if expr.kind in ("some", "all"):
        emit_some_or_all(gen, expr)
    elif expr.kind == "sum":
        emit_sum(gen, expr)
    elif expr.kind == "count":
        emit_count(gen, expr)
    else:
        emit_best(gen, expr)


def emit_some_or_all(gen: CodeGenerator, expr: m.Fold) -> None:
    some = expr.kind == "some"
    result = gen.constant_local(0 if some else 1)

    def one(inner: CodeGenerator, value: LocalVariable, done: BlockLabel, following: BlockLabel) -> None:
        skip_unless(inner, expr.where, following)
        holds = inner.number(expr.body if expr.body is not None else m.Const(1))
        inner.body.br_if(following, holds.eqz() if some else holds)
        inner.body.set(result, 1 if some else 0)
        inner.body.br(done)

    each_value(gen, expr.name, expr.over, one)
    gen.body.push(result)


def emit_count(gen: CodeGenerator, expr: m.Fold) -> None:
    result = gen.constant_local(0)

    def one(inner: CodeGenerator, value: LocalVariable, done: BlockLabel, following: BlockLabel) -> None:
        skip_unless(inner, expr.where, following)
        inner.body.increase(result, 1)

    each_value(gen, expr.name, expr.over, one)
    gen.body.push(result)


def emit_sum(gen: CodeGenerator, expr: m.Fold) -> None:
    """Emit a sum. It is computed in 64 bits and tested at the end, unless intervals show that it fits in 32 bits."""
    over = domain_interval(gen, expr.over)
    term = expr.body if expr.body is not None else m.Local(expr.name)
    interval = interval_of(gen.bind(expr.name, MachineLocal(m.NUMBER, (), *over)), term)
    count = max(0, over[1] - over[0] + 1)
    fits = interval_inside((min(0, interval[0] * count), max(0, interval[1] * count)), *INT32)
    result = gen.local(I32 if fits else I64)
    gen.body.set(result, 0)

    def one(inner: CodeGenerator, value: LocalVariable, done: BlockLabel, following: BlockLabel) -> None:
        skip_unless(inner, expr.where, following)
        number = inner.number(term)
        inner.body.set(result, (number if fits else number.extend_s()) + result)

    each_value(gen, expr.name, expr.over, one)
    gen.body.push(result) if fits else emit_narrow(gen, result)


def emit_best(gen: CodeGenerator, expr: m.Fold) -> None:
    """Emit a `most`, `least`, `first` or `only` fold. The code keeps the best value so far, and whether there is
    one."""
    if expr.kind in ("first", "only") and expr.where is expr.body is None and expr.over.within is not None:
        emit_least_member(gen, expr)
        return
    best, found = gen.constant_local(0), gen.constant_local(0)
    start, where = _split_start(gen, expr)

    def one(inner: CodeGenerator, value: LocalVariable, done: BlockLabel, following: BlockLabel) -> None:
        code = inner.body
        skip_unless(inner, where, following)
        term: Operand = value
        if expr.kind == "only":
            inner.fault_if(_fault(expr), found)
        else:
            term = inner.number(m.Local(expr.name) if expr.kind == "first" or expr.body is None else expr.body)
        code.set(best, emit_better(inner, term, best, found, expr.kind) if expr.kind in ("most", "least") else term)
        code.set(found, 1)
        if expr.kind == "first":
            code.br(done)

    each_value(gen, expr.name, expr.over, one, start=start)
    with gen.body.if_(found, I32):
        gen.body.push(best)
    with gen.body.else_():
        _otherwise(gen, expr)


def _split_start(gen: CodeGenerator, expr: m.Fold) -> tuple[LocalVariable | None, m.Expr | None]:
    """Split the condition of a loop over a set: `name >= start and rest` becomes start and rest. Otherwise, return None
    and the whole condition."""
    match expr.where:
        case m.Op("and", (m.Op("ge", (m.Local(name), m.Load() | m.Local() as low)), *rest)):
            pass
        case m.Op("ge", (m.Local(name), m.Load() | m.Local() as low)):
            rest = []
        case _:
            return None, expr.where
    if name != expr.name or low == m.Local(name) or expr.over.within is None or interval_of(gen, low)[0] < 0:
        return None, expr.where
    where = m.Op("and", tuple(rest)) if len(rest) > 1 else rest[0] if rest else None
    return gen.number_local(low), where


def emit_least_member(gen: CodeGenerator, expr: m.Fold) -> None:
    """Emit the least member of a set onto the stack, without a loop. For an `only` fold, the code faults if there is
    another member."""
    assert expr.over.within is not None
    code = gen.body
    found = gen.to_locals(expr.over.within, kind_of(gen, expr.over.within))
    if expr.kind == "only":
        gen.fault_if(_fault(expr), member_count(found) > 1)
    some = gen.local(I64)
    with code.if_(some.tee(union(found)).eqz(), I32):
        _otherwise(gen, expr)
    with code.else_():
        _least_from(gen, found, 0)


def _least_from(gen: CodeGenerator, found: WordLocals, i: int) -> None:
    """Emit the least member of a set onto the stack; it must be in word i or a later one."""
    code, word = gen.body, found[i]
    if i == len(found) - 1:
        code.push(word.ctz().wrap() + 64 * i)
        return
    with code.if_(word.nonzero(), I32):
        code.push(word.ctz().wrap() + 64 * i)
    with code.else_():
        _least_from(gen, found, i + 1)


def emit_better(gen: CodeGenerator, number: Operand, best: LocalVariable, found: LocalVariable, kind: str) -> Operand:
    """Return the operand for the better of a new number and the best so far. If none was `found` so far, it is the
    number."""
    term = gen.local(I32)
    beats = term > best if kind == "most" else term < best
    return select(term.tee(number), best, beats | found.eqz())


def _otherwise(gen: CodeGenerator, expr: m.Fold) -> None:
    """Emit the result of a fold without values: its default onto the stack, or its fault."""
    if expr.otherwise is not None and expr.kind != "only":
        gen.number(expr.otherwise)
    else:
        gen.fault(_fault(expr))


def _fault(expr: m.Fold) -> int:
    return expr.fault if expr.fault is not None else ARITHMETIC


# -------------------------------------------------------------------------------------------------- sets built by loops


def emit_set_build(gen: CodeGenerator, expr: m.SetBuild) -> WordLocals:
    found = gen.fresh_locals(expr.size)
    gen.clear(found)

    def add_member(inner: CodeGenerator, value: LocalVariable, done: BlockLabel, following: BlockLabel) -> None:
        emit_include(inner, found, value, expr.size, (0, expr.size - 1))

    def one(inner: CodeGenerator, value: LocalVariable, done: BlockLabel, following: BlockLabel) -> None:
        skip_unless(inner, expr.where, following)
        image = expr.image if expr.image is not None else m.Local(expr.name)
        if member_list(inner, image) is not None:
            each_value(inner, LISTED, m.LoopDomain(within=image), add_member)
            return
        if kind_of(inner, image) != m.NUMBER:
            for to, word in zip(found, inner.to_locals(image, expr.size), strict=True):
                inner.body.set(to, to | word)
            return
        interval = interval_of(inner, image)
        emit_include(inner, found, inner.number_local(image), expr.size, interval)

    each_value(gen, expr.name, expr.over, one)
    return found
