"""Files are written whole or not at all."""

import os
import stat

import pytest

from rulekit.diagnostics import RulekitError
from rulekit.play import files


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

    monkeypatch.setattr(files.os, "replace", fails)
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
