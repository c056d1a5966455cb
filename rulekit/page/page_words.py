"""Collects the words of a page in each language: the page's own words, and those of its game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ..model.naming import LAYER, word_name
from ..play.loaded_book import LoadedBook
from ..prose import title_of
from ..session.words import GameWords

NAMES: Final[Mapping[str, str]] = {"en": "English", "nl": "Nederlands", "de": "Deutsch"}
"""A mapping from the languages that a page may have to their own names for themselves."""
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
"""The page's own words: the ends of the names `ui-play-…` of messages in the grammars."""
VALUES: Final = {name: f"{{{name}}}" for name in ("seat", "result", "why", "cites", "title", "at", "count")}
"""Placeholders such as `{seat}` in the page's words; the page replaces them by values."""


def languages_of(book: LoadedBook) -> Sequence[str]:
    """Return the languages in which the game has a title; if it has none at all, the default language."""
    return [one for one in NAMES if title_of(book.rulebook, one) is not None] or [next(iter(NAMES))]


def language_words(words: GameWords) -> dict[str, object]:
    """Return a dict with the language's name, the game's title in it, and the page's own words."""
    said = {key: words.speaker.ui(f"play-{key}", **VALUES) for key in WORDS}
    said["cites"] = words.ui("cites", **VALUES)
    title = words.speaker.title(word_name(LAYER, words.game.rulebook.name))
    return {"name": NAMES[words.speaker.language], "title": title, "words": said}
