"""Hostile inputs as data: files, a command line, what a user types, and how the command must end.

All cases of a topic run one after another in one process with limited memory, each in its own folder.
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
"""The maximum time for an input on a busy computer."""

UNFIT = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ud800-\udfff]")
"""Characters that must never be written to a terminal."""

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
    """A command line (`words`), text typed (`typed`), and files in the folder by name.

    A file that begins with `->` is a link, with `|` a pipe, with `/` a folder; `0:N` is a file of N zeros. The command
    must end with exit code `code`, print `told` and nothing of `never`, and report so many `diagnostics`.
    """

    words: tuple[str, ...]
    told: str = ""
    code: int = 2
    files: Mapping[str, str] = field(factory=dict)
    typed: str = ""
    never: tuple[str, ...] = ()
    diagnostics: int = 1


def ran(cases: Mapping[str, Input]) -> dict[str, Any]:
    """Return how each case ended ("runs", by name), and the maximum memory in use ("most")."""
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


# ------------------------------------------------------------------------------------------ run in the limited process


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
    """Return the names and types of the files in the current folder, except `new`, which a case may create."""
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
