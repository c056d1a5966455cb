"""Folders of files are written whole or not at all, and only over earlier output of rulekit."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from rulekit.diagnostics import RulekitError
from rulekit.storage import files, folders
from rulekit.storage.folders import MARKER, check_folder, write_folder
from tests.shipped import every

POSIX = pytest.mark.skipif(os.name != "posix", reason="locks, modes and signals are POSIX")

FIRST = {"a.txt": b"one", "in/b.txt": b"two"}


def tree(folder: Path) -> dict[str, bytes]:
    found = {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}
    return {name: data for name, data in found.items() if name != MARKER}


def refused(folder: Path, files: dict[str, bytes], what: str = "render") -> str:
    before = tree(folder)
    with pytest.raises(RulekitError) as caught:
        write_folder(folder, files, what)
    assert tree(folder) == before
    assert caught.value.diagnostics[0].code == "E837"
    return caught.value.diagnostics[0].message


def test_a_new_folder_has_the_files_and_no_others(tmp_path: Path) -> None:
    write_folder(tmp_path / "new" / "out", FIRST, "render")
    assert tree(tmp_path / "new" / "out") == FIRST
    assert os.listdir(tmp_path / "new") == ["out"]


def test_an_earlier_output_is_replaced_and_what_lies_beside_it_stays(tmp_path: Path) -> None:
    write_folder(tmp_path / "out", FIRST, "render")
    (tmp_path / "out" / "in" / "own.txt").write_text("mine")
    write_folder(tmp_path / "out", {"a.txt": b"three"}, "render")
    assert tree(tmp_path / "out") == {"a.txt": b"three", "in/own.txt": b"mine"}
    assert os.listdir(tmp_path) == ["out"]


def test_an_empty_folder_is_written(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    write_folder(tmp_path / "out", FIRST, "render")
    assert tree(tmp_path / "out") == FIRST


def test_a_folder_with_somebody_elses_files_is_not_written(tmp_path: Path) -> None:
    (tmp_path / "own.txt").write_text("mine")
    assert "rulekit did not write it" in refused(tmp_path, FIRST)


def test_a_file_that_was_changed_is_not_lost(tmp_path: Path) -> None:
    write_folder(tmp_path / "out", FIRST, "render")
    (tmp_path / "out" / "a.txt").write_text("changed by hand")
    assert "`a.txt` was changed" in refused(tmp_path / "out", {"in/b.txt": b"new"})
    assert "`a.txt` was changed" in refused(tmp_path / "out", {"a.txt": b"new"})


def test_a_file_of_somebody_else_is_not_written_over(tmp_path: Path) -> None:
    write_folder(tmp_path / "out", FIRST, "render")
    (tmp_path / "out" / "c.txt").write_text("mine")
    assert "`c.txt` stands there" in refused(tmp_path / "out", {**FIRST, "c.txt": b"ours"})


def test_the_output_of_another_command_is_somebody_elses(tmp_path: Path) -> None:
    write_folder(tmp_path / "out", FIRST, "page")
    assert "`rulekit page`" in refused(tmp_path / "out", FIRST)


def test_a_damaged_list_is_told(tmp_path: Path) -> None:
    write_folder(tmp_path / "out", FIRST, "render")
    (tmp_path / "out" / MARKER).write_text('{"output": 3}')
    assert "not whole" in refused(tmp_path / "out", FIRST)


def test_what_is_no_folder_is_told_before_there_is_anything_to_write(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file")
    with pytest.raises(RulekitError) as caught:
        check_folder(tmp_path / "out", "render")
    assert caught.value.diagnostics[0].code == "E837"


def test_a_name_that_cannot_be_written_leaves_the_old_output(tmp_path: Path) -> None:
    write_folder(tmp_path / "out", FIRST, "render")
    with pytest.raises(RulekitError) as caught:
        write_folder(tmp_path / "out", {"a.txt": b"new", "x" * 400: b"too long"}, "render")
    assert caught.value.diagnostics[0].code == "E831"
    assert tree(tmp_path / "out") == FIRST and os.listdir(tmp_path) == ["out"]


def test_files_that_come_while_it_is_written_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At each step another process writes files. Writing stops only if one of them is in a place that rulekit needs."""
    out = tmp_path / "out"
    write_folder(out, FIRST, "render")
    mine: list[str] = []
    move = files.move

    def busy(temporary: str, target: Path, new: bool) -> None:
        mine.append(f"own{len(mine)}.txt")
        (out / mine[-1]).write_text("mine")
        move(temporary, target, new)

    monkeypatch.setattr(files, "move", busy)
    write_folder(out, {"a.txt": b"three", "in/c.txt": b"four"}, "render")
    assert len(mine) == 4  # two files, and the list of files twice
    assert tree(out) == {"a.txt": b"three", "in/c.txt": b"four", **dict.fromkeys(mine, b"mine")}

    def quicker(temporary: str, target: Path, new: bool) -> None:
        if new:
            target.write_text("mine")
        move(temporary, target, new)

    monkeypatch.setattr(files, "move", quicker)
    with pytest.raises(RulekitError, match="File exists"):
        write_folder(out, {"new.txt": b"ours"}, "render")
    assert (out / "new.txt").read_text() == "mine"


@POSIX
def test_the_folder_and_what_lies_in_it_are_the_same_ones_after_it(tmp_path: Path) -> None:
    """Other people's files are neither copied nor moved: mount points, open folders, modes and times stay the same."""
    out = tmp_path / "out"
    write_folder(out, FIRST, "render")
    (out / "own" / "empty").mkdir(parents=True)
    (out / "in" / "empty").mkdir()
    (out / "own" / "file").write_text("mine")
    os.symlink("nowhere", out / "own" / "link")
    for place, mode in ((out, 0o700), (out / "own", 0o750), (out / "in", 0o700), (out / "a.txt", 0o600)):
        place.chmod(mode)
    kept = [out, out / "own", out / "own" / "empty", out / "in", out / "own" / "file", out / "own" / "link"]

    def seen() -> list[tuple[int, int]]:
        return [(os.lstat(one).st_ino, os.lstat(one).st_mode) for one in kept]

    before = seen()
    write_folder(out, {"a.txt": b"three", "new/d.txt": b"five"}, "render")
    assert seen() == before
    assert stat.S_IMODE((out / "a.txt").stat().st_mode) == 0o600
    assert (out / "in" / "empty").is_dir()


def test_a_folder_of_removed_files_goes_with_the_last_of_them(tmp_path: Path) -> None:
    write_folder(tmp_path / "out", {"a/b/c.txt": b"one", "d.txt": b"two"}, "render")
    write_folder(tmp_path / "out", {"d.txt": b"two"}, "render")
    assert sorted(os.listdir(tmp_path / "out")) == [MARKER, "d.txt"]


def test_a_folder_that_could_not_be_written_is_not_left(tmp_path: Path) -> None:
    with pytest.raises(RulekitError):
        write_folder(tmp_path / "new" / "out", {"x" * 400: b"too long"}, "render")
    assert os.listdir(tmp_path) == []


KILLED = """
import os, signal, sys
from pathlib import Path
from rulekit.storage import files, folders
left = int(sys.argv[2])
def count(act):
    def counted(*args, **more):
        global left
        left -= 1
        if left < 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return act(*args, **more)
    return counted
for room, name in ((os, "replace"), (os, "link"), (os, "unlink"), (os, "mkdir"), (Path, "write_bytes")):
    setattr(room, name, count(getattr(room, name)))
folders.write_folder(Path(sys.argv[1]), {"a.txt": b"three", "in/c.txt": b"four"}, "render")
"""


@pytest.mark.soak
@POSIX
@pytest.mark.parametrize("there", every(2, [True, False]), ids=["over an earlier output", "into a new folder"])
def test_a_run_that_is_killed_at_any_moment_leaves_whole_files_and_the_next_one_goes_on(
    tmp_path: Path, there: bool
) -> None:
    for moment in range(100):
        out = tmp_path / str(moment) / "out"
        out.parent.mkdir()
        if there:
            write_folder(out, FIRST, "render")
            (out / "own.txt").write_text("mine")
        line = [sys.executable, "-c", KILLED, str(out), str(moment)]
        ended = subprocess.run(line, check=False, timeout=60).returncode
        found = {n: data for n, data in (tree(out) if out.exists() else {}).items() if not n.startswith(".rulekit-")}
        own = {"own.txt": b"mine"} if there else {}
        assert found.items() >= own.items()
        for name, data in found.items():
            assert data in (FIRST.get(name), b"three", b"four", b"mine")
        if there:
            assert "a.txt" in found
        write_folder(out, {"a.txt": b"five"}, "render")
        assert tree(out) == {"a.txt": b"five", **own}
        assert os.listdir(out.parent) == ["out"] and sorted(os.listdir(out)) == sorted({MARKER, "a.txt", *own})
        if ended == 0:
            assert moment > 8
            return
        assert ended == -signal.SIGKILL
    raise AssertionError("it was never through")


@POSIX
def test_two_do_not_write_one_folder_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "out"
    write_folder(out, FIRST, "render")
    with folders._hold_folder(out):
        assert "another rulekit is writing there" in refused(out, FIRST)
    monkeypatch.setattr(files, "try_lock", lambda _: None)  # without locks, leftovers are recognised by their age
    (out / ".rulekit-x.tmp").mkdir()
    write_folder(out, FIRST, "render")
    assert (out / ".rulekit-x.tmp").exists()
    os.utime(out / ".rulekit-x.tmp", (0, 0))
    write_folder(out, FIRST, "render")
    assert not (out / ".rulekit-x.tmp").exists()


@pytest.mark.parametrize("name", ["../own.txt", "{tmp}/own.txt", "in/../../own.txt"])
def test_a_list_made_by_a_stranger_reaches_nothing_outside_the_folder(tmp_path: Path, name: str) -> None:
    (tmp_path / "own.txt").write_text("mine")
    write_folder(tmp_path / "out", FIRST, "render")
    told = json.loads((tmp_path / "out" / MARKER).read_text())
    told["files"][name.format(tmp=tmp_path)] = folders._digest(b"mine")
    (tmp_path / "out" / MARKER).write_text(json.dumps(told))
    assert "not whole" in refused(tmp_path / "out", FIRST)
    assert (tmp_path / "own.txt").read_text() == "mine"


@POSIX
def test_a_link_in_the_folder_is_not_written_through(tmp_path: Path) -> None:
    write_folder(tmp_path / "out", FIRST, "render")
    (tmp_path / "out" / "in").rename(tmp_path / "elsewhere")
    (tmp_path / "out" / "in").symlink_to(tmp_path / "elsewhere")
    assert "`in` in it is a link" in refused(tmp_path / "out", FIRST)
    (tmp_path / "out" / "in").unlink()
    (tmp_path / "elsewhere").rename(tmp_path / "out" / "in")
    (tmp_path / "out" / "a.txt").rename(tmp_path / "a.txt")
    (tmp_path / "out" / "a.txt").symlink_to(tmp_path / "a.txt")
    assert "`a.txt` was changed" in refused(tmp_path / "out", FIRST)


def test_the_files_of_a_game_that_is_missing_from_the_new_output_are_not_lost(tmp_path: Path) -> None:
    out = tmp_path / "out"
    write_folder(out, FIRST, "render", ["a"])
    with pytest.raises(RulekitError, match="the pages of a in it would be lost"):
        write_folder(out, {"c.txt": b"three"}, "render", ["c"])
    assert tree(out) == FIRST
    write_folder(out, {"a.txt": b"four", "c.txt": b"three"}, "render", ["a", "c"])
    assert tree(out) == {"a.txt": b"four", "c.txt": b"three"}
