"""`fmt` writes only files that change, and writes them completely or not at all."""

import io
import os
import sys

import pytest

from . import PILE, run

UNTIDY = "rulebook a  'A':\n  players 2\n".replace("'", '"') + "flow:\n     game   over,drawn  # at once\n"


def test_a_file_is_written_only_when_it_changes(capsys, tmp_path):
    path = tmp_path / "a.rules"
    path.write_text(UNTIDY)
    assert run(capsys, "fmt", path, "--check").code == 1
    assert path.read_text() == UNTIDY
    told = run(capsys, "fmt", path)
    assert told.code == 0 and "formatted" in told.out
    tidy = path.read_text()
    assert tidy != UNTIDY and "# at once" in tidy
    os.utime(path, (1, 1))
    again = run(capsys, "fmt", path)
    assert again.out == "" and path.stat().st_mtime == 1
    assert run(capsys, "fmt", path, "--check", "--json").data["ok"]
    assert os.listdir(tmp_path) == ["a.rules"]


def test_what_does_not_parse_is_left_alone(capsys, tmp_path):
    path = tmp_path / "a.rules"
    path.write_text("rulebook a:\n  plyers 2\n")
    other = tmp_path / "b.rules"
    other.write_text(UNTIDY)
    told = run(capsys, "fmt", path, other)
    assert told.code == 1 and "a.rules:2" in told.err
    assert path.read_text() == "rulebook a:\n  plyers 2\n"
    assert other.read_text() != UNTIDY  # a file that does not parse does not keep the others from being formatted


def test_standard_input(capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(UNTIDY.encode())))
    told = run(capsys, "fmt", "-")
    assert told.code == 0 and told.out.endswith("# at once\n")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(told.out.encode())))
    assert run(capsys, "fmt", "-", "--check").code == 0


@pytest.mark.parametrize("newline", ["\r\n", "\n"])
def test_the_game_of_these_tests_is_in_its_form(capsys, tmp_path, newline):
    assert run(capsys, "fmt", PILE, "--check").code == 0


def test_an_older_text_is_brought_over_when_that_is_asked(capsys, tmp_path):
    path = tmp_path / "a.rules"
    old = "rulebook a:\n  syntax 1\n\nfact b = any x in 0..3 # old\n"
    path.write_text(old)
    told = run(capsys, "fmt", path)
    assert told.code == 1 and "E143" in told.err and "--upgrade" in told.err and path.read_text() == old
    assert run(capsys, "fmt", path, "--upgrade", "--check").code == 1 and path.read_text() == old
    assert run(capsys, "fmt", path, "--upgrade").code == 0
    assert path.read_text() == "rulebook a:\n  syntax 3\n\nfact b = first x in 0..3  # old\n"
    assert run(capsys, "fmt", path, "--upgrade", "--check").code == 0
    path.write_text("rulebook a:\n  syntax 4\n")
    later = run(capsys, "fmt", path, "--upgrade")
    assert (
        later.code == 1
        and later.err.count("error[") == 1
        and "E143" in later.err
        and path.read_text() == "rulebook a:\n  syntax 4\n"
    )


def test_a_quoted_line_is_laid_out_like_the_line_itself(capsys, tmp_path):
    path = tmp_path / "v.rules"
    path.write_text(
        "variant v of w\n"
        "strike from action take in `else   if n>2 :`: `x+=f( 1,2 )`,`choose a in A,b in B`,`otherwise :`\n"
        "replace in example e:\n  `play  take( n:3 )`:\n    play take\n  `n <= `:\n    play take\n"
    )
    assert run(capsys, "fmt", path).code == 0
    assert path.read_text() == (
        "variant v of w\n\n"
        "strike from action take in `else if n > 2:`: `x += f(1, 2)`, `choose a in A, b in B`, `otherwise:`\n\n"
        "replace in example e:\n  `play take(n: 3)`:\n    play take\n  `n <=`:\n    play take\n"
    )
    assert run(capsys, "fmt", "--check", path).code == 0
