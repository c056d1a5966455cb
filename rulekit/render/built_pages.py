"""Turns pages of a site into HTML in the processes that render them. MkDocs itself would do this for one page after the
other.

The result is the same as that of MkDocs. It has two steps: `build_page` needs nothing of other pages. `place_page`
turns links between files into addresses, and lets MkDocs check them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape, unescape
from typing import Any, Final

from attrs import frozen

LINK: Final = re.compile(r'(<(?:a|img)\b[^>]*? (?:href|src)=")([^"]*)"')
ANCHOR: Final = re.compile(r'<[a-z][^>]*? id="([^"]+)"')
FRONT: Final = re.compile(r"---\n.*?\n---\n", re.DOTALL)
"""Matches the settings at the beginning of a page's file."""
MOST_LISTED: Final = 20
"""The greatest number of third-level headings that are listed beside a page; more would not fit on a screen. Beside a
page with more, only chapters are listed."""


@frozen
class MarkdownSettings:
    """The extensions of Python-Markdown that a site uses, and the settings of each."""

    extensions: Sequence[str]
    configs: Mapping[str, Any]


@frozen
class BuiltPage:
    """A page as HTML without its template. Its links are still those of the Markdown. `headings` are in the form of the
    extension `toc`."""

    html: str
    headings: Sequence[Any]


def build_page(text: str, settings: MarkdownSettings) -> tuple[bytes, BuiltPage]:
    """Return the settings at the beginning of a Markdown page, and the rest of the page as HTML."""
    from markdown import Markdown

    front = found[0] if (found := FRONT.match(text)) else ""
    writer = Markdown(extensions=[*settings.extensions], extension_configs={**settings.configs})
    html = writer.convert(text[len(front) :])
    headings = getattr(writer, "toc_tokens", [])
    if html.count("<h3") > MOST_LISTED:
        headings = [{**top, "children": [{**one, "children": []} for one in top["children"]]} for top in headings]
    return front.encode(), BuiltPage(html, headings)


def place_page(page: Any, built: BuiltPage, stands_in: bool, config: Any, files: Any) -> None:
    """Fill in the contents of a page object of MkDocs, as its own method `render` does. `stands_in` says that this is
    an old version of the page; its anchors are then not checked."""
    from mkdocs.structure import pages, toc

    links = pages._RelativePathTreeprocessor(page.file, files, config)  # it also reports broken links
    known: dict[str, str] = {}

    def placed(link: re.Match[str]) -> str:
        if link[2] not in known:
            known[link[2]] = escape(links.path_to_url(unescape(link[2])))
        return f'{link[1]}{known[link[2]]}"'

    page.content = LINK.sub(placed, built.html)
    page.toc = toc.get_toc([*built.headings])
    page.present_anchor_ids = None if stands_in else set(ANCHOR.findall(built.html))
    page.links_to_anchors = None if stands_in else links.links_to_anchors
