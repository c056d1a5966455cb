"""What a module counts beside, where that is asked for: turns, rounds and decisions, and options by their sort.

Turns and rounds of a game are counted in locals, options in memory, each sort's offers and then what was taken of it;
when the game is over they are added to sums and sums of squares, which `playout_results.py` reads.  A module that is
not asked for it has none of this code.
"""

from __future__ import annotations

from ...machine import program as m
from ...machine.sorts import Sorts
from .code_generation import Unit
from .encode import Body
from .layout import ROUNDS, TURNS
from .opcodes import I32, I64
from .option_counting import CountedAlternative
from .playout_function import PlayoutFunction
from .runtime_support import add

GAME_SUMS = 3
"""Decisions, turns, rounds: of finished games."""
SUM = 24
"""Bytes of a sum, and of the low and high halves of its squares."""


def detail_bytes(sorts: Sorts) -> int:
    counts = 2 * len(sorts.names)
    return SUM * (GAME_SUMS + counts) + 8 * counts


def add_details(unit: Unit) -> None:
    if unit.sorts is not None:
        add(unit, "sum", _sum(unit))
        add(unit, "options counted", _options(unit, len(unit.sorts.names)))


def begin(playout: PlayoutFunction) -> None:
    if playout.unit.sorts is not None:
        for local in (playout.turns, playout.rounds):
            playout.body.i32(0)
            playout.body.set(local)


def saved_locals(playout: PlayoutFunction) -> tuple[tuple[int, int], ...]:
    """Where the locals are saved from one call to the next."""
    return () if playout.unit.sorts is None else ((TURNS, playout.turns), (ROUNDS, playout.rounds))


def entered(playout: PlayoutFunction, node: m.Node) -> None:
    """Whether a turn or a round begins here."""
    if playout.unit.sorts is None:
        return
    machine = playout.unit.machine
    for starts, local in ((machine.turn_starts, playout.turns), (machine.round_starts, playout.rounds)):
        if node.id in starts:
            playout.body.get(local)
            playout.body.i32(1)
            playout.body.op("i32.add")
            playout.body.set(local)


def offered(playout: PlayoutFunction, node: m.Decision, found: list[CountedAlternative]) -> None:
    """One more for each sort that has an option."""
    if playout.unit.sorts is None:
        return
    counts: dict[int, list[int]] = {}
    for one in found:
        place = playout.unit.sorts.place(node, one.alternative)
        if place is not None:
            counts.setdefault(place, []).append(one.count)
    for place, locals_ in counts.items():
        at = _count(playout.unit, place)
        playout.body.i32(0)
        playout.body.i32(0)
        playout.body.memory("i32.load", at)
        for i, local in enumerate(locals_):
            playout.body.get(local)
            if i:
                playout.body.op("i32.or")
        playout.body.i32(0)
        playout.body.op("i32.ne", "i32.add")
        playout.body.memory("i32.store", at)


def taken(playout: PlayoutFunction, node: m.Decision, alternative: m.Alternative) -> None:
    place = None if playout.unit.sorts is None else playout.unit.sorts.place(node, alternative)
    if playout.unit.sorts is not None and place is not None:
        at = _count(playout.unit, len(playout.unit.sorts.names) + place)
        playout.body.i32(0)
        playout.body.i32(0)
        playout.body.memory("i32.load", at)
        playout.body.i32(1)
        playout.body.op("i32.add")
        playout.body.memory("i32.store", at)


def finished(playout: PlayoutFunction) -> None:
    """A game is over: what its locals counted, and its options."""
    if playout.unit.sorts is None:
        return
    for i, local in enumerate((playout.decisions, playout.turns, playout.rounds)):
        playout.body.i32(playout.unit.memory.details + SUM * i)
        playout.body.get(local)
        playout.body.call(playout.unit.support["sum"])
    options_counted(playout)


def options_counted(playout: PlayoutFunction) -> None:
    if playout.unit.sorts is not None:
        playout.body.call(playout.unit.support["options counted"])


def _count(unit: Unit, number: int) -> int:
    assert unit.sorts is not None
    return unit.memory.details + SUM * (GAME_SUMS + 2 * len(unit.sorts.names)) + 4 * number


def _sum(unit: Unit) -> Body:
    """(address, number): the number and its square, added."""
    body = Body("sum", (I32, I32), ())
    square = body.local(I64)
    body.get(1)
    body.op("i64.extend_i32_u")
    body.get(1)
    body.op("i64.extend_i32_u", "i64.mul")
    body.set(square)
    for offset in (0, 8, 16):
        body.get(0)
        body.get(0)
        body.memory("i64.load", offset)
        if offset == 0:
            body.get(1)
            body.op("i64.extend_i32_u")
        else:
            body.get(square)
            body.i64((1 << 32) - 1 if offset == 8 else 32)
            body.op("i64.and" if offset == 8 else "i64.shr_u")
        body.op("i64.add")
        body.memory("i64.store", offset)
    return body


def _options(unit: Unit, sorts: int) -> Body:
    """Each count of the game to its sum, and 0 again."""
    body = Body("options counted", (), ())
    number = body.local(I32)
    done, again = body.block(), body.loop()
    body.get(number)
    body.i32(2 * sorts)
    body.op("i32.ge_u")
    body.br_if(done)
    body.get(number)
    body.i32(SUM)
    body.op("i32.mul")
    body.i32(unit.memory.details + SUM * GAME_SUMS)
    body.op("i32.add")
    body.get(number)
    body.i32(4)
    body.op("i32.mul")
    body.memory("i32.load", _count(unit, 0))
    body.call(unit.support["sum"])
    body.get(number)
    body.i32(4)
    body.op("i32.mul")
    body.i32(0)
    body.memory("i32.store", _count(unit, 0))
    body.get(number)
    body.i32(1)
    body.op("i32.add")
    body.set(number)
    body.br(again)
    body.end()
    body.end()
    return body
