"""What is in the box, in words: enumerations, tables, pieces, boards, places, kept values, options."""

from __future__ import annotations

from ...model.symbols import DomainSymbol, KeepSymbol, LocalSymbol, OptionSymbol, PlaceSymbol
from ...model.types import Domain, DomainType, OptionType, SetType, TruthType, Type
from ...syntax import nodes as s
from ...syntax.traversal import inside
from ..tree import (
    GRID,
    Called,
    ComposedPhrase,
    Condition,
    ConstantPhrase,
    LexiconKey,
    Listed,
    LocalName,
    Member,
    Noun,
    Phrase,
    Says,
    StepTree,
    TableTree,
    TreeArgument,
)
from .effect_steps import audience_steps
from .member_phrases import bound_member as bound
from .phrases import constant_phrase, member_phrase, number_phrase, type_phrase
from .tree_context import Context, sentences_of

Sentences = tuple[StepTree | TableTree, ...]
MOST_ROWS = 120
"""Rows of a table that follow from others are listed up to so many."""


def _domain(c: Context, clause: s.Clause) -> Domain:
    symbol = c.model.symbols[clause.name.text]
    assert isinstance(symbol, DomainSymbol)
    return symbol.domain


@sentences_of(s.EnumClause)
def _enum(c: Context, clause: s.EnumClause) -> Sentences:
    domain = _domain(c, clause)
    items = tuple(ConstantPhrase(LexiconKey(domain.name, label), "enum") for label in domain.labels)
    return (StepTree("enum-turning" if clause.turning else "enum", {"items": Listed(items, "and")}),)


@sentences_of(s.TableClause)
def _table(c: Context, clause: s.TableClause) -> Sentences:
    domain = _domain(c, clause)
    noun = Noun(LexiconKey(domain.name))
    if clause.binders:
        with c.scope():
            members = [bound(c, binder) for binder in clause.binders]
            args: dict[str, TreeArgument] = {"noun": noun, "members": Listed(tuple(members), "and")}
            if clause.where is not None:
                return (StepTree("table-each-where", {**args, "condition": c.condition(clause.where)}),)
            return (StepTree("table-each", args),)
    head: tuple[Phrase, ...] = (
        noun,
        *(ComposedPhrase("column", {"noun": Noun(LexiconKey(domain.name, f.name))}) for f in domain.fields),
    )
    rows = tuple(
        (member_phrase(domain, n), *(constant_phrase(f.type, f.values[n]) for f in domain.fields))
        for n in range(len(domain))
    )
    untitled = all(row.item.title is None for row in clause.rows)
    if untitled and c.has_names(noun.word):  # by their attributes, which stand in the other columns
        return (TableTree(head[1:], tuple(row[1:] for row in rows)),)
    return (TableTree(head, rows),)


@sentences_of(s.PieceClause)
def _piece(c: Context, clause: s.PieceClause) -> Sentences:
    domain = _domain(c, clause)
    noun = Noun(LexiconKey(domain.name))
    with c.scope():
        steps: list[StepTree] = []
        for field in clause.fields:
            of, bounds = type_phrase(c, field.type)
            named = Noun(LexiconKey(domain.name, field.name.text))
            kind = bounds is None and c.alike(named, of)
            args: dict[str, TreeArgument] = {"field": named, "type": of}
            if not kind:
                args["type"] = ComposedPhrase("of-type", {"noun": of, "source": bounds or ""})
            fun = "attribute-kind" if kind else "attribute"
            steps.append(StepTree(f"{fun}-open" if field.open else fun, args))
        if clause.fields and clause.population is not None:
            for field in clause.fields:
                if field in c.model.binds:
                    c.declare(field)
        if clause.population is None:
            how_many = StepTree("any-number", {"noun": noun})
        elif not clause.fields:
            how_many = StepTree("copies", {"noun": noun, "n": c.phrase(clause.population)})
        else:
            how_many = StepTree("copies-each", {"noun": noun, "n": c.phrase(clause.population)})
    total = domain.population
    sums: tuple[StepTree, ...] = ()
    if total and clause.fields and all(n is not None for n in total):
        sums = (StepTree("in-all", {"noun": noun, "n": sum(n for n in total if n is not None)}),)
    head = (StepTree("attributes", {"noun": noun}, tuple(steps), bullets=True),) if steps else ()
    return (*head, how_many, *sums)


@sentences_of(s.BoardClause)
def _board(c: Context, clause: s.BoardClause) -> Sentences:
    noun = Noun(LexiconKey(clause.name.text))
    domain = _domain(c, clause)
    more = (StepTree("board-wrapped"),) if clause.wrapped else ()
    if clause.shape == "graph":
        assert domain.board is not None
        rows = tuple(
            (
                member_phrase(domain, n),
                Listed(tuple(member_phrase(domain, o) for o in sorted(domain.board.adjacent[n])), "and"),
            )
            for n in range(len(domain))
        )
        return (StepTree("board-graph", {"noun": noun}), TableTree((noun, ComposedPhrase("column-neighbours")), rows))
    assert clause.width is not None
    if clause.shape == "open":
        return (StepTree("board-open", {"noun": noun, "n": c.phrase(clause.width)}),)
    args: dict[str, TreeArgument] = {
        "noun": noun,
        "width": c.phrase(clause.width),
        "height": c.phrase(clause.height or clause.width),
    }
    if clause.where is not None:
        more = (_kept(c, clause.where), *more)
    return (StepTree(f"board-{clause.shape}", args), *more)


def _kept(c: Context, where: s.Expr) -> StepTree:
    """Which of a grid's fields there are, by their column and row: names that no author gave."""
    with c.scope():
        for symbol in dict.fromkeys(c.symbol(ref) for ref in inside(where, s.Ref)):
            if isinstance(symbol, LocalSymbol) and symbol.name in ("column", "row"):
                c.enter(symbol, symbol.name, symbol.type, GRID)
        return StepTree("board-where", {"condition": c.condition(where)})


# -------------------------------------------------------------------------------------- places and what is remembered


def indexed(c: Context, clause: s.PlaceClause | s.KeepClause | s.FigureClause) -> tuple[Phrase, ...]:
    """One for each of these; what the index is called is in sight from here on."""
    each: list[Phrase] = []
    for dimension in clause.dimensions:
        noun, source = type_phrase(c, dimension.type)
        if dimension.name is not None:
            each.append(Member(c.declare(dimension), noun, source))
        else:
            each.append(ComposedPhrase("every-noun", {"noun": noun, "source": source or ""}))
    return tuple(each)


@sentences_of(s.PlaceClause)
def _place(c: Context, clause: s.PlaceClause) -> Sentences:
    symbol = c.model.symbols[clause.name.text]
    assert isinstance(symbol, PlaceSymbol)
    with c.scope():
        each = indexed(c, clause)
        args: dict[str, TreeArgument] = {"noun": Noun(LexiconKey(symbol.piece.name))}
        form = f"place-{clause.form}"
        steps = (
            [StepTree(form, args)] if not each else [StepTree(f"{form}-each", {**args, "each": Listed(each, "and")})]
        )
        if clause.capacity is not None:
            steps.append(StepTree("at-most-there", {"n": c.phrase(clause.capacity), **args}))
        said = {one.what for one in clause.audiences}
        if said:
            steps += audience_steps(c, "lies-seen", symbol.seen.who, {})
            if "counted" in said or clause.form != "one":
                steps += audience_steps(c, "counted", symbol.counted.who, {})
        return tuple(steps)


@sentences_of(s.KeepClause)
def _keep(c: Context, clause: s.KeepClause) -> Sentences:
    symbol = c.model.symbols[clause.name.text]
    assert isinstance(symbol, KeepSymbol)
    with c.scope():
        each = indexed(c, clause)
        kind, args = held(c, clause.type, symbol.type)
        if kind == "keep-truth" and c.has_sentence(LexiconKey(symbol.name)):
            kind, args = "keep-whether", {"condition": _so(c, clause, symbol)}
        if each:
            steps = [StepTree(f"{kind}-each", {**args, "each": Listed(each, "and")})]
        else:
            steps = [StepTree(kind, args)]
        if clause.initial is not None:
            steps.append(_initial(c, clause, clause.initial))
        if clause.lifetime != "game":
            steps.append(StepTree(f"again-each-{clause.lifetime}"))
        if clause.audiences:
            steps += audience_steps(c, "seen", symbol.seen.who, {})
            if isinstance(symbol.type, SetType):
                steps += audience_steps(c, "counted", symbol.counted.who, {})
        return tuple(steps)


def _so(c: Context, clause: s.KeepClause, symbol: KeepSymbol) -> Condition:
    """That a truth which is remembered is so."""
    slots: list[tuple[str, Phrase]] = []
    for n, (dimension, t) in enumerate(zip(clause.dimensions, symbol.dims, strict=True), 1):
        known = dimension.name is not None
        value = c.variable(c.model.binds[dimension]) if known else c.variable_of(LocalName(c.owner, "#", t))
        slots.append((str(n), value))
        if dimension.name is not None:
            slots.append((dimension.name.text, value))
    return Says(LexiconKey(symbol.name), tuple(slots), "")


def _initial(c: Context, clause: s.KeepClause, initial: s.Expr) -> StepTree:
    if c.is_truth(initial):
        if isinstance(initial, s.Truth):
            return StepTree("first-yes" if initial.value else "first-no")
        return StepTree("first-whether", {"condition": c.condition(initial)})
    if isinstance(initial, s.Nothing) or (isinstance(initial, s.SetLiteral) and not initial.items):
        return StepTree("first-nothing")
    return StepTree("first-value", {"value": c.phrase(initial)})


def held(c: Context, node: s.TypeExpr, t: Type) -> tuple[str, dict[str, TreeArgument]]:
    """What kind of value is remembered."""
    noun, source = type_phrase(c, node)
    args: dict[str, TreeArgument] = {"type": ComposedPhrase("of-type", {"noun": noun, "source": source or ""})}
    match t:
        case TruthType():
            return "keep-truth", {}
        case OptionType():
            return "keep-optional", args
        case SetType():
            return "keep-set", {"noun": noun}
    return "keep", args


@sentences_of(s.PositionClause)
def _position(c: Context, clause: s.PositionClause) -> Sentences:
    parts: list[Phrase] = []
    for part in clause.parts:
        symbol = c.model.symbols.get(part.text)
        if part.text == "active":
            parts.append(ComposedPhrase("active-part"))
        else:
            kind = "place" if isinstance(symbol, PlaceSymbol) else "keep"
            parts.append(Called(LexiconKey(part.text), (), f"{kind} {part.text}", value="quoted"))
    same = StepTree("position", {"parts": Listed(tuple(parts), "and")})
    if clause.capacity is None:
        return (same,)
    return (same, StepTree("position-most", {"n": c.phrase(clause.capacity)}))


# ---------------------------------------------------------------------------------------------- options and rulesets


@sentences_of(s.OptionClause)
def _option(c: Context, clause: s.OptionClause) -> Sentences:
    symbol = c.model.symbols[clause.name.text]
    assert isinstance(symbol, OptionSymbol)
    value = constant_phrase(symbol.type, symbol.value)
    kind = "ruling" if clause.ruling else "option"
    if clause.range is not None:
        low, high = c.phrase(clause.range.low), c.phrase(clause.range.high)
        return (StepTree(f"{kind}-number", {"low": low, "high": high}), StepTree("option-now", {"value": value}))
    name = clause.name.text
    answers = tuple(
        StepTree("answer", {"title": Called(LexiconKey(name, i.name.text), (), "", value="title")})
        for i in clause.items
    )
    return (StepTree(kind, {}, answers, bullets=True), StepTree("option-now", {"value": value}))


@sentences_of(s.RulesetClause)
def _ruleset(c: Context, clause: s.RulesetClause) -> Sentences:
    settings = []
    for setting in clause.settings:
        option = Called(LexiconKey(setting.name.text), (), f"option {setting.name.text}", value="quoted")
        settings.append(StepTree("setting", {"option": option, "value": answer(c, setting)}))
    return (StepTree("ruleset", {}, tuple(settings), bullets=True),)


def answer(c: Context, setting: s.Setting) -> Phrase:
    """What an option is set to: a number, or the title of an answer."""
    symbol = c.model.symbols.get(setting.name.text)
    value = setting.value
    if isinstance(value, s.Number):
        return number_phrase(value.value)
    if isinstance(value, s.Ref) and isinstance(symbol, OptionSymbol) and isinstance(symbol.type, DomainType):
        return Called(LexiconKey(setting.name.text, value.name.text), (), "", value="title")
    return c.phrase(value)
