"""Finds on which page of a game an anchor is, and the path of that page as seen from another one.

The rules, the reference, the editor's notes and the pages of questions belong together.  A link names an anchor alone;
the page that has it is found when the pages are written.  `linked_line` links the references in a text: `see TITLE`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import field, frozen

from ..check.checks.section_names import references
from . import page_blocks as d


@frozen
class PageLinks:
    """Where the links of one page lead. Paths are relative to the folder of the game's first page; `folder` is the
    page's own folder below it. `pages` gives the page of each anchor on another page."""

    folder: str = ""
    pages: Mapping[str, str] = field(factory=dict)

    def page(self, anchor: str) -> str:
        """Return the path of the page with an anchor; empty if it is the page itself."""
        there = self.pages.get(anchor, "")
        return self.beside(there) if there else ""

    def beside(self, page: str) -> str:
        """Return the path of a page as seen from this one."""
        if not self.folder:
            return page
        inside = f"{self.folder}/"
        return page.removeprefix(inside) if page.startswith(inside) else f"../{page}"


HERE = PageLinks()


def links_from(own: Sequence[d.PageBlock], folder: str, others: Mapping[str, Sequence[d.PageBlock]]) -> PageLinks:
    """Return the links for a page with its `own` blocks; if several of `others` have an anchor, the last of them
    counts."""
    found = {anchor: path for path, blocks in others.items() for anchor in anchors_in(blocks)}
    here = set(anchors_in(own))
    return PageLinks(folder, {anchor: path for anchor, path in found.items() if anchor not in here})


def anchors_in(blocks: Sequence[d.PageBlock]) -> Iterator[str]:
    """Yield the anchor of each heading and each target."""
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
    """Yield a line with a link for each reference to a section; `anchors` has the anchor of each section's title."""
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
