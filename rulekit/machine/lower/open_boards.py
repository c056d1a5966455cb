"""Open boards have no edges, but a capacity: the most sites that may hold something in one place, set or array.

With more, a chain of pieces could wrap around the torus (docs/internals/machine.md). So each write to a site is tested
(E703), unless too few pieces exist.
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
    """Return the most sites of an open board (one without edges) that may hold something, for a type of its sites; None
    for other types."""
    return type_.domain.board.capacity if isinstance(type_, DomainType) and type_.domain.board is not None else None


def before_put(b: Builder, spot: places.Spot, clause: str, span: Span) -> list[m.Stmt]:
    """Return the statements that test, before a piece is put on an open board (one without edges), that not too many
    sites hold something; empty if unnecessary."""
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
    """Return the statements that test, before a site is added to a set declared by `keep`, that the set does not become
    too large for its open board (one without edges)."""
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
    """Return the statements that test, before a write, that not too many sites of an open board (one without edges)
    hold something; and the value to write. A set is tested as a whole. In an array over sites, `none` and `no` mean an
    empty site."""
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
    """Return the number of the fault for too many occupied sites in a place or an array declared by `keep`."""
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
