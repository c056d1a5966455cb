"""Rulebooks that used to take too much time or memory, or got too short a message."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.cli.main import main
from rulekit.engine.interface import GameFault
from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.play.loaded_book import load

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
    made = engine(load(str(tmp_path / "h.rules")).machine())
    for play in (
        lambda: made.apply(made.start(1), 0),
        lambda: made.playouts(2, 1),
        lambda: made.cursor(made.start(1)).apply(0),
    ):
        with pytest.raises(GameFault) as caught:
            play()
        assert (caught.value.fault.code, caught.value.fault.clause) == ("E701", "action go")
    (tmp_path / "h.rules").write_text(OVERFLOW)
    made = engine(load(str(tmp_path / "h.rules")).machine())
    asked = lambda: made.options(made.start(1)), lambda: made.cursor(made.start(1)).legal()
    for play in (*asked, lambda: made.playouts(2, 1)):
        with pytest.raises(GameFault) as caught:
            play()
        assert (caught.value.fault.code, caught.value.fault.clause) == ("E701", "flow")


def test_a_shuffle_of_tens_of_thousands_is_refused(tmp_path, capsys):
    """Regression: `play` took 3 GB and `test` did not end, since each pick scanned all remaining cards."""
    path = Path(__file__).parent / "safety" / "s_stack20.rules"
    for command in ("check", "play", "test", "simulate"):
        assert main([command, str(path)]) == 1
        said = capsys.readouterr()
        assert (said.out + said.err).count("error[E623]: `d` holds up to 80020; at most 4096 can be shuffled") == 1


def test_a_large_shuffle_keeps_one_state_and_tells_every_card(tmp_path):
    text = "rulebook h:\n  players 2\npiece C(a 0..99): 5 each\nplace d: stack of C, hidden\n"
    flow = "flow:\n  put every C on d\n  shuffle d\n  by p1:\n    either a:\n      nothing\n  shuffle d\n"
    (tmp_path / "h.rules").write_text(text + flow + "  game over, drawn\n")
    game = load(str(tmp_path / "h.rules")).configure()
    start = game.start(3)
    end = start.apply("a")
    kept, past = 0, end.past
    while past is not None:
        kept, past = kept + (past.raw is not None), past.before
    assert kept == 3  # the start of each of two shuffles, and the state where the option was taken
    entries = end.history()
    assert len(entries) == 2 * 499 + 1 and [e.seat for e in entries].index("p1") == 499
    assert entries[:499] == start.history()
    assert game.replay(end.record()).raw == end.raw


@pytest.mark.parametrize("command", [["simulate", "-n", "2"], ["play", "--random"], ["test", "-n", "2"]])
def test_commands_name_the_clause(command, tmp_path, capsys):
    (tmp_path / "h.rules").write_text(OVERFLOW.replace("k < 2 or n + n > 0", "k < 2"))
    assert main([command[0], str(tmp_path / "h.rules"), *command[1:]]) == 1
    said = capsys.readouterr()
    assert "error[E701]: action go: a number was divided" in said.out + said.err
