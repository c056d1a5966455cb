"""Emit a decision in a playout: pick an option, store its parameters, and go to the next node.

`playout_option_counting` counts and represents the options. The code here also counts moves and decisions; a game that
exceeds its limit of either ends unfinished.
"""

from __future__ import annotations

from functools import partial

from ...machine import program as m
from ..cell_layout import clauses_with_decisions
from ..packing import INT
from . import detail_code, register_promotion
from .code_generation import CodeGenerator, MachineLocal, WordLocals
from .encoding import I32, I64
from .memory_layout import UNFINISHED
from .node_code import emit_store, option_number, store_parameters
from .operands import LocalVariable, MemoryPlace, Operand, call, i32, select
from .playout_function import PlayoutFunction
from .playout_option_counting import (
    CountedAlternative,
    count_options,
    find_counted_option,
    representation_of,
    row_bytes,
    row_word,
)
from .runtime_support import emit_multiply_shift, emit_squares, fuel_limit
from .search_memory import SearchMemory, record_places
from .sets import member_count as count_members

EACH_BYTE, HIGH_BITS = 0x0101010101010101, 0x8080808080808080
FEW_WORDS = 6
"""The most words in the sets of all alternatives for which a member is found without a branch."""


def emit_decision(playout: PlayoutFunction, node: m.Decision) -> None:
    """Emit a decision: count the options, pick one with the player's random stream, and go to the option's target."""
    code, probe = playout.body, playout.unit.probe
    if probe is not None:
        probe.begin_engine_work(code)
        probe.count_decision(code)
    detail_code.count_entry(playout, node)
    gen = playout.generator()
    if playout.unit.search is not None and playout.unit.search.informed:
        with code.if_(playout.unit.search.current.load()):
            code.call(playout.unit.support[f"keys {node.id}"])
    listing = any(representation_of(a) in ("rows", "list") for a in node.alternatives)
    end = gen.constant_local(playout.unit.memory.list.base) if listing else None
    found = _count_alternatives(gen, node, end)
    total = gen.local(I32)
    with code.if_(total.tee(sum([one.count for one in found], i32(0))).eqz()):
        if node.otherwise is None:
            gen.fault(node.fault)
        else:
            playout.go(node.otherwise)
    detail_code.check_invariants(playout, over=False)
    if playout.unit.search is not None:
        _stop_after_script(playout, playout.unit.search, total)
    _account(playout, node)
    detail_code.count_offers(playout, node, found)
    k = _pick(playout, gen, node, total)
    if playout.unit.search is not None and playout.unit.search.informed:
        with code.if_(playout.unit.search.current.load()):
            code.call(playout.unit.support[f"tell {node.id}"], k)
    _take_option(playout, gen, node, found, k)


def _count_alternatives(gen: CodeGenerator, node: m.Decision, end: LocalVariable | None) -> list[CountedAlternative]:
    """Emit code that counts the options of each alternative. `end` has the address for lists of options."""
    probe, counts = gen.unit.probe, gen.unit.memory.counts_of(node)
    if probe is None:
        return [count_options(gen, a, end, room) for a, room in zip(node.alternatives, counts, strict=True)]
    found, clauses = [], frozenset({node.clause, *(a.clause for a in node.alternatives)})
    for a, room in zip(node.alternatives, counts, strict=True):
        with probe.search_for_offer(gen.body, clauses, a.clause):
            found.append(count_options(gen, a, end, room))
        probe.forget(gen.body)
    probe.begin_engine_work(gen.body)
    return found


def _account(playout: PlayoutFunction, node: m.Decision) -> None:
    """Emit code that counts a decision. If the game exceeds the limit of moves or decisions, the code ends it as
    unfinished."""
    code, memory = playout.body, playout.unit.memory
    code.set(playout.unit.fuel, fuel_limit(playout.unit))
    last = playout.decisions == playout.most_decisions
    # every decision is a move, so the limit of moves is always reached before the limit of decisions
    if playout.decisions is playout.moves:
        last = playout.moves == playout.most
    elif node.move:
        last = last | (playout.moves == playout.most)
    with code.if_(last):
        code.increase(memory.totals[UNFINISHED], 1)
        detail_code.add_option_counts(playout)
        code.br(playout.over)
    code.increase(playout.decisions, 1)
    if node.move and playout.decisions is not playout.moves:
        code.increase(playout.moves, 1)


def _stop_after_script(playout: PlayoutFunction, tree: SearchMemory, total: LocalVariable) -> None:
    """Emit code that stops play at a decision with several options if all entries of the followed script are used
    up."""
    with playout.body.if_(total.gt_u(1) & tree.following.load() & tree.left.load().eqz()):
        playout.body.set(playout.node, playout.entries.index(playout.at))
        playout.body.br(playout.stop)


# ---------------------------------------------------------------------------------------------------- picking an option


def _pick(playout: PlayoutFunction, gen: CodeGenerator, node: m.Decision, total: LocalVariable) -> LocalVariable:
    """Emit code that picks an option at random; return the local with its index. With only one option, nothing is drawn
    or counted. If a set of `node.picks` members is picked in rising order, the code draws its least member: the least
    number of a random set."""
    code, k = playout.body, gen.constant_local(0)
    with code.if_(total.gt_u(1)):
        code.increase(playout.branching, total.extend_u())
        code.increase(playout.branchings, 1)
        with code.block() as chosen:
            tree = playout.unit.search
            if tree is not None:
                player, record = gen.local(I32), gen.local(I32)
                with code.if_(record.tee(tree.current.load()) | tree.following.load()):
                    code.set(player, gen.number(node.who))
                    here = record_places(record)
                    if not tree.informed:  # the position's key is a hash of cells, so they must be in memory
                        with code.if_(here["visits"].load() > here["first"].load()):
                            code.store(tree.node, playout.entries.index(playout.at))
                            register_promotion.spill(gen)
                    code.set(k, call(playout.unit.support["choose"], total, player))
                    code.br_if(chosen, k >= 0)
            point, key = _stream(playout, gen, node)
            if node.picks is None:
                code.set(k, _draw_below(gen, total, point, key))
            else:
                left, drawn = gen.local(I32), gen.local(I32)
                code.set(k, total)
                code.set(left, gen.number(node.picks) + total)
                with code.forever() as done:
                    code.increase(left, -1)
                    code.set(drawn, _draw_below(gen, left, point, key))
                    code.set(k, select(drawn, k, drawn.lt_u(k)))
                    code.br_if(done, left.le_u(total))
    return k


def _stream(playout: PlayoutFunction, gen: CodeGenerator, node: m.Decision) -> tuple[MemoryPlace, MemoryPlace]:
    """Return the place of the state of the deciding player's random stream, and the place of its key. For most
    decisions the seat is known at compile time, so both places are constant."""
    memory, machine = gen.unit.memory, gen.unit.machine
    first = clauses_with_decisions(machine).index(node.clause) * machine.players
    if isinstance(node.who, m.Const):
        return playout.stream_position(first + node.who.value), memory.keys[first + node.who.value]
    stream = gen.local(I32)
    gen.body.set(stream, gen.number(node.who) + first)
    return playout.stream_position(stream), memory.keys[stream]


def _draw_below(gen: CodeGenerator, n: LocalVariable, point: MemoryPlace, key: MemoryPlace) -> Operand:
    """Emit a uniform number below `n` from the stream whose state is at `point`; return its operand."""
    product = gen.local(I64)
    draw = partial(_product, gen, n, point, key, product)
    return emit_multiply_shift(gen.body, n, product, gen.local(I32), draw)


def _product(
    gen: CodeGenerator, total: LocalVariable, point: MemoryPlace, key: MemoryPlace, into: LocalVariable
) -> None:
    """Emit code that sets `into` to the stream's next raw number times `total`. It is an inlined copy of
    `runtime_support.raw_body`."""
    code, x, y, z = gen.body, gen.local(I64), gen.local(I64), gen.local(I64)
    code.set(y, point.load())
    code.store(point, z.tee(y + key.load()))
    emit_squares(code, x, y, z)
    code.set(into, x * total.extend_u())


# --------------------------------------------------------------------------------------------- taking the picked option


def _take_option(
    playout: PlayoutFunction, gen: CodeGenerator, node: m.Decision, found: list[CountedAlternative], k: LocalVariable
) -> None:
    """Emit code that takes option k, counted over all alternatives: it stores the option's parameters and goes to its
    target."""
    code = playout.body
    if playout.interleaves and _can_merge(found):
        _store_of_any(gen.inner(), found, k)
        playout.go(found[0].alternative.target, last=True, picked=True)
        return
    for one in found[:-1]:
        with code.block() as behind:
            code.br_if(behind, k.ge_u(one.count))
            _take_from(playout, gen.inner(), node, one, k)
            playout.go(one.alternative.target, picked=True)
        code.set(k, k - one.count)
    for one in found[-1:]:
        _take_from(playout, gen.inner(), node, one, k)
        playout.go(one.alternative.target, last=True, picked=True)


def _take_from(
    playout: PlayoutFunction, gen: CodeGenerator, node: m.Decision, one: CountedAlternative, k: LocalVariable
) -> None:
    """Emit code that stores the parameters of option k of one alternative."""
    detail_code.count_taken_option(playout, node, one.alternative)
    if one.start is None:
        _store_one_or_set(gen, one, k)
        return
    if one.counts is not None:
        rest = find_counted_option(gen, one.alternative, one.start, k, one.counts)
    else:
        rest = _row_of(gen, one, one.start, k) if one.form == "rows" else _read_listed(gen, one.start, k)
    store_parameters(gen, one.alternative, rest)


def _store_one_or_set(gen: CodeGenerator, one: CountedAlternative, k: LocalVariable) -> None:
    for level in one.alternative.levels:
        if level.low == level.high:
            place = gen.constant_local(level.low)
        else:
            place = emit_kth_member(gen, one.members, k, level.high + 1)
        gen.scope[level.name] = MachineLocal(m.NUMBER, (place,), level.low, level.high)
    _store(gen, one.alternative)


def _store(gen: CodeGenerator, alternative: m.Alternative) -> None:
    """Emit code that stores the parameters of an option in their cells. The scope of `gen` must have their values."""
    for level in alternative.levels:
        if level.cell not in gen.unit.unread or not all(isinstance(i, m.Const) for i in level.index):
            emit_store(gen, level.cell, level.index, m.Local(level.name))


def _can_merge(found: list[CountedAlternative]) -> bool:
    """Return whether all alternatives have the form `set`, few words, and the same target and cells: they differ only
    in the members of their sets and in fixed parameters."""
    if len(found) < 2 or any(one.form != "set" for one in found) or sum(len(one.members) for one in found) > FEW_WORDS:
        return False
    shapes = {
        (one.alternative.target, len(one.members), tuple((v.cell, v.index, v.low == v.high) for v in levels))
        for one in found
        for levels in [one.alternative.levels]
    }
    return len(shapes) == 1


def _store_of_any(gen: CodeGenerator, found: list[CountedAlternative], k: LocalVariable) -> None:
    """Emit code that stores the parameters of option k, treating the sets of all alternatives as one. The alternatives
    must satisfy `_can_merge`.

    A branch to the alternative of the option would often be mispredicted, because the option is random; this code has
    no such branch. It takes longer than a correctly predicted branch, but while games are interleaved this costs
    nothing."""
    code, words = gen.body, len(found[0].members)
    place = emit_kth_member(gen, tuple(word for one in found for word in one.members), k, 64 * words * len(found))
    which = gen.local(I32)
    code.set(which, place.div_u(64 * words))
    for levels in zip(*(one.alternative.levels for one in found), strict=True):
        local = gen.local(I32)
        if levels[0].low == levels[0].high:
            code.set(local, levels[0].low)
            for number, level in enumerate(levels[1:], 1):
                code.set(local, select(i32(level.low), local, which == number))
        else:
            code.set(local, place.rem_u(64 * words))
        low, high = min(level.low for level in levels), max(level.high for level in levels)
        for level in levels:
            gen.scope[level.name] = MachineLocal(m.NUMBER, (local,), low, high)
    _store(gen, found[0].alternative)


def _read_listed(gen: CodeGenerator, start: LocalVariable, k: LocalVariable) -> LocalVariable:
    rest = gen.local(I32)
    gen.body.set(rest, MemoryPlace(INT, start + k * INT.bytes).load())
    return rest


def _row_of(gen: CodeGenerator, one: CountedAlternative, row: LocalVariable, k: LocalVariable) -> LocalVariable:
    """Emit code that finds the row with option k; return the local with the number of the option."""
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
    code.set(rest, option_number(level, before, emit_kth_member(gen, members, k, level.high + 1)))
    return rest


def emit_kth_member(gen: CodeGenerator, members: WordLocals, k: LocalVariable, size: int) -> LocalVariable:
    """Emit a search for member k (from 0) of a set over 0..size-1, which must have more than k members. Return the
    local with the member. The code may overwrite k and the words of the set. It has no loop and no branch within a
    word: the picked member is random, so half of all branches would be mispredicted."""
    code, place = gen.body, gen.local(I32)
    word, first = members[0], None
    if len(members) > 1 or size > 8:
        word, first = gen.local(I64), gen.constant_local(0)
        _word_of(gen, members, word, first, k)
    if first is not None:
        if len(members) > 1 or size > 16:
            _byte_of(gen, word, first, k)
        else:
            _half(gen, word, first, k, 8)
    found = gen.unit.memory.members[((word.wrap() & 255) << 3) + k].load()
    code.set(place, found if first is None else found + first)
    return place


def _word_of(
    gen: CodeGenerator, members: WordLocals, word: LocalVariable, first: LocalVariable, k: LocalVariable
) -> None:
    """Emit code that finds the word of a set that contains member k. It sets `word` to this word, `first` to the number
    of its first bit, and `k` to the index of the member within the word."""
    code = gen.body
    size, behind = gen.local(I32), gen.local(I32)
    code.set(word, members[0])
    for i, one in enumerate(members[1:]):  # select word i + 1 if the member is not in words 0..i
        before = members[i].popcnt().wrap()
        if i:  # stop if an earlier word has the member: 1 << 16 is more than any k
            before = select(before, 1 << 16, behind)
        code.set(behind, size.tee(before).le_u(k))
        code.set(word, select(one, word, behind))
        code.set(first, select(64 * (i + 1), first, behind))
        code.set(k, k - select(size, 0, behind))


def _half(gen: CodeGenerator, word: LocalVariable, first: LocalVariable, k: LocalVariable, width: int) -> None:
    """Emit code that shifts out the low `width` bits of `word` if they have at most k members; it adjusts `first` and
    `k`."""
    code, size, behind = gen.body, gen.local(I32), gen.local(I32)
    code.set(behind, size.tee((word & ((1 << width) - 1)).popcnt().wrap()).le_u(k))
    code.set(word, word.shr_u((behind * width).extend_u()))
    code.set(k, k - select(size, 0, behind))
    code.set(first, first + behind * width)


def _byte_of(gen: CodeGenerator, word: LocalVariable, first: LocalVariable, k: LocalVariable) -> None:
    """Emit code that shifts out the bytes before the one with member k; it adjusts `first` and `k`. These are the bytes
    for which they and all lower bytes have at most k members together. All bytes are compared at once, using the high
    bit of each byte, which is free."""
    code, up_to, shift = gen.body, gen.local(I64), gen.local(I64)
    code.set(up_to, word.byte_popcnt() * EACH_BYTE)
    passed = ((k.extend_u() * EACH_BYTE | HIGH_BITS) - up_to) & HIGH_BITS
    code.set(shift, passed.popcnt() << 3)
    code.set(k, k - ((up_to << 8).shr_u(shift).wrap() & 255))
    code.set(word, word.shr_u(shift))
    code.set(first, first + shift.wrap())
