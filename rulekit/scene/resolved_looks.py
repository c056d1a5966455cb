"""Resolves how each thing looks: what the rulebook's looks set, then what its attributes imply, then defaults.

A thing takes each unset property from its attributes, in their order: a man of White has White's colour, a card of a
kind has that kind's letter.  Players and members of enumerations that are named after a colour have that colour.  A
thing without a letter is abbreviated so that no other of its kind has the same sign.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from attrs import evolve, field, frozen

from ..check.checked import CheckedModel
from ..check.look_types import IT
from ..engine.inspection import InspectedState
from ..engine.interface import Value
from ..machine.lower.encoding import bounds, encode_constant, item_bounds
from ..machine.lower.looks import LookValue
from ..machine.program import Machine
from ..model import types as t
from ..model.naming import identifier_words
from ..model.symbols import DomainSymbol, KeepSymbol, PlaceSymbol
from ..model.types import Domain, DomainType, NumberType, OptionType, SetType, TruthType, Type
from .declared_looks import KEYS, OWN, PLAIN, FixedValue, Members, SaidLooks, Style
from .part_figures import figures_of
from .scene import NAMED, Point, seat_colour
from .sprites import SIZES, Sprite
from .viewpoint import Eyes
from .wording import Wording, abbreviated


@frozen(eq=False, slots=False)
class Looks:
    """The looks of one model, as seen with some eyes.  `carded` are the pieces that are cards where nobody says what
    they are."""

    model: CheckedModel
    wording: Wording
    said: SaidLooks = field(repr=False)
    domains: Mapping[str, Domain] = field(repr=False)
    carded: frozenset[str] = frozenset()
    eyes: Eyes | None = None
    _styles: dict[tuple[str, int], Style] = field(factory=dict, repr=False)
    _pieces: dict[tuple[str, int, Style], Sprite] = field(factory=dict, repr=False)
    _signs: dict[str, tuple[str, ...]] = field(factory=dict, repr=False)

    @staticmethod
    def of(model: CheckedModel, machine: Machine, wording: Wording) -> Looks:
        domains = {s.domain.name: s.domain for s in model.symbols.values() if isinstance(s, DomainSymbol)}
        return Looks(model, wording, SaidLooks.of(model, machine), {"Player": model.players, **domains})

    def with_cards(self, carded: frozenset[str]) -> Looks:
        return evolve(self, carded=carded, styles={}, pieces={})

    def seen_with(self, eyes: Eyes) -> Looks:
        """The same with other eyes, or of another state: what follows from the state is worked out anew."""
        return evolve(self, eyes=eyes, **({} if self.said.steady else {"styles": {}, "pieces": {}}))  # type: ignore[arg-type]

    @cached_property
    def _inspected(self) -> InspectedState:
        assert self.eyes is not None
        return self.said.inspected(self.eyes)

    # ------------------------------------------------------------------------------------------------- what is laid out

    @property
    def laid_out(self) -> frozenset[str]:
        return frozenset(name for name, look in self.said.looks.items() if look.layout)

    @property
    def drawn(self) -> frozenset[str]:
        """What is drawn of lines, not of a shape and letters alone."""
        keys = {"drawing", "parts", "area", "band"}
        return frozenset(name for name, look in self.said.looks.items() if keys & {key for _, key, _ in look.lines})

    @property
    def hidden(self) -> frozenset[str]:
        """The places and kept values that are not drawn."""
        return frozenset(name for name, look in self.said.looks.items() if look.of_all("shape") == "none")

    @property
    def lying(self) -> Mapping[str, Domain]:
        """The domains whose members lie on sites themselves, each with the board."""
        said = ((name, look.of_all("on")) for name, look in self.said.looks.items())
        types = ((name, value.type) for name, value in said if isinstance(value, LookValue))
        items = ((name, x.item if isinstance(x, OptionType) else x) for name, x in types)
        return {name: item.domain for name, item in items if isinstance(item, DomainType)}

    @property
    def counters(self) -> frozenset[str]:
        """The kept numbers that are drawn as so many things."""
        drawn = (name for name, look in self.said.looks.items() if look.of_all("shape") or look.of_all("drawing"))
        symbols = ((name, self.model.symbols.get(name)) for name in drawn if name not in self.hidden)
        return frozenset(n for n, x in symbols if isinstance(x, KeepSymbol) and isinstance(x.type, NumberType))

    def layout(self, domain: Domain) -> dict[int, Point] | None:
        """Where a look says that the members lie: columns and rows."""
        look = self.said.looks.get(domain.name)
        if look is None or not look.layout:
            return None
        at = {label: i for i, label in enumerate(domain.labels)}
        rows = [row.split() for row in look.layout]
        cells = ((name, x, y) for y, row in enumerate(rows) for x, name in enumerate(row))
        return {at[name]: (float(x), float(y)) for name, x, y in cells if name in at}

    def lined(self, domain: Domain) -> bool | None:
        """Whether lines are drawn between neighbours; None where nobody says."""
        found = self.of_all(domain, "lines")
        return found if isinstance(found, bool) else None

    def of_all(self, domain: Domain, key: str) -> FixedValue | LookValue | None:
        """What the look of a domain says of it as a whole."""
        look = self.said.looks.get(domain.name)
        return None if look is None else look.of_all(key)

    def reason(self, domain: Domain, key: str) -> str:
        """What the fact is called from which a property of the members follows; empty where that is none."""
        look = self.said.looks.get(domain.name)
        fact = None if look is None else look.rests_on(key)
        return "" if fact is None else self.wording.title(fact)

    def holder(self, symbol: PlaceSymbol | KeepSymbol, index: tuple[int, ...]) -> Style:
        """What the look of a place or kept value says of what lies in it at this index."""
        scope = {
            local.name: at + bounds(dim)[0]
            for local, dim, at in zip(symbol.locals, symbol.dims, index, strict=True)
            if local is not None
        }
        return self._own(symbol.name, "", scope)

    def element_said(self, domain: Domain, index: int, key: str) -> tuple[Domain, int] | None:
        """The element that the look of a member gives a property in this state: a site, a part."""
        value = self.of_all(domain, key)
        if not isinstance(value, LookValue):
            return None
        assert self.eyes is not None
        found = self.said.worked_out(value, _attributes(domain, index), self._inspected, self.eyes)
        if found is None or isinstance(found, Members) or not isinstance(found[0], DomainType):
            return None
        return found[0].domain, found[1]

    def _own(self, name: str, label: str, scope: Mapping[str, Value]) -> Style:
        """What its own look says."""
        look = self.said.looks.get(name)
        style = PLAIN
        for key, value in look.of(label) if look is not None else ():
            found = self._value(key, value, scope) if key in KEYS else None
            if found is not None:
                style = evolve(style, **{key: found})  # type: ignore[arg-type]
        return style

    def _value(
        self, key: str, value: FixedValue | LookValue, scope: Mapping[str, Value]
    ) -> FixedValue | Members | None:
        """A value as said: words as they are, of a member what it has itself."""
        if not isinstance(value, LookValue):
            return value
        assert self.eyes is not None  # nothing that follows from a state is asked without one
        found = self.said.worked_out(value, scope, self._inspected, self.eyes)
        if found is None or isinstance(found, Members):
            return found
        type_, number = found
        if isinstance(type_, TruthType):
            return bool(number)
        if isinstance(type_, NumberType):
            return str(number) if key == "letter" else number
        if key == "letter":
            return self.sign(type_.domain, number)
        inner = self.style(type_.domain, number)
        return getattr(inner, "colour" if key == "back" else key)  # type: ignore[no-any-return]

    def index_text(self, dim: Type, at: int, name: str = "") -> str:
        """An index of a place as a reader knows it; a number with the name of what is counted."""
        text = self.value_text(dim, at + bounds(dim)[0])
        return f"{name} {text}" if name and isinstance(dim, NumberType) else text

    def back_shape(self, piece: Domain) -> str:
        """The shape of a piece of which nothing is seen: theirs, where all have one."""
        shapes = {self.piece(piece, kind).shape for kind in range(len(piece))}
        shape = shapes.pop() if len(shapes) == 1 else "disc"
        return shape if shape in SIZES and shape not in ("none", "figure", "house", "cube") else "disc"

    # ---------------------------------------------------------------------------------------------------------- names

    def title(self, domain: Domain, index: int) -> str:
        """What a member is called."""
        label = domain.labels[index]
        said = self.wording.title(domain.name, label)
        if said:
            return said
        parts = [self.value_text(f.type, f.values[index]) for f in domain.fields]
        if domain.sort == "piece" and len(parts) < 2:
            noun = self.wording.noun(domain.name)
            numbered = parts and isinstance(domain.fields[0].type, NumberType)
            return " ".join([noun, *parts] if numbered else [*parts, noun])
        if domain.sort == "piece" or (domain.sort == "table" and "_".join(parts) == label):
            return " ".join(parts)
        return label if domain.sort == "board" else identifier_words(label)

    def value_text(self, type_: Type, value: object) -> str:
        """A value of a type as a reader knows it."""
        match type_:
            case OptionType(item):
                return self.value_text(item, value) if item is not None and value is not None else "–"
            case DomainType(domain) if isinstance(value, int):
                return self.title(domain, value)
            case TruthType():
                return "✓" if value else "–"
        return str(value)

    # --------------------------------------------------------------------------------------------------------- styles

    def style(self, domain: Domain, index: int) -> Style:
        """All that is said of a member or follows from its attributes."""
        key = (domain.name, index)
        if key not in self._styles:
            self._styles[key] = PLAIN  # what leads back here says nothing
            self._styles[key] = self._resolved(domain, index)
        return self._styles[key]

    def _resolved(self, domain: Domain, index: int) -> Style:
        said = self._own(domain.name, domain.labels[index], _attributes(domain, index))
        for part in self._coloured_first(domain):
            field_, type_ = domain.fields[part], domain.fields[part].type
            value = field_.values[index]
            if isinstance(type_, OptionType):
                type_ = type_.item or type_
            if isinstance(type_, DomainType) and isinstance(value, int):
                inner = self.style(type_.domain, value)
                if inner.parts is None or inner.parts.domain is not domain:  # a part takes nothing from its whole
                    said = said.over(evolve(inner, **OWN))
        if said.colour is None:
            said = evolve(said, colour=self._called(domain, index))
        return said

    @staticmethod
    def _coloured_first(domain: Domain) -> list[int]:
        """The attributes, those that are players first: whose something is its colour says."""
        owners = [
            n for n, f in enumerate(domain.fields) if isinstance(f.type, DomainType) and f.type.domain.sort == "player"
        ]
        return [*owners, *(n for n in range(len(domain.fields)) if n not in owners)]

    @staticmethod
    def _called(domain: Domain, index: int) -> str | None:
        if domain.sort == "player":
            return seat_colour(domain.labels[index], index)
        return NAMED.get(domain.labels[index].lower()) if domain.sort == "enum" else None

    # ---------------------------------------------------------------------------------------------------------- signs

    def sign(self, domain: Domain, index: int) -> str:
        """A letter or two for a member, its own among those of its kind."""
        said = self.style(domain, index).letter
        return self.signs(domain)[index] if said is None else said

    def signs(self, domain: Domain) -> tuple[str, ...]:
        if domain.name not in self._signs:
            titles = [self.title(domain, i).removeprefix("a ").removeprefix("the ") for i in range(len(domain))]
            look = self.said.looks.get(domain.name)
            said = () if look is None else (value for _, key, value in look.lines if key == "letter")
            self._signs[domain.name] = abbreviated(titles, [text for text in said if isinstance(text, str)])
        return self._signs[domain.name]

    def face(self, domain: Domain, index: int, drawn: bool = True) -> tuple[str, ...]:
        """What stands on a piece: its letter, or the signs of its attributes but for the one that its colour tells; and
        for what is drawn of it, if there is nobody who sees that."""
        said = self.style(domain, index)
        own = said.letter
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
                tells = inner.colour is not None and inner.colour == said.colour and inner.letter is None
                shown = drawn and (inner.drawing is not None or inner.outlined)
                if not shown and (inner.outlined or not tells):  # what is outlined looks like no other of its colour
                    parts.append((False, self.sign(type_.domain, value)))
                    lettered += [] if inner.letter is None else [inner.letter]
            elif isinstance(type_, TruthType):
                parts.append((False, f.name[:1] if value else ""))
            elif isinstance(type_, NumberType):
                parts.append((True, str(value)))
        numbers = [text for is_number, text in parts if is_number]
        others = [text for is_number, text in parts if not is_number and text]
        if own is not None:  # beside it what other attributes have a letter of their own for
            return tuple(dict.fromkeys([*own.split(), *lettered]))
        return tuple([*numbers, *others][:3])

    # -------------------------------------------------------------------------------------------------------- sprites

    def piece(self, domain: Domain, index: int, more: Style = PLAIN) -> Sprite:
        """A piece as it lies face up; `more` is what the look of its place says."""
        key = (domain.name, index, more)
        if key not in self._pieces:
            self._pieces[key] = self._piece(domain, index, more)
        return self._pieces[key]

    def _piece(self, domain: Domain, index: int, more: Style) -> Sprite:
        said = more.over(self.style(domain, index))
        shape = said.shape
        if shape is None:
            shape = "card" if domain.name in self.carded else "" if said.drawing or said.outlined else "disc"
        signs = tuple(more.letter.split()) if more.letter is not None else self.face(domain, index)
        return Sprite(
            shape,
            said.colour or "blank",
            signs,
            said.drawing or "",
            100 if said.size is None else said.size,
            said.turned or 0,
            self.title(domain, index),
            "".join(signs or self.face(domain, index, drawn=False))[:3],
            figures=figures_of(self, domain, index, said),
        )

    def mark(self, domain: Domain, index: int, more: Style = PLAIN) -> Sprite:
        """A member of any other domain as something that lies somewhere: a player's token, a mark."""
        said = more.over(self.style(domain, index))
        shape = said.shape or ("" if said.drawing or said.outlined else "disc")
        letter = said.letter
        if letter is None:
            letter = "" if said.colour is not None or said.drawing or said.outlined else self.sign(domain, index)
        size, turned = 100 if said.size is None else said.size, said.turned or 0
        sign = letter or self.signs(domain)[index]
        return Sprite(
            shape,
            said.colour or "blank",
            tuple(letter.split()),
            said.drawing or "",
            size,
            turned,
            self.title(domain, index),
            sign,
            figures=figures_of(self, domain, index, said),
        )

    def has_face(self, domain: Domain, index: int, more: Style = PLAIN) -> bool:
        """Whether a mark of a member is more than the letter that everything has."""
        said = more.over(self.style(domain, index))
        return (said.colour, said.letter, said.drawing) != (None, None, None)

    def back_colour(self, domain: Domain, shown: int | None) -> str:
        """Return the colour of a piece seen from behind; `shown` is a sort with the same open attributes, if known.

        It is what the look says, if that is the same for all sorts that it may be; else what is open says.
        """
        may_be = [kind for kind in range(len(domain)) if shown is None or _open(domain, kind) == _open(domain, shown)]
        said = {self.style(domain, kind).back for kind in may_be}
        colour = said.pop() if len(said) == 1 else None
        if colour is not None:
            return colour
        for f in domain.fields if shown is not None else ():
            value = f.values[shown or 0]
            if f.open and isinstance(f.type, DomainType) and isinstance(value, int):
                found = self.style(f.type.domain, value).colour
                if found is not None:
                    return found
        return "back"


def _open(domain: Domain, kind: int) -> tuple[t.Value, ...]:
    """What is seen of a piece that lies hidden."""
    return tuple(f.values[kind] for f in domain.fields if f.open)


def _attributes(domain: Domain, index: int) -> Mapping[str, Value]:
    """What the look of a member may name."""
    return {IT: index, **{f.name: _encoded(f.values[index], f.type) for f in domain.fields}}


def _encoded(value: t.Value, type_: Type) -> Value:
    """An attribute as the machine keeps it."""
    if isinstance(type_, SetType) and isinstance(value, frozenset):
        low = item_bounds(type_.item)[0]
        return frozenset(member - low for member in value)
    return encode_constant(value, type_)
