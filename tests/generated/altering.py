"""What a player could tell if something that is hidden from them had another content: stronger than exchanging picks,
outcomes and shuffles, since what is hidden need not have come from one of these.

A random game is played; at a moment before which nothing was shown to the player, one hidden thing is given another
content, and the game is played on beside the first (`rulekit/play/exchanged_game.py`).  No game need come to such a
content, so that this is for judging refusals of the check, never for finding its holes.  That something is shown in
one game only, or something else in the other, counts as told, too.
"""

from __future__ import annotations

import random
from collections.abc import Collection

from attrs import evolve

from rulekit.engine.cell_layout import index_of
from rulekit.engine.interface import GameFault
from rulekit.engine.log import SHOWN
from rulekit.engine.observe import Hidden, Sight, observable
from rulekit.engine.wasm.recording_engine import RecordingEngine
from rulekit.machine import program as m
from rulekit.play.exchange import Difference, Exchanger, Notes, Plan, PlayedMoment
from rulekit.play.exchanged_game import Following

TRIES = 25
"""Contents that are altered for each player in a game."""


class StrictExchanger(Exchanger):
    """Only the same `show` with another content is meant to bring to light what was hidden."""

    def differ(self, was: Notes, now: Notes) -> Difference | None:
        found = super().differ(was, now)
        shown = found is not None and any(n is not None and n[0] == SHOWN for n in (found.first, found.second))
        if found is None or not shown:
            return found
        alike = found.first is not None and found.second is not None and found.first[:2] == found.second[:2]
        return evolve(found, revealed=found.revealed and alike)


def altering_tells(
    machine: m.Machine, engine: RecordingEngine, games: int, names: Collection[str] = ()
) -> tuple[bool, int]:
    """Whether a player can tell that a hidden thing was altered, and how many they could have told of; of the `names`
    are the places and kept values that are altered, if any is one.
    """
    exchanger, source, kept = StrictExchanger(engine, random.Random(7)), random.Random(7), 0
    hidden = [c for c in observable(machine) if c.seen is not None]
    hidden = [c for c in hidden if c.name in names] or hidden
    if not hidden:
        return False, 0
    sight = Sight.of(engine)
    for number in range(games):
        moments, _ = exchanger.game(5, number)
        for player in range(machine.players):
            sights = exchanger.sights(moments, player)
            first = next((at for at, s in enumerate(sights) if any(n[0] == SHOWN for n in s.notes)), len(sights))
            for _ in range(TRIES if first else 0):
                at = source.randrange(first)
                plan = _altered(sight, source.choice(hidden), moments[at], at, player, source)
                if plan is None:
                    continue
                pair = Following(exchanger, sights, plan, player, at).run()
                kept += bool(pair.compared)
                if pair.leak is not None and pair.leak.kind != "fault":
                    return True, kept
    return False, kept


def _altered(
    sight: Sight, cell: m.Cell, moment: PlayedMoment, at: int, player: int, source: random.Random
) -> Plan | None:
    """The state of a moment with another content of something that the player does not see."""
    state = moment.state
    slot = sight.layout.slots[cell.name]
    place = source.randrange(slot.count)
    index = index_of(cell.shape, place)
    try:
        seen = sight.element(state, cell, index, player)
        if not isinstance(seen, Hidden):
            return None
    except GameFault:
        return None
    cells = list(state.cells)
    offset = slot.offset + place * slot.width
    if cell.heap and seen.size is None and source.random() < 0.5:
        cells[offset] = 0 if cells[offset] else 1
    elif not _given_another(cell, cells, offset, place, slot.width, source):
        return None
    return Plan(at, state.with_cells(cells), {})


def _given_another(cell: m.Cell, cells: list[int], offset: int, place: int, width: int, source: random.Random) -> bool:
    """Changes the content there, but not how much it is, which others may count; says whether it did."""
    if cell.heap:
        kinds = cell.shape[-1]
        other = offset - place % kinds + source.randrange(kinds)
        cells[offset], cells[other] = cells[other], cells[offset]
        return cells[offset] != cells[other]
    if cell.kind == "number":
        low = max(cell.low, 1) if cell.role == "place" else cell.low
        values = [v for v in range(low, min(cell.high, low + 50) + 1) if v != cells[offset]]
        if not values or (cell.role == "place" and cells[offset] == 0):
            return False
        cells[offset] = source.choice(values)
        return True
    if cell.kind == "ring":
        size = next((i for i in range(width) if cells[offset + i] == 0), width)
        if not size or cell.high < 2:
            return False
        at = offset + source.randrange(size)
        before, cells[at] = cells[at], source.randint(1, cell.high)
        return cells[at] != before
    return False
