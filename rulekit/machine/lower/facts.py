"""Lowering of facts, invariants and figures to functions.

The exceptions of a fact become arms of a conditional: highest rank first; within a rank, those that are `over` others
first.
"""

from __future__ import annotations

from typing import cast

from ...check.precedence import by_rank
from ...model.naming import value_text
from ...model.symbols import FactSymbol, LocalSymbol
from ...model.types import DomainType, NumberType, SetType, TruthType, Type
from ...syntax import nodes as s
from .. import program as m
from .env import Env
from .lowering_context import LoweringContext
from .value_encoding import ONE, ZERO, bounds, kind, op


def facts(cx: LoweringContext) -> None:
    for placed in cx.model.rulebook.clauses:
        symbol = cx.model.symbols.get(placed.clause.name.text)
        if isinstance(symbol, FactSymbol) and symbol.clause is placed.clause:
            cx.b.functions[f"fact {symbol.name}"] = fact(cx, symbol)


def fact(cx: LoweringContext, symbol: FactSymbol) -> m.Function:
    id_ = f"fact {symbol.name}"
    env, params = parameters(Env(id_, id_), symbol.params)
    clause = symbol.clause
    assert clause.value is not None
    exceptions = exceptions_of(cx, symbol)
    if clause.combining == "add":
        body = sum_of_exceptions(cx, symbol, exceptions, clause.value, env, params)
    else:
        body = cx.ex.fit(clause.value, symbol.result, env)
        if clause.combining is not None:
            body = combine_exceptions(cx, symbol, exceptions, body, params)
        elif exceptions:
            body = with_exceptions(cx, symbol, exceptions, body, params)
    fault = cx.fault("E705", id_, f"nested deeper than {symbol.nested}", clause) if symbol.nested else 0
    return m.Function(id_, id_, params, kind(symbol.result), body, symbol.nested, fault)


def parameters(env: Env, symbols: tuple[LocalSymbol, ...]) -> tuple[Env, tuple[m.Parameter, ...]]:
    found = []
    for symbol in symbols:
        env, name = env.local(symbol)
        size = kind(symbol.type)
        found.append(m.Parameter(name, size) if size else m.Parameter(name, size, *bounds(symbol.type)))
    return env, tuple(found)


def exceptions_of(cx: LoweringContext, symbol: FactSymbol) -> list[s.ExceptionClause]:
    """Return the exceptions of a fact in order of precedence: by rank, then by `over`, then as written."""
    found = [
        p.clause
        for p in cx.model.rulebook.clauses
        if isinstance(p.clause, s.ExceptionClause) and p.clause.fact.text == symbol.name
    ]
    return by_rank(found, cx.model.rulebook.ranks)


def arm(
    cx: LoweringContext, symbol: FactSymbol, exception: s.ExceptionClause, params: tuple[m.Parameter, ...]
) -> tuple[m.Expr, m.Expr]:
    """Return the condition under which an exception applies, and its value."""
    guard, env = holds(cx, symbol, exception, params)
    return guard, cx.ex.fit(exception.value, symbol.result, env)


def holds(
    cx: LoweringContext, symbol: FactSymbol, exception: s.ExceptionClause, params: tuple[m.Parameter, ...]
) -> tuple[m.Expr, Env]:
    """Return the condition under which an exception applies, and an environment with the exception's own parameter
    names."""
    env = Env(f"exception {exception.name.text}", f"fact {symbol.name}")
    for name, param in zip(exception.params, params, strict=False):
        env = env.bind(cx.model.binds[name], m.Local(param.name))
    guard = cx.weaver.guard(exception, exception.where, env)
    return (ONE if guard is None else guard), env


def with_exceptions(
    cx: LoweringContext,
    symbol: FactSymbol,
    exceptions: list[s.ExceptionClause],
    base: m.Expr,
    params: tuple[m.Parameter, ...],
) -> m.Expr:
    result = base
    arms = [arm(cx, symbol, e, params) for e in exceptions]
    for guard, value in reversed(arms):
        result = value if guard == ONE else m.IfElse(guard, value, result)
    for i, exception in enumerate(exceptions):
        if not exception.never_both:
            continue
        for j, other in enumerate(exceptions):
            if j == i or rank_of(other) != rank_of(exception):
                continue
            fault = cx.fault(
                "E712",
                f"exception {exception.name.text}",
                f"it holds together with exception {other.name.text}",
                exception,
            )
            both = op("and", arms[i][0], arms[j][0])
            differ = op("not", same(arms[i][1], arms[j][1], kind(symbol.result)))
            result = m.Check(op("not", op("and", both, differ)), fault, result)
    return result


def rank_of(exception: s.ExceptionClause) -> str:
    return "" if exception.rank is None else exception.rank.text


def same(a: m.Expr, b: m.Expr, size: int) -> m.Expr:
    return m.Compare("same", a, b) if size else op("eq", a, b)


def sum_of_exceptions(
    cx: LoweringContext,
    symbol: FactSymbol,
    exceptions: list[s.ExceptionClause],
    usual: s.Expr,
    env: Env,
    params: tuple[m.Parameter, ...],
) -> m.Expr:
    """Return the usual value plus the values of all exceptions that apply, clamped to the fact's floor and ceiling.
    Single summands may lie outside the fact's range, but the sum may not (E702)."""
    result = cx.ex.value(usual, env)
    low, high = bounds(cx.ex.type(usual))
    for exception in exceptions:
        guard, inner = holds(cx, symbol, exception, params)
        value, (least, most) = cx.ex.value(exception.value, inner), bounds(cx.ex.type(exception.value))
        result = op("add", result, value if guard == ONE else m.IfElse(guard, value, ZERO))
        low, high = low + min(0, least), high + max(0, most)
    for limit, last, name in ((symbol.clause.ceiling, min, "min"), (symbol.clause.floor, max, "max")):
        if limit is not None:
            result = op(cast(m.NumberOp, name), result, cx.ex.value(limit, env))
            low, high = map(last, (low, high), bounds(cx.ex.type(limit)))
    wanted = symbol.result
    assert isinstance(wanted, NumberType)
    return cx.ex.within(result, NumberType(low, high), wanted, symbol.clause, env)


def combine_exceptions(
    cx: LoweringContext,
    symbol: FactSymbol,
    exceptions: list[s.ExceptionClause],
    base: m.Expr,
    params: tuple[m.Parameter, ...],
) -> m.Expr:
    """Return the usual value combined with every exception that applies, by the fact's `combining`. For sets, `any` is
    the union and `all` the intersection."""
    how = symbol.clause.combining or ""
    result = base
    for exception in exceptions:
        guard, value = arm(cx, symbol, exception, params)
        if guard == ONE:
            result = together(how, result, value, symbol)
        else:
            both = together(how, m.Local("#r"), value, symbol)
            result = m.Bind("#r", result, m.IfElse(guard, both, m.Local("#r")))
    return result


def together(how: str, a: m.Expr, b: m.Expr, symbol: FactSymbol) -> m.Expr:
    if isinstance(symbol.result, SetType):
        return m.SetOp("union" if how == "any" else "common", a, b)
    names: dict[str, m.NumberOp] = {"most": "max", "least": "min", "any": "or", "all": "and"}
    return op(names[how], a, b)


def invariants(cx: LoweringContext) -> tuple[m.Invariant, ...]:
    found = []
    for placed in cx.model.rulebook.clauses:
        clause = placed.clause
        if isinstance(clause, s.InvariantClause):
            name = f"{clause.when} {clause.name.text}"
            env = Env(placed.id, placed.id)
            body = cx.ex.truth(clause.condition, env)
            cx.b.origins.truths[name] = (clause.condition, env)
            cx.b.functions[name] = m.Function(name, placed.id, (), m.NUMBER, body)
            found.append(m.Invariant(clause.name.text, clause.when, name))
    return tuple(found)


def figures(cx: LoweringContext) -> tuple[m.MeasuredFigure, ...]:
    """Lower the figures, which are measured at the end of each game. They add only functions, tables and faults to the
    machine."""
    printed = dict(cx.b.domains)
    found = tuple(figure(cx, p.id, p.clause) for p in cx.model.rulebook.clauses if isinstance(p.clause, s.FigureClause))
    cx.b.domains = printed  # figures print no values, so drop the printed domains that lowering them added
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
    """Return the printed names of a dimension's members, in order."""
    match type_:
        case DomainType(domain):
            return domain.labels
        case NumberType(low, high):
            return tuple(value_text(type_, number) for number in range(low, high + 1))
    raise AssertionError(f"no dimension of {type_}")
