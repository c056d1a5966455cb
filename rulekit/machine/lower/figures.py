"""Figures as functions: what is measured, and in which games it counts.

They are lowered when all else is there and add functions, tables and faults only, so that the game stays what it is.
"""

from __future__ import annotations

from ...model.naming import value_text
from ...model.symbols import LocalSymbol
from ...model.types import DomainType, NumberType, TruthType, Type
from ...syntax import nodes as s
from .. import program as m
from .encoding import bounds
from .env import Env
from .facts import parameters
from .lowering_context import LoweringContext


def figures(cx: LoweringContext) -> tuple[m.MeasuredFigure, ...]:
    printed = dict(cx.b.domains)
    found = tuple(figure(cx, p.id, p.clause) for p in cx.model.rulebook.clauses if isinstance(p.clause, s.FigureClause))
    cx.b.domains = printed  # nothing in a figure is printed
    return found


def figure(cx: LoweringContext, id_: str, clause: s.FigureClause) -> m.MeasuredFigure:
    symbols = tuple(symbol for d in clause.dimensions if isinstance(symbol := cx.model.binds[d], LocalSymbol))
    env, params = parameters(Env(id_, id_), symbols)
    value = cx.ex.value(clause.value, env)
    cx.b.functions[id_] = m.Function(id_, id_, params, m.NUMBER, value)
    where = None
    if clause.where is not None:
        where = f"{id_} where"
        cx.b.functions[where] = m.Function(where, id_, params, m.NUMBER, cx.ex.truth(clause.where, env))
    return m.MeasuredFigure(
        name=clause.name.text,
        title=clause.tags.title.value if clause.tags.title else "",
        truth=isinstance(cx.model.types[clause.value], TruthType),
        function=id_,
        where=where,
        lows=tuple(bounds(symbol.type)[0] for symbol in symbols),
        labels=tuple(labels(symbol.type) for symbol in symbols),
    )


def labels(type_: Type) -> tuple[str, ...]:
    """What the members of a dimension are called."""
    match type_:
        case DomainType(domain):
            return domain.labels
        case NumberType(low, high):
            return tuple(value_text(type_, number) for number in range(low, high + 1))
    raise AssertionError(f"no dimension of {type_}")
