"""Builders of statements that go through members or pick among them: `choose`, `draw`, `for each`; and of blocks.

Several names on one line (`choose x in D, y in E`, `for each x in D, y in E: …`) are one choice after the other, and
one loop in the other.  Here they become so, and later rooms meet nothing new; how they were written stays with them
(`joined`), for those who print them.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from ...diagnostics import Diagnostic, Help, RulekitError, Span
from .. import nodes as s
from ..traversal import bodies, copied
from .builder_table import builds
from .expressions import without_test
from .statements import StatementBlock, way_of


@builds("block")
def block(at: Span, *parts: s.Stmt | StatementBlock) -> StatementBlock:
    """The statements of a body; a line may be several."""
    return tuple(stmt for part in parts for stmt in (part if isinstance(part, tuple) else (part,)))


@builds("amount_any")
def amount_any(at: Span) -> s.Amount:
    return s.Amount(None, None, span=at)


@builds("amount_up_to")
def amount_up_to(at: Span, high: s.Expr) -> s.Amount:
    return s.Amount(None, high, span=at)


@builds("amount_at_least")
def amount_at_least(at: Span, low: s.Expr) -> s.Amount:
    return s.Amount(low, None, span=at)


@builds("amount_exact")
def amount_exact(at: Span, low: s.Expr, high: s.Expr | None) -> s.Amount:
    return s.Amount(low, low if high is None else high, span=at)


@builds("totalling")
def totalling(at: Span, total: s.Expr, least: s.Expr) -> tuple[s.Expr, s.Expr]:
    return total, least


@builds("so_that")
def so_that(at: Span, condition: s.Expr) -> s.Expr:
    return condition


Picks = tuple[s.Binder, ...]
"""What is picked on one line, each with its own `where`."""


@builds("one_pick")
def one_pick(at: Span, first: s.Binder) -> Picks:
    return (first,)


@builds("more_picks")
def more_picks(at: Span, before: Picks, last: s.Binder) -> Picks:
    return (*before, last)


@builds("choose")
def choose(
    at: Span,
    amount: s.Amount | None,
    picks: Picks,
    total: tuple[s.Expr, s.Expr] | None,
    holds: s.Expr | None,
    audience: s.SeenBy | None,
    otherwise: s.Expr | None,
    reveals: str | None,
    phrase: s.Text | None,
) -> s.Choose | StatementBlock:
    """One choice, or several of which each says as much of who sees it as the last."""
    *first, last = picks
    if first:
        _said_of_one(amount, "an amount")
        _said_of_one(None if total is None else total[0], "`totalling`")
        _said_of_one(holds, "`so that`")
        _said_of_one(otherwise, "`otherwise`")
    value, least = total or (None, None)
    shown = reveals is not None
    span = Span(at.source, last.span.start, at.end) if first else at
    test, one = last.where, without_test(last)
    end = s.Choose(amount, one, test, value, least, audience, otherwise, phrase, shown, so_that=holds, span=span)
    return (*(_picked_before(one, audience, shown) for one in first), end) if first else end


def _picked_before(one: s.Binder, audience: s.SeenBy | None, shown: bool) -> s.Choose:
    """What is picked before something else on the same line."""
    seen, span = copied(audience), one.span if audience is None else one.span.to(audience.span)
    return s.Choose(None, without_test(one), one.where, None, None, seen, None, None, shown, joined=True, span=span)


def _said_of_one(part: s.Node | None, what: str) -> None:
    if part is not None:
        advice = Help("write a `choose` of its own for each name, one line under the other")
        message = f"{what} is said of one name, and here several are chosen"
        raise RulekitError(Diagnostic("E104", message, part.span, help=(advice,)))


@builds("draw")
def draw(
    at: Span,
    binder: s.Binder,
    where: s.Expr | None,
    weight: s.Expr | None,
    audience: s.SeenBy | None,
    reveals: str | None,
) -> s.Draw:
    return s.Draw(binder, where, weight, audience, reveals is not None, span=at)


LoopHead = tuple[s.Binder, s.Expr | None, s.Way, s.Expr | None]
"""The name and its domain, from whom on and which way round, and what members must pass."""


@builds("each_of")
def each_of(at: Span, binder: s.Binder, start: s.Expr | None, way: str | None, where: s.Expr | None) -> LoopHead:
    return binder, start, way_of(way), where


@builds("one_loop")
def one_loop(at: Span, first: LoopHead) -> tuple[LoopHead, ...]:
    return (first,)


@builds("more_loops")
def more_loops(at: Span, before: tuple[LoopHead, ...], last: LoopHead) -> tuple[LoopHead, ...]:
    return (*before, last)


@builds("chosen")
def chosen(at: Span) -> Span:
    return at


@builds("for_each")
def for_each(
    at: Span, heads: tuple[LoopHead, ...], in_chosen_order: Span | None, reveals: str | None, body: StatementBlock
) -> s.ForEach:
    *outer, (binder, start, way, where) = heads
    shown = reveals is not None
    if not outer:
        return s.ForEach(binder, start, way, where, in_chosen_order is not None, body, shown, span=at)
    if in_chosen_order is not None:
        raise _which_loop("the order is chosen for one name", in_chosen_order)
    left = next(_leaving(body), None)
    if left is not None:
        raise _which_loop("`leave loop` does not say which of the loops ends", left.span)
    loop = s.ForEach(binder, start, way, where, False, body, shown, span=Span(at.source, binder.span.start, at.end))
    for binder, start, way, where in reversed(outer):
        span = Span(at.source, binder.span.start, at.end)
        loop = s.ForEach(binder, start, way, where, False, (loop,), shown, joined=True, span=span)
    return evolve(loop, span=at)


def _leaving(body: StatementBlock) -> Iterator[s.Leave]:
    """Where a body leaves the loop in which it stands."""
    for stmt in body:
        if isinstance(stmt, s.Leave) and stmt.what == "loop":
            yield stmt
        elif not isinstance(stmt, s.ForEach | s.Repeat):
            for inner in bodies(stmt):
                yield from _leaving(inner)


def _which_loop(message: str, at: Span) -> RulekitError:
    advice = Help("write a `for each` of its own for each name, one inside the other")
    return RulekitError(Diagnostic("E104", message, at, help=(advice,)))
