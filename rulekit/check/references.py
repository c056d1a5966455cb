"""Types of references: bare names and constants, indexed places and kept values, attributes.

A bare name is the first of these that exists: a local name, a constant of the expected type, a global name, the only
constant with this name. If the type of a local name does not fit, a constant that fits takes precedence (`next(s, s)`:
the site s, the direction s).
"""

from __future__ import annotations

from ..diagnostics import Help, did_you_mean
from ..diagnostics.printable import counted
from ..model.symbols import (
    BuiltinSymbol,
    ConstantSymbol,
    DomainSymbol,
    FactSymbol,
    FieldSymbol,
    KeepSymbol,
    OptionSymbol,
    PlaceSymbol,
    PositionSymbol,
    Symbol,
)
from ..model.types import DomainType, ErrorType, OptionType, SetType, TruthType, Type, grid_of
from ..syntax import nodes as s
from .checker import Checker
from .expression_types import check, infer, types_expression
from .site_names import advise_on_sites
from .symbol_table import KNOWN, Scope, word_for_player, word_for_value
from .type_relations import ERROR, NONE, TRUTH, TRUTH_ADVICE, comparable, domain_of, join, number_type, show


@types_expression(s.Ref)
def _ref(c: Checker, node: s.Ref, scope: Scope, want: Type | None) -> Type:
    name = node.name.text
    local = scope.names.get(name)
    constant = c.names.constant(name, want)
    if local is not None and (constant is None or want is None or comparable(local.type, want)):
        c.refs[node] = local
        scope.used.add(local)
        return local.type
    if constant is not None:
        c.refs[node] = constant
        return DomainType(constant.domain)
    if name in ("me", "active", "players", "ended", "winners"):
        return _plain_builtin(c, node, scope)
    symbol = c.names.lookup(name)
    if symbol is not None:
        c.refs[node] = symbol
        c.uses.symbols.add(symbol)
        return _global(c, node, symbol, scope)
    if c.names.exists(name):
        return ERROR
    return _constant_or_unknown(c, node, scope, want)


def _instead_of_me(c: Checker, node: s.Ref, scope: Scope) -> list[Help | str]:
    """Return what to write for `me` where nobody is deciding; first the only player with a name, if there is one."""
    players = [name for name, local in scope.names.items() if local.type == DomainType(c.players)]
    named = [Help(f"write `{players[0]}`", node.span, players[0])] if len(players) == 1 else []
    return [
        *named,
        "inside `by p:`, a turn, an action or an answer `by q` there is; a fact takes the player as a parameter, "
        "a place has an index: `[p in Player]: …, seen by p`",
    ]


def _plain_builtin(c: Checker, node: s.Ref, scope: Scope) -> Type:
    name = node.name.text
    c.refs[node] = BuiltinSymbol(name)
    if name == "players":
        return number_type(c.book.players, c.book.players)
    if scope.kind == "constant":
        _in_play(c, node, scope)
    elif name == "me" and scope.me == "no":
        c.report.add_by_cause(
            ("nobody decides", scope.owner or node),
            "E303",
            node.span,
            "nobody decides here, so there is no `me`",
            help=_instead_of_me(c, node, scope),
        )
        return ERROR
    elif name == "ended":
        return TRUTH
    elif name == "winners":
        return SetType(DomainType(c.players))
    elif name == "me" and scope.me == "inherited":
        c.uses.me.setdefault(scope.owner, node)
    return DomainType(c.players)


def _global(c: Checker, node: s.Ref | s.Index, symbol: Symbol, scope: Scope) -> Type:
    """Return the type of a global name without an index."""
    match symbol:
        case DomainSymbol(domain=domain):
            return SetType(DomainType(domain))
        case OptionSymbol(type=t):
            return t
        case PlaceSymbol() | KeepSymbol():
            if scope.kind == "constant":
                return _in_play(c, node, scope)
            if symbol.dims:
                c.report.add(
                    "E304",
                    node.span,
                    f"`{symbol.name}` needs {counted(len(symbol.dims), 'index', 'indices')} in brackets",
                    expected=[f"{symbol.name}[{', '.join(show(d) for d in symbol.dims)}]"],
                    help=[f"write `{symbol.name}[…]`, with the one that is meant in the brackets"],
                )
            return element_type(symbol)
        case FactSymbol():
            if symbol.params:
                message = f"fact `{symbol.name}` needs {counted(len(symbol.params), 'argument')}"
                c.report.add("E206", node.span, message)
            return symbol.result
    c.report.add(
        "E202", node.span, f"`{symbol.name}` is {c.names.describe(symbol.name)}, not a value", help=_use(symbol)
    )
    return ERROR


def _use(symbol: Symbol) -> list[str]:
    if isinstance(symbol, PositionSymbol):
        return [f"`times seen {symbol.name}` counts how often it was recorded"]
    return []


def _in_play(c: Checker, node: s.Ref | s.Index, scope: Scope) -> Type:
    message = f"`{node.name.text}` is known only in play, and {scope.what} is settled before the game"
    c.report.add("E620", node.span, message, help=[KNOWN])
    return ERROR


def element_type(symbol: PlaceSymbol | KeepSymbol) -> Type:
    """Return the type of the value of one element of a place or kept value."""
    if isinstance(symbol, KeepSymbol):
        return symbol.type
    item = DomainType(symbol.piece)
    return OptionType(item) if symbol.form == "one" else SetType(item)


def _constant_or_unknown(c: Checker, node: s.Ref, scope: Scope, want: Type | None) -> Type:
    """Return the type of a constant if no type is expected. It must be the only constant with its name; otherwise
    report an error."""
    name = node.name.text
    found = c.names.constants.get(name, [])
    for sorts in (("player", "enum", "table", "board"), ("piece",)):
        plain = [f for f in found if f[0].sort in sorts]
        if plain:
            break
    else:
        plain = found
    if len(plain) == 1:
        domain, index = plain[0]
        c.refs[node] = ConstantSymbol(name, domain, index)
        return DomainType(domain)
    if isinstance(want, ErrorType):
        return ERROR  # the expression that would give the expected type already has an error
    domain_wanted = domain_of(want)
    if plain and domain_wanted is None:
        message = f"`{name}` may be a member of {' or '.join(d.name for d, _ in plain)}"
        c.report.add("E205", node.span, message, help=[f"write `{plain[0][0].name}.{name}`"])
        return ERROR
    if domain_wanted is not None:
        near = advise_on_sites(name, node.span, [domain_wanted]) or word_for_value(name, node.span)
        near = near or (word_for_player(name) if domain_wanted.sort == "player" else ())
        near = near or did_you_mean(name, [*domain_wanted.labels, *scope.names], node.span)
        c.report.add(
            "E201",
            node.span,
            f"there is no `{name}` here, and none in {domain_wanted.name}",
            expected=domain_wanted.labels[:12] if len(domain_wanted) <= 12 else (),
            help=near or did_you_mean(name, [*c.names.of_kinds(), *c.names.constants], node.span),
        )
        return ERROR
    if name == "truth":
        advice = ["write `yes` or `no`"] if want == TRUTH else [TRUTH_ADVICE]
        c.report.add("E202", node.span, "`truth` is a type, and its values `yes` and `no` form no set", help=advice)
        return ERROR
    kinds = ("Player", *c.names.of_kinds())
    names = [*scope.names, *kinds, *c.names.constants, "me", "active", "players", "ended", "winners"]
    c.names.report_missing(name, node.span, f"there is nothing called `{name}`", names)
    return ERROR


@types_expression(s.Index)
def _index(c: Checker, node: s.Index, scope: Scope, want: Type | None) -> Type:
    name = node.name.text
    symbol = c.names.lookup(name) if name not in scope.names else None
    if not isinstance(symbol, PlaceSymbol | KeepSymbol):
        for arg in node.args:
            infer(c, arg, scope)
        if symbol is not None or name in scope.names:
            what = c.names.describe(name) if symbol is not None else "a local name"
            extra = (
                [f"a fact takes its arguments in round brackets: `{name}(…)`"] if isinstance(symbol, FactSymbol) else []
            )
            c.report.add("E202", node.name.span, f"`{name}` is {what}; only places and keeps have brackets", help=extra)
        elif not c.names.exists(name):
            c.names.unknown(node.name, "place or keep", c.names.of_kinds("place", "keep"))
        return ERROR
    c.refs[node] = symbol
    c.uses.symbols.add(symbol)
    if scope.kind == "constant":
        return _in_play(c, node, scope)
    if len(node.args) != len(symbol.dims):
        alone = not symbol.dims and isinstance(symbol, KeepSymbol)
        c.report.add(
            "E304",
            node.span,
            f"`{name}` has {counted(len(symbol.dims), 'index', 'indices')}, and {len(node.args)} are written",
            expected=[f"{name}[{', '.join(show(d) for d in symbol.dims)}]"] if symbol.dims else [name],
            help=[f"to keep one for each, write `keep {name}[TYPE]: …`, with `Player` for TYPE say"] if alone else (),
        )
    for arg, dim in zip(node.args, symbol.dims, strict=False):
        check(c, arg, scope, dim, f"the index of `{name}`")
    for arg in node.args[len(symbol.dims) :]:
        infer(c, arg, scope)
    return element_type(symbol)


@types_expression(s.Attribute)
def _attribute(c: Checker, node: s.Attribute, scope: Scope, want: Type | None) -> Type:
    base = infer(c, node.base, scope)
    name = node.name.text
    if isinstance(base, ErrorType):
        return ERROR
    if isinstance(node.base, s.Ref) and isinstance(symbol := c.refs.get(node.base), DomainSymbol):
        if name in symbol.domain.labels:
            c.refs[node] = ConstantSymbol(name, symbol.domain, symbol.domain.labels.index(name))
            return DomainType(symbol.domain)
        c.names.report_missing(name, node.name.span, f"{symbol.name} has no member `{name}`", symbol.domain.labels)
        return ERROR
    domain = domain_of(base)
    if domain is None:
        advice = _function_of(node) or _each_of(base)
        c.report.add("E305", node.span, f"{show(base)} has no attributes", help=advice)
        return ERROR
    for number_, field in enumerate(domain.fields):
        if field.name == name:
            c.refs[node] = FieldSymbol(name, domain, number_)
            c.boards.measure(domain)
            return _optional(c, node, field.type) if isinstance(base, OptionType) else field.type
    message = f"{domain.name} has no attribute `{name}`"
    advice = did_you_mean(name, [f.name for f in domain.fields], node.name.span)
    if (cells := grid_of(domain)) is not domain:
        known = f"edges and corners have no attributes; `touching(…, {cells.name})` are the cells beside them"
        advice = (Help(known),)
    c.report.add("E208", node.name.span, message, expected=[f.name for f in domain.fields], help=advice)
    return ERROR


_COUNTED = {"size": "size", "length": "size", "len": "size", "count": "size", "empty": "empty"}
"""Functions of a set or place that are written as attributes in other languages."""


def _function_of(node: s.Attribute) -> tuple[Help, ...]:
    """Return the fix that writes a function for `deck.size`; nothing for other attributes."""
    if node.name.text not in _COUNTED:
        return ()
    right = f"{_COUNTED[node.name.text]}({node.base.span.text})"
    return (Help(f"write `{right}`", node.span, right),)


def _each_of(base: Type) -> list[str]:
    return (
        ["an attribute belongs to one member; run over the set: `some x in …: x.…`"]
        if isinstance(base, SetType)
        else []
    )


def _optional(c: Checker, node: s.Attribute, t: Type) -> Type:
    if isinstance(t, TruthType):
        return t  # if there is no value, a condition on its attribute is false
    optional = join(t, NONE)
    if optional is None:
        message = f"this may be none, and {show(t)} cannot"
        c.report.add("E306", node.span, message, help=["name it first by `let x in …`, or say `sure(…)`"])
        return ERROR
    return optional
