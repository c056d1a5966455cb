"""What each player saw of a game, step by step, as the reference engine tells it.

A player's information state is the list of what he saw: picks, outcomes and showings whose audience he is in, cells
that he sees as they change, and, at each standing state, what he sees now.  What follows from that is `knowledge.py`'s.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, field

from ..engine.events import Audience, Drawn, Event, Picked, Shown, Wrote
from ..engine.interface import State, Value
from ..engine.observe import Hidden, Sight, observable
from ..engine.packing import Packing
from ..engine.reference import ReferenceEngine
from ..engine.state import words_of
from ..machine.program import Cell, Machine
from .offers import Offers

Seen = tuple[object, ...]
Info = tuple[Seen, ...]


@define
class Observer:
    """Follows one game on the reference engine and keeps what each player saw."""

    machine: Machine
    engine: ReferenceEngine = field(init=False)
    offers: Offers = field(init=False)
    sight: Sight = field(init=False)
    _heard: list[list[Seen]] = field(init=False)
    _cells: list[int] = field(init=False, factory=list)
    _state: State | None = field(init=False, default=None)

    def __attrs_post_init__(self) -> None:
        self.engine = ReferenceEngine(self.machine, self._watch)
        self.offers = Offers.of(self.engine)
        self.sight = Sight.of(self.engine)
        self._heard = []

    def start(self, seed: int, number: int) -> tuple[State, tuple[Info, ...]]:
        packing = Packing.of(self.machine)
        blank = State(self.machine.start, packing.pack(self.sight.layout.initial()), (), seed, number, packing)
        return self._run(blank, tuple(() for _ in self.machine.seats), lambda: self.engine.start(seed, number))

    def go(self, state: State, infos: tuple[Info, ...], choice: int) -> tuple[State, tuple[Info, ...]]:
        """On with an option or an outcome; each player's list grows by what he sees of it."""
        return self._run(state, infos, lambda: self.offers.go(state, choice))

    def _run(self, before: State, infos: tuple[Info, ...], run: Callable[[], State]) -> tuple[State, tuple[Info, ...]]:
        self._heard = [[] for _ in self.machine.seats]
        self._cells = list(before.cells)
        self._state = before
        state = run()
        grown = []
        for player, info in enumerate(infos):
            seen = (*self._heard[player], ("now", tuple(self.sight.observation(state, player).values())))
            last = next((entry for entry in reversed(info) if entry[0] == "now"), None)
            grown.append((*info, *(seen[:-1] if seen[-1] == last else seen)))
        return state, tuple(grown)

    # ----------------------------------------------------------------------------------------- what is heard of

    def _watch(self, event: Event) -> None:
        if isinstance(event, Picked):
            audience = None if event.audience is None else event.audience | {event.player}
            self._tell(audience, ("picked", event.node, event.player, event.label, event.args))
        elif isinstance(event, Drawn):
            self._tell(event.audience, ("drawn", event.node, event.value))
        elif isinstance(event, Shown):
            self._tell(event.audience, ("shown", event.what, event.index, event.now))
        elif isinstance(event, Wrote):
            self._wrote(event)

    def _tell(self, audience: Audience, seen: Seen) -> None:
        for player, heard in enumerate(self._heard):
            if audience is None or player in audience:
                heard.append(seen)

    def _wrote(self, event: Wrote) -> None:
        assert self._state is not None
        slot = self.sight.layout.slots[event.cell]
        at = slot.at(event.index)
        self._cells[at : at + slot.width] = _flat(event.now, slot.width, slot.cell)
        if slot.cell not in observable(self.machine) or event.before == event.now:
            return
        now = self._state.with_cells(self._cells)
        for player, heard in enumerate(self._heard):
            sight = self.sight.element(now, slot.cell, event.index, player)
            if sight != Hidden():
                heard.append(("cell", event.cell, event.index, sight))


def _flat(value: Value | tuple[int, ...], width: int, cell: Cell) -> list[int]:
    if isinstance(value, tuple):
        return [*value, *[0] * (width - len(value))]
    return [value] if isinstance(value, int) else words_of(value, cell.high + 1)
