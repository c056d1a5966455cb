"""Boards known by the names of their sites: which domains are grids, and where each of their sites lies.

What a site holds comes as text; how a board is drawn is `scene/text_board.py`'s, how a position as a whole is told
`position.py`'s.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from attrs import frozen

from ..check.board_topology import HEXAGONAL, SQUARE, TRIANGULAR, column_number
from ..machine.option_labels import Labels
from ..scene.text_board import PlacedText, drawing, key, signs_of

NOTHING = ("", "none", "no", "{}")
_SITE = re.compile(r"([a-z]+)(\d+)$")
_SHIFTED = {tuple(SQUARE): 0.0, tuple(HEXAGONAL): 0.5, tuple(TRIANGULAR): 0.0}
"""How far a row lies to the right of the one below it, by the names of a board's directions."""


@frozen
class LabelledGrid:
    """A board of rows and columns, or part of one: its labels in order, row 1 at the bottom; a row of a
    hexagonal one is shifted.  `places` are the column and the row of each, from 0.
    """

    labels: tuple[str, ...]
    places: tuple[tuple[int, int], ...]
    shift: float

    @staticmethod
    def of(labels: Labels, domain: str) -> LabelledGrid | None:
        """The grid that a domain is; None where its labels are not those of one.

        What is not a whole rectangle is one if it has a grid's directions.
        """
        found = labels.domains.get(domain)
        sites = [_SITE.match(label) for label in found.labels] if found and not found.optional else []
        named = [(column_number(site[1]), int(site[2])) for site in sites if site]
        if found is None or not named or len(named) < len(sites):
            return None
        columns, rows = sorted({column for column, _ in named}), sorted({row for _, row in named})
        ways = labels.domains.get(f"{domain}Direction")
        shift = _SHIFTED.get(ways.labels) if ways is not None else None
        places = tuple((column - columns[0], row - rows[0]) for column, row in named)
        whole = len(named) == columns[-1] * rows[-1]
        if len(columns) < 2 or len(rows) < 2 or not (whole or shift is not None):
            return None
        if list(places) != sorted(places, key=lambda place: (place[1], place[0])):
            return None
        return LabelledGrid(found.labels, places, shift or 0)

    def lines(self, texts: Sequence[str]) -> Iterator[str]:
        """The board, its edge named, and a key where texts had to be shortened."""
        signs = signs_of(text for text in texts if text not in NOTHING)
        start = min(column + self.shift * row for column, row in self.places)
        spots = [
            PlacedText(column + self.shift * row - start, -row, signs.get(text, ""))
            for (column, row), text in zip(self.places, texts, strict=True)
        ]
        columns, rows = {}, {}
        for (column, row), label in zip(self.places, self.labels, strict=True):
            match = _SITE.match(label)
            assert match is not None
            columns[column], rows[row] = match[1], match[2]
        beside = [PlacedText(0, -row, name) for row, name in rows.items()]
        begun = {column for column, row in self.places if row == 0}
        if not self.shift or begun == columns.keys():
            below = [PlacedText(column - start, 0, name) for column, name in columns.items()]
            yield from drawing(spots, (), below, beside)
        else:
            ends = dict(self.places)  # the last row of each column
            over = [
                PlacedText(column - start + self.shift * (ends[column] + 1), -ends[column] - 1, name)
                for column, name in columns.items()
            ]
            yield from drawing(spots, (), (), beside, over)
        yield from key((sign, text) for text, sign in signs.items())
