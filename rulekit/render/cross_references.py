"""Makes links of what a text says about other sections: `see TITLE`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..check.checks.section_references import references
from . import page_blocks as d


def linked_line(line: d.InlineLine, language: str, anchors: Mapping[str, str]) -> Iterator[d.InlinePiece]:
    """Yield a line with a link for each reference to a section; `anchors` has those of the page, by title."""
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
