"""Builders of the statements that move pieces: shuffle, move, put, remove."""

from __future__ import annotations

from typing import Literal

from ...diagnostics import Diagnostic, Help, RulekitError, Span
from .. import nodes as s
from .builder_table import builds
from .statements import Place


@builds("shuffle")
def shuffle(at: Span, place: Place) -> s.Shuffle:
    return s.Shuffle(place, span=at)


@builds("take_top")
def take_top(at: Span, place: Place) -> s.Take:
    return s.Take("top", None, place, span=at)


@builds("take_bottom")
def take_bottom(at: Span, place: Place) -> s.Take:
    return s.Take("bottom", None, place, span=at)


@builds("take_random")
def take_random(at: Span, place: Place) -> s.Take:
    return s.Take("random", None, place, span=at)


@builds("take_all")
def take_all(at: Span, place: Place) -> s.Take:
    return s.Take("all", None, place, span=at)


@builds("take_value")
def take_value(at: Span, value: s.Expr, place: Place) -> s.Take:
    return s.Take("value", value, place, span=at)


@builds("take_single")
def take_single(at: Span, place: Place) -> s.Take:
    return s.Take("single", None, place, span=at)


@builds("take_item")
def take_item(at: Span, call: s.Call) -> s.Take:
    """Of calls only this one says a piece and its place in one."""
    match call.args:
        case (s.Arg(None, s.Ref() | s.Index() as place), s.Arg(None, number)) if call.name.text == "item":
            return s.Take("item", number, place, span=at)
    text = call.span.source.text[call.span.start : call.span.end]
    advice = f"write `{text} from PLACE`, or `item(PLACE, NUMBER)` for the piece that lies there at that number"
    raise RulekitError(Diagnostic("E103", "it is not said out of what this is taken", call.span, help=(Help(advice),)))


@builds("onto")
def onto(at: Span, place: Place) -> s.Destination:
    return s.Destination("top", place, span=at)


@builds("under_place")
def under_place(at: Span, place: Place) -> s.Destination:
    return s.Destination("bottom", place, span=at)


@builds("move")
def move(at: Span, take: s.Take, to: s.Destination, reveals: str | None) -> s.Move:
    return s.Move(take, to, reveals is not None, span=at)


@builds("put")
def put(
    at: Span, amount: s.Expr | Literal["every"] | None, value: s.Expr, to: s.Destination, reveals: str | None
) -> s.Put:
    return s.Put(amount, value, to, reveals is not None, span=at)


@builds("remove")
def remove(at: Span, take: s.Take, reveals: str | None) -> s.Remove:
    return s.Remove(take, reveals is not None, span=at)
