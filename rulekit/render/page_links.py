"""Finds the page of a game that contains an anchor, and the path to this page from another one.

The rules, the reference, the editor's notes and the pages of questions belong together. A link only names an anchor;
its page is looked up when the pages are written. `linked_line` turns the references to sections in a text, such as `see
TITLE`, into links.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import field, frozen

from ..check.checks.section_names import references
from . import page_blocks as d


@frozen
class PageLinks:
    """The destinations of the links on a page. All paths are relative to the folder of the game's first page, and
    `folder` is the page's own folder below it. `pages` maps the anchors on other pages to the paths of these pages."""

    folder: str = ""
    pages: Mapping[str, str] = field(factory=dict)

    def page(self, anchor: str) -> str:
        """Return the path of the page with this anchor, as seen from this page; empty if the anchor is on this page."""
        there = self.pages.get(anchor, "")
        return self.beside(there) if there else ""

    def beside(self, page: str) -> str:
        """Return the path of a page as seen from this page."""
        if not self.folder:
            return page
        inside = f"{self.folder}/"
        return page.removeprefix(inside) if page.startswith(inside) else f"../{page}"


HERE = PageLinks()


def links_from(own: Sequence[d.PageBlock], folder: str, others: Mapping[str, Sequence[d.PageBlock]]) -> PageLinks:
    """Return the links for a page with the blocks `own`. `others` maps the paths of the other pages to their blocks. If
    several of these contain the same anchor, the last one counts."""
    found = {anchor: path for path, blocks in others.items() for anchor in anchors_in(blocks)}
    here = set(anchors_in(own))
    return PageLinks(folder, {anchor: path for anchor, path in found.items() if anchor not in here})


def anchors_in(blocks: Sequence[d.PageBlock]) -> Iterator[str]:
    """Yield the anchors of all headings and targets."""
    for block in d.blocks_of(tuple(blocks)):
        match block:
            case d.Heading(anchor=anchor):
                yield anchor
            case d.PageParagraph(line=line):
                yield from _targets(line)
            case d.PageTable(rows=rows):
                for row in rows:
                    for cell in row:
                        yield from _targets(cell)


def _targets(line: d.InlineLine) -> Iterator[str]:
    return (piece.anchor for piece in line if isinstance(piece, d.Target))


def linked_line(line: d.InlineLine, language: str, anchors: Mapping[str, str]) -> Iterator[d.InlinePiece]:
    """Yield the inline pieces of a line, with each reference to a section as a link. `anchors` maps the titles of
    sections to their anchors."""
    for piece in line:
        if not isinstance(piece, str):
            yield piece
            continue
        done = 0
        for at, title in references(piece, language, anchors):
            if title:
                yield piece[done:at]
                yield d.AnchorLink(title, anchors[title])
                done = at + len(title)
        yield piece[done:]
