"""Reads the list of faults and seeds one into a copy of the project; the tests are run there, never here."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from attrs import frozen

ROOT = Path(__file__).parent.parent.parent
NEEDED = ("rulekit", "tests", "variants", "docs", "pyproject.toml", "README.md", "CHANGELOG.md")
TESTS = ("tests/machine/optimise", "tests/engine/wasm", "tests/engine")
"""What must notice a fault in the emitter or a pass, the likeliest first."""
SECONDS = 900
"""A fault may also make something run for ever: that is noticed."""


@frozen
class Fault:
    name: str
    file: str
    text: str
    becomes: str


def faults() -> list[Fault]:
    listed = tomllib.loads((Path(__file__).parent / "faults.toml").read_text())["fault"]
    return [Fault(**one) for one in listed]


def source(root: Path, fault: Fault) -> Path:
    return root / "rulekit" / fault.file


@contextmanager
def copy(of: Path = ROOT) -> Iterator[Path]:
    """A folder with what the tests need, gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="faults-") as folder:
        root = Path(folder)
        for name in NEEDED:
            path = of / name
            if path.is_dir():
                shutil.copytree(path, root / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(path, root / name)
        yield root


def noticed(root: Path, fault: Fault, tests: tuple[str, ...] = TESTS) -> str | None:
    """The test that fails first with the fault in place, or None; the copy is as before afterwards."""
    path = source(root, fault)
    before = path.read_text()
    if before.count(fault.text) != 1:
        raise ValueError(f"{fault.name}: the text does not stand once in {fault.file}")
    path.write_text(before.replace(fault.text, fault.becomes))
    try:
        return first_failure(root, tests)
    finally:
        path.write_text(before)


def first_failure(root: Path, tests: tuple[str, ...]) -> str | None:
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    environment = {**os.environ, "PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1", "RULEKIT_CACHE": ""}
    try:
        done = subprocess.run(
            command, cwd=root, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return f"nothing within {SECONDS} seconds"
    if done.returncode == 0:
        return None
    found = re.search(r"^(?:FAILED|ERROR) (.*)", done.stdout, re.MULTILINE)
    if found is None:
        raise RuntimeError(done.stdout + done.stderr)
    return found[1]
