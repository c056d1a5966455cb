"""The four games of this family, each configured once however many tests ask for it."""

from __future__ import annotations

from functools import cache

from rulekit.play.game import ConfiguredGame
from rulekit.play.loaded_book import LoadedBook, load

EDITIONS = ("czar/english", "czar/dutch", "czar/dutch-revised", "czar/gentle-roubles")
PLAYERS = (2, 3, 4, 5)


@cache
def book(name: str) -> LoadedBook:
    return load(name)


@cache
def game(name: str, players: int, **options: str | int) -> ConfiguredGame:
    return book(name).configure(players, options)
