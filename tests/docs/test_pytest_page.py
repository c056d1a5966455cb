"""The tests on the page about pytest pass, and its tables list all options and names."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import rulekit.testing
from rulekit import pytest_plugin

from ..test_pytest_plugin import run_tests

PATIENT = """from hypothesis import HealthCheck, settings

settings.register_profile("patient", suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")
"""
"""Hypothesis reads the sources of a checkout for constants when it draws its first number, which takes seconds on a
busy machine; it does not read those of an installed package."""
PAGE = (Path(__file__).parents[2] / "docs" / "publish" / "pytest.md").read_text(encoding="utf-8")


@pytest.mark.soak
def test_what_the_page_shows_passes(tmp_path: Path) -> None:
    for name, text in re.findall(r"<!-- file: (\S+) -->\n```\w+\n(.*?)```\n", PAGE, re.DOTALL):
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "conftest.py").write_text(PATIENT, encoding="utf-8")
    told = run_tests(tmp_path, "--rulekit")
    assert "5 passed" in told, told  # four tests in Python, and the random games


def test_the_tables_have_all_names() -> None:
    rows = set(re.findall(r"^\| `([\w-]+)", PAGE, re.MULTILINE))
    options = set(re.findall(r'addoption\("(--[\w-]+)"', Path(pytest_plugin.__file__).read_text("utf-8")))
    assert rows == options | {*rulekit.testing.__all__} - {"Playable"}


def test_the_plug_in_imports_nothing_heavy() -> None:
    line = "import sys, rulekit.pytest_plugin; print([m for m in sys.modules if m.startswith('rulekit')])"
    done = subprocess.run([sys.executable, "-c", line], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['rulekit', 'rulekit.pytest_plugin']"
