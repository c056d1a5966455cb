"""Draws everything beside the boards: a tray for each player, places that belong to no player, and kept values (state
variables)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property

from attrs import evolve, field, frozen

from ..model.naming import identifier_words
from ..model.symbols import KeepSymbol, PlaceSymbol
from ..model.types import NumberType
from .blocks import (
    EMPTY,
    PictureBlock,
    before_drawing,
    column,
    line,
    lines,
    pad_block,
    panel,
    row,
    scale_block,
    shrink_block,
    without_count,
    wrap_blocks,
)
from .contents import NOTHING, Contents, DescribedBlock, empty_slot, sprite_block, with_key
from .movements import PictureMark
from .plan import DrawingPlan, Holder
from .scene import LETTER, Point, Polygon
from .seating import ACROSS, APART, ROUND, SIDES, around_board, at_sides, in_two_rows, room_of
from .sprites import token

LEAST = 132.0  # the least width of a tray
MOST_ROWS = 8  # up to so many numbered elements are put below one another, more side by side
TRAY = 250.0  # the greatest width in which a tray puts its places side by side
NARROWEST = 90.0  # the least room for a value's name beside it; with less, the name is above the value
MOST = 300.0  # the greatest width to which a tray is stretched
TITLE, TITLE_IN_TRAY = 150.0, 110.0  # the room for the name of a place in one line, on the table and in a tray
SLOT = " slot "
MOST_SLOTS = 3
"""The greatest number of slots that are drawn where several things arrive."""

Elements = tuple[tuple[tuple[int, ...], DescribedBlock], ...]
"""Pairs of an index of a place or kept value and the contents there."""


@frozen(eq=False, slots=False)
class Trays:
    """Draws the trays of one state from one viewpoint. `active` is the player whose turn it is; None if it is nobody's
    turn."""

    plan: DrawingPlan
    contents: Contents
    active: int | None
    bare: bool = False  # whether empty places are left out
    wanted: frozenset[str] = frozenset()  # the keys of empty places that are drawn even if `bare`
    slots: Mapping[str, tuple[PictureMark, ...]] = field(
        factory=dict
    )  # from the keys of places to the marks of slots in them, in which things will arrive
    _found: dict[tuple[str, int | None], Elements] = field(factory=dict, init=False, repr=False)

    def players(self, width: float) -> PictureBlock:
        """Return a block with a tray for each player. If all trays would be empty, return a line with the players'
        names."""
        if not self._full:
            return wrap_blocks([self.seat(p) for p in self._seats], width, 16)
        tried = [self._tile(width, across) for across in self._row_lengths(width)]
        return min(tried, key=lambda block: block.height)

    def table(self, *widths: float) -> PictureBlock | None:
        """Return a block with all players round a table, in seat order, and the places that belong to no player on the
        table. Four players sit at its sides if this fits one of these widths; otherwise players sit in two rows. Return
        None if there are fewer than three players, if nothing fits, or if all trays would be empty."""
        if len(self._seats) < ROUND or not self._full:
            return None
        right = self.contents.looks.model.rulebook.header.anticlockwise
        ways = [self._at_sides, self._in_two_rows][len(self._seats) != SIDES :]
        tried = ((way(width, right), width) for way in ways for width in widths)
        return next((found for found, width in tried if found.width <= width), None)

    def _at_sides(self, width: float, right: bool) -> PictureBlock:
        room = max(room_of(width - ACROSS - 16, 2), self._natural)
        wide = max(self._tray(p, room)[0].width for p in (1, 3))
        panels = [self._seat_panel(p, room, wide * (p % 2)) for p in self._seats]
        lying = self.places_of_nobody(max(TITLE, width - 2 * panels[1].width - ACROSS - 16))
        return at_sides(panels, lying, right)

    def _in_two_rows(self, width: float, right: bool) -> PictureBlock:
        half = -(-len(self._seats) // 2)
        room = max(room_of(width, half, APART), self._natural)
        return in_two_rows([self._seat_panel(p, room) for p in self._seats], self.places_of_nobody(width - 60), right)

    def around(self, board: PictureBlock, width: float) -> PictureBlock | None:
        """Return a board with the players' trays around it, arranged by the layout in the players' look. Return None if
        there is no such layout, or if this is wider than `width`."""
        panels = {place: self._seat_panel(player, LEAST) for player, place in self._layout.items()}
        whole = around_board(panels, board) if panels else None
        return whole if whole and whole.width <= width else None

    def _seat_panel(self, player: int, room: float, wide: float = 0) -> PictureBlock:
        """Return a player's tray on a panel, whose inside is at least `wide`."""
        tray = pad_block(self._tray(player, room)[0], wide, 0)
        key = tray_key(f"Player {self.contents.looks.model.players.labels[player]}")
        return with_key(panel(tray, stroke="mark" if player == self.active else ""), key, "")

    def fits_narrow(self, width: float) -> bool:
        """Return whether two trays fit side by side in this width or, if there is only one, whether it fits."""
        return not self._full or min(2, len(self._full)) in self._row_lengths(width)

    @cached_property
    def row_width(self) -> float:
        """Return the width of one row that contains all trays."""
        many = len(self._full)
        widest = max([self._natural, *(self.seat(player).width for player in self._full)])
        return many * (widest + 16) + 8 * (many - 1)

    @cached_property
    def _seats(self) -> range:
        return range(len(self.contents.looks.model.players))

    @cached_property
    def _full(self) -> list[int]:
        """Return the players whose trays are drawn, in order. If `bare` is True, these are only players with something
        in their tray."""
        held = self._tray_holders

        def has_something(player: int) -> bool:
            there = ((place_key(h, at), c) for h in held[player] for at, c in self._there(h, {h.dim: player}))
            return any(c is not NOTHING or key in self.wanted for key, c in there)

        order = sorted(self._seats, key=lambda p: self._layout.get(p, (p, 0))[::-1])
        return [p for p in order if held[p] and (not self.bare or has_something(p))]

    @property
    def _layout(self) -> dict[int, Point]:
        """Return a mapping from players to their column and row in the layout of the players' look; empty if there is
        no layout."""
        return self.contents.looks.layout(self.contents.looks.model.players) or {}

    @cached_property
    def _tray_holders(self) -> list[list[Holder]]:
        """Return, for each player, the places and kept values that are drawn in this player's tray."""
        held = [h for h in self.plan.holders if h.where == "tray"]
        return [[h for h in held if h.seat in (None, player)] for player in self._seats]

    @cached_property
    def _natural(self) -> float:
        """Return the width of the widest place in all trays before anything is scaled."""
        held = ((p, h) for p in self._seats for h in self._tray_holders[p] if h.is_place)
        blocks = [b for p, h in held for b in self._elements(h, {h.dim: p}, TRAY)]
        return max((block.width for block in blocks), default=0)

    def _row_lengths(self, width: float) -> list[int]:
        """Return the possible numbers of trays in a row. They make rows of about equal length and fit this width; 1 is
        always possible."""
        many = len(self._full)
        numbers = sorted({-(-many // rows) for rows in range(1, many + 1)})
        return [n for n in numbers if n == 1 or self._fits(room_of(width, n))]

    def _fits(self, room: float) -> bool:
        if room < self._natural:
            return False
        return all(self._tray(p, room)[1] <= room for p in self._full)

    def _tile(self, width: float, across: int) -> PictureBlock:
        """Return a block with the trays in rows of `across`. All trays have the same width, and those in a row the same
        height."""
        room = min(MOST, room_of(width, across))
        trays = [self._tray(p, min(TRAY, room))[0] for p in self._full]
        wide = max(room, *(tray.width for tray in trays)) if across > 1 else max(LEAST, *(t.width for t in trays))
        rows = [trays[at : at + across] for at in range(0, len(trays), across)]
        others = wrap_blocks([self.seat(p) for p in self._seats if p not in self._full], width, 16)
        return column([*(_level(trays_of, wide) for trays_of in rows), others], 8)

    def _tray(self, player: int, width: float) -> tuple[PictureBlock, float]:
        """Return a player's tray, and the width of its widest entry. The drawing is cached for its contents."""
        held = self._tray_holders[player]
        there = tuple((self._there(h, {h.dim: player}), self._wanted_of(h)) for h in held)

        def draw() -> tuple[PictureBlock, float]:
            head = row([self.seat(player), *self._gained(held, player)], 8)
            blocks = [head, *self._entries(held, player, width)]
            return column(blocks, 5), max(block.width for block in blocks)

        return self.contents.drawn.recall(("tray", player, width, player == self.active, self.bare, there), draw)

    def seat(self, player: int) -> PictureBlock:
        """Return a block with a player's colour and name. If it is the player's turn, it has a mark."""
        key = "seat", player, player == self.active
        return self.contents.drawn.recall(key, lambda: self._draw_seat(player))

    def _draw_seat(self, player: int) -> PictureBlock:
        looks = self.contents.looks
        drawn = sprite_block(evolve(looks.mark(looks.model.players, player), signs=()))
        chip = shrink_block(drawn, 14, 14)
        mine = player == self.active
        name = looks.title(looks.model.players, player)
        words = looks.wording.phrase("turn", seat=name) if mine else name
        turn = [PictureBlock((Polygon(((0, 2), (8, 7), (0, 12)), fill="mark"),), 9, 14)] if mine else []
        return with_key(
            row([*turn, chip, line(words, bold=mine)], 5),
            f"Player {looks.model.players.labels[player]}",
            words,
            "heading",
            words,
        )

    def places_of_nobody(self, width: float) -> PictureBlock:
        """Return a block with the places that belong to no player."""
        entries = [
            b for h in self.plan.holders if h.where == "beside" and h.is_place for b in self._elements(h, {}, width)
        ]
        return wrap_blocks(entries, width, 18)

    def values(self, width: float) -> PictureBlock:
        """Return a block with the kept values that belong to no player, except those without a value."""
        entries = [
            b for h in self.plan.holders if h.where == "beside" and not h.is_place for b in self._elements(h, {}, width)
        ]
        return column([self._headed(entries[0]), *entries[1:]] if entries else [], 4)

    def _headed(self, entry: PictureBlock) -> PictureBlock:
        """Return an entry with the heading `on the table` before it, which only text pictures show. Without it, the
        value would seem to be the last player's.

        A drawn picture shows these values outside the trays, and shows no heading."""
        heading = with_key(EMPTY, "", "", "heading", self.contents.looks.wording.phrase("on the table"))
        return PictureBlock((*heading.shapes, *entry.shapes), entry.width, entry.height)

    def lying(self) -> dict[str, Counter[str]]:
        """Return a mapping from the keys of places to the names of the things in them."""
        found: dict[str, Counter[str]] = {}
        for holder in self.plan.holders:
            if holder.where in ("tray", "beside") and holder.is_place:
                for index in holder.indices({}):
                    counts = found.setdefault(place_key(holder, index), Counter())
                    for name, count in self.contents.of(holder, index).things:
                        counts[name] += count
        return found

    # ------------------------------------------------------------------------------------- entries: names with contents

    def _entries(self, held: list[Holder], player: int, width: float) -> Iterator[PictureBlock]:
        """Yield the entries of a tray: one block with places side by side, then the values."""
        places = [b for h in held if h.is_place for b in self._elements(h, {h.dim: player}, width)]
        yield wrap_blocks(places, width, 12)
        yield from (b for h in held if not h.is_place for b in self._elements(h, {h.dim: player}, width))

    def _gained(self, held: list[Holder], player: int) -> Iterator[PictureBlock]:
        """Yield a tag for each value that a player does not have now but later in the moves that the picture shows."""
        for holder in (one for one in held if not one.is_place and self.bare):
            for index, content in self._there(holder, {holder.dim: player}):
                if content is NOTHING and (key := place_key(holder, index)) in self.wanted:
                    title = self.contents.looks.wording.title(holder.name) or identifier_words(holder.name)
                    yield with_key(panel(line(title, LETTER), "", "mark", 4, dashed=True), key, "")

    def _elements(self, holder: Holder, fixed: dict[int, int], width: float) -> Iterator[PictureBlock]:
        """Yield the elements of a place or kept value; if there are several, they are under one heading. The drawing is
        cached for the width and the contents."""
        there = self._there(holder, fixed)
        key = "elements", holder.name, width, there, self.bare, bool(self.slots), self._wanted_of(holder)
        yield from self.contents.drawn.recall(key, lambda: tuple(self._draw_elements(holder, fixed, width, there)))

    def _wanted_of(self, holder: Holder) -> frozenset[tuple[str, tuple[PictureMark, ...]]]:
        """Return the keys of a place's elements that are drawn even if they are empty, each with the marks of its
        slots."""
        begins = f"{place_key(holder, ())} "
        return frozenset((key, self.slots.get(key, ())) for key in self.wanted if f"{key} ".startswith(begins))

    def _there(self, holder: Holder, fixed: dict[int, int]) -> Elements:
        """Return the contents at every index that has the values of `fixed`, a mapping from positions in the index to
        values."""
        key = (holder.name, fixed.get(holder.dim))
        found = self._found.get(key)
        if found is None:
            style, content = self.contents.looks.holder, self.contents.of
            indices = holder.indices(fixed)
            found = tuple((index, content(holder, index, style(holder.symbol, index))) for index in indices)
            self._found[key] = found
        return found

    def _draw_elements(
        self, holder: Holder, fixed: dict[int, int], width: float, there: Elements
    ) -> Iterator[PictureBlock]:
        looks = self.contents.looks
        title = looks.wording.title(holder.name) or identifier_words(holder.name)
        if len(there) == 1:
            yield from self._entry(holder, there[0], title, width)
            return
        inside: list[PictureBlock] = []
        for index, content in there:
            names = [
                looks.index_text(dim, at, self._count_name(holder, local.name) if local else "")
                for n, (dim, at, local) in enumerate(zip(holder.dims, index, holder.symbol.locals, strict=True))
                if n not in fixed
            ]
            inside += self._entry(holder, (index, content), ", ".join(names), width, title)
        if inside:
            numbered = isinstance(holder.dims[-1], NumberType) and len(inside) <= MOST_ROWS
            body = column(inside, 4) if numbered else wrap_blocks(inside, width, 14)
            yield column([lines(title, width, LETTER, "soft"), body], 3)

    def _count_name(self, holder: Holder, name: str) -> str:
        """Return the title of an index that is a number, such as the round in `score[round]`. It is the title of the
        parameter `name`."""
        return self.contents.looks.wording.title(holder.name, name) or identifier_words(name)

    def _entry(
        self, holder: Holder, element: tuple[tuple[int, ...], DescribedBlock], title: str, width: float, of: str = ""
    ) -> Iterator[PictureBlock]:
        """Yield an element with its name above it or, for a value, beside it if there is room. An element without a
        value is left out."""
        index, content = element
        key, named = place_key(holder, index), f"{of}, {title}" if of else title
        backdrop = holder.is_place and self.contents.looks.holder(holder.symbol, index).backdrop
        if self.bare and content is NOTHING and not backdrop and key not in self.wanted:
            return
        if isinstance(holder.symbol, PlaceSymbol):
            empty = EMPTY if backdrop else self._empty(holder.symbol, key)
            block = empty if content is NOTHING else content.block
            if self.slots and holder.where == "beside" and holder.symbol.form == "stack":
                block = without_count(block)  # in a picture of moves, the number of cards in a pile says nothing
            if key in self.slots and content is not NOTHING and holder.symbol.form != "one":
                block = row([block, empty] if self._is_on_table(self.slots[key][0].there) else [empty, block], 3)
            block = before_drawing(block, backdrop) if backdrop else block
            words = content.words or self.contents.looks.wording.phrase("empty")
            room = TITLE if holder.where == "beside" else TITLE_IN_TRAY
            yield with_key(
                column([lines(title, max(room, block.width), LETTER, "soft"), shrink_block(block, width)], 2),
                key,
                "",
                "entry",
                f"{named}: {words}",
            )
            return
        assert isinstance(holder.symbol, KeepSymbol)
        if content is NOTHING:
            return
        is_number = isinstance(holder.symbol.type, NumberType)
        block = content.block if is_number else self._in_words(content, max(100.0, width / 2))
        room = width - block.width - 10
        beside = room >= NARROWEST
        heading = lines(title, room if beside else width, LETTER, "soft", most=5)
        told = row([heading, block], 10) if beside else column([heading, block], 2)
        yield with_key(told, key, "", "entry", f"{named}: {content.words}")

    def _in_words(self, content: DescribedBlock, room: float) -> PictureBlock:
        """Return a value in words, with its block before them if that shows more than a letter."""
        words = lines(content.words, room - 24, LETTER, most=6)
        return row([shrink_block(content.block, 200, 18), words], 4) if content.shown else words

    def _is_on_table(self, key: str) -> bool:
        """Return whether a key is that of a place that belongs to no player."""
        return any(key.split()[1] == holder.name for holder in self.plan.holders if holder.where == "beside")

    def _empty(self, place: PlaceSymbol, key: str) -> PictureBlock:
        looks = self.contents.looks
        if key in self.slots:
            each = (row([self._slot(place, one.thing)] * min(one.number, MOST_SLOTS), 3) for one in self.slots[key])
            return row((with_key(block, slot_key(key, n), "") for n, block in enumerate(each)), 3)
        if place.form != "one" and not self.bare:
            return line("–", LETTER, "soft")
        return empty_slot(looks.back_shape(place.piece))

    def _slot(self, place: PlaceSymbol, coming: str) -> PictureBlock:
        """Return an empty slot. If `coming` is the name of a thing, this thing is drawn faintly in it."""
        looks = self.contents.looks
        slot = scale_block(empty_slot(looks.back_shape(place.piece)), looks.piece(place.piece, 0).size / 100)
        faces = (looks.piece(place.piece, at) for at in range(len(place.piece)) if coming)
        face = next((one for one in faces if one.name == coming), None)
        if face is None:
            return slot
        laid = evolve(token(face, slot.width / 2, slot.height / 2), role="", title="", sign="", faint=True)
        return evolve(slot, shapes=(laid, *slot.shapes))


def _level(trays: list[PictureBlock], wide: float) -> PictureBlock:
    high = max(tray.height for tray in trays)
    return row([panel(pad_block(tray, wide, high)) for tray in trays], 8)


def slot_key(key: str, at: int = 0) -> str:
    """Return the key of slot number `at` in the place with this key."""
    return f"{key}{SLOT}{at}"


def tray_key(player: str) -> str:
    """Return the key of a player's tray; `player` is the key of the player."""
    return f"tray {player}"


def place_key(holder: Holder, index: tuple[int, ...]) -> str:
    """Return the key of an element of a place or kept value."""
    return f"{holder.symbol.clause.kind} {' '.join([holder.name, *map(str, index)])}"
