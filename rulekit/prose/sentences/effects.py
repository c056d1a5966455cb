"""Effects in words: pieces that move, values that change, what is shown, recorded or announced, and how it ends."""

from __future__ import annotations

from ...model.symbols import BuiltinSymbol, KeepSymbol, PlaceSymbol, ProcedureSymbol
from ...model.types import NumberType, SetType
from ...syntax import nodes as s
from ..tree import Arg, Called, Condition, Holds, Joined, Phrase, Says, Step, Word, negate
from .builtins import contents_noun
from .context import Context, steps_of
from .domains import member
from .phrases import performed, place, position, spot, type_phrase


def revealed(c: Context, node: s.Stmt, what: str) -> tuple[Step, ...]:
    """That a statement shows what it asks."""
    return (Step(f"reveals-{what}"),) if getattr(node, "reveals", False) else ()


def learnt(condition: Arg | None) -> tuple[Step, ...]:
    """That all learn whether a condition holds: which one, where it is short."""
    parts = condition.parts if isinstance(condition, Joined) else (condition,)
    if (
        len(parts) < 3
        and isinstance(condition, Joined | Says | Holds)
        and all(isinstance(p, Says | Holds) for p in parts)
    ):
        return (Step("reveals-condition", {"condition": condition}),)
    return (Step("reveals-conditions"),)


def taken(c: Context, take: s.Take) -> tuple[str, dict[str, Arg]]:
    """What is moved, and out of what: which sentence says it, and what it needs."""
    symbol = c.symbol(take.place)
    where = spot(symbol) if isinstance(symbol, PlaceSymbol) else "set"
    args: dict[str, Arg] = {"place": place(c, take.place), "noun": contents_noun(c, take.place), "where": where}
    if take.which == "value":
        assert take.value is not None
        args["what"] = c.phrase(take.value)
    return take.which, args


def goal(c: Context, to: s.Destination) -> dict[str, Arg]:
    """Where to: into or onto a place, on its top or under it."""
    symbol = c.symbol(to.place)
    assert isinstance(symbol, PlaceSymbol)
    ordered = symbol.form in ("row", "stack")
    return {"to": place(c, to.place), "end": to.end if ordered else spot(symbol)}


@steps_of(s.Move)
def _move(c: Context, node: s.Move) -> tuple[Step, ...]:
    which, args = taken(c, node.take)
    return (Step(f"move-{which}", {**args, **goal(c, node.to)}), *revealed(c, node, "piece"))


@steps_of(s.Remove)
def _remove(c: Context, node: s.Remove) -> tuple[Step, ...]:
    which, args = taken(c, node.take)
    return (Step(f"remove-{which}", args), *revealed(c, node, "piece"))


@steps_of(s.Put)
def _put(c: Context, node: s.Put) -> tuple[Step, ...]:
    args: dict[str, Arg] = {"what": c.phrase(node.value), **goal(c, node.to)}
    if node.amount == "every":
        fun = "put-every" if not isinstance(c.type(node.value), SetType) else "put-all"
    elif node.amount is None:
        fun = "put"
    else:
        fun = "put-amount"
        args["n"] = c.phrase(node.amount)
    return (Step(fun, args), *revealed(c, node, "piece"))


@steps_of(s.Shuffle)
def _shuffle(c: Context, node: s.Shuffle) -> tuple[Step, ...]:
    return (Step("shuffle", {"place": place(c, node.place)}),)


# --------------------------------------------------------------------------------------------------------------- values


@steps_of(s.Assign)
def _assign(c: Context, node: s.Assign) -> tuple[Step, ...]:
    t = c.type(node.target)
    symbol = c.symbol(node.target)
    if isinstance(symbol, BuiltinSymbol) and symbol.name == "active":
        return (Step("turn-of", {"who": c.phrase(node.value)}),)
    args: dict[str, Arg] = {"what": place(c, node.target)}
    shown = revealed(c, node, "value")
    if node.op != "=":
        word = {"+=": "add", "-=": "subtract"}[node.op] + ("-members" if isinstance(t, SetType) else "")
        return (Step(word, {**args, "value": c.phrase(node.value)}), *shown)
    if c.is_truth(node.target):
        return (*_noted(c, node), *shown)
    if isinstance(node.value, s.Nothing):
        return (Step("becomes-none", args), *shown)
    if isinstance(node.value, s.SetLiteral) and not node.value.items:
        return (Step("becomes-empty", args), *shown)
    if isinstance(symbol, KeepSymbol) and c.has_sentence(Word(symbol.name)) and not isinstance(t, SetType):
        called = place(c, node.target)
        assert isinstance(called, Called)
        so = Says(Word(symbol.name), (*called.slots, ("value", c.phrase(node.value))), f"keep {symbol.name}")
        return (Step("note", {"condition": so}), *shown)
    fun = "set-number" if isinstance(t, NumberType) else "becomes"
    if isinstance(t, SetType):
        fun = "becomes-set"
    return (Step(fun, {**args, "value": c.phrase(node.value)}), *shown)


def _noted(c: Context, node: s.Assign) -> tuple[Step, ...]:
    so = c.condition(node.target)
    if isinstance(node.value, s.Truth):
        return (Step("note", {"condition": so if node.value.value else negate(so)}),)
    return (Step("note-whether", {"condition": so, "value": c.condition(node.value)}),)


@steps_of(s.KeepHere)
def _keep_here(c: Context, node: s.KeepHere) -> tuple[Step, ...]:
    noun, _ = type_phrase(c, node.type)
    first = None if node.initial is None else c.phrase(node.initial)
    truth = c.condition(node.initial) if node.initial is not None and c.is_truth(node.initial) else None
    local = c.declare(node)
    so = Says(Word(c.owner, node.name.text), (), "")
    if isinstance(node.initial, s.Truth):
        return (Step("note-here", {"condition": so if node.initial.value else negate(so)}),)
    if truth is not None:
        return (Step("note-whether", {"condition": so, "value": truth}),)
    if first is None:
        return (Step("remember", {"what": c.variable_of(local), "noun": noun}),)
    if isinstance(node.initial, s.SetLiteral) and not node.initial.items:
        return (Step("remember-empty", {"what": c.variable_of(local)}),)
    return (Step("remember-first", {"what": c.variable_of(local), "value": first}),)


@steps_of(s.Let)
def _let(c: Context, node: s.Let) -> tuple[Step, ...]:
    if isinstance(node.value, s.Call) and isinstance(c.symbol(node.value), ProcedureSymbol):
        call = performed(c, node.value)
        return (Step("let-result", {"call": call, "name": c.variable_of(c.declare(node))}),)
    if c.is_truth(node.value):
        so: Condition = c.condition(node.value)
        c.declare(node)
        return (Step("let-whether", {"condition": Says(Word(c.owner, node.name.text), (), ""), "value": so}),)
    value = c.phrase(node.value)
    local = c.declare(node)
    empty = isinstance(node.value, s.SetLiteral) and not node.value.items
    fun = "let-member" if node.member else "let-empty" if empty else "let"
    return (Step(fun, {"name": c.variable_of(local), "value": value}),)


# ------------------------------------------------------------------------------------------------- what others may know


def audience(c: Context, who: s.Audience | s.Expr) -> tuple[str, Phrase | None]:
    return (who, None) if isinstance(who, str) else ("some", c.phrase(who))


@steps_of(s.Show)
def _show(c: Context, node: s.Show) -> tuple[Step, ...]:
    who, players = audience(c, node.to)
    symbol = c.symbol(node.value)
    what: Arg
    if c.is_truth(node.value):
        what = c.condition(node.value)
        fun = "show-whether"
    else:
        what = place(c, node.value) if isinstance(symbol, KeepSymbol) else c.phrase(node.value)
        fun = "show"
    if players is None:
        return (Step(f"{fun}-{who}", {"what": what}),)
    return (Step(f"{fun}-some", {"what": what, "who": players}),)


@steps_of(s.Record)
def _record(c: Context, node: s.Record) -> tuple[Step, ...]:
    return (Step("forget" if node.forget else "record", {"position": position(node.name)}),)


# ------------------------------------------------------------------------------------------------------------- the rest


@steps_of(s.Perform)
def _perform(c: Context, node: s.Perform) -> tuple[Step, ...]:
    return (Step("perform", {"call": performed(c, node.call)}),)


@steps_of(s.Announce)
def _announce(c: Context, node: s.Announce) -> tuple[Step, ...]:
    return (Step("announce", {"call": performed(c, node.call)}), *revealed(c, node, "announced"))


@steps_of(s.Leave)
def _leave(c: Context, node: s.Leave) -> tuple[Step, ...]:
    return (Step(f"leave-{node.what}"),)


@steps_of(s.Return)
def _return(c: Context, node: s.Return) -> tuple[Step, ...]:
    if node.value is None:
        return (Step("return"),)
    if c.is_truth(node.value):
        return (Step("return-whether", {"condition": c.condition(node.value)}),)
    return (Step("return-value", {"value": c.phrase(node.value)}),)


@steps_of(s.DoNothing)
def _nothing(c: Context, node: s.DoNothing) -> tuple[Step, ...]:
    return (Step("nothing-happens"),)


@steps_of(s.Over)
def _over(c: Context, node: s.Over) -> tuple[Step, ...]:
    shown = revealed(c, node, "result")
    if node.value is None:
        return (Step("over-drawn"), *shown)
    if node.binder is None:
        several = isinstance(c.type(node.value), SetType)
        return (Step(f"over-{node.how}" + ("-all" if several else ""), {"who": c.phrase(node.value)}), *shown)
    with c.scope():
        each = member(c, node.binder)
        return (Step(f"over-{node.how}", {"each": each, "value": c.phrase(node.value)}), *shown)
