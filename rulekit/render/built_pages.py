"""Pages of a site as HTML, made by the processes that render them: MkDocs itself would turn one after the other.

What MkDocs does with a page's Markdown is the same here, in two steps: `build_page` knows nothing of other pages, and
`place_page` gives the links between files their addresses, and has MkDocs check them.
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
"""The settings of a page, which begin its file."""
MOST_LISTED: Final = 20
"""The most headings of the third level that are listed beside a page, with its chapters a screen; beside a longer page
there are only chapters."""


@frozen
class MarkdownSettings:
    """The extensions of Python-Markdown that a site uses, and what is asked of them."""

    extensions: Sequence[str]
    configs: Mapping[str, Any]


@frozen
class BuiltPage:
    """A page without its template: its HTML, with links as the Markdown has them, and its headings as `toc` gives
    them."""

    html: str
    headings: Sequence[Any]


def build_page(text: str, settings: MarkdownSettings) -> tuple[bytes, BuiltPage]:
    """Return the settings at the beginning of a Markdown page, and the rest of it as HTML."""
    from markdown import Markdown

    front = found[0] if (found := FRONT.match(text)) else ""
    writer = Markdown(extensions=[*settings.extensions], extension_configs={**settings.configs})
    html = writer.convert(text[len(front) :])
    headings = getattr(writer, "toc_tokens", [])
    if html.count("<h3") > MOST_LISTED:
        headings = [{**top, "children": [{**one, "children": []} for one in top["children"]]} for top in headings]
    return front.encode(), BuiltPage(html, headings)


def place_page(page: Any, built: BuiltPage, stands_in: bool, config: Any, files: Any) -> None:
    """Fill in a page of MkDocs, as its own `render` does. Anchors of a page that stands in for a late one are not
    checked."""
    from mkdocs.structure import pages, toc

    links = pages._RelativePathTreeprocessor(page.file, files, config)  # it also reports links to nothing
    known: dict[str, str] = {}

    def placed(link: re.Match[str]) -> str:
        if link[2] not in known:
            known[link[2]] = escape(links.path_to_url(unescape(link[2])))
        return f'{link[1]}{known[link[2]]}"'

    page.content = LINK.sub(placed, built.html)
    page.toc = toc.get_toc([*built.headings])
    page.present_anchor_ids = None if stands_in else set(ANCHOR.findall(built.html))
    page.links_to_anchors = None if stands_in else links.links_to_anchors
