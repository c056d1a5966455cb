"""Builders of statements, and of the tags behind headings.  Statements that go through members or pick among them are
`members.py`'s, those that move pieces `moves.py`'s.

Each has as many parameters as its production has parts (`builder_table.py`).
"""

from __future__ import annotations

from typing import Any, Literal, cast

from ...diagnostics import Span
from .. import nodes as s
from .builder_table import builds

StatementBlock = tuple[s.Stmt, ...]
Place = s.Ref | s.Index


def way_of(way: str | None) -> s.Way:
    return "anticlockwise" if way == "anticlockwise" else "clockwise"


@builds("tags")
def tags(at: Span, title: s.Text | None, summary: s.Text | None, cites: tuple[s.Citation, ...]) -> s.Tags:
    return s.Tags(title, summary, cites, span=at)


@builds("citation")
def citation(at: Span, source: s.Name, detail: s.Text | None) -> s.Citation:
    return s.Citation(source, detail, span=at)


@builds("everybody")
def everybody(at: Span) -> str:
    return "all"


@builds("nobody")
def nobody(at: Span) -> str:
    return "nobody"


@builds("hidden")
def hidden(at: Span) -> s.SeenBy:
    return s.SeenBy("seen", "nobody", span=at)


@builds("seen_by")
def seen_by(at: Span, who: s.Audience | s.Expr) -> s.SeenBy:
    return s.SeenBy("seen", who, span=at)


@builds("counted_by")
def counted_by(at: Span, who: s.Audience | s.Expr) -> s.SeenBy:
    return s.SeenBy("counted", who, span=at)


@builds("let_value")
def let_value(at: Span, name: s.Name, value: s.Expr) -> s.Let:
    return s.Let(name, value, False, span=at)


@builds("let_member")
def let_member(at: Span, name: s.Name, value: s.Expr) -> s.Let:
    return s.Let(name, value, True, span=at)


@builds("require")
def require(at: Span, condition: s.Expr) -> s.Require:
    return s.Require(condition, span=at)


@builds("assign")
def assign(at: Span, target: Place, op: str, value: s.Expr, reveals: str | None) -> s.Assign:
    return s.Assign(target, cast(Literal["=", "+=", "-="], op), value, reveals is not None, span=at)


Otherwise = tuple[bool, StatementBlock]
"""Whether `otherwise` reveals, and its body."""


@builds("otherwise_block")
def otherwise_block(at: Span, reveals: str | None, body: StatementBlock) -> Otherwise:
    return reveals is not None, body


@builds("do")
def do(at: Span, optional: str | None, choice: s.Name, otherwise: Otherwise | None) -> s.Do:
    reveals, body = otherwise or (False, None)
    return s.Do(choice, optional is not None, body, reveals, span=at)


@builds("branch")
def branch(at: Span, name: s.Name, tagged: s.Tags, body: StatementBlock) -> s.Branch:
    return s.Branch(name, tagged, body, span=at)


@builds("either")
def either(at: Span, *parts: s.Branch | Otherwise | None) -> s.Either:
    branches = tuple(part for part in parts if isinstance(part, s.Branch))
    reveals, body = cast(Otherwise | None, parts[-1]) or (False, None)
    return s.Either(branches, False, body, reveals, span=at)


@builds("may")
def may(at: Span, only: s.Branch, otherwise: Otherwise | None) -> s.Either:
    reveals, body = otherwise or (False, None)
    return s.Either((only,), True, body, reveals, span=at)


@builds("by")
def by(at: Span, player: s.Expr, reveals: str | None, body: StatementBlock) -> s.By:
    return s.By(player, body, reveals is not None, span=at)


@builds("at_once")
def at_once(at: Span, binder: s.Binder, where: s.Expr | None, reveals: str | None, body: StatementBlock) -> s.AtOnce:
    return s.AtOnce(binder, where, body, reveals is not None, span=at)


@builds("window")
def window(
    at: Span,
    start: s.Expr,
    way: str | None,
    name: s.Name,
    where: s.Expr | None,
    mode: str | None,
    reveals: str | None,
    body: StatementBlock,
) -> s.Window:
    chosen = cast(Literal["until all pass", "once each", "first to act"], mode or "until all pass")
    return s.Window(start, way_of(way), name, where, chosen, body, reveals is not None, span=at)


@builds("if_stmt")
def if_stmt(
    at: Span, condition: s.Expr, reveals: str | None, then: StatementBlock, other: StatementBlock | s.If | None
) -> s.If:
    otherwise = (other,) if isinstance(other, s.If) else other or ()
    return s.If(condition, reveals is not None, then, otherwise, span=at)


@builds("loop_while")
def loop_while(at: Span, condition: s.Expr) -> tuple[bool, s.Expr]:
    return False, condition


@builds("loop_until")
def loop_until(at: Span, condition: s.Expr) -> tuple[bool, s.Expr]:
    return True, condition


@builds("repeat")
def repeat(
    at: Span, limit: s.Expr | None, test: tuple[bool, s.Expr] | None, reveals: str | None, body: StatementBlock
) -> s.Repeat:
    until, condition = test or (False, None)
    return s.Repeat(limit, condition, until, body, reveals is not None, span=at)


@builds("rounds")
def rounds(at: Span, limit: s.Expr | None, reveals: str | None, body: StatementBlock) -> s.Rounds:
    return s.Rounds(limit, body, reveals is not None, span=at)


@builds("turns")
def turns(
    at: Span,
    start: s.Expr,
    way: str | None,
    where: s.Expr | None,
    once: str | None,
    reveals: str | None,
    body: StatementBlock,
) -> s.Turns:
    return s.Turns(start, way_of(way), where, once is not None, body, reveals is not None, span=at)


@builds("leave_turn")
def leave_turn(at: Span) -> s.Leave:
    return s.Leave("turn", span=at)


@builds("leave_round")
def leave_round(at: Span) -> s.Leave:
    return s.Leave("round", span=at)


@builds("leave_loop")
def leave_loop(at: Span) -> s.Leave:
    return s.Leave("loop", span=at)


@builds("leave_again")
def leave_again(at: Span) -> s.Leave:
    return s.Leave("again", span=at)


@builds("perform")
def perform(at: Span, performed: s.Call) -> s.Perform:
    return s.Perform(performed, span=at)


@builds("announce")
def announce(at: Span, event: s.Name, args: tuple[s.Arg, ...] | None, reveals: str | None) -> s.Announce:
    call = s.Call(event, args or (), span=Span(at.source, event.span.start, at.end))
    return s.Announce(call, reveals is not None, span=at)


@builds("show")
def show(at: Span, value: s.Expr, to: s.Audience | s.Expr) -> s.Show:
    return s.Show(value, to, span=at)


@builds("record")
def record(at: Span, name: s.Name) -> s.Record:
    return s.Record(name, False, span=at)


@builds("forget")
def forget(at: Span, name: s.Name) -> s.Record:
    return s.Record(name, True, span=at)


@builds("over_drawn")
def over_drawn(at: Span) -> s.Over:
    return s.Over("drawn", None, None, span=at)


@builds("over_won")
def over_won(at: Span, value: s.Expr) -> s.Over:
    return s.Over("won", None, value, span=at)


@builds("over_lost")
def over_lost(at: Span, value: s.Expr) -> s.Over:
    return s.Over("lost", None, value, span=at)


@builds("over_paying")
def over_paying(at: Span, binder: s.Binder, value: s.Expr) -> s.Over:
    return s.Over("paying", binder, value, span=at)


@builds("over_ranked")
def over_ranked(at: Span, binder: s.Binder, value: s.Expr, *rest: Any) -> s.Over:
    *then, reveals = rest
    return s.Over("ranked", binder, value, reveals is not None, tuple(then), span=at)


@builds("over_game")
def over_game(at: Span, how: s.Over, reveals: str | None) -> s.Over:
    return s.Over(how.how, how.binder, how.value, reveals is not None, span=at)


@builds("step")
def step(at: Span, name: s.Name, tagged: s.Tags, body: StatementBlock) -> s.Step:
    return s.Step(name, tagged, body, span=at)


@builds("return")
def return_(at: Span, value: s.Expr | None) -> s.Return:
    return s.Return(value, span=at)


@builds("keep_here")
def keep_here(at: Span, name: s.Name, kind: s.TypeExpr, initial: s.Expr | None) -> s.KeepHere:
    return s.KeepHere(name, kind, initial, span=at)


@builds("do_nothing")
def do_nothing(at: Span) -> s.DoNothing:
    return s.DoNothing(span=at)
