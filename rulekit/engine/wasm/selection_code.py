"""A decision inside a playout: one of its options picked, its parameters stored, and on to the node behind.

How many options there are, and how they are represented until one is picked, is `playout_option_counting`'s; the moves
and decisions so far are counted here, and a game that has had its most of either ends unfinished.
"""

from __future__ import annotations

from functools import partial

from ...machine import program as m
from ..cell_layout import asking
from ..packing import INT
from . import detail_code, invariant_code
from .code_generation import CodeGenerator, MachineLocal, WordLocals
from .memory_layout import GAME, UNFINISHED
from .nodes import keep_parameters, option_number, store
from .operands import LocalVariable, MemoryPlace, i32, select
from .playout_function import PlayoutFunction
from .playout_option_counting import CountedAlternative, count_options, representation_of, row_bytes, row_word
from .runtime_support import fuel_limit, multiply_shift, squares
from .sets import count as count_members
from .transposed_listing import counted
from .value_types import I32, I64


def decision(playout: PlayoutFunction, node: m.Decision) -> None:
    """The code of a decision: its options counted, one picked as the players' stream says, and on to its target."""
    code, probe = playout.body, playout.unit.probe
    if probe is not None:
        probe.engine(code)
    with code.if_(playout.steps.eqz()):
        code.set(playout.node, playout.at)
        code.br(playout.stop)
    code.set(playout.steps, playout.steps - 1)
    if probe is not None:
        probe.decision(code)
    detail_code.entered(playout, node)
    gen = playout.generator()
    listing = any(representation_of(a) in ("rows", "list") for a in node.alternatives)
    end = gen.constant_local(playout.unit.memory.list.base) if listing else None
    found = _counted(gen, node, end)
    total = gen.local(I32)
    with code.if_(total.tee(sum([one.count for one in found], i32(0))).eqz()):
        if node.otherwise is None:
            gen.fault(node.fault)
        else:
            playout.go(node.otherwise)
    invariant_code.check_invariants(playout, over=False)
    _account(playout, node)
    detail_code.offered(playout, node, found)
    k = _pick(playout, gen, node, total)
    _taken(playout, gen, node, found, k)


def _counted(gen: CodeGenerator, node: m.Decision, end: LocalVariable | None) -> list[CountedAlternative]:
    """The options of each alternative counted."""
    probe, counts = gen.unit.probe, gen.unit.memory.counts_of(node)
    if probe is None:
        return [count_options(gen, a, end, room) for a, room in zip(node.alternatives, counts, strict=True)]
    found, clauses = [], frozenset({node.clause, *(a.clause for a in node.alternatives)})
    for a, room in zip(node.alternatives, counts, strict=True):
        with probe.offering(gen.body, clauses, a.clause):
            found.append(count_options(gen, a, end, room))
        probe.forgotten(gen.body)
    probe.engine(gen.body)
    return found


def _account(playout: PlayoutFunction, node: m.Decision) -> None:
    """A decision that would begin a move too many, or is one too many for so few moves, ends the game unfinished."""
    code, memory = playout.body, playout.unit.memory
    code.set(playout.unit.fuel, fuel_limit(playout.unit))
    last = playout.decisions == playout.most_decisions
    with code.if_(last | (playout.moves == playout.most) if node.move else last):
        code.increase(memory.totals[UNFINISHED], 1)
        detail_code.options_counted(playout)
        code.br(playout.over)
    code.increase(playout.decisions, 1)
    if node.move:
        code.increase(playout.moves, 1)


# -------------------------------------------------------------------------------------------------------------- picking


def _pick(playout: PlayoutFunction, gen: CodeGenerator, node: m.Decision, total: LocalVariable) -> LocalVariable:
    """A local below `total`, each value as likely; where there is no choice nothing is drawn or counted."""
    code, k = playout.body, gen.constant_local(0)
    with code.if_(total.gt_u(1)):
        code.increase(playout.branching, total.extend_u())
        code.increase(playout.branchings, 1)
        key, use = _stream(gen, node)
        product, least = gen.local(I64), gen.local(I32)
        draw = partial(_product, gen, total, key, use, product)
        code.set(k, multiply_shift(code, total, product, least, draw))
    return k


def _stream(gen: CodeGenerator, node: m.Decision) -> tuple[LocalVariable, MemoryPlace]:
    """The key of the stream of this clause and of the seat that is asked, and the place that counts its uses.

    For most decisions the passes know who is asked: both are then at fixed places.
    """
    memory, machine = gen.unit.memory, gen.unit.machine
    first = asking(machine).index(node.clause) * machine.players
    key = gen.local(I64)
    if isinstance(node.who, m.Const):
        gen.body.set(key, memory.keys[first + node.who.value].load())
        return key, memory.uses[first + node.who.value]
    seat = gen.local(I32)
    gen.body.set(seat, gen.number(node.who))
    gen.body.set(key, memory.keys[seat + first].load())
    gen.body.set(seat, (seat + first) * INT.bytes)
    return key, MemoryPlace(INT, seat, memory.uses.base)


def _product(
    gen: CodeGenerator, total: LocalVariable, key: LocalVariable, use: MemoryPlace, into: LocalVariable
) -> None:
    """A raw number of the stream times `total`: `runtime_support.raw` in place."""
    code, x, y = gen.body, gen.local(I64), gen.local(I64)
    code.set(y, x.tee((GAME.load() << 32 | use.load().extend_u()) * key))
    code.increase(use, 1)
    squares(code, x, y, key)
    code.set(into, x * total.extend_u())


# --------------------------------------------------------------------------------------------------------------- taking


def _taken(
    playout: PlayoutFunction, gen: CodeGenerator, node: m.Decision, found: list[CountedAlternative], k: LocalVariable
) -> None:
    """The option number k, counted from 0 over all alternatives: its parameters stored, and on."""
    code = playout.body
    for one in found[:-1]:
        with code.block() as behind:
            code.br_if(behind, k.ge_u(one.count))
            _take(playout, gen.inner(), node, one, k)
            playout.go(one.alternative.target, picked=True)
        code.set(k, k - one.count)
    for one in found[-1:]:
        _take(playout, gen.inner(), node, one, k)
        playout.go(one.alternative.target, last=True, picked=True)


def _take(
    playout: PlayoutFunction, gen: CodeGenerator, node: m.Decision, one: CountedAlternative, k: LocalVariable
) -> None:
    """The parameters of the option number k of one alternative stored."""
    detail_code.taken(playout, node, one.alternative)
    if one.start is None:
        _store_one_or_set(gen, one, k)
        return
    if one.counts is not None:
        rest = counted(gen, one.alternative, one.start, k, one.counts)
    else:
        rest = _row_of(gen, one, one.start, k) if one.form == "rows" else _listed(gen, one.start, k)
    sizes = [level.high - level.low + 1 for level in one.alternative.levels]
    keep_parameters(gen, one.alternative, rest, sizes)


def _store_one_or_set(gen: CodeGenerator, one: CountedAlternative, k: LocalVariable) -> None:
    for level in one.alternative.levels:
        if level.low == level.high:
            place = gen.constant_local(level.low)
        else:
            place = member(gen, one.members, k, level.high + 1)
        gen.scope[level.name] = MachineLocal(m.NUMBER, (place,), level.low, level.high)
    for level in one.alternative.levels:
        if level.cell not in gen.unit.unread or not all(isinstance(i, m.Const) for i in level.index):
            store(gen, level.cell, level.index, m.Local(level.name))


def _listed(gen: CodeGenerator, start: LocalVariable, k: LocalVariable) -> LocalVariable:
    rest = gen.local(I32)
    gen.body.set(rest, MemoryPlace(INT, start + k * INT.bytes).load())
    return rest


def _row_of(gen: CodeGenerator, one: CountedAlternative, row: LocalVariable, k: LocalVariable) -> LocalVariable:
    """Through the rows to the one in which option k lies; its number, with the member of its set."""
    code = gen.body
    level = next(level for level in reversed(one.alternative.levels) if level.low != level.high)
    members = gen.fresh_locals(level.high + 1)
    size = gen.local(I32)
    with code.forever() as done:
        for i, word in enumerate(members):
            code.set(word, row_word(row, i).load())
        code.set(size, count_members(members))
        code.br_if(done, k.lt_u(size))
        code.set(k, k - size)
        code.increase(row, row_bytes(members))
    before, rest = gen.local(I32), gen.local(I32)
    code.set(before, MemoryPlace(INT, row).load())
    code.set(rest, option_number(level, before, member(gen, members, k, level.high + 1)))
    return rest


def member(gen: CodeGenerator, members: WordLocals, k: LocalVariable, size: int) -> LocalVariable:
    """A local with the member number k of a set over 0..size-1 that has more than k; k is used up, and the words may
    be.

    No loop and no branch within a word: which member is picked is random, so a branch would be guessed wrongly half of
    the time.
    """
    code, place = gen.body, gen.local(I32)
    word, first = members[0], None
    if len(members) > 1 or size > 8:
        word, first = gen.local(I64), gen.constant_local(0)
        _word_of(gen, members, word, first, k)
    for width in (32, 16, 8):
        if first is not None and (len(members) > 1 or size > width):
            _half(gen, word, first, k, width)
    found = gen.unit.memory.members[((word.wrap() & 255) << 3) + k].load()
    code.set(place, found if first is None else found + first)
    return place


def _word_of(
    gen: CodeGenerator, members: WordLocals, word: LocalVariable, first: LocalVariable, k: LocalVariable
) -> None:
    """The word with the member, what stands before it, and which one of its members it is."""
    code = gen.body
    size, behind = gen.local(I32), gen.local(I32)
    code.set(word, members[0])
    for i, one in enumerate(members[1:]):  # as long as the member lies behind the words so far
        before = members[i].popcnt().wrap()
        if i:  # it may have been found before
            before = select(before, 1 << 16, behind)
        code.set(behind, size.tee(before).le_u(k))
        code.set(word, select(one, word, behind))
        code.set(first, select(64 * (i + 1), first, behind))
        code.set(k, k - select(size, 0, behind))


def _half(gen: CodeGenerator, word: LocalVariable, first: LocalVariable, k: LocalVariable, width: int) -> None:
    """Past the low `width` bits if the k-th member lies behind them."""
    code, size, behind = gen.body, gen.local(I32), gen.local(I32)
    code.set(behind, size.tee((word & ((1 << width) - 1)).popcnt().wrap()).le_u(k))
    code.set(word, word.shr_u((behind * width).extend_u()))
    code.set(k, k - select(size, 0, behind))
    code.set(first, first + behind * width)
