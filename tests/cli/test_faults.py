"""A fault in the rules is reported with its line; in one of many random games also with the game's number and seed."""

from io import StringIO

import pytest

from . import run
from .test_workers import FAULTY

SOUND = FAULTY.replace("choose n in 0..3", "choose n in 0..2")


@pytest.mark.parametrize("engine", ["wasm", "reference"])
@pytest.mark.parametrize("command", ["simulate", "compare"])
def test_the_game_and_the_line(capsys, tmp_path, command, engine):
    for name, text in (("sound", SOUND), ("faulty", FAULTY)):
        (tmp_path / f"{name}.rules").write_text(text)
    books = [tmp_path / "sound.rules", tmp_path / "faulty.rules"][command == "simulate" :]
    told = run(capsys, command, *books, "-n", 500, "--seed", 3, "--engine", engine)
    (line,) = (line for line in told.err.splitlines() if "under seed 3" in line)
    number = int(line.split("game number ")[1].split()[0])
    assert told.code == 1 and "faulty.rules with 2 players" in line and "left -= n" in told.err
    again = run(capsys, "test", books[-1], "--players", 2, "--seed", 3, "-n", number + 1, "--json")
    (failing,) = (sample["failing"] for sample in again.data["games"][0]["random_games"])
    assert failing["number"] == number and failing["code"] == "E702"


STEPS = """rulebook short "Short":
  players 2
keep coins: 0..3 = 3
flow:
  turns from p1:
    choose n in 1..2
    coins -= n
"""


@pytest.mark.parametrize("typed", [("2", "2"), ("flow(2)", "flow(n: 2)"), None])
def test_the_line_at_the_keyboard_and_in_a_random_game(capsys, monkeypatch, tmp_path, typed):
    book, kept = tmp_path / "short.rules", tmp_path / "kept"
    book.write_text(STEPS)
    words = ["--random"] if typed is None else []
    monkeypatch.setattr("sys.stdin", StringIO("\n".join(typed or ()) + "\n"))
    told = run(capsys, "play", book, *words, "--save", kept)
    assert told.code == 1 and "error[E702]: flow: coins would leave its range" in told.err
    assert "7 |     coins -= n" in told.err and "(" not in told.err.splitlines()[0]
    assert f"rulekit play --resume {kept}` goes on" in told.err


@pytest.mark.parametrize("command", [("perft", "--depth", 3), ("play", "--random")])
def test_the_line_where_play_cannot_begin(capsys, tmp_path, command):
    book = tmp_path / "short.rules"
    book.write_text(STEPS.replace("  turns from p1:", "  coins -= 4 - 0 * coins\n  turns from p1:"))
    name, *words = command
    told = run(capsys, name, book, *words)
    assert told.code == 1 and "error[E702]" in told.err and "coins -= 4 - 0 * coins" in told.err
