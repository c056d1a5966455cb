"""Boards drawn with letters: which domains are grids, and what each site holds in one or two signs with a key below.

What a site holds comes as text; how a position as a whole is told is `position.py`'s.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from string import ascii_letters, digits

from attrs import frozen

from ..machine.option_labels import Labels

EMPTY = "."
NOTHING = ("", "none", "no", "{}")
WIDEST = 3
"""Texts up to this long stand in the grid as they are."""
_SITE = re.compile(r"([a-z]+)(\d+)$")
_SIX = ("n", "e", "se", "s", "w", "nw")


@frozen
class Grid:
    """A board of rows and columns: its labels in order, row 1 at the bottom; a row of a hexagonal one is shifted."""

    labels: tuple[str, ...]
    columns: tuple[str, ...]
    hexagonal: bool

    @staticmethod
    def of(labels: Labels, domain: str) -> Grid | None:
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
        return Grid(found.labels, columns, ways is not None and ways.labels == _SIX)

    def lines(self, texts: Sequence[str]) -> Iterator[str]:
        """The board, its edge named, and a key where texts had to be shortened."""
        signs = _signs(dict.fromkeys(text for text in texts if text not in NOTHING))
        width = max([1, *map(len, signs.values()), *map(len, self.columns)])
        across, rows = len(self.columns), len(texts) // len(self.columns)
        edge = len(str(rows))
        half = (width + 1) / 2 if self.hexagonal else 0
        for row in reversed(range(rows)):
            here = texts[row * across : (row + 1) * across]
            body = " ".join(f"{signs.get(text, EMPTY):<{width}}" for text in here)
            yield f"{row + 1:>{edge}} {' ' * round(half * row)}{body}".rstrip()
        yield f"{'':{edge}} {' '.join(f'{name:<{width}}' for name in self.columns)}".rstrip()
        key = [f"{sign} {text}" for text, sign in signs.items() if sign != text]
        if key:
            yield f"({', '.join(key)})"


def _signs(texts: dict[str, None]) -> dict[str, str]:
    """Each text as it is where all are short; otherwise the first letters of its parts, all different."""
    if all(len(text) <= WIDEST and " " not in text for text in texts):
        return {text: text for text in texts}
    found: dict[str, str] = {}
    for text in texts:
        parts = re.findall(r"\w+", text.replace("_", " ")) or ["?"]
        before = "".join(part[0] for part in parts[:-1][:2])
        letters = [*parts[-1], *parts[-1].upper(), *ascii_letters, *digits]
        taken = set(found.values())
        found[text] = next((before + letter for letter in letters if before + letter not in taken), text)
    return found
