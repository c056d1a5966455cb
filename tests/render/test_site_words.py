"""Words around a page (names of sections, colour schemes, words of mkdocs) are in the language of the page."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("mkdocs")

from rulekit.render.library_site import Site, SiteSettings, site
from rulekit.render.mkdocs_plugin import RulekitPlugin

GAME = "classics/nine-mens-morris"
MADE: list[Site] = []


def made() -> Site:
    if not MADE:
        MADE.append(site(SiteSettings([GAME])))
    return MADE[0]


def test_a_game_is_there_in_every_language_that_it_has_words_in() -> None:
    assert [f"games/{one}/{GAME}.md" in made().files for one in ("en", "nl", "de")] == [True, True, True]
    page = made().files[f"games/de/{GAME}.md"].decode()
    assert "# Mühle {" in page and "## How " not in page


def section(title: str, *children: Any) -> Any:
    return SimpleNamespace(title=title, children=list(children))


def framed(file: str, nav: Any, theme: dict[str, Any]) -> list[str]:
    plugin = RulekitPlugin()
    plugin.site, plugin.language = made(), "en"
    page = SimpleNamespace(file=SimpleNamespace(src_uri=file))
    plugin.on_page_context({}, page=page, config=SimpleNamespace(theme=theme), nav=nav)
    return [theme["language"], theme["palette"][0]["toggle"]["name"], *(item.title for item in nav.items)]


def test_a_page_is_framed_in_its_own_language_and_the_next_in_its_own() -> None:
    leaf = SimpleNamespace(title="A page", children=None)
    nav = SimpleNamespace(
        items=[section("Guides", leaf), section("Rules of games", section("Editions compared", leaf))]
    )
    theme = {"language": "en", "palette": [{"toggle": {"name": "Dark colours"}}]}
    dutch = framed(f"games/nl/{GAME}.md", nav, theme)
    assert dutch == ["nl", "Donkere kleuren", "Guides", "Spelregels"]
    assert nav.items[1].children[0].title == "Edities vergeleken" and leaf.title == "A page"
    german = framed(f"games/de/{GAME}.md", nav, theme)
    assert german == ["de", "Dunkle Farben", "Guides", "Spielregeln"]
    assert framed("language.md", nav, theme) == ["en", "Dark colours", "Guides", "Rules of games"]
