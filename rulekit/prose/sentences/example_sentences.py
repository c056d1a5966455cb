"""Worked examples, invariants and figures in words, and `words` clauses.

If an example was played, its sentences also say who acts, and why moves are refused (`happenings.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby, zip_longest

from ...model.naming import BRANCH, OWN_LABELS, word_name, word_name_of
from ...model.rulebook import Rulebook
from ...model.symbols import (
    ActionSymbol,
    BuiltinSymbol,
    ConstantSymbol,
    DomainSymbol,
    LocalSymbol,
    PlaceSymbol,
    ProcedureSymbol,
    Symbol,
)
from ...model.types import DomainType, NumberType, OptionType, SetType, TruthType, Type
from ...syntax import nodes as s
from ...syntax.forms import does
from ...syntax.operators import COMPARISONS
from ...syntax.traversal import branches_in, walk
from .. import tree as tr
from ..happenings import Happening, MachineValue, Refusal, value_of
from .component_sentences import answer_phrase, dimension_phrases
from .conditions import membership
from .phrases import constant_phrase, titled_clause
from .tree_context import Context, clause_handler

MOST_VALUES, MOST_MEMBERS = 4, 8
"""The greatest number of values in the reason of a refusal, and of members of a set that a sentence lists. More would
be hard to read."""


@clause_handler(s.InvariantClause)
def _invariant(c: Context, clause: s.InvariantClause) -> tr.Steps:
    return (tr.StepTree(f"holds-{clause.when}", {"condition": c.condition(clause.condition)}),)


@clause_handler(s.FigureClause)
def _figure(c: Context, clause: s.FigureClause) -> tr.Steps:
    with c.scope():
        each = tr.Listed(dimension_phrases(c, clause), "and") if clause.dimensions else None
        truth = isinstance(c.type(clause.value), TruthType)
        fun = ("measured-whether" if truth else "measured") + ("-each" if each is not None else "")
        args: dict[str, tr.TreeArgument] = {} if each is None else {"each": each}
        args |= {"condition": c.condition(clause.value)} if truth else {"value": c.phrase(clause.value)}
        where = (
            () if clause.where is None else (tr.StepTree("measured-where", {"condition": c.condition(clause.where)}),)
        )
        return (tr.StepTree(fun, args), *where)


@clause_handler(s.ExampleClause)
def _example(c: Context, clause: s.ExampleClause) -> tr.Steps:
    return example_in_words(c, clause, ())


def example_in_words(c: Context, clause: s.ExampleClause, happened: Sequence[Happening | None]) -> tr.Steps:
    """Return the steps of a worked example. If it was played, `happened` says what happened at each move, and the
    sentences name the acting players and the reasons of refusals."""
    steps: list[tr.StepTree] = []
    if isinstance(clause.players, s.Number):
        steps.append(tr.StepTree("example-players", {"n": clause.players.value}))
    known = f"example {clause.name.text}" in c.model.examples
    for setting in clause.settings:
        option = titled_clause("option", setting.name.text)
        if known or isinstance(setting.value, s.Number):
            steps.append(tr.StepTree("setting", {"option": option, "value": answer_phrase(c, setting)}))
    if not known:
        return (*steps, tr.StepTree("example-elsewhere"))
    if clause.lines and not isinstance(clause.lines[0], s.Given):
        steps.append(tr.StepTree("opening-begun" if clause.lines[0].opening else "given-begun"))
    with c.scope():
        at, opening = 0, False
        for line in clause.lines:
            if opening and not isinstance(line, s.Given) and not line.opening:
                steps.append(tr.StepTree("opening-over"))
            opening = not isinstance(line, s.Given) and line.opening
            times = line.times if isinstance(line, s.Played) else 1
            steps += _line_in_words(c, line, [here for here, _ in zip_longest(happened[at : at + times], range(times))])
            at += times
    return tuple(steps)


def _line_in_words(
    c: Context, line: s.Given | s.Played | s.Expect, happened: Iterable[Happening | None]
) -> Iterator[tr.StepTree]:
    """Yield the sentences of a line. Equal moves of one player become one sentence with their number."""
    for here, those in groupby(happened):
        times = sum(1 for _ in those)
        yield from _line(c, line) if here is None or not isinstance(line, s.Played) else _line_with_actor(c, line, here)
        if times > 1:
            yield tr.StepTree("example-times", {"n": times})


def _line(c: Context, line: s.Given | s.Played | s.Expect) -> tr.Steps:
    match line:
        case s.Expect(condition=condition):
            return (tr.StepTree("expect", {"condition": c.condition(condition)}),)
        case s.Given(procedure=None, body=body):
            return (tr.StepTree("given", {}, c.steps(body)),)
        case s.Given(procedure=procedure, step=step, body=body):
            assert procedure is not None and step is not None
            part = tr.Called(tr.LexiconKey(procedure.text, step.text), (), "", value="quoted")
            if all(does(one, "nothing") for one in body):
                return (tr.StepTree("given-reached", {"step": part}),)
            return (tr.StepTree("given-at", {"step": part}, c.steps(body)),)
    return (_move_step(c, line, line.verb),)


def _line_with_actor(c: Context, line: s.Played, here: Happening) -> tr.Steps:
    """Return the sentence of a move with the player who acts, followed by the reason if the move is refused."""
    said = _move_step(c, line, "played" if line.verb == "play" else line.verb)
    if here.seat is None:
        by = tr.StepTree("by-chance" if line.verb == "play" else "by-nobody", {"line": said})
    else:
        seat = tr.ConstantPhrase(tr.LexiconKey(c.model.players.labels[here.seat]), "player")
        by = tr.StepTree("by-seat", {"who": seat, "line": said})
    return (by, *(refusal_steps(c, line.label.text, here.seat, here.refusal) if here.refusal is not None else ()))


def _move_step(c: Context, line: s.Played, how: str) -> tr.StepTree:
    """Return the sentence on a move. `how` says whether it is played, allowed or refused."""
    kind = type(c.model.symbols.get(line.label.text))
    if line.label.text in OWN_LABELS and kind is not ActionSymbol:
        return tr.StepTree(f"{how}-{line.label.text}")
    what: tr.Phrase = _option_phrase(c, line.label.text)
    if line.args:
        values = tuple(_argument(c, line, arg) for arg in line.args)
        what = tr.ComposedPhrase("done-with", {"what": what, "values": tr.Listed(values, "and")})
    return tr.StepTree(how, {"what": what})


def _option_phrase(c: Context, label: str) -> tr.Called:
    """Return the title of an option, which has this label, as a link to its clause. A branch links to the clause that
    contains it, if only one does."""
    homes = branch_homes(c.model.rulebook).get(label, ())
    target = homes[0] if len(homes) == 1 else ""
    kind = type(c.model.symbols.get(label))
    word = label_word(c, label)
    if kind is ActionSymbol or (kind is ProcedureSymbol and not homes):
        target = f"{'action' if kind is ActionSymbol else 'procedure'} {label}"
    return tr.Called(tr.LexiconKey(word), (), word if word.startswith("rule ") else target, value="quoted")


def label_word(c: Context, label: str) -> str:
    """Return the key under which the lexicon stores the words of a label: of an action, of a branch, or of the clause
    that asks."""
    rulebook = c.model.rulebook
    if isinstance(c.model.symbols.get(label), ActionSymbol):
        return label
    if label in branch_homes(rulebook):
        return word_name(BRANCH, label)
    return word_name("rule", label) if any(p.id == f"rule {label}" for p in rulebook.clauses) else label


@lru_cache(maxsize=8)
def branch_homes(rulebook: Rulebook) -> Mapping[str, tuple[str, ...]]:
    """Return a mapping from the names of branches to the ids of the clauses that have such a branch."""
    found: dict[str, dict[str, None]] = {}
    for placed in rulebook.clauses:
        for branch in branches_in(placed.clause):
            found.setdefault(branch.name.text, {})[placed.id] = None
    return {name: tuple(ids) for name, ids in found.items()}


def _argument(c: Context, line: s.Played, arg: s.Arg) -> tr.Phrase:
    """Return the phrase for an argument of a move, with the noun of its parameter if the rulebook gives one. If the
    type of the argument is unknown, return its text."""
    t = c.type(arg.value)
    if t is None:
        text = c.model.printed.get(arg.value, " ".join(arg.value.span.text.split()))
        return tr.ComposedPhrase("printed", {"text": text})
    value = c.phrase(arg.value)
    if arg.name is None:
        return value
    local = tr.LocalName(label_word(c, line.label.text), arg.name.text, t)
    named = c.has_noun(local)
    return tr.ComposedPhrase("done-value", {"name": tr.LocalPhrase(local), "value": value}) if named else value


# ----------------------------------------------------------------------------------------- reasons of refusals in words


def refusal_steps(c: Context, label: str, seat: int | None, refusal: Refusal) -> tr.Steps:
    """Return the sentences on why a move is refused: the condition that fails, the values in it, and its clause."""

    compared = _compared_names(c, refusal.expr)

    def known(name: str, t: Type) -> tr.Phrase | None:
        if name in compared:
            return None
        if name == refusal.name and refusal.picked is not None:
            return constant_phrase(t.item if isinstance(t, OptionType) and t.item is not None else t, refusal.picked)
        raw = seat if name == "me" else refusal.scope.get(name)
        return None if raw is None else constant_phrase(t, value_of(t, raw))

    c.known, c.owner, here = known, _refusal_word(refusal) or c.owner, c.owner
    told = ((expr, raw) for expr, raw in refusal.told if not (isinstance(expr, s.Ref) and expr.name.text in compared))
    c.told = {expr: value for expr, raw in told if (value := _value_in_place(c, expr, raw)) is not None}
    try:
        return _reason_steps(c, label, refusal)
    finally:
        c.known, c.told, c.owner = None, {}, here


def _compared_names(c: Context, expr: s.Expr | None) -> frozenset[str]:
    """Return the local names that a condition compares with each other, with the acting player or with constants.
    Sentences keep these names; with values instead, they would say that 1 is at most 1, or that player 1 is player
    1."""
    found: set[str] = set()
    for node in _comparisons(expr):
        sides = [(side, c.symbol(side)) for side in (node.left, node.right)]
        if all(isinstance(side, s.Number | s.Ref) and _is_fixed(symbol) for side, symbol in sides):
            found |= {symbol.name for _, symbol in sides if isinstance(symbol, LocalSymbol)}
    return frozenset(found)


def _comparisons(expr: s.Expr | None) -> list[s.Binary]:
    nodes = () if expr is None else walk(expr)
    return [node for node in nodes if isinstance(node, s.Binary) and node.op in COMPARISONS]


def _is_fixed(symbol: Symbol | None) -> bool:
    """Return whether a name is the acting player, a local name or a constant. It is also True for a number, whose
    symbol is None."""
    me = isinstance(symbol, BuiltinSymbol) and symbol.name == "me"
    return me or symbol is None or isinstance(symbol, LocalSymbol | ConstantSymbol)


def _refusal_word(refusal: Refusal) -> str:
    """Return the key under which the lexicon stores the words of the clause that refuses a move."""
    return word_name_of(refusal.clause) or refusal.clause


def _value_in_place(c: Context, expr: s.Expr, raw: MachineValue) -> tr.Phrase | None:
    """Return the phrase for the value of a local name or of a player that a built-in function computes; sentences show
    it instead of the expression, such as Black for the opponent of White. Return None for any other expression."""
    t, symbol = c.type(expr), c.symbol(expr)
    reckoned = isinstance(expr, s.Call) and isinstance(symbol, BuiltinSymbol) and isinstance(t, DomainType)
    if t is not None and (reckoned or (isinstance(symbol, LocalSymbol) and not isinstance(raw, frozenset))):
        return constant_phrase(t, value_of(t, raw))
    return None


def _reason_steps(c: Context, label: str, refusal: Refusal) -> tr.Steps:
    if refusal.ground == "else" and 0 < len(refusal.offers) <= MOST_MEMBERS:
        offers = tuple(_option_phrase(c, label) for label in refusal.offers)
        return (tr.StepTree("why-else-offers", {"what": tr.Listed(offers, "or")}),)
    condition = _broken_condition(c, refusal)
    if condition is None:
        return (tr.StepTree(f"why-{refusal.ground}"),)
    args: dict[str, tr.TreeArgument] = {"condition": condition}
    values = _values(c, refusal)
    told = {**args, "values": tr.Listed(values, "and")}
    why = tr.StepTree("why-not-values", told) if values else tr.StepTree("why-not", args)
    kind, _, name = refusal.clause.partition(" ")
    if not kind or name == label:
        return (why,)
    return (
        why,
        tr.StepTree(
            "why-by", {"clause": tr.Called(tr.LexiconKey(_refusal_word(refusal)), (), refusal.clause, value="quoted")}
        ),
    )


def _broken_condition(c: Context, refusal: Refusal) -> tr.Condition | None:
    """Return, as a tree, the condition that holds and because of which the move is refused; None if there is none."""
    if refusal.ground == "over":
        return tr.Holds("ended")
    expr, picked = refusal.expr, refusal.picked
    if expr is None:
        return None
    match refusal.ground:
        case "holds-not":
            return tr.negate(c.condition(expr))
        case "holds":
            return c.condition(expr)
        case "missing":
            return tr.Holds("there-is-none", {"what": c.phrase(expr)})
        case "outside" if picked is not None:
            return tr.negate(membership(c, constant_phrase(_item(c, expr), picked), expr))
    return None


def _item(c: Context, expr: s.Expr) -> Type:
    """Return the type of the members of a set, a place or a range."""
    symbol = c.symbol(expr)
    if isinstance(symbol, PlaceSymbol):
        return DomainType(symbol.piece)
    if isinstance(symbol, DomainSymbol):
        return DomainType(symbol.domain)
    t = c.type(expr)
    item = t.item if isinstance(t, SetType | OptionType) else t
    return NumberType(0, 0) if item is None else item


def _values(c: Context, refusal: Refusal) -> tuple[tr.Phrase, ...]:
    """Return phrases for the named parts of a condition with their values. If the chosen value is outside a set, return
    the set's members instead."""
    whole = refusal.expr
    compared = frozenset() if isinstance(whole, s.Binary) and whole.op == "!=" else _compared_names(c, whole)
    found: dict[str, tuple[s.Expr, tr.Phrase]] = {}
    for expr, raw in refusal.told:
        named = isinstance(expr, s.Ref) and expr.name.text in compared
        if (value := _value(c, expr, raw, named)) is not None:
            found.setdefault(expr.span.text, (expr, value))
    if refusal.ground == "outside":
        return tuple(tr.ComposedPhrase("why-only", {"value": value}) for expr, value in found.values() if expr is whole)
    compared_texts = [{one.left.span.text, one.right.span.text} for one in _comparisons(whole)]
    if len(found) == 1 and all(found.keys() & texts for texts in compared_texts):
        ((expr, value),) = found.values()
        if isinstance(c.type(expr), NumberType):
            return (tr.ComposedPhrase("why-it-is", {"value": value}),)
    parts = (tr.ComposedPhrase("why-value", {"what": c.phrase(expr), "value": value}) for expr, value in found.values())
    return tuple(parts)[:MOST_VALUES]


def _value(c: Context, expr: s.Expr, raw: MachineValue, compared: bool) -> tr.Phrase | None:
    """Return the phrase for the value of a named part of a condition; None if it would add nothing to the sentence.
    `compared` says that it is a local name that stays in the sentence."""
    t, symbol = c.type(expr), c.symbol(expr)
    named = isinstance(expr, s.Ref | s.Index | s.Call | s.Attribute)
    if (
        not named
        or t is None
        or isinstance(t, TruthType)
        or (isinstance(symbol, LocalSymbol | BuiltinSymbol | ConstantSymbol) and not compared)
    ):
        return None
    if isinstance(raw, frozenset) and len(raw) > MOST_MEMBERS:
        return None
    return constant_phrase(t, value_of(t, raw))


@clause_handler(s.WordsClause)
def _words(c: Context, clause: s.WordsClause) -> tr.Steps:
    return (tr.StepTree("words"),)
