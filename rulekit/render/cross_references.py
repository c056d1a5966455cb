"""Makes links of the references to other sections in a text: `see TITLE`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..check.checks.section_names import references
from . import page_blocks as d


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
