"""The commands in the README exist, and a short run without any other program works."""

import json
import re
import shlex
import tomllib
from pathlib import Path

import pytest

from benchmarks import games, passes, run
from benchmarks.samples import Absent

ROOT = Path(__file__).parent.parent.parent
README = (ROOT / "benchmarks" / "README.md").read_text()
COMMANDS = sorted(set(re.findall(r"^    (?:\S*/)?python -m benchmarks ?(?!\.)(.*)$", README, re.MULTILINE)))


@pytest.fixture(autouse=True)
def _keep_the_cache(monkeypatch):
    """Restore the setting of rulekit's cache after each test, since the runs turn it off."""
    monkeypatch.setenv("RULEKIT_CACHE", "")


@pytest.mark.parametrize("command", COMMANDS)
def test_the_readmes_commands_are_understood(command):
    args = run.arguments(shlex.split(command))
    assert len(run.chosen(args.games)) > 0
    assert set((args.peers or "rulekit").split(",")) <= set(games.TITLES)


def test_there_are_commands():
    assert len(COMMANDS) >= 4
    assert "python -m benchmarks.passes" in README
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert ".[benchmarks]" in README and "benchmarks" in extras


def test_every_file_the_readme_names_is_there():
    named = set(re.findall(r"`([a-z_]+\.py|peers/|c/)`", README))
    assert len(named) >= 8
    assert all((ROOT / "benchmarks" / name).exists() for name in named)


def test_a_short_run_times_rulekit_alone(capsys):
    assert (
        run.main(["tic-tac-toe", "--peers", "rulekit", "--seconds", "0.02", "--rounds", "2", "--no-startup", "--json"])
        == 0
    )
    found = json.loads(capsys.readouterr().out)
    timed = found["games"]["tic-tac-toe"]["timed"]["rulekit"]
    assert len(timed["rates"]) == 2 and timed["rate"] == max(timed["rates"])
    assert all(seconds >= 0.02 for seconds in timed["seconds"])
    games, moves, _ = timed["lengths"]
    assert 7.5 < moves / games < 7.75


def test_peers_that_are_missing_are_left_out(monkeypatch, capsys):
    class Missing:
        key = "pgx"

        def begin(self):
            raise Absent("pgx is not installed")

    monkeypatch.setattr(run, "PEERS", (Missing(),))
    assert run.main(["tic-tac-toe", "--no-startup", "--short"]) == 0
    told = capsys.readouterr()
    assert "pgx is not installed; left out" in told.err and "pgx: pgx is not installed" in told.out


def test_each_pass_is_left_out_once(capsys):
    assert passes.main(["classics/nim", "--seconds", "0.01", "--rounds", "1"]) == 0
    told = capsys.readouterr().out
    left_out = re.findall(r"^\| without (\w+) \|", told, re.MULTILINE)
    assert left_out == list(passes.passes())
