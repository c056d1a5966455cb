"""Figures and invariants inside the module: counts and checks agree with the reference engine and with step-by-step
games."""

from __future__ import annotations

import pytest
from attrs import evolve

from rulekit.engine.interface import GameFault
from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine, playout_runner
from rulekit.machine import program as m
from rulekit.play.failing_games import MonitoredRun
from tests.engine.differential import answer
from tests.machine import build as b
from tests.machine.samples import SAMPLES, dice, heap, line
from tests.shipped import FRAGMENTS, every, fragment_machine


def promised(made: m.Machine, when: str, body: m.Expr) -> m.Machine:
    asked = b.function("it", (), body)
    return evolve(made, functions=(*made.functions, asked), invariants=(m.Invariant("it", when, "it"),))


CENTRE_IS_BLACKS = b.op("eq", b.at("site", 4), 2)


@pytest.mark.parametrize("counting", ["detailed", "watched"])
@pytest.mark.parametrize("name", SAMPLES)
def test_both_engines_count_alike(name, counting):
    made = SAMPLES[name]
    expected = ReferenceEngine(made).playouts(30, 8, 2, None, True, counting)
    assert WasmEngine(made).playouts(30, 8, 2, None, True, counting) == expected
    assert WasmEngine(made, optimise=False).playouts(30, 8, 2, None, True, counting) == expected
    plain = WasmEngine(made).playouts(30, 8, 2, None, True)
    assert evolve(expected, details=None) == plain


@pytest.mark.parametrize("path", every(8, FRAGMENTS), ids=lambda p: p.stem)
def test_fragments_are_counted_as_the_reference_does(path):
    """Sampled: 3 games of each, of up to 8 moves; some are stopped."""
    made = fragment_machine(path)
    args = (3, 11, 0, 8, True, "watched")
    assert answer(WasmEngine(made), "playouts", args) == answer(ReferenceEngine(made), "playouts", args)


@pytest.mark.parametrize("steps", [1, 2, 7])
def test_after_an_interruption_it_goes_on_equally(steps, monkeypatch):
    whole = WasmEngine(line()).playouts(40, 5, counting="watched")
    monkeypatch.setattr(playout_runner, "STEPS", steps)
    assert WasmEngine(line()).playouts(40, 5, counting="watched") == whole


@pytest.mark.parametrize("engine", [WasmEngine, ReferenceEngine])
def test_details_are_of_each_game(engine):
    """In a dice game each turn has at least one decision, and each option taken was offered."""
    found = engine(dice()).playouts(50, 3, counting="detailed").details
    assert found.decisions.total == sum(s.total for s in found.taken.values())
    assert all(found.taken[sort].total <= offers.total for sort, offers in found.offered.items())
    assert all(offers.squares >= offers.total for offers in found.offered.values())


@pytest.mark.parametrize("when", ["always", "never", "finally"])
@pytest.mark.parametrize("engine", [WasmEngine, ReferenceEngine])
def test_the_first_game_that_breaks_is_told_and_no_more_are_played(engine, when):
    made = promised(line(), when, CENTRE_IS_BLACKS if when == "never" else b.op("sub", 1, CENTRE_IS_BLACKS))
    found = engine(made).playouts(200, 1, counting="watched")
    trial = MonitoredRun(ReferenceEngine(made))
    first = next(n for n in range(200) if trial.random(1, n, 1000).failure)
    assert found.broken.game == first and found.broken.invariant == "it" and found.games == first
    assert found.details.decisions.total <= found.details.offered["action mark"].total if first else True
    later = engine(made).playouts(200, 1, first=first + 1, counting="watched")
    assert later.broken is None or later.broken.game > first


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(
    "made",
    [
        promised(line(), "never", CENTRE_IS_BLACKS),
        promised(heap(), "never", b.op("eq", b.at("left"), 1)),
        promised(heap(), "finally", b.op("gt", b.at(m.PAYOFF, 0), 0)),
    ],
    ids=["line", "heap", "finally"],
)
def test_both_engines_stop_at_the_same_place(made, seed):
    """The fast engine skips an invariant if nothing it reads has changed; this must not affect the result."""
    found = WasmEngine(made).playouts(20, seed, counting="watched")
    assert found == ReferenceEngine(made).playouts(20, seed, counting="watched") and found.broken is not None
    assert WasmEngine(made).playouts(20, seed).broken is None  # without "watched", invariants are not checked


@pytest.mark.parametrize("engine", [WasmEngine, ReferenceEngine])
def test_an_invariant_that_faults_is_a_fault_of_its_game(engine):
    made = promised(line(), "always", b.op("lt", b.op("div", 1, b.op("sub", 2, b.at("site", 4))), 9))
    with pytest.raises(GameFault) as fault:
        engine(made).playouts(50, 1, counting="watched")
    assert (
        fault.value.state is not None
        and MonitoredRun(ReferenceEngine(made)).random(1, fault.value.state.game, 99).failure
    )


FAULTY = """rulebook faulty:
  players 2
keep n: 0..9 = 0
keep row[0..3]: 0..1 = 0
always within: row[n + BEYOND] == 0
flow:
  turns from p1:
    choose k in 1..2
    n += k
"""


@pytest.mark.parametrize("beyond", [4, 2, 0])
@pytest.mark.parametrize("moves", [0, 3, 12, None])
def test_a_fault_in_what_is_watched_is_told_as_such_though_play_would_break_off_later(tmp_path, beyond, moves):
    path = tmp_path / "faulty.rules"
    path.write_text(FAULTY.replace("BEYOND", str(beyond)))
    made = fragment_machine(path)
    args = (3, 7, 0, moves, True, "watched")
    expected = answer(ReferenceEngine(made), "playouts", args)
    assert answer(WasmEngine(made), "playouts", args) == expected
    if beyond == 4:
        assert made.faults[expected[0]].clause == "invariant within"
