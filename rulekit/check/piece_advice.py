"""Advice for statements that move pieces and do not say which: forms that fit the place, and likely meanings."""

from __future__ import annotations

from ..diagnostics import Help, Span
from ..model.symbols import PlaceSymbol
from ..model.types import Domain, DomainType, NumberType, SetType, Type
from ..syntax import nodes as s
from .checker import bare_help

ORDERED = ("row", "stack")


def forms_of_taking(place: str, symbol: PlaceSymbol) -> str:
    """Return the ways to say which pieces of a place are taken, as text. `place` is how the place is written."""
    if symbol.form == "one":
        return f"its piece is `{place}`"
    ends = f"`top of {place}`, `bottom of {place}`, `item({place}, NUMBER)`, " if symbol.form in ORDERED else ""
    return f"say {ends}`random from {place}`, `all of {place}`, or a piece: `x from {place}`"


def advise_on_put(node: s.Put, t: Type, target: PlaceSymbol) -> list[str]:
    """Return advice for a value of type `t`, no piece of this place, that is put into it."""
    piece, place = target.piece, node.to.place.span.text
    value = node.value.span.text
    if isinstance(t, SetType) and t.item == DomainType(piece):
        if isinstance(node.value, s.Ref | s.Index) and value != piece.name:
            return [f"`put` takes pieces from the box; pieces of a place are moved: `move all of {value} to {place}`"]
        return [f"`put every {value} in {place}` puts all of them", f"one sort is `{one_sort(piece)}`"]
    if isinstance(node.value, s.EndOf):
        return [f"`put` takes pieces from the box; a piece of a place is moved: `move {value} to {place}`"]
    name, condition = _with_attribute(t, piece, value)
    if name:
        return [f"all with this {name}: `put every {{c in {piece.name} where {condition}}} in {place}`"]
    return [*bare_help(t, DomainType(piece))]


def advise_on_taken(node: s.Take, t: Type, source: PlaceSymbol) -> list[str | Help]:
    """Return advice for a value of type `t`, no piece of this place, that is taken out of it."""
    assert node.value is not None
    piece, place, value = source.piece, node.place.span.text, node.value.span.text
    if isinstance(node.value, s.EndOf):
        where = Span(node.span.source, node.value.span.end, node.span.end)
        return [Help(f"`{value}` says already where it lies: leave `from {place}` out", where, "")]
    if isinstance(t, NumberType) and node.amount is None:
        if source.form in ORDERED:
            return [f"several from the top go one by one: `repeat at most {value} times:`, and in it `top of {place}`"]
        return [f"several are picked: `choose {value} of x in {place}`, then `for each y in x:` and `y from {place}`"]
    if isinstance(t, SetType) and t.item == DomainType(piece):
        return [forms_of_taking(place, source), f"one sort is `{one_sort(piece)}`"]
    name, condition = _with_attribute(t, piece, value)
    if name:
        return [f"all with this {name}: `for each c in {place} where {condition}:`, and in it `c from {place}`"]
    return [*bare_help(t, DomainType(piece))]


def advise_on_sort(piece: Domain) -> list[str]:
    """Return advice if a sort of pieces is taken without saying from where."""
    return [
        f"say where it lies: `{one_sort(piece)} from PLACE`",
        f"a piece of the box is put somewhere: `put {one_sort(piece)} in PLACE`",
    ]


def one_sort(piece: Domain) -> str:
    """Return how one sort of a piece is written: `Card(suit: …, value: …)`."""
    return f"{piece.name}({', '.join(f'{field.name}: …' for field in piece.fields)})"


def _with_attribute(t: Type, piece: Domain, value: str) -> tuple[str, str]:
    """Return the attribute of a piece that has type `t`, and the condition for this value, if there is one."""
    for field in piece.fields:
        same = isinstance(t, NumberType) and isinstance(field.type, NumberType)
        if same or (isinstance(t, DomainType) and t == field.type):
            return field.name, f"c.{field.name} == {value}"
    return "", ""
