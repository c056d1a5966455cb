"""What `play` keeps and what it tells: findings `flt` and `hid`."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest

from rulekit.cli.main import main

HERE = Path(__file__).parent / "safety"

Play = Callable[..., tuple[int, str, str]]


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    """Runs `rulekit play` with this typed: its exit code, and what it printed on both outputs."""

    def play(typed: str, *words: object) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", StringIO(typed))
        code = main(["play", *map(str, words)])
        return code, *capsys.readouterr()

    return play


@pytest.mark.parametrize("engine", ["wasm", "reference"])
def test_a_fault_leaves_the_game_that_was_to_be_saved(play: Play, tmp_path: Path, engine: str) -> None:
    """flt: the second 2 leaves the range of `n`."""
    saved = tmp_path / "game"
    code, _, err = play("2\n2\n", HERE / "flt.rules", "--save", saved, "--engine", engine)
    assert code == 1 and "error[E702]" in err and "the game is saved" in err
    code, out, _ = play("1\nquit\n", "--resume", saved, "--engine", engine)
    assert code == 0 and "the game goes on" in out
    assert saved.read_text().count('"seat": "p1"') == 1


@pytest.mark.parametrize("engine", ["wasm", "reference"])
@pytest.mark.parametrize("resumed", [False, True])
def test_leaving_a_game_does_not_tell_what_chance_gave_one_player(
    play: Play, tmp_path: Path, engine: str, resumed: bool
) -> None:
    """hid: each player's coin is his; he is told of it while he has the keyboard, and nobody afterwards."""
    saved = tmp_path / "game"
    code, out, _ = play("1\n2\nquit\n", HERE / "hid.rules", "--save", saved, "--engine", engine)
    if resumed:
        code, out, _ = play("", "--resume", saved, "--random", "--moves", "1", "--engine", engine)
    assert code == 0 and "p1: flow(k: 0)" in out and "the game goes on" in out
    left = out[out.rfind("p1>") :] if not resumed else out
    assert "heads" not in left and "tails" not in left
    assert "chance" in saved.read_text()  # the save has it, or the game could not go on
