"""The components of a game in words: enumerations, tables, pieces, boards, places, kept values, options."""

from __future__ import annotations

from collections.abc import Mapping

from ...check.checked import CheckedModel
from ...model.symbols import DomainSymbol, KeepSymbol, LocalSymbol, OptionSymbol, PlaceSymbol
from ...model.types import Domain, DomainType, OptionType, SetType, TruthType, Type
from ...syntax import nodes as s
from ...syntax.traversal import inside
from .. import tree as tr
from ..values_by_players import by_players, counts_in_words
from .effect_steps import audience_steps
from .member_phrases import bound_member
from .phrases import constant_phrase, member_phrase, number_phrase, titled_clause, type_phrase
from .tree_context import Context, clause_handler

Sentences = tuple[tr.StepTree | tr.TableTree, ...]
MOST_ROWS = 120
"""A computed table (all combinations that meet a condition) is listed row by row if it has at most so many rows."""


def _domain(model: CheckedModel, clause: s.Clause) -> Domain:
    symbol = model.symbols[clause.name.text]
    assert isinstance(symbol, DomainSymbol)
    return symbol.domain


@clause_handler(s.EnumClause)
def _enum(c: Context, clause: s.EnumClause) -> Sentences:
    domain = _domain(c.model, clause)
    items = tuple(tr.ConstantPhrase(tr.LexiconKey(domain.name, label), "enum") for label in domain.labels)
    return (tr.StepTree("enum-turning" if clause.turning else "enum", {"items": tr.Listed(items, "and")}),)


@clause_handler(s.TableClause)
def _table(c: Context, clause: s.TableClause) -> Sentences:
    domain = _domain(c.model, clause)
    noun = tr.Noun(tr.LexiconKey(domain.name))
    if clause.binders:
        with c.scope():
            members = [bound_member(c, binder) for binder in clause.binders]
            args: dict[str, tr.TreeArgument] = {"noun": noun, "members": tr.Listed(tuple(members), "and")}
            if clause.where is not None:
                return (tr.StepTree("table-each-where", {**args, "condition": c.condition(clause.where)}),)
            return (tr.StepTree("table-each", args),)
    head: tuple[tr.Phrase, ...] = (
        noun,
        *(tr.ComposedPhrase("column", {"noun": tr.Noun(tr.LexiconKey(domain.name, f.name))}) for f in domain.fields),
    )
    rows = tuple(
        (member_phrase(domain, n), *(_cell(c, clause, at, n) for at in range(len(domain.fields))))
        for n in range(len(domain))
    )
    untitled = all(row.item.title is None for row in clause.rows)
    # these rows are described by their attributes, which are in the other columns
    if untitled and c.nouns.has_names(noun.word):
        return (tr.TableTree(head[1:], tuple(row[1:] for row in rows)),)
    return (tr.TableTree(head, rows),)


@clause_handler(s.PieceClause)
def _piece(c: Context, clause: s.PieceClause) -> Sentences:
    domain = _domain(c.model, clause)
    noun = tr.Noun(tr.LexiconKey(domain.name))
    with c.scope():
        steps: list[tr.StepTree] = []
        for field in clause.fields:
            of, bounds = type_phrase(c, field.type)
            named = tr.Noun(tr.LexiconKey(domain.name, field.name.text))
            kind = bounds is None and c.nouns.alike(named, of)
            args: dict[str, tr.TreeArgument] = {"field": named, "type": of}
            if not kind:
                args["type"] = tr.ComposedPhrase("of-type", {"noun": of, "source": bounds or ""})
            fun = "attribute-kind" if kind else "attribute"
            steps.append(tr.StepTree(f"{fun}-open" if field.open else fun, args))
        if clause.fields and clause.population is not None:
            for field in clause.fields:
                if field in c.model.binds:
                    c.declare(field)
        if clause.population is None:
            how_many = tr.StepTree("any-number", {"noun": noun})
        elif not clause.fields:
            how_many = tr.StepTree("copies", {"noun": noun, "n": c.phrase(clause.population)})
        else:
            how_many = tr.StepTree("copies-each", {"noun": noun, "n": c.phrase(clause.population)})
    total = domain.population
    sums: tuple[tr.StepTree, ...] = ()
    totals = by_players(c.nouns.models, lambda model: sum(n or 0 for n in _domain(model, clause).population))
    if total and clause.fields and all(n is not None for n in total) and len(totals) == 1:
        sums = (tr.StepTree("in-all", {"noun": noun, "n": sum(n for n in total if n is not None)}),)
    head = (tr.StepTree("attributes", {"noun": noun}, tuple(steps), bullets=True),) if steps else ()
    return (*head, how_many, *sums)


def _cell(c: Context, clause: s.TableClause, at: int, n: int) -> tr.Phrase:
    """Return the value of attribute number `at` in row `n` of a table. If it depends on the number of players, return
    all values with the numbers for which they are valid."""
    field = _domain(c.model, clause).fields[at]
    found = by_players(c.nouns.models, lambda model: (_domain(model, clause).fields[at].values[n],))
    said = [constant_phrase(field.type, value) for (value,) in found]
    args = (counts_in_words(counts, c.nouns.grammar) for counts in found.values())
    each = (tr.ComposedPhrase("by-players", {**more, "said": one}) for one, more in zip(said, args, strict=True))
    return said[0] if len(said) == 1 else tr.Listed(tuple(each), "or")


@clause_handler(s.BoardClause)
def _board(c: Context, clause: s.BoardClause) -> Sentences:
    noun = tr.Noun(tr.LexiconKey(clause.name.text))
    domain = _domain(c.model, clause)
    more = (tr.StepTree("board-wrapped"),) if clause.wrapped else ()
    if clause.shape == "graph":
        assert domain.board is not None
        rows = tuple(
            (
                member_phrase(domain, n),
                tr.Listed(tuple(member_phrase(domain, o) for o in sorted(domain.board.adjacent[n])), "and"),
            )
            for n in range(len(domain))
        )
        return (
            tr.StepTree("board-graph", {"noun": noun}),
            tr.TableTree((noun, tr.ComposedPhrase("column-neighbours")), rows),
        )
    if clause.base is not None:
        return (tr.StepTree(f"board-{clause.shape}", {"noun": noun, "base": tr.Noun(tr.LexiconKey(clause.base.text))}),)
    assert clause.width is not None
    if clause.shape == "open":
        hexagonal = (tr.StepTree("board-open-hexagonal", {"noun": noun}),) if clause.hexagonal else ()
        return (tr.StepTree("board-open", {"noun": noun, "n": c.phrase(clause.width)}), *hexagonal)
    args: dict[str, tr.TreeArgument] = {
        "noun": noun,
        "width": c.phrase(clause.width),
        "height": c.phrase(clause.height or clause.width),
    }
    if clause.where is not None:
        more = (_sites_kept(c, clause.where), *more)
    return (tr.StepTree(f"board-{clause.shape}", args), *more)


def _sites_kept(c: Context, where: s.Expr) -> tr.StepTree:
    """Return the sentence that says which cells of a grid exist, by their columns and rows."""
    with c.scope():
        for symbol in dict.fromkeys(c.symbol(ref) for ref in inside(where, s.Ref)):
            if isinstance(symbol, LocalSymbol) and symbol.name in ("column", "row"):
                c.enter(symbol, symbol.name, symbol.type, tr.GRID)
        return tr.StepTree("board-where", {"condition": c.condition(where)})


# -------------------------------------------------------------------------------------- places and kept values in words


def dimension_phrases(c: Context, clause: s.PlaceClause | s.KeepClause | s.FigureClause) -> tuple[tr.Phrase, ...]:
    """Return a phrase for each index of a place, a kept value or a figure, such as `each player`. Names of indices are
    entered into the scope."""
    each: list[tr.Phrase] = []
    for dimension in clause.dimensions:
        noun, source = type_phrase(c, dimension.type)
        if dimension.name is not None:
            each.append(tr.Member(c.declare(dimension), noun, source))
        else:
            each.append(tr.ComposedPhrase("every-noun", {"noun": noun, "source": source or ""}))
    return tuple(each)


def _for_each(each: tuple[tr.Phrase, ...], form: str, args: Mapping[str, tr.TreeArgument]) -> tr.StepTree:
    """Return a sentence about something that exists once, or, if `each` is not empty, once for each of these
    members."""
    return tr.StepTree(f"{form}-each", {**args, "each": tr.Listed(each, "and")}) if each else tr.StepTree(form, args)


@clause_handler(s.PlaceClause)
def _place(c: Context, clause: s.PlaceClause) -> Sentences:
    symbol = c.model.symbols[clause.name.text]
    assert isinstance(symbol, PlaceSymbol)
    with c.scope():
        each = dimension_phrases(c, clause)
        args: dict[str, tr.TreeArgument] = {"noun": tr.Noun(tr.LexiconKey(symbol.piece.name))}
        steps = [_for_each(each, f"place-{clause.form}", args)]
        if clause.capacity is not None:
            steps.append(tr.StepTree("at-most-there", {"n": c.phrase(clause.capacity), **args}))
        said = {one.what for one in clause.audiences}
        if said:
            steps += audience_steps(c, "lies-seen", symbol.seen.who, {})
            if "counted" in said or clause.form != "one":
                steps += audience_steps(c, "counted", symbol.counted.who, {})
        return tuple(steps)


@clause_handler(s.KeepClause)
def _keep(c: Context, clause: s.KeepClause) -> Sentences:
    symbol = c.model.symbols[clause.name.text]
    assert isinstance(symbol, KeepSymbol)
    with c.scope():
        each = dimension_phrases(c, clause)
        kind, args = kept_type(c, clause.type, symbol.type)
        if kind == "keep-truth" and c.nouns.has_sentence(tr.LexiconKey(symbol.name)):
            kind, args = "keep-whether", {"condition": _truth_holds(c, clause, symbol)}
        steps = [_for_each(each, kind, args)]
        if clause.initial is not None:
            steps.append(_initial(c, clause, clause.initial))
        if clause.lifetime != "game":
            steps.append(tr.StepTree(f"again-each-{clause.lifetime}"))
        if clause.audiences:
            steps += audience_steps(c, "seen", symbol.seen.who, {})
            if isinstance(symbol.type, SetType):
                steps += audience_steps(c, "counted", symbol.counted.who, {})
        return tuple(steps)


def _truth_holds(c: Context, clause: s.KeepClause, symbol: KeepSymbol) -> tr.Condition:
    """Return the condition that a kept value of type truth is true."""
    slots: list[tuple[str, tr.Phrase]] = []
    for n, (dimension, t) in enumerate(zip(clause.dimensions, symbol.dims, strict=True), 1):
        known = dimension.name is not None
        value = c.variable(c.model.binds[dimension]) if known else tr.LocalPhrase(tr.LocalName(c.owner, "#", t))
        slots.append((str(n), value))
        if dimension.name is not None:
            slots.append((dimension.name.text, value))
    return tr.Says(tr.LexiconKey(symbol.name), tuple(slots), "")


def _initial(c: Context, clause: s.KeepClause, initial: s.Expr) -> tr.StepTree:
    if c.is_truth(initial):
        if isinstance(initial, s.Truth):
            return tr.StepTree("first-yes" if initial.value else "first-no")
        return tr.StepTree("first-whether", {"condition": c.condition(initial)})
    if isinstance(initial, s.Nothing) or (isinstance(initial, s.SetLiteral) and not initial.items):
        return tr.StepTree("first-nothing")
    return tr.StepTree("first-value", {"value": c.phrase(initial)})


def kept_type(c: Context, node: s.TypeExpr, t: Type) -> tuple[str, dict[str, tr.TreeArgument]]:
    """Return the name of the message that states the type of a kept value, and the message's arguments."""
    noun, source = type_phrase(c, node)
    args: dict[str, tr.TreeArgument] = {"type": tr.ComposedPhrase("of-type", {"noun": noun, "source": source or ""})}
    match t:
        case TruthType():
            return "keep-truth", {}
        case OptionType():
            return "keep-optional", args
        case SetType():
            return "keep-set", {"noun": noun}
    return "keep", args


@clause_handler(s.PositionClause)
def _position(c: Context, clause: s.PositionClause) -> Sentences:
    parts: list[tr.Phrase] = []
    for part in clause.parts:
        symbol = c.model.symbols.get(part.text)
        if part.text == "active":
            parts.append(tr.ComposedPhrase("active-part"))
        else:
            kind = "place" if isinstance(symbol, PlaceSymbol) else "keep"
            parts.append(titled_clause(kind, part.text))
    same = tr.StepTree("position", {"parts": tr.Listed(tuple(parts), "and")})
    if clause.capacity is None:
        return (same,)
    return (same, tr.StepTree("position-most", {"n": c.phrase(clause.capacity)}))


# ---------------------------------------------------------------------------------------- options and rulesets in words


@clause_handler(s.OptionClause)
def _option(c: Context, clause: s.OptionClause) -> Sentences:
    symbol = c.model.symbols[clause.name.text]
    assert isinstance(symbol, OptionSymbol)
    value = constant_phrase(symbol.type, symbol.value)
    kind = "ruling" if clause.ruling else "option"
    if clause.range is not None:
        low, high = c.phrase(clause.range.low), c.phrase(clause.range.high)
        return (tr.StepTree(f"{kind}-number", {"low": low, "high": high}), tr.StepTree("option-now", {"value": value}))
    name = clause.name.text
    answers = tuple(
        tr.StepTree("answer", {"title": tr.Called(tr.LexiconKey(name, i.name.text), (), "", value="title")})
        for i in clause.items
    )
    return (tr.StepTree(kind, {}, answers, bullets=True), tr.StepTree("option-now", {"value": value}))


@clause_handler(s.RulesetClause)
def _ruleset(c: Context, clause: s.RulesetClause) -> Sentences:
    settings = []
    for setting in clause.settings:
        option = titled_clause("option", setting.name.text)
        settings.append(tr.StepTree("setting", {"option": option, "value": answer_phrase(c, setting)}))
    return (tr.StepTree("ruleset", {}, tuple(settings), bullets=True),)


def answer_phrase(c: Context, setting: s.Setting) -> tr.Phrase:
    """Return the answer to an option as a phrase: a number, or the title of the answer."""
    symbol = c.model.symbols.get(setting.name.text)
    value = setting.value
    if isinstance(value, s.Number):
        return number_phrase(value.value)
    if isinstance(value, s.Ref) and isinstance(symbol, OptionSymbol) and isinstance(symbol.type, DomainType):
        return tr.Called(tr.LexiconKey(setting.name.text, value.name.text), (), "", value="title")
    return c.phrase(value)
