"""What lies on rows that lie on sites themselves: on which site, and where on what lies there.

A row's look says on which site it lies, and of which part of the thing on that site it is: `on`, `within`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import cos, radians, sin

from attrs import evolve, frozen

from ..model.types import Domain
from .blocks import fitted, translated
from .contents import NOTHING, Contents, DescribedBlock
from .figures import BOX
from .plan import DrawingPlan, Holder, member_domain
from .scene import Group, Point
from .sprites import Sprite

ASIDE = 0.16
"""So far from the middle of a part lies what would hide its drawing."""


@frozen(eq=False)
class Upon:
    """Something on a row, which can be found by that row's key; `part` is the part it lies on."""

    key: str
    part: tuple[str, int] | None
    content: DescribedBlock

    def place(self, whole: Sprite | None) -> Point:
        """Where it lies on a site with this on it, from its middle, in sites: there too where nobody says."""
        figures = whole.figures if whole is not None else ()
        found = next((figure for figure in figures if figure.member == self.part), None)
        if whole is None or found is None:
            return 0.0, 0.0
        share = whole.size / 100 / BOX
        x, y = (share * (part - BOX / 2) for part in found.middle)
        turn = radians(whole.turned)
        aside = ASIDE if found.drawing else 0.0
        return round(x * cos(turn) - y * sin(turn) + aside, 3), round(x * sin(turn) + y * cos(turn) + aside, 3)

    def drawn(self, x: float, y: float, side: float) -> Group:
        block = fitted(self.content.block, side, side)
        shapes = translated(block, -side / 2, -side / 2)
        return Group(shapes, x, y, key=self.key, title=self.content.words, reach=(side / 2, side / 2))


def upon(plan: DrawingPlan, contents: Contents, board: Domain) -> Mapping[int, Sequence[Upon]]:
    """What lies on rows on each site of a board."""
    found: dict[int, list[Upon]] = {}
    for holder in plan.on(board):
        if holder.where == "upon":
            for site, one in _on_rows(holder, contents):
                found.setdefault(site, []).append(one)
    return found


def _on_rows(holder: Holder, contents: Contents) -> Iterator[tuple[int, Upon]]:
    looks = contents.looks
    rows = member_domain(holder.dims[holder.dim])
    assert rows is not None
    for index in holder.indices({}):
        if contents.empty(holder, index):
            continue
        content = contents.of(holder, index, looks.holder(holder.symbol, index))
        if content is NOTHING:
            continue
        at = index[holder.dim]
        site = looks.element_said(rows, at, "on")
        if site is None:
            continue
        part = looks.element_said(rows, at, "within")
        if part is not None:
            words = looks.wording.phrase("here", site=looks.title(*part), content=content.words)
            content = evolve(content, words=words)
        key = f"{rows.name} {rows.labels[at]}"
        yield site[1], Upon(key, None if part is None else (part[0].name, part[1]), content)
