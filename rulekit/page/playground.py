"""Makes the files of the playground: an editor beside a page to play on, for every game of the library.

Its page is `assets/playground/playground.html`. The game is played in a frame, which contains an ordinary page to play
on (`framed.mjs`). `playground.json` has the texts that the playground starts with and all its words; `library.bin` has
the texts of the library.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any, Final

from ..diagnostics.codes import code_titles, diagnostic_page, terminal_text
from ..play.loaded_book import load
from ..play.variant_text import variant_text
from ..prose import title_of
from ..prose.grammar import grammar
from ..rulebook_files import library
from ..syntax.lexer import PATTERN
from ..syntax.parse_table import keywords
from ..syntax.word_reading import OPENING, unusable_names
from .bundle import PAGE
from .editor_parts import editor_files
from .page_words import NAMES
from .runtime import ASSETS, packed

FOLDER: Final = "playground/"
PLAYER: Final = "player.html"
"""The file of the page that is shown in the frame."""
VALUES: Final = {name: f"{{{name}}}" for name in ("count", "file", "place", "why", "code", "at", "failed", "language")}
"""Placeholders such as `{count}` in the page's words; the page replaces them by values."""
WORDS: Final = (
    *("title", "begin", "files", "text", "results", "messages", "rules", "pictures", "play"),
    *("changes", "share", "copied", "open", "save", "find", "leave", "loading", "checking"),
    *("right", "warnings", "wrong", "last-good", "new-rules", "play-new", "players"),
    *("stopped", "play-stopped", "game-stopped", "begin-stopped", "rest-stopped"),
    *("compiling", "apply", "meaning", "exactly", "moves", "other", "nothing-changed", "bad-address", "failed"),
    *("changed", "at", "working", "in-full", "show-text", "hide-text", "what-changes", "unchanged"),
    *(
        "examples-tried",
        "examples-hold",
        "examples-failed",
        "examples-fail",
        "example-base",
        "example-own",
        "example-fault",
    ),
    *("wanted", "got", "reasons", "steps", "defined", "used", "foreign", "foreign-why", "foreign-out"),
)
"""The page's own words: the ends of the names `ui-playground-…` of messages in the grammars."""
SPELLED: Final = (("(?P<", "(?<"), (r"\#", "#"), (r"[^\W\d]", r"[\p{L}_]"), (r"\w", r"[\p{L}\p{N}_]"))
"""Replacements that turn a regular expression of Python into one of JavaScript."""


def playground_files(games: Sequence[str], up: str = "./", editor: Path | None = None) -> Iterator[tuple[str, bytes]]:
    """Yield the path and the contents of each file of the playground, except files that all pages share. `games` are
    the games to offer. `up` is the path from the page to the shared files. `editor` is a folder `node_modules` that has
    CodeMirror."""
    assets = ASSETS / "playground"
    for name, data in editor_files(editor).items():
        yield f"{FOLDER}editor/{name}", data
    for path in assets.iterdir():
        if path.suffix != ".html":
            yield f"{FOLDER}{path.name}", path.read_bytes()
    yield f"{FOLDER}library.bin", packed(_json(_texts()))
    told = {"starts": [_start(name) for name in games], "languages": _languages(), "tokens": _tokens()}
    yield f"{FOLDER}playground.json", _json(told)
    for code in code_titles():
        yield f"{FOLDER}codes/{code}.html", _code_page(code).encode()
    for name, page in ((PAGE, assets / "playground.html"), (PLAYER, ASSETS / PAGE)):
        yield name, page.read_text(encoding="utf-8").replace("{up}", up).encode()


def _json(data: object) -> bytes:
    return json.dumps(data, ensure_ascii=False).encode()


def _texts() -> dict[str, str]:
    """Return a mapping from paths in the library to the texts of all its rulebooks."""
    return {p.relative_to(library()).as_posix(): p.read_text(encoding="utf-8") for p in library().rglob("*.rules")}


def _start(name: str) -> dict[str, Any]:
    """Return, as JSON, a game that the playground offers: its titles, its files (last layer first), and a new variant
    to edit."""
    book = load(name)
    files = [os.path.relpath(file, os.path.realpath(library())) for file in book.files][::-1]
    stem = f"my_{book.rulebook.name}"
    titles = {language: title_of(book.rulebook, language) for language in NAMES}
    elsewhere = "The other tabs have all clauses, and the search above finds them; what you change there counts, too."
    return {
        "name": name,
        "titles": {language: one for language, one in titles.items() if one is not None},
        "files": files,
        "variant": {
            "name": f"{stem}.rules",
            "text": variant_text(book, stem, f"My {book.rulebook.title}", name.replace("-", "_"), elsewhere),
        },
    }


def _languages() -> dict[str, Any]:
    found: dict[str, Any] = {}
    for language, name in NAMES.items():
        say = grammar(language).say
        words = {word: say(f"ui-playground-{word}", **VALUES) for word in WORDS}
        found[language] = {
            "name": name,
            "words": words | {"language": say("ui-play-language"), "colours": say("ui-play-colours")},
        }
    return found


def _tokens() -> Mapping[str, object]:
    """Return what the browser's editor needs to colour a text: the lexer's pattern and the words of the rules
    language."""
    pattern = "|".join(line.strip().removeprefix("| ") for line in PATTERN.pattern.split("\n"))
    for ours, theirs in SPELLED:
        pattern = pattern.replace(ours, theirs)
    return {
        "pattern": pattern,
        "keywords": sorted(keywords()),
        "opening": sorted(OPENING),
        "reserved": sorted(unusable_names()),
    }


CODE_PAGE: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="../code.css">
</head>
<body>
<main>
<h1>{title}</h1>
<pre tabindex="0">{text}</pre>
</main>
</body>
</html>
"""


def _code_page(code: str) -> str:
    """Return the HTML page that explains a diagnostic code."""
    text = terminal_text(diagnostic_page(code))
    return CODE_PAGE.format(title=escape(f"{code}: {code_titles()[code]}"), text=escape(text))
