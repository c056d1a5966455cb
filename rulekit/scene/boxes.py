"""Draws enumerations and tables laid out like boards. Each member is a box with a name, nested sites and contents. All
boxes have the same width, and the boxes of a row the same height."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from attrs import field, frozen

from ..diagnostics.printable import capital
from ..model.types import Domain
from .bars import Things
from .blocks import (
    PictureBlock,
    column,
    fit_block,
    middle_lines,
    pack_blocks,
    recolour_letters,
    shift_block,
    text_width,
    word_parts,
)
from .contents import Contents, DescribedBlock
from .ground import Ground, box_grid, box_ground, compact_grid, member_grid
from .plan import DrawingPlan, NestedTable
from .scene import LETTER, WIDEST, Card, Group, Lettering, Point, Shape, enlarge, move_group
from .sites import (
    PALE,
    DrawnSite,
    arrange_contents,
    badge,
    ink_on,
    pointers,
    site_title,
    torn_boxes,
    value_of_row,
)

LEAST_BOX = 44.0  # the least width of a box, if the sheet has room for it
WORD = 90.0  # the greatest width to which a long word in its name widens a box
NAME_ROWS = 3
ROOM = 38.0  # the side of a site inside a box
PAD = 5.0  # the margin inside a box
GAP = 5.0  # the space between two boxes
SMALL = 28.0  # the least width of the contents of a box
BROKEN = 18.0  # the room for the torn edge that shows that members are left out
HOARD = 150.0  # the width of the contents of a box, if the sheet has room for it

Held = tuple[tuple[DescribedBlock, ...], ...]
"""The contents of a box itself, followed by the contents of each of its nested sites."""


@frozen
class BoxFrame:
    """The measures of a member's box. `heading` is the height of its name, and `above` the space between the upper edge
    and the inside. `arrow` points to the next member's box; it is None without arrows."""

    domain: Domain
    index: int
    size: Point
    pad: float
    heading: float
    above: float
    arrow: Shape | None


@frozen(eq=False)
class BoxSheet:
    """Draws the boxes of one state from one viewpoint. `things` is a function that returns what lies on the sites of a
    type."""

    plan: DrawingPlan
    contents: Contents
    only: frozenset[str]  # if not empty, only members with these names are drawn
    things: Callable[..., Things] = field(repr=False)

    def block(self, domain: Domain, outer: tuple[int, ...]) -> PictureBlock:
        looks, things = self.contents.looks, self.things(domain, outer)
        whole = looks.layout(domain) or member_grid(domain)
        grid = compact_grid(whole, self._members_to_draw(domain))
        across = max(Counter(y for _, y in grid.values()).values())
        pad = PAD if across * (LEAST_BOX + 2 * PAD + GAP) <= WIDEST else 2.0
        room = max(SMALL, WIDEST / across - 2 * pad - GAP)
        held = {i: (tuple(things.get(i, ())), *self._held_in_rooms(domain, i)) for i in grid}
        inside = {i: self._inside(domain, i, held[i], room) for i in grid}
        width = max(min(LEAST_BOX, room), *(block.width for block in inside.values()))
        letters = LETTER * enlarge(across * (max(width, self._word(domain, LETTER)) + 2 * pad + GAP))
        width = max(width, self._word(domain, letters))
        names = self._names(domain, width, letters)
        rows = {i: [other for other in grid if grid[other][1] == grid[i][1]] for i in grid}
        headings = {i: max(names[other].height for other in rows[i]) for i in grid}
        highs = {i: max(inside[other].height for other in rows[i]) for i in grid}
        sizes = {i: (width + 2 * pad, headings[i] + highs[i] + 2 * pad + 2) for i in grid}
        ground = box_ground(grid, width + 2 * pad, {i: size[1] for i, size in sizes.items()}, GAP)
        reach = width / 2 + pad, min(size[1] for size in sizes.values()) / 2
        arrows = pointers(domain, ground.sites, reach) if looks.has_lines(domain) else {}
        shapes: list[Shape] = []
        nested = any(one.outer is domain for one in self.plan.nested.values())
        for i, (x, y) in ground.sites.items():
            above = headings[i] + (0 if nested else (highs[i] - inside[i].height) / 2)
            box = BoxFrame(domain, i, sizes[i], pad, headings[i], above, arrows.get(i))
            draw = partial(self._box, box, names[i], inside[i], held[i][0])
            shapes.append(move_group(self.contents.drawn.recall(("box", box, letters, held[i]), draw), x, y))
        torn = [tuple(torn_boxes(whole, grid, ground, sizes, side)) for side in (-1, 1)]
        before, after = (BROKEN if edges else 0.0 for edges in torn)
        named = Group(tuple(self._row_names(domain, ground, sizes)), -before)
        left = before + (1.5 * LETTER * enlarge(ground.width) if named.shapes else 0.0)
        drawn = (*shapes, *torn[0], *torn[1], *((named,) if named.shapes else ()))
        board = Group(drawn, left, 0, role="board", title=looks.wording.title(domain.name))
        return PictureBlock((board,), left + ground.width + after, ground.height)

    def _box(self, box: BoxFrame, name: PictureBlock, inside: PictureBlock, here: Sequence[DescribedBlock]) -> Group:
        """Return a box with its name and its inside; its middle is (0, 0)."""
        looks, (wide, high) = self.contents.looks, box.size
        style = looks.style(box.domain, box.index)
        frame = Card(0, 0, wide, high, 6, fill=style.colour or "panel", stroke="edge")
        onward = (Group((box.arrow,), wide / 2, high / 2),) if box.arrow is not None else ()
        heading = shift_block(name, (wide - name.width) / 2, box.pad - 2)
        body = shift_block(inside, (wide - inside.width) / 2, box.pad + box.above)
        label = looks.title(box.domain, box.index) + (f" ({style.letter})" if style.letter else "")
        key = f"{box.domain.name} {box.domain.labels[box.index]}"
        block = PictureBlock((frame, *onward, *heading, *body), wide, high)
        return DrawnSite(key, label, here, style, box.heading).draw(looks.wording, block, (0, 0), (wide / 2, high / 2))

    def _row_names(self, domain: Domain, ground: Ground, sizes: Mapping[int, Point]) -> Iterator[Shape]:
        """Yield the name of each row, turned upright, at its left. Rows have names if all boxes in each row have the
        same value of an attribute that gives colours."""
        if (found := value_of_row(self.contents.looks, domain)) is None:
            return
        letters = LETTER * enlarge(ground.width)
        first = {ground.sites[i][1]: i for i in sorted(sizes, key=lambda i: -ground.sites[i][0])}
        for y, at in first.items():
            name = capital(self.contents.looks.title(found[0], found[1][at]))
            scale = min(1.0, sizes[at][1] / text_width(name, letters))
            words = Lettering(0, 0, name, letters, "middle", fill="soft")
            yield Group((words,), ground.sites[at][0] - sizes[at][0] / 2 - 0.6 * letters, y, scale, turn=-90)

    def _names(self, domain: Domain, width: float, letters: float) -> Sequence[PictureBlock]:
        """Return the heading of each box. The result is cached."""
        draw = lambda: tuple(self._name(domain, i, width, letters) for i in range(len(domain)))  # noqa: E731 (short)
        return self.contents.drawn.recall(("names", domain.name, width, letters), draw)

    def _name(self, domain: Domain, index: int, width: float, letters: float) -> PictureBlock:
        """Return the heading of a box: its name, with its letter above it if a look gives one."""
        style = (looks := self.contents.looks).style(domain, index)
        name = looks.title(domain, index) if style.title is None else style.title
        if looks.wording.names_all:
            name = capital(name or looks.title(domain, index))
        text = middle_lines(name, width, letters, self._ink(domain, index), NAME_ROWS)
        figure = style.shape == "figure"
        return column([badge(style.letter or "", figure), text], 0, middle=True) if style.letter or figure else text

    def _word(self, domain: Domain, letters: float) -> float:
        """Return the width of the longest word in all names, at most WORD."""
        titles = (self.contents.looks.title(domain, i) for i in range(len(domain)))
        return min(WORD, max(text_width(word, letters) for title in titles for word in word_parts(title) or [""]))

    def _inside(self, domain: Domain, index: int, held: Held, room: float) -> PictureBlock:
        """Return the inside of a box: its nested sites, and below them its contents, at most `room` wide. The result is
        cached."""

        def draw() -> PictureBlock:
            rooms = [self._draw_rooms(name, nested, index) for name, nested in self._nested_in(domain)]
            blocks = [content.block for content in held[0]]
            lying = recolour_letters(pack_blocks(blocks, min(HOARD, room), 4), self._ink(domain, index))
            return column([*rooms, lying], 5, middle=True)

        return self.contents.drawn.recall(("inside", domain.name, index, held, room), draw)

    def _nested_in(self, domain: Domain) -> Iterator[tuple[str, NestedTable]]:
        """Yield the tables whose rows are drawn inside the boxes of a type, with their names."""
        return ((name, nested) for name, nested in self.plan.nested.items() if nested.outer is domain)

    def _held_in_rooms(self, domain: Domain, outer: int) -> Iterator[tuple[DescribedBlock, ...]]:
        """Yield the contents of each nested site in the box of member `outer`."""
        for name, nested in self._nested_in(domain):
            things = self.things(self.contents.looks.domains[name])
            yield from (tuple(things.get(at, ())) for at, (one, _) in enumerate(nested.rows) if one == outer)

    def _draw_rooms(self, name: str, nested: NestedTable, outer: int) -> PictureBlock:
        """Return a block with the nested sites in the box of member `outer`, which are rows of the table `nested`."""
        looks, things = self.contents.looks, self.things(self.contents.looks.domains[name])
        domain = looks.domains[name]
        grid = looks.layout(nested.inner) or box_grid(nested.inner)
        ground = box_ground(grid, ROOM, ROOM, 2)
        lined = looks.has_lines(nested.inner)
        arrows = pointers(nested.inner, ground.sites, (ROOM / 2, ROOM / 2)) if lined else {}
        shapes: list[Shape] = []
        for at, (one, inner) in enumerate(nested.rows):
            if one != outer or inner not in ground.sites:
                continue
            x, y = ground.sites[inner]
            here = things.get(at, ())
            empty = Lettering(0, 5, looks.sign(nested.inner, inner), LETTER, "middle", fill=PALE)
            floor: list[Shape] = [Card(-ROOM / 2, -ROOM / 2, ROOM, ROOM, 4, fill="blank", stroke="edge")]
            floor += [arrows[inner]] if inner in arrows else []
            block = fit_block(arrange_contents(here), ROOM - 3, ROOM - 3)
            lying = shift_block(block, -block.width / 2, -block.height / 2) if here else (empty,)
            title = site_title(looks.title(nested.inner, inner), here, looks.wording)
            sign = here[0].sign if here else ""
            key = f"{name} {domain.labels[at]}"
            inside = (*floor, *lying) if here else (Group((*floor, *lying)),)
            shapes.append(Group(inside, x, y, role="site", key=key, title=title, sign=sign, reach=(ROOM / 2, ROOM / 2)))
        return PictureBlock(tuple(shapes), ground.width, ground.height)

    def _members_to_draw(self, domain: Domain) -> frozenset[int]:
        """Return the indexes of the members to draw: all, or only those named in `only`."""
        return frozenset(i for i, label in enumerate(domain.labels) if not self.only or label in self.only)

    def _ink(self, domain: Domain, index: int) -> str:
        return ink_on(self.contents.looks.style(domain, index))
