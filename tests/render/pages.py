"""Pages of shipped games, rendered once for all tests, and what is in their Markdown.

`python -m tests.render.pages GAME …` prints checksums of their pages, to be compared with those made in another
process.
"""

from __future__ import annotations

import json
import re
import sys
from functools import cache
from hashlib import sha256

from rulekit.prose import languages
from rulekit.render.game_pages import RenderedPage, RenderRequest, render_game

LANGUAGES = tuple(language for language in ("en", "nl") if language in languages())
LINK = re.compile(r'(?<!\\)\]\(([^)\s"]*)(?: "[^"]*")?\)')
IDENTITY = re.compile(r'\{ #([^\s}]+)[^}]*\}|<a id="([^"]+)">')


@cache
def made(game: str, beside: tuple[str, ...] = ()) -> tuple[RenderedPage, ...]:
    """Return the pages of a game in every tested language."""
    wanted = RenderRequest(
        game, (), tuple((language, f"{language}/") for language in LANGUAGES), False, (game, *beside)
    )
    return tuple(render_game(wanted))


def digests(game: str) -> dict[str, str]:
    """Return a checksum of every file of a game's pages, by the file's path."""
    return {name: sha256(data).hexdigest() for page in made(game) for name, data in page.files.items()}


def text(page: RenderedPage) -> str:
    """Return the reference followed by the editor's notes."""
    return f"{reference(page)}\n{notes(page)}"


def rules(page: RenderedPage) -> str:
    return page.files[f"{page.file}.md"].decode()


def reference(page: RenderedPage) -> str:
    return page.files[f"{page.file}/reference.md"].decode()


def notes(page: RenderedPage) -> str:
    return page.files[f"{page.file}/notes.md"].decode()


def anchors(markdown: str) -> list[str]:
    """Return every address on a page."""
    return [heading or word for heading, word in IDENTITY.findall(markdown)]


def links(markdown: str) -> list[str]:
    return LINK.findall(markdown)


if __name__ == "__main__":
    print(json.dumps({game: digests(game) for game in sys.argv[1:]}))
