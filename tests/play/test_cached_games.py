"""Cached games equal newly compiled ones, and are never used for other texts."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import rulekit
from rulekit import loader
from rulekit.diagnostics import RulekitError
from rulekit.machine.identity import machine_identity
from rulekit.play import cached_games, loaded_book
from rulekit.rulebook_files import library


@pytest.fixture
def family(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a copied family of rulebooks, and use an empty cache."""
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / "cache"))
    shutil.copytree(library() / "dice", tmp_path / "dice")
    return tmp_path / "dice"


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list of the files that the loader parses or reads from its cache from now on."""
    told: list[str] = []
    parse = loader._parse_once

    def noted(source):
        told.append(Path(source.name).name)
        return parse(source)

    monkeypatch.setattr(loader, "_parse_once", noted)
    return told


def no_lowering(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loaded_book, "machine_of", None)


def test_made_once_then_found(family: Path, parsed: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    first = rulekit.load(family / "yacht.rules").configure(players=3)
    assert parsed == ["yacht.rules", "base.rules"]
    parsed.clear()
    no_lowering(monkeypatch)
    again = rulekit.load(family / "yacht.rules").configure(players=3)
    assert not parsed
    assert machine_identity(again.machine) == machine_identity(first.machine)
    assert again.engine.playouts(20, 1).lengths == first.engine.playouts(20, 1).lengths


def test_what_was_not_read_is_read_when_it_is_asked_for(family: Path, parsed: list[str]) -> None:
    first = rulekit.load(family / "yacht.rules").configure()
    parsed.clear()
    again = rulekit.load(family / "yacht.rules")
    game = again.configure()
    assert not parsed
    assert game.rulebook.layers == first.rulebook.layers and game.start(1).record() == first.start(1).record()
    assert [book.header.name.text for book in again.books] == ["base", "yacht"]
    assert parsed == ["yacht.rules", "base.rules"]


def changed(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def other_text(family: Path) -> None:
    changed(family / "yacht.rules", "Five dice alike are a yacht.", "Five equal dice are a yacht.")


def other_base(family: Path) -> None:
    changed(family / "base.rules", "The dice", "All dice")


def mistake_in_the_base(family: Path) -> None:
    changed(family / "base.rules", "players 2 to 6", "plyers 2 to 6")


def base_gone(family: Path) -> None:
    (family / "base.rules").unlink()


@pytest.mark.parametrize("change", [other_text, other_base])
def test_another_text_is_another_game(family: Path, parsed: list[str], change: Callable[[Path], None]) -> None:
    rulekit.load(family / "yacht.rules").configure()
    parsed.clear()
    change(family)
    rulekit.load(family / "yacht.rules").configure()
    assert parsed == ["yacht.rules", "base.rules"]


def test_a_mistake_is_told(family: Path) -> None:
    rulekit.load(family / "yacht.rules").configure()
    mistake_in_the_base(family)
    with pytest.raises(RulekitError):
        rulekit.load(family / "yacht.rules")


def test_a_name_that_leads_elsewhere_now(family: Path, parsed: list[str]) -> None:
    """After the book in the same folder was removed, its name means that of the library."""
    rulekit.load(family / "yacht.rules").configure()
    parsed.clear()
    base_gone(family)
    books = rulekit.load(family / "yacht.rules").books
    assert parsed == ["yacht.rules", "base.rules"]
    assert books[0].span.source.name.endswith("variants/dice/base.rules")


def test_configurations_are_told_apart(family: Path) -> None:
    identities = set()
    for _ in range(2):
        for players, options in ((2, {}), (3, {}), (2, {"straights": "by_length"})):
            game = rulekit.load(family / "yacht.rules").configure(players, options)
            assert game.players == players
            identities.add(machine_identity(game.machine))
    assert len(identities) == 3


def test_what_there_is_no_such_game_of_is_told_each_time(family: Path) -> None:
    for _ in range(2):
        with pytest.raises(RulekitError):
            rulekit.load(family / "yacht.rules").configure(players=9)


def test_a_damaged_entry_is_made_anew(family: Path) -> None:
    rulekit.load(family / "yacht.rules").configure()
    for store in (cached_games.STACKS, cached_games.MACHINES):
        assert store.place is not None
        for entry in store.place.iterdir():
            store.write(entry.stem, b"damaged")
    assert rulekit.load(family / "yacht.rules").configure().players == 2


def test_the_text_that_was_loaded_counts(family: Path) -> None:
    """Changing the file after loading does not change the loaded text."""
    rulekit.load(family / "yacht.rules").configure()
    book = rulekit.load(family / "yacht.rules")
    other_text(family)
    assert "Five equal dice" not in book.books[-1].span.source.text


def test_nothing_is_kept_where_there_is_no_cache(family: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEKIT_CACHE", "")
    assert rulekit.load(family / "yacht.rules").configure().players == 2
