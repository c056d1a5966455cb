"""Builders of the clauses that rules of play are made of, with their items, rows, attributes, parameters and heads.

Each has as many parameters as its production has parts (`builder_table.py`).  Examples, invariants and figures are
`proof.py`'s, chapters, words and looks `readers.py`'s, the header and the edits of a book `books.py`'s, what stands in
bodies `statements.py`'s and `moves.py`'s.
"""

from __future__ import annotations

from typing import Any, Final, Literal, cast

from ...diagnostics import Diagnostic, Help, RulekitError, Span
from .. import nodes as s
from .builder_table import builds
from .expressions import Binders, split
from .statements import StatementBlock, way_of
from .twice import once

Params = tuple[s.Param, ...]
Fields = tuple[s.Field, ...]

UNSAID: Final = object()
"""What `to be said` is until its clause is built."""


@builds("to_be_said")
def to_be_said(at: Span) -> object:
    return UNSAID


@builds("item", "answer")
def item(at: Span, name: s.Name | s.Item, *rest: Any) -> s.Item:
    if isinstance(name, s.Item):
        return name
    title, cites = rest
    return s.Item(name, title, cites, span=at)


@builds("enum")
def enum(at: Span, name: s.Name, turning: str | None, tags: s.Tags, items: tuple[s.Item, ...]) -> s.EnumClause:
    return s.EnumClause(turning is not None, items, name=name, tags=tags, span=at)


@builds("field")
def field(at: Span, name: s.Name, kind: s.TypeExpr, open_: str | None) -> s.Field:
    return s.Field(name, kind, open_ is not None, span=at)


@builds("row")
def row(at: Span, first: s.Item, *cells: s.Expr) -> s.Row:
    return s.Row(first, cells, span=at)


@builds("table_rows")
def table_rows(at: Span, name: s.Name, fields: Fields, tags: s.Tags, *rows: s.Row) -> s.TableClause:
    return s.TableClause(fields, rows, (), None, name=name, tags=tags, span=at)


@builds("table_each")
def table_each(at: Span, name: s.Name, binders: Binders, tags: s.Tags) -> s.TableClause:
    return s.TableClause((), (), *split(binders), name=name, tags=tags, span=at)


@builds("table_unsaid")
def table_unsaid(at: Span, name: s.Name, fields: Fields, unsaid: object, tags: s.Tags) -> s.TableClause:
    return s.TableClause(fields, (), (), None, False, name=name, tags=tags, span=at)


@builds("each")
def each(at: Span, number: s.Expr) -> s.Expr:
    return number


@builds("one_each")
def one_each(at: Span) -> s.Expr:
    return s.Number(1, span=at)


@builds("any_number")
def any_number(at: Span) -> None:
    return None


@builds("piece")
def piece(at: Span, name: s.Name, fields: Fields, tags: s.Tags, population: Any) -> s.PieceClause:
    said = population is not UNSAID
    return s.PieceClause(fields, population if said else None, said, name=name, tags=tags, span=at)


@builds("board_grid")
def board_grid(
    at: Span, name: s.Name, tags: s.Tags, width: s.Expr, height: s.Expr, kind: str | None, where: s.Expr | None
) -> s.BoardClause:
    words = (kind or "").replace(",", " ").split()
    shape = cast(Literal["square", "hexagonal", "triangular"], next((w for w in words if w != "wrapped"), "square"))
    return s.BoardClause(shape, width, height, "wrapped" in words, (), where, name=name, tags=tags, span=at)


@builds("board_of_side")
def board_of_side(
    at: Span, name: s.Name, tags: s.Tags, outline: str, side: s.Expr, where: s.Expr | None
) -> s.BoardClause:
    return s.BoardClause(cast(Any, outline), side, None, False, (), where, name=name, tags=tags, span=at)


@builds("board_open")
def board_open(at: Span, name: s.Name, tags: s.Tags, tiles: s.Expr) -> s.BoardClause:
    return s.BoardClause("open", tiles, None, False, (), name=name, tags=tags, span=at)


@builds("board_graph")
def board_graph(at: Span, name: s.Name, tags: s.Tags, *rows: s.Row) -> s.BoardClause:
    return s.BoardClause("graph", None, None, False, rows, name=name, tags=tags, span=at)


@builds("dim", "figure_dim")
def dim(at: Span, name: s.Name | None, kind: s.TypeExpr) -> s.Dimension:
    return s.Dimension(name, kind, span=at)


@builds("capacity")
def capacity(at: Span, limit: s.Expr) -> tuple[str, Span, s.Expr]:
    return "at most", at, limit


@builds("place")
def place(
    at: Span, name: s.Name, dims: tuple[s.Dimension, ...] | None, tags: s.Tags, form: str, of: s.Name, *extras: Any
) -> s.PlaceClause:
    limit = once(at, [extra for extra in extras if not isinstance(extra, s.SeenBy)]).get("at most")
    audiences = tuple(extra for extra in extras if isinstance(extra, s.SeenBy))
    shape = cast(Literal["one", "heap", "row", "stack"], form.split()[0])
    return s.PlaceClause(dims or (), shape, of, limit, audiences, name=name, tags=tags, span=at)


@builds("each_turn")
def each_turn(at: Span) -> tuple[str, Span, str]:
    return "each", at, "turn"


@builds("each_round")
def each_round(at: Span) -> tuple[str, Span, str]:
    return "each", at, "round"


@builds("keep")
def keep(
    at: Span,
    name: s.Name,
    dims: tuple[s.Dimension, ...] | None,
    tags: s.Tags,
    kind: s.TypeExpr,
    initial: s.Expr | None,
    *extras: Any,
) -> s.KeepClause:
    life = once(at, [extra for extra in extras if not isinstance(extra, s.SeenBy)]).get("each", "game")
    audiences = tuple(extra for extra in extras if isinstance(extra, s.SeenBy))
    return s.KeepClause(dims or (), kind, initial, life, audiences, name=name, tags=tags, span=at)


@builds("position")
def position(at: Span, name: s.Name, tags: s.Tags, parts: tuple[s.Name, ...], most: s.Expr | None) -> s.PositionClause:
    return s.PositionClause(parts, most, name=name, tags=tags, span=at)


@builds("option_items")
def option_items(at: Span, kind: str, name: s.Name, tags: s.Tags, *rest: Any) -> s.OptionClause:
    items = rest[0] if isinstance(rest[0], tuple) else rest
    return s.OptionClause(kind == "ruling", items, None, None, name=name, tags=tags, span=at)


@builds("option_range")
def option_range(
    at: Span, kind: str, name: s.Name, tags: s.Tags, low: s.Expr, high: s.Expr, default: s.Expr
) -> s.OptionClause:
    span = low.span.to(high.span)
    between = s.RangeType(low, high, span=span)
    return s.OptionClause(kind == "ruling", (), between, default, name=name, tags=tags, span=at)


@builds("setting")
def setting(at: Span, name: s.Name, value: s.Expr) -> s.Setting:
    return s.Setting(name, value, span=at)


@builds("ruleset")
def ruleset(at: Span, name: s.Name, tags: s.Tags, *settings: s.Setting) -> s.RulesetClause:
    return s.RulesetClause(settings, name=name, tags=tags, span=at)


@builds("param")
def param(at: Span, name: s.Name, kind: s.TypeExpr) -> s.Param:
    return s.Param(name, kind, span=at)


@builds("fact_said", "fact_unsaid")
def fact(
    at: Span,
    name: s.Name,
    params: Params | None,
    result: s.TypeExpr | None,
    nested: s.Expr | None,
    *rest: Any,
) -> s.FactClause:
    combining, floor, ceiling, *parts = rest
    (tags,) = (part for part in parts if isinstance(part, s.Tags))
    (value,) = (part for part in parts if part is not tags)
    how = cast(Any, combining.split()[1] if combining else None)
    limit = floor or ceiling
    if limit is not None and how != "add":
        message = f"this keeps a sum within bounds, and `combining {how}` makes no sum"
        raise RulekitError(Diagnostic("E104", message, limit.span, help=(Help("leave it out"),)))
    said = None if value is UNSAID else value
    return s.FactClause(params or (), result, nested, how, floor, ceiling, said, name=name, tags=tags, span=at)


@builds("rank_of")
def rank_of(at: Span, name: s.Name) -> tuple[str, Span, s.Name]:
    return "rank", at, name


@builds("over_of")
def over_of(at: Span, names: tuple[s.Name, ...]) -> tuple[str, Span, tuple[s.Name, ...]]:
    return "over", at, names


@builds("never_both")
def never_both(at: Span) -> tuple[str, Span, bool]:
    return "never both", at, True


@builds("exception")
def exception(
    at: Span, name: s.Name, of: s.Name, params: tuple[s.Pattern, ...] | None, where: s.Expr | None, *rest: Any
) -> s.ExceptionClause:
    *extras, tags, value = rest
    said = once(at, extras)
    rank, over, both = said.get("rank"), said.get("over", ()), said.get("never both", False)
    return s.ExceptionClause(of, params or (), where, rank, over, both, value, name=name, tags=tags, span=at)


@builds("at_any_time")
def at_any_time(at: Span, where: s.Expr | None) -> tuple[s.Expr | None]:
    return (where,)


@builds("choice")
def choice(at: Span, name: s.Name, any_time: tuple[s.Expr | None] | None, tags: s.Tags) -> s.ChoiceClause:
    where = None if any_time is None else any_time[0]
    return s.ChoiceClause(any_time=any_time is not None, where=where, name=name, tags=tags, span=at)


@builds("action")
def action(at: Span, name: s.Name, of: s.Name, tags: s.Tags, body: StatementBlock) -> s.ActionClause:
    return s.ActionClause(of, body, name=name, tags=tags, span=at)


@builds("procedure_said")
def procedure_said(
    at: Span,
    name: s.Name,
    params: Params | None,
    result: s.TypeExpr | None,
    nested: s.Expr | None,
    tags: s.Tags,
    body: StatementBlock,
) -> s.ProcedureClause:
    return s.ProcedureClause(params or (), result, nested, body, name=name, tags=tags, span=at)


@builds("procedure_unsaid")
def procedure_unsaid(
    at: Span,
    name: s.Name,
    params: Params | None,
    result: s.TypeExpr | None,
    nested: s.Expr | None,
    unsaid: object,
    tags: s.Tags,
) -> s.ProcedureClause:
    return s.ProcedureClause(params or (), result, nested, None, name=name, tags=tags, span=at)


@builds("answered")
def answered(at: Span, start: s.Expr, way: str | None) -> tuple[str, Span, tuple[s.Expr, str | None]]:
    return "answered", at, (start, way)


@builds("rank_order")
def rank_order(at: Span) -> tuple[str, Span, bool]:
    return "in rank order", at, True


@builds("nested_of")
def nested_of(at: Span, limit: s.Expr) -> tuple[str, Span, s.Expr]:
    return "nested", at, limit


@builds("event")
def event(at: Span, name: s.Name, params: Params | None, *rest: Any) -> s.EventClause:
    *extras, tags = rest
    said = once(at, extras)
    start, way = said.get("answered", (None, None))
    ranked, nested = said.get("in rank order", False), said.get("nested")
    return s.EventClause(params or (), start, way_of(way), ranked, nested, name=name, tags=tags, span=at)


@builds("head_member")
def head_member(at: Span, base: s.Name, name: s.Name) -> s.Attribute:
    return s.Attribute(s.Ref(base, span=base.span), name, span=at)


@builds("when")
def when(
    at: Span,
    name: s.Name,
    params: tuple[s.Pattern, ...] | None,
    seat: s.Name | None,
    where: s.Expr | None,
    reveals: str | None,
) -> s.When:
    return s.When(name, params or (), seat, where, reveals is not None, span=at)


@builds("whenever")
def whenever(at: Span, binder: s.Binder | None, condition: s.Expr, reveals: str | None) -> s.Whenever:
    return s.Whenever(binder, condition, reveals is not None, span=at)


@builds("at_step")
def at_step(
    at: Span,
    how: str,
    procedure: s.Name,
    params: tuple[s.Pattern, ...] | None,
    step: s.Name,
    where: s.Expr | None,
    reveals: str | None,
) -> s.AtStep:  # seven: one for each part of the form
    when = cast(Literal["before", "after", "instead of"], how)
    return s.AtStep(when, procedure, params or (), step, where, reveals is not None, span=at)


@builds("rule")
def rule(at: Span, name: s.Name, trigger: s.When | s.Whenever | s.AtStep, *rest: Any) -> s.RuleClause:
    *extras, tags, body = rest
    said = once(at, extras)
    return s.RuleClause(trigger, said.get("rank"), said.get("over", ()), body, name=name, tags=tags, span=at)


@builds("flow")
def flow(at: Span, tags: s.Tags, body: StatementBlock) -> s.FlowClause:
    name = s.Name("flow", span=Span(at.source, at.start, at.start + len("flow")))
    return s.FlowClause(body, name=name, tags=tags, span=at)
