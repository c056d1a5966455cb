"""Draws what lies on the edges and corners of a board's cells, and on lines between sites.

On an edge or a line, a disc or a token is drawn as a bar in its colour. Anything else is drawn in the middle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import hypot

from attrs import evolve

from ..model.types import Domain
from .blocks import EMPTY, fit_block, shift_block
from .cell_shapes import CELL_CORNERS, cell_outline
from .contents import DescribedBlock
from .declared_looks import Members
from .ground import Ground
from .hatching import hatch_fill
from .resolved_looks import Looks
from .scene import Disc, Group, Lettering, Point, Polygon, Role, Shape, Stroke, edge_of, readable_on
from .sites import arrange_contents, site_title
from .sprites import Sprite
from .wording import line_sign

WIDE = 8.0  # the width of a bar
SMALL = 20.0  # the side of a thing in the middle of an edge, or on a corner
ASIDE = 5.0  # the distance between two bars on one edge


Things = Mapping[int, Sequence[DescribedBlock]]
Spots = Mapping[tuple[int, ...], tuple[Point, ...]]
Link = tuple[Domain, int, DescribedBlock]
"""The type and the index of the member that is drawn as a line between sites, and the drawn contents of the line."""


def rim_groups(looks: Looks, rim: Domain, things: Things, ground: Ground) -> Iterator[Group]:
    """Yield a group for each edge or corner that is a site of the board `rim`, with its contents."""
    assert rim.board is not None and rim.board.base is not None
    spots = rim_spots(rim.board.base, ground)
    for site, corners in enumerate(rim.board.rims):
        here, points = things.get(site, ()), spots[corners]
        title = site_title(looks.title(rim, site), here, looks.wording) if here else ""
        drawn = _on_bar(here, points) if len(points) == 2 else _on_corner(here, points[0])
        yield evolve(drawn, key=f"{rim.name} {rim.labels[site]}", title=title)


def rim_places(rim: Domain, ground: Ground) -> Mapping[int, Point]:
    """Return a mapping from the sites of `rim`, which are edges or corners of another board, to their middles."""
    assert rim.board is not None and rim.board.base is not None
    spots = rim_spots(rim.board.base, ground)
    ends = (spots[corners] for corners in rim.board.rims)
    return {site: (sum(x for x, _ in of) / len(of), sum(y for _, y in of) / len(of)) for site, of in enumerate(ends)}


def link_groups(looks: Looks, links: Iterable[Link], places: Mapping[int, Point]) -> Iterator[Group]:
    """Yield a group with the contents of each line that a look draws between sites. `places` has the middles of
    sites."""
    for rows, at, content in links:
        ends = looks.element_value(rows, at, "on")
        points = [places[s] for s in sorted(ends.at) if s in places] if isinstance(ends, Members) else []
        for pair in pairwise(points):
            drawn = _on_bar((content,), pair)
            yield evolve(drawn, role="link", key=f"{rows.name} {rows.labels[at]}", title=content.words)


def rim_spots(base: Domain, ground: Ground) -> Spots:
    """Return a mapping from edges to their two ends and from corners to their positions. An edge is a pair of corner
    numbers."""
    assert base.board is not None
    outline = cell_outline(base)
    found: dict[tuple[int, ...], tuple[Point, ...]] = {}
    for cell, rim in enumerate(base.board.rims):
        x, y = ground.sites[cell]
        offsets = CELL_CORNERS["inverted" if cell in ground.inverted else outline]
        points = [(x + across, y + down) for across, down in offsets]
        for n, corner in enumerate(rim):
            found.setdefault((corner,), (points[n],))
            found.setdefault(tuple(sorted((rim[n - 1], corner))), (points[n - 1], points[n]))
    return found


def _on_corner(here: Sequence[DescribedBlock], at: Point) -> Group:
    sign = "".join(content.sign for content in here)[:3]
    return Group(_middle(here), *at, role="site" if here else "", sign=sign, reach=(SMALL / 2, SMALL / 2))


def _middle(here: Sequence[DescribedBlock]) -> tuple[Shape, ...]:
    block = fit_block(arrange_contents(here), SMALL, SMALL) if here else EMPTY
    return shift_block(block, -block.width / 2, -block.height / 2)


def _on_bar(here: Sequence[DescribedBlock], ends: tuple[Point, Point]) -> Group:
    """Return the group with the contents of an edge or a line: bars next to each other, and all other things in the
    middle."""
    (x, y), (x2, y2) = ends
    across, down = (x2 - x) / 2, (y2 - y) / 2
    bars = [content for content in here if _is_bar(content.mark or content.sprite)]
    shapes: list[Shape] = []
    for number, content in enumerate(bars):
        sprite = content.mark or content.sprite
        assert sprite is not None
        aside = (number - (len(bars) - 1) / 2) * ASIDE / hypot(across, down)
        shapes.append(Group(tuple(_bar(sprite, (across, down))), -down * aside, across * aside))
    shapes += _middle([content for content in here if content not in bars])
    sign = here[0].sign.replace("*", line_sign(across, down)) if here else ""
    reach = max(abs(across), WIDE), max(abs(down), WIDE)
    role: Role = "bar" if here else ""
    return Group(tuple(shapes), x + across, y + down, role=role, sign=sign, reach=reach)


def _is_bar(sprite: Sprite | None) -> bool:
    return sprite is not None and sprite.shape in ("disc", "token") and not sprite.drawing and not sprite.figures


def _bar(sprite: Sprite, half: Point) -> Iterator[Shape]:
    """Yield the shapes of a bar whose middle is (0, 0). It has the colour, hatching and letters of the piece."""
    across, down = half
    wide = WIDE * sprite.size / 100
    ends = ((-across, -down), half)
    yield Stroke(ends, stroke=edge_of(sprite.colour), width=wide + 1.5)
    yield Stroke(ends, stroke=sprite.colour, width=wide)
    if sprite.hatch:
        x, y = (wide / 2 * part / hypot(across, down) for part in (-down, across))
        corners = ((-across + x, -down + y), (across + x, down + y), (across - x, down - y), (-across - x, -down - y))
        yield Polygon(corners, fill=hatch_fill(sprite.hatch, sprite.colour))
    if any(sprite.signs):
        yield Disc(0, 0, wide, fill=sprite.colour, stroke=edge_of(sprite.colour))
        ink = readable_on(sprite.colour)
        yield Lettering(0, 4, "".join(sprite.signs)[:2], 10, "middle", bold=True, fill=ink)
