"""The words of a page in each language: its own, and those of its game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ..model.naming import LAYER, word_name
from ..play.loaded_book import LoadedBook
from ..prose import title_of
from ..session.words import GameWords

NAMES: Final[Mapping[str, str]] = {"en": "English", "nl": "Nederlands", "de": "Deutsch"}
"""The languages that a page may have, each by its own name."""
WORDS: Final = (
    *("language", "colours", "players", "seats", "person", "random", "start", "open", "loading", "opening"),
    *("board", "options", "filter", "why", "rule", "history", "back", "undo", "save", "copy", "copied", "new"),
    *(
        "others",
        "compiling",
        "step",
        "previous",
        "next",
        "decides",
        "over",
        "result",
        "hand-over",
        "ready",
        "none",
        "bad-save",
        "failed",
        "news",
        "alone",
        "how",
        "book",
        "more",
    ),
)
"""The fixed words of a page: `ui-play-…` of the grammars."""
VALUES: Final = {name: f"{{{name}}}" for name in ("seat", "result", "why", "cites", "title", "at", "count")}
"""Placeholders that the page replaces by values."""


def languages_of(book: LoadedBook) -> Sequence[str]:
    """Return the languages in which the game has a title; the default language if it has none."""
    return [one for one in NAMES if title_of(book.rulebook, one) is not None] or [next(iter(NAMES))]


def language_words(words: GameWords) -> dict[str, object]:
    """Return the language's name, the game's title in it, and the fixed words of a page to play on."""
    said = {key: words.speaker.ui(f"play-{key}", **VALUES) for key in WORDS}
    said["cites"] = words.ui("cites", **VALUES)
    title = words.speaker.title(word_name(LAYER, words.game.rulebook.name))
    return {"name": NAMES[words.speaker.language], "title": title, "words": said}
