"""The WebAssembly engine agrees with the reference engine, cell for cell, on the samples and on random machines
(sampled).

Each test says how many cases it samples; `pytest -m soak` runs longer.
"""

from __future__ import annotations

from random import Random

import pytest
from attrs import evolve
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulekit.engine.interface import DECISIONS_PER_MOVE
from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.machine import program as m
from tests.engine.differential import answer, compare_callees, compare_games
from tests.engine.machines import callees, machines, make, make_callees
from tests.machine.build import decision, end, machine, option
from tests.machine.samples import SAMPLES
from tests.machine.verify import verify

quick = settings(max_examples=16, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("name", SAMPLES)
def test_playouts_of_the_samples_are_equal(name):
    """Sampled: 60 games of each; all figures, and each game's payoffs."""
    one, two = ReferenceEngine(SAMPLES[name]), WasmEngine(SAMPLES[name], batch=7)
    for most in (None, 3):
        assert one.playouts(60, 5, first=9, max_moves=most, each=True) == two.playouts(60, 5, 9, most, each=True)


@pytest.mark.parametrize("name", SAMPLES)
def test_games_of_the_samples_are_equal_at_every_step(name):
    one, two = ReferenceEngine(SAMPLES[name]), WasmEngine(SAMPLES[name])
    for seed in range(4):
        compare_games(one, two, Random(seed), steps=40)


@quick
@given(machines(), st.integers(0, 999))
def test_random_games_are_equal_at_every_step(made, seed):
    """Sampled: 16 machines, a game of up to 8 steps each; every method that asks something is called at every step."""
    assert verify(made) == []
    compare_games(ReferenceEngine(made), WasmEngine(made), Random(seed))


@settings(quick, max_examples=8)
@given(callees(), st.integers(0, 999))
def test_random_functions_and_routines_are_equal(made, seed):
    """Sampled: 8 machines with 16 functions and 16 routines, each called three times."""
    assert verify(made) == []
    compare_callees(ReferenceEngine(made), WasmEngine(made), Random(seed))


@quick
@given(machines())
def test_random_playouts_are_equal(made):
    """Sampled: 16 machines, six games of up to five moves; the results are equal, or the same game has the same
    fault."""
    found = answer(WasmEngine(made, batch=2), "playouts", (6, 2, 0, 5, True))
    if found != [made.fuel_fault]:  # the reference engine would not end on an endless sequence of chances
        assert answer(ReferenceEngine(made), "playouts", (6, 2, 0, 5, True)) in (found, [made.fuel_fault])


@pytest.mark.soak
def test_many_machines():
    """Reports the seed of the first machine that shows a difference."""
    for seed in range(20_000):
        made = (make if seed % 2 else make_callees)(Random(seed))
        compare = compare_games if seed % 2 else compare_callees
        try:
            compare(ReferenceEngine(made), WasmEngine(made), Random(seed))
        except AssertionError as found:
            raise AssertionError(f"seed {seed}") from found


def test_a_planted_difference_is_caught():
    """With one number changed in each function, at least 6 of 8 machines give other results."""
    caught = 0
    for seed in range(8):
        made = make_callees(Random(seed))
        if not any(f.kind == m.NUMBER for f in made.functions):
            continue
        other = evolve(made, functions=tuple(planted(f) for f in made.functions))
        try:
            compare_callees(ReferenceEngine(made), WasmEngine(other), Random(seed), times=1)
        except AssertionError:
            caught += 1
    assert caught >= 6


def planted(function: m.Function) -> m.Function:
    if function.kind != m.NUMBER:
        return function
    return evolve(function, body=m.Op("max", (function.body, m.Const(1))))


def test_a_move_of_endlessly_many_decisions_is_stopped():
    nodes = [
        decision("a", option("go", 0, "b")),
        decision("b", option("on", 0, "b"), option("off", 1, "b"), move=False),
    ]
    made = machine([*nodes, end()])
    found = WasmEngine(made).playouts(2, seed=1, max_moves=3)
    assert (found.unfinished, found.branching_count) == (2, 2 * (3 * DECISIONS_PER_MOVE - 1))
    assert found == ReferenceEngine(made).playouts(2, seed=1, max_moves=3)
