"""Draws boards, and enumerations and tables laid out like boards, with everything on their sites.

A sheet is a ground (`ground.py`) with contents (`contents.py`). Members of tables and enumerations are boxes with a
name, nested sites and contents: all of one width, and those of a row of one height.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from attrs import evolve, field, frozen

from ..engine.observe import Hidden, Seen
from ..model.naming import identifier_words
from ..model.symbols import KeepSymbol
from ..model.types import Domain, DomainType, OptionType, SetType, TruthType, grid_of
from .bars import Link, Things, link_groups, rim_groups, rim_places
from .blocks import (
    PictureBlock,
    column,
    fit_block,
    line,
    middle_lines,
    pack_blocks,
    recolour_letters,
    row,
    scale_block,
    shift_block,
    text_width,
    word_parts,
)
from .contents import NOTHING, Contents, DescribedBlock, sprite_block
from .declared_looks import Style
from .floors import floor_shapes
from .ground import UNIT, Ground, board_ground, box_grid, box_ground, compact_grid, member_grid
from .picture_labels import sign_key
from .plan import DrawingPlan, Holder, Nested, member_domain
from .scene import LETTER, WIDEST, Card, Group, Lettering, Point, Shape, enlarge, readable_on
from .sites import (
    PALE,
    DrawnSite,
    arrange_contents,
    badge,
    capitalise,
    legend,
    part_groups,
    pointers,
    row_contents,
    site_block,
    site_title,
    torn_boxes,
    value_of_row,
)
from .sprites import Sprite

BOX = 44.0  # the least width of a box, if the sheet has room for it
WORD = 90.0  # the most that a word in its name widens a box
NAME_ROWS = 3
ROOM = 38.0  # the side of a site inside a box
PAD = 5.0  # the margin inside a box
GAP = 5.0  # the space between two boxes
SMALL = 28.0  # the least width of the contents of a box
BROKEN = 18.0  # the room for the torn edge that stands for members left out
BROAD = 280.0  # the width to which the few sites of an open board are enlarged, if nothing else shows them
HOARD = 150.0  # the width of the contents of a box, if the sheet has room for it


@frozen(eq=False)
class Sheets:
    """Draws the sheets (boards, and tables of boxes) of one state from one viewpoint."""

    plan: DrawingPlan
    contents: Contents
    only: frozenset[str] = frozenset()  # if not empty, only members with these names are drawn
    wanted: frozenset[str] | None = None  # if not None, an open board has only sites with contents or these keys
    _memo: dict[str, Things] = field(factory=dict, repr=False)

    def blocks(self) -> Iterator[PictureBlock]:
        """Yield a block for each board, enumeration or table with sites, for each value of further indexes."""
        for domain in self.plan.grounds:
            if self.only and not self._members_to_draw(domain):
                continue
            for outer, title in self._copies(domain):
                sheet = self._board(domain, outer) if domain.sort == "board" else self._boxes(domain, outer)
                if not self.only:
                    key = scale_block(self._legend(domain, min(sheet.width, WIDEST)), enlarge(sheet.width))
                    sheet = column([sheet, key], 6, middle=True)
                if self.wanted is not None and domain.sort == "board":  # an example on a page
                    here = (content for site in self.things(domain, outer).values() for content in site)
                    sheet = column([sheet, sign_key(self.contents.looks, here, sheet.width)], 6, middle=True)
                yield column([line(title, 13, bold=True, role="heading"), sheet], 6) if title else sheet

    def _members_to_draw(self, domain: Domain) -> frozenset[int]:
        """Return the members that are drawn; a board is drawn completely if any of its sites is."""
        return frozenset(i for i, label in enumerate(domain.labels) if not self.only or label in self.only)

    def _legend(self, domain: Domain, width: float) -> PictureBlock:
        looks, nested = self.contents.looks, self.plan.nested
        key = "legend", domain.name, width
        return self.contents.drawn.recall(key, lambda: legend(looks, domain, nested, width))

    # ------------------------------------------------------------------------------------------------- what lies where

    def _copies(self, domain: Domain) -> Iterator[tuple[tuple[int, ...], str]]:
        """Yield each value of the further indexes of places on a ground, with a title; `()` if there are none."""
        more = [h for h in self.plan.on(domain) if h.where == "site" and h.is_place and len(h.dims) > 1]
        if not more:
            yield (), ""
            return
        dims = [dim for at, dim in enumerate(more[0].dims) if at != more[0].dim]
        sizes = [n for at, n in enumerate(more[0].cell.shape[: len(more[0].dims)]) if at != more[0].dim]
        for outer in product(*map(range, sizes)):
            names = [self.contents.looks.index_text(dim, at) for dim, at in zip(dims, outer, strict=True)]
            yield outer, ", ".join(names)

    def things(self, domain: Domain, outer: tuple[int, ...] = ()) -> Things:
        """Return the contents of each site that has any; `outer` are the values of the other indexes."""
        found: dict[int, list[DescribedBlock]] = {}
        for holder in (one for one in self.plan.on(domain) if one.where in ("site", "holds")):
            for site, content in self._held_or_indexed(holder, outer):
                found.setdefault(site, []).append(content)
        return found

    def _links(self, domain: Domain) -> Iterator[Link]:
        """Yield the contents of the lines between sites of a board."""
        for holder in (one for one in self.plan.on(domain) if one.where == "link"):
            yield from ((holder.rows, at, content) for at, content in self._held_or_indexed(holder, ()))

    def _held_or_indexed(self, holder: Holder, outer: tuple[int, ...]) -> Iterator[tuple[int, DescribedBlock]]:
        return self._sites_held(holder) if holder.dim < 0 else self._sites_indexed(holder, outer)

    def _sites_indexed(self, holder: Holder, outer: tuple[int, ...]) -> Iterator[tuple[int, DescribedBlock]]:
        """Yield the contents of each site from a place or kept value that is indexed by sites."""
        others = [at for at in range(len(holder.dims)) if at != holder.dim]
        place = holder.is_place
        if place and len(others) != len(outer):
            outer = (0,) * len(others)
        fixed = dict(zip(others, outer, strict=True)) if place else {}
        for index in self.contents.indices(holder, fixed):
            if self.contents.is_empty(holder, index):
                continue
            style = self._style(holder, index)
            content = self.contents.of(holder, index, style)
            if content is NOTHING or (not place and self._is_left_out(holder, index)):
                continue
            is_truth = isinstance(holder.symbol, KeepSymbol) and isinstance(holder.symbol.type, TruthType)
            if is_truth and content.sign == "✓":
                content = self._mark(holder, index, style)
            elif not place and len(holder.dims) > 1:
                content = self._with_owner(holder, index, content)
            yield index[holder.dim], content

    def _is_left_out(self, holder: Holder, index: tuple[int, ...]) -> bool:
        """Return whether a site's value is left out because nearly all sites would show the same: an initial value on
        an open board, or an initial or hidden value that each player has."""
        board, seen = (
            holder.ground.board if holder.ground else None,
            self.contents.viewpoint.content(holder.name, index),
        )
        if len(holder.dims) > 1 and isinstance(seen, Hidden):
            return True
        if len(holder.dims) == 1 and (board is None or board.capacity is None):
            return False
        return len(holder.cell.initial) == 1 and seen == holder.cell.initial[0]

    def _with_owner(self, holder: Holder, index: tuple[int, ...], content: DescribedBlock) -> DescribedBlock:
        """Return the drawn value of one player with a token of that player before it."""
        looks, players = self.contents.looks, [at for n, at in enumerate(index) if n != holder.dim]
        chips = [evolve(looks.mark(looks.model.players, at), size=40, signs=()) for at in players]
        block = row([*(sprite_block(chip) for chip in chips), content.block], 1)
        words = f"{', '.join(chip.name for chip in chips)}: {content.words}"
        return evolve(content, block=block, words=words, sprite=None)

    def _sites_held(self, holder: Holder) -> Iterator[tuple[int, DescribedBlock]]:
        """Yield the sites that a kept value contains, each with the marker of the index's owner."""
        assert isinstance(holder.symbol, KeepSymbol)
        for index in holder.indices({}):
            seen = self.contents.viewpoint.content(holder.name, index)
            mark = self._mark(holder, index, self._style(holder, index))
            yield from ((site, mark) for site in _sites(holder.symbol, seen))

    def _style(self, holder: Holder, index: tuple[int, ...]) -> Style:
        return self.contents.looks.holder(holder.symbol, index)

    def _mark(self, holder: Holder, index: tuple[int, ...], style: Style) -> DescribedBlock:
        """Return the marker of an element of a kept value, cached."""
        key = "mark", holder.name, index, style
        return self.contents.drawn.recall(key, lambda: self._draw_mark(holder, index, style))

    def _draw_mark(self, holder: Holder, index: tuple[int, ...], style: Style) -> DescribedBlock:
        looks = self.contents.looks
        title = looks.wording.title(holder.name) or identifier_words(holder.name)
        for dim, at in zip(holder.dims, index, strict=True):
            domain = member_domain(dim)
            if domain is not None and domain.sort in ("player", "enum") and domain is not holder.ground:
                sprite = looks.mark(domain, at, style)
                return DescribedBlock(sprite_block(sprite), sprite.name, sprite.sign, mark=sprite)
        letter, style = style.letter or "", style.over(Style(colour="mark", size=60))
        sprite = evolve(Sprite.of(style, "token"), name=title, sign=letter or "*", signs=tuple(letter.split()))
        return DescribedBlock(sprite_block(sprite), title, sprite.sign, mark=sprite)

    def lying(self) -> dict[str, Counter[str]]:
        """Return the names of the things on each site, by the site's key."""
        found: dict[str, Counter[str]] = {}
        inner = [d for name in self.plan.nested for d in (self.contents.looks.domains[name],)]
        for domain in (*self.plan.grounds, *self.plan.rims, *inner):
            for outer, _ in self._copies(domain):
                for site, here in self.things(domain, outer).items():
                    counts = found.setdefault(f"{domain.name} {domain.labels[site]}", Counter())
                    for content in here:
                        for name, count in content.things or ((_movable_name(content.words, site), 1),):
                            counts[name] += count
            for one in (one for there in row_contents(self.plan, self.contents, domain).values() for one in there):
                counts = found.setdefault(one.key, Counter())
                for name, count in one.content.things or ((one.content.words, 1),):
                    counts[name] += count
            for rows, at, content in self._links(domain):
                counts = found.setdefault(f"{rows.name} {rows.labels[at]}", Counter())
                counts[_movable_name(content.words, at)] += 1
        return found

    # --------------------------------------------------------------------------------------------------------- boards

    def _board(self, domain: Domain, outer: tuple[int, ...]) -> PictureBlock:
        looks, things, upon_it = (
            self.contents.looks,
            self.things(domain, outer),
            row_contents(self.plan, self.contents, domain),
        )
        used = {**things, **upon_it}
        if self.wanted is not None:
            used |= {at: () for at, label in enumerate(domain.labels) if f"{domain.name} {label}" in self.wanted}
        margin = self.wanted is None
        ground = board_ground(domain, looks.layout(domain), looks.has_lines(domain), used, margin)
        letters = ground.letters
        left = 1.6 * letters if ground.edges else 6.0
        taken = used if domain.board is not None and domain.board.capacity is not None else None
        under = floor_shapes(looks, domain, ground, taken)
        shapes: list[Shape] = [*under, *link_groups(looks, self._links(domain), ground.sites)]
        over: list[Shape] = []
        for site, (x, y) in ground.sites.items():
            here, more = things.get(site, ()), upon_it.get(site, ())
            label = looks.title(domain, site)
            block = site_block(here)
            if here and looks.style(domain, site).colour is not None:
                block = recolour_letters(block, self._ink(domain, site))
            key = f"{domain.name} {domain.labels[site]}"
            spot = DrawnSite(key, label, [*here, *(one.content for one in more)], looks.style(domain, site))
            shapes.append(spot.draw(looks.wording, block, (x, y), (UNIT / 2, UNIT / 2)))
            over += part_groups(here, more, (x, y))
            if ground.named:
                shapes.append(Lettering(x, y + 28, label, letters, "middle", fill="soft"))
        shapes += over
        for rim in (rim for rim in self.plan.rims if grid_of(rim) is domain):
            shapes += link_groups(looks, self._links(rim), rim_places(rim, ground))
            shapes += rim_groups(looks, rim, self.things(rim), ground)
        shapes += [Lettering(x, y, name, letters, "middle", fill="soft") for (x, y), name in ground.edges]
        top = max([6.0, *(letters - y for (_, y), _ in ground.edges)])  # room for names over the board
        board = Group(tuple(shapes), left, top, role="board", title=looks.wording.title(domain.name))
        below = letters + 4 if ground.edges else 6
        block = PictureBlock((board,), ground.width + left + 6, ground.height + top + below)
        return block if taken is None or margin else scale_block(block, max(1.0, min(2.0, BROAD / block.width)))

    # ---------------------------------------------------------------------------------------------------------- boxes

    def _boxes(self, domain: Domain, outer: tuple[int, ...]) -> PictureBlock:
        looks, things = self.contents.looks, self.things(domain, outer)
        whole = looks.layout(domain) or member_grid(domain)
        grid = compact_grid(whole, self._members_to_draw(domain))
        across = max(Counter(y for _, y in grid.values()).values())
        pad = PAD if across * (BOX + 2 * PAD + GAP) <= WIDEST else 2.0
        room = max(SMALL, WIDEST / across - 2 * pad - GAP)
        inside = {i: self._inside(domain, i, things.get(i, ()), room) for i in grid}
        width = max(min(BOX, room), *(block.width for block in inside.values()))
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
            full, heading, high = sizes[i], headings[i], highs[i]
            fill = looks.style(domain, i).colour or "panel"
            frame = Card(0, 0, *full, 6, fill=fill, stroke="edge")
            name = shift_block(names[i], pad + (width - names[i].width) / 2, pad - 2)
            above = 0 if nested else (high - inside[i].height) / 2
            body = shift_block(inside[i], pad + (width - inside[i].width) / 2, pad + heading + above)
            onward = (Group((arrows[i],), full[0] / 2, full[1] / 2),) if i in arrows else ()
            block = PictureBlock((frame, *onward, *name, *body), *full)
            style, key = looks.style(domain, i), f"{domain.name} {domain.labels[i]}"
            label = looks.title(domain, i) + (f" ({style.letter})" if style.letter else "")
            spot = DrawnSite(key, label, things.get(i, ()), style, heading)
            shapes.append(spot.draw(looks.wording, block, (x, y), (full[0] / 2, full[1] / 2)))
        torn = tuple(torn_boxes(whole, grid, ground, sizes))
        shapes += torn
        named = tuple(self._row_names(domain, ground, sizes))
        left = 1.5 * LETTER * enlarge(ground.width) if named else 0.0
        board = Group((*shapes, *named), left, 0, role="board", title=looks.wording.title(domain.name))
        return PictureBlock((board,), left + ground.width + (BROKEN if torn else 0.0), ground.height)

    def _row_names(self, domain: Domain, ground: Ground, sizes: Mapping[int, Point]) -> Iterator[Shape]:
        """Yield the name of each row upright at its left, if an attribute that gives colours has one value in each."""
        if (found := value_of_row(self.contents.looks, domain)) is None:
            return
        letters = LETTER * enlarge(ground.width)
        first = {ground.sites[i][1]: i for i in sorted(sizes, key=lambda i: -ground.sites[i][0])}
        for y, at in first.items():
            name = capitalise(self.contents.looks.title(found[0], found[1][at]))
            scale = min(1.0, sizes[at][1] / text_width(name, letters))
            words = Lettering(0, 0, name, letters, "middle", fill="soft")
            yield Group((words,), ground.sites[at][0] - sizes[at][0] / 2 - 0.6 * letters, y, scale, turn=-90)

    def _names(self, domain: Domain, width: float, letters: float) -> Sequence[PictureBlock]:
        """Return the heading of each box, cached."""
        draw = lambda: tuple(self._name(domain, i, width, letters) for i in range(len(domain)))  # noqa: E731
        return self.contents.drawn.recall(("names", domain.name, width, letters), draw)

    def _name(self, domain: Domain, index: int, width: float, letters: float) -> PictureBlock:
        """Return the heading of a box: its name, and over it its letter, if a look gives one."""
        style = (looks := self.contents.looks).style(domain, index)
        name = looks.title(domain, index) if style.title is None else style.title
        text = middle_lines(name, width, letters, self._ink(domain, index), NAME_ROWS)
        figure = style.shape == "figure"
        return column([badge(style.letter or "", figure), text], 0, middle=True) if style.letter or figure else text

    def _ink(self, domain: Domain, index: int) -> str:
        return readable_on(self.contents.looks.style(domain, index).colour or "panel")

    def _word(self, domain: Domain, letters: float) -> float:
        """Return the width of the widest word in all names, at most WORD."""
        titles = (self.contents.looks.title(domain, i) for i in range(len(domain)))
        return min(WORD, max(text_width(word, letters) for title in titles for word in word_parts(title) or [""]))

    def _inside(self, domain: Domain, index: int, here: Sequence[DescribedBlock], room: float) -> PictureBlock:
        """Return the block for the inside of a box: nested sites, and below them its contents, at most `room` wide."""
        rooms = [
            self._rooms(name, nested, index) for name, nested in self.plan.nested.items() if nested.outer is domain
        ]
        lying = recolour_letters(pack_blocks([c.block for c in here], min(HOARD, room), 4), self._ink(domain, index))
        return column([*rooms, lying], 5, middle=True)

    def _rooms(self, name: str, nested: Nested, outer: int) -> PictureBlock:
        """Return the block for the rows of a nested table that belong to one box."""
        if name not in self._memo:
            self._memo[name] = self.things(self.contents.looks.domains[name])
        things = self._memo[name]
        here = tuple(tuple(things.get(at, ())) for at, (one, _) in enumerate(nested.rows) if one == outer)
        key = "rooms", name, outer, here
        return self.contents.drawn.recall(key, lambda: self._draw_rooms(name, nested, outer, things))

    def _draw_rooms(self, name: str, nested: Nested, outer: int, things: Things) -> PictureBlock:
        looks = self.contents.looks
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


def _sites(keep: KeepSymbol, seen: Seen) -> list[int]:
    if isinstance(seen, Hidden):
        return []
    match keep.type:
        case SetType() if isinstance(seen, frozenset):
            return sorted(seen)
        case OptionType() if isinstance(seen, int):
            return [seen - 1] if seen else []
        case DomainType() if isinstance(seen, int):
            return [seen]
    return []


def _movable_name(words: str, site: int) -> str:
    """Return a thing's name for detecting moves; numbers change in place, so they are named by their site."""
    return f"{words} at {site}" if words.isdigit() else words
