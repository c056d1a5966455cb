"""Columns (figures of each game separately): equal on both engines, and equal to `Playouts` of single games."""

from __future__ import annotations

import pytest
from attrs import asdict

from rulekit.engine.base import columns_of
from rulekit.engine.interface import GameColumns, GameFault
from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.machine.program import Machine
from rulekit.play.loaded_book import load
from tests.machine.samples import SAMPLES

MEASURED = """rulebook measured:
  players 2
keep left: 0..9 = 9
keep last: Player or none = none
procedure take_turn:
  step act:
    choose n in 1..3 where n <= left
    left -= n
    last = me
figure odd = last == p1
figure taken_last where last == p2 = 3
flow:
  turns from p1 where left > 0:
    take_turn()
  if last == p1:
    game over, won by p1
"""


def told(columns: GameColumns) -> dict[str, object]:
    found: dict[str, object] = asdict(columns)
    return found


def singly(machine: Machine, n: int, first: int, most: int | None) -> GameColumns:
    engine = WasmEngine(machine)
    games = [engine.playouts(1, 5, k, most, counting="detailed") for k in range(first, first + n)]
    return columns_of(games, machine)


@pytest.mark.parametrize("most", [50, 3])
@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_both_engines_count_each_game_alike(name: str, most: int) -> None:
    machine = SAMPLES[name]
    try:
        expected = told(ReferenceEngine(machine).columns(12, 5, 3, most))
    except GameFault as fault:
        with pytest.raises(GameFault) as other:
            WasmEngine(machine).columns(12, 5, 3, most)
        assert other.value.fault == fault.fault
        return
    engine = WasmEngine(machine)
    engine.playouts(7, 1, counting="detailed", max_moves=most)  # earlier counts must not be included
    found = engine.columns(12, 5, 3, most)
    assert told(found) == expected == told(singly(machine, 12, 3, most))
    assert found.games == 12 and engine.columns(0, 5).games == 0


def test_figures_of_a_rulebook(tmp_path: object) -> None:
    path = f"{tmp_path}/measured.rules"
    with open(path, "w") as file:
        file.write(MEASURED)
    machine = load(path).configure().machine
    found = WasmEngine(machine).columns(30, 5)
    assert told(found) == told(ReferenceEngine(machine).columns(30, 5))
    odd, last = found.figures["odd"], found.figures["taken_last"]
    assert set(odd.counts) == {1} and 0 < sum(odd.values) < 30
    assert [*last.counts] == [1 - value for value in odd.values]
    assert [*last.values] == [3 * count for count in last.counts]


def test_further_games_stand_behind() -> None:
    engine = load("classics/kuhn-poker").configure().engine
    found = engine.columns(10, 1)
    found.extend(engine.columns(15, 1, 10))
    assert told(found) == told(engine.columns(25, 1))
