"""Effects in words: pieces that move, values that change, what is shown, recorded or announced, and how it ends."""

from __future__ import annotations

from ...model.symbols import BuiltinSymbol, DomainSymbol, KeepSymbol, PlaceSymbol, ProcedureSymbol
from ...model.types import NumberType, SetType
from ...syntax import nodes as s
from ..tree import Called, Condition, Holds, LexiconKey, Phrase, Says, StepTree, TreeArgument, negate
from .builtin_phrases import contents_noun
from .member_phrases import bound_member
from .phrases import performed, place_phrase, position_phrase, spot, type_phrase
from .tree_context import Context, steps_of


def revealed(c: Context, node: s.Stmt, what: str) -> tuple[StepTree, ...]:
    """That a statement shows what it asks."""
    return (StepTree(f"reveals-{what}"),) if getattr(node, "reveals", False) else ()


def learnt(condition: TreeArgument | None) -> tuple[StepTree, ...]:
    """That all learn whether a condition holds: which one, where it is short."""
    if isinstance(condition, Says | Holds):
        return (StepTree("reveals-condition", {"condition": condition}),)
    return (StepTree("reveals-conditions"),)


def taken(c: Context, take: s.Take) -> tuple[str, dict[str, TreeArgument]]:
    """What is moved, and out of what: which sentence says it, and what it needs."""
    symbol = c.symbol(take.place)
    where = spot(symbol) if isinstance(symbol, PlaceSymbol) else "set"
    args: dict[str, TreeArgument] = {
        "place": place_phrase(c, take.place),
        "noun": contents_noun(c, take.place),
        "where": where,
    }
    if take.which == "value":
        assert take.value is not None
        args["what"] = c.phrase(take.value)
    if take.which == "item":
        assert take.value is not None
        args["n"] = c.phrase(take.value)
    return take.which, args


def goal(c: Context, to: s.Destination) -> dict[str, TreeArgument]:
    """Where to: into or onto a place, on its top or under it."""
    symbol = c.symbol(to.place)
    assert isinstance(symbol, PlaceSymbol)
    ordered = symbol.form in ("row", "stack")
    return {"to": place_phrase(c, to.place), "end": to.end if ordered else spot(symbol)}


@steps_of(s.Move)
def _move(c: Context, node: s.Move) -> tuple[StepTree, ...]:
    which, args = taken(c, node.take)
    return (StepTree(f"move-{which}", {**args, **goal(c, node.to)}), *revealed(c, node, "piece"))


@steps_of(s.Remove)
def _remove(c: Context, node: s.Remove) -> tuple[StepTree, ...]:
    which, args = taken(c, node.take)
    return (StepTree(f"remove-{which}", args), *revealed(c, node, "piece"))


@steps_of(s.Put)
def _put(c: Context, node: s.Put) -> tuple[StepTree, ...]:
    args: dict[str, TreeArgument] = {"what": c.phrase(node.value), **goal(c, node.to)}
    if node.amount == "every":
        fun = "put-every" if not isinstance(c.type(node.value), SetType) else "put-all"
    elif node.amount is None:
        fun = "put"
    else:
        fun = "put-amount"
        args["n"] = c.phrase(node.amount)
    return (StepTree(fun, args), *revealed(c, node, "piece"))


@steps_of(s.Shuffle)
def _shuffle(c: Context, node: s.Shuffle) -> tuple[StepTree, ...]:
    return (StepTree("shuffle", {"place": place_phrase(c, node.place)}),)


# --------------------------------------------------------------------------------------------------------------- values


@steps_of(s.Assign)
def _assign(c: Context, node: s.Assign) -> tuple[StepTree, ...]:
    t = c.type(node.target)
    symbol = c.symbol(node.target)
    if isinstance(symbol, BuiltinSymbol) and symbol.name == "active":
        return (StepTree("turn-of", {"who": c.phrase(node.value)}),)
    args: dict[str, TreeArgument] = {"what": place_phrase(c, node.target)}
    shown = revealed(c, node, "value")
    if node.op != "=":
        word = {"+=": "add", "-=": "subtract"}[node.op] + ("-members" if isinstance(t, SetType) else "")
        one = node.value.items[0] if isinstance(node.value, s.SetLiteral) and len(node.value.items) == 1 else node.value
        return (StepTree(word, {**args, "value": c.phrase(one)}), *shown)
    if c.is_truth(node.target):
        return (*_noted(c, node), *shown)
    if isinstance(node.value, s.Nothing):
        return (StepTree("becomes-none", args), *shown)
    if isinstance(node.value, s.SetLiteral) and not node.value.items:
        return (StepTree("becomes-empty", args), *shown)
    if isinstance(symbol, KeepSymbol) and c.has_sentence(LexiconKey(symbol.name)) and not isinstance(t, SetType):
        called = place_phrase(c, node.target)
        assert isinstance(called, Called)
        so = Says(LexiconKey(symbol.name), (*called.slots, ("value", c.phrase(node.value))), f"keep {symbol.name}")
        return (StepTree("note", {"condition": so}), *shown)
    fun = "set-number" if isinstance(t, NumberType) else "becomes"
    if isinstance(t, SetType):
        fun = "becomes-set"
    return (StepTree(fun, {**args, "value": c.phrase(node.value)}), *shown)


def _noted(c: Context, node: s.Assign) -> tuple[StepTree, ...]:
    so = c.condition(node.target)
    if isinstance(node.value, s.Truth):
        return (StepTree("note", {"condition": so if node.value.value else negate(so)}),)
    return (StepTree("note-whether", {"condition": so, "value": c.condition(node.value)}),)


@steps_of(s.KeepHere)
def _keep_here(c: Context, node: s.KeepHere) -> tuple[StepTree, ...]:
    noun, _ = type_phrase(c, node.type)
    first = None if node.initial is None else c.phrase(node.initial)
    truth = c.condition(node.initial) if node.initial is not None and c.is_truth(node.initial) else None
    local = c.declare(node)
    so = Says(LexiconKey(c.owner, node.name.text), (), "")
    if isinstance(node.initial, s.Truth):
        return (StepTree("note-here", {"condition": so if node.initial.value else negate(so)}),)
    if truth is not None:
        return (StepTree("note-whether", {"condition": so, "value": truth}),)
    if first is None:
        return (StepTree("remember", {"what": c.variable_of(local), "noun": noun}),)
    if isinstance(node.initial, s.SetLiteral) and not node.initial.items:
        return (StepTree("remember-empty", {"what": c.variable_of(local)}),)
    return (StepTree("remember-first", {"what": c.variable_of(local), "value": first}),)


@steps_of(s.Let)
def _let(c: Context, node: s.Let) -> tuple[StepTree, ...]:
    if isinstance(node.value, s.Call) and isinstance(c.symbol(node.value), ProcedureSymbol):
        call, truth = performed(c, node.value), c.is_truth(node.value)
        local = c.declare(node)
        if truth:
            settled = Says(LexiconKey(c.owner, node.name.text), (), "")
            return (StepTree("let-result-whether", {"call": call, "condition": settled}),)
        return (StepTree("let-result", {"call": call, "name": c.variable_of(local)}),)
    return named_value(c, node, member=node.member)


def named_value(c: Context, node: s.Let | s.LetExpression, member: bool = False) -> tuple[StepTree, ...]:
    """What a name stands for, in a sentence of its own; the name is known behind it."""
    if c.is_truth(node.value):
        so: Condition = c.condition(node.value)
        c.declare(node)
        return (StepTree("let-whether", {"condition": Says(LexiconKey(c.owner, node.name.text), (), ""), "value": so}),)
    value = c.phrase(node.value)
    local = c.declare(node)
    empty = isinstance(node.value, s.SetLiteral) and not node.value.items
    fun = "let-member" if member else "let-empty" if empty else "let"
    return (StepTree(fun, {"name": c.variable_of(local), "value": value}),)


# ------------------------------------------------------------------------------------------------- what others may know


def audience_phrase(c: Context, who: s.Audience | s.Expr) -> tuple[str, Phrase | None]:
    return (who, None) if isinstance(who, str) else ("some", c.phrase(who))


def audience_steps(
    c: Context, what: str, who: s.Audience | s.Expr, args: dict[str, TreeArgument]
) -> tuple[StepTree, ...]:
    """Who sees something; where that depends on a condition, case by case."""
    if isinstance(who, s.Conditional):
        then = audience_steps(c, what, _audience(c, who.then), args)
        otherwise = audience_steps(c, what, _audience(c, who.otherwise), args)
        if len(then) == len(otherwise) == 1:
            case: dict[str, TreeArgument] = {"then": then[0], "otherwise": otherwise[0]}
            case["condition"] = c.condition(who.condition)
            return (StepTree("seen-depending", case),)
    name, players = audience_phrase(c, who)
    return (StepTree(f"{what}-{name}", {**args, **({"who": players} if players else {})}),)


def _audience(c: Context, who: s.Expr) -> s.Audience | s.Expr:
    """All players, and none, are said by their own sentences."""
    if isinstance(who, s.SetLiteral) and not who.items:
        return "nobody"
    symbol = c.symbol(who)
    return "all" if isinstance(symbol, DomainSymbol) and symbol.domain is c.model.players else who


@steps_of(s.Show)
def _show(c: Context, node: s.Show) -> tuple[StepTree, ...]:
    who, players = audience_phrase(c, node.to)
    symbol = c.symbol(node.value)
    what: TreeArgument
    if c.is_truth(node.value):
        what = c.condition(node.value)
        fun = "show-whether"
    else:
        what = place_phrase(c, node.value) if isinstance(symbol, KeepSymbol) else c.phrase(node.value)
        fun = "show"
    if players is None:
        return (StepTree(f"{fun}-{who}", {"what": what}),)
    return (StepTree(f"{fun}-some", {"what": what, "who": players}),)


@steps_of(s.Record)
def _record(c: Context, node: s.Record) -> tuple[StepTree, ...]:
    return (StepTree("forget" if node.forget else "record", {"position": position_phrase(node.name)}),)


# ------------------------------------------------------------------------------------------------------------- the rest


@steps_of(s.Perform)
def _perform(c: Context, node: s.Perform) -> tuple[StepTree, ...]:
    return (StepTree("perform", {"call": performed(c, node.call)}),)


@steps_of(s.Announce)
def _announce(c: Context, node: s.Announce) -> tuple[StepTree, ...]:
    return (StepTree("announce", {"call": performed(c, node.call)}), *revealed(c, node, "announced"))


@steps_of(s.Leave)
def _leave(c: Context, node: s.Leave) -> tuple[StepTree, ...]:
    return (StepTree(f"leave-{node.what}"),)


@steps_of(s.Return)
def _return(c: Context, node: s.Return) -> tuple[StepTree, ...]:
    if node.value is None:
        return (StepTree("return"),)
    if c.is_truth(node.value):
        return (StepTree("return-whether", {"condition": c.condition(node.value)}),)
    return (StepTree("return-value", {"value": c.phrase(node.value)}),)


@steps_of(s.DoNothing)
def _nothing(c: Context, node: s.DoNothing) -> tuple[StepTree, ...]:
    return (StepTree("nothing-happens"),)


@steps_of(s.Over)
def _over(c: Context, node: s.Over) -> tuple[StepTree, ...]:
    shown = revealed(c, node, "result")
    if node.value is None:
        return (StepTree("over-drawn"), *shown)
    if node.binder is None:
        several = isinstance(c.type(node.value), SetType)
        return (StepTree(f"over-{node.how}" + ("-all" if several else ""), {"who": c.phrase(node.value)}), *shown)
    with c.scope():
        each = bound_member(c, node.binder)
        over = StepTree(f"over-{node.how}", {"each": each, "value": c.phrase(node.value)})
        then = [StepTree("over-then", {"value": c.phrase(value)}) for value in node.then]
        return (over, *then, *shown)
