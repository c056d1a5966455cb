"""Built-in functions in words. Each has a message with its name, except functions that only return their argument."""

from __future__ import annotations

from attrs import evolve

from ...model.symbols import ChoiceSymbol, ConstantSymbol, ConstructorSymbol, FactSymbol, PlaceSymbol, ProcedureSymbol
from ...model.types import DomainType, SetType
from ...syntax import nodes as s
from .. import tree as tr
from .phrases import (
    argument_nodes,
    argument_slots,
    in_brackets,
    place_phrase,
    spot,
    thing_by_attributes,
    titled_clause,
    value_by_noun,
)
from .tree_context import Context, phrase_handler

NAMES = {
    "opponent": ("player",),
    "payoff": ("player",),
    "abs": ("what",),
    "lesser": ("left", "right"),
    "greater": ("left", "right"),
    "steps": ("site", "direction", "n"),
    "ray": ("site", "direction"),
    "adjacent": ("site",),
    "around": ("site",),
    "between": ("left", "right"),
    "direction": ("left", "right"),
    "distance": ("left", "right"),
    "index": ("what",),
}
"""A mapping from a function to the names of its arguments in the grammars' messages."""
PLURAL = frozenset({"ray", "adjacent", "around", "between", "touching"})


@phrase_handler(s.Call)
def _call(c: Context, node: s.Call) -> tr.Phrase:
    symbol = c.symbol(node)
    match symbol:
        case ConstructorSymbol(type=t):
            names = [f.name for f in t.domain.fields]
            return thing_by_attributes(
                t.domain, tuple(zip(names, map(c.phrase, argument_nodes(c, node)), strict=False))
            )
        case FactSymbol() | ProcedureSymbol():
            return value_by_noun(c, symbol, argument_slots(c, node))
    return builtin(c, node)


def builtin(c: Context, node: s.Call) -> tr.Phrase:
    name = node.name.text
    args = argument_nodes(c, node)
    match name:
        case "sure":
            return c.phrase(args[0])
        case "remembered":
            return tr.ComposedPhrase("remembered", {"what": c.phrase(args[0])})
        case "if_none":
            return tr.ComposedPhrase("if-none", {"what": c.phrase(args[0]), "otherwise": c.phrase(args[1])})
        case "size" | "amount" | "item":
            return _content_count(c, name, args)
        case "next" | "previous":
            return _neighbour(c, name, args)
        case "member" if isinstance(args[1], s.Call) and args[1].name.text == "index":
            beside = c.phrase(argument_nodes(c, args[1])[0])
            return tr.ComposedPhrase("member-beside", {"noun": tr.noun_of(c.type(args[0])), "what": beside})
        case "member":
            return tr.ComposedPhrase("member", {"noun": tr.noun_of(c.type(args[0])), "n": c.phrase(args[1])})
        case "abs" if isinstance(args[0], s.Binary) and args[0].op == "-":
            return tr.ComposedPhrase("difference", {"left": c.phrase(args[0].left), "right": c.phrase(args[0].right)})
        case "index" if (few := _few(c, args[0])) is not None:
            return tr.ComposedPhrase("index-counted", {"what": c.phrase(args[0]), "items": few})
        case "touching":
            there = {"noun": tr.noun_of(c.type(args[1])), "site": c.phrase(args[0])}
            return tr.ComposedPhrase("touching", there, plural=True)
    held = in_brackets if name in ("lesser", "greater") else (lambda node, phrase: phrase)
    pairs = zip(NAMES[name], args, strict=True)
    said: dict[str, tr.TreeArgument] = {key: held(arg, c.phrase(arg)) for key, arg in pairs}
    said["noun"] = tr.noun_of(c.type(args[0]))
    towards = _towards(c, args[1]) if name in ("steps", "ray") else ""
    return tr.ComposedPhrase(f"{name}{towards}", said, plural=name in PLURAL)


MOST_COUNTED = 8
"""A phrase lists all members of an enumeration with their numbers only if it has at most so many."""


def _few(c: Context, node: s.Expr) -> tr.Phrase | None:
    """Return a list of the members of an expression's enumeration, each with its number. Return None if there are too
    many, or if it is no enumeration."""
    t = c.type(node)
    if not isinstance(t, DomainType) or t.domain.sort != "enum" or len(t.domain) > MOST_COUNTED:
        return None
    named = (tr.ConstantPhrase(tr.LexiconKey(t.domain.name, label), "enum") for label in t.domain.labels)
    return tr.Listed(
        tuple(tr.ComposedPhrase("with-number", {"what": one, "n": n}) for n, one in enumerate(named)), "and"
    )


def _towards(c: Context, direction: s.Expr) -> str:
    """Return the end of a message's name: "-towards" if the direction is computed (`in the direction …`), "" if it is a
    constant (`north of`)."""
    return "" if isinstance(c.symbol(direction), ConstantSymbol) else "-towards"


def _neighbour(c: Context, name: str, args: tuple[s.Expr, ...]) -> tr.Phrase:
    noun = tr.noun_of(c.type(args[2] if len(args) == 3 else args[0]))
    said: dict[str, tr.TreeArgument] = {"what": c.phrase(args[0]), "noun": noun}
    if len(args) > 1:
        return tr.ComposedPhrase(f"{name}-site{_towards(c, args[1])}", {**said, "direction": c.phrase(args[1])})
    t = c.type(args[0])
    player = isinstance(t, DomainType) and t.domain.sort == "player"
    return tr.ComposedPhrase(f"{name}-player" if player else name, said)


def contents_noun(c: Context, node: s.Expr) -> tr.Noun:
    """Return the noun for the things in a place or set."""
    symbol = c.symbol(node)
    return tr.Noun(tr.LexiconKey(symbol.piece.name)) if isinstance(symbol, PlaceSymbol) else tr.noun_of(c.type(node))


def place_preposition(c: Context, node: s.Expr) -> str:
    """Return which preposition a place needs, "in" or "on"; return "set" if the expression is no place."""
    symbol = c.symbol(node)
    return spot(symbol) if isinstance(symbol, PlaceSymbol) else "set"


def _content_count(c: Context, name: str, args: tuple[s.Expr, ...]) -> tr.Phrase:
    there, spotted = place_phrase(c, args[0]), place_preposition(c, args[0])
    if name == "size" and (of := _different(there)) is not None:
        return tr.ComposedPhrase("size-different", of)
    if name == "size" and spotted == "set" and c.has_plural(there):
        form = "definite" if isinstance(there, tr.Called) and there.owned else "bare"
        return tr.ComposedPhrase("size-of", {"set": there, "how": form})
    said: dict[str, tr.TreeArgument] = {"place": there, "noun": contents_noun(c, args[0]), "where": spotted}
    if name == "amount":
        said["what"] = c.phrase(args[1])
    elif name == "item":
        said["n"] = c.phrase(args[1])
    return tr.ComposedPhrase(name, said)


def _different(there: tr.Phrase) -> dict[str, tr.TreeArgument] | None:
    """Return the arguments for a phrase such as `the number of different colours of all cards`: the noun of the
    attribute and the members. Return None unless the set consists of the values of one attribute of members."""
    match there:
        case tr.ComposedPhrase(fun="image", args={"members": tr.Member() as found, "value": tr.Called() as value}):
            own = all(isinstance(of, tr.LocalPhrase) and of.local is found.local for _, of in value.slots)
            if own and value.slots and value.value in (None, "attribute"):
                return {"noun": evolve(value, slots=(), owned=False), "members": found}
    return None


def builtin_condition(c: Context, node: s.Call) -> tr.Condition:
    """Return the condition that a built-in function computes."""
    name = node.name.text
    args = argument_nodes(c, node)
    if name in ("empty", "taken"):
        return emptiness(c, args[0], name == "empty")
    if name == "possible":
        arg = args[0]
        assert isinstance(arg, s.Ref)
        symbol = c.symbol(arg)
        kind = "choice" if isinstance(symbol, ChoiceSymbol) else "action"
        what = titled_clause(kind, arg.name.text)
        return tr.Holds("possible" if kind == "action" else "possible-choice", {"what": what})
    if name in ("sure", "remembered"):
        return c.condition(args[0])
    return tr.Holds("so", {"what": tr.ComposedPhrase("held", {"what": c.phrase(args[0])})})


def owner_and_set(c: Context, what: tr.Phrase) -> dict[str, tr.TreeArgument] | None:
    """Return the owner and the set as arguments for a sentence such as "White has men". Return None unless the phrase
    is a player's set with a plural noun."""
    if not (c.has_plural(what) and isinstance(what, tr.Called) and what.owned):
        return None
    owners = dict.fromkeys(value for _, value in what.slots)
    if len(owners) != 1:
        return None
    return {"who": next(iter(owners)), "set": evolve(what, slots=(), owned=False)}


def emptiness(c: Context, node: s.Expr, empty: bool) -> tr.Condition:
    symbol = c.symbol(node)
    if isinstance(symbol, PlaceSymbol) and symbol.form == "one":
        said: dict[str, tr.TreeArgument] = {
            "noun": contents_noun(c, node),
            "place": place_phrase(c, node),
            "where": spot(symbol),
        }
        return tr.Holds("nothing-in" if empty else "something-in", said)
    if isinstance(node, s.Binary) and node.op == "&":
        both: dict[str, tr.TreeArgument] = {"left": c.phrase(node.left), "right": c.phrase(node.right)}
        return tr.Holds("share-none" if empty else "share", {**both, "noun": contents_noun(c, node)})
    what = place_phrase(c, node)
    if isinstance(symbol, PlaceSymbol):
        return tr.Holds("empty" if empty else "not-empty", {"what": what})
    if (held := owner_and_set(c, what)) is not None:
        return tr.Holds("has-none" if empty else "has-some", held)
    t = c.type(node)
    noun = tr.noun_of(t.item) if isinstance(t, SetType) else tr.Noun(tr.LexiconKey("thing"), common=True)
    return tr.Holds("none-among" if empty else "some-among", {"what": what, "noun": noun})
