"""No command overwrites a rulebook, a saved game or anything else that is not its own earlier output."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import click
import pytest

from rulekit.cli.commands import COMMANDS
from rulekit.cli.parameters import FilePath
from rulekit.storage.folders import MARKER

from . import MISERE, PILE, run

FAILING = "\nalways never_so: sum(p in Player: 1) < 1\n"
WRITING = {
    ("look", "--out"): ("look", PILE),
    ("compare", "--html"): ("compare", PILE, PILE, "--no-games"),
    ("profile", "--html"): ("profile", PILE, "-n", "1", "--agents", "random", "--simulations", "0", "--no-rules"),
    ("play", "--save"): ("play", PILE, "--random"),
    ("test", "--record"): ("test", "failing.rules"),
    ("render", "--out"): ("render", PILE),
    ("render", "--html"): ("render", PILE),
    ("page", "--out"): ("page", PILE),
    ("machine", "--wasm"): ("machine", PILE),
    ("simulate", "--records"): ("simulate", PILE, "-n", "2"),
}
"""For each command and option that names an output file, the other words of a command line that writes it."""
READING = {("play", "--resume"), ("page", "--runtime"), ("page", "--editor")}
FOLDERS = {("render", "--out"), ("page", "--out")}
FILES = sorted(WRITING.keys() - FOLDERS)


def test_every_option_that_names_a_file_is_here() -> None:
    options = {
        (name, option.opts[0])
        for name, entry in COMMANDS.items()
        for option in entry.parameters()
        if isinstance(option, click.Option) and isinstance(option.type, FilePath)
    }
    assert options == WRITING.keys() | READING


@pytest.fixture
def inputs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    """Put files that somebody wants to keep into the current folder; return their contents by name."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(PILE, "mine.rules")
    (tmp_path / "failing.rules").write_text(Path(PILE).read_text() + FAILING)
    (tmp_path / "notes.txt").write_text("milk, bread")
    (tmp_path / "short").write_text("<")
    (tmp_path / "link.svg").symlink_to("mine.rules")
    return {path.name: path.read_bytes() for path in tmp_path.iterdir()}


@pytest.mark.parametrize("option", WRITING)
@pytest.mark.parametrize("name", ["mine.rules", "notes.txt", "short", "link.svg"])
def test_what_is_there_stays(capsys: Any, inputs: dict[str, bytes], option: tuple[str, str], name: str) -> None:
    told = run(capsys, *WRITING[option], option[1], name)
    assert told.code != 0 and told.err.count("error[") == 1 and "error[E837]" in told.err and "help: name" in told.err
    assert {path.name: path.read_bytes() for path in Path().iterdir()} == inputs


@pytest.mark.parametrize("option", FILES)
def test_an_earlier_output_and_an_empty_file_are_replaced(
    capsys: Any, inputs: dict[str, bytes], option: tuple[str, str]
) -> None:
    Path("out").touch()
    for _ in range(2):
        told = run(capsys, *WRITING[option], option[1], "out")
        assert "E837" not in told.err and Path("out").stat().st_size > 100
    others = [other for other in FILES if WRITING[other][0] not in ("play", "simulate", "test")]
    for other in others:
        if other != option:
            assert "error[E837]" in run(capsys, *WRITING[other], other[1], "out").err


def test_a_game_at_the_keyboard_is_saved_over_no_rulebook(
    capsys: Any, inputs: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = iter(["save mine.rules", "quit"])
    monkeypatch.setattr("rulekit.cli.typed_lines.ask", lambda _: next(typed))
    told = run(capsys, "play", PILE)
    assert "E837" in told.out + told.err
    assert Path("mine.rules").read_bytes() == inputs["mine.rules"]


def test_pages_are_put_over_no_rulebook(capsys: Any, inputs: dict[str, bytes]) -> None:
    """Also a rulebook that was put into an earlier output is kept."""
    assert run(capsys, "render", PILE, "--out", "pages").code == 0
    page = Path("pages", "mkdocs.yml")
    page.write_bytes(inputs["mine.rules"])
    assert "error[E837]" in run(capsys, "render", PILE, "--out", "pages").err
    assert page.read_bytes() == inputs["mine.rules"] and Path("pages", MARKER).is_file()


@pytest.mark.parametrize("other", [(MISERE,), (PILE, "--lang", "nl"), ("sub/pile.rules",)])
def test_a_book_loses_no_pages_to_another_game(capsys: Any, inputs: dict[str, bytes], other: tuple[str, ...]) -> None:
    """Another language, and another game in a file of the same name, count as other games."""
    Path("sub").mkdir()
    Path("sub", "pile.rules").write_text(Path(PILE).read_text().replace("rulebook pile", "rulebook heap"))
    assert run(capsys, "render", PILE, "--out", "pages").code == 0
    before = {file: file.read_bytes() for file in Path("pages").rglob("*") if file.is_file()}
    told = run(capsys, "render", *other, "--out", "pages")
    assert "error[E837]: pages is not written: the pages of pile (pile; en) in it would be lost" in told.err
    assert {file: file.read_bytes() for file in Path("pages").rglob("*") if file.is_file()} == before


def test_a_book_may_get_more_games(capsys: Any, inputs: dict[str, bytes]) -> None:
    assert run(capsys, "render", PILE, "--out", "pages").code == 0
    assert run(capsys, "render", PILE, MISERE, "--out", "pages").code == 0
    assert Path("pages", "docs", "pile.md").is_file() and Path("pages", "docs", "misere.md").is_file()


def test_two_games_do_not_share_a_page(capsys: Any, inputs: dict[str, bytes]) -> None:
    Path("sub").mkdir()
    shutil.copy(PILE, "sub/mine.rules")
    told = run(capsys, "render", "mine.rules", "sub/mine.rules", "--out", "pages")
    assert "error[E800]: `mine.rules` and `sub/mine.rules` would have one page, `mine`" in told.err
    assert not Path("pages").exists()
