"""What a module counts beside, where that is asked for: turns, rounds and decisions, and options by their sort.

Turns and rounds of a game are counted in locals, options in memory, each sort's offers and then what was taken of it;
when the game is over they are added to sums and sums of squares, which `counts.py` reads.  A module that is not asked
for it has none of this code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...machine import program as m
from ...machine.sorts import Sorts
from .counting import Counted
from .encode import Body
from .layout import ROUNDS, TURNS
from .opcodes import I32, I64
from .support import add
from .writer import Unit

if TYPE_CHECKING:
    from .playing import Play

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


def begin(this: Play) -> None:
    if this.unit.sorts is not None:
        for local in (this.turns, this.rounds):
            this.body.i32(0)
            this.body.set(local)


def kept(this: Play) -> tuple[tuple[int, int], ...]:
    """Where the locals are kept from one call to the next."""
    return () if this.unit.sorts is None else ((TURNS, this.turns), (ROUNDS, this.rounds))


def entered(this: Play, node: m.Node) -> None:
    """Whether a turn or a round begins here."""
    if this.unit.sorts is None:
        return
    machine = this.unit.machine
    for starts, local in ((machine.turn_starts, this.turns), (machine.round_starts, this.rounds)):
        if node.id in starts:
            this.body.get(local)
            this.body.i32(1)
            this.body.op("i32.add")
            this.body.set(local)


def offered(this: Play, node: m.Decision, found: list[Counted]) -> None:
    """One more for each sort that has an option."""
    if this.unit.sorts is None:
        return
    counts: dict[int, list[int]] = {}
    for one in found:
        place = this.unit.sorts.place(node, one.alternative)
        if place is not None:
            counts.setdefault(place, []).append(one.count)
    for place, locals_ in counts.items():
        at = _count(this.unit, place)
        this.body.i32(0)
        this.body.i32(0)
        this.body.memory("i32.load", at)
        for i, local in enumerate(locals_):
            this.body.get(local)
            if i:
                this.body.op("i32.or")
        this.body.i32(0)
        this.body.op("i32.ne", "i32.add")
        this.body.memory("i32.store", at)


def taken(this: Play, node: m.Decision, alternative: m.Alternative) -> None:
    place = None if this.unit.sorts is None else this.unit.sorts.place(node, alternative)
    if this.unit.sorts is not None and place is not None:
        at = _count(this.unit, len(this.unit.sorts.names) + place)
        this.body.i32(0)
        this.body.i32(0)
        this.body.memory("i32.load", at)
        this.body.i32(1)
        this.body.op("i32.add")
        this.body.memory("i32.store", at)


def finished(this: Play) -> None:
    """A game is over: what its locals counted, and its options."""
    if this.unit.sorts is None:
        return
    for i, local in enumerate((this.decisions, this.turns, this.rounds)):
        this.body.i32(this.unit.memory.details + SUM * i)
        this.body.get(local)
        this.body.call(this.unit.support["sum"])
    options_counted(this)


def options_counted(this: Play) -> None:
    if this.unit.sorts is not None:
        this.body.call(this.unit.support["options counted"])


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
