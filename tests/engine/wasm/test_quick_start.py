"""The engine that starts without optimisation and optimises later plays the same games before and after.

It also reports the clauses that applied in each step, as the reference engine does."""

from __future__ import annotations

import pytest
from attrs import evolve

from rulekit.engine.events import Marked
from rulekit.engine.interface import GameFault
from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine, quick_start
from rulekit.engine.wasm.compilation import Modules
from rulekit.engine.wasm.quick_start import QuickStartEngine
from rulekit.play.game_steps import LabelResolver
from tests.machine.samples import SAMPLES, heap
from tests.play.parallel.games import unlucky


def made(monkeypatch) -> list[bool]:
    """Return a list to which each module made from now on adds whether its machine is optimised."""
    told: list[bool] = []
    before = Modules.get

    def get(self, purpose):
        if purpose not in self._made:
            told.append(self._optimise)
        return before(self, purpose)

    monkeypatch.setattr(Modules, "get", get)
    return told


def patient(monkeypatch, seconds: float) -> None:
    """Set the playing time after which a machine of any size is optimised."""
    monkeypatch.setattr(quick_start, "PATIENCE", seconds)
    monkeypatch.setattr(quick_start, "PER_BYTE", 0.0)


@pytest.mark.parametrize("counting", ["plain", "detailed", "watched"])
@pytest.mark.parametrize("patience", [0.0, 1e9])
@pytest.mark.parametrize("name", SAMPLES)
def test_the_same_games_by_either_module(name, patience, counting, monkeypatch):
    patient(monkeypatch, patience)
    engine = QuickStartEngine(SAMPLES[name])
    for first, games in ((0, 3), (3, 9)):
        assert engine.playouts(games, 2, first, 50, True, counting) == WasmEngine(SAMPLES[name]).playouts(
            games, 2, first, 50, True, counting
        )


@pytest.mark.parametrize("way", [WasmEngine.tree_search, WasmEngine.informed_search])
def test_a_search_uses_the_optimised_module(way, monkeypatch):
    """Regression: in a profile, games without a rule were searched up to sixteen times more slowly than all others."""
    monkeypatch.setenv("RULEKIT_CACHE", "")
    told, engine = made(monkeypatch), QuickStartEngine(heap())
    search = getattr(engine, way.__name__)()
    assert told and all(told)
    assert type(search) is type(way(WasmEngine(heap())))


def test_few_games_need_no_optimised_module_and_many_get_one(monkeypatch):
    monkeypatch.setenv("RULEKIT_CACHE", "")
    told, engine = made(monkeypatch), QuickStartEngine(heap())
    engine.playouts(5, 1)
    assert told == [False]
    engine._spent = 1e9
    engine.playouts(5, 1, 5)
    assert told == [False, True]


@pytest.mark.parametrize(("games", "optimised"), [(20, [False]), (2000, [False, True])])
def test_it_is_optimised_at_once_if_the_games_that_are_left_will_take_long(games, optimised, monkeypatch):
    monkeypatch.setenv("RULEKIT_CACHE", "")
    patient(monkeypatch, 1.0)
    told, engine = made(monkeypatch), QuickStartEngine(heap(), games)
    engine.columns(10, 1)
    engine._spent = 0.2  # 0.02 s for each game: 0.2 s are left for 20 games, 40 s for 2000
    engine.columns(5, 1, 10)
    assert told == optimised


@pytest.mark.parametrize("patience", [0.0, 1e9])
@pytest.mark.parametrize("games", [1, 1000])
@pytest.mark.parametrize("name", SAMPLES)
def test_the_same_columns_by_either_module(name, games, patience, monkeypatch):
    patient(monkeypatch, patience)
    engine = QuickStartEngine(SAMPLES[name], games)
    for first in (0, 3):
        found, known = engine.columns(9, 2, first, 50), WasmEngine(SAMPLES[name]).columns(9, 2, first, 50)
        assert [*map(list, found._columns())] == [*map(list, known._columns())]


def test_a_large_machine_is_optimised_later(monkeypatch):
    monkeypatch.setenv("RULEKIT_CACHE", "")
    told, engine = made(monkeypatch), QuickStartEngine(heap())
    patient(monkeypatch, 0.0)
    monkeypatch.setattr(quick_start, "PER_BYTE", 1e6)
    engine.columns(5, 1)
    engine.columns(5, 1, 5)
    assert told == [False]
    monkeypatch.setattr(quick_start, "PER_BYTE", 0.0)
    engine.columns(5, 1, 10)
    assert told == [False, True]


def test_an_optimised_module_that_was_kept_is_taken(monkeypatch, tmp_path):
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path))
    WasmEngine(heap()).playouts(1, 1, counting="watched")
    told, engine = made(monkeypatch), QuickStartEngine(heap())
    assert engine.playouts(5, 1, counting="watched").games == 5
    assert told == []
    engine.playouts(5, 1, counting="plain")
    assert told == [False]


@pytest.mark.parametrize("patience", [0.0, 1e9])
def test_a_fault_is_the_same(patience, monkeypatch):
    patient(monkeypatch, patience)
    found = []
    for engine in (QuickStartEngine(unlucky()), WasmEngine(unlucky())):
        with pytest.raises(GameFault) as caught:
            engine.playouts(50, 2, 0, 20)
        found.append((caught.value.fault, caught.value.index, caught.value.state))
    assert found[0] == found[1]


@pytest.mark.parametrize("name", SAMPLES)
def test_the_clauses_that_applied_are_those_that_the_reference_tells(name):
    """Sampled: two games that take the first option for up to 30 steps; the clauses are compared after each step."""
    machine, told = SAMPLES[name], set()
    reference = ReferenceEngine(machine, lambda event: told.add(event.clause) if isinstance(event, Marked) else None)
    engines = reference, QuickStartEngine(machine)
    for seed in (1, 2):
        states = [engine.start(seed) for engine in engines]
        for _ in range(30):
            assert engines[1].clauses_applied == told
            if LabelResolver.of(engines[0]).chances(states[0]):
                states = [engine.chance(state) for engine, state in zip(engines, states, strict=True)]
            elif offered := engines[1].options(states[1]):
                states = [engine.apply(state, offered[-1]) for engine, state in zip(engines, states, strict=True)]
            else:
                break
            assert states[0] == states[1]
        for engine, state in zip(engines, states, strict=True):
            engine.stop_at((state.node,)).start(seed)
    assert engines[1].clauses_applied == told


def test_whether_fuel_is_enough_depends_on_the_optimised_module_alone(monkeypatch):
    monkeypatch.setenv("RULEKIT_CACHE", "")
    patient(monkeypatch, 1e9)
    machine = evolve(SAMPLES["line"], fuel=18)
    with pytest.raises(GameFault) as caught:
        WasmEngine(machine, optimise=False).playouts(3, 2, 0, 50)
    assert caught.value.index == machine.fuel_fault
    engine, known = QuickStartEngine(machine), WasmEngine(machine)
    assert engine.playouts(3, 2, 0, 50) == known.playouts(3, 2, 0, 50)
    assert [*map(list, engine.columns(3, 2, 0, 50)._columns())] == [*map(list, known.columns(3, 2, 0, 50)._columns())]
    state = engine.start(2)
    for _ in range(10):
        if engine.options(state):
            option, state = engine.pick(state)
            state = engine.apply(state, option)
            assert known.options(state) == engine.options(state)
    endless = evolve(SAMPLES["dice"], fuel=5)
    with pytest.raises(GameFault) as caught:
        QuickStartEngine(endless).playouts(3, 2, 0, 50)
    assert caught.value.index == endless.fuel_fault
