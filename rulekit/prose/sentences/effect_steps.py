"""Effects in words: moves of pieces, changes of values, what is shown, recorded or announced, and the end of the
game."""

from __future__ import annotations

from ...model.symbols import BuiltinSymbol, DomainSymbol, KeepSymbol, PlaceSymbol, ProcedureSymbol
from ...model.types import NumberType, SetType
from ...syntax import nodes as s
from .. import tree as tr
from .builtin_phrases import contents_noun
from .member_phrases import bound_member
from .phrases import call_phrase, place_phrase, spot, titled_clause, type_phrase
from .tree_context import Context, statement_handler


def condition_revealed(condition: tr.TreeArgument | None) -> tr.Steps:
    """Return the sentence that all players learn whether a condition holds. A simple condition is named in it."""
    if isinstance(condition, tr.Says | tr.Holds):
        return (tr.StepTree("reveals-condition", {"condition": condition}),)
    return (tr.StepTree("reveals-conditions"),)


def source_of_move(c: Context, take: s.Take) -> tuple[str, dict[str, tr.TreeArgument]]:
    """Return the last part of the name of a move's message, and its arguments on what is moved and from where."""
    symbol = c.symbol(take.place)
    where = spot(symbol) if isinstance(symbol, PlaceSymbol) else "set"
    args: dict[str, tr.TreeArgument] = {
        "place": place_phrase(c, take.place),
        "noun": contents_noun(c, take.place),
        "where": where,
    }
    if take.which == "value":
        assert take.value is not None
        args["what"] = c.phrase(take.value)
        if take.amount is not None and not _is_one(take.amount):
            args["what"] = tr.ComposedPhrase(
                "copies-of", {"n": c.phrase(take.amount), "what": args["what"]}, plural=True
            )
    if take.which == "item":
        assert take.value is not None
        args["n"] = c.phrase(take.value)
    return take.which, args


def destination(c: Context, to: s.Destination) -> dict[str, tr.TreeArgument]:
    """Return the arguments of a move's message on where it ends: a place, and "in", "on", or an end of a row or
    stack."""
    symbol = c.symbol(to.place)
    assert isinstance(symbol, PlaceSymbol)
    ordered = symbol.form in ("row", "stack")
    return {"to": place_phrase(c, to.place), "end": to.end if ordered else spot(symbol)}


@statement_handler(s.Move, reveals="piece")
def _move(c: Context, node: s.Move) -> tr.StepTree:
    which, args = source_of_move(c, node.take)
    return tr.StepTree(f"move-{which}", {**args, **destination(c, node.to)})


@statement_handler(s.Remove, reveals="piece")
def _remove(c: Context, node: s.Remove) -> tr.StepTree:
    which, args = source_of_move(c, node.take)
    return tr.StepTree(f"remove-{which}", args)


def _is_one(amount: s.Node | str) -> bool:
    """Return whether an amount is written `1`; sentences then do not mention the number of copies."""
    return isinstance(amount, s.Number) and amount.value == 1


@statement_handler(s.Put, reveals="piece")
def _put(c: Context, node: s.Put) -> tr.StepTree:
    args: dict[str, tr.TreeArgument] = {"what": c.phrase(node.value), **destination(c, node.to)}
    if node.amount == "every":
        fun = "put-every" if not isinstance(c.type(node.value), SetType) else "put-all"
    elif node.amount is None or _is_one(node.amount):
        fun = "put"
    else:
        fun = "put-amount"
        args["n"] = c.phrase(node.amount)
    return tr.StepTree(fun, args)


@statement_handler(s.Shuffle)
def _shuffle(c: Context, node: s.Shuffle) -> tr.StepTree:
    return tr.StepTree("shuffle", {"place": place_phrase(c, node.place)})


# ------------------------------------------------------------------------------------------- changes of values in words


@statement_handler(s.Assign, reveals="value")
def _assign(c: Context, node: s.Assign) -> tr.StepTree:
    t = c.type(node.target)
    symbol = c.symbol(node.target)
    if isinstance(symbol, BuiltinSymbol) and symbol.name == "active":
        return tr.StepTree("turn-of", {"who": c.phrase(node.value)})
    args: dict[str, tr.TreeArgument] = {"what": place_phrase(c, node.target)}
    if node.op != "=":
        word = {"+=": "add", "-=": "subtract"}[node.op] + ("-members" if isinstance(t, SetType) else "")
        one = node.value.items[0] if isinstance(node.value, s.SetLiteral) and len(node.value.items) == 1 else node.value
        return tr.StepTree(word, {**args, "value": c.phrase(one)})
    if c.is_truth(node.target):
        return _note(c, node)
    if isinstance(node.value, s.Nothing):
        return tr.StepTree("becomes-none", args)
    if isinstance(node.value, s.SetLiteral) and not node.value.items:
        return tr.StepTree("becomes-empty", args)
    if (
        isinstance(symbol, KeepSymbol)
        and c.nouns.has_sentence(tr.LexiconKey(symbol.name))
        and not isinstance(t, SetType)
    ):
        called = place_phrase(c, node.target)
        assert isinstance(called, tr.Called)
        so = tr.Says(
            tr.LexiconKey(symbol.name), (*called.slots, ("value", c.phrase(node.value))), f"keep {symbol.name}"
        )
        return tr.StepTree("note", {"condition": so})
    fun = "set-number" if isinstance(t, NumberType) else "becomes"
    if isinstance(t, SetType):
        fun = "becomes-set"
    return tr.StepTree(fun, {**args, "value": c.phrase(node.value)})


def _note(c: Context, node: s.Assign) -> tr.StepTree:
    so = c.condition(node.target)
    if isinstance(node.value, s.Truth):
        return tr.StepTree("note", {"condition": so if node.value.value else tr.negate(so)})
    return tr.StepTree("note-whether", {"condition": so, "value": c.condition(node.value)})


@statement_handler(s.KeepHere)
def _keep_here(c: Context, node: s.KeepHere) -> tr.StepTree:
    noun, _ = type_phrase(c, node.type)
    first = None if node.initial is None else c.phrase(node.initial)
    truth = c.condition(node.initial) if node.initial is not None and c.is_truth(node.initial) else None
    local = c.declare(node)
    so = tr.Says(tr.LexiconKey(c.owner, node.name.text), (), "")
    if isinstance(node.initial, s.Truth):
        return tr.StepTree("note-here", {"condition": so if node.initial.value else tr.negate(so)})
    if truth is not None:
        return tr.StepTree("note-whether", {"condition": so, "value": truth})
    if first is None:
        return tr.StepTree("remember", {"what": tr.LocalPhrase(local), "noun": noun})
    if isinstance(node.initial, s.SetLiteral) and not node.initial.items:
        return tr.StepTree("remember-empty", {"what": tr.LocalPhrase(local)})
    return tr.StepTree("remember-first", {"what": tr.LocalPhrase(local), "value": first})


@statement_handler(s.Let)
def _let(c: Context, node: s.Let) -> tr.StepTree:
    if isinstance(node.value, s.Call) and isinstance(c.symbol(node.value), ProcedureSymbol):
        call, truth = call_phrase(c, node.value), c.is_truth(node.value)
        local = c.declare(node)
        if truth:
            settled = tr.Says(tr.LexiconKey(c.owner, node.name.text), (), "")
            return tr.StepTree("let-result-whether", {"call": call, "condition": settled})
        return tr.StepTree("let-result", {"call": call, "name": tr.LocalPhrase(local)})
    return say_name(c, node, member=node.member)


def say_name(c: Context, node: s.Let | s.LetExpression, member: bool = False) -> tr.StepTree:
    """Return the sentence that defines a local name by its value, and enter the name into the scope."""
    if c.is_truth(node.value):
        so: tr.Condition = c.condition(node.value)
        c.declare(node)
        return tr.StepTree(
            "let-whether", {"condition": tr.Says(tr.LexiconKey(c.owner, node.name.text), (), ""), "value": so}
        )
    value = c.phrase(node.value)
    local = c.declare(node)
    empty = isinstance(node.value, s.SetLiteral) and not node.value.items
    fun = "let-member" if member else "let-empty" if empty else "let"
    return tr.StepTree(fun, {"name": tr.LocalPhrase(local), "value": value})


# ---------------------------------------------------------------------------------------------- who sees what, in words


def audience_phrase(c: Context, who: s.Audience | s.Expr) -> tuple[str, tr.Phrase | None]:
    return (who, None) if isinstance(who, str) else ("some", c.phrase(who))


def audience_steps(c: Context, what: str, who: s.Audience | s.Expr, args: dict[str, tr.TreeArgument]) -> tr.Steps:
    """Return the sentences on who sees something; if this depends on a condition, one sentence has both cases."""
    if isinstance(who, s.Conditional) and (settled := tr.constant_truth(c.condition(who.condition))) is not None:
        return audience_steps(c, what, _audience(c, who.then if settled else who.otherwise), args)
    if isinstance(who, s.Conditional):
        then = audience_steps(c, what, _audience(c, who.then), args)
        otherwise = audience_steps(c, what, _audience(c, who.otherwise), args)
        if len(then) == len(otherwise) == 1:
            case: dict[str, tr.TreeArgument] = {"then": then[0], "otherwise": otherwise[0]}
            case["condition"] = c.condition(who.condition)
            return (tr.StepTree("seen-depending", case),)
    name, players = audience_phrase(c, who)
    return (tr.StepTree(f"{what}-{name}", {**args, **({"who": players} if players else {})}),)


def _audience(c: Context, who: s.Expr) -> s.Audience | s.Expr:
    """Return `all` or `nobody` if the expression is the set of all players or the empty set, as there are special
    sentences for these. Otherwise return the expression."""
    if isinstance(who, s.SetLiteral) and not who.items:
        return "nobody"
    symbol = c.symbol(who)
    return "all" if isinstance(symbol, DomainSymbol) and symbol.domain is c.model.players else who


@statement_handler(s.Show)
def _show(c: Context, node: s.Show) -> tr.StepTree:
    who, players = audience_phrase(c, node.to)
    symbol = c.symbol(node.value)
    what: tr.TreeArgument
    if c.is_truth(node.value):
        what = c.condition(node.value)
        fun = "show-whether"
    else:
        what = place_phrase(c, node.value) if isinstance(symbol, KeepSymbol) else c.phrase(node.value)
        fun = "show"
    if players is None:
        return tr.StepTree(f"{fun}-{who}", {"what": what})
    return tr.StepTree(f"{fun}-some", {"what": what, "who": players})


@statement_handler(s.Record)
def _record(c: Context, node: s.Record) -> tr.StepTree:
    return tr.StepTree("forget" if node.forget else "record", {"position": titled_clause("position", node.name.text)})


# --------------------------------------------------------------------------- calls, exits, the end of the game in words


@statement_handler(s.Perform)
def _perform(c: Context, node: s.Perform) -> tr.StepTree:
    return tr.StepTree("perform", {"call": call_phrase(c, node.call)})


@statement_handler(s.Announce, reveals="announced")
def _announce(c: Context, node: s.Announce) -> tr.StepTree:
    return tr.StepTree("announce", {"call": call_phrase(c, node.call)})


@statement_handler(s.Leave)
def _leave(c: Context, node: s.Leave) -> tr.StepTree:
    return tr.StepTree(f"leave-{node.what}")


@statement_handler(s.Return)
def _return(c: Context, node: s.Return) -> tr.StepTree:
    if node.value is None:
        return tr.StepTree("return")
    if c.is_truth(node.value) and not isinstance(node.value, s.Truth):
        return tr.StepTree("return-whether", {"condition": c.condition(node.value)})
    return tr.StepTree("return-value", {"value": c.phrase(node.value)})


@statement_handler(s.DoNothing)
def _nothing(c: Context, node: s.DoNothing) -> tr.StepTree:
    return tr.StepTree("nothing-happens")


@statement_handler(s.Over, reveals="result")
def _over(c: Context, node: s.Over) -> tr.StepTree | tr.Steps:
    if node.value is None:
        return tr.StepTree("over-drawn")
    if node.binder is None:
        several = isinstance(c.type(node.value), SetType)
        return tr.StepTree(f"over-{node.how}" + ("-all" if several else ""), {"who": c.phrase(node.value)})
    with c.scope():
        each = bound_member(c, node.binder)
        over = tr.StepTree(f"over-{node.how}", {"each": each, "value": c.phrase(node.value)})
        then = [tr.StepTree("over-then", {"value": c.phrase(value)}) for value in node.then]
        return (over, *then)
