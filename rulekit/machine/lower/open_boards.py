"""Capacity checks for open boards. An open board has no edges, but a capacity: the greatest number of its sites that
may be occupied in one place, set or array.

If more were occupied, a chain of pieces could wrap around the torus that represents the board
(docs/internals/machine.md). So each write to a site is preceded by a test (fault E703), except if there are too few
pieces to exceed the capacity.
"""

from __future__ import annotations

from collections.abc import Callable

from ...diagnostics import Span
from ...model.symbols import KeepSymbol, PlaceSymbol
from ...model.types import DomainType, OptionType, SetType, TruthType, Type
from .. import program as m
from . import places
from .builder import Builder
from .value_encoding import ZERO, op

IndexExprs = tuple[m.Expr, ...]


def capacity_of(type_: Type) -> int | None:
    """Return the capacity of an open board (one without edges), given the type of its sites: the greatest number of
    sites that may be occupied. Return None for other types."""
    return type_.domain.board.capacity if isinstance(type_, DomainType) and type_.domain.board is not None else None


def before_put(b: Builder, spot: places.Spot, clause: str, span: Span) -> list[m.Stmt]:
    """Return statements for the moment before a piece is put on a site. If the site is on an open board (one without
    edges), they test that the board's capacity is not exceeded. The list is empty if no test is necessary."""
    place = spot.place
    capacities = [one for dim in place.dims if (one := capacity_of(dim)) is not None]
    pieces = place.piece.population
    if not capacities or (None not in pieces and sum(n or 0 for n in pieces) <= min(capacities)):
        return []

    def is_taken(index: IndexExprs) -> m.Expr:
        return op("ne", places.size(places.Spot(place, index)), ZERO)

    return _within_capacity(b, place, spot.index, is_taken, (clause, span))


def before_insert(
    b: Builder, keep: KeepSymbol, index: IndexExprs, member: m.Expr, where: tuple[str, Span]
) -> list[m.Stmt]:
    """Return statements for the moment before a site is added to a set declared by `keep`. They test that the set will
    have no more sites than the capacity of their open board (one without edges). The list is empty for other boards."""
    assert isinstance(keep.type, SetType) and keep.type.item is not None
    capacity = capacity_of(keep.type.item)
    if capacity is None:
        return []
    held = m.Load(keep.name, index)
    fits = op("or", m.Has(held, member), op("lt", m.SizeOf(held), m.Const(capacity)))
    return [m.IfStatement(op("not", fits), (m.Raise(_set_fault(b, keep, *where)),))]


def before_write(
    b: Builder, keep: KeepSymbol, index: IndexExprs, value: m.Expr, where: tuple[str, Span]
) -> tuple[list[m.Stmt], m.Expr]:
    """Return statements that test, before `value` is written to a variable declared by `keep`, that the capacity of an
    open board (one without edges) is not exceeded. Return also the expression to write. If the variable is a set, this
    expression contains the test, and there are no statements. In an array over sites, `none` and `no` mean that a site
    is empty."""
    if isinstance(keep.type, SetType):
        capacity = None if keep.type.item is None else capacity_of(keep.type.item)
        if capacity is None or keep.type.item is None:
            return [], value
        held = m.Local("#held")
        fault = _set_fault(b, keep, *where)
        return [], m.Bind("#held", value, m.Check(op("le", m.SizeOf(held), m.Const(capacity)), fault, held))
    if not isinstance(keep.type, OptionType | TruthType):
        return [], value

    def is_taken(at: IndexExprs) -> m.Expr:
        return op("ne", m.Load(keep.name, at), ZERO)

    tests = _within_capacity(b, keep, index, is_taken, where)
    return ([m.IfStatement(op("ne", value, ZERO), tuple(tests))] if tests else []), value


def _within_capacity(
    b: Builder,
    owner: PlaceSymbol | KeepSymbol,
    index: IndexExprs,
    taken: Callable[[IndexExprs], m.Expr],
    where: tuple[str, Span],
) -> list[m.Stmt]:
    found: list[m.Stmt] = []
    for at, dim in enumerate(owner.dims):
        capacity = capacity_of(dim)
        if capacity is None:
            continue
        assert isinstance(dim, DomainType)
        sites = m.LoopDomain(ZERO, m.Const(len(dim.domain) - 1))
        others = m.Fold("count", "#site", sites, taken((*index[:at], m.Local("#site"), *index[at + 1 :])))
        fits = op("or", taken(index), op("lt", others, m.Const(capacity)))
        found.append(m.IfStatement(op("not", fits), (m.Raise(_fault(b, dim, owner.name, *where)),)))
    return found


def _fault(b: Builder, type_: Type, owner: str, clause: str, span: Span) -> int:
    """Return the number of the fault for too many occupied sites in `owner`, a place or an array declared by `keep`."""
    assert isinstance(type_, DomainType)
    capacity = capacity_of(type_)
    message = f"{type_.domain.name} is open for {capacity}, and {owner} would have something on one site more"
    return b.fault("E703", clause, message, span)


def _set_fault(b: Builder, keep: KeepSymbol, clause: str, span: Span) -> int:
    """Return the number of the fault for too many sites in a set declared by `keep`."""
    assert isinstance(keep.type, SetType) and isinstance(keep.type.item, DomainType)
    capacity = capacity_of(keep.type.item)
    board = keep.type.item.domain.name
    message = f"{board} is open for {capacity}, and the set {keep.name} would have more sites in it, empty ones too"
    return b.fault("E703", clause, message, span)
