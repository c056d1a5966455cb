"""The built-in functions in one table: their syntax, numbers of arguments, and types of results."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import frozen

from ..model.symbols import ActionSymbol, ChoiceSymbol, DomainSymbol, PlaceSymbol
from ..model.types import INT32, Domain, DomainType, ErrorType, OptionType, SetType, Type, grid_of
from ..syntax import nodes as s
from .binders import bag_of
from .checker import Checker, bare_help
from .expression_types import a_form, check, infer, infer_number, place
from .symbol_table import Scope
from .type_relations import ERROR, TRUTH, bare, join, number_type, show, size

Typing = Callable[[Checker, s.Call, Sequence[s.Expr], Scope, Type | None], Type]


@frozen
class Builtin:
    """A built-in function: `form` shows its syntax; it takes `least` to `most` arguments; `type` computes the result's
    type."""

    form: str
    least: int
    most: int
    type: Typing


def _domain(c: Checker, node: s.Expr, scope: Scope, what: str, want: Type | None = None) -> Domain | None:
    """Return the domain to which an argument belongs. The argument must be a single member, not a set or an optional
    value. Return None if an error was reported."""
    t = infer(c, node, scope, want)
    if isinstance(t, DomainType):
        return t.domain
    if not isinstance(t, ErrorType):
        inner = bare(t)
        extra = bare_help(t, inner) if inner is not None else []
        c.report.add("E319", node.span, f"{what} is wanted here, and this is {show(t)}", help=extra)
    return None


def _site(c: Checker, node: s.Expr, scope: Scope) -> Domain | None:
    domain = _domain(c, node, scope, "a site of a board")
    if domain is not None and domain.board is None:
        c.report.add("E319", node.span, f"a site of a board is wanted here, and this is {domain.name}")
        return None
    return domain


def _directions(c: Checker, node: s.Expr, board: Domain) -> Domain | None:
    assert board.board is not None
    if board.board.directions is None:
        shape = "of edges or corners" if board.board.base else "a graph"
        message = f"board {board.name} is {shape} and has no directions"
        c.report.add("E319", node.span, message, help=["`adjacent(s)` gives the neighbours"])
    return board.board.directions


def _infer_rest(c: Checker, args: Sequence[s.Expr], scope: Scope) -> Type:
    for arg in args:
        infer(c, arg, scope)
    return ERROR


# ------------------------------------------------------------------------------------- functions of members and numbers


def _beside(c: Checker, node: s.Call, args: Sequence[s.Expr], scope: Scope, want: Type | None) -> Type:
    if len(args) == 3:
        return _of_cell(c, args, scope, _beside(c, node, args[:2], scope, None))
    if len(args) == 2:
        board = _site(c, args[0], scope)
        directions = _directions(c, node, board) if board else None
        if board is None or directions is None:
            return _infer_rest(c, args[1:], scope)
        check(c, args[1], scope, DomainType(directions), "the direction")
        return OptionType(DomainType(board))
    domain = _domain(c, args[0], scope, "a player or a member of an enumeration", _hint(want))
    if domain is None:
        return ERROR
    if domain.board is not None:
        c.report.add("E206", node.span, f"`{node.name.text}` of a site needs a direction: `next(s, d)`")
        return ERROR
    return DomainType(domain) if domain.turning else OptionType(DomainType(domain))


def _of_cell(c: Checker, args: Sequence[s.Expr], scope: Scope, beside: Type) -> Type:
    """Return the type of `next(cell, direction, Board)`: the edge or corner of a cell in that direction, which is a
    site of `Board`."""
    t = infer(c, args[2], scope)
    if isinstance(beside, ErrorType) or isinstance(t, ErrorType):
        return ERROR
    symbol = c.refs.get(args[2])
    rim = symbol.domain.board if isinstance(symbol, DomainSymbol) else None
    if rim is None or not isinstance(beside, OptionType) or DomainType(grid_of(symbol.domain)) != beside.item:  # type: ignore[union-attr]
        message = f"a board of the edges or corners of these cells is wanted here, and this is {show(t)}"
        c.report.add("E319", args[2].span, message)
        return ERROR
    if not any(at is not None for way in rim.of_cells for at in way):
        message = "a corner of such a cell lies between two directions, and not in one"
        c.report.add("E319", args[2].span, message, help=["`touching(s, BOARD)` gives all of them"])
        return ERROR
    assert isinstance(symbol, DomainSymbol)
    return OptionType(DomainType(symbol.domain))


def _hint(want: Type | None) -> Type | None:
    return want if isinstance(want, DomainType) else want.item if isinstance(want, OptionType) else None


def _opponent(c: Checker, node: s.Call, args: Sequence[s.Expr], scope: Scope, want: Type | None) -> Type:
    check(c, args[0], scope, DomainType(c.players), "whose opponent it is")
    if c.book.players != 2:
        c.report.add("E320", node.span, f"`opponent` needs exactly 2 players, and there are {c.book.players}")
        return ERROR
    return DomainType(c.players)


def _payoff(c: Checker, node: s.Call, args: Sequence[s.Expr], scope: Scope, want: Type | None) -> Type:
    check(c, args[0], scope, DomainType(c.players), "whose payoff it is")
    return number_type(*INT32)


def _index(c: Checker, node: s.Call, args: Sequence[s.Expr], scope: Scope, want: Type | None) -> Type:
    domain = _domain(c, args[0], scope, "a member of a domain")
    return number_type(0, len(domain) - 1) if domain else ERROR


def _member(c: Checker, node: s.Call, args: Sequence[s.Expr], scope: Scope, want: Type | None) -> Type:
    t = infer(c, args[0], scope)
    infer_number(c, args[1], scope)
    symbol = c.refs.get(args[0])
    if isinstance(symbol, DomainSymbol):
        return DomainType(symbol.domain)
    if not isinstance(t, ErrorType):
        c.report.add("E319", args[0].span, f"the name of a domain is wanted here, and this is {show(t)}")
    return ERROR


def _abs(c: Checker, node: s.Call, args: Sequence[s.Expr], scope: Scope, want: Type | None) -> Type:
    t = infer_number(c, args[0], scope)
    if t is None:
        return ERROR
    far = max(abs(t.low), abs(t.high))
    return number_type(0 if t.low <= 0 <= t.high else min(abs(t.low), abs(t.high)), far)


def _extreme(choose: Callable[[int, int], int]) -> Typing:
    def typing(c: Checker, node: s.Call, args: Sequence[s.Expr], scope: Scope, want: Type | None) -> Type:
        a, b = infer_number(c, args[0], scope), infer_number(c, args[1], scope)
        return number_type(choose(a.low, b.low), choose(a.high, b.high)) if a and b else ERROR

    return typing


def _sure(c: Checker, node: s.Call, args: Sequence[s.Expr], scope: Scope, want: Type | None) -> Type:
    t = infer(c, args[0], scope, want)
    if isinstance(t, ErrorType):
        return ERROR
    if isinstance(t, OptionType):
        return t.item or ERROR
    c.report.add("E321", args[0].span, f"this is {show(t)}, which is never none")
    return t


def _if_none(c: Checker, node: s.Call, args: Sequence[s.Expr], scope: Scope, want: Type | None) -> Type:
    t = infer(c, args[0], scope, want)
    if not isinstance(t, OptionType | ErrorType):
        c.report.add("E321", args[0].span, f"this is {show(t)}, which is never none")
    inner = bare(t)
    other = infer(c, args[1], scope, inner or want)
    if isinstance(t, ErrorType) or isinstance(other, ErrorType):
        return ERROR
    both = other if inner is None else join(inner, other)
    if both is None:
        c.report.add("E307", args[1].span, f"this is {show(other)} in the place of {show(inner)}")
        return ERROR
    return both


def _same(c: Checker, node: s.Call, args: Sequence[s.Expr], scope: Scope, want: Type | None) -> Type:
    return infer(c, args[0], scope, want)


def _possible(c: Checker, node: s.Call, args: Sequence[s.Expr], scope: Scope, want: Type | None) -> Type:
    arg = args[0]
    c.types[arg] = TRUTH
    symbol = c.names.lookup(arg.name.text) if isinstance(arg, s.Ref) else None
    if isinstance(arg, s.Ref) and isinstance(symbol, ActionSymbol | ChoiceSymbol):
        c.refs[arg] = symbol
        c.uses.symbols.add(symbol)
    elif isinstance(arg, s.Ref) and symbol is None:
        c.names.unknown(arg.name, "action or choice", c.names.of_kinds("action", "choice"))
    else:
        c.report.add("E202", arg.span, "`possible` is asked of an action or a choice")
    if scope.me == "no":
        message = "nobody decides here, so nothing is possible or impossible"
        advice = ["ask inside a turn or `by p:`"]
        c.report.add_by_cause(("nobody decides", scope.owner or node), "E303", node.span, message, help=advice)
    elif scope.me == "inherited":
        c.uses.me.setdefault(scope.owner, node)
    return TRUTH


# ----------------------------------------------------------------------------------------- functions of sets and places


def _size(c: Checker, node: s.Call, args: Sequence[s.Expr], scope: Scope, want: Type | None) -> Type:
    t = infer(c, args[0], scope)
    symbol = c.refs.get(args[0])
    if isinstance(symbol, PlaceSymbol):
        return number_type(0, symbol.capacity)
    if (bag := bag_of(c, args[0])) is not None:
        return number_type(0, bag.capacity)
    if isinstance(t, SetType):
        return number_type(0, 0 if t.item is None else size(t.item))
    return _no_set(c, args[0], t)


def _no_set(c: Checker, node: s.Expr, t: Type) -> Type:
    if not isinstance(t, ErrorType):
        extra = ["compare with `== none`"] if isinstance(t, OptionType) else []
        c.report.add("E322", node.span, f"a place or a set is wanted here, and this is {show(t)}", help=extra)
    return ERROR


def _empty(c: Checker, node: s.Call, args: Sequence[s.Expr], scope: Scope, want: Type | None) -> Type:
    t = infer(c, args[0], scope)
    if not isinstance(c.refs.get(args[0]), PlaceSymbol) and not isinstance(t, SetType):
        _no_set(c, args[0], t)
    return TRUTH


def _type_of_taken(c: Checker, node: s.Call, args: Sequence[s.Expr], scope: Scope, want: Type | None) -> Type:
    if not isinstance(infer(c, args[0], scope), SetType):
        place(c, args[0], scope)
    return TRUTH


def _amount(c: Checker, node: s.Call, args: Sequence[s.Expr], scope: Scope, want: Type | None) -> Type:
    t = infer(c, args[0], scope)
    symbol = c.refs.get(args[0])
    if isinstance(t, SetType) and t.item is not None and not isinstance(symbol, PlaceSymbol):
        bag = bag_of(c, args[0])
        check(c, args[1], scope, t.item, "the member")
        return number_type(0, 1 if bag is None else bag.copies)
    symbol = place(c, args[0], scope)
    if symbol is None:
        return _infer_rest(c, args[1:], scope)
    check(c, args[1], scope, DomainType(symbol.piece), "the piece")
    return number_type(0, symbol.capacity)


def _item(c: Checker, node: s.Call, args: Sequence[s.Expr], scope: Scope, want: Type | None) -> Type:
    symbol = place(c, args[0], scope)
    infer_number(c, args[1], scope)
    if symbol is None:
        return ERROR
    if symbol.form not in ("row", "stack"):
        c.report.add("E308", args[0].span, f"`{symbol.name}` is {a_form(symbol)}, which has no order")
        return ERROR
    return OptionType(DomainType(symbol.piece))


# -------------------------------------------------------------------------------------------------- functions of boards


def _steps(c: Checker, node: s.Call, args: Sequence[s.Expr], scope: Scope, want: Type | None) -> Type:
    result = _beside(c, node, args[:2], scope, want)
    infer_number(c, args[2], scope)
    return result


def _ray(c: Checker, node: s.Call, args: Sequence[s.Expr], scope: Scope, want: Type | None) -> Type:
    site = _beside(c, node, args, scope, want)
    if not isinstance(site, OptionType) or not isinstance(site.item, DomainType):
        return ERROR
    c.boards.measure(site.item.domain)
    return SetType(site.item)


def _sites(c: Checker, node: s.Call, args: Sequence[s.Expr], scope: Scope, want: Type | None) -> Type:
    board = _site(c, args[0], scope)
    return SetType(DomainType(board)) if board else ERROR


def _touching(c: Checker, node: s.Call, args: Sequence[s.Expr], scope: Scope, want: Type | None) -> Type:
    board = _site(c, args[0], scope)
    t = infer(c, args[1], scope)
    symbol = c.refs.get(args[1])
    if not isinstance(symbol, DomainSymbol) or isinstance(t, ErrorType) or board is None:
        if board is not None and not isinstance(t, ErrorType):
            c.report.add("E319", args[1].span, f"the name of a board is wanted here, and this is {show(t)}")
        return ERROR
    other = symbol.domain
    if other is board or other.board is None or grid_of(other) is not grid_of(board):
        message = f"a site of {board.name} touches sites of its grid: of {board.name}'s cells, their edges and corners"
        advice = [f"`adjacent(s)` gives the neighbours on {board.name} itself"] if other is board else []
        c.report.add("E319", args[1].span, f"{message}, and this is {other.name}", help=advice)
        return ERROR
    return SetType(DomainType(other))


def _two_sites(c: Checker, args: Sequence[s.Expr], scope: Scope) -> Domain | None:
    board = _site(c, args[0], scope)
    if board is None:
        _infer_rest(c, args[1:], scope)
        return None
    check(c, args[1], scope, DomainType(board), "the other site")
    c.boards.measure(board)
    return board


def _between(c: Checker, node: s.Call, args: Sequence[s.Expr], scope: Scope, want: Type | None) -> Type:
    board = _two_sites(c, args, scope)
    return SetType(DomainType(board)) if board and _directions(c, node, board) else ERROR


def _direction(c: Checker, node: s.Call, args: Sequence[s.Expr], scope: Scope, want: Type | None) -> Type:
    board = _two_sites(c, args, scope)
    directions = _directions(c, node, board) if board else None
    return OptionType(DomainType(directions)) if directions else ERROR


def _distance(c: Checker, node: s.Call, args: Sequence[s.Expr], scope: Scope, want: Type | None) -> Type:
    board = _two_sites(c, args, scope)
    return number_type(0, len(board)) if board else ERROR


BUILTINS: dict[str, Builtin] = {
    "next": Builtin("next(x), next(site, direction) or next(cell, direction, Board)", 1, 3, _beside),
    "previous": Builtin("previous(x)", 1, 1, _beside),
    "opponent": Builtin("opponent(player)", 1, 1, _opponent),
    "payoff": Builtin("payoff(player)", 1, 1, _payoff),
    "index": Builtin("index(x)", 1, 1, _index),
    "member": Builtin("member(Domain, number)", 2, 2, _member),
    "abs": Builtin("abs(number)", 1, 1, _abs),
    "lesser": Builtin("lesser(a, b)", 2, 2, _extreme(min)),
    "greater": Builtin("greater(a, b)", 2, 2, _extreme(max)),
    "sure": Builtin("sure(x)", 1, 1, _sure),
    "if_none": Builtin("if_none(x, other)", 2, 2, _if_none),
    "remembered": Builtin("remembered(x)", 1, 1, _same),
    "possible": Builtin("possible(ACTION or CHOICE)", 1, 1, _possible),
    "size": Builtin("size(place or set)", 1, 1, _size),
    "empty": Builtin("empty(place or set)", 1, 1, _empty),
    "taken": Builtin("taken(place)", 1, 1, _type_of_taken),
    "amount": Builtin("amount(place, piece)", 2, 2, _amount),
    "item": Builtin("item(place, number)", 2, 2, _item),
    "steps": Builtin("steps(site, direction, number)", 3, 3, _steps),
    "ray": Builtin("ray(site, direction)", 2, 2, _ray),
    "adjacent": Builtin("adjacent(site)", 1, 1, _sites),
    "around": Builtin("around(site)", 1, 1, _sites),
    "touching": Builtin("touching(site, Board)", 2, 2, _touching),
    "between": Builtin("between(site, site)", 2, 2, _between),
    "direction": Builtin("direction(site, site)", 2, 2, _direction),
    "distance": Builtin("distance(site, site)", 2, 2, _distance),
}
"""The built-in functions by name.  `me`, `active`, `players`, `ended` and `winners` are names without arguments and
belong to `expression_types.py`.
"""
