"""The records of a step of the reference engine, as `log.py` describes them: audiences are asked as things stand when
something is written, without cost to the game and without being told of themselves.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field

from ..machine import program as m
from .events import Audience
from .interface import Value
from .log import Audiences, Content, Form, Record, Written, shown
from .observe import sized
from .reference_expressions import call_function
from .reference_work import Work
from .state import Slot, row_major


@define
class Teller:
    """Keeps the records of the step that is being made; `told` begins anew with each."""

    form: Form
    told: list[Record] = field(factory=list)

    def picked(self, node: m.Decision, option: int, player: int, audience: Audience, parameters: Audiences) -> None:
        self.told.extend(self.form.picked(node, option, player, audience, parameters))

    def drawn(self, node: m.Chance, value: int, audience: Audience) -> None:
        self.told.append(self.form.drawn(node, value, audience))

    def shown(self, show: m.Show, index: Sequence[int], content: Content, audience: Audience) -> None:
        self.told.append(self.form.shown(shown(show), index, content, audience))

    def wrote(self, work: Work, slot: Slot, index: Sequence[int], before: Content, now: Content) -> None:
        cell = slot.cell
        if cell.name not in self.form.cell_numbers:
            return
        place = row_major(cell.name, cell.shape, index)
        old, new = how_much(cell, before), how_much(cell, now)
        kinds, whole = 1, now
        if cell.heap:
            kinds = cell.shape[-1]
            whole = slot.whole(work.cells, index[:-1])
            assert isinstance(whole, tuple) and isinstance(before, int) and isinstance(now, int)
            new = sum(whole)
            old = new - now + before
        open_ = self.form.open[cell.name].seen(whole) if cell.name in self.form.open else ()
        written = Written(cell.name, place, now, old, new, kinds, open_)
        who, counters = audience_now(work, cell.seen, index), audience_now(work, cell.counted, index)
        self.told.extend(self.form.wrote(written, who, counters))


def how_much(cell: m.Cell, content: Content) -> int | None:
    """What an element holds, in number; None of what cannot be counted."""
    if not isinstance(content, int):
        return len(content)
    return int(content != 0) if sized(cell) else None


def audience_now(work: Work, function: str | None, index: Sequence[int]) -> Audience:
    """Who belongs to an audience now."""
    if function is None:
        return None
    callee = work.index.functions[function]
    fuel, depth, watch, teller = work.fuel, work.depth, work.watch, work.teller
    work.fuel, work.depth, work.watch, work.teller = work.index.machine.fuel, {}, None, None
    try:
        found: Value = call_function(work, callee, index[: len(callee.params)])
    finally:
        work.fuel, work.depth, work.watch, work.teller = fuel, depth, watch, teller
    return found if isinstance(found, frozenset) else frozenset()
