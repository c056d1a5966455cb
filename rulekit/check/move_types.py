"""Types of the statements that move pieces: put, move, remove, shuffle. If a statement does not say which pieces, the
error comes with advice: forms that fit the place, and likely meanings."""

from __future__ import annotations

from collections.abc import Sequence

from ..diagnostics import Help, Span
from ..model.symbols import DomainSymbol, LocalSymbol, PlaceSymbol
from ..model.types import INT32, Domain, DomainType, ErrorType, NumberType, SetType, Type
from ..syntax import nodes as s
from ..syntax.syntax_help import PLACES_AS_PARAMETERS
from .checker import Checker, bare_help
from .expression_types import a_form, infer, infer_number, place
from .statement_types import types_statement
from .symbol_table import Scope
from .type_relations import ERROR, fits, number_type, show

ORDERED = ("row", "stack")
"""Forms of places in which the pieces have an order."""


def _place_of(c: Checker, node: s.Ref | s.Index, scope: Scope) -> PlaceSymbol | None:
    local = scope.names.get(node.name.text)
    if isinstance(node, s.Ref) and isinstance(local, LocalSymbol):
        t = infer(c, node, scope)
        if not isinstance(t, ErrorType):
            message = f"a place is wanted here, and `{local.name}` is {show(t)}"
            advice = [f"say where it is: `{local.name} from PLACE`"] if isinstance(t, DomainType) else []
            if isinstance(t, SetType):
                advice = [
                    f"`{local.name}` has the sorts of its pieces, and is not where they lie",
                    PLACES_AS_PARAMETERS[0],
                ]
            c.report.add("E202", node.span, message, help=advice)
        return None
    symbol = c.names.lookup(node.name.text)
    if isinstance(node, s.Ref) and isinstance(symbol, DomainSymbol) and symbol.domain.sort == "piece":
        message = f"a place is wanted here, and `{symbol.name}` is a piece"
        c.report.add("E202", node.span, message, help=_advise_on_sort(symbol.domain))
        return None
    return place(c, node, scope)


def _take(c: Checker, node: s.Move | s.Remove, scope: Scope, to: PlaceSymbol | None = None) -> PlaceSymbol | None:
    take = node.take
    symbol = _place_of(c, take.place, scope)
    if take.amount is not None:
        _amount(c, take.amount, scope, to)
    if symbol is None:
        if take.value is not None:
            infer(c, take.value, scope)
        return None
    if take.which == "item":
        assert take.value is not None
        infer_number(c, take.value, scope)
    elif take.value is not None and not _is_end_without_of(c, take, scope):
        t = infer(c, take.value, scope, DomainType(symbol.piece))
        _must_fit(c, take.value, t, DomainType(symbol.piece), "what is taken", _advise_on_taken(take, t, symbol))
    advice = [_forms_of_taking(take.place.span.text, symbol)]
    if take.which in ("top", "bottom", "item") and symbol.form not in ORDERED:
        lacking = "order" if take.which == "item" else take.which
        c.report.add("E308", take.span, f"`{symbol.name}` is {a_form(symbol)}, which has no {lacking}", help=advice)
    if take.which == "single" and symbol.form != "one" and len(getattr(take.place, "args", ())) == len(symbol.dims):
        message = f"`{symbol.name}` is {a_form(symbol)}, and it is not said which of its pieces"
        c.report.add("E327", take.span, message, help=advice)
    return symbol


def _is_end_without_of(c: Checker, take: s.Take, scope: Scope) -> bool:
    """Return whether a statement says `top from P`, or the like, instead of `top of P`; report it if it does."""
    word = take.value.name.text if isinstance(take.value, s.Ref) else ""
    if word not in ("top", "bottom", "all") or word in scope.names or c.names.exists(word):
        return False
    right = f"{word} of {take.place.span.text}"
    fix = Help(f"write `{right}`", take.span, right)
    c.report.add("E105", take.span, f"`{word}` is followed by `of` and the place", help=[fix])
    return True


def _must_fit(c: Checker, node: s.Expr, t: Type, wanted: Type, what: str, advice: Sequence[Help | str]) -> Type:
    """Return type `t` if it fits `wanted`; otherwise report an error with this advice and return ErrorType."""
    if fits(t, wanted):
        return t
    c.report.add("E301", node.span, f"{what} must be {show(wanted)}, but this is {show(t)}", help=advice)
    return ERROR


def _to(c: Checker, node: s.Move | s.Put, scope: Scope) -> PlaceSymbol | None:
    to, symbol = node.to, _place_of(c, node.to.place, scope)
    if symbol is not None and to.end == "bottom" and symbol.form not in ORDERED:
        c.report.add("E308", to.span, f"`{symbol.name}` is {a_form(symbol)}, which has no bottom")
    return symbol


@types_statement(s.Move)
def _move(c: Checker, node: s.Move, scope: Scope) -> None:
    target = _to(c, node, scope)
    source = _take(c, node, scope, target)
    if source and target and source.piece is not target.piece:
        message = f"`{source.name}` holds {source.piece.name}, and `{target.name}` takes {target.piece.name}"
        c.report.add("E328", node.span, message)


@types_statement(s.Put)
def _put(c: Checker, node: s.Put, scope: Scope) -> None:
    target = _to(c, node, scope)
    if target is None:
        infer(c, node.value, scope)
    else:
        what, piece = f"what is put into `{target.name}`", DomainType(target.piece)
        t = infer(c, node.value, scope, piece)
        several = node.amount == "every" and isinstance(t, SetType)  # `put every Card in deck`
        wanted = SetType(piece) if several else piece
        t = _must_fit(c, node.value, t, wanted, what, _advise_on_put(node, t, target))
        if node.amount == "every" and not isinstance(t, ErrorType) and None in target.piece.population:
            c.report.add("E329", node.span, f"there is any number of `{target.piece.name}`: `every` has no end")
        if target.form == "one" and node.amount == "every":
            c.report.add("E323", node.span, f"`{target.name}` holds only one")
    if node.amount is not None and node.amount != "every":
        _amount(c, node.amount, scope, target)


def _amount(c: Checker, node: s.Expr, scope: Scope, to: PlaceSymbol | None) -> None:
    t = infer(c, node, scope)
    if not isinstance(t, NumberType | ErrorType):
        c.report.add("E314", node.span, f"a number is wanted here, and this is {show(t)}")
    c.must_fit(node, t, number_type(0, INT32[1]), "how many")
    if to is not None and to.form == "one" and isinstance(t, NumberType) and t.high > 1:
        c.report.add("E323", node.span, f"`{to.name}` holds only one, and this may be {t.high}")


@types_statement(s.Remove)
def _remove(c: Checker, node: s.Remove, scope: Scope) -> None:
    _take(c, node, scope)


MOST_SHUFFLED = 4096
"""Pieces of the largest place that can be shuffled: each is picked from all that are left, so the work grows with the
square."""


@types_statement(s.Shuffle)
def _shuffle(c: Checker, node: s.Shuffle, scope: Scope) -> None:
    symbol = _place_of(c, node.place, scope)
    if symbol is not None and symbol.form not in ORDERED:
        c.report.add("E308", node.span, f"`{symbol.name}` is {a_form(symbol)}, which has no order to shuffle")
    elif symbol is not None and symbol.capacity > MOST_SHUFFLED:
        message = f"`{symbol.name}` holds up to {symbol.capacity}; at most {MOST_SHUFFLED} can be shuffled"
        c.report.add("E623", node.span, message, help=[f"say how many it holds: `at most {MOST_SHUFFLED}`, or fewer"])


# ------------------------------------------------------------------------------------------------------ advice on moves


def _forms_of_taking(place: str, symbol: PlaceSymbol) -> str:
    """Return a text with the ways to say which pieces of a place are taken. `place` is the place as it is written."""
    if symbol.form == "one":
        return f"its piece is `{place}`"
    ends = f"`top of {place}`, `bottom of {place}`, `item({place}, NUMBER)`, " if symbol.form in ORDERED else ""
    return f"say {ends}`random from {place}`, `all of {place}`, or a piece: `x from {place}`"


def _advise_on_put(node: s.Put, t: Type, target: PlaceSymbol) -> list[str]:
    """Return advice on a statement that puts a value of type `t` into a place, where this is no piece of the place."""
    piece, place = target.piece, node.to.place.span.text
    value = node.value.span.text
    if isinstance(t, SetType) and t.item == DomainType(piece):
        if isinstance(node.value, s.Ref | s.Index) and value != piece.name:
            return [f"`put` takes pieces from the box; pieces of a place are moved: `move all of {value} to {place}`"]
        return [f"`put every {value} in {place}` puts all of them", f"one sort is `{_one_sort(piece)}`"]
    if isinstance(node.value, s.EndOf):
        return [f"`put` takes pieces from the box; a piece of a place is moved: `move {value} to {place}`"]
    name, condition = _with_attribute(t, piece, value)
    if name:
        return [f"all with this {name}: `put every {{c in {piece.name} where {condition}}} in {place}`"]
    return [*bare_help(t, DomainType(piece))]


def _advise_on_taken(node: s.Take, t: Type, source: PlaceSymbol) -> list[str | Help]:
    """Return advice on a statement that takes a value of type `t` out of a place, where this is no piece of the
    place."""
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
        return [_forms_of_taking(place, source), f"one sort is `{_one_sort(piece)}`"]
    name, condition = _with_attribute(t, piece, value)
    if name:
        return [f"all with this {name}: `for each c in {place} where {condition}:`, and in it `c from {place}`"]
    return [*bare_help(t, DomainType(piece))]


def _advise_on_sort(piece: Domain) -> list[str]:
    """Return advice on a statement that takes a kind of piece without saying from where."""
    return [
        f"say where it lies: `{_one_sort(piece)} from PLACE`",
        f"a piece of the box is put somewhere: `put {_one_sort(piece)} in PLACE`",
    ]


def _one_sort(piece: Domain) -> str:
    """Return the text for one kind of a piece: `Card(suit: …, value: …)`."""
    return f"{piece.name}({', '.join(f'{field.name}: …' for field in piece.fields)})"


def _with_attribute(t: Type, piece: Domain, value: str) -> tuple[str, str]:
    """Return two texts, if a piece has an attribute of type `t`: the piece by this attribute, and the condition that
    the attribute has this value."""
    for field in piece.fields:
        same = isinstance(t, NumberType) and isinstance(field.type, NumberType)
        if same or (isinstance(t, DomainType) and t == field.type):
            return field.name, f"c.{field.name} == {value}"
    return "", ""
