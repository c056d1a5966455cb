"""What `rulekit render` writes: the pages of some games, one page to begin at, and the settings for mkdocs.

Editions of one game stand under one tab.
"""

from __future__ import annotations

from collections.abc import Sequence

from . import document as d
from . import project
from .book import RenderedPage
from .markdown import markdown


def output(pages: Sequence[RenderedPage]) -> dict[str, bytes]:
    """Every file by its path in the folder of the output."""
    first = pages[0]
    found: dict[str, bytes] = {f"docs/{name}": data for name, data in project.assets().items()}
    for one in pages:
        found.update({f"docs/{name}": data for name, data in one.files.items()})
        if one.booklet:
            found[f"pdf/{one.file}.pdf"] = one.booklet
    found["docs/index.md"] = gallery(pages, title(pages)).encode()
    listed: project.Nav = [{first.words["start"]: "index.md"}, *nav(pages)]
    found["mkdocs.yml"] = project.settings(title(pages), first.language, listed, first.words).encode()
    return found


def title(pages: Sequence[RenderedPage]) -> str:
    """What the whole is called: as the game, where all are editions of one."""
    families = {one.family for one in pages}
    if len(pages) == 1:
        return pages[0].title
    return pages[0].family_title if len(families) == 1 else pages[0].words["rules"]


def nav(pages: Sequence[RenderedPage]) -> list[dict[str, object]]:
    """The pages by family; a family of one stands by itself."""
    families: dict[str, list[RenderedPage]] = {}
    for one in pages:
        families.setdefault(one.family, []).append(one)
    found: list[dict[str, object]] = []
    for members in families.values():
        listed: list[dict[str, object]] = [{one.title: f"{one.file}.md"} for one in members]
        found += listed if len(members) == 1 or len(families) == 1 else [{members[0].family_title: listed}]
    return found


def gallery(pages: Sequence[RenderedPage], heading: str, folder: str = "") -> str:
    """Every game with a picture of its set-up and what it is about; the page stands in `folder`."""
    cards: list[d.PageBlock] = []
    for one in pages:
        page = f"{one.file.removeprefix(folder)}.md"
        blocks: list[d.PageBlock] = []
        if one.picture:
            blocks.append(d.Figure(one.picture.removeprefix(folder), one.title, link=page))
        blocks.append(d.PageParagraph((d.AnchorLink(one.title, "", page),), "rk-card-title"))
        if one.summary:
            blocks.append(d.PageParagraph((one.summary,)))
        cards.append(d.Box("rk-card", tuple(blocks)))
    whole = (d.Heading(1, (heading,), "top"), d.Box("rk-gallery", tuple(cards)))
    return markdown(d.Page("index", heading, pages[0].language, whole), lambda _: None, "")
