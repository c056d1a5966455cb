"""What binders run over: types, ranges, sets, optional values and places, as loops of the machine.

A loop's own variable is not always the binder's value: over a stack it is a position, over an optional value a number
that the loop runs over once or never.
"""

from __future__ import annotations

from attrs import frozen

from ...model.symbols import DomainSymbol, LocalSymbol, PlaceSymbol
from ...model.types import DomainType, NumberType, OptionType, SetType
from ...syntax import nodes as s
from .. import program as m
from . import bags, places
from .builder import Builder
from .encoding import ONE, ZERO, add, bounds, item_bounds, op
from .env import Env
from .expression_lowering import ExpressionLowering


@frozen
class Loop:
    """`name` runs over `over`; inside, `env` knows the binder.

    Of what may be there several times `weight` counts the copies, and `present` is whether there is any.  `prelude` is
    evaluated once before the loop; `plain`: what `name` is, the binder is.
    """

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
        """The binder's value where the loop's variable is `found`."""
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
        """The set that a domain is, where its members stand for the symbol's values as they are; else None."""
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
        """A loop that runs once, over the value's member, or never."""
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
        """`item in domain`."""
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
        return m.Bind(env.fresh("#item"), value, ONE) if test is None else test  # the value may fault all the same

    def member(self, domain: s.Expr, value: m.Expr, symbol: LocalSymbol, env: Env) -> m.Expr | None:
        """Whether `value` (of the symbol's type) lies in a domain; None where it always does."""
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
    """Expressions, with what binders in them run over."""

    def __init__(self, b: Builder) -> None:
        super().__init__(b)
        self.domains = Domainer(self)
