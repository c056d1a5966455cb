"""The action of GitHub and the hooks of pre-commit: their steps run here as shell, in a repository with a pull
request."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

yaml = pytest.importorskip("yaml")

ROOT = Path(__file__).parents[2]
GAME = """rulebook mine "Mine":
  players 2

keep left "What is left": 0..9 = 9

choice turn "A turn"

action take in turn "Take some":
  choose n in 1..4 where n <= left
  left -= n

flow:
  turns from p1:
    do one of turn
    if left == 0:
      game over, won by me
"""
ACTION = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
HOOKS = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
STEPS = {step["name"]: step for step in ACTION["runs"]["steps"]}


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Make a repository whose branch `mine` changes a rule of `origin/main`, and a program `rulekit`."""
    folder = tmp_path / "repository"
    (folder / "rules").mkdir(parents=True)
    (folder / "rulekit.toml").write_text('rulebooks = ["rules"]\n', "utf-8")
    (folder / "rules" / "mine.rules").write_text(GAME, "utf-8")
    git(folder, "init", "-q", "-b", "main")
    commit(folder)
    git(folder, "update-ref", "refs/remotes/origin/main", "HEAD")
    git(folder, "checkout", "-q", "-b", "mine")
    (folder / "rules" / "mine.rules").write_text(GAME.replace("1..4", "1..3"), "utf-8")
    commit(folder)
    program = tmp_path / "bin" / "rulekit"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m rulekit "$@"\n', "utf-8")
    program.chmod(0o755)
    return folder


def git(folder: Path, *words: str) -> None:
    who = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *who, *words], cwd=folder, check=True)


def commit(folder: Path) -> None:
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "x")


def shell(folder: Path, line: str, more: dict[str, str]) -> subprocess.CompletedProcess[str]:
    path = f"{folder.parent / 'bin'}{os.pathsep}{os.environ['PATH']}"
    known = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT), **more}
    words = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", line]  # as GitHub starts it
    return subprocess.run(words, cwd=folder, env=known, capture_output=True, text=True, check=False)


def run_step(folder: Path, name: str, **inputs: str) -> subprocess.CompletedProcess[str]:
    """Run a step of the action; expressions get the inputs, the defaults, or what GitHub says of a pull request."""
    known: dict[str, Any] = {f"inputs.{key}": value["default"] for key, value in ACTION["inputs"].items()}
    known |= {"github.base_ref": "main", **{f"inputs.{key.replace('_', '-')}": value for key, value in inputs.items()}}

    def filled(text: str) -> str:
        return re.sub(r"\$\{\{ (\S+) \}\}", lambda found: known[found[1]], text)

    step = STEPS[name]
    assert step["shell"] == "bash" and "${{" not in step["run"], "values reach the shell by variables only"
    more = {key: filled(value) for key, value in step.get("env", {}).items()}
    summary = {"GITHUB_STEP_SUMMARY": str(folder.parent / "summary.md")}
    there = folder / filled(step.get("working-directory", "."))
    return shell(there, step["run"], {**more, **summary})


@pytest.mark.soak
def test_the_steps_of_the_action_pass_and_tell_the_changes(repository: Path) -> None:
    for name in list(STEPS)[1:]:
        done = run_step(repository, name, games="3")
        assert done.returncode == 0, (name, done.stdout, done.stderr)
    told = (repository.parent / "summary.md").read_text("utf-8")
    assert "Mine" in told and "3" in told and told.startswith("#")


@pytest.mark.soak
def test_a_mistake_fails_with_its_place(repository: Path) -> None:
    path = repository / "rules" / "mine.rules"
    path.write_text(GAME.replace("left -= n", "lefts -= n"), "utf-8")
    done = run_step(repository, "Mistakes")
    assert done.returncode == 1
    assert re.search(r"^::error file=rules/mine.rules,line=10,", done.stdout, re.MULTILINE)
    path.write_text(GAME.replace("  left", "      left"), "utf-8")
    assert "title=" in run_step(repository, "Layout").stdout
    path.write_text(GAME + 'always many "Many are left": left > 4\n', "utf-8")
    done = run_step(repository, "Examples, promises and random games", games="3")
    assert done.returncode == 1 and "title=E841::" in done.stdout


@pytest.mark.soak
def test_changes_of_a_kind_may_fail(repository: Path) -> None:
    assert run_step(repository, "What changes for players", fail_on="rules").returncode == 1
    assert run_step(repository, "What changes for players", fail_on="looks").returncode == 0


def test_nothing_of_a_pull_request_is_shell(repository: Path) -> None:
    run_step(repository, "Examples, promises and random games", games="1; touch gone")
    done = run_step(repository, "What changes for players", fail_on="$(touch gone)")
    assert done.returncode == 2 and not list(repository.rglob("gone"))


def test_the_hooks_run(repository: Path) -> None:
    hooks = {hook["id"]: hook for hook in HOOKS}
    assert shell(repository, hooks["rulekit-check"]["entry"], {}).returncode == 0
    path = repository / "rules" / "mine.rules"
    path.write_text(GAME.replace("1..4", "1  ..  4"), "utf-8")
    assert shell(repository, f"{hooks['rulekit-fmt']['entry']} rules/mine.rules", {}).returncode == 0
    assert path.read_text("utf-8") == GAME
    for name, own in (("rules/mine.rules", True), ("pyproject.toml", True), ("a/rulekit.toml", True), ("a.py", False)):
        assert bool(re.search(hooks["rulekit-check"]["files"], name)) is own
    assert re.search(hooks["rulekit-fmt"]["files"], "rules/mine.rules")
