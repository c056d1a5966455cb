"""The check handles a great number of anything quickly, in little memory, and refuses it with one code if at all."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from .many import MANY
from .test_hostile import MEMORY, ROOT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere memory cannot be bounded in this way")

SECONDS = 40
"""The maximum time for a rulebook on a busy computer. Otherwise a rulebook takes a second or two."""
IN_THE_SUITE = (
    "exceptions to one fact", "rules of one event", "unknown names among long ones", "brackets",
)  # fmt: skip
"""The quick rulebooks, tried in every run of the suite. The soak tries all."""


def checked(names: list[str], folder: Path) -> None:
    lines = []
    for number, name in enumerate(names):
        path = folder / f"many{number}.rules"
        path.write_text(MANY[name].text)
        lines.append(["check", str(path)])
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
    wrong = []
    for name, run in zip(names, found["runs"], strict=True):
        book, said = MANY[name], run["err"] + run["out"]
        first = said[said.find("error[") :][:40].partition("]")[0].removeprefix("error[") if "error[" in said else ""
        right = first == book.code and book.told in said and bool(run["code"]) == bool(book.code)
        if not right or "Traceback" in said or run["s"] > SECONDS:
            wrong.append((name, round(run["s"], 1), run["code"], said[:300]))
    assert not wrong


@pytest.mark.soak
def test_the_check_is_soon_done(tmp_path: Path) -> None:
    checked(list(IN_THE_SUITE), tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("name", MANY)
def test_the_check_is_soon_done_with_each(name: str, tmp_path: Path) -> None:
    checked([name], tmp_path)
