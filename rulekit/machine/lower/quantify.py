"""Lowers expressions with bound variables: quantifiers, set comprehensions, ranges and `reach`; and the domains of
their binders.

The domain of a binder (a type, range, set, optional value or place) becomes a loop of the machine. The variable of this
loop is not always the value of the binder. For a stack, it is a position in the stack. For an optional value, the loop
runs once or never.
"""

from __future__ import annotations

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
        case "sum" if isinstance(ex.type(node), SetType):
            return union_over(ex, node, node.binders, env)
        case "some" | "all" | "count" | "sum":
            return nest_loops(ex, node, node.binders, env)
        case "the":
            return pick_one(ex, node, env, "only")
        case "any":
            return pick_one(ex, node, env, "first")
    return extreme(ex, node, env)


def member_tests(ex: LoopLowering, loop: Loop, binder: s.Binder) -> list[m.Expr]:
    """Return the conditions that a value of a loop must meet before the loop's body is evaluated for it."""
    own = [] if binder.where is None else [ex.truth(binder.where, loop.env)]
    return own if loop.present is None else [loop.present, *own]


def nest_loops(ex: LoopLowering, node: s.Quantified, binders: tuple[s.Binder, ...], env: Env) -> m.Expr:
    """Return a `some`, `all`, count or sum over one or more binders: a loop for each binder, nested. The innermost loop
    has the condition and the body."""
    kind_: m.FoldKind = node.kind  # type: ignore[assignment]  # callers pass only kinds that `Fold` has
    loop = ex.domains.loop(binders[0], env)
    inner = loop.env
    tests = member_tests(ex, loop, binders[0])
    if len(binders) > 1:
        body: m.Expr | None = nest_loops(ex, node, binders[1:], inner)
        kind_ = "sum" if kind_ == "count" else kind_
    else:
        if node.where is not None:
            tests.append(ex.truth(node.where, inner))
        body = None if node.body is None else ex.value(node.body, inner)
    if loop.weight is not None and kind_ in ("count", "sum"):
        body = loop.weight if body is None else op("mul", loop.weight, body)
        kind_ = "sum"
    return loop.around(m.Fold(kind_, loop.name, loop.over, conjunction(tests), body))


def union_over(ex: LoopLowering, node: s.Quantified, binders: tuple[s.Binder, ...], env: Env) -> m.Expr:
    """Return the union of the sets that are the body's values for all values of the binders."""
    loop = ex.domains.loop(binders[0], env)
    tests = member_tests(ex, loop, binders[0])
    type_ = ex.type(node)
    assert node.body is not None and isinstance(type_, SetType)
    if len(binders) > 1:
        body = union_over(ex, node, binders[1:], loop.env)
    else:
        if node.where is not None:
            tests.append(ex.truth(node.where, loop.env))
        body = ex.fit(node.body, type_, loop.env)
    return loop.around(m.SetBuild(kind(type_), loop.name, loop.over, conjunction(tests), body))


def pick_one(ex: LoopLowering, node: s.Quantified, env: Env, kind_: m.FoldKind) -> m.Expr:
    loop = ex.domains.loop(node.binders[0], env)
    tests = [] if loop.present is None else [loop.present]
    if node.where is not None:
        tests.append(ex.truth(node.where, loop.env))
    where = conjunction(tests)
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
    fault = ex.b.fault(
        "E708", env.clause, f"`{node.kind}` of nothing: no value passes, and there is no `otherwise`", node.span
    )
    if len(node.binders) == 1:
        loop = ex.domains.loop(node.binders[0], env)
        tests = [] if loop.present is None else [loop.present]
        if node.where is not None:
            tests.append(ex.truth(node.where, loop.env))
        assert node.body is not None
        otherwise = None if node.otherwise is None else ex.value(node.otherwise, env)
        kind_: m.FoldKind = "most" if node.kind == "most" else "least"
        body = ex.value(node.body, loop.env)
        fold = m.Fold(kind_, loop.name, loop.over, conjunction(tests), body, otherwise, None if otherwise else fault)
        return loop.around(fold)
    assert node.body is not None
    low, high = bounds(ex.type(node.body))
    # `mark` is outside the range of the body; as a result, it means that no value passed the tests
    mark = m.Const(max(LOWEST, low - 1) if node.kind == "most" else min(HIGHEST, high + 1))
    found = extreme_nested(ex, node, node.binders, env, mark)
    empty = ex.value(node.otherwise, env) if node.otherwise is not None else m.Check(ZERO, fault, ZERO)
    return m.Bind("#b", found, m.IfElse(op("eq", m.Local("#b"), mark), empty, m.Local("#b")))


def extreme_nested(
    ex: LoopLowering, node: s.Quantified, binders: tuple[s.Binder, ...], env: Env, mark: m.Const
) -> m.Expr:
    loop = ex.domains.loop(binders[0], env)
    tests = member_tests(ex, loop, binders[0])
    assert node.body is not None
    if len(binders) > 1:
        body = extreme_nested(ex, node, binders[1:], loop.env, mark)
    else:
        if node.where is not None:
            tests.append(ex.truth(node.where, loop.env))
        body = ex.value(node.body, loop.env)
    kind_: m.FoldKind = "most" if node.kind == "most" else "least"
    return loop.around(m.Fold(kind_, loop.name, loop.over, conjunction(tests), body, mark))


def comprehension(ex: LoopLowering, node: s.SetComprehension, env: Env) -> m.Expr:
    type_ = ex.type(node)
    assert isinstance(type_, SetType) and type_.item is not None
    return nest_set_loops(ex, node, node.binders, type_, type_.item, env)


def nest_set_loops(
    ex: LoopLowering,
    node: s.SetComprehension,
    binders: tuple[s.Binder, ...],
    type_: SetType,
    item: NumberType | DomainType,
    env: Env,
) -> m.Expr:
    """Return a set comprehension over one or more binders: a comprehension for each binder, nested. The innermost one
    has the condition and the image. `item` is the type of the set's members."""
    loop = ex.domains.loop(binders[0], env)
    tests = member_tests(ex, loop, binders[0])
    if len(binders) > 1:
        image: m.Expr | None = nest_set_loops(ex, node, binders[1:], type_, item, loop.env)
    else:
        if node.where is not None:
            tests.append(ex.truth(node.where, loop.env))
        low = item_bounds(item)[0]
        if node.image is not None:
            image = add(ex.fit(node.image, item, loop.env), -low)
        else:
            image = add(loop.env.locals[ex.model.binds[node.binders[0]]], -low)
            image = None if image == m.Local(loop.name) else image
    return loop.around(m.SetBuild(kind(type_), loop.name, loop.over, conjunction(tests), image))


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
    tests = [] if loop.present is None else [loop.present]
    if node.where is not None:
        tests.append(ex.truth(node.where, loop.env))
    seed = ex.fit(node.seed, type_, env)
    if loop.plain and loop.prelude is None and low == 0:
        return m.Reach(kind(type_), seed, source, loop.name, loop.over, conjunction(tests))
    within = loop.around(
        m.SetBuild(kind(type_), loop.name, loop.over, conjunction(tests), add(loop.env.locals[target], -low))
    )
    return m.Reach(kind(type_), seed, source, "#t", m.LoopDomain(within=within))
