"""Types of the statements that move pieces: put, move, remove, shuffle."""

from __future__ import annotations

from ..model.symbols import LocalSymbol, PlaceSymbol
from ..model.types import INT32, DomainType, ErrorType, NumberType, SetType
from ..syntax import nodes as s
from .checker import Checker
from .expression_types import a_form, check, infer, infer_number, place
from .statement_types import types_statement
from .symbol_table import Scope
from .type_relations import number_type, show


def _place_of(c: Checker, node: s.Ref | s.Index, scope: Scope) -> PlaceSymbol | None:
    local = scope.names.get(node.name.text)
    if isinstance(node, s.Ref) and isinstance(local, LocalSymbol):
        t = infer(c, node, scope)
        if not isinstance(t, ErrorType):
            message = f"a place is wanted here, and `{local.name}` is {show(t)}"
            advice = [f"say where it is: `{local.name} from PLACE`"] if isinstance(t, DomainType) else []
            c.report.add("E202", node.span, message, help=advice)
        return None
    return place(c, node, scope)


def _take(c: Checker, node: s.Move | s.Remove, scope: Scope) -> PlaceSymbol | None:
    take = node.take
    symbol = _place_of(c, take.place, scope)
    if take.amount is not None:
        _amount(c, take.amount, scope)
    if symbol is None:
        if take.value is not None:
            infer(c, take.value, scope)
        return None
    if take.which == "item":
        assert take.value is not None
        infer_number(c, take.value, scope)
    elif take.value is not None:
        check(c, take.value, scope, DomainType(symbol.piece), "what is taken")
    if take.which in ("top", "bottom", "item") and symbol.form not in ("row", "stack"):
        lacking = "order" if take.which == "item" else take.which
        c.report.add("E308", take.span, f"`{symbol.name}` is {a_form(symbol)}, which has no {lacking}")
    if take.which == "single" and symbol.form != "one":
        message = f"`{symbol.name}` is {a_form(symbol)}: what of it?"
        c.report.add("E327", take.span, message, help=["say `x from …`, `top of …`, `random from …` or `all of …`"])
    return symbol


def _to(c: Checker, node: s.Move | s.Put, scope: Scope) -> PlaceSymbol | None:
    to, symbol = node.to, _place_of(c, node.to.place, scope)
    if symbol is not None and to.end == "bottom" and symbol.form not in ("row", "stack"):
        c.report.add("E308", to.span, f"`{symbol.name}` is {a_form(symbol)}, which has no bottom")
    return symbol


@types_statement(s.Move)
def _move(c: Checker, node: s.Move, scope: Scope) -> None:
    source, target = _take(c, node, scope), _to(c, node, scope)
    if target is not None and target.form == "one" and node.take.amount is not None:
        c.report.add("E323", node.take.amount.span, f"`{target.name}` holds only one")
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
        t = c.must_fit(node.value, t, SetType(piece) if several else piece, what)
        if node.amount == "every" and not isinstance(t, ErrorType) and None in target.piece.population:
            c.report.add("E329", node.span, f"there is any number of `{target.piece.name}`: `every` has no end")
        if target.form == "one" and node.amount is not None:
            c.report.add("E323", node.span, f"`{target.name}` holds only one")
    if node.amount is not None and node.amount != "every":
        _amount(c, node.amount, scope)


def _amount(c: Checker, node: s.Expr, scope: Scope) -> None:
    t = infer(c, node, scope)
    if not isinstance(t, NumberType | ErrorType):
        c.report.add("E314", node.span, f"a number is wanted here, and this is {show(t)}")
    c.must_fit(node, t, number_type(0, INT32[1]), "how many")


@types_statement(s.Remove)
def _remove(c: Checker, node: s.Remove, scope: Scope) -> None:
    _take(c, node, scope)


MOST_SHUFFLED = 4096
"""Pieces of the largest place that can be shuffled: each is picked from all that are left, so the work grows with the
square."""


@types_statement(s.Shuffle)
def _shuffle(c: Checker, node: s.Shuffle, scope: Scope) -> None:
    symbol = _place_of(c, node.place, scope)
    if symbol is not None and symbol.form not in ("row", "stack"):
        c.report.add("E308", node.span, f"`{symbol.name}` is {a_form(symbol)}, which has no order to shuffle")
    elif symbol is not None and symbol.capacity > MOST_SHUFFLED:
        message = f"`{symbol.name}` holds up to {symbol.capacity}; at most {MOST_SHUFFLED} can be shuffled"
        c.report.add("E623", node.span, message, help=[f"say how many it holds: `at most {MOST_SHUFFLED}`, or fewer"])
