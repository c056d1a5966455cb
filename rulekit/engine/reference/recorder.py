"""Record what players see of a step of the reference engine, as `log.py` describes it.

The audiences of a cell are evaluated when it is written. This uses none of the game's fuel and is not recorded itself.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field

from ...machine import program as m
from ..cell_layout import Slot, row_major
from ..events import Audience
from ..interface import Value
from ..log import Audiences, ChangedElement, LogRecord, RecordFormat, showable_of
from ..observe import Content, has_size
from .context import ExecutionContext
from .expression_closures import call_function


@define
class StepRecorder:
    """Implements `context.Recorder`: collects the `records` of one step. The engine clears them before the next
    step."""

    form: RecordFormat
    records: list[LogRecord] = field(factory=list)

    def record_pick(
        self, node: m.Decision, option: int, player: int, audience: Audience, parameters: Audiences
    ) -> None:
        self.records.extend(self.form.pick_records(node, option, player, audience, parameters))

    def record_draw(self, node: m.Chance, value: int, audience: Audience) -> None:
        self.records.append(self.form.draw_record(node, value, audience))

    def record_show(self, show: m.Reveal, index: Sequence[int], content: Content, audience: Audience) -> None:
        self.records.append(self.form.show_record(showable_of(show), index, content, audience))

    def record_write(
        self, context: ExecutionContext, slot: Slot, index: Sequence[int], before: Content, now: Content
    ) -> None:
        cell = slot.cell
        if cell.name not in self.form.cell_numbers:
            return
        place = row_major(cell.name, cell.shape, index)
        old, new = size_of_content(cell, before), size_of_content(cell, now)
        kinds, whole = 1, now
        if cell.heap:
            kinds = cell.shape[-1]
            whole = slot.whole(context.cells, index[:-1])
            assert isinstance(whole, tuple) and isinstance(before, int) and isinstance(now, int)
            new = sum(whole)
            old = new - now + before
        open_ = self.form.open[cell.name].values_in(whole) if cell.name in self.form.open else ()
        written = ChangedElement(cell.name, place, now, old, new, kinds, open_)
        who, counters = current_audience(context, cell.seen, index), current_audience(context, cell.counted, index)
        self.records.extend(self.form.write_records(written, who, counters))


def size_of_content(cell: m.Cell, content: Content) -> int | None:
    """Return the number of pieces in this content of an element, or None if the cell's elements have no size."""
    if not isinstance(content, int):
        return len(content)
    return int(content != 0) if has_size(cell) else None


def current_audience(context: ExecutionContext, function: str | None, index: Sequence[int]) -> Audience:
    """Return the players whom an audience function of the machine returns for `index` in the present state. Without a
    function, return None: everybody."""
    if function is None:
        return None
    callee = context.index.functions[function]
    fuel, depth, watch, recorder = context.fuel, context.depth, context.watch, context.recorder
    context.fuel, context.depth, context.watch, context.recorder = context.index.machine.fuel, {}, None, None
    try:
        found: Value = call_function(context, callee, index[: len(callee.params)])
    finally:
        context.fuel, context.depth, context.watch, context.recorder = fuel, depth, watch, recorder
    return found if isinstance(found, frozenset) else frozenset()
