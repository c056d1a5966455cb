"""Resolves how each thing looks: first what the rulebook's looks set, then what its attributes imply, then defaults.

A thing inherits each property that is not set from its attributes, in their order. For example, a piece of White has
White's colour, and a card of a kind has that kind's letter. Players and members of enumerations that are named after a
colour have that colour. A thing without a letter gets an abbreviation that no other thing of its type has. The file is
long, because all of it is one path from a property to its value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from attrs import evolve, field, frozen

from ..check.checked import CheckedModel
from ..check.look_types import IT
from ..engine.inspection import InspectedState
from ..engine.interface import Value
from ..machine.lower.looks import LookValue
from ..machine.lower.value_encoding import bounds, encode_constant, item_bounds
from ..machine.program import Machine
from ..model import types as t
from ..model.naming import identifier_words
from ..model.symbols import DomainSymbol, KeepSymbol, PlaceSymbol
from ..model.types import Domain, DomainType, NumberType, OptionType, SetType, TruthType, Type
from .declared_looks import KEYS, PLAIN, DeclaredLooks, FixedValue, Members, Style
from .hatching import hatches
from .part_rooms import figures_of
from .plan import member_domain
from .scene import NAMED, Point, css, seat_colour
from .sprites import SIZES, Sprite
from .viewpoint import Viewpoint
from .wording import Wording, abbreviations


@frozen(eq=False, slots=False)
class Looks:
    """The looks of one model from one viewpoint. Pieces in `card_pieces` are drawn as cards, except if a look sets
    their shape."""

    model: CheckedModel
    wording: Wording
    declared: DeclaredLooks = field(repr=False)
    domains: Mapping[str, Domain] = field(repr=False)
    card_pieces: frozenset[str] = frozenset()
    viewpoint: Viewpoint | None = None
    _styles: dict[tuple[str, int], Style] = field(factory=dict, repr=False)
    _titles: dict[tuple[str, int], str] = field(factory=dict, init=False, repr=False)
    _pieces: dict[tuple[str, int, Style], Sprite] = field(factory=dict, repr=False)
    _held: dict[tuple[str, tuple[int, ...]], Style] = field(factory=dict, repr=False)
    _signs: dict[str, tuple[str, ...]] = field(factory=dict, repr=False)

    @staticmethod
    def of(model: CheckedModel, machine: Machine, wording: Wording) -> Looks:
        domains = {s.domain.name: s.domain for s in model.symbols.values() if isinstance(s, DomainSymbol)}
        return Looks(model, wording, DeclaredLooks.of(model, machine), {"Player": model.players, **domains})

    def with_cards(self, card_pieces: frozenset[str]) -> Looks:
        return evolve(self, card_pieces=card_pieces, styles={}, pieces={}, held={})

    def from_viewpoint(self, viewpoint: Viewpoint) -> Looks:
        """Return the looks from another viewpoint. Styles that depend on the state are computed again."""
        if not self.declared.changing:
            return evolve(self, viewpoint=viewpoint)
        return evolve(self, viewpoint=viewpoint, styles={}, pieces={}, held={})

    @cached_property
    def appearance(self) -> tuple[Style, ...]:
        """Return the styles of all members that may look different in another state. If two looks have equal
        appearances, they draw the same contents in the same way."""
        domains = (self.domains[name] for name in self.declared.changing)
        return tuple(self.style(domain, at) for domain in domains for at in range(len(domain)))

    def resolved_like(self, other: Looks) -> Looks:
        """Return these looks with the cached styles and pieces of other looks that have the same appearance."""
        return evolve(self, styles=other._styles, pieces=other._pieces, held=other._held)

    @cached_property
    def _inspection(self) -> InspectedState:
        assert self.viewpoint is not None
        return self.declared.inspect(self.viewpoint)

    # --------------------------------------------------------------------------------- what a look says of a whole type

    @property
    def names_with_layout(self) -> frozenset[str]:
        return frozenset(name for name, look in self.declared.looks.items() if look.layout)

    @property
    def names_with_drawing(self) -> frozenset[str]:
        """Return the names of things whose look has a drawing, parts, an area or a band, and not only a shape and
        letters."""
        return self._names_with({"drawing", "parts", "area", "band"})

    @property
    def names_with_shape(self) -> frozenset[str]:
        """Return the names of things whose look has a drawing, parts or a shape."""
        return self._names_with({"drawing", "parts", "shape"})

    def _names_with(self, keys: set[str]) -> frozenset[str]:
        return frozenset(name for name, look in self.declared.looks.items() if keys & {key for _, key, _ in look.lines})

    @property
    def names_not_drawn(self) -> frozenset[str]:
        """Return the names of places and kept values that their look hides."""
        return frozenset(name for name, look in self.declared.looks.items() if look.of_all("shape") == "none")

    @property
    def lying(self) -> Mapping[str, Domain]:
        """Return a mapping from names of types to the board on whose sites their members lie."""
        items = ((name, x.item if isinstance(x, OptionType) else x) for name, x in self._sites())
        return {name: item.domain for name, item in items if isinstance(item, DomainType)}

    @property
    def linked(self) -> Mapping[str, Domain]:
        """Return a mapping from names of types to the board on which their members are drawn as lines between sites."""
        items = ((name, x.item) for name, x in self._sites() if isinstance(x, SetType))
        return {name: item.domain for name, item in items if isinstance(item, DomainType)}

    def _sites(self) -> Iterator[tuple[str, Type]]:
        """Yield the name of each type whose members lie on something, and the type of what they lie on."""
        values = ((name, look.of_all("on")) for name, look in self.declared.looks.items())
        return ((name, value.type) for name, value in values if isinstance(value, LookValue))

    @property
    def counters(self) -> frozenset[str]:
        """Return the names of kept values (state variables) that a look draws as things: a number as that many
        tokens."""
        drawn = (name for name, look in self.declared.looks.items() if look.of_all("shape") or look.of_all("drawing"))
        symbols = ((name, self.model.symbols.get(name)) for name in drawn if name not in self.names_not_drawn)
        return frozenset(n for n, x in symbols if isinstance(x, KeepSymbol))

    def layout(self, domain: Domain) -> dict[int, Point] | None:
        """Return a mapping from members to their column and row; None if no look declares a layout."""
        look = self.declared.looks.get(domain.name)
        if look is None or not look.layout:
            return None
        at = {label: i for i, label in enumerate(domain.labels)}
        rows = [row.split() for row in look.layout]
        cells = ((name, x, y) for y, row in enumerate(rows) for x, name in enumerate(row))
        return {at[name]: (float(x), float(y)) for name, x, y in cells if name in at}

    def has_lines(self, domain: Domain) -> bool | None:
        """Return whether neighbours are connected by lines; None if no look says so or not."""
        found = self.of_all(domain, "lines")
        return found if isinstance(found, bool) else None

    def of_all(self, domain: Domain, key: str) -> FixedValue | LookValue | None:
        """Return the value that a type's look sets for a property of all its members; None if it sets none."""
        look = self.declared.looks.get(domain.name)
        return None if look is None else look.of_all(key)

    def deciding_title(self, domain: Domain, key: str) -> str:
        """Return the title of the fact that decides a property's values; "" if no single fact does."""
        look = self.declared.looks.get(domain.name)
        fact = None if look is None else look.deciding_fact(key)
        return "" if fact is None else self.wording.title(fact)

    def holder(self, symbol: PlaceSymbol | KeepSymbol, index: tuple[int, ...]) -> Style:
        """Return the style that the look of a place or kept value sets for one of its elements."""
        found = self._held.get((symbol.name, index))
        if found is None:
            found = self._own(symbol.name, "", self._scope(symbol, index))
            if symbol.name not in self.declared.unsteady:
                self._held[symbol.name, index] = found
        return found

    @staticmethod
    def _scope(symbol: PlaceSymbol | KeepSymbol, index: tuple[int, ...]) -> Mapping[str, Value]:
        return {
            local.name: at + bounds(dim)[0]
            for local, dim, at in zip(symbol.locals, symbol.dims, index, strict=True)
            if local is not None
        }

    def element_value(self, domain: Domain, index: int, key: str) -> tuple[Domain, int] | Members | None:
        """Return the value that a member's look gives a property in this state. For `on` and `within`, it is the type
        and index of the site or part where the member lies, or the sites that it connects as a line. Return None if
        there is no value that the viewer may see."""
        value = self.of_all(domain, key)
        if not isinstance(value, LookValue):
            return None
        assert self.viewpoint is not None
        found = self.declared.evaluate(value, _attributes(domain, index), self._inspection, self.viewpoint)
        if found is None or isinstance(found, Members):
            return found
        return (found[0].domain, found[1]) if isinstance(found[0], DomainType) else None

    def player_beside(self, name: str) -> int | None:
        """Return the player beside whom a place is drawn in this state; None if its look does not set `beside`."""
        look = self.declared.looks.get(name)
        value = None if look is None else look.of_all("beside")
        if not isinstance(value, LookValue):
            return None
        assert self.viewpoint is not None
        found = self.declared.evaluate(value, {}, self._inspection, self.viewpoint)
        return found[1] if isinstance(found, tuple) else None

    def _own(self, name: str, label: str, scope: Mapping[str, Value]) -> Style:
        """Return the style that a thing's own look sets, without inherited properties. `label` is the member's label,
        or "" for a place or kept value. `scope` has the values of names in the look."""
        look = self.declared.looks.get(name)
        if look is None:
            return PLAIN
        values = ((key, self._value(key, value, scope)) for key, value in look.of(label) if key in KEYS)
        found: dict[str, Any] = {key: value for key, value in values if value is not None}
        return Style(**found) if found else PLAIN

    def _value(
        self, key: str, value: FixedValue | LookValue, scope: Mapping[str, Value]
    ) -> FixedValue | Members | None:
        """Return the value of a property. If its expression gives a member, return the property of this member."""
        if not isinstance(value, LookValue):
            return value
        assert self.viewpoint is not None  # a value that depends on the state is only asked for with a viewpoint
        found = self.declared.evaluate(value, scope, self._inspection, self.viewpoint)
        if found is None or isinstance(found, Members):
            return found
        type_, number = found
        if isinstance(type_, TruthType):
            return bool(number)
        if isinstance(type_, NumberType):
            return str(number) if key in ("letter", "corner") else number
        if key in ("letter", "corner", "title"):
            return (self.title if key == "title" else self.sign)(type_.domain, number)
        inner = self.style(type_.domain, number)
        return getattr(inner, "colour" if key == "back" else key)  # type: ignore[no-any-return]  # by name

    def index_text(self, dim: Type, at: int, name: str = "") -> str:
        """Return an index value as text; a number has the name of its parameter before it."""
        text = self.value_text(dim, at + bounds(dim)[0])
        return f"{name} {text}" if name and isinstance(dim, NumberType) else text

    def back_shape(self, piece: Domain) -> str:
        """Return the shape of a hidden piece: the shape that all members of its type have, else a disc."""
        styles = [self.style(piece, kind) for kind in range(len(piece))]
        shapes = {self._usual_shape(piece, one) if one.shape is None else one.shape for one in styles}
        shape = shapes.pop() if len(shapes) == 1 else "disc"
        return shape if shape in SIZES and shape not in ("none", "figure", "house", "cube", "cross") else "disc"

    # ------------------------------------------------------------------------------------------------- names of members

    def title(self, domain: Domain, index: int) -> str:
        """Return the name of a member as it is shown in pictures."""
        key = (domain.name, index)
        if key not in self._titles:
            self._titles[key] = self._title(domain, index)
        return self._titles[key]

    def _title(self, domain: Domain, index: int) -> str:
        label = domain.labels[index]
        if title := self.wording.title(domain.name, label):
            return title
        named = domain.sort == "board" or any(member_domain(f.type) is domain for f in domain.fields)
        parts = [] if named else [self.value_text(f.type, f.values[index]) for f in domain.fields]
        if domain.sort == "piece" and len(parts) < 2:
            noun = self.wording.noun(domain.name)
            if parts and parts[0].endswith(noun):
                return parts[0]
            numbered = parts and isinstance(domain.fields[0].type, NumberType)
            return " ".join([noun, *parts] if numbered else [*parts, noun])
        if domain.sort == "piece" or (domain.sort == "table" and "_".join(parts) == label):
            return " ".join(parts)
        return identifier_words(label)

    def value_text(self, type_: Type, value: object) -> str:
        """Return a value of a type as text."""
        match type_:
            case OptionType(item):
                return self.value_text(item, value) if item is not None and value is not None else "–"
            case DomainType(domain) if isinstance(value, int):
                return self.title(domain, value)
            case TruthType():
                return "✓" if value else "–"
        return str(value)

    # ------------------------------------------------------------------------------------------------ styles of members

    def style(self, domain: Domain, index: int) -> Style:
        """Return the style of a member: what its look sets, and what it inherits from its attributes."""
        key = (domain.name, index)
        if key not in self._styles:
            self._styles[key] = PLAIN  # what a member gets that inherits, through others, from itself
            self._styles[key] = self._resolve(domain, index)
        return self._styles[key]

    def _resolve(self, domain: Domain, index: int) -> Style:
        style = self._own(domain.name, domain.labels[index], _attributes(domain, index))
        for part in self._owners_first(domain):
            type_, value = domain.fields[part].type, domain.fields[part].values[index]
            if isinstance(type_, OptionType):
                type_ = type_.item or type_
            if isinstance(type_, DomainType) and isinstance(value, int):
                inner = self.style(type_.domain, value)
                # a thing inherits nothing from an attribute of which it is itself a part
                if inner.parts is None or inner.parts.domain is not domain:
                    style = style.over(inner.for_attribute())
        return style if style.colour is not None else evolve(style, colour=self._colour_of_name(domain, index))

    @staticmethod
    def _owners_first(domain: Domain) -> list[int]:
        """Return the positions of the attributes. Those that are players come first, since a thing has its owner's
        colour."""
        owners = [
            n for n, f in enumerate(domain.fields) if isinstance(f.type, DomainType) and f.type.domain.sort == "player"
        ]
        return [*owners, *(n for n in range(len(domain.fields)) if n not in owners)]

    @staticmethod
    def _colour_of_name(domain: Domain, index: int) -> str | None:
        if domain.sort == "player":
            return seat_colour(domain.labels[index], index)
        return NAMED.get(domain.labels[index].lower()) if domain.sort == "enum" else None

    # ---------------------------------------------------------------------------------------- signs: one or two letters

    def sign(self, domain: Domain, index: int) -> str:
        """Return one or two letters for a member, which no other member of its type has."""
        letter = self.style(domain, index).letter
        return self.signs(domain)[index] if letter is None else letter

    def signs(self, domain: Domain) -> tuple[str, ...]:
        if domain.name not in self._signs:
            titles = [self.title(domain, i).removeprefix("a ").removeprefix("the ") for i in range(len(domain))]
            look = self.declared.looks.get(domain.name)
            set_ = () if look is None else (value for _, key, value in look.lines if key == "letter")
            self._signs[domain.name] = abbreviations(titles, [text for text in set_ if isinstance(text, str)])
        return self._signs[domain.name]

    def face(self, domain: Domain, index: int, drawn: bool = True) -> tuple[str, ...]:
        """Return the letters on a piece: its own letters, or the signs of the attributes that its colour does not show.

        If `drawn` is False, also return the signs of attributes that are shown by a drawing."""
        style = self.style(domain, index)
        own = style.letter
        parts: list[tuple[bool, str]] = []
        lettered: list[str] = []
        for f in domain.fields:
            type_, value = f.type, f.values[index]
            if isinstance(type_, OptionType) and type_.item is not None:
                if value is None:
                    continue
                type_ = type_.item
            if isinstance(type_, DomainType) and isinstance(value, int):
                inner = self.style(type_.domain, value)
                tells = inner.colour is not None and inner.colour == style.colour and inner.letter is None
                shown = drawn and (inner.drawing is not None or inner.is_outlined)
                if not shown and (inner.is_outlined or not tells):  # equal colours may have other outlines
                    parts.append((False, self.sign(type_.domain, value)))
                    lettered += [] if inner.letter is None else [inner.letter]
            elif isinstance(type_, TruthType):
                parts.append((False, f.name[:1] if value else ""))
            elif isinstance(type_, NumberType):
                parts.append((True, str(value)))
        numbers = [text for is_number, text in parts if is_number]
        others = [text for is_number, text in parts if not is_number and text]
        if own is not None:  # its own letter, then letters that looks set for its attributes, but no abbreviations
            return tuple(dict.fromkeys([*own.split(), *lettered]))
        return tuple([*numbers, *others][:3])

    # ------------------------------------------------------------------------------------ sprites: things ready to draw

    def piece(self, domain: Domain, index: int, more: Style = PLAIN) -> Sprite:
        """Return the sprite of a piece that lies face up. `more` is the style that the look of its place adds."""
        key = (domain.name, index, more)
        if key not in self._pieces:
            style = more.over(self.style(domain, index))
            signs = tuple(more.letter.split()) if more.letter is not None else self.face(domain, index)
            sign = "".join(signs or self.face(domain, index, drawn=False))[:3] or self.signs(domain)[index]
            self._pieces[key] = self._sprite(domain, index, style, self._usual_shape(domain, style), sign, signs)
        return self._pieces[key]

    def _usual_shape(self, domain: Domain, style: Style) -> str:
        """Return the shape of a piece for which no look sets one."""
        return "card" if domain.name in self.card_pieces else style.default_shape

    def mark(self, domain: Domain, index: int, more: Style = PLAIN) -> Sprite:
        """Return the sprite of a member that is not a piece, such as a player's token. `more` is the style that the
        look of its place adds."""
        style = more.over(self.style(domain, index))
        letter = style.letter
        if letter is None:
            plain = style.colour is None and not style.drawing and not style.is_outlined
            letter = self.sign(domain, index) if plain else ""
        sign = letter or self.signs(domain)[index]
        return self._sprite(domain, index, style, style.default_shape, sign, tuple(letter.split()))

    def _sprite(
        self, domain: Domain, index: int, style: Style, shape: str, sign: str, signs: tuple[str, ...]
    ) -> Sprite:
        figures = figures_of(self, domain, index, style)
        hatch = "" if style.colour is None or shape == "card" else self._hatches.get(css(style.colour), "")
        name = self.title(domain, index)
        return evolve(Sprite.of(style, shape), name=name, sign=sign, signs=signs, figures=figures, hatch=hatch)

    @cached_property
    def _hatches(self) -> Mapping[str, str]:
        """Return a mapping from the colours of players to hatching patterns."""
        players = self.model.players
        return hatches([colour for at in range(len(players)) if (colour := self.style(players, at).colour)])

    def has_face(self, domain: Domain, index: int, more: Style = PLAIN) -> bool:
        """Return whether a member's mark has a colour or a drawing, and is not only letters."""
        style = more.over(self.style(domain, index))
        return (style.colour, style.drawing) != (None, None)

    def back_colour(self, domain: Domain, shown: int | None) -> str:
        """Return the colour of a piece's back. `shown` is the index of a piece with the open attributes that the viewer
        sees; None if the viewer sees none. If looks set the same `back` for all pieces that it may be, this is the
        colour. Otherwise the colour of an open attribute is used."""
        may_be = [kind for kind in range(len(domain)) if shown is None or _open(domain, kind) == _open(domain, shown)]
        backs = {self.style(domain, kind).back for kind in may_be}
        if len(backs) == 1 and (colour := backs.pop()) is not None:
            return colour
        for f in domain.fields if shown is not None else ():
            value = f.values[shown or 0]
            if f.open and isinstance(f.type, DomainType) and isinstance(value, int):
                found = self.style(f.type.domain, value).colour
                if found is not None:
                    return found
        return "back"


def _open(domain: Domain, kind: int) -> tuple[t.Value, ...]:
    """Return the open attributes of a piece; everybody sees them even if the piece is hidden."""
    return tuple(f.values[kind] for f in domain.fields if f.open)


def _attributes(domain: Domain, index: int) -> Mapping[str, Value]:
    """Return the names that the look of a member may use, with their values in the machine's encoding."""
    return {IT: index, **{f.name: _encode(f.values[index], f.type) for f in domain.fields}}


def _encode(value: t.Value, type_: Type) -> Value:
    """Return the value of an attribute in the machine's encoding."""
    if isinstance(type_, SetType) and isinstance(value, frozenset):
        low = item_bounds(type_.item)[0]
        return frozenset(member - low for member in value)
    return encode_constant(value, type_)
