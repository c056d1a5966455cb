"""Bags: multisets of pieces. A choice whose pieces may be equal picks a bag instead of a set.

The machine represents a bag as a set of copies. If no kind of piece has more than k copies, the n copies of kind y are
the members k·y, …, k·y + n - 1. `Supply` counts the copies of each kind that can still be picked from a place or
another bag.
"""

from __future__ import annotations

from attrs import frozen

from ...model.symbols import Bag, LocalSymbol, PlaceSymbol
from ...model.types import DomainType, NumberType, SetType
from ...syntax import nodes as s
from .. import program as m
from . import places
from .builder import Builder
from .env import Env
from .expression_lowering import ExpressionLowering
from .value_encoding import ONE, ZERO, add, op


def cell_type(bag: Bag, sorts: int) -> SetType:
    """Return the type of the cell that stores a bag (multiset of pieces), if there are `sorts` kinds of pieces."""
    return SetType(NumberType(0, bag.copies * sorts - 1))


def print_domain(b: Builder, symbol: LocalSymbol, bag: Bag) -> str:
    """Return the name of the printed domain for the members of a bag (multiset of pieces). The first copy of a kind
    prints as the name of the kind, the second as `low (2)` if that name is `low`."""
    assert isinstance(symbol.type, SetType) and isinstance(symbol.type.item, DomainType)
    sorts = symbol.type.item.domain
    labels = tuple(f"{label} ({n})" if n > 1 else label for label in sorts.labels for n in range(1, bag.copies + 1))
    return b.add_domain(m.PrintedDomain(f"{sorts.name} in {bag.copies} copies", 0, labels))


def first(bag: Bag, sort: m.Expr) -> m.Expr:
    """Return the expression for the first copy of the kind `sort` in a bag (multiset of pieces), as a member of the set
    that represents the bag."""
    return op("mul", sort, m.Const(bag.copies))


def holds(value: m.Expr, bag: Bag, sort: m.Expr) -> m.Expr:
    return m.Has(value, first(bag, sort))


def amount(value: m.Expr, bag: Bag, sort: m.Expr) -> m.Expr:
    """Return the expression for the number of copies of the kind `sort` in `value`, a bag (multiset of pieces)."""
    over = m.LoopDomain(m.Local("#c"), add(m.Local("#c"), bag.copies - 1))
    return m.Bind("#c", first(bag, sort), m.Fold("count", "#", over, m.Has(value, m.Local("#"))))


def sorts(value: m.Expr, bag: Bag, count: int) -> m.Expr:
    """Return the expression for the set of kinds of pieces in `value`, a bag (multiset of pieces). `count` is the
    number of kinds that exist."""
    return m.SetBuild(count, "#", m.LoopDomain(ZERO, m.Const(count - 1)), holds(value, bag, m.Local("#")))


def sort_of(copy: m.Expr, bag: Bag) -> m.Expr:
    return op("div", copy, m.Const(bag.copies))


def full_bag(ex: ExpressionLowering, domain: s.Expr, bag: Bag, count: int, env: Env) -> m.Expr:
    """Return the expression for the bag (multiset of pieces) of all pieces in `domain`, a place or another bag. `count`
    is the number of kinds that exist."""
    there = Supply(ex, domain, bag).there(sort_of(m.Local("#copy"), bag), env)
    within = op("lt", op("mod", m.Local("#copy"), m.Const(bag.copies)), there)
    return m.SetBuild(bag.copies * count, "#copy", m.LoopDomain(ZERO, m.Const(bag.copies * count - 1)), within)


def with_one_less(cell: str, bag: Bag, sort: m.Expr) -> m.Stmt:
    """Return the statement that removes one copy of a kind of piece from the bag (multiset of pieces) in a cell."""
    last = add(op("add", first(bag, sort), amount(m.Load(cell), bag, sort)), -1)
    return m.Insert(cell, (), last, True)


def with_one_more(cell: str, bag: Bag, sort: m.Expr) -> m.Stmt:
    """Return the statement that adds one copy of a kind of piece to the bag (multiset of pieces) in a cell."""
    value = m.Load(cell)
    return m.Insert(cell, (), op("add", first(bag, sort), amount(value, bag, sort)))


@frozen
class Supply:
    """The pieces from which the bag (multiset) `bag` is picked: those in `domain`, a place or another bag. `picked` is
    an expression for the pieces picked so far, None before the first pick."""

    ex: ExpressionLowering
    domain: s.Expr
    bag: Bag
    picked: m.Expr | None = None

    def there(self, sort: m.Expr, env: Env) -> m.Expr:
        """Return the expression for the number of copies of the kind `sort` in `domain`, including those already
        picked."""
        symbol = self.ex.model.refs.get(self.domain)
        if isinstance(symbol, LocalSymbol):
            assert symbol.bag is not None
            return amount(env.locals[symbol], symbol.bag, sort)
        assert isinstance(symbol, PlaceSymbol) and isinstance(self.domain, s.Ref | s.Index)
        return places.amount(self.ex.spot(self.domain, env), sort)

    def copies_left(self, sort: m.Expr, env: Env) -> m.Expr:
        """Return the expression for the number of copies of the kind `sort` that are not yet picked."""
        there = self.there(sort, env)
        return there if self.picked is None else op("sub", there, amount(self.picked, self.bag, sort))

    def after(self, sort: m.Expr, pick: m.Expr, env: Env) -> m.Expr:
        """Return the expression for the number of copies of the kind `sort` that can still be picked after `pick`, a
        kind. It is one less than `copies_left` if both kinds are the same."""
        return op("sub", self.copies_left(sort, env), m.IfElse(op("eq", sort, pick), ONE, ZERO))


def supply(ex: ExpressionLowering, binder: s.Binder, picked: m.Expr | None = None) -> Supply | None:
    """Return the supply from which a choice picks a bag (multiset of pieces). Return None if no two pieces can be
    equal, so that the choice picks a set."""
    bag = ex.model.binds[binder].bag
    return None if bag is None else Supply(ex, binder.domain, bag, picked)
