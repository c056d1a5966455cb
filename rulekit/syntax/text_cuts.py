"""Cuts a text where each header, clause or edit begins, without parsing it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

_BEGINNING: Final = re.compile(r"^[^ \t\r\n#)\]}]", re.MULTILINE)
"""The first character of a line that begins a piece: at the left margin, neither a comment nor a closing bracket."""


class CutPiece(NamedTuple):
    """A piece of a text that is not parsed, and where it begins."""

    text: str
    start: int


def cut_pieces(text: str) -> Iterator[CutPiece]:
    """Yield the pieces of a text."""
    starts = [0, *(found.start() for found in _BEGINNING.finditer(text))][1:]
    if not starts:
        return
    starts[0] = 0  # comments before the header
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        yield CutPiece(text[start:end], start)
