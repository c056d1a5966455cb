"""The classic games: their names, books and configured games, which all tests share, and the length of their
rulebooks."""

from __future__ import annotations

from rulekit.play.game import ConfiguredGame
from rulekit.play.loaded_book import LoadedBook
from rulekit.rulebook_files import library
from tests import shipped

NAMES = tuple(name.removeprefix("classics/") for name in shipped.GAMES if name.startswith("classics/"))


def book(name: str) -> LoadedBook:
    return shipped.book(f"classics/{name}")


def full_name(name: str) -> str:
    """Return the name in the library of a classic, or of a game that is named with its folder."""
    return name if "/" in name else f"classics/{name}"


def game(name: str, players: int | None = None, **options: str | int) -> ConfiguredGame:
    return shipped.game(full_name(name), players, **options)


def text(name: str) -> str:
    return (library() / f"{full_name(name)}.rules").read_text(encoding="utf-8")


def lines(name: str) -> int:
    """Return the number of lines, without blank lines, comments, looks and words."""
    count, apart = 0, False
    for line in text(name).splitlines():
        if line.strip() and not line.startswith(" "):
            apart = line.startswith(("words ", "look "))
        count += bool(line.strip()) and not apart and not line.lstrip().startswith("#")
    return count
