"""Files are written whole or not at all."""

import errno
import os
import signal
import socket
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rulekit.diagnostics import RulekitError
from rulekit.storage import files

POSIX = pytest.mark.skipif(os.name != "posix", reason="locks and signals are POSIX")


def test_a_file_is_replaced_and_keeps_its_mode(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("old")
    path.chmod(0o640)
    files.write_atomic(path, "new")
    assert path.read_text() == "new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert os.listdir(tmp_path) == ["a.txt"]


def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    files.write_atomic(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "real").read_text() == "new"


@pytest.mark.parametrize("stop", [OSError("disk full"), KeyboardInterrupt()])
def test_a_stop_in_the_middle_leaves_the_old_file(tmp_path, monkeypatch, stop):
    path = tmp_path / "a.txt"
    path.write_text("old")

    def fails(*_):
        raise stop

    monkeypatch.setattr(os, "replace", fails)
    with pytest.raises((RulekitError, KeyboardInterrupt)):
        files.write_atomic(path, "new")
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["a.txt"]


def test_a_folder_that_is_not_there_is_one_message(tmp_path):
    with pytest.raises(RulekitError, match=r"cannot write .*no/such"):
        files.write_atomic(tmp_path / "no" / "such", "text")


def test_reading_is_bounded(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(b"x" * 11)
    assert files.read_bounded(path, 11) == "x" * 11
    with pytest.raises(RulekitError, match="larger than"):
        files.read_bounded(path, 10)
    path.write_bytes(b"\xff")
    with pytest.raises(RulekitError, match="not a text file"):
        files.read_bounded(path)
    with pytest.raises(RulekitError, match="is a folder"):
        files.read_bounded(tmp_path)
    with pytest.raises(RulekitError, match="cannot read"):
        files.read_bounded(tmp_path / "none")


LEAVE = """
import os, signal, sys
from pathlib import Path
from rulekit.storage import files
files.move = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
files.write_atomic(Path(sys.argv[1]), "half of")
"""


@POSIX
def test_what_a_killed_writer_left_goes_with_the_next_write(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("old")
    for _ in range(2):
        killed = subprocess.run([sys.executable, "-c", LEAVE, str(path)], check=False, timeout=60)
        assert killed.returncode == -signal.SIGKILL
        # two writers were killed, and the second one removed what the first had left
        assert len(os.listdir(tmp_path)) == 2 and path.read_text() == "old"
    files.write_atomic(path, "new")
    assert os.listdir(tmp_path) == ["a.txt"] and path.read_text() == "new"


@POSIX
def test_what_somebody_writes_at_present_stays(tmp_path):
    handle, name = files._begin_file(tmp_path)
    files.write_atomic(tmp_path / "a.txt", "new")
    assert os.path.exists(name)
    os.close(handle)
    files.write_atomic(tmp_path / "a.txt", "newer")
    assert os.listdir(tmp_path) == ["a.txt"]


def test_where_files_cannot_be_locked_age_tells(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "try_lock", lambda _: None)
    old, new = (tmp_path / name.join(files.UNFINISHED) for name in ("old", "new"))
    for path in (old, new):
        path.write_bytes(b"half of")
    os.utime(old, (0, time.time() - files.STALE - 60))
    files.write_atomic(tmp_path / "a.txt", "new")
    assert not old.exists() and new.exists()


def test_a_new_file_is_whole_or_not_there(tmp_path, monkeypatch):
    files.write_new(tmp_path / "a.txt", "new")
    with pytest.raises(FileExistsError):
        files.write_new(tmp_path / "a.txt", "newer")
    assert (tmp_path / "a.txt").read_text() == "new"

    def full(_):
        raise OSError(28, "no space")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(RulekitError, match=r"cannot write .*no space"):
        files.write_new(tmp_path / "b.txt", "new")
    assert os.listdir(tmp_path) == ["a.txt"]


def test_where_a_file_can_have_one_name_only_a_new_one_is_made_as_well(tmp_path, monkeypatch):
    def refused(*_):
        raise OSError(errno.EPERM, "no links here")

    monkeypatch.setattr(os, "link", refused)
    files.write_new(tmp_path / "a.txt", "new")
    with pytest.raises(FileExistsError):
        files.write_new(tmp_path / "a.txt", "newer")
    assert os.listdir(tmp_path) == ["a.txt"] and (tmp_path / "a.txt").read_text() == "new"


@pytest.mark.skipif(os.name != "posix", reason="pipes and links are POSIX")
@pytest.mark.parametrize("how", ["as it is", "by a link"])
@pytest.mark.parametrize("what", ["a pipe", "a folder", "a device", "a socket"])
def test_only_plain_files_are_replaced_and_read(tmp_path, monkeypatch, what, how):
    monkeypatch.chdir(tmp_path)  # relative names are used since the name of a socket must be short
    path = Path("it")
    if what == "a pipe":
        os.mkfifo(path)
    elif what == "a folder":
        path.mkdir()
    elif what == "a device":
        path = Path(os.devnull)
    else:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(str(path))
    before = os.lstat(path)
    if how == "by a link":
        Path("link").symlink_to(path)
    named = Path("link") if how == "by a link" else path
    for act in (files.check_writable, lambda p: files.write_atomic(p, "new")):
        with pytest.raises(RulekitError, match=f"cannot write {named}: it is {what}, not a plain file"):
            act(named)
    with pytest.raises(RulekitError, match=r"not a file|cannot read"):
        files.read_bounded(named)
    after = os.lstat(path)
    assert (after.st_ino, after.st_mode, after.st_dev) == (before.st_ino, before.st_mode, before.st_dev)


@POSIX
def test_a_link_of_somebody_else_is_not_followed(tmp_path, monkeypatch):
    (tmp_path / "mine").write_text("old")
    (tmp_path / "link").symlink_to(tmp_path / "mine")
    monkeypatch.setattr(os, "geteuid", lambda: os.lstat(tmp_path).st_uid + 1)
    if os.lstat(tmp_path).st_uid == 0:
        os.lchown(tmp_path / "link", 12345, 12345)
    with pytest.raises(RulekitError, match="a link that belongs to somebody else"):
        files.write_atomic(tmp_path / "link", "new")
    assert (tmp_path / "mine").read_text() == "old"


def test_what_cannot_be_written_is_known_before(tmp_path):
    files.check_writable(tmp_path / "a.txt")
    assert os.listdir(tmp_path) == []
    for path in (tmp_path / "no" / "such", tmp_path / ("x" * 300), tmp_path / "a\0b"):
        with pytest.raises(RulekitError, match="cannot write"):
            files.check_writable(path)
        with pytest.raises(RulekitError, match="cannot write"):
            files.write_atomic(path, "text")
