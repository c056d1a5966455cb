"""What lies beside the boards: a tray for each player with what is his, what belongs to nobody, and the values kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property

from attrs import evolve, field, frozen

from ..model.naming import identifier_words
from ..model.symbols import KeepSymbol, PlaceSymbol
from ..model.types import NumberType
from .blocks import PictureBlock, column, line, lines, padded_to, panel, row, wrapped
from .contents import NOTHING, Contents, DescribedBlock, empty_slot, keyed, of_sprite
from .plan import DrawingPlan, Holder
from .scene import Group, Polygon

LEAST = 132.0
"""The least width of a tray."""
MOST_ROWS = 8
"""So many elements that go by number stand one under the other."""
TRAY = 250.0
"""What lies in one is beside one another as far as it goes into this."""
NARROWEST = 90.0
"""With less room beside a value its name stands over it."""
MOST = 300.0
"""No tray is made wider than this."""


Elements = tuple[tuple[tuple[int, ...], DescribedBlock], ...]
"""Indices of a place or kept value, each with what is there."""


@frozen(eq=False, slots=False)
class Trays:
    """The trays of one state, as seen; `active` is whose turn it is, None where nobody's."""

    plan: DrawingPlan
    contents: Contents
    active: int | None
    _found: dict[tuple[str, int | None], Elements] = field(factory=dict, init=False, repr=False)

    def players(self, width: float) -> PictureBlock:
        """A tray for each player, or a line with all of them where no tray would hold anything."""
        if not self._held:
            return wrapped([self.seat(p) for p in self._seats], width, 16)
        tried = [self._tiled(width, across) for across in self._fitting(width)]
        return min(tried, key=lambda block: block.height)

    def narrow(self, width: float) -> bool:
        """Whether two trays, or the only one, fit beside one another into so little."""
        return not self._held or min(2, len(self._seats)) in self._fitting(width)

    @cached_property
    def _seats(self) -> range:
        return range(len(self.contents.looks.model.players))

    @cached_property
    def _held(self) -> list[Holder]:
        return [h for h in self.plan.holders if h.where == "tray"]

    @cached_property
    def _natural(self) -> float:
        """How wide the widest place in a tray is, with all of it as large as usual."""
        places = [h for h in self._held if _is_place(h)]
        blocks = [b for p in self._seats for h in places for b in self._elements(h, {h.dim: p}, TRAY)]
        return max((block.width for block in blocks), default=0)

    def _fitting(self, width: float) -> list[int]:
        """How many trays may stand in a row, in rows of about as many; one always may."""
        many = len(self._seats)
        numbers = sorted({-(-many // rows) for rows in range(1, many + 1)})
        return [n for n in numbers if n == 1 or self._fits(_room(width, n))]

    def _fits(self, room: float) -> bool:
        if room < self._natural:
            return False
        return all(b.width <= room for p in self._seats for b in [self.seat(p), *self._entries(self._held, p, room)])

    def _tiled(self, width: float, across: int) -> PictureBlock:
        """So many trays in a row, all of one width and those of a row of one height."""
        room = min(MOST, _room(width, across))
        trays = [column([self.seat(p), *self._entries(self._held, p, min(TRAY, room))], 5) for p in self._seats]
        wide = max(room, *(tray.width for tray in trays)) if across > 1 else max(LEAST, *(t.width for t in trays))
        rows = [trays[at : at + across] for at in range(0, len(trays), across)]
        return column([_level(trays_of, wide) for trays_of in rows], 8)

    def seat(self, player: int) -> PictureBlock:
        """A player's colour and name, marked where it is his turn."""
        looks = self.contents.looks
        drawn = of_sprite(evolve(looks.mark(looks.model.players, player), signs=()))
        chip = _narrowed(drawn, 14, 14)
        mine = player == self.active
        name = looks.title(looks.model.players, player)
        words = looks.wording.phrase("turn", seat=name) if mine else name
        turn = [PictureBlock((Polygon(((0, 2), (8, 7), (0, 12)), fill="mark"),), 9, 14)] if mine else []
        return keyed(
            row([*turn, chip, line(name, 13, bold=mine)], 5),
            f"Player {looks.model.players.labels[player]}",
            words,
            "heading",
            words,
        )

    def shared(self, width: float) -> PictureBlock:
        """The places that belong to nobody."""
        entries = [
            b for h in self.plan.holders if h.where == "beside" and _is_place(h) for b in self._elements(h, {}, width)
        ]
        return wrapped(entries, width, 18)

    def values(self, width: float) -> PictureBlock:
        """The kept values that belong to nobody, and say something."""
        entries = [
            b
            for h in self.plan.holders
            if h.where == "beside" and not _is_place(h)
            for b in self._elements(h, {}, width)
        ]
        return column(entries, 4)

    def lying(self) -> dict[str, Counter[str]]:
        """What lies in each place, by its key and by name."""
        found: dict[str, Counter[str]] = {}
        for holder in self.plan.holders:
            if holder.where in ("tray", "beside") and _is_place(holder):
                for index in holder.indices({}):
                    counts = found.setdefault(_key(holder, index), Counter())
                    for name, count in self.contents.of(holder, index).things:
                        counts[name] += count
        return found

    # -------------------------------------------------------------------------------------------------------- entries

    def _entries(self, held: list[Holder], player: int, width: float) -> Iterator[PictureBlock]:
        """Places beside one another, then values."""
        places = [b for h in held if _is_place(h) for b in self._elements(h, {h.dim: player}, width)]
        yield wrapped(places, width, 12)
        yield from (b for h in held if not _is_place(h) for b in self._elements(h, {h.dim: player}, width))

    def _elements(self, holder: Holder, fixed: dict[int, int], width: float) -> Iterator[PictureBlock]:
        """The elements of a place or kept value, each by itself, or under one heading where it has several; drawn once
        for each width that is tried, until something else lies there."""
        there = self._there(holder, fixed)
        drawn, key = self.contents.drawn.parts, ("elements", holder.name, width, there)
        found = drawn.get(key)
        if found is None:
            found = drawn[key] = tuple(self._drawn_elements(holder, fixed, width, there))
        yield from found

    def _there(self, holder: Holder, fixed: dict[int, int]) -> Elements:
        """What is there, at every index with these."""
        key = (holder.name, fixed.get(holder.dim))
        found = self._found.get(key)
        if found is None:
            style, content = self.contents.looks.holder, self.contents.of
            indices = holder.indices(fixed)
            found = tuple((index, content(holder, index, style(holder.symbol, index))) for index in indices)
            self._found[key] = found
        return found

    def _drawn_elements(
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
                looks.index_text(dim, at, self._counted(holder, local.name) if local else "")
                for n, (dim, at, local) in enumerate(zip(holder.dims, index, holder.symbol.locals, strict=True))
                if n not in fixed
            ]
            inside += self._entry(holder, (index, content), ", ".join(names), width, title)
        if inside:
            numbered = isinstance(holder.dims[-1], NumberType) and len(inside) <= MOST_ROWS
            body = column(inside, 4) if numbered else wrapped(inside, width, 14)
            yield column([lines(title, width, 11, "soft"), body], 3)

    def _counted(self, holder: Holder, name: str) -> str:
        """What a reader calls what a dimension counts."""
        return self.contents.looks.wording.title(holder.name, name) or identifier_words(name)

    def _entry(
        self, holder: Holder, element: tuple[tuple[int, ...], DescribedBlock], title: str, width: float, of: str = ""
    ) -> Iterator[PictureBlock]:
        """The name of an element and what is in it: places over one another, values in a line; none for nothing."""
        index, content = element
        key, named = _key(holder, index), f"{of}, {title}" if of else title
        if isinstance(holder.symbol, PlaceSymbol):
            block = self._empty(holder.symbol) if content is NOTHING else content.block
            words = content.words or self.contents.looks.wording.phrase("empty")
            yield keyed(
                column([lines(title, max(110.0, block.width), 11, "soft"), _narrowed(block, width)], 2),
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
        block = content.block if is_number else self._worded(content, max(100.0, width / 2))
        room = width - block.width - 10
        beside = room >= NARROWEST
        heading = lines(title, room if beside else width, 11, "soft")
        told = row([heading, block], 10) if beside else column([heading, block], 2)
        yield keyed(told, key, "", "entry", f"{named}: {content.words}")

    def _worded(self, content: DescribedBlock, room: float) -> PictureBlock:
        """A value in words, behind what is drawn of it where that is more than a letter."""
        words = lines(content.words, room - 24, 12, most=6)
        return row([_narrowed(content.block, 200, 18), words], 4) if content.shown else words

    def _empty(self, place: PlaceSymbol) -> PictureBlock:
        if place.form != "one":
            return line("–", 12, "soft")
        return empty_slot(self.contents.looks.back_shape(place.piece))


def _level(trays: list[PictureBlock], wide: float) -> PictureBlock:
    high = max(tray.height for tray in trays)
    return row([panel(padded_to(tray, wide, high)) for tray in trays], 8)


def _room(width: float, across: int) -> float:
    """How wide what is in each of so many trays may be."""
    return (width - 8 * (across - 1)) / across - 16


def _key(holder: Holder, index: tuple[int, ...]) -> str:
    return f"{holder.symbol.clause.kind} {' '.join([holder.name, *map(str, index)])}"


def _is_place(holder: Holder) -> bool:
    return isinstance(holder.symbol, PlaceSymbol)


def _narrowed(block: PictureBlock, width: float, height: float = 10_000) -> PictureBlock:
    """Made smaller where it is too wide."""
    scale = min(1.0, width / block.width if block.width else 1.0, height / block.height if block.height else 1.0)
    if scale == 1:
        return block
    return PictureBlock((Group(block.shapes, 0, 0, scale),), block.width * scale, block.height * scale)
