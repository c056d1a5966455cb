"""Lowering of facts, invariants and figures to functions.

The exceptions of a fact become the arms of a conditional expression. Those of the highest rank come first. Within a
rank, an exception comes before those that it is `over`.
"""

from __future__ import annotations

from itertools import permutations
from typing import cast

from attrs import frozen

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
    exceptions = FactExceptions(cx, symbol, params)
    if clause.combining == "add":
        body = exceptions.added_to(clause.value, env)
    else:
        usual = cx.ex.fit(clause.value, symbol.result, env)
        body = exceptions.prevailing_over(usual) if clause.combining is None else exceptions.combined_with(usual)
    fault = cx.fault("E705", id_, f"nested deeper than {symbol.nested}", clause) if symbol.nested else 0
    return m.Function(id_, id_, params, kind(symbol.result), body, symbol.nested, fault)


def parameters(env: Env, symbols: tuple[LocalSymbol, ...]) -> tuple[Env, tuple[m.Parameter, ...]]:
    found = []
    for symbol in symbols:
        env, name = env.local(symbol)
        size = kind(symbol.type)
        found.append(m.Parameter(name, size) if size else m.Parameter(name, size, *bounds(symbol.type)))
    return env, tuple(found)


@frozen
class FactExceptions:
    """The exceptions of one fact. They are lowered inside the fact's function, whose parameters are `params`."""

    cx: LoweringContext
    symbol: FactSymbol
    params: tuple[m.Parameter, ...]

    @property
    def clauses(self) -> list[s.ExceptionClause]:
        """Return the exceptions of the fact in order of precedence: by rank, within a rank by `over`, then in written
        order."""
        rulebook = self.cx.model.rulebook
        found = [
            p.clause
            for p in rulebook.clauses
            if isinstance(p.clause, s.ExceptionClause) and p.clause.fact.text == self.symbol.name
        ]
        return by_rank(found, rulebook.ranks)

    def holds(self, exception: s.ExceptionClause) -> tuple[m.Expr, Env]:
        """Return the condition under which an exception applies, and an environment in which the exception's names for
        the parameters are bound."""
        env = Env(f"exception {exception.name.text}", f"fact {self.symbol.name}")
        for name, param in zip(exception.params, self.params, strict=False):  # an exception may name no parameters
            env = env.bind(self.cx.model.binds[name], m.Local(param.name))
        guard = self.cx.weaver.guard(exception, exception.where, env)
        return (ONE if guard is None else guard), env

    def arm(self, exception: s.ExceptionClause) -> tuple[m.Expr, m.Expr]:
        """Return the condition under which an exception applies, and its value."""
        guard, env = self.holds(exception)
        return guard, self.cx.ex.fit(exception.value, self.symbol.result, env)

    def prevailing_over(self, usual: m.Expr) -> m.Expr:
        """Return the value of the first exception that applies or, if none does, the usual value. An exception marked
        `never both` faults (E712) if another of its rank also applies and has a different value."""
        result, clauses = usual, self.clauses
        arms = [self.arm(exception) for exception in clauses]
        for guard, value in reversed(arms):
            result = value if guard == ONE else m.IfElse(guard, value, result)
        is_set = kind(self.symbol.result) != m.NUMBER
        for (one, (holds, a)), (other, (too, b)) in permutations(zip(clauses, arms, strict=True), 2):
            if one.never_both and _rank(one) == _rank(other):
                told = f"it holds together with exception {other.name.text}"
                fault = self.cx.fault("E712", f"exception {one.name.text}", told, one)
                differ = op("not", m.Compare("same", a, b) if is_set else op("eq", a, b))
                result = m.Check(op("not", op("and", op("and", holds, too), differ)), fault, result)
        return result

    def added_to(self, usual: s.Expr, env: Env) -> m.Expr:
        """Return the sum of the usual value and the values of all exceptions that apply, limited by the fact's floor
        and ceiling. If the sum is outside the fact's range, it faults (E702); its summands may be outside."""
        ex, clause, wanted = self.cx.ex, self.symbol.clause, self.symbol.result
        result = ex.value(usual, env)
        low, high = bounds(ex.type(usual))
        for exception in self.clauses:
            guard, inner = self.holds(exception)
            value, (least, most) = ex.value(exception.value, inner), bounds(ex.type(exception.value))
            result = op("add", result, value if guard == ONE else m.IfElse(guard, value, ZERO))
            low, high = low + min(0, least), high + max(0, most)
        for limit, last, name in ((clause.ceiling, min, "min"), (clause.floor, max, "max")):
            if limit is not None:
                result = op(cast(m.NumberOp, name), result, ex.value(limit, env))
                low, high = map(last, (low, high), bounds(ex.type(limit)))
        assert isinstance(wanted, NumberType)
        return ex.within(result, NumberType(low, high), wanted, clause, env)

    def combined_with(self, usual: m.Expr) -> m.Expr:
        """Return the usual value combined with the values of all exceptions that apply, in the way that the fact's
        `combining` says."""
        result = usual
        for guard, value in map(self.arm, self.clauses):
            if guard == ONE:
                result = self._together(result, value)
            else:
                both = self._together(m.Local("#r"), value)
                result = m.Bind("#r", result, m.IfElse(guard, both, m.Local("#r")))
        return result

    def _together(self, a: m.Expr, b: m.Expr) -> m.Expr:
        """Return two values combined as the fact says: the larger, the smaller, or for truth values `or` (`any`) and
        `and` (`all`). Of sets, `any` makes the union and `all` the intersection."""
        how = self.symbol.clause.combining or ""
        if isinstance(self.symbol.result, SetType):
            return m.SetOp("union" if how == "any" else "common", a, b)
        names: dict[str, m.NumberOp] = {"most": "max", "least": "min", "any": "or", "all": "and"}
        return op(names[how], a, b)


def _rank(exception: s.ExceptionClause) -> str:
    return "" if exception.rank is None else exception.rank.text


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
    """Return the figures, which are measured at the end of each game. For each, the machine gets a function, and a
    second one if only some games count."""
    printed = dict(cx.b.domains)
    found = tuple(figure(cx, p.id, p.clause) for p in cx.model.rulebook.clauses if isinstance(p.clause, s.FigureClause))
    cx.b.domains = printed  # drop the printed domains that figures added: no player sees values of figures
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
    """Return the printed names of the members of a figure's dimension, in order."""
    match type_:
        case DomainType(domain):
            return domain.labels
        case NumberType(low, high):
            return tuple(value_text(type_, number) for number in range(low, high + 1))
    raise AssertionError(f"no dimension of {type_}")
