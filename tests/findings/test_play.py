"""What `play` keeps and what it tells: findings `flt` and `hid`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent / "safety"


def play(typed: str, *words: object) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-m", "rulekit", "play", *map(str, words)]
    return subprocess.run(line, input=typed, capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.parametrize("engine", ["wasm", "reference"])
def test_a_fault_leaves_the_game_that_was_to_be_saved(tmp_path: Path, engine: str) -> None:
    """flt: the second 2 leaves the range of `n`."""
    saved = tmp_path / "game"
    ended = play("2\n2\n", HERE / "flt.rules", "--save", saved, "--engine", engine)
    assert ended.returncode == 1 and "error[E702]" in ended.stderr and "the game is saved" in ended.stderr
    again = play("1\nquit\n", "--resume", saved, "--engine", engine)
    assert again.returncode == 0 and "the game goes on" in again.stdout
    assert saved.read_text().count('"seat": "p1"') == 1


@pytest.mark.parametrize("engine", ["wasm", "reference"])
@pytest.mark.parametrize("resumed", [False, True])
def test_leaving_a_game_does_not_tell_what_chance_gave_one_player(tmp_path: Path, engine: str, resumed: bool) -> None:
    """hid: each player's coin is his; he is told of it while he has the keyboard, and nobody afterwards."""
    saved = tmp_path / "game"
    ended = play("1\n2\nquit\n", HERE / "hid.rules", "--save", saved, "--engine", engine)
    if resumed:
        ended = play("", "--resume", saved, "--random", "--moves", "1", "--engine", engine)
    assert ended.returncode == 0 and "p1: flow(k: 0)" in ended.stdout and "the game goes on" in ended.stdout
    left = ended.stdout[ended.stdout.rfind("p1>") :] if not resumed else ended.stdout
    assert "heads" not in left and "tails" not in left
    assert "chance" in saved.read_text()  # the save has it, or the game could not go on
