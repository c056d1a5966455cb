"""Draws one site with its contents, cross, badge and arrow, and the legend of a board.

A piece with parts (a tile) fills its site. The contents of a table row that lies on such a part are drawn in the middle
of the part. All other things are scaled down to fit into the site. The legend explains letters and colours of boxes.
Text pictures write the names of sites in full and have no legend.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import cos, hypot, radians, sin

from attrs import evolve, frozen

from ..diagnostics.printable import capital
from ..model.types import Domain, DomainType
from .blocks import (
    EMPTY,
    PictureBlock,
    fit_block,
    line,
    pad_block,
    row,
    shift_block,
    text_width,
    wrap_blocks,
)
from .cell_shapes import UNIT
from .contents import NOTHING, Contents, DescribedBlock
from .declared_looks import Members, Style
from .ground import Ground, SitePoints
from .part_figures import BOX
from .part_rooms import place_on
from .plan import DrawingPlan, Holder, NestedTable, member_domain
from .resolved_looks import Looks
from .scene import LETTER, Card, Disc, Group, Lettering, Path, Point, Polygon, Shape, groups, readable_on
from .sprites import Sprite, closed_sign, token
from .wording import Wording

CORNER = 15.0
"""The side of a thing that lies on a site in addition to a tile."""
FOLLOWING, SHIFT = 14.0, 4.0
"""The side of a thing on a part of a tile, and its distance from the next thing on this part."""
WITHIN = 0.5 - FOLLOWING / 2 / UNIT
"""How far from the middle of a tile a thing can lie without crossing the tile's edge, in widths of a site."""


def arrange_contents(here: Sequence[DescribedBlock]) -> PictureBlock:
    """Return a block with all things on one site. A second thing is small and at the corner of the first; three or more
    are small and side by side."""
    blocks = [content.block for content in here]
    if len(blocks) == 1:
        return blocks[0]
    if len(blocks) == 2:  # the second does not hide the letter in the middle of the first
        first, second = fit_block(blocks[0], 32, 32), fit_block(blocks[1], 17, 17)
        under = Disc(32, 32, 11.5, fill="blank", stroke="edge")
        return PictureBlock((*shift_block(first, 0, 0), under, *shift_block(second, 23.5, 23.5)), 44, 44)
    small = [fit_block(block, 18, 18) for block in blocks]
    return wrap_blocks(small, 38 if len(small) <= 4 else 58, 1)


def site_block(here: Sequence[DescribedBlock]) -> PictureBlock:
    """Return a block of a site's size with the contents of the site, but without table rows that lie on it."""
    tile = _tile(here)
    if tile is None:
        low = fit_block(arrange_contents(here), UNIT - 4, UNIT - 4) if here else EMPTY
        shapes = shift_block(low, 2, 2) if here else ()
    else:
        side = max(tile.block.width, tile.block.height)
        shapes = (Group(tile.block.shapes, 0, 0, UNIT / side),)
        beside = [content for content in here if content is not tile]
        if beside:
            corner = UNIT - CORNER - 1
            shapes = (*shapes, *shift_block(fit_block(arrange_contents(beside), CORNER, CORNER), corner, corner))
    return PictureBlock(shapes, UNIT, UNIT)


def ink_on(style: Style) -> str:
    """Return the colour of letters on a site or box with this style."""
    return readable_on(style.colour or "panel")


def part_groups(here: Sequence[DescribedBlock], upon: Sequence[RowContent], at: Point) -> Iterator[Group]:
    """Yield groups with the contents of table rows that lie on a site whose middle is `at`. They are drawn later than
    all sites."""
    tile = _tile(here)
    places = [one.place(None if tile is None else tile.sprite) for one in upon]
    for number, (one, (x, y)) in enumerate(zip(upon, places, strict=True)):
        under = places[:number].count((x, y))  # the things before it on the same part
        yield one.draw(at[0] + UNIT * x + SHIFT * under, at[1] + UNIT * y, FOLLOWING)


def _tile(here: Sequence[DescribedBlock]) -> DescribedBlock | None:
    return next((content for content in here if content.sprite is not None and content.sprite.figures), None)


def is_tiled(site: Group) -> bool:
    """Return whether the site is filled by a tile, which has square corners."""
    return any(isinstance(shape, Card) and not shape.r for inner in groups((site,)) for shape in inner.shapes)


def site_title(label: str, here: Sequence[DescribedBlock], wording: Wording, crossed: bool = False) -> str:
    words = ", ".join([*(content.words for content in here), *([wording.phrase("crossed")] if crossed else [])])
    return wording.phrase("here", site=label, content=words) if words else label


@frozen
class DrawnSite:
    """A site with its contents, or a box. `heading` is the height of a box's name; None for a site of a board. A box
    has a title for screen readers even if it is empty."""

    key: str
    label: str
    here: Sequence[DescribedBlock]
    style: Style
    heading: float | None = None

    def draw(self, wording: Wording, block: PictureBlock, at: Point, reach: Point) -> Group:
        """Return the group of the drawn site; its middle is `at`."""
        crossed = self.style.crossed is True
        named = self.heading is not None or crossed or self.here
        title = site_title(self.label, self.here, wording, crossed) if named else ""
        sign = self.here[0].sign if len(self.here) == 1 else "".join(c.sign for c in self.here)[:3]
        shapes = shift_block(block, -block.width / 2, -block.height / 2)
        if crossed:  # the cross on a box is below its name
            under = (self.heading or 0) / 2
            shapes = (*shapes, Group(closed_sign(min(15, 0.4 * reach[0])), 0, under))
        sign = sign or ("×" if crossed else "")
        return Group(shapes, *at, role="site", key=self.key, title=title, sign=sign, reach=reach)


ASIDE = 0.16
"""How far to the right of and below a drawing's middle a thing is put if it is not on an area, in widths of a site."""


@frozen(eq=False)
class RowContent:
    """The contents of a table row that lies on a site. `key` is the row's key. `part` is the part of the tile on the
    site on which the row lies; None if it lies on the site itself."""

    key: str
    part: tuple[str, int] | None
    content: DescribedBlock

    def place(self, whole: Sprite | None) -> Point:
        """Return the offset of the contents from the middle of the site, in widths of a site. `whole` is the tile
        there. The contents lie inside the tile; without a part, the offset is (0, 0)."""
        figures = whole.figures if whole is not None else ()
        found = next((figure for figure in figures if figure.member == self.part), None)
        if whole is None or found is None:
            return 0.0, 0.0
        share = whole.size / 100 / BOX
        middle = place_on(found, whole.figures, BOX * FOLLOWING / UNIT) if found.area else found.middle
        x, y = (share * (part - BOX / 2) for part in middle)
        turn, aside = radians(whole.turned), ASIDE if found.drawing and not found.area else 0.0
        across, down = x * cos(turn) - y * sin(turn) + aside, x * sin(turn) + y * cos(turn) + aside
        return round(max(-WITHIN, min(WITHIN, across)), 3), round(max(-WITHIN, min(WITHIN, down)), 3)

    def draw(self, x: float, y: float, side: float) -> Group:
        block = fit_block(self.content.block, side, side)
        shapes = shift_block(block, -side / 2, -side / 2)
        return Group(shapes, x, y, key=self.key, title=self.content.words, reach=(side / 2, side / 2))


def row_contents(plan: DrawingPlan, contents: Contents, board: Domain) -> Mapping[int, Sequence[RowContent]]:
    """Return a mapping from the sites of a board to the contents of the table rows that lie on them."""
    found: dict[int, list[RowContent]] = {}
    for holder in plan.on(board):
        if holder.where == "row":
            for site, one in _on_rows(holder, contents):
                found.setdefault(site, []).append(one)
    return found


def _on_rows(holder: Holder, contents: Contents) -> Iterator[tuple[int, RowContent]]:
    looks = contents.looks
    rows = member_domain(holder.dims[holder.dim])
    assert rows is not None
    for index in contents.indices(holder, {}):
        if contents.is_empty(holder, index):
            continue
        content = contents.of(holder, index, looks.holder(holder.symbol, index))
        if content is NOTHING:
            continue
        at = index[holder.dim]
        site = looks.element_value(rows, at, "on")
        if site is None or isinstance(site, Members):
            continue
        part = looks.element_value(rows, at, "within")
        if isinstance(part, tuple):
            words = looks.wording.phrase("here", site=looks.title(*part), content=content.words)
            content = evolve(content, words=words)
        key = f"{rows.name} {rows.labels[at]}"
        yield site[1], RowContent(key, (part[0].name, part[1]) if isinstance(part, tuple) else None, content)


POINTER = 3.5
GUARD = "#5d4a7a"
INK, PALE = "#24292e", "#57606a"
"""Colours of letters on the palette colour `blank`, which is light on every page."""


def badge(text: str, carried: bool = False) -> PictureBlock:
    """Return a block with a letter or number in a ring. If `carried` is True, a figure is drawn behind the ring.
    Without a text, there is only the figure."""
    if not text:
        return PictureBlock((Group((token(Sprite("figure", colour=GUARD), 0, 0),), 15, 15),), 30, 30)
    half = max(10.0, text_width(text, LETTER) / 2 + 2)
    ring = Card(-half, -10, 2 * half, 20, 10, fill="blank", stroke="edge", width=1.5)
    shapes: tuple[Shape, ...] = (ring, Lettering(0, 0.35 * LETTER, text, LETTER, "middle", bold=True, fill=INK))
    if carried:
        behind = Sprite("figure", colour=GUARD)
        shapes = (token(behind, 0, -9), *shapes)
        return PictureBlock((Group(shapes, 15, 25),), 30, 36)
    return PictureBlock((Group(shapes, half, 10),), 2 * half, 20)


def torn_boxes(
    whole: SitePoints, grid: SitePoints, ground: Ground, size: Mapping[int, Point], side: int
) -> Iterator[Shape]:
    """Yield a torn edge beside each row of boxes that has further members, which are not drawn. `whole` is the grid of
    all members, `grid` that of the drawn ones. `side` is -1 for the left end of rows and 1 for the right end. `size`
    has each box's width and height."""
    for row_at in {y for _, y in grid.values()}:
        last = max((i for i in grid if grid[i][1] == row_at), key=lambda i: side * grid[i][0])
        if any(y == whole[last][1] and side * (x - whole[last][0]) > 0 for x, y in whole.values()):
            (x, y), (wide, high) = ground.sites[last], size[last]
            steps = 2 * round(high / 12)
            jags = "".join(f"l{3 if at % 2 else -3:g} {high / steps:.2f}" for at in range(steps))
            top, bow = f"M{x + side * (wide / 2 + 5 + TORN):.2f} {y - high / 2:.2f}", 6 * side
            ends = f"h{bow - side * TORN:g}q{-bow} 0 {-bow} -6v{12 - high:.2f}q0 -6 {bow} -6z"
            yield Path(f"{top}{jags}{ends}", fill="panel", stroke="edge")


TORN = 12.0
"""The width of the torn edge that shows that members are left out."""


def pointers(domain: Domain, sites: Mapping[int, Point], reach: Point) -> dict[int, Shape]:
    """Return a mapping from sites to an arrow at their edge that points to the site of the next member. `reach` is half
    a site's width and height."""
    following = {at: sites.get((at + 1) % len(domain)) for at in sites}
    ways = {at: (to[0] - sites[at][0], to[1] - sites[at][1]) for at, to in following.items() if to is not None}
    return {at: _pointer(across, along, reach) for at, (across, along) in ways.items() if across or along}


def _pointer(across: float, along: float, reach: Point) -> Shape:
    length = hypot(across, along)
    x, y = across / length, along / length
    far = min((r - 1.5) / abs(part) for r, part in zip(reach, (x, y), strict=True) if abs(part) > 0.01)
    tip, foot = far, far - 1.3 * POINTER
    corners = ((tip, 0.0), (foot, POINTER), (foot, -POINTER))
    return Polygon(tuple((x * a - y * b, y * a + x * b) for a, b in corners), fill=PALE)


def legend(looks: Looks, domain: Domain, nested: Mapping[str, NestedTable]) -> Sequence[Sequence[PictureBlock]]:
    """Return groups of blocks that explain the letters and colours in the boxes of a type."""
    groups: list[list[PictureBlock]] = []
    for inner in (one.inner for one in nested.values() if one.outer is domain):
        signs = ((looks.sign(inner, at), looks.title(inner, at)) for at in range(len(inner)))
        groups.append([_key(sign, title) for sign, title in signs if sign != title])
    named = value_of_row(looks, domain)
    for other, values in _colouring(looks, domain):
        if named is None or named[0] is not other:
            groups.append([_chip(looks, other, at) for at in range(len(other)) if at in values])
    groups.append(list(_fact_keys(looks, domain)))
    return groups


def _key(sign: str, title: str) -> PictureBlock:
    """Return a legend entry: a letter and its meaning."""
    return row([pad_block(line(sign, LETTER, "soft", bold=True), 14, 18), line(capital(title), LETTER, "soft")], 4)


def _fact_keys(looks: Looks, domain: Domain) -> Iterator[PictureBlock]:
    """Yield legend entries for badges and crosses whose values come from a fact: the sign and the fact's title."""
    styles = [looks.style(domain, at) for at in range(len(domain))]
    ring = Disc(7, 9, 6, fill="blank", stroke="edge", width=1.5)
    crossed = Group(closed_sign(7), 7, 9)
    for key, shape, shown in (
        ("letter", ring, any(style.letter for style in styles)),
        ("crossed", crossed, any(style.crossed for style in styles)),
    ):
        usual = looks.wording.phrase("crossed") if key == "crossed" else ""
        if shown and (title := looks.deciding_title(domain, key) or usual):
            yield row([PictureBlock((shape,), 14, 18), line(capital(title), LETTER, "soft")], 4)


def _colouring(looks: Looks, domain: Domain) -> Iterator[tuple[Domain, tuple[int, ...]]]:
    """Yield each attribute from which every member gets its colour, except players: the type of the attribute and its
    values."""
    own = [looks.style(domain, at).colour for at in range(len(domain))]
    for field in domain.fields:
        other, values = field.type.domain if isinstance(field.type, DomainType) else None, field.values
        if other is None or other.sort == "player" or None in own:
            continue
        members = tuple(value for value in values if isinstance(value, int))
        if len(members) == len(values) and own == [looks.style(other, at).colour for at in members]:
            yield other, members


def value_of_row(looks: Looks, domain: Domain) -> tuple[Domain, tuple[int, ...]] | None:
    """Return an attribute that gives boxes their colour and has the same value in all boxes of a row: its type, and its
    value for each box. Return None if there is no such attribute or only one row."""
    places = looks.layout(domain) or {}
    for other, values in _colouring(looks, domain):
        rows: dict[float, set[int]] = {}
        for at, (_, y) in places.items():
            rows.setdefault(y, set()).add(values[at])
        if len(rows) > 1 and all(len(row) == 1 for row in rows.values()):
            return other, values
    return None


def _chip(looks: Looks, domain: Domain, at: int) -> PictureBlock:
    square = Card(0, 3, 12, 12, 2, fill=looks.style(domain, at).colour or "panel", stroke="edge")
    return row([PictureBlock((square,), 12, 18), line(capital(looks.title(domain, at)), LETTER, "soft")], 4)
