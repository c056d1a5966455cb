"""Random players pick a set of a fixed size so that all sets are equally likely, on both engines alike."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import sqrt
from pathlib import Path

import pytest

from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.machine.program import Machine
from rulekit.play.loaded_book import load
from tests.shipped import every

PICKING = """rulebook picking:
  players 6

keep team: set of Player = {{}}
keep needed: 1..5 = 3

flow:
  by p2:
    choose {choice}
    team = members
  game over, won by team

figure seat[p in Player] = p in team
"""
SIZES = {
    "2 of members in Player": (2, range(6)),
    "5 of members in Player": (5, range(6)),
    "needed of members in Player": (3, range(6)),
    "4 of members in Player where members != me": (4, (0, 2, 3, 4, 5)),
}
"""From a choice to the size of its sets and the seats that they are of."""
GAMES = 3000


def machine_of(choice: str, folder: Path) -> Machine:
    path = folder / "picking.rules"
    path.write_text(PICKING.format(choice=choice), encoding="utf-8")
    machine: Machine = load(path).configure().machine
    return machine


def teams(engine: ReferenceEngine | WasmEngine, games: int) -> Counter[tuple[int, ...]]:
    """Return how often random players picked each set, one pick at a time."""
    found: Counter[tuple[int, ...]] = Counter()
    for game in range(games):
        state, team = engine.start(5, game), []
        while options := engine.options(state):
            option, state = engine.pick(state)
            team.append(option)
            assert option in options
            state = engine.apply(state, option)
        found[tuple(team)] += 1
    return found


@pytest.mark.parametrize("choice", every(2, SIZES))
def test_every_set_is_equally_likely(choice: str, tmp_path: Path) -> None:
    machine, (size, seats) = machine_of(choice, tmp_path), SIZES[choice]
    sets = list(combinations(seats, size))
    found = teams(WasmEngine(machine), GAMES)
    assert set(found) <= set(sets)
    expected = GAMES / len(sets)
    assert all(abs(found[one] - expected) < 4 * sqrt(expected) for one in sets), found
    assert teams(ReferenceEngine(machine), 100) == teams(WasmEngine(machine), 100)


@pytest.mark.parametrize("choice", every(2, SIZES))
def test_playouts_pick_the_same_sets(choice: str, tmp_path: Path) -> None:
    machine = machine_of(choice, tmp_path)
    for engine in (WasmEngine(machine), ReferenceEngine(machine)):
        found, columns = teams(engine, 100), engine.columns(100, 5)
        for seat in range(6):
            in_team = sum(count for team, count in found.items() if seat in team)
            assert sum(columns.figures[f"seat[p{seat + 1}]"].values) == in_team
