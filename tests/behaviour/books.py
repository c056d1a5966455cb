"""The rulebooks in this folder, by name: loading them, checking them, and running their examples and random games."""

from __future__ import annotations

from pathlib import Path

import rulekit
from rulekit.pipeline import EngineName
from rulekit.play.game import GameState
from rulekit.play.loaded_book import LoadedBook

HERE = Path(__file__).parent
ENGINES: tuple[EngineName, ...] = ("wasm", "reference")


def book(name: str) -> LoadedBook:
    """Return a rulebook of this folder by a name such as `meaning/idx`."""
    return rulekit.load(str(HERE / f"{name}.rules"))


def start(name: str, engine: EngineName = "wasm", players: int | None = None) -> GameState:
    return book(name).configure(players, engine=engine).start()
