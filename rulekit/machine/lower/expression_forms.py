"""Lowering of expressions: from a syntax tree with types, and an environment, to expressions of the machine.

This file has the lowering of each form. `expression_lowering.py` converts between encodings, `builtins.py` has the
built-in functions, and `quantify.py` the forms with bound variables.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import prod

from attrs import evolve

from ...diagnostics import RulekitError
from ...model.partial_evaluation import JOINS
from ...model.symbols import (
    Bag,
    BuiltinSymbol,
    ConstantSymbol,
    ConstructorSymbol,
    DomainSymbol,
    FactSymbol,
    FieldSymbol,
    KeepSymbol,
    LocalSymbol,
    OptionSymbol,
    PlaceSymbol,
    PositionSymbol,
    ProcedureSymbol,
)
from ...model.types import Domain, DomainType, NumberType, OptionType, SetType, Type
from ...syntax import nodes as s
from ...syntax.operators import COMPARISONS, OPERATORS
from .. import program as m
from . import bags, builtins, places, quantify
from .builder import Builder, check_table
from .env import Env
from .expression_lowering import ExpressionLowering
from .quantify import LoopLowering
from .value_encoding import ZERO, add, bounds, convert, encode_constant, item_bounds, kind, op

SET_OPS = {"+": "union", "-": "minus", "&": "common"}


class Expressions(LoopLowering):
    """Lowers expressions of all forms. The method `possible` is set by `decisions.py`, which itself needs this
    class."""

    def __init__(self, b: Builder) -> None:
        super().__init__(b)
        self.possible: Callable[[s.Call, Env], m.Expr]

    def value(self, node: s.Expr, env: Env) -> m.Expr:
        made = self.form(node, env)
        if self.b.clause_origins is not None:
            self.b.clause_origins.note(made, env.clause)
        return made

    def form(self, node: s.Expr, env: Env) -> m.Expr:
        match node:
            case s.Number():
                return m.Const(node.value)
            case s.Truth():
                return m.Const(int(node.value))
            case s.Nothing():
                return ZERO
            case s.Ref() | s.Index():
                return self.reference(node, env)
            case s.Call():
                return self.call(node, env)
            case s.Attribute():
                return self.attribute(node, env)
            case s.Unary():
                return op("not" if node.op == "not" else "neg", self.value(node.item, env))
            case s.Binary():
                return self.binary(node, env)
            case s.Conditional():
                return self.conditional(node, env)
            case s.Quantified():
                return quantify.quantifier(self, node, env)
            case s.SetLiteral():
                return self.set_literal(node, env)
            case s.SetComprehension():
                return quantify.comprehension(self, node, env)
            case s.Range():
                return quantify.range_set(self, node, env)
            case s.Reach():
                return quantify.reach(self, node, env)
            case s.After():
                return self.after(node, env)
            case s.LetExpression():
                inner, name = env.local(self.model.binds[node])
                return m.Bind(name, self.value(node.value, env), self.value(node.body, inner))
            case s.TimesSeen():
                position = self.model.refs[node.name]
                assert isinstance(position, PositionSymbol)
                return m.Seen(position.name)
            case s.EndOf():
                return places.end_of(self.spot(node.place, env), node.end)

    def reference(self, node: s.Ref | s.Index, env: Env) -> m.Expr:
        symbol = self.model.refs[node]
        match symbol:
            case LocalSymbol(bag=None):
                return env.locals[symbol]
            case LocalSymbol(type=SetType(item), bag=Bag() as bag):
                return bags.sorts(env.locals[symbol], bag, item_bounds(item)[1] + 1)
            case ConstantSymbol():
                return m.Const(symbol.index)
            case OptionSymbol():
                return m.Const(symbol.value)
            case KeepSymbol():
                args = node.args if isinstance(node, s.Index) else ()
                return m.Load(symbol.name, self.index(args, symbol.dims, env))
            case PlaceSymbol():
                spot = self.spot(node, env)
                if symbol.form == "one":
                    return m.Load(spot.cell, spot.index)
                return places.contents(spot)
            case FactSymbol():
                return m.Call(f"fact {symbol.name}", ())
            case DomainSymbol():
                return m.SetConst(len(symbol.domain), (1 << len(symbol.domain)) - 1)
            case BuiltinSymbol(name="me"):
                return env.player()
            case BuiltinSymbol(name="active"):
                return m.Load(m.ACTIVE)
            case BuiltinSymbol(name="ended"):
                return m.Load(m.ENDED)
            case BuiltinSymbol(name="winners"):
                n = self.b.players
                won = op("gt", m.Load(m.PAYOFF, (m.Local("#w"),)), ZERO)
                return m.SetBuild(n, "#w", m.LoopDomain(ZERO, m.Const(n - 1)), won)
            case BuiltinSymbol(name="players"):
                return m.Const(self.b.players)
        raise AssertionError(f"{symbol} is no value")

    def arguments(self, call: s.Call, params: tuple[LocalSymbol, ...], env: Env) -> tuple[m.Expr, ...]:
        """Return the arguments of a call as machine expressions, in the order of the parameters."""
        given = self.model.arguments[call]
        return tuple(self.fit(value, p.type, env) for value, p in zip(given, params, strict=True))

    def call(self, node: s.Call, env: Env) -> m.Expr:
        """Return the machine expression for a call of a fact, a constructor or a built-in function."""
        symbol = self.model.refs[node]
        if isinstance(symbol, FactSymbol):
            return m.Call(f"fact {symbol.name}", self.arguments(node, symbol.params, env))
        if isinstance(symbol, ConstructorSymbol):
            return member_with_attributes(self, node, symbol.type.domain, env)
        assert isinstance(symbol, BuiltinSymbol), symbol
        if symbol.name == "possible":
            return self.possible(node, env)
        try:
            return builtins.lower(self, symbol.name, node, env)
        except RulekitError as error:  # a table is too large: add the clause and its location to the message
            told = [
                d if d.span else evolve(d, message=f"{env.clause}: {d.message}", span=node.span)
                for d in error.diagnostics
            ]
            raise RulekitError(*told) from None

    def attribute(self, node: s.Attribute, env: Env) -> m.Expr:
        symbol = self.model.refs[node]
        if isinstance(symbol, ConstantSymbol):
            return m.Const(symbol.index)
        assert isinstance(symbol, FieldSymbol)
        domain, field = symbol.domain, symbol.domain.fields[symbol.field]
        table = self.b.table(
            f"{domain.name}.{field.name}",
            (len(domain),),
            kind(field.type),
            [encode_constant(v, field.type) for v in field.values],
        )
        base, base_type = self.value(node.base, env), self.type(node.base)
        if not isinstance(base_type, OptionType):
            return m.Lookup(table, (base,))
        found = convert(m.Lookup(table, (add(m.Local("#o"), -1),)), field.type, self.type(node))
        return m.Bind("#o", base, m.IfElse(m.Local("#o"), found, ZERO))

    # -------------------------------------------------------------------------------------------------------- operators

    def binary(self, node: s.Binary, env: Env) -> m.Expr:
        left, right = self.type(node.left), self.type(node.right)
        code: m.NumberOp = OPERATORS[node.op].code  # type: ignore[assignment]  # `code` is declared as any text
        if node.op in JOINS:
            return op(code, self.truth(node.left, env), self.truth(node.right, env))
        if node.op in ("in", "not in"):
            inside = self.domains.contains(node.right, node.left, env)
            return inside if node.op == "in" else op("not", inside)
        if node.op == "within":
            size = self.common(left, right)
            return m.Compare("within", self.fit(node.left, size, env), self.fit(node.right, size, env))
        if node.op in COMPARISONS:
            shared = self.common(left, right)
            a, b = self.fit(node.left, shared, env), self.fit(node.right, shared, env)
            if isinstance(shared, SetType):
                same = m.Compare("same", a, b)
                return same if node.op == "==" else op("not", same)
            return op(code, a, b)
        result = self.type(node)
        if isinstance(result, SetType):
            # only `-` and `&` may drop members of the right set; they are not in the result
            a, b = (convert(self.value(n, env), self.type(n), result) for n in (node.left, node.right))
            return m.SetOp(SET_OPS[node.op], a, b)  # type: ignore[arg-type]  # SET_OPS has only operators of SetOp
        value = op(code, self.value(node.left, env), self.value(node.right, env))
        if isinstance(result, DomainType):
            return op("mod", value, m.Const(len(result.domain)))
        return value

    def common(self, left: Type, right: Type) -> Type:
        """Return a type that contains the values of both types, so that they can be compared in its encoding."""
        if isinstance(left, SetType) and isinstance(right, SetType):
            if left.item is None or right.item is None:
                return left if right.item is None else right
            return SetType(self.common_item(left.item, right.item))
        if isinstance(left, OptionType) or isinstance(right, OptionType):
            a = left.item if isinstance(left, OptionType) else left
            b = right.item if isinstance(right, OptionType) else right
            if isinstance(a, NumberType) and isinstance(b, NumberType):
                return OptionType(self.common_item(a, b))
            return OptionType(a or b)  # type: ignore[arg-type]  # the check allows no optional sets
        if isinstance(left, NumberType) and isinstance(right, NumberType):
            return self.common_item(left, right)
        return left

    @staticmethod
    def common_item(a: NumberType | DomainType, b: NumberType | DomainType) -> NumberType | DomainType:
        if isinstance(a, NumberType) and isinstance(b, NumberType):
            return NumberType(min(a.low, b.low), max(a.high, b.high))
        return a

    def conditional(self, node: s.Conditional, env: Env) -> m.Expr:
        result = self.type(node)
        condition = self.truth(node.condition, env)
        if isinstance(condition, m.Const):
            return self.fit(node.then if condition.value else node.otherwise, result, env)
        return m.IfElse(condition, self.fit(node.then, result, env), self.fit(node.otherwise, result, env))

    # ------------------------------------------------------------------------------------------------- sets and `after`

    def member(self, node: s.Expr, set_type: Type, env: Env) -> m.Expr:
        """Return a value as a member of a set of type `set_type`. Members are encoded as the distance from the lowest
        value that the set may contain."""
        assert isinstance(set_type, SetType) and set_type.item is not None
        return add(self.fit(node, set_type.item, env), -item_bounds(set_type.item)[0])

    def set_literal(self, node: s.SetLiteral, env: Env) -> m.Expr:
        type_ = self.type(node)
        if not node.items or not isinstance(type_, SetType) or type_.item is None:
            return m.SetConst(kind(type_), 0)
        items = tuple(self.member(item, type_, env) for item in node.items)
        if all(isinstance(i, m.Const) for i in items):
            return m.SetConst(kind(type_), sum(1 << v for v in {i.value for i in items if isinstance(i, m.Const)}))
        return m.SetOf(kind(type_), items)

    def after(self, node: s.After, env: Env) -> m.Expr:
        symbol = self.model.refs[node.call]
        assert isinstance(symbol, ProcedureSymbol)
        args = (*self.arguments(node.call, symbol.params, env), env.player())
        return m.After(f"procedure {symbol.name}", args, self.value(node.body, env))


def member_with_attributes(ex: ExpressionLowering, node: s.Call, domain: Domain, env: Env) -> m.Expr:
    parts, sizes = [], []
    for field, value in zip(domain.fields, ex.model.arguments[node], strict=True):
        low, high = bounds(field.type)
        parts.append(add(ex.fit(value, field.type, env), -low))
        sizes.append(high - low + 1)
    rows = list(zip(*(_offsets(domain, i) for i in range(len(sizes))), strict=True)) if sizes else [()]
    if len(domain) == prod(sizes) and rows == list(product(*map(range, sizes))):
        total: m.Expr = ZERO
        for part, size in zip(parts, sizes, strict=True):
            total = part if total == ZERO else op("add", op("mul", total, m.Const(size)), part)
        return total
    check_table(f"{domain.sort} {domain.name}", "which member has given attributes", prod(sizes))
    numbers = dict(zip(rows, range(1, len(rows) + 1), strict=True))
    values = [numbers.get(index, 0) for index in product(*map(range, sizes))]
    found = m.Lookup(ex.b.table(f"{domain.name}.members", tuple(sizes), m.NUMBER, values), tuple(parts))
    fault = ex.b.fault("E706", env.clause, f"{domain.name} has no member with these attributes", node.span)
    return m.Bind("#m", found, m.Check(m.Local("#m"), fault, add(m.Local("#m"), -1)))


def _offsets(domain: Domain, place: int) -> list[int]:
    """Return the attribute number `place` of each member of a domain, encoded as its distance from the lowest value of
    the attribute's type."""
    field = domain.fields[place]
    return [encode_constant(value, field.type) - bounds(field.type)[0] for value in field.values]
