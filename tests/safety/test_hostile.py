"""Every command ends soon on every hostile rulebook, with one clear message, no traceback and little memory."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from .hostile import ENDLESS, LARGE, LOWERED, Hostile

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere memory cannot be bounded in this way")

MEMORY = 1536 * 1024 * 1024
SECONDS = 60
"""The maximum time for a command on a busy computer."""
ROOT = Path(__file__).parents[2]
FEW = ["-n", "2", "--max-moves", "20"]
PLAYED = [["simulate", *FEW], ["test", *FEW], ["perft", "--depth", "2"], ["play", "--random", "--moves", "20"]]
REFERENCE = [[*words, "--engine", "reference"] for words in (["simulate", *FEW], ["play", "--random"])]


IN_THE_SUITE = (
    "a fact of itself", "a board", "options", "loops within loops",
)  # fmt: skip
"""Rulebooks tried in every run of the suite, one of each kind. The others run in soaks. All of them run with less fuel
on both engines in `test_engines.py`."""


FEWER = {
    "turns in which nobody can do anything": ("check", "simulate", "play"),
    "loops within loops": ("check",),
}
"""The commands that the suite tries with slow rulebooks.

The others run in soaks: `test` plays like `simulate`, `perft` goes on like `play`, and what the check refuses is
refused by all commands."""


def sorted_out(books: dict[str, Hostile], few: int = 0) -> list[Any]:
    """Return test parameters: each name, and whether to try every command. Those left to soaks are marked."""
    kept = {what for what in books if what in IN_THE_SUITE} or set(list(books)[:few])
    quick = [(what, what not in FEWER) for what in books if what in kept]
    others = [(what, True) for what in books if what not in kept or what in FEWER]
    return [*quick, *(pytest.param(*one, marks=pytest.mark.soak) for one in others)]


def tried(what: str, every: bool, commands: list[list[str]]) -> list[list[str]]:
    return commands if every else [words for words in commands if words[0] in FEWER[what]]


def ran(book: Hostile, folder: Path, commands: list[list[str]]) -> list[dict[str, Any]]:
    """Run commands on a rulebook in a process with limited memory, and return how each ended."""
    path = folder / "hostile.rules"
    path.write_text(book.text)
    lines = [[words[0], str(path), *words[1:]] for words in commands]
    told = subprocess.run(
        [sys.executable, "-m", "tests.safety.runner", str(MEMORY)],
        input=json.dumps(lines),
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
        timeout=SECONDS * len(lines),
    )
    found = json.loads(told.stdout)
    assert found["most"] < MEMORY
    assert "Traceback" not in told.stderr + "".join(run["out"] + run["err"] for run in found["runs"])
    runs: list[dict[str, Any]] = found["runs"]
    assert len(runs) == len(lines) and all(run["s"] < SECONDS for run in runs)
    return runs


def tells(run: dict[str, Any], book: Hostile) -> bool:
    """Return whether a command failed with the one expected message."""
    said = run["err"] + run["out"]
    return run["code"] == 1 and said.count("error[") == 1 and f"error[{book.code}]" in said and book.told in said


@pytest.mark.parametrize(("what", "every"), sorted_out(ENDLESS))
def test_what_has_no_end_is_stopped(what: str, every: bool, tmp_path: Path) -> None:
    book = ENDLESS[what]
    check, *played = ran(book, tmp_path, tried(what, every, [["check"], *PLAYED, ["play"]]))
    assert check["code"] == 0, check
    for run in played[:-1]:
        assert tells(run, book), run
    assert played[-1]["code"] in (0, 1)  # `play` without any input may end before it reaches the loop


@pytest.mark.parametrize(("what", "every"), sorted_out(LARGE))
def test_what_is_too_large_is_refused_by_the_check(what: str, every: bool, tmp_path: Path) -> None:
    for run in ran(LARGE[what], tmp_path, tried(what, every, [["check"], *PLAYED, ["play"], *REFERENCE])):
        assert tells(run, LARGE[what]), run


@pytest.mark.parametrize(("what", "every"), sorted_out(LOWERED, few=1))
def test_what_is_too_large_for_the_machine_is_refused_before_the_game(what: str, every: bool, tmp_path: Path) -> None:
    for run in ran(LOWERED[what], tmp_path, tried(what, every, [*PLAYED, ["play"]])):
        assert tells(run, LOWERED[what]), run
