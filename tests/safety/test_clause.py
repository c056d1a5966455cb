"""The message about something endless names the clause that repeats, and not the clause where the game began."""

import pytest
from attrs import evolve

from rulekit.engine.interface import GameFault
from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.play.loaded_book import load

RULES = """\
rulebook wait "Waiting":
  players 2
keep hour: 0..12 = 0

procedure dance:
  choose k in 1..2
  repeat while hour < 12:
    hour = 1

flow:
  turns from p1:
    dance()
"""


@pytest.mark.parametrize("engine", [ReferenceEngine, WasmEngine])
def test_the_clause_that_goes_on(engine, tmp_path):
    (tmp_path / "wait.rules").write_text(RULES)
    machine = evolve(load(str(tmp_path / "wait.rules")).machine(2), fuel=5000)
    with pytest.raises(GameFault) as stepping:
        made = engine(machine)
        made.apply(made.start(1), 0)
    with pytest.raises(GameFault) as playing:
        engine(machine).playouts(3, 1)
    assert [f.value.fault.clause for f in (stepping, playing)] == ["procedure dance"] * 2
