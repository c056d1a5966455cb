"""Rulebooks that are too large, too deeply nested, endless or not rulebooks: a message within seconds, limited memory,
no file lost.
"""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.shipped import every

from . import run

ROOT = Path(__file__).parents[2]

HEAD = "rulebook bad:\n  players 2\n\nkeep n: 0..3 = 0\n\n"
OVER = "  game over, drawn\n"

REFUSED = {
    "ten megabytes": HEAD + "flow:\n" + "  nothing\n" * 1_000_000 + OVER,
    "brackets": HEAD + "fact f = " + "(" * 10_000 + "1" + ")" * 10_000 + "\n\nflow:\n" + OVER,
    "blocks": HEAD + "flow:\n" + "".join("  " * (i + 1) + "if yes:\n" for i in range(900)) + "  " * 901 + "nothing\n",
    "a long sum": HEAD + "fact f = " + " + ".join(["1"] * 50_000) + "\n\nflow:\n" + OVER,
    "one long word": "x" * 900_000,
    "nothing": "",
    "a board without end": HEAD + "board B: 90000 by 90000\n\nflow:\n" + OVER,
}

ENDLESS = {
    "a loop at set-up": "flow:\n  repeat while n < 3:\n    n = 1\n",
    "a fact of itself": "fact f(k 0..9) gives 0..9 nested at most 100 = f(k)\n\nflow:\n  n = f(2)\n",
    "an event of itself": (
        "event e(k 0..3) nested at most 100\nrule r when e(k):\n  announce e(k)\n\nflow:\n  announce e(n)\n"
    ),
    "chance for ever": "flow:\n  repeat while n < 3:\n    draw k in 0..1\n    n = k\n",
    "loops in loops": (
        "flow:\n  for each a in 0..2000000000:\n    for each b in 0..2000000000:\n      n = (a + b) mod 4\n"
    ),
    "counting without end": (
        "fact f = count(a in 0..100000, b in 0..100000, c in 0..100000 where a + b == c)\n\nflow:\n  n = f mod 4\n"
    ),
    "no option": "flow:\n  by p1:\n    choose k in 0..1 where k > 5\n    n = k\n",
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_read_is_refused_at_once(capsys, tmp_path, what):
    path = tmp_path / "bad.rules"
    path.write_text(REFUSED[what])
    for command in ("check", "simulate", "fmt"):
        if what == "a board without end" and command == "fmt":
            continue
        began = time.monotonic()
        told = run(capsys, command, path)
        assert told.code in (1, 2) and told.err.startswith("error[")
        assert time.monotonic() - began < 8
        assert len(told.err) < 4_000
        assert path.read_text() == REFUSED[what]


LONG = ("loops in loops", "counting without end", "a loop at set-up", "chance for ever")
"""Cases in which the reference engine takes long to reach its step limit; `tests/safety/test_engines.py` tests them
with a lower limit."""
CASES = [(w, e) for w in ENDLESS for e in ("wasm", "reference") if e == "wasm" or w not in LONG]
SLOW = ("a loop at set-up", "chance for ever")
"""Cases that take the fast engine a second."""


SECONDS, MEMORY = 30, 1536 * 1024 * 1024


@pytest.mark.skipif(sys.platform == "win32", reason="memory cannot be bounded in this way")
@pytest.mark.parametrize("slow", every(2, [False, True]))
def test_endless_rules_stop_with_the_clause_named(tmp_path, slow):
    """The commands run in a separate process, which can be stopped if a module never ends."""
    lines, cases = [], [case for case in CASES if (case[0] in SLOW) == slow]
    for what, engine in cases:
        path = tmp_path / f"{what}.rules"
        path.write_text(HEAD + ENDLESS[what] + OVER)
        lines.append(["simulate", str(path), "-n", "1", "--engine", engine])
    told = subprocess.run(
        [sys.executable, "-m", "tests.safety.runner", str(MEMORY)],
        input=json.dumps(lines), capture_output=True, text=True, check=True, timeout=SECONDS * len(lines), cwd=ROOT,
    )  # fmt: skip
    for case, ended in zip(cases, json.loads(told.stdout)["runs"], strict=True):
        assert ended["code"] == 1 and ended["err"].startswith("error[E7") and ended["s"] < SECONDS, (case, ended)


def test_endless_moves_and_chances_are_unfinished_or_a_fault(capsys, tmp_path):
    path = tmp_path / "bad.rules"
    path.write_text(HEAD + "flow:\n  by p1:\n    repeat while n < 3:\n      choose k in 0..1\n      n = k\n" + OVER)
    assert run(capsys, "simulate", path, "-n", "1", "--max-moves", "50", "--json").data["unfinished"] == 1
    (game,) = run(capsys, "test", path, "-n", "1", "--max-moves", "5", "--json").data["games"]
    assert game["random_games"][0]["unfinished"] == 1


def test_bytes_that_are_no_text(capsys, tmp_path):
    path = tmp_path / "bad.rules"
    path.write_bytes(bytes(range(256)) * 100)
    told = run(capsys, "check", path)
    assert told.code == 2 and "UTF-8" in told.err


def test_memory_stays_bounded(tmp_path):
    path = tmp_path / "bad.rules"
    path.write_text(REFUSED["ten megabytes"])
    code = f"from rulekit.cli.main import main\nmain(['check', {str(path)!r}])\n"
    code += "from tests.safety.memory import most_used\nprint(most_used())"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, timeout=60, cwd=ROOT)
    assert int(told.stdout.split()[-1]) < 600 * 1024 * 1024
