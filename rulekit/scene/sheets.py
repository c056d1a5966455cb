"""Draws boards, and enumerations and tables laid out like boards, with everything on their sites.

A sheet is a ground (`ground.py`) with contents (`contents.py`). Members of tables and enumerations are boxes
(`boxes.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from attrs import evolve, frozen

from ..engine.observe import Hidden
from ..model.naming import identifier_words
from ..model.symbols import KeepSymbol
from ..model.types import Domain, TruthType, grid_of
from .bars import Link, Things, link_groups, rim_groups, rim_places
from .blocks import (
    EMPTY,
    PictureBlock,
    column,
    grid_blocks,
    line,
    recolour_letters,
    row,
    scale_block,
)
from .boxes import BoxSheet
from .cell_shapes import UNIT
from .contents import NOTHING, Contents, DescribedBlock, movable_name, sites_held, sprite_block, with_outline
from .declared_looks import Style
from .floors import floor_shapes, printed_lines
from .ground import board_ground
from .picture_labels import sign_key
from .plan import DrawingPlan, Holder, member_domain
from .scene import WIDEST, Group, Lettering, Shape, enlarge, move_group
from .sites import (
    DrawnSite,
    RowContent,
    ink_on,
    legend,
    part_groups,
    row_contents,
    site_block,
)
from .sprites import Sprite

CLOSE = 1.8
"""How many times as large the sites of an open board are drawn in a picture of a few of them, unless it becomes too
wide."""


@frozen(eq=False)
class Sheets:
    """Draws the sheets of one state from one viewpoint: boards, and tables of boxes."""

    plan: DrawingPlan
    contents: Contents
    only: frozenset[str] = frozenset()  # if not empty, only members with these names are drawn
    wanted: frozenset[str] | None = None  # if not None, open boards only have sites with contents or these keys
    outlined: frozenset[str] = frozenset()  # keys of table rows; the parts of tiles on which they lie are outlined

    @property
    def _boxes(self) -> BoxSheet:
        return BoxSheet(self.plan, self.contents, self.only, self.things)

    def blocks(self) -> Iterator[PictureBlock]:
        """Yield a block for each board, enumeration or table with sites. If its places have further index values, it is
        drawn once for each of them."""
        for domain in self.plan.grounds:
            if self.only and self.only.isdisjoint(domain.labels):
                continue
            for outer, title in self._copies(domain):
                sheet = self._board(domain, outer) if domain.sort == "board" else self._boxes.block(domain, outer)
                if not self.only:
                    key = scale_block(self._legend(domain, min(sheet.width, WIDEST)), enlarge(sheet.width))
                    sheet = column([sheet, key], 6, middle=True)
                if self.wanted is not None and domain.sort == "board":  # it shows an example on a page
                    here = (content for site in self.things(domain, outer).values() for content in site)
                    sheet = column([sheet, sign_key(self.contents.looks, here, sheet.width)], 6, middle=True)
                yield column([line(title, 13, bold=True, role="heading"), sheet], 6) if title else sheet

    def _legend(self, domain: Domain, width: float) -> PictureBlock:
        looks, nested = self.contents.looks, self.plan.nested
        recall = self.contents.drawn.recall
        groups = recall(("legend", domain.name), lambda: legend(looks, domain, nested))

        def draw() -> PictureBlock:
            block = grid_blocks(groups, width, 12)
            return PictureBlock((Group(block.shapes),), block.width, block.height)

        return recall(("legend", domain.name, width), draw) if any(groups) else EMPTY

    # -------------------------------------------------------------------------------------------- the contents of sites

    def _copies(self, domain: Domain) -> Iterator[tuple[tuple[int, ...], str]]:
        """Yield the values of the further indexes of places on a board, each with a title. If there are none, yield one
        () with the title ""."""
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
        """Return a mapping from sites to their contents; empty sites are left out. `outer` has the values of the other
        indexes. The result is cached."""

        def find() -> Things:
            found: dict[int, list[DescribedBlock]] = {}
            for holder in (one for one in self.plan.on(domain) if one.where in ("site", "holds")):
                for site, content in self._held_or_indexed(holder, outer):
                    found.setdefault(site, []).append(content)
            return found

        return self.contents.found.recall(("things", self.plan, domain, outer), find)

    def _row_contents(self, domain: Domain) -> Mapping[int, Sequence[RowContent]]:
        """Return a mapping from the sites of a board to the contents of the table rows that lie on them. The result is
        cached."""
        key = "rows", self.plan, domain
        return self.contents.found.recall(key, lambda: row_contents(self.plan, self.contents, domain))

    def _links(self, domain: Domain) -> Iterator[Link]:
        """Yield the contents of the lines between sites of a board."""
        for holder in (one for one in self.plan.on(domain) if one.where == "link"):
            yield from ((holder.rows, at, content) for at, content in self._held_or_indexed(holder, ()))

    def _held_or_indexed(self, holder: Holder, outer: tuple[int, ...]) -> Iterator[tuple[int, DescribedBlock]]:
        return self._sites_held(holder) if holder.dim < 0 else self._sites_indexed(holder, outer)

    def _sites_indexed(self, holder: Holder, outer: tuple[int, ...]) -> Iterator[tuple[int, DescribedBlock]]:
        """Yield the sites and their contents in a place or kept value that is indexed by sites."""
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
                content = self.mark(holder, index)
            elif not place and len(holder.dims) > 1:
                content = self._with_owner(holder, index, content)
            yield index[holder.dim], content

    def _is_left_out(self, holder: Holder, index: tuple[int, ...]) -> bool:
        """Return whether the value of a site is not drawn because nearly all sites would show the same: the initial
        value on an open board, or the initial or a hidden value of each player."""
        board = holder.ground.board if holder.ground else None
        seen = self.contents.viewpoint.content(holder.name, index)
        if len(holder.dims) > 1 and isinstance(seen, Hidden):
            return True
        if len(holder.dims) == 1 and (board is None or board.capacity is None):
            return False
        return len(holder.cell.initial) == 1 and seen == holder.cell.initial[0]

    def _with_owner(self, holder: Holder, index: tuple[int, ...], content: DescribedBlock) -> DescribedBlock:
        """Return the drawing of one player's value, with a token of this player before it."""
        looks, players = self.contents.looks, [at for n, at in enumerate(index) if n != holder.dim]
        chips = [evolve(looks.mark(looks.model.players, at), size=40, signs=()) for at in players]
        block = row([*(sprite_block(chip) for chip in chips), content.block], 1)
        words = f"{', '.join(chip.name for chip in chips)}: {content.words}"
        return evolve(content, block=block, words=words, sprite=None)

    def _sites_held(self, holder: Holder) -> Iterator[tuple[int, DescribedBlock]]:
        """Yield the sites that are in a kept value, each with the marker of this value's element."""
        assert isinstance(holder.symbol, KeepSymbol)
        for index in holder.indices({}):
            seen = self.contents.viewpoint.content(holder.name, index)
            mark = self.mark(holder, index)
            yield from ((site, mark) for site in sites_held(holder.symbol, seen))

    def _style(self, holder: Holder, index: tuple[int, ...]) -> Style:
        return self.contents.looks.holder(holder.symbol, index)

    def mark(self, holder: Holder, index: tuple[int, ...]) -> DescribedBlock:
        """Return the marker of an element of a kept value. The result is cached."""
        style = self._style(holder, index)
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
        """Return a mapping from the keys of sites to the names of the things on them."""
        found: dict[str, Counter[str]] = {}
        inner = [d for name in self.plan.nested for d in (self.contents.looks.domains[name],)]
        for domain in (*self.plan.grounds, *self.plan.rims, *inner):
            for outer, _ in self._copies(domain):
                for site, here in self.things(domain, outer).items():
                    counts = found.setdefault(f"{domain.name} {domain.labels[site]}", Counter())
                    for content in here:
                        for name, count in content.things or ((movable_name(content.words, site), 1),):
                            counts[name] += count
            for one in (one for there in self._row_contents(domain).values() for one in there):
                counts = found.setdefault(one.key, Counter())
                for name, count in one.content.things or ((one.content.words, 1),):
                    counts[name] += count
            for rows, at, content in self._links(domain):
                counts = found.setdefault(f"{rows.name} {rows.labels[at]}", Counter())
                counts[movable_name(content.words, at)] += 1
        return found

    # ------------------------------------------------------------------------------------------------ drawing one board

    def _board(self, domain: Domain, outer: tuple[int, ...]) -> PictureBlock:
        looks, upon_it = self.contents.looks, self._row_contents(domain)
        things = self._with_outlines(domain, self.things(domain, outer))
        used = {**things, **upon_it}
        if self.wanted is not None:
            used |= {at: () for at, label in enumerate(domain.labels) if f"{domain.name} {label}" in self.wanted}
        margin = self.wanted is None
        layout = looks.layout(domain)
        ground = board_ground(domain, layout, looks.has_lines(domain), used, margin, looks.title)
        letters = ground.letters
        left = 1.6 * letters if ground.edges else 6.0
        taken = used if domain.board is not None and domain.board.capacity is not None else None
        under = floor_shapes(looks, domain, ground, taken)
        held = {h.rows.name for h in self.plan.on(domain) if h.where == "link"}
        shapes: list[Shape] = [*under, *printed_lines(looks, domain, ground, held)]
        shapes += link_groups(looks, self._links(domain), ground.sites)
        over: list[Shape] = []
        for site, (x, y) in ground.sites.items():
            here, more = things.get(site, ()), upon_it.get(site, ())
            shapes.append(move_group(self._site(domain, site, here, [one.content for one in more]), x, y))
            over += part_groups(here, more, (x, y))
            if ground.names:
                rows = [
                    Lettering(x, y + down, row, ground.names.letters, "middle", fill="soft", stroke="page", width=3)
                    for down, row in ground.names.baselines(site)
                ]
                shapes += rows if len(rows) == 1 else [Group(tuple(rows))]
        shapes += over
        for rim in (rim for rim in self.plan.rims if grid_of(rim) is domain):
            shapes += link_groups(looks, self._links(rim), rim_places(rim, ground))
            shapes += rim_groups(looks, rim, self.things(rim), ground)
        shapes += [Lettering(x, y, name, letters, "middle", fill="soft") for (x, y), name in ground.edges]
        top = max([6.0, *(letters - y for (_, y), _ in ground.edges)])  # names above the board need room
        board = Group(tuple(shapes), left, top, role="board", title=looks.wording.title(domain.name))
        below = letters + 4 if ground.edges else 6
        block = PictureBlock((board,), ground.width + left + 6, ground.height + top + below)
        return block if taken is None or margin else scale_block(block, max(1.0, min(CLOSE, WIDEST / block.width)))

    def _with_outlines(self, domain: Domain, things: Things) -> Things:
        """Return the contents of a board's sites, with an outline around each part of a tile on which a row in
        `outlined` lies."""
        looks, found = self.contents.looks, dict(things)
        rows = (looks.domains[name] for name, board in looks.lying.items() if board.name == domain.name)
        for row_, at in ((one, at) for one in rows for at, label in enumerate(one.labels)):
            if f"{row_.name} {row_.labels[at]}" in self.outlined:
                site, part = (looks.element_value(row_, at, key) for key in ("on", "within"))
                if isinstance(site, tuple) and isinstance(part, tuple):
                    member = part[0].name, part[1]
                    found[site[1]] = [with_outline(content, member) for content in found.get(site[1], ())]
        return found

    def _site(self, domain: Domain, site: int, here: Sequence[DescribedBlock], upon: Sequence[DescribedBlock]) -> Group:
        """Return the group of one site of a board; its middle is (0, 0). The drawing is cached for its contents."""
        looks = self.contents.looks

        def draw() -> Group:
            block, style = site_block(here), looks.style(domain, site)
            if here and style.colour is not None:
                block = recolour_letters(block, ink_on(style))
            spot = DrawnSite(f"{domain.name} {domain.labels[site]}", looks.title(domain, site), [*here, *upon], style)
            return spot.draw(looks.wording, block, (0, 0), (UNIT / 2, UNIT / 2))

        told = tuple((content.words, content.sign) for content in upon)
        return self.contents.drawn.recall(("site", domain.name, site, tuple(here), told), draw)
