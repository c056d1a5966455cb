"""Conditions in words: comparisons, membership, facts, `and` and `or`, `some` and `all`."""

from __future__ import annotations

from attrs import evolve

from ...model.symbols import (
    BuiltinSymbol,
    ConstantSymbol,
    FactSymbol,
    KeepSymbol,
    LocalSymbol,
    OptionSymbol,
    PlaceSymbol,
)
from ...model.types import DomainType, NumberType, OptionType, SetType
from ...syntax import nodes as s
from ..tree import (
    Called,
    Condition,
    Every,
    Exists,
    Holds,
    LexiconKey,
    Listed,
    Phrase,
    Says,
    TreeArgument,
    join_conditions,
    narrowed,
    negate,
)
from .builtin_phrases import builtin_condition, emptiness
from .member_phrases import bound_member, quantity_condition
from .phrases import argument_nodes, content_phrase, performed, place_phrase, position_phrase, spot
from .tree_context import Context, condition_of

ORDER = {
    "<": ("less", "before"),
    "<=": ("at-most", "not-after"),
    ">": ("more", "after"),
    ">=": ("at-least", "not-before"),
}


@condition_of(s.Truth)
def _truth(c: Context, node: s.Truth) -> Condition:
    return Holds("always" if node.value else "never")


@condition_of(s.Unary)
def _not(c: Context, node: s.Unary) -> Condition:
    return negate(c.condition(node.item))


@condition_of(s.Ref, s.Index)
def _named(c: Context, node: s.Ref | s.Index) -> Condition:
    symbol = c.symbol(node)
    name = node.name.text
    match symbol:
        case FactSymbol():
            return Says(LexiconKey(name), (), f"fact {name}")
        case KeepSymbol():
            called = place_phrase(c, node)
            assert isinstance(called, Called)
            return Says(LexiconKey(name), called.slots, f"keep {name}")
        case BuiltinSymbol(name="ended"):
            return Holds("ended")
        case LocalSymbol():
            return Says(LexiconKey(c.owner, name), (), "")
        case OptionSymbol():
            return Says(LexiconKey(name), (), f"option {name}")
    return Holds("so", {"what": c.phrase(node)})


@condition_of(s.Attribute)
def _attribute(c: Context, node: s.Attribute) -> Condition:
    t = c.type(node.base)
    inner = t.item if isinstance(t, OptionType) else t
    name = inner.domain.name if isinstance(inner, DomainType) else ""
    return Says(LexiconKey(name, node.name.text), (("1", c.phrase(node.base)),), "")


@condition_of(s.Call)
def _call(c: Context, node: s.Call) -> Condition:
    symbol = c.symbol(node)
    if isinstance(symbol, FactSymbol):
        slots = tuple((p.name, c.phrase(a)) for p, a in zip(symbol.params, argument_nodes(c, node), strict=False))
        return Says(LexiconKey(symbol.name), slots, f"fact {symbol.name}")
    return builtin_condition(c, node)


@condition_of(s.Conditional)
def _conditional(c: Context, node: s.Conditional) -> Condition:
    test = c.condition(node.condition)
    if isinstance(node.otherwise, s.Truth):
        then = c.condition(node.then)
        return (
            join_conditions((negate(test), then), "or")
            if node.otherwise.value
            else join_conditions((test, then), "and")
        )
    args: dict[str, TreeArgument] = {
        "condition": test,
        "then": c.condition(node.then),
        "otherwise": c.condition(node.otherwise),
    }
    return Holds("depending", args)


@condition_of(s.After)
def _after(c: Context, node: s.After) -> Condition:
    return Holds("after-holds", {"condition": c.condition(node.body), "call": performed(c, node.call)})


@condition_of(s.LetExpression)
def _let(c: Context, node: s.LetExpression) -> Condition:
    value = c.phrase(node.value)
    with c.scope():
        name = c.variable_of(c.declare(node))
        return Holds("let-holds", {"name": name, "value": value, "condition": c.condition(node.body)})


@condition_of(s.Quantified)
def _quantified(c: Context, node: s.Quantified) -> Condition:
    with c.scope():
        members = [bound_member(c, binder) for binder in node.binders]
        members[-1] = narrowed(members[-1], c.maybe(node.where))
        assert node.body is not None
        body = c.condition(node.body)
    if node.kind == "some":
        found: Condition = Exists(narrowed(members[-1], body))
        for outer in reversed(members[:-1]):
            found = Exists(narrowed(outer, found))
        return found
    for outer in reversed(members):
        body = Every(outer, body)
    return body


# ---------------------------------------------------------------------------------------------------------- comparisons


@condition_of(s.Binary)
def _binary(c: Context, node: s.Binary) -> Condition:
    match node.op:
        case "and" | "or":
            return join_conditions((c.condition(node.left), c.condition(node.right)), node.op)
        case "in" | "not in":
            found = membership(c, c.phrase(node.left), node.right, _said_with(c, node.left))
            return negate(found) if node.op == "not in" else found
        case "within":
            return Holds("within", {"left": c.phrase(node.left), "right": c.phrase(node.right)})
        case "==":
            return _equal(c, node)
        case "!=":
            return negate(_equal(c, node))
    return _ordered(c, node)


def _ordered(c: Context, node: s.Binary) -> Condition:
    numbers, members = ORDER[node.op]
    if isinstance(c.type(node.left), NumberType):
        return quantity_condition(c, node, numbers) or Holds(
            numbers, {"left": c.phrase(node.left), "right": c.phrase(node.right)}
        )
    return Holds(members, {"left": c.phrase(node.left), "right": c.phrase(node.right)})


def _equal(c: Context, node: s.Binary) -> Condition:
    left, right = node.left, node.right
    if isinstance(left, s.Nothing):
        left, right = right, left
    if isinstance(right, s.Nothing):
        return _nothing(c, left)
    if isinstance(right, s.SetLiteral) and not right.items:
        return emptiness(c, left, True)
    if c.is_truth(left):
        return _truths(c, left, right)
    for one, other in ((left, right), (right, left)):
        if isinstance(symbol := c.symbol(one), BuiltinSymbol) and symbol.name == "active":
            return Holds("has-turn", {"who": c.phrase(other)})
    if isinstance(option := c.symbol(left), OptionSymbol) and isinstance(option.type, DomainType):
        settled = Called(LexiconKey(option.name), (), f"option {option.name}", value="quoted")
        return Holds("answer-is", {"option": settled, "answer": c.phrase(right)})
    if (found := quantity_condition(c, node, "exactly")) is not None:
        return found
    if (said := _own_words(c, left, right)) is not None:
        return said
    if isinstance(left, s.TimesSeen) and isinstance(right, s.Number):
        return Holds("seen-times", {"n": right.value, "position": position_phrase(left.name)})
    won = isinstance(symbol := c.symbol(left), BuiltinSymbol) and symbol.name == "winners"
    if won and isinstance(right, s.SetLiteral):
        return Holds("wins-alone", {"who": Listed(tuple(map(c.phrase, right.items)), "and")})
    if isinstance(c.type(left), SetType) and isinstance(c.type(right), SetType):
        return Holds("same-set", {"left": c.phrase(left), "right": c.phrase(right)})
    return Holds("is", {"left": c.phrase(left), "right": c.phrase(right)})


def _truths(c: Context, left: s.Expr, right: s.Expr) -> Condition:
    if isinstance(left, s.Truth):
        left, right = right, left
    if isinstance(right, s.Truth):
        return c.condition(left) if right.value else negate(c.condition(left))
    return Holds("exactly-if", {"left": c.condition(left), "right": c.condition(right)})


def _nothing(c: Context, node: s.Expr) -> Condition:
    symbol = c.symbol(node)
    if isinstance(symbol, PlaceSymbol):
        return emptiness(c, node, True)
    return Holds("there-is-none", {"what": c.phrase(node)})


def _own_words(c: Context, left: s.Expr, right: s.Expr) -> Condition | None:
    """What something is may have a sentence: `{1} [lies] in the {value}`."""
    for one, other in ((left, right), (right, left)):
        of_fact = isinstance(c.symbol(one), FactSymbol)
        if of_fact and not isinstance(c.symbol(other), ConstantSymbol):
            continue  # what a fact is goes with an article of its own: `is an ox`, but not `is an the kind`
        if (said := _said_with(c, one)) is not None:
            return evolve(said, slots=(*said.slots, ("value", c.phrase(other))))
    return None


def _said_with(c: Context, node: s.Expr) -> Says | None:
    """The sentence by which an attribute, a kept value or a fact is said with its value."""
    symbol = c.symbol(node)
    if isinstance(node, s.Attribute):
        t = c.type(node.base)
        inner = t.item if isinstance(t, OptionType) else t
        word = LexiconKey(inner.domain.name, node.name.text) if isinstance(inner, DomainType) else None
        return Says(word, (("1", c.phrase(node.base)),), "") if word is not None and c.has_sentence(word) else None
    if not isinstance(symbol, KeepSymbol | FactSymbol) or not c.has_sentence(LexiconKey(symbol.name)):
        return None
    called = place_phrase(c, node) if isinstance(symbol, KeepSymbol) else c.phrase(node)
    assert isinstance(called, Called)
    return Says(called.word, called.slots, called.target)


def membership(c: Context, what: Phrase, right: s.Expr, said: Says | None = None) -> Condition:
    """That something belongs to a set, lies in a place, or is among numbers; `said` is its sentence for what it is."""
    symbol = c.symbol(right)
    if isinstance(symbol, PlaceSymbol):
        if symbol.form == "one":
            return Holds("is", {"left": what, "right": content_phrase(c, right)})
        return Holds("lies-in", {"what": what, "place": place_phrase(c, right), "where": spot(symbol)})
    match right:
        case s.SetLiteral(items=items) if items:
            one_of = Listed(tuple(map(c.phrase, items)), "or")
            if said is not None:
                return evolve(said, slots=(*said.slots, ("value", one_of)))
            return Holds("is", {"left": what, "right": one_of})
        case s.Range(low=low, high=high):
            return Holds("in-range", {"what": what, "low": c.phrase(low), "high": c.phrase(high)})
    if isinstance(c.type(right), OptionType):
        return Holds("is", {"left": what, "right": c.phrase(right)})
    args: dict[str, TreeArgument] = {"what": what, "set": c.phrase(right)}
    return Holds("belongs", args)
