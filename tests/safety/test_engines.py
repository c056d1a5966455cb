"""Both engines stop the same games with the same fault, in single steps and in playouts, with little fuel and with
much."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from rulekit import load
from rulekit.engine.interface import Engine, GameFault
from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.machine.program import Decision, Machine

from ..shipped import every, spanning
from .hostile import ENDLESS

FUEL = 20_000
MOVES = 20


def machine_of(what: str, folder: Path) -> Machine:
    path = folder / "hostile.rules"
    path.write_text(ENDLESS[what].text)
    return evolve(load(str(path)).machine(), fuel=FUEL)


def stepped(engine: Engine) -> GameFault:
    """Return the fault of one random game played step by step."""
    with pytest.raises(GameFault) as caught:
        state = engine.start(seed=3)
        for _ in range(2_000 * MOVES):
            if isinstance(next(n for n in engine.machine.nodes if n.id == state.node), Decision):
                option, state = engine.pick(state)
                state = engine.apply(state, option)
            else:
                state = engine.chance(state)
    return caught.value


def played(engine: Engine) -> GameFault:
    with pytest.raises(GameFault) as caught:
        engine.playouts(1, seed=3, max_moves=MOVES)
    return caught.value


QUICK = [what for what in ENDLESS if not what.startswith("a large") and what != "a procedure of itself"][::2]


@pytest.mark.parametrize("what", spanning((what for what in ENDLESS if what != "chance after chance"), QUICK))
def test_both_engines_stop_for_the_same_reason(what: str, tmp_path: Path) -> None:
    machine = machine_of(what, tmp_path)
    reference = ReferenceEngine(machine)
    fault = stepped(reference)
    assert fault.fault.code == ENDLESS[what].code and fault.fault.clause
    for optimise in (True, False):
        wasm = WasmEngine(machine, optimise=optimise)
        assert stepped(wasm).fault == fault.fault
        assert played(wasm).fault == fault.fault
    assert played(reference).fault == fault.fault


def test_chances_without_a_decision_between_them_come_to_an_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that steps through a game may go on for ever, but a random game may not."""
    monkeypatch.setattr(
        "rulekit.engine.reference.interpreter.CHANCES_IN_A_ROW", 2_000
    )  # the full limit takes the reference engine ten seconds
    machine = machine_of("chance after chance", tmp_path)
    for engine in (WasmEngine(machine), WasmEngine(machine, optimise=False), ReferenceEngine(machine)):
        assert played(engine).fault == machine.faults[machine.fuel_fault]


@pytest.mark.parametrize("what", every(2, QUICK))
def test_an_engine_is_as_good_after_a_fault_as_before(what: str, tmp_path: Path) -> None:
    engine = WasmEngine(machine_of(what, tmp_path))
    assert played(engine).fault == played(engine).fault
