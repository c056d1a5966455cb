"""The classic games: their names, each configured once however many tests ask for it, and the size of their text."""

from __future__ import annotations

from functools import cache

from rulekit.play.game import ConfiguredGame
from rulekit.play.loaded_book import LoadedBook, load
from rulekit.rulebook_files import library
from rulekit.rulebook_files import names as library_names

NAMES = tuple(name.removeprefix("classics/") for name in library_names() if name.startswith("classics/"))


@cache
def book(name: str) -> LoadedBook:
    return load(f"classics/{name}")


@cache
def game(name: str, players: int | None = None, **options: str | int) -> ConfiguredGame:
    return book(name).configure(players, options)


def text(name: str) -> str:
    return (library() / "classics" / f"{name}.rules").read_text(encoding="utf-8")


def lines(name: str) -> int:
    """Lines that are neither blank nor a comment, without how it looks and what it is called in words."""
    count, apart = 0, False
    for line in text(name).splitlines():
        if line.strip() and not line.startswith(" "):
            apart = line.startswith(("words ", "look "))
        count += bool(line.strip()) and not apart and not line.lstrip().startswith("#")
    return count
