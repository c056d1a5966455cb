"""Bags: picks from pieces of which several may be equal.

A bag is a multiset, represented as a set of copies. With at most k copies of each kind of piece y, the n copies of y
are the members k·y, …, k·y + n - 1. `Supply` counts the copies of each kind that can be picked from a place or a bag.
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
    """Return the type of the cell that holds a bag (multiset of pieces), for this number of kinds of pieces."""
    return SetType(NumberType(0, bag.copies * sorts - 1))


def print_domain(b: Builder, symbol: LocalSymbol, bag: Bag) -> str:
    """Return the printed domain for the members of a bag (multiset of pieces). Each copy prints as its kind of piece;
    the second prints as `low (2)`."""
    assert isinstance(symbol.type, SetType) and isinstance(symbol.type.item, DomainType)
    sorts = symbol.type.item.domain
    labels = tuple(f"{label} ({n})" if n > 1 else label for label in sorts.labels for n in range(1, bag.copies + 1))
    return b.add_domain(m.PrintedDomain(f"{sorts.name} in {bag.copies} copies", 0, labels))


def first(bag: Bag, sort: m.Expr) -> m.Expr:
    """Return the expression for the first member that stands for a copy of this kind of piece in a bag (multiset of
    pieces)."""
    return op("mul", sort, m.Const(bag.copies))


def holds(value: m.Expr, bag: Bag, sort: m.Expr) -> m.Expr:
    return m.Has(value, first(bag, sort))


def amount(value: m.Expr, bag: Bag, sort: m.Expr) -> m.Expr:
    """Return the expression for the number of copies of a kind of piece in a bag (multiset of pieces)."""
    over = m.LoopDomain(m.Local("#c"), add(m.Local("#c"), bag.copies - 1))
    return m.Bind("#c", first(bag, sort), m.Fold("count", "#", over, m.Has(value, m.Local("#"))))


def sorts(value: m.Expr, bag: Bag, count: int) -> m.Expr:
    """Return the expression for the set of kinds of pieces that a bag (multiset of pieces) contains."""
    return m.SetBuild(count, "#", m.LoopDomain(ZERO, m.Const(count - 1)), holds(value, bag, m.Local("#")))


def sort_of(copy: m.Expr, bag: Bag) -> m.Expr:
    return op("div", copy, m.Const(bag.copies))


def full_bag(ex: ExpressionLowering, domain: s.Expr, bag: Bag, count: int, env: Env) -> m.Expr:
    """Return the expression for a bag (multiset of pieces) with all copies in a place or in another bag."""
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
    """The supply from which `bag` is picked: the copies of each kind of piece in a place or another bag (`domain`).
    `picked` is the bag of those picked so far (None before the first pick)."""

    ex: ExpressionLowering
    domain: s.Expr
    bag: Bag
    picked: m.Expr | None = None

    def there(self, sort: m.Expr, env: Env) -> m.Expr:
        """Return the expression for the number of copies of a kind of piece in the place or bag, including those
        already picked."""
        symbol = self.ex.model.refs.get(self.domain)
        if isinstance(symbol, LocalSymbol):
            assert symbol.bag is not None
            return amount(env.locals[symbol], symbol.bag, sort)
        assert isinstance(symbol, PlaceSymbol) and isinstance(self.domain, s.Ref | s.Index)
        return places.amount(self.ex.spot(self.domain, env), sort)

    def copies_left(self, sort: m.Expr, env: Env) -> m.Expr:
        """Return the expression for the number of copies of a kind of piece that have not been picked."""
        there = self.there(sort, env)
        return there if self.picked is None else op("sub", there, amount(self.picked, self.bag, sort))

    def after(self, sort: m.Expr, pick: m.Expr, env: Env) -> m.Expr:
        """Return the expression for the number of copies of a kind of piece that can be picked after `pick`: one less
        if `pick` is of that kind."""
        return op("sub", self.copies_left(sort, env), m.IfElse(op("eq", sort, pick), ONE, ZERO))


def supply(ex: ExpressionLowering, binder: s.Binder, picked: m.Expr | None = None) -> Supply | None:
    """Return the copies from which a choice may pick, if it picks from pieces of which several may be equal; None if it
    picks a set."""
    bag = ex.model.binds[binder].bag
    return None if bag is None else Supply(ex, binder.domain, bag, picked)
