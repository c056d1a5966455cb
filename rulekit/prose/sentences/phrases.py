"""Values in words: constants, local names, facts, kept values and places, attributes, arithmetic, sets."""

from __future__ import annotations

from collections.abc import Sequence

from ...model.naming import word_name
from ...model.symbols import (
    BuiltinSymbol,
    ConstantSymbol,
    DomainSymbol,
    FactSymbol,
    FieldSymbol,
    KeepSymbol,
    LocalSymbol,
    OptionSymbol,
    PlaceSymbol,
    ProcedureSymbol,
)
from ...model.types import Domain, DomainType, NumberType, SetType, Type, Value
from ...syntax import nodes as s
from .. import tree as tr
from .tree_context import Context, phrase_handler

SIGNS = {"+": "plus", "-": "minus", "*": "times", "div": "divided", "mod": "remainder"}
SETS = {"+": "together", "-": "without", "&": "common"}


def number_phrase(value: int) -> tr.ComposedPhrase:
    return tr.ComposedPhrase("number", {"n": value})


def member_phrase(domain: Domain, index: int) -> tr.Phrase:
    """Return the phrase for a member of a type: its name, or a description by its attributes."""
    word = tr.LexiconKey(domain.name, domain.labels[index])
    if domain.sort in ("player", "direction"):
        return tr.ConstantPhrase(tr.LexiconKey(domain.labels[index]), domain.sort)
    if (domain.fields and domain.sort == "piece") or _is_unnamed_row(domain, index):
        return thing_by_attributes(
            domain, tuple((f.name, constant_phrase(f.type, f.values[index])) for f in domain.fields)
        )
    if domain.sort == "piece":
        return tr.ComposedPhrase("the-noun", {"noun": tr.Noun(tr.LexiconKey(domain.name))})
    if domain.sort == "answers":
        return tr.Called(tr.LexiconKey(domain.name, domain.labels[index]), (), "", value="quoted")
    return tr.ConstantPhrase(word, domain.sort)


def _is_unnamed_row(domain: Domain, index: int) -> bool:
    """Return whether a table's row has no name of its own, so that phrases describe it by its attributes. Return False
    if the table refers to its own rows, since then all rows have names."""
    if any(getattr(getattr(f.type, "item", None) or f.type, "domain", None) is domain for f in domain.fields):
        return False
    parts = [constant_label(f.type, f.values[index]) for f in domain.fields]
    return domain.sort == "table" and bool(parts) and domain.labels[index] == "_".join(parts)


def constant_label(t: Type, value: Value) -> str:
    if isinstance(t, DomainType) and isinstance(value, int):
        return t.domain.labels[value]
    return str(value)


def constant_phrase(t: Type, value: Value) -> tr.Phrase:
    """Return the phrase for a constant value of this type."""
    if value is None:
        return tr.ComposedPhrase("nothing")
    if isinstance(value, bool):
        return tr.ComposedPhrase("yes" if value else "no")
    if isinstance(value, frozenset):
        item = t.item if isinstance(t, SetType) else None
        parts = tuple(constant_phrase(item, one) if item else number_phrase(one) for one in sorted(value))
        return tr.Listed(parts, "and") if parts else tr.ComposedPhrase("nothing")
    inner = getattr(t, "item", None) or t
    return member_phrase(inner.domain, value) if isinstance(inner, DomainType) else number_phrase(value)


def titled_clause(kind: str, name: str) -> tr.Called:
    """Return a phrase for a clause: its title in quotes, as a link to the clause."""
    return tr.Called(tr.LexiconKey(word_name(kind, name)), (), f"{kind} {name}", value="quoted")


def thing_by_attributes(domain: Domain, parts: tuple[tuple[str, tr.Phrase], ...]) -> tr.Phrase:
    """Return a phrase that describes a thing by its attributes, as for `Man(owner: p, kind: k)`."""
    return tr.Called(tr.LexiconKey(domain.name), parts, f"{domain.sort} {domain.name}", value="made")


@phrase_handler(s.Number)
def _number(c: Context, node: s.Number) -> tr.Phrase:
    return number_phrase(node.value)


@phrase_handler(s.Nothing)
def _nothing(c: Context, node: s.Nothing) -> tr.Phrase:
    return tr.ComposedPhrase("nothing")


@phrase_handler(s.Ref, s.Index, s.Attribute)
def _name(c: Context, node: s.Ref | s.Index | s.Attribute) -> tr.Phrase:
    symbol = c.symbol(node)
    match symbol:
        case LocalSymbol():
            return c.variable(symbol)
        case ConstantSymbol(domain=domain, index=index):
            return member_phrase(domain, index)
        case DomainSymbol(domain=domain):
            return tr.ComposedPhrase("all-of", {"noun": tr.noun_of(DomainType(domain))}, plural=True)
        case OptionSymbol(type=t, value=value):
            return tr.ComposedPhrase(
                "option-value",
                {
                    "name": tr.Called(tr.LexiconKey(symbol.name), (), f"option {symbol.name}"),
                    "value": constant_phrase(t, value),
                },
            )
        case BuiltinSymbol(name="me") if c.known is not None and (me := c.known("me", DomainType(c.model.players))):
            return me
        case BuiltinSymbol(name=name):
            return tr.ComposedPhrase(name, plural=name == "winners")
        case FieldSymbol(domain=domain) if isinstance(node, s.Attribute):
            several = isinstance(c.type(node), SetType)
            base = (("1", c.phrase(node.base)),)
            return tr.Called(tr.LexiconKey(domain.name, node.name.text), base, "", several, value="attribute")
    if c.is_truth(node):
        return tr.ComposedPhrase("whether", {"condition": c.condition(node)})
    match symbol:
        case FactSymbol():
            return value_by_noun(c, symbol, ())
        case KeepSymbol() | PlaceSymbol():
            at = place_phrase(c, node)
            return at if isinstance(symbol, KeepSymbol) or symbol.form != "one" else content_phrase(c, node)
    return tr.ComposedPhrase("thing", {"name": node.name.text})


def place_phrase(c: Context, node: s.Expr) -> tr.Phrase:
    """Return the phrase, with its noun, for the place or kept value that an expression names. For any other expression,
    return its usual phrase."""
    symbol = c.symbol(node)
    if not isinstance(symbol, PlaceSymbol | KeepSymbol):
        return c.phrase(node)
    args = node.args if isinstance(node, s.Index) else ()
    return holder_phrase(c, symbol, [c.phrase(arg) for arg in args])


def holder_phrase(c: Context, symbol: PlaceSymbol | KeepSymbol, args: Sequence[tr.Phrase]) -> tr.Called:
    """Return the phrase for an element of a place or kept value; `args` are the values of its index."""
    slots: list[tuple[str, tr.Phrase]] = []
    for n, (arg, dimension) in enumerate(zip(args, symbol.clause.dimensions, strict=False), 1):
        slots.append((str(n), arg))
        if dimension.name is not None:
            slots.append((dimension.name.text, arg))
    kept = symbol.type if isinstance(symbol, KeepSymbol) else None
    owned = bool(symbol.dims) and symbol.dims[0] == DomainType(c.model.players)
    on_site = symbol.dims and isinstance(symbol.dims[0], DomainType) and symbol.dims[0].domain.sort == "board"
    kind = "place" if isinstance(symbol, PlaceSymbol) else "keep"
    value = "site" if kind == "place" and on_site else None
    word, is_set = tr.LexiconKey(symbol.name), isinstance(kept, SetType)
    return c.called(tr.Called(word, tuple(slots), f"{kind} {symbol.name}", is_set, owned, value))


def content_phrase(c: Context, node: s.Expr) -> tr.Phrase:
    """Return the phrase for the piece in a place that has room for one piece."""
    symbol = c.symbol(node)
    assert isinstance(symbol, PlaceSymbol)
    return tr.ComposedPhrase(
        "piece-in",
        {"noun": tr.Noun(tr.LexiconKey(symbol.piece.name)), "place": place_phrase(c, node), "where": spot(symbol)},
    )


def spot(symbol: PlaceSymbol) -> str:
    """Return the preposition for a place: "on" for places on a board's sites, "in" for all others."""
    dims = symbol.dims
    on_board = bool(dims) and isinstance(dims[0], DomainType) and dims[0].domain.sort == "board"
    return "on" if on_board else "in"


Slots = tuple[tuple[str, tr.Phrase], ...]
"""Pairs of a parameter's name and the argument for it."""


def argument_slots(c: Context, node: s.Call) -> Slots:
    """Return the arguments of a call to a fact, a procedure or an event, each with the name of its parameter."""
    params = getattr(c.symbol(node), "params", ())
    return tuple((p.name, c.phrase(a)) for p, a in zip(params, argument_nodes(c, node), strict=False))


def value_by_noun(c: Context, symbol: FactSymbol | ProcedureSymbol, slots: Slots) -> tr.Phrase:
    """Return the phrase, with its noun, for the value of a fact or procedure."""
    kind = "fact" if isinstance(symbol, FactSymbol) else "procedure"
    owned = bool(symbol.params) and symbol.params[0].type == DomainType(c.model.players)
    plural = isinstance(symbol.result, SetType)
    return c.called(tr.Called(tr.LexiconKey(symbol.name), slots, f"{kind} {symbol.name}", plural, owned))


def argument_nodes(c: Context, node: s.Call) -> tuple[s.Expr, ...]:
    return c.model.arguments.get(node, tuple(arg.value for arg in node.args))


@phrase_handler(s.Binary)
def _binary(c: Context, node: s.Binary) -> tr.Phrase:
    t = c.type(node)
    if isinstance(t, SetType):
        return _sets(c, node)
    first, extra = settled_branch(c, node.left), settled_branch(c, node.right)
    if node.op == "+" and first is not node.left and _is_zero(first):
        return c.phrase(extra)
    if _is_sum(node) and extra is not node.right and _is_zero(extra):
        return c.phrase(first)
    left, right = c.phrase(first), c.phrase(extra)
    turned = c.type(node.left)
    if isinstance(turned, DomainType):
        return tr.ComposedPhrase(
            "steps-on" if node.op == "+" else "steps-back", {"start": left, "steps": right, "noun": tr.noun_of(turned)}
        )
    if isinstance(first, s.Quantified) or not (_is_sum(node) and _in_line(first, node.op)):
        left = in_brackets(first, left)
    if _is_sum(node) and isinstance(extra, s.Conditional) and _is_zero(extra.otherwise):
        args = {"left": left, "right": c.phrase(extra.then), "condition": c.condition(extra.condition)}
        return tr.ComposedPhrase(f"{SIGNS[node.op]}-if", args)
    return tr.ComposedPhrase(SIGNS[node.op], {"left": left, "right": in_brackets(extra, right)})


def _sets(c: Context, node: s.Binary) -> tr.Phrase:
    """Return the phrase for a union, intersection or difference of sets. In a chain of differences, all subtracted sets
    are in one list."""
    if node.op != "-":
        args = {
            "left": in_brackets(node.left, c.phrase(node.left)),
            "right": in_brackets(node.right, c.phrase(node.right)),
        }
        return tr.ComposedPhrase(SETS[node.op], args, plural=True)
    whole: s.Expr = node
    out: list[tr.Phrase] = []
    while isinstance(whole, s.Binary) and whole.op == "-":
        out.insert(0, in_brackets(whole.right, c.phrase(whole.right)))
        whole = whole.left
    rest = out[0] if len(out) == 1 else tr.Listed(tuple(out), "and")
    return tr.ComposedPhrase(SETS["-"], {"left": in_brackets(whole, c.phrase(whole)), "right": rest}, plural=True)


def _is_sum(node: s.Expr) -> bool:
    return isinstance(node, s.Binary) and node.op in ("+", "-")


def _in_line(node: s.Expr, sign: str) -> bool:
    """Return whether `+` or `-` (`sign`) and a term can follow the expression without brackets. `a + b - c` is clear,
    and so is `a - b - c`; `a - b + c` gets brackets."""
    if not isinstance(node, s.Binary) or isinstance(node.right, s.Conditional):
        return False
    return node.op == "+" or node.op == sign == "-"


def settled_branch(c: Context, node: s.Expr) -> s.Expr:
    """Return the branch of a conditional expression that is certain because of the answers to options. Return any other
    expression unchanged."""
    while isinstance(node, s.Conditional) and (known := tr.constant_truth(c.condition(node.condition))) is not None:
        node = node.then if known else node.otherwise
    return node


def _is_zero(node: s.Expr) -> bool:
    return isinstance(node, s.Number) and node.value == 0


def in_brackets(node: s.Expr, phrase: tr.Phrase) -> tr.Phrase:
    """Return a phrase, in brackets if it would be ambiguous next to other phrases."""
    several = isinstance(node, s.SetLiteral) and len(node.items) > 1
    several |= isinstance(node, s.Binary | s.Conditional | s.Quantified)
    return tr.ComposedPhrase("held", {"what": phrase}) if several else phrase


@phrase_handler(s.Unary)
def _unary(c: Context, node: s.Unary) -> tr.Phrase:
    if isinstance(node.item, s.Number):
        return number_phrase(-node.item.value)
    return tr.ComposedPhrase("negative", {"what": c.phrase(node.item)})


@phrase_handler(s.Truth)
def _truth(c: Context, node: s.Truth) -> tr.Phrase:
    return tr.ComposedPhrase("yes" if node.value else "no")


@phrase_handler(s.Conditional)
def _conditional(c: Context, node: s.Conditional) -> tr.Phrase:
    if (settled := settled_branch(c, node)) is not node:
        return c.phrase(settled)
    args = {
        "condition": c.condition(node.condition),
        "then": c.phrase(node.then),
        "otherwise": c.phrase(node.otherwise),
    }
    return tr.ComposedPhrase("conditional", args)


@phrase_handler(s.SetLiteral)
def _set(c: Context, node: s.SetLiteral) -> tr.Phrase:
    if not node.items:
        return tr.ComposedPhrase("nothing")
    items = tuple(c.phrase(item) for item in node.items)
    return tr.Listed(items, "and")


@phrase_handler(s.Range)
def _range(c: Context, node: s.Range) -> tr.Phrase:
    return tr.ComposedPhrase("range", {"low": c.phrase(node.low), "high": c.phrase(node.high)})


@phrase_handler(s.After)
def _after(c: Context, node: s.After) -> tr.Phrase:
    return tr.ComposedPhrase("after-value", {"value": c.phrase(node.body), "call": call_phrase(c, node.call)})


@phrase_handler(s.LetExpression)
def _let(c: Context, node: s.LetExpression) -> tr.Phrase:
    value = c.phrase(node.value)
    with c.scope():
        name = tr.LocalPhrase(c.declare(node))
        return tr.ComposedPhrase("let-value", {"name": name, "value": value, "body": c.phrase(node.body)})


def call_phrase(c: Context, node: s.Call) -> tr.Phrase:
    """Return the phrase for a call of a procedure or an event, with its name and arguments."""
    symbol = c.symbol(node)
    name = node.name.text
    kind = "procedure" if isinstance(symbol, ProcedureSymbol) else "event"
    return tr.Called(tr.LexiconKey(name), argument_slots(c, node), f"{kind} {name}", value="performed")


@phrase_handler(s.TimesSeen)
def _times(c: Context, node: s.TimesSeen) -> tr.Phrase:
    return tr.ComposedPhrase("times-seen", {"position": titled_clause("position", node.name.text)})


@phrase_handler(s.EndOf)
def _end(c: Context, node: s.EndOf) -> tr.Phrase:
    symbol = c.symbol(node.place)
    assert isinstance(symbol, PlaceSymbol)
    return tr.ComposedPhrase(
        node.end, {"noun": tr.Noun(tr.LexiconKey(symbol.piece.name)), "place": place_phrase(c, node.place)}
    )


def type_phrase(c: Context, node: s.TypeExpr) -> tuple[tr.Noun, tr.ComposedPhrase | None]:
    """Return the noun for the values of a type and, for a range of numbers, a phrase with its bounds; else None."""
    match node:
        case s.NamedType():
            symbol = c.symbol(node)
            if isinstance(symbol, DomainSymbol):
                return tr.noun_of(DomainType(symbol.domain)), None
            return tr.Noun(tr.LexiconKey("truth"), common=True), None
        case s.RangeType(low=low, high=high):
            return tr.noun_of(NumberType(0, 0)), tr.ComposedPhrase(
                "from-range", {"low": c.phrase(low), "high": c.phrase(high)}
            )
        case s.OptionalType(item=item) | s.SetType(item=item):
            return type_phrase(c, item)
