"""Moves of pieces: out of a place or the box, and into one, always both halves, so that pieces are conserved."""

from __future__ import annotations

from ...diagnostics import Span
from ...model.types import Domain
from .. import program as m
from . import open_boards, places
from .builder import Builder
from .encoding import ONE, ZERO, add, op
from .places import Spot


def put_in(b: Builder, spot: Spot, piece: m.Expr, end: str, clause: str, span: Span) -> list[m.Stmt]:
    """Return the statements that put one piece (an index) into a place."""
    return [*open_boards.before_put(b, spot, clause, span), *_put_in(b, spot, piece, end, clause, span)]


def _put_in(b: Builder, spot: Spot, piece: m.Expr, end: str, clause: str, span: Span) -> list[m.Stmt]:
    place = spot.place
    if place.form == "one":
        fault = b.fault("E703", clause, f"{place.name} holds one piece and is taken", span)
        free = op("eq", m.Load(spot.cell, spot.index), ZERO)
        return [m.Write(spot.cell, spot.index, m.Check(free, fault, add(piece, 1)))]
    narrow = place.form == "heap" and places.is_narrow(place)
    if places.is_set(place) and not narrow:
        return [m.Insert(spot.cell, spot.index, piece)]
    if place.form == "heap":
        fault = b.fault("E703", clause, f"{place.name} is full", span)
        fits = op("lt", places.size(spot), m.Const(place.capacity))
        if places.is_set(place):
            return [m.Insert(spot.cell, spot.index, m.Check(fits, fault, piece))]
        at = (*spot.index, piece)
        more = add(m.Load(spot.cell, at), 1)
        return [m.Write(spot.cell, at, m.Check(fits, fault, more) if narrow else more, fault)]
    fault = b.fault("E703", clause, f"{place.name} holds at most {place.capacity}", span)
    return [m.Push(spot.cell, spot.index, "bottom" if end == "bottom" else "top", add(piece, 1), fault)]


def take_out(b: Builder, spot: Spot, piece: m.Expr, clause: str, span: Span) -> list[m.Stmt]:
    """Return the statements that take a given piece out of a place; a fault if it is not there. `piece` is evaluated
    several times and must be simple.
    """
    place = spot.place
    fault = b.fault("E704", clause, f"the piece to take is not in {place.name}", span)
    if place.form == "one":
        there = op("eq", m.Load(spot.cell, spot.index), add(piece, 1))
        return [m.Write(spot.cell, spot.index, m.Check(there, fault, ZERO))]
    if places.is_set(place):
        there = m.Has(m.Load(spot.cell, spot.index), piece)
        return [m.Insert(spot.cell, spot.index, m.Check(there, fault, piece), drop=True)]
    if place.form == "heap":
        at = (*spot.index, piece)
        return [m.Write(spot.cell, at, add(m.Load(spot.cell, at), -1), fault)]
    where = op("eq", m.RingAt(spot.cell, spot.index, m.Local("#")), add(piece, 1))
    over = m.LoopDomain(ZERO, op("sub", m.RingSize(spot.cell, spot.index), ONE))
    position = m.Fold("first", "#", over, where, otherwise=m.Const(-1))
    return [m.Pull(spot.cell, spot.index, position, fault)]


def take_end(b: Builder, spot: Spot, end: str, clause: str, span: Span) -> list[m.Stmt]:
    """Return the statements that take the top or bottom piece out of a row or stack; its value was read before."""
    fault = b.fault("E704", clause, f"{spot.place.name} is empty", span)
    position = ZERO if end == "bottom" else op("sub", m.RingSize(spot.cell, spot.index), ONE)
    return [m.Pull(spot.cell, spot.index, position, fault)]


def take_item(b: Builder, spot: Spot, number: m.Expr, name: str, clause: str, span: Span) -> list[m.Stmt]:
    """Return the statements that take the piece of this number, counted from the bottom, into the local `name`; a fault
    if there is none.
    """
    at = m.Local("#counted")
    fault = b.fault("E704", clause, f"{spot.place.name} has no piece of that number", span)
    held = m.Define(name, add(m.RingAt(spot.cell, spot.index, at), -1))
    return [m.Define(at.name, add(number, -1)), held, m.Pull(spot.cell, spot.index, at, fault)]


def from_box(b: Builder, piece: Domain, value: m.Expr, clause: str, span: Span, copies: m.Expr = ONE) -> list[m.Stmt]:
    """Return the statements that take copies of a piece out of the box; none if any number exists."""
    cell = places.box(b, piece)
    if cell is None:
        return []
    fault = b.fault("E704", clause, f"no {piece.name} of this kind is left in the box", span)
    return [m.Write(cell, (value,), op("sub", m.Load(cell, (value,)), copies), fault)]


def to_box(b: Builder, piece: Domain, value: m.Expr, copies: m.Expr = ONE) -> list[m.Stmt]:
    cell = places.box(b, piece)
    if cell is None:
        return []
    return [m.Write(cell, (value,), op("add", m.Load(cell, (value,)), copies))]


def each_piece(b: Builder, spot: Spot, name: str, body: list[m.Stmt], clause: str, span: Span) -> list[m.Stmt]:
    """Return the statements that empty a place and run `body` for each piece, in the local `name`: copies one by one,
    rows from the bottom.
    """
    place, piece = spot.place, m.Local(name)
    if place.form == "one":
        taken = op("ne", m.Load(spot.cell, spot.index), ZERO)
        define = m.Define(name, add(m.Load(spot.cell, spot.index), -1))
        return [m.IfStatement(taken, (define, m.Write(spot.cell, spot.index, ZERO), *body))]
    if place.form == "heap":
        out = tuple(take_out(b, spot, piece, clause, span))
        if places.is_set(place):
            return [m.Each(name, m.LoopDomain(within=m.Load(spot.cell, spot.index)), None, (*out, *body))]
        copies = m.LoopDomain(ONE, m.Load(spot.cell, (*spot.index, piece)))
        kinds = m.LoopDomain(ZERO, m.Const(len(place.piece) - 1))
        return [m.Each(name, kinds, None, (m.Each("#copy", copies, None, (*out, *body)),))]
    fault = b.fault("E704", clause, f"{place.name} is empty", span)
    define = m.Define(name, add(m.RingAt(spot.cell, spot.index, ZERO), -1))
    pull = m.Pull(spot.cell, spot.index, ZERO, fault)
    times = m.LoopDomain(ONE, m.RingSize(spot.cell, spot.index))
    return [m.Each("#copy", times, None, (define, pull, *body))]
