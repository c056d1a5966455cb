"""The plug-in of pytest makes tests of examples and promises, tells failures as `rulekit test` does, and is otherwise
quiet: it collects nothing and imports nothing."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from rulekit.cli.main import run

from .test_testing import PILE

ROOT = Path(__file__).parents[1]
EXAMPLES = """example two "Two turns":
  play take(n: 2)
  play take(n: 1)
  expect left == 6
example wrong "A wrong one":
  play take(n: 2)
  expect left == 6
"""
GOOD = (
    PILE.replace("always plenty", "never plenty").replace("left > 2", "left > 9")
    + EXAMPLES.partition("example wrong")[0]
)
SETTINGS = '[tool.rulekit]\nrulebooks = ["rules"]\n'


def run_tests(folder: Path, *words: str) -> str:
    """Run pytest in a folder, with the plug-in as if it were installed."""
    line = [sys.executable, "-m", "pytest", "-p", "rulekit.pytest_plugin", "-p", "no:cacheprovider", *words]
    known = {"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": ""}
    done = subprocess.run(line, cwd=folder, env={**os.environ, **known}, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "pile.rules").write_text(PILE + EXAMPLES, encoding="utf-8")
    (tmp_path / "rules" / "good.rules").write_text(GOOD.replace("rulebook pile", "rulebook good"), encoding="utf-8")
    return tmp_path


def test_examples_and_promises_are_items_under_their_names(folder: Path) -> None:
    told = run_tests(folder, "--rulekit", "--collect-only", "-q")
    assert told.splitlines()[:10] == [
        "rules/good.rules::example two",
        "rules/good.rules::never plenty",
        "rules/good.rules::finally empty",
        "rules/good.rules::random games",
        "rules/pile.rules::example two",
        "rules/pile.rules::example wrong",
        "rules/pile.rules::always plenty",
        "rules/pile.rules::finally empty",
        "rules/pile.rules::random games",
        "",
    ]


def test_failures_are_told_as_rulekit_test_tells_them(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = run_tests(folder, "--rulekit", "--rulekit-games", "5", "-v")
    assert re.search(r"2 failed, 6 passed, 1 skipped in", told), told
    assert "pile.rules::finally empty SKIPPED" in told  # games ended before it could be broken
    monkeypatch.chdir(folder)
    lines = run(["test", "./rules/pile.rules", "-n", "5"]).text.splitlines()
    failures = [line.strip() for line in lines if "error[" in line or "step" in line or "left" in line]
    assert len(failures) > 6 and all(line.replace("rules/", "") in told.replace("rules/", "") for line in failures)


def test_one_item_can_be_chosen(folder: Path) -> None:
    assert "1 passed" in run_tests(folder, "--rulekit", "rules/pile.rules::example two")
    few = ("--rulekit", "--collect-only", "-q", "rules/good.rules")
    assert "1/4 tests collected (3 deselected)" in run_tests(folder, *few, "-k", "never and plenty")
    assert "4 deselected" in run_tests(folder, *few, "-m", "not rulekit")


@pytest.mark.parametrize(
    ("workers", "book", "ended"),
    [
        pytest.param(1, "rules/good.rules::example two", "1 passed in", marks=pytest.mark.soak),
        pytest.param(2, "rules", "2 failed, 6 passed, 1 skipped in", marks=pytest.mark.soak),
    ],
)
def test_workers_of_xdist_share_the_items(folder: Path, workers: int, book: str, ended: str) -> None:
    pytest.importorskip("xdist")
    told = run_tests(folder, "--rulekit", "--rulekit-games", "5", "-p", "xdist.plugin", "-n", str(workers), book)
    assert ended in told, told


def test_a_project_is_tested_without_being_asked(folder: Path) -> None:
    (folder / "pyproject.toml").write_text(SETTINGS + '[tool.pytest.ini_options]\ntestpaths = ["tests"]\n')
    (folder / "tests").mkdir()
    (folder / "tests" / "test_own.py").write_text("def test_own():\n    pass\n")
    (folder / "other.rules").write_text(GOOD)
    assert "10 tests collected" in run_tests(folder, "--collect-only", "-q")  # not those of other.rules
    assert "1 passed" in run_tests(folder, "--no-rulekit")
    assert "4 tests collected" in run_tests(folder, "--collect-only", "-q", "rules/good.rules")


def test_a_mistake_in_the_settings_is_told(folder: Path) -> None:
    (folder / "pyproject.toml").write_text(SETTINGS.replace("rulebooks", "rulebook"))
    told = run_tests(folder)
    assert "pyproject.toml:2:" in told and "did you mean `rulebooks`" in told and "Traceback" not in told


def test_a_mistake_in_a_rulebook_is_told_at_its_place(folder: Path) -> None:
    (folder / "rules" / "pile.rules").write_text(PILE.replace("left -= n", "lefts -= n"))
    told = run_tests(folder, "--rulekit", "rules/pile.rules")
    assert "pile.rules:8:" in told and "did you mean `left`" in told and "Traceback" not in told
    (folder / "rules" / "pile.rules").write_text(PILE.replace("keep left", "keep"))
    told = run_tests(folder, "--rulekit", "rules/pile.rules")
    assert "pile.rules:3:" in told and "Traceback" not in told


def test_a_base_without_an_ending_has_no_tests(folder: Path) -> None:
    (folder / "rules" / "pile.rules").write_text(PILE + "\nprocedure last to be said\n")
    assert "no tests collected" in run_tests(folder, "--rulekit", "--collect-only", "-q", "rules/pile.rules")


def test_it_is_quiet_where_nobody_asks(tmp_path: Path) -> None:
    (tmp_path / "pile.rules").write_text(PILE)
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "other"\n')
    check = "import sys\ndef test_own():\n    assert {m for m in sys.modules if m.startswith('rulekit.')} == {%r}\n"
    (tmp_path / "test_own.py").write_text(check % "rulekit.pytest_plugin")
    assert "1 passed" in run_tests(tmp_path)
