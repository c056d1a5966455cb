"""Cuts a text into pieces (the header, clauses and edits) without parsing it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

_BEGINNING: Final = re.compile(r"^[^ \t\r\n#)\]}]", re.MULTILINE)
"""The first character of a line that begins a piece: at the left margin, neither a comment nor a closing bracket."""


class CutPiece(NamedTuple):
    """The text of a piece that is not parsed, and the offset at which it begins."""

    text: str
    start: int


def cut_pieces(text: str) -> Iterator[CutPiece]:
    """Yield the pieces of a text in order: the header, then each clause or edit."""
    starts = [0, *(found.start() for found in _BEGINNING.finditer(text))][1:]
    if not starts:
        return
    starts[0] = 0  # the first piece includes comments before the header
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        yield CutPiece(text[start:end], start)
