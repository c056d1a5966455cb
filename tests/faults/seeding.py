"""Reads the list of faults and plants one in a copy of the project; tests run only in the copy."""

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
NEEDED = ("rulekit", "tests", "variants", "docs", "benchmarks", "pyproject.toml", "README.md", "CHANGELOG.md")
QUICK = (
    *(
        f"tests/machine/passes/test_{name}.py"
        for name in (
            "bitset_vectorisation",
            "pattern_containment",
            "occluded_fills",
            "case_splitting",
            "constant_propagation",
            "dead_code_elimination",
        )
    ),
    "tests/machine/test_optimise.py::test_one_pass",
    *(f"tests/engine/wasm/test_{name}.py" for name in ("encode", "shift_grow", "sets", "bounds", "selection_code")),
    "tests/machine/passes/test_algebra.py",
    "tests/engine/wasm/test_playout_code.py",
)
"""Tests that usually fail first for a fault in the emitter or a pass."""
TESTS = ("tests/machine", "tests/engine")
"""All tests that may notice a fault."""
TIMED = ("not interruption_leaves",)
"""Tests left out since they may fail on a busy computer."""
SECONDS = 900
"""Seconds after which a run counts as a failure, since a fault may cause an endless loop."""


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
    """Copy what the tests need to a temporary folder."""
    with tempfile.TemporaryDirectory(prefix="faults-") as folder:
        root = Path(folder)
        for name in NEEDED:
            path = of / name
            if path.is_dir():
                shutil.copytree(path, root / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(path, root / name)
        yield root


def noticed(root: Path, fault: Fault, tests: tuple[tuple[str, ...], ...] = (QUICK, TESTS)) -> str | None:
    """Return the first test that fails with the fault planted, or None; then restore the copy. Raise RuntimeError if
    this test also fails without the fault."""
    path = source(root, fault)
    before = path.read_text()
    if before.count(fault.text) != 1:
        raise ValueError(f"{fault.name}: the text does not stand once in {fault.file}")
    path.write_text(before.replace(fault.text, fault.becomes))
    try:
        failing = next((found for some in tests if (found := first_failure(root, some)) is not None), None)
    finally:
        path.write_text(before)
        shutil.rmtree(
            root / ".hypothesis", ignore_errors=True
        )  # failing examples of one fault must not be reused for the next
    test = (failing or "").split(" - ")[0]
    if "::" in test and first_failure(root, (test,)) is not None:
        raise RuntimeError(f"without any fault {test} fails, too")
    return failing


def first_failure(root: Path, tests: tuple[str, ...]) -> str | None:
    """Return the first test that fails, or None. Random tests use a fixed seed, so that only the fault makes a
    difference."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--hypothesis-seed=0", *tests]
    command += ["-p", "no:rulekit", "-k", " and ".join(TIMED)]  # a copy need not have the plug-in of pytest
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
