"""Conditions in words: comparisons, membership, facts, `and` and `or`, `some` and `all`."""

from __future__ import annotations

from attrs import evolve

from ...model.partial_evaluation import NUMBERS
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
from .. import tree as tr
from .builtin_phrases import builtin_condition, emptiness
from .member_phrases import bound_member, quantity_condition, superlative
from .phrases import argument_slots, call_phrase, content_phrase, place_phrase, spot, titled_clause
from .tree_context import Context, condition_handler

ORDER = {
    "<": ("less", "before"),
    "<=": ("at-most", "not-after"),
    ">": ("more", "after"),
    ">=": ("at-least", "not-before"),
}


@condition_handler(s.Truth)
def _truth(c: Context, node: s.Truth) -> tr.Condition:
    return tr.Holds("always" if node.value else "never")


@condition_handler(s.Unary)
def _not(c: Context, node: s.Unary) -> tr.Condition:
    return tr.negate(c.condition(node.item))


@condition_handler(s.Ref, s.Index)
def _name_condition(c: Context, node: s.Ref | s.Index) -> tr.Condition:
    symbol = c.symbol(node)
    name = node.name.text
    match symbol:
        case FactSymbol():
            return tr.Says(tr.LexiconKey(name), (), f"fact {name}")
        case KeepSymbol():
            called = place_phrase(c, node)
            assert isinstance(called, tr.Called)
            return tr.Says(tr.LexiconKey(name), called.slots, f"keep {name}")
        case BuiltinSymbol(name="ended"):
            return tr.Holds("ended")
        case LocalSymbol():
            return tr.Says(tr.LexiconKey(c.owner, name), (), "")
    return tr.Holds("so", {"what": c.phrase(node)})


def _attribute_says(c: Context, node: s.Attribute) -> tr.Says:
    t = c.type(node.base)
    inner = t.item if isinstance(t, OptionType) else t
    name = inner.domain.name if isinstance(inner, DomainType) else ""
    return tr.Says(tr.LexiconKey(name, node.name.text), (("1", c.phrase(node.base)),), "")


condition_handler(s.Attribute)(_attribute_says)


@condition_handler(s.Call)
def _call(c: Context, node: s.Call) -> tr.Condition:
    symbol = c.symbol(node)
    if isinstance(symbol, FactSymbol):
        return tr.Says(tr.LexiconKey(symbol.name), argument_slots(c, node), f"fact {symbol.name}")
    return builtin_condition(c, node)


@condition_handler(s.Conditional)
def _conditional(c: Context, node: s.Conditional) -> tr.Condition:
    test = c.condition(node.condition)
    if (settled := tr.constant_truth(test)) is not None:
        return c.condition(node.then if settled else node.otherwise)
    if isinstance(node.otherwise, s.Truth):
        then = c.condition(node.then)
        if node.otherwise.value:
            return tr.join_conditions((tr.negate(test), then), "or")
        return tr.join_conditions((test, then), "and")
    args: dict[str, tr.TreeArgument] = {
        "condition": test,
        "then": c.condition(node.then),
        "otherwise": c.condition(node.otherwise),
    }
    return tr.Holds("depending", args)


@condition_handler(s.After)
def _after(c: Context, node: s.After) -> tr.Condition:
    return tr.Holds("after-holds", {"condition": c.condition(node.body), "call": call_phrase(c, node.call)})


@condition_handler(s.LetExpression)
def _let(c: Context, node: s.LetExpression) -> tr.Condition:
    value = c.phrase(node.value)
    with c.scope():
        name = tr.LocalPhrase(c.declare(node))
        return tr.Holds("let-holds", {"name": name, "value": value, "condition": c.condition(node.body)})


@condition_handler(s.Quantified)
def _quantifier(c: Context, node: s.Quantified) -> tr.Condition:
    if (most := superlative(c, node)) is not None:
        return most
    with c.scope():
        members = [bound_member(c, binder) for binder in node.binders]
        members[-1] = tr.narrow(members[-1], c.maybe(node.where))
        assert node.body is not None
        body = c.condition(node.body)
    if node.kind == "some":
        found: tr.Condition = tr.Exists(tr.narrow(members[-1], body))
        for outer in reversed(members[:-1]):
            found = tr.Exists(tr.narrow(outer, found))
        return found
    for outer in reversed(members):
        body = tr.Every(outer, body)
    return body


# ------------------------------------------------------------------------------------------------- comparisons in words


@condition_handler(s.Binary)
def _binary(c: Context, node: s.Binary) -> tr.Condition:
    if (settled := _settled(c, node)) is not None:
        return tr.decision(settled)
    match node.op:
        case "and" | "or":
            return tr.join_conditions((c.condition(node.left), c.condition(node.right)), node.op)
        case "in" | "not in":
            found = membership(c, c.phrase(node.left), node.right, _own_sentence(c, node.left))
            return tr.negate(found) if node.op == "not in" else found
        case "within":
            return tr.Holds("within", {"left": c.phrase(node.left), "right": c.phrase(node.right)})
        case "==":
            return _equal(c, node)
        case "!=":
            return tr.negate(_equal(c, node))
    return _order(c, node)


def _settled(c: Context, node: s.Binary) -> bool | None:
    """Return whether a comparison of an option with answers or numbers holds, which is known before the game. Return
    None for any other condition."""
    right = node.right.items if isinstance(node.right, s.SetLiteral) else (node.right,)
    left, *others = (_settled_value(c, one) for one in (node.left, *right))
    is_option = any(isinstance(c.symbol(one), OptionSymbol) for one in (node.left, node.right))
    if not is_option or left is None or None in others:
        return None
    known = [one for one in others if one is not None]
    if node.op in ("in", "not in"):
        return (left in known) is (node.op == "in")
    if node.op in ("==", "!="):
        return (left == known[0]) is (node.op == "==")
    return bool(NUMBERS[node.op](left, known[0])) if node.op in ORDER and len(known) == 1 else None


def _settled_value(c: Context, node: s.Expr) -> int | None:
    """Return the number of an option's answer, of a constant or of a written number; None for any other expression."""
    match c.symbol(node):
        case OptionSymbol(value=value):
            return int(value)
        case ConstantSymbol(index=index):
            return index
    return node.value if isinstance(node, s.Number) else None


def _order(c: Context, node: s.Binary) -> tr.Condition:
    numbers, members = ORDER[node.op]
    if isinstance(c.type(node.left), NumberType):
        return quantity_condition(c, node, numbers) or tr.Holds(
            numbers, {"left": c.phrase(node.left), "right": c.phrase(node.right)}
        )
    return tr.Holds(members, {"left": c.phrase(node.left), "right": c.phrase(node.right)})


def _equal(c: Context, node: s.Binary) -> tr.Condition:
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
            return tr.Holds("has-turn", {"who": c.phrase(other)})
    if (found := quantity_condition(c, node, "exactly")) is not None:
        return found
    if (said := _own_words(c, left, right)) is not None:
        return said
    if isinstance(left, s.TimesSeen) and isinstance(right, s.Number):
        return tr.Holds("seen-times", {"n": right.value, "position": titled_clause("position", left.name.text)})
    won = isinstance(symbol := c.symbol(left), BuiltinSymbol) and symbol.name == "winners"
    if won and isinstance(right, s.SetLiteral):
        return tr.Holds("wins-alone", {"who": tr.Listed(tuple(map(c.phrase, right.items)), "and")})
    if isinstance(c.type(left), SetType) and isinstance(c.type(right), SetType):
        return tr.Holds("same-set", {"left": c.phrase(left), "right": c.phrase(right)})
    return tr.Holds("is", {"left": c.phrase(left), "right": c.phrase(right)})


def _truths(c: Context, left: s.Expr, right: s.Expr) -> tr.Condition:
    if isinstance(left, s.Truth):
        left, right = right, left
    if isinstance(right, s.Truth):
        return c.condition(left) if right.value else tr.negate(c.condition(left))
    if isinstance(left, s.Quantified):  # it comes last, since words after it would seem to be part of its condition
        left, right = right, left
    return tr.Holds("exactly-if", {"left": c.condition(left), "right": c.condition(right)})


def _nothing(c: Context, node: s.Expr) -> tr.Condition:
    symbol = c.symbol(node)
    if isinstance(symbol, PlaceSymbol):
        return emptiness(c, node, True)
    return tr.Holds("there-is-none", {"what": c.phrase(node)})


def _own_words(c: Context, left: s.Expr, right: s.Expr) -> tr.Condition | None:
    """Return an equality in the words that the rulebook has for it, such as `{1} [lies] in the {value}`; None if it has
    none."""
    for one, other in ((left, right), (right, left)):
        of_fact = isinstance(c.symbol(one), FactSymbol)
        if of_fact and not isinstance(c.symbol(other), ConstantSymbol):
            continue  # "is an {value}" fits a constant ("is an ox"), but no phrase with an article ("is an the kind")
        if (said := _own_sentence(c, one)) is not None:
            return evolve(said, slots=(*said.slots, ("value", c.phrase(other))))
    return None


def _own_sentence(c: Context, node: s.Expr) -> tr.Says | None:
    """Return the rulebook's sentence for an attribute, a kept value or a fact that says which value it has; None if
    there is none."""
    symbol = c.symbol(node)
    if isinstance(node, s.Attribute):
        said = _attribute_says(c, node)
        return said if c.nouns.has_sentence(said.word) else None
    if not isinstance(symbol, KeepSymbol | FactSymbol) or not c.nouns.has_sentence(tr.LexiconKey(symbol.name)):
        return None
    called = place_phrase(c, node) if isinstance(symbol, KeepSymbol) else c.phrase(node)
    assert isinstance(called, tr.Called)
    return tr.Says(called.word, called.slots, called.target)


def membership(c: Context, what: tr.Phrase, right: s.Expr, said: tr.Says | None = None) -> tr.Condition:
    """Return the condition that something belongs to a set, lies in a place, or is in a range. If the rulebook has a
    sentence for the value of `what`, it is `said`, and is used for a list of values."""
    symbol = c.symbol(right)
    if isinstance(symbol, PlaceSymbol):
        if symbol.form == "one":
            return tr.Holds("is", {"left": what, "right": content_phrase(c, right)})
        return tr.Holds("lies-in", {"what": what, "place": place_phrase(c, right), "where": spot(symbol)})
    match right:
        case s.SetLiteral(items=items) if items:
            one_of = tr.Listed(tuple(map(c.phrase, items)), "or")
            if said is not None:
                return evolve(said, slots=(*said.slots, ("value", one_of)))
            return tr.Holds("is", {"left": what, "right": one_of})
        case s.Range(low=low, high=high):
            return tr.Holds("in-range", {"what": what, "low": c.phrase(low), "high": c.phrase(high)})
    if isinstance(c.type(right), OptionType):
        return tr.Holds("is", {"left": what, "right": c.phrase(right)})
    args: dict[str, tr.TreeArgument] = {"what": what, "set": c.phrase(right)}
    return tr.Holds("belongs", args)
