"""Builders of what proves a rulebook: examples with their lines, invariants, figures."""

from __future__ import annotations

from typing import Any, Final, Literal, NamedTuple, cast

from attrs import evolve

from ...diagnostics import Diagnostic, Help, Label, RulekitError, Span
from .. import nodes as s
from .builder_table import builds
from .statements import StatementBlock
from .twice import once


class OpeningBlock(NamedTuple):
    """`opening:` with its lines, until they stand among those of the example."""

    span: Span
    lines: tuple[s.Played | s.Expect, ...]


MOST_TIMES: Final = 1_000
"""A line of an example stands for at most so many."""


@builds("e_players")
def e_players(at: Span, number: s.Expr) -> tuple[str, Span, s.Expr]:
    return "players", at, number


@builds("e_set")
def e_set(at: Span, value: s.Setting) -> s.Setting:
    return value


@builds("opening")
def opening(at: Span, *lines: s.Played | s.Expect) -> OpeningBlock:
    return OpeningBlock(at, tuple(evolve(line, opening=True) for line in lines))


@builds("given")
def given(at: Span, procedure: s.Name | None, step: s.Name | None, body: StatementBlock) -> s.Given:
    return s.Given(procedure, step, body, span=at)


@builds("played")
def played(at: Span, verb: str, label: s.Name, args: tuple[s.Arg, ...] | None, times: s.Number | None) -> s.Played:
    if times is not None and verb != "play":
        message = f"`{verb}` asks whether a move is on offer, and asks once"
        raise RulekitError(Diagnostic("E104", message, times.span, help=(Help("leave out how many times"),)))
    if times is not None and not 1 <= times.value <= MOST_TIMES:
        message = f"a move is played from 1 to {MOST_TIMES} times in one line"
        raise RulekitError(Diagnostic("E113", message, times.span))
    count = 1 if times is None else times.value
    return s.Played(cast(Literal["play", "allow", "refuse"], verb), label, args or (), count, span=at)


@builds("expect")
def expect(at: Span, condition: s.Expr) -> s.Expect:
    return s.Expect(condition, span=at)


def opened(lines: tuple[Any, ...]) -> tuple[Any, ...]:
    """The lines of an example with those of its opening among them."""
    found: list[Any] = []
    for line in lines:
        if isinstance(line, OpeningBlock):
            if any(isinstance(one, s.Given | s.Played | s.Expect) for one in found):
                message = "an opening is played from the very beginning of the game, and so it comes before this"
                first = next(one for one in found if isinstance(one, s.Given | s.Played | s.Expect))
                advice = Help("write `opening:` once, before all other lines of this block")
                label = Label(first.span, "before this")
                raise RulekitError(Diagnostic("E104", message, line.span, (label,), help=(advice,)))
            found += line.lines
        else:
            found.append(line)
    return tuple(found)


@builds("example")
def example(at: Span, name: s.Name, tags: s.Tags, *given_lines: Any) -> s.ExampleClause:
    lines = opened(given_lines)
    players = once(at, [line for line in lines if isinstance(line, tuple)]).get("players")
    settings = tuple(line for line in lines if isinstance(line, s.Setting))
    rest = tuple(line for line in lines if isinstance(line, s.Given | s.Played | s.Expect))
    return s.ExampleClause(players, settings, rest, name=name, tags=tags, span=at)


@builds("invariant")
def invariant(at: Span, kind: str, name: s.Name, tags: s.Tags, condition: s.Expr) -> s.InvariantClause:
    when_ = cast(Literal["always", "never", "finally"], kind)
    return s.InvariantClause(when_, condition, name=name, tags=tags, span=at)


@builds("figure")
def figure(
    at: Span,
    name: s.Name,
    dims: tuple[s.Dimension, ...] | None,
    where: s.Expr | None,
    tags: s.Tags,
    value: s.Expr,
) -> s.FigureClause:
    return s.FigureClause(dims or (), where, value, name=name, tags=tags, span=at)
