"""Lowering of statements that have no body and define no name, such as moves of pieces.

A move takes a piece out of a place or the box and puts it into another place or the box. No statement does only one of
these, so no piece is lost or made.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ...diagnostics import Span
from ...model.symbols import PlaceSymbol
from ...model.types import Domain, DomainType, SetType
from ...syntax import nodes as s
from ...syntax.traversal import initial_questions
from .. import program as m
from . import open_boards, places
from .builder import Builder
from .env import Env
from .expression_forms import Expressions
from .places import Spot
from .revealing import ShowLowering
from .value_encoding import ONE, ZERO, add, op


class EffectLowering(ShowLowering):
    def __init__(self, ex: Expressions) -> None:
        self.ex = ex
        self.b: Builder = ex.b

    def lower(self, stmt: s.Stmt, env: Env) -> list[m.Stmt]:
        """Return the machine's statements for a statement whose class is a key of `EFFECTS`."""
        return EFFECTS[type(stmt)](self, stmt, env)

    def show_before(self, stmt: s.Stmt, env: Env) -> list[m.Stmt]:
        """Return statements to run before a statement. If it says `reveals`, they show the values that it reads at its
        start; its conditions are shown later, where they are tested. Without `reveals`, they are those of
        `show_amount_moved`."""
        if not getattr(stmt, "reveals", False):
            return self.show_amount_moved(stmt, env)
        first = [shown for node in initial_questions(stmt) for shown in self.show_to_all(node, env)]
        return [*first, *self.how_many(stmt, env, self.b.everybody())]

    def show_amount_moved(self, stmt: s.Stmt, env: Env) -> list[m.Stmt]:
        """Return statements that show how many pieces move, if the statement moves all pieces of a place. They show the
        number, even if it is 0, to the players who see the place to which the pieces move. The result is empty for
        other statements, and if all players can count the pieces before the move."""
        if not isinstance(stmt, s.Move) or stmt.take.which != "all":
            return []
        source, spot = self.ex.model.refs.get(stmt.take.place), self.ex.spot(stmt.to.place, env)
        seen = self.b.cells[spot.cell].seen
        if not isinstance(source, PlaceSymbol) or source.counted.who == "all" or seen == self.b.nobody():
            return []
        return self.how_many(stmt, env, self.b.everybody() if seen is None else m.Call(seen, spot.index))

    def how_many(self, stmt: s.Stmt, env: Env, audience: m.Expr) -> list[m.Stmt]:
        """Return statements that show the players of `audience` how many pieces a statement moves. The result is empty
        if it moves a single piece."""
        match stmt:
            case s.Put(amount="every", value=node, to=to):
                box, said = places.box(self.b, self.ex.spot(to.place, env).place.piece), "every "
                assert box is not None, "`put every` needs a finite population, as checked"
                value: m.Expr = m.Local("#piece")
                if isinstance(self.ex.type(node), SetType):
                    over = m.LoopDomain(within=self.ex.value(node, env))
                    value = m.Fold("sum", "#piece", over, body=m.Load(box, (value,)))
                else:
                    value = m.Load(box, (self.ex.value(node, env),))
            case s.Move(take=s.Take(which="all", place=node)) | s.Remove(take=s.Take(which="all", place=node)):
                value, said = places.size(self.ex.spot(node, env)), "all of "
            case _:
                return []
        return [m.Reveal(*self.words(node, env, said), None, value, "", audience)]

    def move(self, stmt: s.Move, env: Env) -> list[m.Stmt]:
        found, to = places.index_once(self.ex.spot(stmt.to.place, env), "#to")

        def put(piece: m.Expr) -> list[m.Stmt]:
            return put_in(self.b, to, piece, stmt.to.end, env.clause, stmt.span)

        return [*found, *self.take(stmt.take, env, put)]

    def remove(self, stmt: s.Remove, env: Env) -> list[m.Stmt]:
        piece = self.ex.spot(stmt.take.place, env).place.piece
        return self.take(stmt.take, env, lambda value: to_box(self.b, piece, value))

    def put(self, stmt: s.Put, env: Env) -> list[m.Stmt]:
        found, spot = places.index_once(self.ex.spot(stmt.to.place, env), "#to")
        piece = spot.place.piece
        type_, value = self.ex.type(stmt.value), m.Local("#piece")
        one = [
            *from_box(self.b, piece, value, env.clause, stmt.span),
            *put_in(self.b, spot, value, stmt.to.end, env.clause, stmt.span),
        ]
        define = [] if isinstance(type_, SetType) else [m.Define("#piece", self.ex.value(stmt.value, env))]
        if stmt.amount is None:
            return [*found, *define, *one]
        if stmt.amount == "every":
            cell = places.box(self.b, piece)
            assert cell is not None, "`put every` needs a finite population, as checked"
            copies: m.Expr = m.Load(cell, (value,))
        else:
            copies = self.ex.value(stmt.amount, env)
        repeated = m.Each("#copy", m.LoopDomain(ONE, copies), None, tuple(one))
        if isinstance(type_, SetType):  # `put every Card in deck`: all copies of every kind of piece in the set
            return [*found, m.Each("#piece", m.LoopDomain(within=self.ex.value(stmt.value, env)), None, (repeated,))]
        return [*found, *define, repeated]

    def take(self, take: s.Take, env: Env, then: Callable[[m.Expr], list[m.Stmt]]) -> list[m.Stmt]:
        """Return statements that take pieces out of a place. `then` returns the statements that follow for each
        piece."""
        found, spot = places.index_once(self.ex.spot(take.place, env), "#out of")
        return [*found, *self.take_from(take, spot, env, then)]

    def take_from(
        self, take: s.Take, spot: places.Spot, env: Env, then: Callable[[m.Expr], list[m.Stmt]]
    ) -> list[m.Stmt]:
        piece = m.Local("#piece")
        if take.which == "all":
            return each_piece(self.b, spot, "#piece", then(piece), env.clause, take.span)
        if take.which == "value":
            assert take.value is not None
            define = m.Define("#piece", self.ex.fit(take.value, DomainType(spot.place.piece), env))
            one = [*take_out(self.b, spot, piece, env.clause, take.span), *then(piece)]
            if take.amount is None:
                return [define, *one]
            return [define, m.Each("#copy", m.LoopDomain(ONE, self.ex.value(take.amount, env)), None, tuple(one))]
        if spot.place.form == "one":
            fault = self.b.fault("E704", env.clause, f"{spot.place.name} is empty", take.span)
            held = m.Load(spot.cell, spot.index)
            define = m.Define("#piece", add(m.Check(op("ne", held, ZERO), fault, held), -1))
            return [define, m.Write(spot.cell, spot.index, ZERO), *then(piece)]
        if take.which == "item":
            assert take.value is not None
            number = self.ex.value(take.value, env)
            return [*take_item(self.b, spot, number, "#piece", env.clause, take.span), *then(piece)]
        end = "bottom" if take.which == "bottom" else "top"
        define = m.Define("#piece", add(places.end_of(spot, end), -1))
        return [define, *take_end(self.b, spot, end, env.clause, take.span), *then(piece)]

    def record(self, stmt: s.Record, env: Env) -> list[m.Stmt]:
        return [m.Note(stmt.name.text, stmt.forget)]

    def show_statement(self, stmt: s.Show, env: Env) -> list[m.Stmt]:
        return self.show(stmt.value, stmt.to, env)


EFFECTS: Final[dict[type, Callable[[EffectLowering, Any, Env], list[m.Stmt]]]] = {
    s.Move: EffectLowering.move,
    s.Put: EffectLowering.put,
    s.Remove: EffectLowering.remove,
    s.Show: EffectLowering.show_statement,
    s.Record: EffectLowering.record,
}
"""Statements that are lowered alike in routines and in nodes, each with its method."""


def put_in(b: Builder, spot: Spot, piece: m.Expr, end: str, clause: str, span: Span) -> list[m.Stmt]:
    """Return statements that put one piece, an index in its domain, into a place. `end` is `bottom` if it becomes the
    lowest piece of a row or stack."""
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
    """Return statements that take a given piece out of a place. They fault if the piece is not there. The expression
    `piece` occurs in them several times, so it should be a local or a constant."""
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
    """Return statements that remove the top or bottom piece of a row or stack. Before them, the caller must read which
    piece it is."""
    fault = b.fault("E704", clause, f"{spot.place.name} is empty", span)
    position = ZERO if end == "bottom" else op("sub", m.RingSize(spot.cell, spot.index), ONE)
    return [m.Pull(spot.cell, spot.index, position, fault)]


def take_item(b: Builder, spot: Spot, number: m.Expr, name: str, clause: str, span: Span) -> list[m.Stmt]:
    """Return statements that take the piece with this number, counted from 1 at the bottom, out of a row or stack and
    assign it to the local `name`. They fault if there is no such piece."""
    at = m.Local("#counted")
    fault = b.fault("E704", clause, f"{spot.place.name} has no piece of that number", span)
    held = m.Define(name, add(m.RingAt(spot.cell, spot.index, at), -1))
    return [m.Define(at.name, add(number, -1)), held, m.Pull(spot.cell, spot.index, at, fault)]


def from_box(b: Builder, piece: Domain, value: m.Expr, clause: str, span: Span, copies: m.Expr = ONE) -> list[m.Stmt]:
    """Return statements that take `copies` copies of the piece `value` out of the box (the pieces out of play). The
    result is empty if the supply of pieces is unlimited."""
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
    """Return statements that empty a place and run `body` for each piece, with the piece in the local `name`. Copies
    are taken one by one, pieces of a row or stack from the bottom."""
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
