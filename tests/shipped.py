"""The rulebooks that come with rulekit, each read once and each game made once for all tests of a process.

Which of them are games is said beforehand, for tests are named by it before any book is read; that it is so is held by
`tests/render/test_pages.py`.
"""

from __future__ import annotations

from functools import cache

import pytest

from rulekit.model.rulebook import Config
from rulekit.pipeline import make_engine
from rulekit.play.game import ConfiguredGame
from rulekit.play.loaded_book import LoadedBook, load, machine_of
from rulekit.rulebook_files import names

EMISSARY = ("emissary/standard", "emissary/first-game", "emissary/mof-alliance")
"""Of that family the games: all else is the base, and a layer for each character."""
PARTS = (
    "czar/base",
    "czar/collecting",
    *(name for name in names() if name.startswith("emissary/") and name not in EMISSARY),
)
"""What is no game by itself."""
GAMES = tuple(name for name in names() if name not in PARTS)
WITHIN = (
    "carcassonne/base",
    "carcassonne/messages",
    "carcassonne/messages-c1",
    "carcassonne/messages-c2",
    "emissary/first-game",
    "emissary/mof-alliance",
)
"""Games of a large family all of whose clauses stand in the stacks of other games of it, but for those of `SLIGHT`."""
SLIGHT = ("variants/emissary/first-game.rules", "variants/emissary/mof-alliance.rules")
"""Layers with a clause or two of their own, which tests of their family look at."""
COVERING = tuple(name for name in GAMES if name not in WITHIN)
"""Games that hold every clause of the library between them: for what asks each clause and takes seconds a book."""
ALIKE = (
    *("emissary/standard", "carcassonne/messages-c1-rgg"),
    *("czar/dutch", "czar/english", "czar/gentle-roubles", "czar/without-roubles"),
)
"""Games of `COVERING` of which another one of the family is built of the same forms, or whose parts are tested."""
BUILT = tuple(pytest.param(name, marks=pytest.mark.soak) if name in ALIKE else name for name in COVERING)
"""For tests of how a game is compiled, not of what it says: one game of each family, all of `COVERING` in the soak."""


@cache
def book(name: str) -> LoadedBook:
    return load(name)


@cache
def game(name: str, players: int | None = None, **options: str | int) -> ConfiguredGame:
    """None: the fewest players."""
    return game_of(book(name), Config(book(name).player_counts[0] if players is None else players, options))


def game_of(loaded: LoadedBook, config: Config) -> ConfiguredGame:
    """Return a game of a shipped book.  What players may know in it is checked by the tests of its family, and takes
    longer than all the rest.
    """
    model = loaded.playable_model(config)
    return ConfiguredGame(loaded.name, loaded.layers, model, make_engine(machine_of(model), "wasm"))
