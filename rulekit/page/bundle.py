"""Make the folder of a page, as files by their paths in it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from ..play.loaded_book import LoadedBook
from ..prose import title_of
from ..session.words import GameWords
from .kept_game import KeptGame
from .runtime import ASSETS, runtime_files, snapshot

NAMES: Final[Mapping[str, str]] = {"en": "English", "nl": "Nederlands", "de": "Deutsch"}
"""The languages that a page may have, each by its own name."""
WORDS: Final = (
    *("language", "colours", "players", "seats", "person", "random", "start", "open", "loading", "opening"),
    *("board", "options", "filter", "why", "rule", "history", "back", "undo", "save", "copy", "copied", "new"),
    *("decides", "over", "result", "hand-over", "ready", "none", "bad-save", "failed"),
)
"""The fixed words of a page: `ui-play-…` of the grammars."""
VALUES: Final = {name: f"{{{name}}}" for name in ("seat", "result", "why", "cites")}
"""What the page puts into its words."""
PAGE: Final = "index.html"


def shared_files(runtime: Path | None = None) -> dict[str, bytes]:
    """Return what all pages of a folder share: program, style and runtime."""
    own = {path.name: path.read_bytes() for path in ASSETS.iterdir() if path.name not in (PAGE, "snapshot.mjs")}
    parts = runtime_files(runtime)
    return own | {f"runtime/{name}": data for name, data in {**parts, "rulekit.bin": snapshot(parts)}.items()}


def game_files(
    book: LoadedBook, options: Mapping[str, int | str], players: int | None = None, up: str = "./"
) -> Iterator[tuple[str, bytes]]:
    """Yield the files of one game; `up` leads from them to what pages share."""
    counts = book.player_counts if players is None else (players,)
    seats: dict[str, dict[int, tuple[str, ...]]] = {}
    about: dict[str, dict[str, object]] = {}
    for count in counts:
        game = book.configure(count, options)
        yield f"games/{count}.bin", KeptGame.of(game).pack()
        for language in _languages(book):
            words = GameWords.of(game, language)
            seats.setdefault(language, {})[count] = words.seats
            said = {key: words.speaker.ui(f"play-{key}", **VALUES) for key in WORDS}
            said["cites"] = words.ui("cites", **VALUES)
            title = title_of(game.rulebook, language) or words.seats[0]
            about[language] = {"name": NAMES[language], "title": title, "words": said, "seats": seats[language]}
    told = {"name": book.name, "players": counts, "languages": about}
    yield "game.json", json.dumps(told, ensure_ascii=False).encode()
    yield PAGE, (ASSETS / PAGE).read_text(encoding="utf-8").replace("{up}", up).encode()


def _languages(book: LoadedBook) -> Sequence[str]:
    """Return the languages in which the game has words, or else the first."""
    return [one for one in NAMES if title_of(book.rulebook, one) is not None] or [next(iter(NAMES))]
