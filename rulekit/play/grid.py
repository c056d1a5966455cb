"""Boards known by the names of their sites: which domains are grids, and where each of their sites lies.

What a site holds comes as text; how a board is drawn is `scene/text_board.py`'s, how a position as a whole is told
`position.py`'s.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from attrs import frozen

from ..machine.option_labels import Labels
from ..scene.text_board import PlacedText, drawing, key, signs_of

NOTHING = ("", "none", "no", "{}")
_SITE = re.compile(r"([a-z]+)(\d+)$")
_SIX = ("n", "e", "se", "s", "w", "nw")


@frozen
class LabelledGrid:
    """A board of rows and columns: its labels in order, row 1 at the bottom; a row of a hexagonal one is shifted."""

    labels: tuple[str, ...]
    columns: tuple[str, ...]
    hexagonal: bool

    @staticmethod
    def of(labels: Labels, domain: str) -> LabelledGrid | None:
        """The grid that a domain is; None where its labels are not those of one."""
        found = labels.domains.get(domain)
        sites = [_SITE.match(label) for label in found.labels] if found and not found.optional else []
        if found is None or not sites or not all(sites):
            return None
        columns = tuple(dict.fromkeys(site[1] for site in sites if site))
        rows = len(sites) // len(columns)
        if (
            len(columns) < 2
            or rows < 2
            or [f"{c}{r}" for r in range(1, rows + 1) for c in columns] != list(found.labels)
        ):
            return None
        ways = labels.domains.get(f"{domain}Direction")
        return LabelledGrid(found.labels, columns, ways is not None and ways.labels == _SIX)

    def lines(self, texts: Sequence[str]) -> Iterator[str]:
        """The board, its edge named, and a key where texts had to be shortened."""
        signs = signs_of(text for text in texts if text not in NOTHING)
        across, rows = len(self.columns), len(texts) // len(self.columns)
        shift = 0.5 if self.hexagonal else 0
        spots = [
            PlacedText(at % across + shift * (at // across), -(at // across), signs.get(text, ""))
            for at, text in enumerate(texts)
        ]
        below = [PlacedText(at, 0, name) for at, name in enumerate(self.columns)]
        yield from drawing(spots, (), below, [PlacedText(0, -row, str(row + 1)) for row in range(rows)])
        yield from key((sign, text) for text, sign in signs.items())
