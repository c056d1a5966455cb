"""Bags: what was picked from where pieces may be alike.  A bag is kept as a set of copies: of the sort y with at most k
copies in it, n are kept as k·y, …, k·y + n - 1.

`Supply` says how many copies of each sort can be picked, be it out of a place or out of a bag.
"""

from __future__ import annotations

from attrs import frozen

from ...model.symbols import Bag, LocalSymbol, PlaceSymbol
from ...model.types import DomainType, NumberType, SetType
from ...syntax import nodes as s
from .. import program as m
from . import places
from .builder import Builder
from .encoding import ONE, ZERO, add, op
from .env import Env
from .expression_lowering import ExpressionLowering


def cell_type(bag: Bag, sorts: int) -> SetType:
    """The type of the cell that holds a bag."""
    return SetType(NumberType(0, bag.copies * sorts - 1))


def print_domain(b: Builder, symbol: LocalSymbol, bag: Bag) -> str:
    """The name under which a bag's members print: each copy as its sort, the second one as `low (2)`."""
    assert isinstance(symbol.type, SetType) and isinstance(symbol.type.item, DomainType)
    sorts = symbol.type.item.domain
    labels = tuple(f"{label} ({n})" if n > 1 else label for label in sorts.labels for n in range(1, bag.copies + 1))
    return b.add_domain(m.PrintedDomain(f"{sorts.name} in {bag.copies} copies", 0, labels))


def first(bag: Bag, sort: m.Expr) -> m.Expr:
    """The first copy of a sort."""
    return op("mul", sort, m.Const(bag.copies))


def holds(value: m.Expr, bag: Bag, sort: m.Expr) -> m.Expr:
    return m.Has(value, first(bag, sort))


def amount(value: m.Expr, bag: Bag, sort: m.Expr) -> m.Expr:
    """How many copies of a sort are in a bag."""
    over = m.LoopDomain(m.Local("#c"), add(m.Local("#c"), bag.copies - 1))
    return m.Bind("#c", first(bag, sort), m.Fold("count", "#", over, m.Has(value, m.Local("#"))))


def sorts(value: m.Expr, bag: Bag, count: int) -> m.Expr:
    """The set of the sorts in a bag."""
    return m.SetBuild(count, "#", m.LoopDomain(ZERO, m.Const(count - 1)), holds(value, bag, m.Local("#")))


def sort_of(copy: m.Expr, bag: Bag) -> m.Expr:
    return op("div", copy, m.Const(bag.copies))


def full_bag(ex: ExpressionLowering, domain: s.Expr, bag: Bag, count: int, env: Env) -> m.Expr:
    """A bag with all copies that are in a place or bag."""
    there = Supply(ex, domain, bag).there(sort_of(m.Local("#copy"), bag), env)
    within = op("lt", op("mod", m.Local("#copy"), m.Const(bag.copies)), there)
    return m.SetBuild(bag.copies * count, "#copy", m.LoopDomain(ZERO, m.Const(bag.copies * count - 1)), within)


def with_one_less(cell: str, bag: Bag, sort: m.Expr) -> m.Stmt:
    """Takes a copy out of the bag that a cell holds."""
    last = add(op("add", first(bag, sort), amount(m.Load(cell), bag, sort)), -1)
    return m.Insert(cell, (), last, True)


def with_one_more(cell: str, bag: Bag, sort: m.Expr) -> m.Stmt:
    """Puts a copy into the bag that a cell holds."""
    value = m.Load(cell)
    return m.Insert(cell, (), op("add", first(bag, sort), amount(value, bag, sort)))


@frozen
class Supply:
    """The copies in a place or bag, and the bag into which some of them are being picked (None before the first)."""

    ex: ExpressionLowering
    domain: s.Expr
    bag: Bag
    picked: m.Expr | None = None

    def there(self, sort: m.Expr, env: Env) -> m.Expr:
        """How many copies of a sort there are altogether."""
        symbol = self.ex.model.refs.get(self.domain)
        if isinstance(symbol, LocalSymbol):
            assert symbol.bag is not None
            return amount(env.locals[symbol], symbol.bag, sort)
        assert isinstance(symbol, PlaceSymbol) and isinstance(self.domain, s.Ref | s.Index)
        return places.amount(self.ex.spot(self.domain, env), sort)

    def left(self, sort: m.Expr, env: Env) -> m.Expr:
        """How many copies of a sort have not been picked."""
        there = self.there(sort, env)
        return there if self.picked is None else op("sub", there, amount(self.picked, self.bag, sort))

    def after(self, sort: m.Expr, pick: m.Expr, env: Env) -> m.Expr:
        """How many copies of a sort could still follow that pick: picks go upwards, and it takes one itself."""
        return op("sub", self.left(sort, env), m.IfElse(op("eq", sort, pick), ONE, ZERO))


def supply(ex: ExpressionLowering, choose: s.Choose, picked: m.Expr | None = None) -> Supply | None:
    """Where a choice of several things leaves a bag, what it picks from."""
    bag = ex.model.binds[choose.binder].bag
    return None if bag is None else Supply(ex, choose.binder.domain, bag, picked)
