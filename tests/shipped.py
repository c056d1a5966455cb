"""The rulebooks that come with rulekit and those of `tests/fragments`, each read once, and each game made once, for all
tests of a process.

The list of games is written here, since tests are named by it before any book is read; `tests/render/test_pages.py`
tests that it is right.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulekit.machine.program import Machine
from rulekit.model.rulebook import Config
from rulekit.pipeline import make_engine
from rulekit.play.game import ConfiguredGame
from rulekit.play.loaded_book import LoadedBook, load, machine_of
from rulekit.rulebook_files import names

EMISSARY = ("emissary/standard", "emissary/first-game", "emissary/mof-alliance")
"""The games of the family "emissary"; its other books are the base and a layer for each character."""
PARTS = (
    "czar/base",
    "czar/collecting",
    "chess/base",
    "connection/base",
    "dice/base",
    "draughts/base",
    "go/base",
    "mancala/base",
    "tafl/base",
    "tricks/base",
    *(name for name in names() if name.startswith("emissary/") and name not in EMISSARY),
)
"""Books that are no game by themselves."""
GAMES = tuple(name for name in names() if name not in PARTS)
WITHIN = (
    "carcassonne/base",
    "carcassonne/messages",
    "carcassonne/messages-c1",
    "carcassonne/messages-c2",
    "emissary/first-game",
    "emissary/mof-alliance",
)
"""Games whose clauses all occur in other games of their family, except those of `SLIGHT`."""
SLIGHT = ("variants/emissary/first-game.rules", "variants/emissary/mof-alliance.rules")
"""Layers with only one or two clauses, which the tests of their family cover."""
COVERING = tuple(name for name in GAMES if name not in WITHIN)
"""Games that together contain every clause of the library, for tests that look at each clause and take seconds for each
book."""
ALIKE = (
    *(
        "emissary/standard",
        "carcassonne/messages-c1-rgg",
        "classics/shogi",
        "classics/xiangqi",
        *("classics/rummy-all-at-once", "classics/chinese-checkers", "classics/othello"),
        "classics/nine-mens-morris",
    ),
    *("classics/six-mens-morris", "classics/three-mens-morris", "classics/twelve-mens-morris"),
    *("czar/dutch", "czar/english", "czar/gentle-roubles", "czar/without-roubles"),
    *(name for name in GAMES if name.startswith("draughts/") and name != "draughts/english"),
    *(name for name in GAMES if name.startswith("mancala/") and name != "mancala/kalah"),
    *(name for name in GAMES if name.startswith("designs/")),
    *("tafl/fetlar", "tafl/tablut", "go/japanese", "dice/yacht", "dice/yahtzee", "classics/reversi", "connection/y"),
    *("tricks/hearts", "tricks/oh-hell", "tricks/skat", "tricks/whist"),
    *("classics/one-card-poker", "classics/liars-dice", "classics/cribbage"),
    *(name for name in GAMES if name.startswith("chess/") and name != "chess/standard"),
)
"""Games of `COVERING` that use the same forms of the language as another game of the family, or whose parts are tested
elsewhere."""
BUILT = tuple(pytest.param(name, marks=pytest.mark.soak) if name in ALIKE else name for name in COVERING)
"""Games for tests of compilation: `COVERING`, where those in `ALIKE` run only in the soak."""
SPANNING = (
    *("classics/dots-and-boxes", "classics/peg-solitaire", "classics/rock-paper-scissors", "classics/royal-marriage"),
    *("carcassonne/base", "chess/three-check", "czar/dutch-revised", "designs/jam-cupboard", "designs/village-choir"),
    *("draughts/giveaway", "tricks/skat"),
)
"""Games that use every form of the language between them (`tests/test_shipped.py`), for tests of what depends on forms
alone."""
SPANNING_BOOKS = (
    *SPANNING,
    *("chess/base", "czar/base", "czar/collecting", "czar/dutch", "draughts/base", "draughts/russian", "tricks/base"),
)
"""The books of these games."""


def spanning(values: Iterable[Any], chosen: Sequence[Any] = SPANNING) -> list[Any]:
    """Return parameters of a test: all values, where those that are not `chosen` run only in the soak."""
    return [_parameter(value, value in chosen) for value in values]


def every(share: int, values: Iterable[Any]) -> list[Any]:
    """Return parameters of a test: all values, where only the first of each `share` is not left to the soak."""
    return [_parameter(value, at % share == 0) for at, value in enumerate(values)]


def _parameter(value: Any, in_suite: bool) -> Any:
    marks = () if in_suite else pytest.mark.soak
    return pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=marks)


EACH_GAME = spanning(GAMES)
"""All games for tests of what depends on forms, where only `SPANNING` run in the suite."""
EACH_BOOK = spanning(names(), SPANNING_BOOKS)
"""All books for tests of texts, where only `SPANNING_BOOKS` run in the suite."""

FRAGMENTS = sorted((Path(__file__).parent / "fragments").glob("*.rules"))


@cache
def fragment(path: Path) -> LoadedBook:
    return load(str(path))


@cache
def fragment_machine(path: Path) -> Machine:
    return fragment(path).machine()


@cache
def book(name: str) -> LoadedBook:
    return load(name)


@cache
def game(name: str, players: int | None = None, **options: str | int) -> ConfiguredGame:
    """Return a configured game, by default with the fewest players."""
    return game_of(book(name), Config(book(name).player_counts[0] if players is None else players, options))


def game_of(loaded: LoadedBook, config: Config) -> ConfiguredGame:
    """Return a game of a shipped book without checking what players may know, since that takes longer than everything
    else and the tests of its family do it.
    """
    model = loaded.playable_model(config)
    return ConfiguredGame(loaded.name, loaded.layers, model, make_engine(machine_of(model), "wasm"))
