"""Collects the files that `rulekit render` writes: pages, the start page, the mkdocs settings, a style sheet and a
script.

The script gives names to controls to which the theme gives none, and makes them reachable by keyboard. Editions of one
game share a tab. No file loads fonts, scripts or pictures from another host.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..prose.grammar import grammar
from ..scene import palette_rules
from .editions import NOTES, REFERENCE
from .gallery import Gallery
from .game_pages import RenderedPage
from .markdown import theme_text, yaml_text

ASSETS = Path(__file__).resolve().parent / "assets"
STYLE = "assets/rulekit.css"
SCRIPT = "assets/rulekit.js"

Nav = Sequence[str | Mapping[str, Any]]
"""A navigation as in `mkdocs.yml`: files of pages, and mappings from titles to a page or a nested navigation."""

_BETWEEN = r"[\s\-,.;:!?()“”„\"…]"
"""Matches a character between words, as a regular expression of JavaScript."""

SETTINGS = Path(__file__).with_suffix(".yml").read_text(encoding="utf-8")

EXTENSIONS = (
    "admonition",
    "attr_list",
    "md_in_html",
    "tables",
    "pymdownx.details",
    "pymdownx.superfences",
    ("pymdownx.highlight", {"use_pygments": True}),
    ("pymdownx.tabbed", {"alternate_style": True}),
    ("toc", {"permalink": True, "permalink_title": "", "toc_depth": 3}),
)
"""The Markdown extensions that pages need, as in `mkdocs.yml`."""


def settings(name: str, language: str, nav: Nav, words: Mapping[str, str]) -> str:
    """Return the text of a complete `mkdocs.yml`. Its values are JSON, which is valid YAML and always quoted
    correctly."""
    extensions = "\n".join(
        f"  - {one}" if isinstance(one, str) else f"  - {one[0]}: {json.dumps(one[1])}" for one in EXTENSIONS
    )
    return SETTINGS.format(
        name=yaml_text(name),
        language=language,
        style=STYLE,
        script=SCRIPT,
        reference=REFERENCE,
        notes=NOTES,
        nav=json.dumps(theme_nav(nav), ensure_ascii=False),
        extensions=extensions,
        dark=yaml_text(words["dark"]),
        light=yaml_text(words["light"]),
        separator=json.dumps(search_separator(language), ensure_ascii=False),
    )


def search_separator(language: str) -> str:
    """Return the pattern at which the theme's search splits texts and queries. It matches small words, too, so that
    they are not searched for.

    The search finds every word that begins with a word of the query. Otherwise the "a" of "roll a die" would find
    "Another turn". The theme puts this pattern into a regular expression with numbered groups, so ours must not be
    numbered."""
    small = "|".join(f"[{one[0].upper()}{one[0]}]{one[1:]}" for one in grammar(language).words("unsearched-words"))
    return f"(?:(?:^|{_BETWEEN})(?:{small})(?={_BETWEEN}|$)|{_BETWEEN})+"


def theme_nav(nav: Nav) -> list[Any]:
    """Return the navigation with titles that every theme of mkdocs shows correctly."""
    return [
        one if isinstance(one, str) else {theme_text(t): _pages(inside) for t, inside in one.items()} for one in nav
    ]


def _pages(inside: Any) -> Any:
    return inside if isinstance(inside, str) else theme_nav(inside)


def assets() -> dict[str, bytes]:
    """Return the style sheet, script and fonts, keyed by their paths below the folder of all pages."""
    found = {f"assets/fonts/{font.name}": font.read_bytes() for font in sorted((ASSETS / "fonts").iterdir())}
    style = b"".join((ASSETS / name).read_bytes() for name in ("fonts.css", "rulekit.css")) + palette_rules().encode()
    return {STYLE: style, SCRIPT: (ASSETS / Path(SCRIPT).name).read_bytes(), **found}


def output(pages: Sequence[RenderedPage]) -> dict[str, bytes]:
    """Return all files of the output, keyed by their paths in its folder."""
    first = pages[0]
    found: dict[str, bytes] = {f"docs/{name}": data for name, data in assets().items()}
    for one in pages:
        found.update({f"docs/{name}": data for name, data in one.files.items()})
        found.update({f"pdf/{one.file}{end}.pdf": data for end, data in one.printed.items()})
    found["docs/index.md"] = Gallery(title(pages)).markdown(pages).encode()
    listed: Nav = [{first.words["start"]: "index.md"}, *nav(pages)]
    found["mkdocs.yml"] = settings(title(pages), first.language, listed, first.words).encode()
    return found


def title(pages: Sequence[RenderedPage]) -> str:
    """Return the title of the output. If all pages are about editions of one game, it is the game's title."""
    families = {one.family for one in pages}
    if len(pages) == 1:
        return pages[0].title
    return pages[0].family_title if len(families) == 1 else pages[0].words["rules"]


def nav(pages: Sequence[RenderedPage]) -> list[dict[str, object]]:
    """Return the navigation. Editions of one game are grouped; a game with one edition has no group."""
    return grouped([(one.family, one.family_title, one.title, f"{one.file}.md") for one in pages])


def grouped(rows: Iterable[tuple[str, str, str, str]]) -> list[dict[str, object]]:
    """Return the navigation for rows of family, family title, title and file. Pages of one family are grouped under its
    title."""
    families: dict[tuple[str, str], list[dict[str, object]]] = {}
    for family, family_title, title, file in rows:
        families.setdefault((family, family_title), []).append({title: file})
    found: list[dict[str, object]] = []
    for (_, family_title), members in families.items():
        found += members if len(members) == 1 or len(families) == 1 else [{family_title: members}]
    return found
