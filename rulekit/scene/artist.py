"""Draws the positions of a game: boards, what lies on them, the players' trays, and marks for moved pieces.

One Artist draws all states of a model. `state` draws the table as one viewer sees it, `board` an empty board, `element`
one member of a type. `marks_between` returns marks for changes between two states. A mark names the part of the picture
that it marks by a key, such as `Square e4` or `place hand 0`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import groupby, pairwise

from attrs import evolve, field, frozen

from ..check.checked import CheckedModel
from ..engine.interface import Engine, State
from ..engine.observe import Sight
from ..machine.program import ACTIVE, ENDED
from ..model.naming import LAYER, word_name
from . import blocks
from .arrows import PIECE, Box, arrow, find_obstacles, is_inside
from .blocks import PictureBlock, column
from .contents import NOTHING, Contents, DrawnContents, sprite_block, with_key
from .declared_looks import Style
from .movements import MOST_ARROWS, Movement, PictureMark, movement_marks, movement_ways
from .picture_labels import label_places, labelled_piece
from .plan import WHOLE, DrawingPlan, Holder, PictureCut
from .resolved_looks import Looks
from .scene import (
    LETTER,
    MARGIN,
    READABLE,
    WIDEST,
    Card,
    Disc,
    Group,
    Point,
    Scene,
    Shape,
    enlarge,
    groups_with_places,
    shown_things,
    thing_key,
)
from .sheets import Sheets
from .sites import is_tiled
from .trays import SLOT, Trays, place_key, slot_key, tray_key
from .viewpoint import ONLOOKER, Viewpoint
from .wording import PlainWording, Wording

WIDEST_TABLE = WIDEST * LETTER / READABLE
"""The greatest width of a table with players round it; its letters are readable when it is scaled down for print."""
NARROW = 340.0
"""The least width of the part of a picture that is beside the boards."""
PARTED = 1.5
"""How many times as large a thing is drawn inside a text if it has parts, as these are small."""
MOST_RECENT = 4
"""The number of states whose contents are cached."""
MOST_APPEARANCES = 8
"""The number of appearances for which drawings are cached, in games whose looks depend on the state."""


@frozen(eq=False, slots=False)
class Artist:
    """Draws one game in one configuration and one language.

    `sight` says what each viewer sees, `plan` where things are drawn, and `looks` how they look."""

    model: CheckedModel
    engine: Engine
    sight: Sight = field(repr=False)
    plan: DrawingPlan = field(repr=False)
    looks: Looks = field(repr=False)
    _drawn: dict[tuple[Style, ...], tuple[Looks, DrawnContents]] = field(factory=dict, init=False, repr=False)
    _recent: list[tuple[State, int | None, Contents]] = field(factory=list, init=False, repr=False)

    @staticmethod
    def of(model: CheckedModel, engine: Engine, wording: Wording | None = None) -> Artist:
        looks = Looks.of(model, engine.machine, wording or PlainWording.of(model))
        plan = DrawingPlan.of(
            model,
            engine.machine,
            looks.names_with_layout - {"Player"},
            looks.names_not_drawn,
            looks.lying,
            looks.linked,
        )
        return Artist(model, engine, Sight.of(engine), plan, looks.with_cards(plan.card_pieces))

    def state(
        self,
        state: State,
        viewer: int | None = None,
        marks: Iterable[PictureMark] = (),
        title: str = "",
        cut: PictureCut = WHOLE,
        mover: int | None = None,
    ) -> Scene:
        """Return a picture of the table in a state.

        `viewer` is a player, ONLOOKER, or None. None sees everything except pieces that are hidden from every player.
        `cut` is the part of the table to draw. `mover` is the player to mark as having the turn; by default the player
        whose turn it is."""
        contents = self._contents(state, viewer)
        marks = tuple(marks)
        plan = cut.plan(self.plan, self.looks.counters).with_seats(self._seats(marks))
        wanted = frozenset(key for mark in marks for key in (mark.key, mark.there))
        slots: dict[str, tuple[PictureMark, ...]] = {}
        for mark in (mark for mark in marks if mark.kind == "slot"):
            slots[mark.key] = (*slots.get(mark.key, ()), mark)
        outlined = frozenset(mark.key for mark in marks if mark.kind == "outline")
        sheets = list(Sheets(plan, contents, cut.only, None if cut.memory else wanted, outlined).blocks())
        active = self._active(state) if mover is None else mover
        told = self._title_and_description(title, state, viewer, active)
        if cut.only and not plan.beside_boards:
            return self._scene(column(sheets, 12), *told, viewer, marks)
        trays = Trays(plan, contents, active, not cut.memory, wanted, slots)
        table = None if sheets or cut.memory else trays.table(WIDEST, WIDEST_TABLE)
        if table is not None:
            return self._scene(column([table, trays.values(WIDEST)], 12, middle=True), *told, viewer, marks)
        widest = max([NARROW, *(sheet.width for sheet in sheets)])
        width = min(WIDEST, widest)
        if not sheets and not cut.memory and trays.row_width <= WIDEST:
            width = trays.row_width
        elif not sheets and not trays.fits_narrow(NARROW):
            width = WIDEST
        over, *under = (
            blocks.scale_block(block, enlarge(widest))
            for block in (trays.places_of_nobody(width), trays.players(width), trays.values(width))
        )
        around = trays.around(column(sheets, 12, middle=True), WIDEST_TABLE) if sheets else None
        whole = column([over, *([around, under[1]] if around else [*sheets, *under])], 12, middle=True)
        return self._scene(whole, *told, viewer, marks)

    def _title_and_description(
        self, title: str, state: State, viewer: int | None, active: int | None
    ) -> tuple[str, str]:
        """Return the title and the description of a picture of the table."""
        name = (
            title or self.looks.wording.title(word_name(LAYER, self.model.rulebook.name)) or self.model.rulebook.title
        )
        return name, self._description(state, viewer, active)

    def board(self, name: str, marks: Iterable[PictureMark] = (), plain: bool = False) -> Scene:
        """Return a picture of an empty board, or of the members of a table or enumeration, with this name. If not
        `plain`, it has the legend and the places beside the board that are printed with a drawing."""
        domain = next(d for d in self.plan.grounds if d.name == name)
        nested = {n: d for n, d in self.plan.nested.items() if d.outer is domain}
        empty = DrawingPlan((), (domain,), nested, self.plan.card_pieces)
        contents = self._contents(self._start, None)
        sheets = list(Sheets(empty, contents, frozenset(domain.labels) if plain else frozenset()).blocks())
        printed = () if plain else tuple(h for h in self.plan.holders if h.where == "beside" and self._has_drawing(h))
        width = max(sheet.width for sheet in sheets)
        over = Trays(evolve(empty, holders=printed), contents, None).places_of_nobody(min(WIDEST, width))
        whole = column([blocks.scale_block(over, enlarge(width)), *sheets], 8, middle=True)
        return self._scene(whole, self.looks.wording.title(name) or name, "", None, marks)

    def _has_drawing(self, holder: Holder) -> bool:
        look = self.looks.declared.looks.get(holder.name)
        return holder.is_place and look is not None and look.of_all("backdrop") is not None

    def element(self, domain: str, index: int, size: float = 40) -> Scene:
        """Return a picture of one member of a type, such as a player's token, a piece, or a card's suit. A thing with
        parts is drawn larger than `size`; a `size` of 0 means the size that it has on a table."""
        symbol, looks = self.looks.domains[domain], self._contents(self._start, ONLOOKER).looks
        sprite = looks.piece(symbol, index) if symbol.sort == "piece" else looks.mark(symbol, index)
        larger = PARTED if sprite.figures else 1.0
        return _small(sprite_block(sprite), larger * size, f"{domain} {symbol.labels[index]}", sprite.name)

    def counter(self, name: str, index: tuple[int, ...], size: float) -> Scene:
        """Return a picture of one marker of a kept value with this name and index."""
        holder = next(one for one in self.plan.holders if one.name == name)
        mark = Sheets(self.plan, self._contents(self._start, ONLOOKER)).mark(holder, index)
        return _small(mark.block, size, place_key(holder, index), mark.words)

    def piece(self, domain: str, index: int) -> Scene:
        """Return a large picture of one piece type's member, with labels at the parts that its look names."""
        symbol, looks = self.looks.domains[domain], self._contents(self._start, ONLOOKER).looks
        sprite = looks.piece(symbol, index)
        block = labelled_piece(sprite_block(sprite), label_places(looks, domain, index))
        shapes = blocks.shift_block(block, MARGIN, MARGIN)
        return Scene(block.width + 2 * MARGIN, block.height + 2 * MARGIN, shapes, sprite.name)

    def is_drawn(self, domain: str, index: int) -> bool:
        """Return whether a member is drawn, which its look may forbid."""
        return self._contents(self._start, ONLOOKER).looks.style(self.looks.domains[domain], index).shape != "none"

    def colour(self, domain: str, index: int) -> str:
        """Return the colour of a member; "" if no look gives it one."""
        return self._contents(self._start, ONLOOKER).looks.style(self.looks.domains[domain], index).colour or ""

    def marks_between(self, before: State, after: State, viewer: int | None = None) -> tuple[PictureMark, ...]:
        """Return marks for what a viewer sees move between two states, for the picture of either state."""
        return movement_marks(self._lying(before, viewer), self._lying(after, viewer))

    def marks_along(self, states: Sequence[State], cut: PictureCut = WHOLE) -> tuple[PictureMark, ...]:
        """Return marks for all moves through these states, for a picture of the first one, with arrows in order. If a
        thing passes through a place outside the picture, its arrow ends where it enters the picture again."""
        lying = [self._lying(state, None) for state in states]
        sites = {key for one in lying for key in one if not key.startswith("place ")}
        filled = {key for key, here in lying[-1].items() if here}
        # a place named in the cut is drawn even if things only pass through it
        filled |= {key for one in lying for key, here in one.items() if here and key.split()[1] in cut.only}
        every = [PictureMark("ring", key) for key in sorted({*sites, *filled})]
        drawn = {group.key for group, *_ in groups_with_places(self.state(states[0], None, every, cut=cut).shapes)}
        steps = [{key: things for key, things in one.items() if key in drawn} for one in lying]
        moves = movement_ways(steps, frozenset(name for name, one in self.looks.domains.items() if one.sort == "piece"))
        if len(moves) > MOST_ARROWS:
            return movement_marks(steps[0], steps[-1])
        told = {key for move in moves for key in (move.key, move.there)}  # the ends of arrows need no frame
        ends = [m for m in movement_marks(steps[0], steps[-1]) if m.kind != "arrow" and m.key not in told]
        slots = [
            PictureMark("slot", move.there, move.key, move.count, "" if move.unseen else move.thing) for move in moves
        ]
        ways = sorted((way for move in moves for way in self._legs(states, move)), key=lambda way: way[0])
        several = len(ways) > 1
        arrows = (
            PictureMark("arrow", key, there, n if several else 0, thing)
            for n, (_, key, there, thing) in enumerate(ways, 1)
        )
        return (*self._seated(states, cut), *self._gained(states, cut), *ends, *slots, *arrows)

    def _gained(self, states: Sequence[State], cut: PictureCut) -> Iterator[PictureMark]:
        """Yield a mark for each value named in the cut that a player has only in later states, not in the first."""
        seen = [self._contents(state, None) for state in states]
        for holder in (one for one in self.plan.holders if one.where == "tray" and one.name in cut.only):
            for at in () if holder.is_place else holder.indices({}):
                first, *later = (contents.of(holder, at) is not NOTHING for contents in seen)
                if not first and any(later):
                    yield PictureMark("gain", place_key(holder, at))

    def _seated(self, states: Sequence[State], cut: PictureCut) -> Iterator[PictureMark]:
        """Yield a mark for each place named in the cut whose contents lie beside one player and never beside
        another."""
        for holder in self.plan.holders:
            found = (self._beside(holder, state) for state in states if holder.name in cut.only)
            seats = {seat for seat in found if seat is not None}
            if len(seats) == 1:
                yield PictureMark("seat", place_key(holder, ()), self._player_key(seats.pop()))

    def _player_key(self, seat: int) -> str:
        return f"Player {self.model.players.labels[seat]}"

    def _seats(self, marks: Iterable[PictureMark]) -> dict[str, int]:
        """Return a mapping from places to the player before whom they lie, according to the marks."""
        seats = {self._player_key(seat): seat for seat in range(len(self.model.players))}
        return {mark.key.split()[1]: seats[mark.there] for mark in marks if mark.kind == "seat"}

    def _legs(self, states: Sequence[State], move: Movement) -> Iterator[tuple[int, str, str, str]]:
        """Yield the parts of a movement from one stop to the next: the number of the state at which the part begins,
        its two ends, and, for the first part, the name of the thing."""
        times, stops = zip((move.left, move.key), *self._stops(states, move), (move.arrived, move.there), strict=True)
        for n, (key, there) in enumerate(pairwise(stops)):
            # a thing leaves each stop when it arrives at the next one
            yield times[0] if n == 0 else times[n + 1], key, there, "" if n else move.thing

    def _stops(self, states: Sequence[State], move: Movement) -> list[tuple[int, str]]:
        """Return the players whom a thing passes between its two ends, while it lies in a place whose look puts it
        `beside` one player after another. Each is a pair of the number of the state before the thing comes there and
        the player's key."""
        found: list[tuple[int, str]] = []
        for holder in self.plan.holders:
            on_way = [self._beside(holder, state) for state in states[move.left : move.arrived + 1]]
            if on_way[0] is not None or None in on_way[1:]:
                continue
            seats = [next(run) for _, run in groupby(enumerate(on_way[1:], move.left), key=lambda one: one[1])]
            found += [
                (at, self._player_key(seat)) for at, seat in seats if seat is not None and not self._has(seat, move)
            ]
        return found

    def _beside(self, holder: Holder, state: State) -> int | None:
        """Return the player beside whom the contents of a place lie. None: it is empty or lies beside no player."""
        if holder.where != "beside" or not holder.is_place or holder.dims:
            return None
        contents = self._contents(state, None)
        return contents.looks.player_beside(holder.name) if contents.of(holder, ()) is not NOTHING else None

    def _has(self, seat: int, move: Movement) -> bool:
        """Return whether a movement begins or ends in the tray of this player."""
        held = ((h, at) for h in self.plan.holders if h.where == "tray" for at in h.indices({h.dim: seat}))
        return any(place_key(holder, at) in (move.key, move.there) for holder, at in held)

    def _lying(self, state: State, viewer: int | None) -> dict[str, Counter[str]]:
        contents = self._contents(state, viewer)
        return {**Sheets(self.plan, contents).lying(), **Trays(self.plan, contents, None).lying()}

    # --------------------------------------------------------------------------------- the whole picture, and its words

    def _scene(
        self, block: PictureBlock, title: str, description: str, viewer: int | None, marks: Iterable[PictureMark]
    ) -> Scene:
        width, height = block.width + 2 * MARGIN, block.height + 2 * MARGIN
        ground: Shape = Card(0, 0, width, height, 8, fill="page")
        shapes = (ground, *blocks.shift_block(block, MARGIN, MARGIN))
        marks = tuple(marks)
        shapes = (*shapes, *mark_shapes(marks, shapes, (width, height)))
        arrived = frozenset(mark.there or mark.key for mark in marks if mark.kind in ("to", "arrow"))
        seat = None if viewer is None or viewer == ONLOOKER else self.engine.machine.seats[viewer]
        return Scene(width, height, shapes, title, description, seat, arrived)

    @cached_property
    def _start(self) -> State:
        """Return a start state of the game, for pictures that do not depend on a state."""
        return self.engine.start(0)

    def _contents(self, state: State, viewer: int | None) -> Contents:
        """Return the contents of a state as a viewer sees them. Recent ones are cached, as `marks_between` needs them
        again."""
        for seen, seen_by, contents in tuple(self._recent):
            if seen is state and seen_by == viewer:
                return contents
        viewpoint = Viewpoint(self.sight, state, viewer)
        looks = self.looks.from_viewpoint(viewpoint)
        alike, drawn = self._drawn.setdefault(looks.appearance, (looks, DrawnContents()))
        contents = Contents(looks.resolved_like(alike), viewpoint, drawn.limit_size())
        self._recent.append((state, viewer, contents))
        del self._recent[:-MOST_RECENT]
        for appearance in tuple(self._drawn)[:-MOST_APPEARANCES]:
            del self._drawn[appearance]
        return contents

    def _active(self, state: State) -> int | None:
        machine, layout = self.engine.machine, self.sight.layout
        if not machine.turn_starts or layout.read(state.cells, ENDED):
            return None
        active = layout.read(state.cells, ACTIVE)
        return active if isinstance(active, int) else None

    def _description(self, state: State, viewer: int | None, active: int | None) -> str:
        """Return a text that says whose turn it is, whether the game is over, and for whom the picture is drawn."""
        wording, players = self.looks.wording, self.model.players
        parts = []
        if active is not None:
            parts.append(wording.phrase("turn", seat=self.looks.title(players, active)))
        if self.sight.layout.read(state.cells, ENDED):
            parts.append(wording.phrase("over"))
        if viewer == ONLOOKER:
            parts.append(wording.phrase("as seen by all"))
        elif viewer is not None:
            parts.append(wording.phrase("as seen by", seat=self.looks.title(players, viewer)))
        return ", ".join(part.rstrip(".") for part in parts[:-1]) + (", " if parts[1:] else "") + "".join(parts[-1:])


def _small(block: PictureBlock, size: float, key: str, title: str) -> Scene:
    """Return a picture of one thing at this size. A `size` of 0 means the size that the thing has on a table."""
    scale = size / max(block.width, block.height, 1) if size else 1.0
    shapes = blocks.shift_block(with_key(block, key, ""), 1, 1)
    width, height = scale * (block.width + 2), scale * (block.height + 2)
    return Scene(width, height, shapes if scale == 1 else (Group(shapes, 0, 0, scale),), title)


def _top_thing(entry: Group) -> Box | None:
    """Return the box around the last thing in a tray entry; None for other groups and for an entry without things."""
    inside = groups_with_places((entry,)) if entry.role == "entry" else ()
    things = [((x, y), (s * g.reach[0], s * g.reach[1])) for g, x, y, s in inside if g.role == "token"]
    return things[-1] if things else None


AROUND = 3.0
"""The distance between a tray entry and the frame that marks it."""


def mark_shapes(marks: Iterable[PictureMark], shapes: tuple[Shape, ...], size: Point) -> Iterator[Shape]:
    """Yield the shapes of marks on a picture. Marks whose key is not in the picture are ignored."""
    wanted = list(marks)
    if not wanted:
        return
    obstacles = list(find_obstacles(shapes)) if any(mark.kind == "arrow" for mark in wanted) else []
    where: dict[str, Box] = {}
    keyed: dict[str, Group] = {}
    for key, group, x, y, scale in shown_things(shapes):
        if key not in where:
            keyed[key] = evolve(group, x=x, y=y, scale=scale)
            where[key] = ((x, y), (group.reach[0] * scale, group.reach[1] * scale))
    obstacles += [(box, PIECE) for key, box in where.items() if SLOT in key]
    landed: Counter[str] = Counter()
    for mark in wanted:
        if mark.key not in where or mark.kind in ("slot", "gain", "seat", "outline"):
            continue
        (x, y), (half, high) = where[mark.key]
        if mark.kind == "arrow":
            top = _top_thing(keyed[mark.key])
            lying = top or where.get(slot_key(mark.key), where.get(tray_key(mark.key), where[mark.key]))
            begin = where.get(thing_key(mark.key, mark.thing), lying)
            tray = where.get(tray_key(mark.there))
            slot = where.get(slot_key(mark.there, landed[mark.there]), where.get(slot_key(mark.there)))
            target = tray or slot or where.get(mark.there)
            landed[mark.there] += 1
            if target is not None and not is_inside(begin[0], target):
                yield from arrow(begin, target, mark.number, obstacles, size, onto=tray is None)
        elif half == high and not is_tiled(keyed[mark.key]):
            yield Disc(x, y, half - 1.5, stroke="mark", width=3, dashed=mark.kind == "from")
        else:
            half, high = (side - 1.5 if half == high else side + AROUND for side in (half, high))
            yield Card(x - half, y - high, 2 * half, 2 * high, 6, stroke="mark", width=3, dashed=mark.kind == "from")
