"""A fault of the rules in a random game is told with the game's number and seed, and with its line."""

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
