"""Tests whether a player can tell that something hidden from them was changed. This is stricter than exchanging picks,
outcomes and shuffles, since hidden contents may have other origins.

A random game is played. At a moment before anything was shown to the player, one hidden thing gets another content, and
the game is played on next to the original (`rulekit/play/exchanged_game.py`). Real games may never reach such a
content. So this can judge whether the check is too strict, but it cannot find leaks that the check misses. It also
counts as a difference if a thing is shown in only one of the games, or another thing in the other.
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
"""The number of changes tried for each player in a game."""


class StrictExchanger(Exchanger):
    """An exchanger for which only one difference is permitted: the same `show` statement shows another content."""

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
    """Return whether a player can tell that a hidden thing was changed, and how many changes had an effect that was
    compared. Only the places and kept values in `names` are changed, or all if none of these is hidden.
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
    """Return a plan that changes a random element of the cell at this moment; None if the player sees the element or it
    cannot be changed."""
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
    """Change the content at this offset, but not its size, which others may know. Return whether it changed."""
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
