"""Commands run in a deleted folder, and in the folder that they write."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import pytest

from . import run

GAME = "classics/nim"
COMMANDS = (
    f"check {GAME} --players 2", f"test {GAME} -n 1 --players 2", f"simulate {GAME} -n 1", f"perft {GAME} --depth 1",
    f"compare {GAME} {GAME} --no-games", f"layers {GAME}", f"sources {GAME}", f"look {GAME}", f"machine {GAME}",
    f"play {GAME} --random", "explain E837",
)  # fmt: skip
WRITING = (f"render {GAME} --out out", f"look {GAME} --out a.svg", f"play {GAME} --random --save a.save", "new mine")


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make the current folder one that was deleted; return the folder above it."""
    folder = tmp_path / "deleted"
    folder.mkdir()
    monkeypatch.chdir(folder)
    try:
        folder.rmdir()
    except OSError:
        pytest.skip("this system deletes no folder in which somebody stands")
    return tmp_path


@pytest.mark.parametrize("line", COMMANDS)
def test_games_of_the_library_need_no_folder(capsys: Any, nowhere: Path, line: str) -> None:
    told = run(capsys, *line.split())
    assert told.code == 0 and told.out, told.err


@pytest.mark.parametrize("line", WRITING)
def test_what_is_written_there_is_one_message(capsys: Any, nowhere: Path, line: str) -> None:
    told = run(capsys, *line.split())
    assert told.code != 0 and told.err.count("error[") == 1 and "error[E831]: cannot write " in told.err, told.err


@pytest.mark.parametrize("line", ["check mine.rules", "play --resume a.save", "look ./mine.rules", "fmt mine.rules"])
def test_what_is_read_there_is_one_message(capsys: Any, nowhere: Path, line: str) -> None:
    told = run(capsys, *line.split())
    assert told.code != 0 and told.err.count("error[") == 1 and "E813" not in told.err, told.err


def test_written_elsewhere_it_is_all_there(capsys: Any, nowhere: Path) -> None:
    assert run(capsys, "render", GAME, "--out", nowhere / "out").code == 0
    assert (nowhere / "out" / "docs" / "index.md").is_file()


@pytest.mark.parametrize(("out", "to_build"), [(".", "mkdocs build"), ("a b", "cd 'a b' && mkdocs build")])
def test_the_command_that_is_told_builds_what_was_written(
    capsys: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, out: str, to_build: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for _ in range(2):
        told = run(capsys, "render", GAME, "--out", out)
        assert told.code == 0 and told.out.endswith(f"to build: {to_build}\n")
        words = shlex.split(to_build)
        assert (Path(words[1] if words[0] == "cd" else "."), Path.cwd()) == (Path(out), tmp_path)
        assert Path(out, "mkdocs.yml").is_file()
