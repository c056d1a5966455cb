"""Pages of shipped games, rendered once for all tests, and what stands in their Markdown."""

from __future__ import annotations

import re
from functools import cache

from rulekit.prose import languages
from rulekit.render.book import RenderedPage, Wanted, render
from rulekit.render.site import whole_games

LANGUAGES = tuple(language for language in ("en", "nl") if language in languages())
GAMES = tuple(whole_games())
LINK = re.compile(r'(?<!\\)\]\(([^)\s"]*)(?: "[^"]*")?\)')
IDENTITY = re.compile(r'\{ #([^\s}]+)[^}]*\}|<a id="([^"]+)">')


@cache
def made(game: str, beside: tuple[str, ...] = ()) -> tuple[RenderedPage, ...]:
    """The pages of a game in every language that the tests look at."""
    wanted = Wanted(game, (), tuple((language, f"{language}/") for language in LANGUAGES), False, (game, *beside))
    return tuple(render(wanted))


def text(page: RenderedPage) -> str:
    return page.files[f"{page.file}.md"].decode()


def anchors(markdown: str) -> list[str]:
    """Every address on a page."""
    return [heading or word for heading, word in IDENTITY.findall(markdown)]


def links(markdown: str) -> list[str]:
    return LINK.findall(markdown)
