"""Folders of files: whole or not at all, over one's own output only."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulekit.diagnostics import RulekitError
from rulekit.storage.folders import MARKER, check_folder, write_folder

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
    write_folder(tmp_path / "out", FIRST, "site")
    assert "`rulekit site`" in refused(tmp_path / "out", FIRST)


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
