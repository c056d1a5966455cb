"""A git repository in a temporary folder, for tests of revisions."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from attrs import frozen

GAME = """rulebook {name} "Counters":
  players 2

keep left "Counters left": 0..9 = {left}

flow:
  turns from p1:
    either take_one "Take one counter":
      left -= 1
    or take_two "Take two counters":
      require left >= 2
      left -= 2
    if left == 0:
      game over, won by me
"""
NOBODY = ("-c", "user.name=nobody", "-c", "user.email=nobody@example.org", "-c", "commit.gpgsign=false")


@frozen
class Repository:
    """A repository, with its work tree at `folder`."""

    folder: Path

    def git(self, *words: str, given: bytes | None = None) -> bytes:
        done = subprocess.run(
            ["git", *NOBODY, *words], cwd=self.folder, input=given, capture_output=True, timeout=60, check=False
        )
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout

    def write(self, path: str, text: str) -> Path:
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return file

    def commit(self, message: str = "a change") -> str:
        """Commit the whole work tree, and return the hash of the commit."""
        self.git("add", "--all")
        self.git("commit", "-q", "--allow-empty", "-m", message)
        return self.git("rev-parse", "HEAD").decode().strip()


def make_repository(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """Make an empty repository on the branch `main`, and go into it, without the settings of the user."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    folder.mkdir(exist_ok=True)
    made = Repository(folder)
    made.git("init", "-q", "-b", "main")
    monkeypatch.chdir(folder)
    return made


def game(left: int = 5, name: str = "mine") -> str:
    return GAME.format(name=name, left=left)
