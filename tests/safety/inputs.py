"""Hostile inputs as data: files laid out, a command line, what is typed; and how the command must end.

All cases of a topic run in one process of bounded memory, one after the other, each in a folder of its own.
"""

from __future__ import annotations

import io
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

from attrs import asdict, field, frozen

from .memory import most_used

ROOT = Path(__file__).parents[2]
MEMORY = 1024 * 1024 * 1024
SECONDS = 20
"""For each input, on a computer that does many other things."""

UNFIT = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ud800-\udfff]")
"""What no terminal may be given."""

GAME = """\
rulebook pile:
  players 2

option counters: 5..20 = 7
keep left: 0..20 = counters

choice turn
action take in turn:
  choose n in 1..3 where n <= left
  left -= n
  if left == 0:
    game over, won by me

flow:
  turns from p1:
    do one of turn
"""


@frozen
class Input:
    """`told` must be said; `code` is the exit code; `kept` are files that must be afterwards what they were.

    Of `files`, a text that begins with `->` is a link, `|` a pipe, `/` a folder, `0:N` a file of N zeros.
    """

    words: tuple[str, ...]
    told: str = ""
    code: int = 2
    files: Mapping[str, str] = field(factory=dict)
    typed: str = ""
    never: tuple[str, ...] = ()
    diagnostics: int = 1


def ran(cases: Mapping[str, Input]) -> dict[str, Any]:
    """How each ended, and under "most" the most memory that was in use."""
    told = subprocess.run(
        [sys.executable, "-m", "tests.safety.inputs"],
        input=json.dumps({name: asdict(case) for name, case in cases.items()}),
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
        timeout=SECONDS * len(cases),
    )
    found: dict[str, Any] = json.loads(told.stdout)
    return found


def ended_well(case: Input, run: Mapping[str, Any]) -> None:
    said = run["out"] + run["err"]
    assert run["code"] == case.code and case.told in said, run
    assert "Traceback" not in said and "E813" not in said, run
    assert said.count("error[") == case.diagnostics and len(said) < 6_000, run
    assert UNFIT.search(said) is None, run
    assert not any(word in said for word in case.never), run
    assert run["kinds"] == run["kinds_before"] and run["s"] < SECONDS, run


# ------------------------------------------------------------------------------------------------ in the other process


def lay(files: Mapping[str, str]) -> None:
    for name, text in files.items():
        path = Path(name)
        if text.startswith("->"):
            path.symlink_to(text[2:])
        elif text == "|":
            os.mkfifo(path)
        elif text == "/":
            path.mkdir()
        elif text.startswith("0:"):
            path.touch()
            os.truncate(path, int(text[2:]))
        else:
            path.write_text(text, errors="surrogateescape")


def kinds() -> list[str]:
    """What there is in this folder, and what sort of file it is; saves that were asked for may be new."""
    return sorted(f"{os.lstat(name).st_mode >> 12} {name!a}" for name in os.listdir() if name != "new")


def run(case: Mapping[str, Any]) -> dict[str, Any]:
    from rulekit.cli.main import main

    lay(case["files"])
    before = kinds()
    out, err = io.StringIO(), io.StringIO()
    sys.stdin = io.TextIOWrapper(io.BytesIO(case["typed"].encode(errors="surrogateescape")), encoding="utf-8")
    began = time.monotonic()
    with redirect_stdout(out), redirect_stderr(err):
        try:
            code = main(case["words"])
        except BaseException:  # what a user would see as a traceback
            code = -1
            traceback.print_exc()
    took = time.monotonic() - began
    ended = {"code": code, "out": out.getvalue(), "err": err.getvalue(), "s": took}
    return ended | {"kinds_before": before, "kinds": kinds()}


if __name__ == "__main__":
    cases = json.load(sys.stdin)
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    results = {}
    for name, one in cases.items():
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            results[name] = run(one)
            os.chdir("/")
    print(json.dumps({"runs": results, "most": most_used()}))
