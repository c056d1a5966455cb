"""Emit searches: `Reach` and `Grow`, whose results are sets that grow until nothing is added.

Sometimes only one question matters: does the search reach one of these members (`emit_meets`)? Then it stops at the
answer; if the sought members have high numbers, it continues with the greatest waiting member first. It does so only if
no step can fault, because then the order is not observable.
"""

from __future__ import annotations

from attrs import evolve

from ...machine import program as m
from ...machine.form_table import parts_of
from ...machine.operator_intervals import bits_of, interval_inside
from ...machine.passes.set_expressions import conjuncts, join_conditions
from ..packing import INT, WORD
from . import wide_sets
from .code_generation import (
    CodeGenerator,
    MachineLocal,
    WordLocals,
    domain_interval,
    interval_of,
    kind_of,
    member_list,
    speculatable,
    word_count,
)
from .encoding import I32, I64
from .function_builder import BlockLabel
from .loop_code import LISTED, each_member, each_value, is_stored, skip_unless
from .operands import LocalVariable, MemoryPlace, Operand, i64, union
from .runtime_support import on_save_stack
from .sets import WIDE, bit_in_word, emit_contains, emit_has_member, emit_include, member_word
from .stored_sets import each_stored_member
from .value_code import emit_variable

Reached = m.Reach | m.Grow
FOUND = "#found"
"""The local for the members that a search has found; no machine binds this name."""


# ---------------------------------------------------------------------- `Reach`: a search from members to their targets


def emit_reach(gen: CodeGenerator, expr: m.Reach) -> WordLocals:
    if expr.size > 64 * WIDE and not _steps_by_sets(gen, expr) and _unseen(gen, expr):
        return _emit_wide_reach(gen, expr)
    return _emit_reach_until(gen, expr, None, False)


def _emit_wide_reach(gen: CodeGenerator, expr: m.Reach) -> WordLocals:
    """Emit a `Reach` that keeps the set of found members in memory, and a stack of members whose targets were not
    visited yet. The order of visits is not observable, because no step can fault. Return the locals of the found
    set."""
    code, words = gen.body, word_count(expr.size)
    asked = [name for name in _asked_in(expr) if name in gen.scope and len(gen.scope[name].locals) > WIDE]
    room = WORD.bytes * (words + sum(len(gen.scope[name].locals) for name in asked))
    with on_save_stack(gen, room + INT.bytes * expr.size) as base:
        found, waiting = MemoryPlace(WORD, base), MemoryPlace(INT, base, room)
        top, source, passes = gen.constant_local(0), gen.local(I32), gen.constant_local(0)

        def wait(value: LocalVariable) -> None:
            code.store(waiting.with_address(base + top), value)
            code.increase(top, INT.bytes)

        def one(inner: CodeGenerator, value: LocalVariable, stop: BlockLabel, following: BlockLabel) -> None:
            skip_unless(inner, where, following)
            word = member_word(found, value)
            code.store(word, word.load() | bit_in_word(value, 0, 1))
            wait(value)

        inside = gen.bind(expr.source, MachineLocal(m.NUMBER, (source,), 0, expr.size - 1))
        inside = inside.bind(FOUND, MachineLocal(expr.size, (), place=found))
        store_words(gen, found, emit_seed(gen, expr))
        value = gen.local(I32)
        each_stored_member(inside, m.Local(FOUND), value, lambda stop, following: wait(value))
        place = found.plus(WORD.bytes * words)
        for name in asked:
            store_words(gen, place, gen.scope[name].locals)
            inside = inside.bind(name, evolve(gen.scope[name], place=place))
            place = place.plus(WORD.bytes * len(gen.scope[name].locals))
        new, where = _new_members(inside, expr)
        with code.forever() as done:
            code.br_if(done, top.eqz())
            code.increase(top, -INT.bytes)
            code.set(source, waiting.with_address(base + top).load())
            code.increase(passes, 1)
            each_value(inside, expr.target, new, one)
        gen.consume_fuel(passes)
        reached = gen.fresh_locals(expr.size)
        for i, word in enumerate(reached):
            code.set(word, found.plus(WORD.bytes * i).load())
        return reached


def _new_members(gen: CodeGenerator, expr: m.Reach) -> tuple[m.LoopDomain, m.Expr | None]:
    """Return the targets of a step that were not found before, as a domain, and the condition that remains to be
    tested. If the step's set is in memory, found members are subtracted, and sets that the condition requires are
    intersected, by whole words. Otherwise each target is tested."""
    left: list[m.Expr] = []
    new, target = expr.over.within, m.Local(expr.target)
    assert new is not None
    if word_count(kind_of(gen, new)) == word_count(expr.size) and is_stored(gen, new):
        for part in conjuncts(expr.where):
            match part:
                case m.Has(of, member) if member == target and is_stored(gen, m.SetOp("common", new, of)):
                    new = m.SetOp("common", new, of)
                case _:
                    left.append(part)
        return m.LoopDomain(within=m.SetOp("minus", new, m.Local(FOUND))), join_conditions(left)
    inside = interval_inside(domain_interval(gen, expr.over), 0, expr.size - 1)
    valid = None if inside else m.Has(m.SetConst(expr.size, (1 << expr.size) - 1), target)
    return expr.over, join_conditions([valid, m.Op("not", (m.Has(m.Local(FOUND), target),)), expr.where])


def _asked_in(expr: m.Reach) -> list[str]:
    """Return the names of the local sets whose members the condition of a step tests."""
    asked = (p.set for p in parts_of(expr.where) if isinstance(p, m.Has))
    return sorted({of.name for of in asked if isinstance(of, m.Local)} - {expr.source, expr.target})


def store_words(gen: CodeGenerator, place: MemoryPlace, words: WordLocals) -> None:
    """Emit code that stores the words of a set in memory."""
    for i, word in enumerate(words):
        gen.body.store(place.plus(WORD.bytes * i), word)


def _emit_reach_until(gen: CodeGenerator, expr: m.Reach, sought: WordLocals | None, greatest: bool) -> WordLocals:
    """Emit a `Reach` with two sets in locals: members found, and members whose targets were not visited yet. It visits
    the least (or `greatest`) of the latter next, and stops early once a member of `sought` is found. Return the locals
    of the found set."""
    code = gen.body
    found, waiting = emit_seed(gen, expr), gen.fresh_locals(expr.size)
    for a, b in zip(found, waiting, strict=True):
        code.set(b, a)
    source, passes = gen.local(I32), gen.constant_local(0)
    inside = gen.bind(expr.source, MachineLocal(m.NUMBER, (source,), 0, 64 * len(found) - 1))
    step = _step_of_sets if _steps_by_sets(inside, expr) else _step_of_values
    with code.forever() as done:
        if sought is not None:
            code.br_if(done, _sets_meet(found, sought))
        emit_take_one(gen, waiting, source, done, greatest)
        code.increase(passes, 1)
        step(inside, expr, found, waiting)
    gen.consume_fuel(passes)
    return found


def _steps_by_sets(gen: CodeGenerator, expr: m.Reach) -> bool:
    """Return whether a step of this search adds a whole set of targets at once."""
    within = expr.over.within
    return within is not None and max(expr.size, kind_of(gen, within, expr.source)) <= 64 * WIDE


def _step_of_sets(gen: CodeGenerator, expr: m.Reach, found: WordLocals, waiting: WordLocals) -> None:
    """Emit a step that adds all new targets at once. If there is a condition, the code tests it for each target
    first."""
    code, within = gen.body, expr.over.within
    assert within is not None
    there = gen.members_as(within, len(found))
    new = gen.fresh_locals(expr.size)
    for i, (into, word, old) in enumerate(zip(new, there, found, strict=True)):
        last = (1 << (expr.size - 64 * i)) - 1
        cut = kind_of(gen, within) > expr.size and last < (1 << 64) - 1
        code.set(into, (word & ~old) & last if cut else word & ~old)
    if expr.where is None:
        for into, old, word in zip(waiting, found, new, strict=True):
            code.set(into, into | word)
            code.set(old, old | word)
        return

    def one(inner: CodeGenerator, value: LocalVariable, stop: BlockLabel, following: BlockLabel) -> None:
        skip_unless(inner, expr.where, following)
        emit_include(inner, found, value, expr.size, (0, expr.size - 1))
        emit_include(inner, waiting, value, expr.size, (0, expr.size - 1))

    each_member(gen, expr.target, new, (0, expr.size - 1), one)


def _step_of_values(gen: CodeGenerator, expr: m.Reach, found: WordLocals, waiting: WordLocals) -> None:
    """Emit a step that tests targets and adds them one by one."""
    code = gen.body

    def one(inner: CodeGenerator, value: LocalVariable, stop: BlockLabel, following: BlockLabel) -> None:
        interval = domain_interval(gen, expr.over)
        if not interval_inside(interval, 0, expr.size - 1):
            code.br_if(following, value.ge_u(expr.size))
        code.br_if(following, emit_contains(inner, found, value, interval))
        skip_unless(inner, expr.where, following)
        emit_include(inner, found, value, expr.size, (0, expr.size - 1))
        emit_include(inner, waiting, value, expr.size, (0, expr.size - 1))

    each_value(gen, expr.target, expr.over, one)


def emit_seed(gen: CodeGenerator, expr: m.Reach) -> WordLocals:
    """Emit the start of a search, a set or a single number; return the locals of the set."""
    kind = kind_of(gen, expr.seed)
    found = gen.fresh_locals(expr.size)
    if kind != m.NUMBER:
        return gen.to_locals(expr.seed, expr.size, found)
    interval = interval_of(gen, expr.seed)
    first = gen.number_local(expr.seed)
    gen.clear(found)
    emit_include(gen, found, first, expr.size, interval)
    return found


def emit_take_one(
    gen: CodeGenerator, waiting: WordLocals, source: LocalVariable, done: BlockLabel, greatest: bool = False
) -> None:
    """Emit code that removes the least (or `greatest`) member from a set and puts it into the local `source`. The code
    jumps to `done` if the set is empty."""
    code = gen.body
    with code.block() as taken:
        for i, word in sorted(enumerate(waiting), reverse=greatest):
            with code.if_(word.nonzero()):
                if greatest:
                    highest = gen.local(I64)
                    code.set(highest, i64(63) - word.clz())
                    code.set(source, highest.wrap() + 64 * i)
                    code.set(word, word ^ (i64(1) << highest))
                else:
                    code.set(source, word.ctz().wrap() + 64 * i)
                    code.set(word, word & (word - 1))
                code.br(taken)
        code.br(done)


# ------------------------------------------------------------------------------- `Grow`: a set that grows by whole sets


def emit_grow(gen: CodeGenerator, expr: m.Grow) -> WordLocals:
    return _emit_grow_until(gen, expr, None)


def _emit_grow_until(gen: CodeGenerator, expr: m.Grow, sought: WordLocals | None) -> WordLocals:
    """Emit a `Grow`: it repeats until no member is added, or until a member of `sought` is found. Return the locals of
    the set."""
    code = gen.body
    found = gen.to_locals(expr.seed, expr.size)
    with code.block() as done, code.loop() as again:
        if sought is not None:
            code.br_if(done, _sets_meet(found, sought))
        gen.consume_fuel()
        more = gen.bind(expr.name, MachineLocal(expr.size, found)).members_as(expr.more, len(found))
        added = union([new & ~old for old, new in zip(found, more, strict=True)])
        with code.if_(added.nonzero()):
            for old, new in zip(found, more, strict=True):
                code.set(old, old | new)
            code.br(again)
    return found


# --------------------------------------------------------------------------------------------- searches that stop early


def emit_search_meets(gen: CodeGenerator, expr: m.SetOp) -> Operand | None:
    """Emit whether the intersection of a search and another set is not empty, 1 or 0, onto the stack. If this needs the
    whole set, emit nothing and return None."""
    for reached, other in ((expr.left, expr.right), (expr.right, expr.left)) if expr.op == "common" else ():
        if _reaches(reached) is not None and speculatable(gen, other) and _unseen(gen, reached):
            sought = gen.members(other)
            return gen.body.push(_sets_meet(_search_with_probe(gen, reached, sought, _high(gen, other)), sought))
    return wide_sets.emit_meets(gen, expr)


def emit_has(gen: CodeGenerator, expr: m.Has) -> None:
    """Emit whether a set has a member, 1 or 0, onto the stack. If the set is a search, the code stops as soon as it
    finds the member."""
    found = _reaches(expr.set)
    one = m.SetOf(0 if found is None else found.size, (expr.member,))
    if found is None or not speculatable(gen, one) or not _unseen(gen, expr.set):
        if has_in_member_list(gen, expr) is None:
            emit_has_member(gen, expr)
        return
    sought = gen.members(one)
    gen.body.push(_sets_meet(_search_with_probe(gen, expr.set, sought, _high(gen, one)), sought))


def _sets_meet(found: WordLocals, sought: WordLocals) -> Operand:
    """Return the operand for whether two sets share a member."""
    return union([a & b for a, b in zip(found, sought, strict=False)]).nonzero()


def _reaches(expr: m.Expr) -> Reached | None:
    """Return the search that an expression evaluates, possibly inside `Bind` expressions; None if it is not a
    search."""
    while isinstance(expr, m.Bind):
        expr = expr.body
    return expr if isinstance(expr, m.Reach | m.Grow) else None


def _unseen(gen: CodeGenerator, expr: m.Expr) -> bool:
    """Return whether stopping a search early is not observable, because none of its steps can fault."""
    match expr:
        case m.Bind(name, value, body):
            known = MachineLocal(
                kind_of(gen, value), (), *(interval_of(gen, value) if kind_of(gen, value) == 0 else ())
            )
            return _unseen(gen.bind(name, known), body)
        case m.Grow(size, name, _, more):
            return speculatable(gen.bind(name, MachineLocal(size, ())), more)
        case m.Reach(size, _, source, target, m.LoopDomain(_, _, within), where) if within is not None:
            inside = gen.bind(source, MachineLocal(m.NUMBER, (), 0, size - 1))
            there = inside.bind(target, MachineLocal(m.NUMBER, (), 0, size - 1))
            return speculatable(inside, within) and (where is None or speculatable(there, where))
    return False


def _search_with_probe(gen: CodeGenerator, expr: m.Expr, sought: WordLocals, high: bool) -> WordLocals:
    """Emit a search that stops at a member of `sought`; return the locals of the found set. If the module has a probe,
    attribute the code to the clause of the expression. If `high`, visit the greatest members first."""
    probe = gen.unit.probe
    before = None if probe is None else probe.enter_expression(gen.body, expr)
    found = _search(gen, expr, sought, high)
    if probe is not None:
        probe.leave_expression(gen.body, before)
    return found


def _search(gen: CodeGenerator, expr: m.Expr, sought: WordLocals, high: bool) -> WordLocals:
    match expr:
        case m.Bind(name, value, body):
            return _search_with_probe(gen.bind(name, emit_variable(gen, value)), body, sought, high)
        case m.Grow():
            return _emit_grow_until(gen, expr, sought)
    assert isinstance(expr, m.Reach)
    return _emit_reach_until(gen, expr, sought, high)


def _high(gen: CodeGenerator, sought: m.Expr) -> bool:
    """Return whether a set is constant and its members are mostly in the upper half of its range."""
    match sought:
        case m.SetConst(size, bits):
            pass
        case m.SetOf(size, (m.Const(member),)) if member >= 0:
            bits = 1 << member
        case m.Lookup(table, index) if all(isinstance(i, m.Const) for i in index):
            found, at = gen.unit.tables[table], 0
            for i, count in zip(index, found.shape, strict=True):
                at = at * count + (i.value if isinstance(i, m.Const) else 0)
            size, bits = found.kind, found.values[at]
        case _:
            return False
    members = bits_of(bits)
    return 2 * sum(members) > (size - 1) * len(members)


MEMBER = "#member"
"""The local for the sought member; no machine binds this name."""


def has_in_member_list(gen: CodeGenerator, expr: m.Has) -> Operand | None:
    """Emit whether a set stored as a list has this member, 1 or 0, onto the stack. For any other set, emit nothing and
    return None."""
    if member_list(gen, expr.set) is None:
        return None
    sought = gen.bind(MEMBER, MachineLocal(m.NUMBER, (gen.number_local(expr.member),)))
    same = m.Op("eq", (m.Local(LISTED), m.Local(MEMBER)))
    return sought.number(m.Fold("some", LISTED, m.LoopDomain(within=expr.set), None, same))
