"""Lowers expressions with bound variables: quantifiers, set comprehensions, ranges and `reach`; and the domains of
their binders.

The domain of a binder (a type, range, set, optional value or place) becomes a loop of the machine. The variable of this
loop is not always the value of the binder. For a stack, it is a position in the stack. For an optional value, the loop
runs once or never.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from attrs import frozen

from ...model.symbols import DomainSymbol, LocalSymbol, PlaceSymbol
from ...model.types import INT32, DomainType, NumberType, OptionType, SetType
from ...syntax import nodes as s
from .. import program as m
from . import bags, places
from .builder import Builder
from .env import Env
from .expression_lowering import ExpressionLowering
from .value_encoding import ONE, ZERO, add, bounds, conjunction, convert, item_bounds, kind, op


@frozen
class Loop:
    """A loop of the machine for a binder of the rulebook.

    The local `name` takes the values of `over`. `env` is the environment inside the loop, in which the binder's
    `symbol` is bound. For a place or bag with equal pieces, the loop is over kinds of pieces: `weight` is the number of
    pieces of the current kind, and `present` is true if it is not 0. `prelude` is a local with its value, which is
    evaluated once before the loop. `plain`: the value of `name` is also the value of the binder."""

    name: str
    over: m.LoopDomain
    env: Env
    symbol: LocalSymbol
    present: m.Expr | None = None
    weight: m.Expr | None = None
    prelude: tuple[str, m.Expr] | None = None
    plain: bool = True

    def around(self, body: m.Expr) -> m.Expr:
        return body if self.prelude is None else m.Bind(*self.prelude, body)

    def result(self, found: m.Expr) -> m.Expr:
        """Return the binder's value if the loop's variable has the value `found`."""
        value = self.env.locals[self.symbol]
        return found if self.plain else m.Bind(self.name, found, value)


class Domainer:
    def __init__(self, ex: ExpressionLowering) -> None:
        self.ex = ex

    def loop(self, binder: s.Binder, env: Env) -> Loop:
        return self.loop_over(binder.domain, self.ex.model.binds[binder], env)

    def loop_over(self, domain: s.Expr, symbol: LocalSymbol, env: Env) -> Loop:
        inner, name = env.local(symbol)
        value = m.Local(name)
        ref = self.ex.model.refs.get(domain)
        if isinstance(ref, DomainSymbol):
            return Loop(name, m.LoopDomain(ZERO, m.Const(len(ref.domain) - 1)), inner, symbol)
        if isinstance(domain, s.Range):
            return Loop(
                name, m.LoopDomain(self.ex.value(domain.low, env), self.ex.value(domain.high, env)), inner, symbol
            )
        if isinstance(ref, PlaceSymbol) and isinstance(domain, s.Ref | s.Index):
            return self.over_place(self.ex.spot(domain, env), name, symbol, env)
        type_ = self.ex.type(domain)
        if isinstance(ref, LocalSymbol) and ref.bag is not None:
            copies = bags.amount(env.locals[ref], ref.bag, value)
            present = bags.holds(env.locals[ref], ref.bag, value)
            return Loop(name, m.LoopDomain(ZERO, m.Const(bounds(symbol.type)[1])), inner, symbol, present, copies)
        if isinstance(type_, SetType):
            low = item_bounds(type_.item)[0]
            over = m.LoopDomain(within=self.ex.value(domain, env))
            if low == 0:
                return Loop(name, over, inner, symbol)
            return Loop(name, over, env.bind(symbol, add(value, low)), symbol, plain=False)
        assert isinstance(type_, OptionType), type_
        return self.over_option(self.ex.value(domain, env), item_bounds(type_.item)[0], name, symbol, env)

    def among(self, domain: s.Expr, symbol: LocalSymbol, env: Env) -> m.Expr | None:
        """Return the domain as a set of the machine, if it is a set whose members are encoded like the values of the
        symbol. Otherwise return None."""
        ref = self.ex.model.refs.get(domain)
        if isinstance(ref, DomainSymbol) or isinstance(domain, s.Range):
            return None
        if isinstance(ref, PlaceSymbol) and isinstance(domain, s.Ref | s.Index):
            spot = self.ex.spot(domain, env)
            return m.Load(spot.cell, spot.index) if places.is_set(spot.place) else None
        type_ = self.ex.type(domain)
        if not isinstance(type_, SetType):
            return None
        (low, high), (least, most) = item_bounds(type_.item), bounds(symbol.type)
        return self.ex.value(domain, env) if low == least == 0 and high <= most else None

    def over_option(self, value: m.Expr, low: int, name: str, symbol: LocalSymbol, env: Env) -> Loop:
        """Return a loop over an optional value. It runs once if there is a value, otherwise never."""
        held = env.fresh(f"#in {name}")
        over = m.LoopDomain(ONE, m.IfElse(m.Local(held), ONE, ZERO))
        inner = env.bind(symbol, add(m.Local(held), low - 1))
        return Loop(f"#once {name}", over, inner, symbol, prelude=(held, value), plain=False)

    def over_place(self, spot: places.Spot, name: str, symbol: LocalSymbol, env: Env) -> Loop:
        place, inner = spot.place, env.bind(symbol, m.Local(name))
        if place.form == "one":
            return self.over_option(m.Load(spot.cell, spot.index), 0, name, symbol, env)
        if places.is_set(place):
            return Loop(name, m.LoopDomain(within=m.Load(spot.cell, spot.index)), inner, symbol)
        if place.form == "heap":
            copies = m.Load(spot.cell, (*spot.index, m.Local(name)))
            over = m.LoopDomain(ZERO, m.Const(len(place.piece) - 1))
            return Loop(name, over, inner, symbol, op("gt", copies, ZERO), copies)
        over = m.LoopDomain(ZERO, op("sub", m.RingSize(spot.cell, spot.index), ONE))
        piece = op("sub", m.RingAt(spot.cell, spot.index, m.Local(name)), ONE)
        return Loop(name, over, env.bind(symbol, piece), symbol, plain=False)

    def contains(self, domain: s.Expr, item: s.Expr, env: Env) -> m.Expr:
        """Return the expression for the condition `item in domain`."""
        type_ = self.ex.type(item)
        value = self.ex.value(item, env)
        ref = self.ex.model.refs.get(domain)
        if isinstance(type_, OptionType):
            if isinstance(ref, DomainSymbol):
                return op("ne", value, ZERO)
            symbol = LocalSymbol("#m", type_.item or NumberType(0, 0))
            held = env.fresh("#item")
            test = self.member(domain, add(m.Local(held), bounds(symbol.type)[0] - 1), symbol, env)
            inside = op("ne", m.Local(held), ZERO)
            return m.Bind(held, value, inside if test is None else op("and", inside, test))
        symbol = LocalSymbol("#m", type_)
        test = self.member(domain, value, symbol, env)
        # if the test is always true, evaluate the item nevertheless: that may fault
        return m.Bind(env.fresh("#item"), value, ONE) if test is None else test

    def member(self, domain: s.Expr, value: m.Expr, symbol: LocalSymbol, env: Env) -> m.Expr | None:
        """Return the condition that `value` is a member of a domain; None if it always is. The value has the type of
        the symbol."""
        ref = self.ex.model.refs.get(domain)
        if isinstance(ref, DomainSymbol):
            return None
        if isinstance(domain, s.Range):
            least, most = self.ex.value(domain.low, env), self.ex.value(domain.high, env)
            whole = isinstance(symbol.type, NumberType) and (symbol.type.low, symbol.type.high)
            if whole and (least, most) == (m.Const(whole[0]), m.Const(whole[1])):
                return None
            return op("and", op("le", least, value), op("le", value, most))
        if isinstance(ref, PlaceSymbol) and isinstance(domain, s.Ref | s.Index):
            return places.holds(self.ex.spot(domain, env), value)
        if isinstance(ref, LocalSymbol) and ref.bag is not None:
            return bags.holds(env.locals[ref], ref.bag, value)
        type_ = self.ex.type(domain)
        found = self.ex.value(domain, env)
        if isinstance(type_, OptionType):
            low = item_bounds(type_.item)[0]
            return op("eq", found, add(value, 1 - low))
        assert isinstance(type_, SetType)
        low, high = item_bounds(type_.item)
        offset = add(value, -low)
        if isinstance(symbol.type, DomainType):
            return m.Has(found, offset)
        at_low, at_high = bounds(symbol.type)
        if low <= at_low and at_high <= high:
            return m.Has(found, offset)
        inside = op("and", op("le", m.Const(low), value), op("le", value, m.Const(high)))
        return op("and", inside, m.Has(found, offset))


class LoopLowering(ExpressionLowering):
    """The base class that adds expressions with bound variables to expression lowering. `domains` makes loops from the
    domains of binders."""

    def __init__(self, b: Builder) -> None:
        super().__init__(b)
        self.domains = Domainer(self)


LOWEST, HIGHEST = INT32


def quantifier(ex: LoopLowering, node: s.Quantified, env: Env) -> m.Expr:
    match node.kind:
        case "sum" if isinstance(type_ := ex.type(node), SetType):
            return union_over(ex, node, type_, env)
        case "some" | "all" | "count" | "sum":
            return fold_over(ex, node, node.binders, env)
        case "the":
            return pick_one(ex, node, env, "only")
        case "any":
            return pick_one(ex, node, env, "first")
    return extreme(ex, node, env)


def condition(ex: LoopLowering, loop: Loop, *wheres: s.Expr | None) -> m.Expr | None:
    """Return the condition that a value of a loop must meet before the loop's body is evaluated for it. Return None if
    all values meet it."""
    tests = [ex.truth(where, loop.env) for where in wheres if where is not None]
    return conjunction(tests if loop.present is None else [loop.present, *tests])


Body = Callable[[Env], m.Expr | None]
"""Returns the body of the innermost loop, given its environment."""
Wrap = Callable[[Loop, m.Expr | None, m.Expr | None], m.Expr]
"""Returns the expression of one loop, given its condition and its body."""


def nest(
    ex: LoopLowering,
    node: s.Quantified | s.SetComprehension,
    binders: Sequence[s.Binder],
    env: Env,
    body: Body,
    wrap: Wrap,
) -> m.Expr:
    """Return a loop for each binder, nested. The innermost loop has the condition of the node."""
    binder, *others = binders
    loop = ex.domains.loop(binder, env)
    if others:
        where = condition(ex, loop, binder.where)
        inner: m.Expr | None = nest(ex, node, others, loop.env, body, wrap)
    else:
        where = condition(ex, loop, binder.where, node.where)
        inner = body(loop.env)
    return loop.around(wrap(loop, where, inner))


def fold_over(ex: LoopLowering, node: s.Quantified, binders: Sequence[s.Binder], env: Env) -> m.Expr:
    """Return a `some`, `all`, count or sum over one or more binders."""

    def body(inner: Env) -> m.Expr | None:
        return None if node.body is None else ex.value(node.body, inner)

    def wrap(loop: Loop, where: m.Expr | None, inner: m.Expr | None) -> m.Expr:
        kind_: m.FoldKind = node.kind  # type: ignore[assignment]  # callers pass only kinds that `Fold` has
        if loop.weight is not None and kind_ in ("count", "sum"):
            inner = loop.weight if inner is None else op("mul", loop.weight, inner)
        if kind_ == "count" and inner is not None:
            kind_ = "sum"
        return m.Fold(kind_, loop.name, loop.over, where, inner)

    return nest(ex, node, binders, env, body, wrap)


def union_over(ex: LoopLowering, node: s.Quantified, type_: SetType, env: Env) -> m.Expr:
    """Return the union of the sets that are the body's values for all values of the binders."""
    assert node.body is not None
    body = partial(ex.fit, node.body, type_)
    return nest(ex, node, node.binders, env, body, partial(build_set, type_))


def build_set(type_: SetType, loop: Loop, where: m.Expr | None, image: m.Expr | None) -> m.Expr:
    image = None if image == m.Local(loop.name) else image
    return m.SetBuild(kind(type_), loop.name, loop.over, where, image)


def pick_one(ex: LoopLowering, node: s.Quantified, env: Env, kind_: m.FoldKind) -> m.Expr:
    loop = ex.domains.loop(node.binders[0], env)
    where = condition(ex, loop, node.where)
    symbol = ex.model.binds[node.binders[0]]
    low = bounds(symbol.type)[0]
    if kind_ == "only":
        fault = ex.b.fault("E707", env.clause, "`the` wants exactly one, and there is none or more than one", node.span)
        return loop.around(loop.result(m.Fold("only", loop.name, loop.over, where, fault=fault)))
    # `none` is outside the range of the loop's values; as a result, it means that no value passed the tests
    none = m.Const(max(LOWEST, low - 1) if loop.plain else -1)
    found = m.Fold("first", loop.name, loop.over, where, otherwise=none)
    value = convert(loop.result(m.Local("#f")), symbol.type, ex.type(node))
    if loop.plain and low == 0:
        return loop.around(add(m.Fold("first", loop.name, loop.over, where, otherwise=m.Const(-1)), 1))
    return loop.around(m.Bind("#f", found, m.IfElse(op("eq", m.Local("#f"), none), ZERO, value)))


def extreme(ex: LoopLowering, node: s.Quantified, env: Env) -> m.Expr:
    """Return the largest or smallest value of the body. If no value passes the tests, the loop over a single binder
    gives the value of `otherwise` or faults. Nested loops give a mark, which is outside the range of the body."""
    assert node.body is not None
    message = f"`{node.kind}` of nothing: no value passes, and there is no `otherwise`"
    fault = ex.b.fault("E708", env.clause, message, node.span)
    otherwise = None if node.otherwise is None else ex.value(node.otherwise, env)
    kind_: m.FoldKind = "most" if node.kind == "most" else "least"
    low, high = bounds(ex.type(node.body))
    mark = m.Const(max(LOWEST, low - 1) if kind_ == "most" else min(HIGHEST, high + 1))
    single = len(node.binders) == 1

    def wrap(loop: Loop, where: m.Expr | None, inner: m.Expr | None) -> m.Expr:
        if single:
            failing = fault if otherwise is None else None
            return m.Fold(kind_, loop.name, loop.over, where, inner, otherwise, failing)
        return m.Fold(kind_, loop.name, loop.over, where, inner, mark)

    found = nest(ex, node, node.binders, env, partial(ex.value, node.body), wrap)
    if single:
        return found
    empty = m.Check(ZERO, fault, ZERO) if otherwise is None else otherwise
    return m.Bind("#b", found, m.IfElse(op("eq", m.Local("#b"), mark), empty, m.Local("#b")))


def comprehension(ex: LoopLowering, node: s.SetComprehension, env: Env) -> m.Expr:
    type_ = ex.type(node)
    assert isinstance(type_, SetType) and type_.item is not None
    item = type_.item

    def image(inner: Env) -> m.Expr:
        value = inner.locals[ex.model.binds[node.binders[0]]] if node.image is None else ex.fit(node.image, item, inner)
        return add(value, -item_bounds(item)[0])

    return nest(ex, node, node.binders, env, image, partial(build_set, type_))


def range_set(ex: LoopLowering, node: s.Range, env: Env) -> m.Expr:
    type_ = ex.type(node)
    low = item_bounds(type_.item)[0] if isinstance(type_, SetType) else 0
    over = m.LoopDomain(ex.value(node.low, env), ex.value(node.high, env))
    image = None if low == 0 else add(m.Local("#"), -low)
    return m.SetBuild(kind(type_), "#", over, None, image)


def reach(ex: LoopLowering, node: s.Reach, env: Env) -> m.Expr:
    type_ = ex.type(node)
    assert isinstance(type_, SetType) and type_.item is not None
    low = item_bounds(type_.item)[0]
    symbol = ex.model.binds[node]
    outer, source = env.local(symbol)
    if low:  # the machine's `Reach` has members from 0, which are `low` less than the values
        outer = outer.bind(symbol, add(m.Local(source), low))
    target = ex.model.binds[(node, "target")]
    loop = ex.domains.loop_over(node.domain, target, outer)
    where = condition(ex, loop, node.where)
    seed = ex.fit(node.seed, type_, env)
    if loop.plain and loop.prelude is None and low == 0:
        return m.Reach(kind(type_), seed, source, loop.name, loop.over, where)
    within = loop.around(m.SetBuild(kind(type_), loop.name, loop.over, where, add(loop.env.locals[target], -low)))
    return m.Reach(kind(type_), seed, source, "#t", m.LoopDomain(within=within))
