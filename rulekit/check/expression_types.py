"""Names and types of expressions: `infer` finds the type, `check` also requires a certain type.

`want` is the expected type: a name is first looked up among its members. It is only a hint, except in `check`. Names
are in `references.py`, binders in `binders.py`, quantifiers and sets in `quantifiers.py`, arithmetic and comparison in
`operator_types.py`, calls in `call_types.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..model.rulebook import Placed
from ..model.symbols import PlaceSymbol, PositionSymbol
from ..model.types import DomainType, ErrorType, NumberType, OptionType, SetType, Type
from ..syntax import nodes as s
from .checker import Checker, bare_help
from .symbol_table import Scope
from .type_relations import ERROR, NONE, TRUTH, fits, join, number_type, show

ExpressionHandler = Callable[[Checker, Any, Scope, Type | None], Type]
HANDLERS: dict[type, ExpressionHandler] = {}


def types_expression(*kinds: type) -> Callable[[ExpressionHandler], ExpressionHandler]:
    """Return a decorator that registers a function as the one that finds the types of these classes of nodes."""

    def enter(function: ExpressionHandler) -> ExpressionHandler:
        HANDLERS.update(dict.fromkeys(kinds, function))
        return function

    return enter


def infer(c: Checker, node: s.Expr, scope: Scope, want: Type | None = None) -> Type:
    """Return the type of an expression, and store it and the types of the parts in the tables."""
    t = HANDLERS[type(node)](c, node, scope, want)
    c.types[node] = t
    return t


def infer_number(c: Checker, node: s.Expr | None, scope: Scope) -> NumberType | None:
    """Return the type of an expression that must be a number. Return None if there is no expression, or if an error was
    reported."""
    if node is None:
        return None
    t = infer(c, node, scope)
    if isinstance(t, NumberType):
        return t
    if not isinstance(t, ErrorType):
        c.report.add("E314", node.span, f"a number is wanted here, and this is {show(t)}")
    return None


def check(c: Checker, node: s.Expr, scope: Scope, wanted: Type, what: str) -> Type:
    """Return the type of an expression, like `infer`, and report an error unless it fits `wanted`. `what` begins the
    message."""
    return c.must_fit(node, infer(c, node, scope, wanted), wanted, what, ranges=scope.kind != "constant")


def condition(c: Checker, node: s.Expr | None, scope: Scope, what: str = "a condition") -> None:
    if node is None:
        return
    t = infer(c, node, scope, TRUTH)
    if isinstance(t, NumberType):
        message, advice = f"{what} must be truth, but this is {show(t)}", f"compare it, such as `{node.span.text} > 0`"
        c.report.add("E301", node.span, message, expected=[show(TRUTH)], help=[advice])
        return
    c.must_fit(node, t, TRUTH, what, ranges=scope.kind != "constant")


def layer_conditions(c: Checker, placed: Placed, scope: Scope) -> None:
    """Find the types in the conditions that layers add to a clause. The clause's own names are in scope."""
    for node in placed.layer_conditions:
        condition(c, node, scope, "what follows `under`")


def pair(c: Checker, left: s.Expr, right: s.Expr, scope: Scope, want: Type | None = None) -> tuple[Type, Type]:
    """Return the types of both operands; the type of one is a hint for the other. The operand with a definite type is
    first."""
    if needs_hint(c, left, scope) and not needs_hint(c, right, scope):
        b = infer(c, right, scope, want)
        return infer(c, left, scope, b), b
    a = infer(c, left, scope, want)
    return a, infer(c, right, scope, a)


def needs_hint(c: Checker, node: s.Expr, scope: Scope) -> bool:
    """Return whether the type of an expression is only clear from its context."""
    match node:
        case s.Nothing():
            return True
        case s.Ref(name=name):
            return name.text not in scope.names and name.text not in PLAIN and not c.names.exists(name.text)
        case s.SetLiteral(items=items):
            return all(needs_hint(c, i, scope) for i in items)
        case s.Conditional(then=then, otherwise=otherwise):
            return needs_hint(c, then, scope) and needs_hint(c, otherwise, scope)
        case s.Binary(op="+" | "-" | "&", left=left):
            return needs_hint(c, left, scope)
    return False


PLAIN = frozenset({"me", "active", "players", "ended", "winners", "Player"})


@types_expression(s.Number, s.Truth, s.Nothing)
def _constant(c: Checker, node: s.Number | s.Truth | s.Nothing, scope: Scope, want: Type | None) -> Type:
    if isinstance(node, s.Number):
        return number_type(node.value, node.value)
    return TRUTH if isinstance(node, s.Truth) else NONE


@types_expression(s.Conditional)
def _conditional(c: Checker, node: s.Conditional, scope: Scope, want: Type | None) -> Type:
    condition(c, node.condition, scope)
    if want is not None:
        a, b = infer(c, node.then, scope, want), infer(c, node.otherwise, scope, want)
    else:
        a, b = pair(c, node.then, node.otherwise, scope)
    both = join(a, b)
    if both is None:
        c.report.add("E307", node.span, f"the two sides differ: {show(a)} and {show(b)}")
        return ERROR
    return both


@types_expression(s.TimesSeen)
def _times_seen(c: Checker, node: s.TimesSeen, scope: Scope, want: Type | None) -> Type:
    symbol = c.symbol_of_kind(node.name, PositionSymbol, "a position", "position")
    return number_type(0, symbol.capacity) if isinstance(symbol, PositionSymbol) else ERROR


@types_expression(s.EndOf)
def _end_of(c: Checker, node: s.EndOf, scope: Scope, want: Type | None) -> Type:
    symbol = place(c, node.place, scope)
    if symbol is None:
        return ERROR
    if symbol.form not in ("row", "stack"):
        c.report.add("E308", node.span, f"`{symbol.name}` is {a_form(symbol)}, which has no {node.end}")
        return ERROR
    return OptionType(DomainType(symbol.piece))


def place(c: Checker, node: s.Expr, scope: Scope) -> PlaceSymbol | None:
    """Return the symbol of the place that an expression names; None if an error was reported."""
    t = infer(c, node, scope)
    symbol = c.refs.get(node)
    if isinstance(symbol, PlaceSymbol):
        return symbol
    if not isinstance(t, ErrorType):
        c.report.add("E202", node.span, f"a place is wanted here, and this is {show(t)}")
    return None


def a_form(symbol: PlaceSymbol) -> str:
    return "a place of one" if symbol.form == "one" else f"a {symbol.form}"


def player_or_players(c: Checker, node: s.Expr, scope: Scope, what: str) -> Type:
    """Return the type of an expression that must be a player or a set of players."""
    one = DomainType(c.players)
    t = infer(c, node, scope, one)
    if not (fits(t, one) or fits(t, SetType(one))):
        message = f"{what} must be a player or a set of players, but this is {show(t)}"
        c.report.add("E301", node.span, message, help=bare_help(t, one))
        return ERROR
    return t
