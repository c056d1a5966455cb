"""Draws the contents of one place or kept value (state variable): pieces, fanned cards, heaps, stacks, numbers,
markers.

Each block comes with words for screen readers and text pictures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import ceil, sqrt
from typing import Any, TypeVar

from attrs import evolve, field, frozen

from ..engine.cell_layout import index_of
from ..engine.observe import Hidden, Seen
from ..machine.program import Cell
from ..model.symbols import KeepSymbol, PlaceSymbol
from ..model.types import Domain, DomainType, NumberType, OptionType, SetType, TruthType, Type
from .blocks import EMPTY, PictureBlock, column, line, row, scale_block
from .declared_looks import PLAIN, Style
from .plan import DrawnWhere, Holder
from .resolved_looks import Looks
from .scene import Card, Disc, Group, Shape
from .sprites import SIZES, Sprite, back, token
from .viewpoint import Viewpoint

T = TypeVar("T")
MOST_FANNED = 20
"""The greatest number of things drawn one by one; more are drawn as one of each kind with its count."""
FAN = 236.0
"""The greatest width of a row of cards or other things."""
MOST_TOKENS = 24
"""The greatest number that is drawn as that many things; a larger one is written in digits."""
MOST_DRAWN = 20_000
"""The largest size of a game's cache of drawings; a larger cache is emptied."""


@frozen(eq=False)
class DescribedBlock:
    """A block with its description in words, which is empty if it shows nothing.

    `sign` is an abbreviation for text pictures. `shown` is True if the block shows more than a letter. `things` are the
    names and counts of the contents; hidden pieces have the name of their type. `sprite` is the piece and `mark` the
    marker that the block draws; each is None if it draws no such thing."""

    block: PictureBlock
    words: str
    sign: str = ""
    shown: bool = True
    things: tuple[tuple[str, int], ...] = ()
    sprite: Sprite | None = None
    mark: Sprite | None = None


NOTHING = DescribedBlock(EMPTY, "")


@frozen(eq=False)
class DrawnContents:
    """A cache of drawings. It is used for all states in which things look the same."""

    kept: dict[tuple[object, ...], Any] = field(factory=dict)

    def recall(self, key: tuple[object, ...], draw: Callable[[], T]) -> T:
        """Return the drawing for a key; call `draw` if it is not cached."""
        found: T | None = self.kept.get(key)
        if found is None:
            found = self.kept[key] = draw()
        return found

    def limit_size(self) -> DrawnContents:
        """Return this cache, emptied first if it has grown too large."""
        if len(self.kept) > MOST_DRAWN:
            self.kept.clear()
        return self


@frozen(eq=False)
class Contents:
    """Draws the contents of places and kept values from one viewpoint."""

    looks: Looks
    viewpoint: Viewpoint
    drawn: DrawnContents = field(factory=DrawnContents)
    found: DrawnContents = field(factory=DrawnContents)
    """A cache of the contents of sites, for this viewpoint."""

    def of(self, holder: Holder, index: tuple[int, ...], style: Style = PLAIN) -> DescribedBlock:
        """Return the drawing of one element of a place or kept value. On a site, several things are drawn close
        together."""
        seen = self.viewpoint.content(holder.name, index)
        return self.drawn.recall((holder.name, seen, style), lambda: self._of(holder, seen, style))

    def indices(self, holder: Holder, fixed: Mapping[int, int]) -> Iterable[tuple[int, ...]]:
        """Return the indexes that have the values of `fixed` (a mapping from positions in the index to values). For a
        place, leave out those that are surely empty."""
        filled = self.viewpoint.filled(holder.name) if holder.is_place else None
        if filled is None:
            return holder.indices(fixed)
        there = (index_of(holder.cell.shape[: len(holder.dims)], at) for at in filled)
        return (index for index in there if all(index[at] == value for at, value in fixed.items()))

    def is_empty(self, holder: Holder, index: tuple[int, ...]) -> bool:
        """Return whether the viewer sees that an element of a place is empty; its look is then not needed."""
        if not isinstance(holder.symbol, PlaceSymbol):
            return False
        seen = self.viewpoint.content(holder.name, index)
        return not isinstance(seen, Hidden) and not pieces_of(holder.cell, seen)

    def _of(self, holder: Holder, seen: Seen, style: Style) -> DescribedBlock:
        if isinstance(holder.symbol, PlaceSymbol):
            return self._place(holder.symbol, holder.cell, seen, style, holder.where)
        return self._keep(holder.symbol, seen, style, holder.where)

    # ----------------------------------------------------------------------------------------------- contents of places

    def _place(self, place: PlaceSymbol, cell: Cell, seen: Seen, style: Style, where: DrawnWhere) -> DescribedBlock:
        piece = place.piece
        if isinstance(seen, Hidden):
            return self._backs(piece, cell, seen, style, place.form)
        pieces = pieces_of(cell, seen)
        if not pieces:
            return NOTHING
        sprites = [(self.looks.piece(piece, kind, style), count) for kind, count in pieces]
        words = ", ".join(self._times(sprite.name, count) for sprite, count in sprites)
        sign = sprites[0][0].sign if len(sprites) == 1 and sprites[0][1] == 1 else str(sum(n for _, n in sprites))
        rows = place.form == "row" or all(sprite.shape == "card" for sprite, _ in sprites)
        block = pile_up(sprites) if place.form == "stack" else fan_out(sprites) if rows else count_rows(sprites, where)
        one = sprites[0][0] if sum(count for _, count in sprites) == 1 else None
        things = tuple((sprite.name, count) for sprite, count in sprites)
        return DescribedBlock(block, words, sign, things=things, sprite=one)

    def _backs(self, piece: Domain, cell: Cell, seen: Hidden, style: Style, form: str) -> DescribedBlock:
        """Return a block for hidden pieces: at most three backs, and their number."""
        if seen.size == 0:
            return NOTHING
        shape, share = self.looks.back_shape(piece), self.looks.piece(piece, 0).size / 100
        words = self.looks.wording.phrase("unseen", count=seen.size) if seen.size is not None else "?"
        things = ((piece.name, seen.size or 0),)
        shown = self._open(piece, cell, seen)
        if shown:
            blocks = [pile_of_backs(shape, style.back or colour, name, n, None, share) for colour, name, n in shown]
            told = ", ".join(f"{n} × {name}" if n > 1 else name for _, name, n in shown if name)
            return DescribedBlock(row(blocks, 3), f"{words} ({told})" if told else words, "?", things=things)
        colour = style.back or self.looks.back_colour(piece, None)
        many = None if form == "one" and seen.size == 1 else seen.size
        return DescribedBlock(pile_of_backs(shape, colour, "", seen.size or 1, many, share), words, "?", things=things)

    def _open(self, piece: Domain, cell: Cell, seen: Hidden) -> list[tuple[str, str, int]]:
        """Return the open attributes of hidden pieces, which everybody may see. For each group of pieces with equal
        open attributes, the result has the colour of the back, the attributes in words, and the count."""
        told = self.viewpoint.sight.open.get(cell.name)
        if told is None or not seen.open:
            return []
        counts = (
            [(value, 1) for value in seen.open] if told.rows else [(1 + v, n) for v, n in enumerate(seen.open) if n]
        )
        found = []
        for value, count in counts:
            like = next(i for i in range(len(piece)) if told.values[1 + i] == value)
            names = [self.looks.value_text(f.type, f.values[like]) for f in piece.fields if f.open]
            found.append((self.looks.back_colour(piece, like), " ".join(names), count))
        return found

    def _times(self, name: str, count: int) -> str:
        return self.looks.wording.phrase("times", count=count, name=name) if count > 1 else name

    # --------------------------------------------------------------------------------------------- values that are kept

    def _keep(self, keep: KeepSymbol, seen: Seen, style: Style, where: DrawnWhere) -> DescribedBlock:
        if isinstance(seen, Hidden):
            words = self.looks.wording.phrase("unseen value")
            return DescribedBlock(line("?", bold=True), words, "?")
        if isinstance(keep.type, NumberType) and isinstance(seen, int):
            return self._number(seen, style, where)
        return self.value(keep.type, seen, style)

    def value(self, type_: Type, seen: Seen, style: Style = PLAIN) -> DescribedBlock:
        """Return the drawing of a value of this type; `seen` is the value in the machine's encoding."""
        match type_:
            case TruthType():
                return DescribedBlock(line("✓", bold=True), "✓", "✓", shown=False) if seen else NOTHING
            case NumberType() if isinstance(seen, int):
                return self._number(seen, style)
            case OptionType(NumberType(low, _)) if isinstance(seen, int):
                return self._number(low + seen - 1, style) if seen else NOTHING
            case DomainType(domain) if isinstance(seen, int):
                return self._member(domain, seen, style)
            case OptionType(DomainType(domain)) if isinstance(seen, int):
                return self._member(domain, seen - 1, style) if seen else NOTHING
            case SetType(item) if isinstance(seen, frozenset) and item is not None and seen:
                low = item.low if isinstance(item, NumberType) else 0
                parts = [self.value(item, member + low, style) for member in sorted(seen)]
                block = row([p.block for p in parts], 4)
                return DescribedBlock(
                    block, ", ".join(p.words for p in parts), str(len(parts)), all(p.shown for p in parts)
                )
        return NOTHING

    def _number(self, value: int, style: Style, where: DrawnWhere = "beside") -> DescribedBlock:
        """Return the drawing of a number: that many tokens if a look gives it a shape or drawing, else digits."""
        told = line(str(value), 14, bold=True)
        if (style.shape is None and style.drawing is None) or not 0 < value <= MOST_TOKENS:
            return DescribedBlock(told, str(value), str(value))
        return DescribedBlock(row([scatter(Sprite.of(style), value, where), told], 6), str(value), str(value))

    def _member(self, domain: Domain, index: int, style: Style) -> DescribedBlock:
        sprite = self.looks.mark(domain, index, style)
        shown = self.looks.has_face(domain, index, style)
        return DescribedBlock(sprite_block(sprite), sprite.name, sprite.sign, shown, mark=sprite)


def pieces_of(cell: Cell, seen: Seen) -> list[tuple[int, int]]:
    """Return the pieces in a place as pairs of index and count. In a row or stack, each piece has its own pair."""
    if isinstance(seen, int):
        return [(seen - 1, 1)] if seen else []
    if isinstance(seen, frozenset):
        return [(kind, 1) for kind in sorted(seen)]
    assert isinstance(seen, tuple)
    return [(kind, count) for kind, count in enumerate(seen) if count] if cell.heap else [(one - 1, 1) for one in seen]


def sites_held(keep: KeepSymbol, seen: Seen) -> list[int]:
    """Return the sites that are the value of a kept value, or its members if it is a set."""
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


def movable_name(words: str, site: int) -> str:
    """Return the name of a thing by which moves are found. A number does not move but changes, so its name includes its
    site."""
    return f"{words} at {site}" if words.isdigit() else words


# ------------------------------------------------------------------------------------ drawings of one or several things


def sprite_block(sprite: Sprite) -> PictureBlock:
    width, height = sprite.extent
    if sprite.turned % 180 == 90:
        width, height = height, width
    return PictureBlock((token(sprite, width / 2, height / 2),), width, height)


def with_outline(content: DescribedBlock, member: tuple[str, int]) -> DescribedBlock:
    """Return the contents of a site with an outline around one part of its tile; `member` identifies the part."""
    if content.sprite is None:
        return content
    figures = (evolve(one, outlined=True) if one.member == member else one for one in content.sprite.figures)
    sprite = evolve(content.sprite, figures=tuple(figures))
    return evolve(content, sprite=sprite, block=sprite_block(sprite))


def count_rows(sprites: Sequence[tuple[Sprite, int]], where: DrawnWhere = "beside") -> PictureBlock:
    """Return a block with one of each kind of piece and its count. On a site, there are about as many rows as columns;
    elsewhere rows are at most FAN wide."""
    sorts = [row([sprite_block(sprite), *_times(count)], 2) for sprite, count in sprites]
    most = max(1, int(FAN // max(block.width + 5 for block in sorts)))
    across = most if where != "site" or len(sorts) < 3 else ceil(sqrt(len(sorts)))
    return column([row(sorts[at : at + across], 5) for at in range(0, len(sorts), across)], 4)


def _times(count: int) -> Iterable[PictureBlock]:
    return [line(f"×{count}")] if count > 1 else []


def fan_out(sprites: Sequence[tuple[Sprite, int]]) -> PictureBlock:
    """Return a block with pieces side by side, in rows at most FAN wide. More than four cards overlap."""
    each = [sprite for sprite, count in sprites for _ in range(count)]
    if len(each) > MOST_FANNED:
        return count_rows(sprites)
    fanned = len(each) > 4 and all(sprite.shape == "card" and not sprite.title for sprite in each)
    overlap = 15.0 if fanned else -3.0
    wide = max(sprite.extent[0] for sprite in each)
    most = max(1, int((FAN - wide) // (wide - overlap)) + 1)
    rows = [each[at : at + most] for at in range(0, len(each), most)]
    return column([_beside(row_of, overlap) for row_of in rows], 3)


def _beside(each: Sequence[Sprite], overlap: float) -> PictureBlock:
    shapes: list[Shape] = []
    x = 0.0
    high = max(sprite.extent[1] for sprite in each)
    for sprite in each:
        width, _ = sprite.extent
        shapes.append(token(sprite, x + width / 2, high / 2))
        x += width - overlap
    return PictureBlock(tuple(shapes), x + overlap, high)


def pile_up(sprites: Sequence[tuple[Sprite, int]]) -> PictureBlock:
    """Return a block with a stack: the edges of the lower pieces, the whole top piece, and the number of pieces."""
    each = [sprite for sprite, count in sprites for _ in range(count)]
    shown, step = each[-6:], 5.0
    width, high = max(s.extent[0] for s in shown), max(s.extent[1] for s in shown)
    below = step * (len(shown) - 1)
    shapes = tuple(token(s, width / 2, below + high / 2 - step * at) for at, s in enumerate(shown))
    block = PictureBlock(shapes, width, high + below)
    return row([block, *_times(len(each))], 3)


def pile_of_backs(shape: str, colour: str, sign: str, size: int, told: int | None, share: float) -> PictureBlock:
    """Return a block with the backs of hidden pieces: at most three, or one if they are square. They are scaled by
    `share`, as their faces are. The number next to them is `told` or, if it is None, `size`."""
    width, high = SIZES[shape]
    drawn = 1 if shape == "square" else min(size, 3)
    letters = "".join(word[:1].upper() for word in sign.split())[:2] if colour == "back" else ""
    shapes = tuple(
        back(colour, letters, width / 2 + 3 * at, high / 2 + 2 * (drawn - 1 - at), shape) for at in range(drawn)
    )
    block = PictureBlock(shapes, width + 3 * (drawn - 1), high + 2 * (drawn - 1))
    many = told if told is not None else size
    return row([scale_block(block, share), *_times(many)], 3)


def scatter(sprite: Sprite, count: int, where: DrawnWhere) -> PictureBlock:
    """Return a block with `count` equal tokens. On a site they form a square, in a tray they are in rows of five,
    elsewhere in rows of at most twelve."""
    square = next(n for n in range(2, MOST_TOKENS) if n * n >= count)
    across = square if where == "site" else 5 if where == "tray" else -(-count // -(-count // 12))
    width, high = sprite.extent
    places = ((at % across + 0.5, at // across + 0.5) for at in range(count))
    shapes = tuple(token(sprite, x * (width + 2), y * (high + 2)) for x, y in places)
    return PictureBlock(shapes, min(across, count) * (width + 2), -(-count // across) * (high + 2))


def empty_slot(shape: str) -> PictureBlock:
    """Return a block that shows an empty place for a thing of this shape."""
    width, height = SIZES[shape or "disc"]
    edge: Shape = Card(0, 0, width, height, 3, stroke="edge", dashed=True)
    if shape in ("disc", "token", ""):
        edge = Disc(width / 2, height / 2, width / 2 - 1, stroke="edge", dashed=True)
    return PictureBlock((edge,), width, height)


def with_key(block: PictureBlock, key: str, title: str, role: str = "", sign: str = "") -> PictureBlock:
    """Return a block as one group with a key and words; the group's origin is the middle of the block."""
    x, y = block.width / 2, block.height / 2
    inside = Group(block.shapes, -x, -y)
    whole = Group((inside,), x, y, role=role, key=key, title=title, sign=sign, reach=(x, y))  # type: ignore[arg-type]  # str
    return PictureBlock((whole,), block.width, block.height)
