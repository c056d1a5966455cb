"""`--workers`: the result does not depend on their number, a wrong number gets a clear message, and Ctrl-C ends all."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import AbstractContextManager, nullcontext
from multiprocessing import active_children
from pathlib import Path

import pytest

from rulekit.cli import main as cli
from rulekit.play import MOST_WORKERS
from rulekit.play.parallel import Workers

from ..shipped import spanning
from . import BROKEN, MISERE, PILE, run

ROOT = Path(__file__).parents[2]
COMMANDS = {
    "simulate": ("simulate", PILE, "-n", 120, "--seed", 4),
    "simulate on the reference": ("simulate", PILE, "-n", 60, "--engine", "reference"),
    "compare": ("compare", PILE, MISERE, "-n", 60),
    "test": ("test", PILE, "-n", 20),
    "test what fails": ("test", BROKEN, "-n", 50),
    "test several": ("test", PILE, BROKEN, "-n", 10, "--engine", "reference"),
}


@pytest.fixture(scope="module")
def standing() -> Iterator[dict[int, Workers]]:
    """Keep pools of worker processes, by size, for all commands: starting them takes longer than the games."""
    pools: dict[int, Workers] = {}
    yield pools
    for pool in pools.values():
        pool.shutdown()


@pytest.mark.parametrize(
    "command", spanning(COMMANDS, [what for what in COMMANDS if what not in ("test several", "test what fails")])
)
def test_the_answer_does_not_depend_on_how_many_work(capsys, monkeypatch, standing, command):
    def workers(count: int) -> AbstractContextManager[Executor]:
        if count not in standing:
            standing[count] = Workers(count)
        return nullcontext(standing[count])

    monkeypatch.setattr("rulekit.cli.game_runs.Workers", workers)
    first = run(capsys, *COMMANDS[command], "--json")
    for count in (1, 3):
        assert run(capsys, *COMMANDS[command], "--json", "--workers", count) == first
    assert run(capsys, *COMMANDS[command], "--workers", 3).out == run(capsys, *COMMANDS[command]).out
    assert standing[3].pids  # the pool was used


def test_a_command_starts_processes_of_its_own_and_ends_them(capsys):
    before = {child.pid for child in active_children()}  # the pools of the other tests
    assert run(capsys, *COMMANDS["simulate"], "--workers", 2) == run(capsys, *COMMANDS["simulate"])
    assert {child.pid for child in active_children()} <= before


@pytest.mark.parametrize("command", ["simulate", "compare", "test"])
def test_as_many_as_there_are_cores(capsys, monkeypatch, command):
    """Checks only how many processes are asked for; the tests above run them."""
    asked = []

    class Counted:
        def __init__(self, count):
            asked.append(count)

        def __enter__(self):
            return None

        def __exit__(self, *_):
            return None

    monkeypatch.setattr("rulekit.cli.game_runs.Workers", Counted)
    monkeypatch.setattr("rulekit.cli.game_runs.cores", lambda: 5)
    words = COMMANDS[command]
    plain = run(capsys, *words)
    for given in ("auto", 0, "00", 7, 1, MOST_WORKERS):
        assert run(capsys, *words, "--workers", given) == plain
    assert asked == [5, 5, 5, 7, MOST_WORKERS]


@pytest.mark.parametrize("command", ["simulate", "compare", "test"])
@pytest.mark.parametrize("wrong", ["-1", "two", "1.5", "", "AUTO", "²", "513", "9" * 5000])
def test_a_wrong_number(capsys, command, wrong):
    told = run(capsys, *COMMANDS[command], f"--workers={wrong}")
    assert (told.code, told.out) == (2, "")
    assert "E803" in told.err and f"is neither `auto` nor a whole number from 0 to {MOST_WORKERS}" in told.err
    assert len(told.err) < 600


def test_a_missing_number(capsys):
    told = run(capsys, "simulate", PILE, "--workers")
    assert told.code == 2 and "E803" in told.err and "--workers" in told.err


def test_other_commands_have_no_workers(capsys):
    told = run(capsys, "perft", PILE, "--depth", 2, "--workers", 2)
    assert told.code == 2 and "E802" in told.err


def test_a_fault_of_the_rules_is_the_same_message(capsys, tmp_path):
    book = tmp_path / "faulty.rules"
    book.write_text(FAULTY)
    plain = run(capsys, "simulate", book, "-n", 200)
    assert plain.code == 1 and "E702" in plain.err
    assert run(capsys, "simulate", book, "-n", 200, "--workers", 2) == plain


FAULTY = """\
rulebook faulty "Nobody looks whether enough is left":
  players 2

keep left: 0..19 = 19
keep passed: 0..9 = 0

choice turn "Take from the pile"

action take in turn "None to three":
  choose n in 0..3
  left -= n
  passed += 1
  if passed == 9:
    game over, drawn

flow:
  turns from p1:
    do one of turn
"""


def members(group: int) -> dict[int, str]:
    """Return the command line of each running process of a process group, by process id."""
    listed = subprocess.run(
        ["ps", "-ww", "-eo", "pid=,pgid=,stat=,args="], capture_output=True, text=True, check=True
    ).stdout
    rows = [line.split(None, 3) for line in listed.splitlines()]
    return {int(row[0]): row[3] for row in rows if row[1] == str(group) and not row[2].startswith("Z")}


def workers(group: int) -> list[int]:
    return [pid for pid, line in members(group).items() if "spawn_main" in line]


def plays(pid: int) -> bool:
    """Return whether a process has loaded the fast engine, the last step before it plays."""
    try:
        return "libwasmtime" in Path(f"/proc/{pid}/maps").read_text()
    except OSError:
        return False


def left_over(group: int) -> dict[int, str]:
    """Return the processes of a group that still run after 20 seconds, by id. A killed process takes a moment to
    end."""
    for _ in range(200):
        if not members(group):
            return {}
        time.sleep(0.1)
    return members(group)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX")
@pytest.mark.parametrize(
    ("command", "when", "whom"),
    [  # so that each pair of values of two parameters occurs
        ("simulate", "while they start", "the whole terminal"),
        pytest.param("simulate", "while they play", "the command alone", marks=pytest.mark.soak),
        pytest.param("test", "while they start", "the command alone", marks=pytest.mark.soak),
        pytest.param("test", "while they play", "the whole terminal", marks=pytest.mark.soak),
    ],
)
def test_ctrl_c_ends_all_and_says_one_thing(command, when, whom):
    words = [command, PILE, "-n", "2000000000" if command == "simulate" else "2000000", "--workers", "2", "--json"]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    ran = subprocess.Popen(
        [sys.executable, "-m", "rulekit", *words],
        env=env, start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        until = time.monotonic() + 60
        while len(workers(ran.pid)) < 2:
            assert time.monotonic() < until and ran.poll() is None
            time.sleep(0.01)
        if when == "while they play":
            while sys.platform == "linux" and not all(map(plays, workers(ran.pid))):
                assert time.monotonic() < until and ran.poll() is None
                time.sleep(0.05)
            time.sleep(0.3 if sys.platform == "linux" else 2)
        if whom == "the command alone":
            os.kill(ran.pid, signal.SIGINT)
        else:
            os.killpg(ran.pid, signal.SIGINT)
        out, err = ran.communicate(timeout=60)
    finally:
        if ran.poll() is None:
            os.killpg(ran.pid, signal.SIGKILL)
    assert ran.returncode == cli.INTERRUPTED, err
    # on a slow computer, a message says that the work takes long
    assert re.fullmatch(r"(.* after \d+ s.*\n)?", err), err
    assert [d["code"] for d in json.loads(out)["diagnostics"]] == ["E810"]
    assert left_over(ran.pid) == {}
