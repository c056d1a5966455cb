"""The four games of this family, each configured once however many tests ask for it."""

from __future__ import annotations

from functools import cache

from rulekit.pipeline import Game
from rulekit.pipeline import load as load_stack
from rulekit.play.facade import LoadedBook, load

EDITIONS = ("czar/english", "czar/dutch", "czar/dutch-revised", "czar/gentle-roubles")
PLAYERS = (2, 3, 4, 5)


@cache
def book(name: str) -> LoadedBook:
    return load(name)


@cache
def game(name: str, players: int, **options: str | int) -> Game:
    return load_stack(name).configure(players, options, examples=False)
