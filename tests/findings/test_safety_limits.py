"""What strained a computer, or said too little: from `shared/findings/safety`, and beside it."""

from __future__ import annotations

import pytest

from rulekit.cli.main import main
from rulekit.engine.interface import GameFault
from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.pipeline import load

OVERFLOW = """\
rulebook h:
  players 2
keep n: 0..2000000000 = 2000000000
choice turn
action go in turn:
  choose k in 0..2 where k < 2 or n + n > 0
  n = n + n - n
flow:
  turns from p1:
    do one of turn
"""


@pytest.mark.parametrize("engine", [ReferenceEngine, WasmEngine])
def test_a_number_that_does_not_fit_names_its_clause(engine, tmp_path):
    (tmp_path / "h.rules").write_text(OVERFLOW.replace("k < 2 or n + n > 0", "k < 2"))
    made = engine(load(str(tmp_path / "h.rules")).configure().machine)
    for play in (
        lambda: made.apply(made.start(1), 0),
        lambda: made.playouts(2, 1),
        lambda: made.cursor(made.start(1)).apply(0),
    ):
        with pytest.raises(GameFault) as caught:
            play()
        assert (caught.value.fault.code, caught.value.fault.clause) == ("E701", "action go")
    (tmp_path / "h.rules").write_text(OVERFLOW)
    made = engine(load(str(tmp_path / "h.rules")).configure().machine)
    asked = lambda: made.options(made.start(1)), lambda: made.cursor(made.start(1)).legal()
    for play in (*asked, lambda: made.playouts(2, 1)):
        with pytest.raises(GameFault) as caught:
            play()
        assert (caught.value.fault.code, caught.value.fault.clause) == ("E701", "flow")


@pytest.mark.parametrize("command", [["simulate", "-n", "2"], ["play", "--random"], ["test", "-n", "2"]])
def test_commands_name_the_clause(command, tmp_path, capsys):
    (tmp_path / "h.rules").write_text(OVERFLOW.replace("k < 2 or n + n > 0", "k < 2"))
    assert main([command[0], str(tmp_path / "h.rules"), *command[1:]]) == 1
    said = capsys.readouterr()
    assert "error[E701]: action go: a number was divided" in said.out + said.err
