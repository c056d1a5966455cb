"""What `play` saves, and what it reveals of hidden things."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest

from rulekit.cli.main import main
from rulekit.play.game_record import read_record

HERE, POKER = Path(__file__).parent / "safety", "classics/kuhn-poker"

Play = Callable[..., tuple[int, str, str]]


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    """Return a function that runs `rulekit play` with typed input and returns the exit code, standard output and
    standard error."""

    def play(typed: str, *words: object) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", StringIO(typed))
        code = main(["play", *map(str, words)])
        return code, *capsys.readouterr()

    return play


@pytest.mark.parametrize("engine", ["wasm", "reference"])
def test_a_fault_leaves_the_game_that_was_to_be_saved(play: Play, tmp_path: Path, engine: str) -> None:
    """In the rulebook `flt`, typing 2 twice leads out of the range of `n`."""
    saved = tmp_path / "game"
    code, _, err = play("2\n2\n", HERE / "flt.rules", "--save", saved, "--engine", engine)
    assert code == 1 and "error[E702]" in err and "the game is saved" in err
    code, out, _ = play("1\nquit\n", "--resume", saved, "--engine", engine)
    assert code == 0 and "the game is not over, and is not saved" in out
    assert saved.read_text().count('"seat": "p1"') == 1


@pytest.mark.parametrize("engine", ["wasm", "reference"])
@pytest.mark.parametrize("resumed", [False, True])
def test_leaving_a_game_does_not_tell_what_chance_gave_one_player(
    play: Play, tmp_path: Path, engine: str, resumed: bool
) -> None:
    """In the rulebook `hid`, each player's coin is private: they see it while they have the keyboard, and nobody sees
    it afterwards."""
    saved = tmp_path / "game"
    code, out, _ = play("1\n2\nquit\n", HERE / "hid.rules", "--save", saved, "--engine", engine)
    if resumed:
        code, out, _ = play("", "--resume", saved, "--random", "--moves", "1", "--engine", engine)
    told = "p1: flow(k: 0)" if resumed else "Player 1: The game: 0"
    assert code == 0 and told in out and "the game is not over" in out
    left = out[out.rfind("Player 1>") :] if not resumed else out
    assert "heads" not in left and "tails" not in left
    assert "chance" in saved.read_text()  # needed to resume the game


def test_nobody_who_plays_again_knows_the_cards(play: Play, tmp_path: Path) -> None:
    """Regression: without `--seed` each game had seed 1, so anybody who had played before knew what was hidden."""
    seeds = set()
    for game in ("a", "b"):
        saved = tmp_path / game
        code, out, _ = play("1\nquit\n", HERE / "hid.rules", "--save", saved)
        assert code == 0 and "--seed" not in out, "the seed tells what is hidden"
        seeds.add(read_record(saved).seed)
        first = read_record(saved).entries
        play("2\n", "--resume", saved, "--save", saved)
        assert read_record(saved).seed in seeds and read_record(saved).entries[: len(first)] == first
    assert len(seeds) == 2 and 1 not in seeds


def test_a_game_that_is_over_tells_its_seed_and_can_be_dealt_again(play: Play, tmp_path: Path) -> None:
    code, out, _ = play("", POKER, "--random")
    again = re.search(r"^the same chance again: `--seed (\d+)`$", out, re.MULTILINE)
    assert code == 0 and again and out.rstrip().splitlines()[-2] == again.group()
    same = play("", POKER, "--random", "--seed", again.group(1))[1]
    assert same == out.replace(f"{again.group()}\n", "")
    assert "--seed" not in play("1\n" * 40, "classics/nim")[1], "at the keyboard nothing is left to chance there"
    code, _, err = play("", "--resume", tmp_path / "none", "--seed", "1")
    assert code == 2 and "E830" in err


def test_a_saved_game_has_its_own_seed(play: Play, tmp_path: Path) -> None:
    play("quit\n", HERE / "hid.rules", "--save", tmp_path / "game")
    code, _, err = play("", "--resume", tmp_path / "game", "--seed", "1")
    assert code == 2 and "a saved game has its own players, options, layers and seed" in err


@pytest.mark.parametrize("chosen", [(), ("--seed", "5")])
def test_json_of_a_game_that_goes_on_lists_what_all_saw(play: Play, chosen: tuple[str, ...]) -> None:
    """Regression: the JSON included each player's coin, and the seed, which determines all further chance."""
    words = (HERE / "hid.rules", "--random", *chosen)
    part = json.loads(play("", *words, "--moves", "1", "--json")[1])
    text = play("", *words, "--moves", "1")[1]
    assert not part["over"] and part["seed"] == (5 if chosen else None)
    assert "chance" in text or not any("chance" in entry for entry in part["entries"])
    assert len(part["entries"]) == len(re.findall(r"^ *\d+  ", text, re.MULTILINE)) > 0
    whole = json.loads(play("", POKER, "--random", *chosen, "--json")[1])
    assert whole["over"] and whole["seed"] is not None and sum("chance" in entry for entry in whole["entries"]) > 0
