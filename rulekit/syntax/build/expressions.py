"""Builders of types and expressions."""

from __future__ import annotations

from typing import Any, cast

from attrs import evolve

from ...diagnostics import Span
from .. import nodes as s
from .builder_table import builds

Binders = tuple[s.Binder, ...]


@builds("named_type")
def named_type(at: Span, name: s.Name) -> s.NamedType:
    return s.NamedType(name, span=at)


@builds("range_type")
def range_type(at: Span, low: s.Expr, high: s.Expr) -> s.RangeType:
    return s.RangeType(low, high, span=at)


@builds("optional_type")
def optional_type(at: Span, item: s.TypeExpr) -> s.OptionalType:
    return s.OptionalType(item, span=at)


@builds("set_type")
def set_type(at: Span, item: s.TypeExpr) -> s.SetType:
    return s.SetType(item, span=at)


@builds("number")
def number(at: Span, value: s.Number) -> s.Number:
    return value


@builds("yes")
def yes(at: Span) -> s.Truth:
    return s.Truth(True, span=at)


@builds("no")
def no(at: Span) -> s.Truth:
    return s.Truth(False, span=at)


@builds("nothing")
def nothing(at: Span) -> s.Nothing:
    return s.Nothing(span=at)


@builds("name_ref")
def name_ref(at: Span, name: s.Name) -> s.Ref:
    return s.Ref(name, span=at)


@builds("index")
def index(at: Span, name: s.Name, *args: s.Expr) -> s.Index:
    return s.Index(name, args, span=at)


@builds("arg")
def arg(at: Span, name: s.Name | None, value: s.Expr) -> s.Arg:
    return s.Arg(name, value, span=at)


@builds("call")
def call(at: Span, name: s.Name, args: tuple[s.Arg, ...]) -> s.Call:
    return s.Call(name, args, span=at)


@builds("attribute")
def attribute(at: Span, base: s.Expr, name: s.Name) -> s.Attribute:
    return s.Attribute(base, name, span=at)


@builds("not_")
def not_(at: Span, item: s.Expr) -> s.Unary:
    return s.Unary("not", item, span=at)


@builds("negative")
def negative(at: Span, item: s.Expr) -> s.Unary:
    return s.Unary("-", item, span=at)


@builds("binary", "compare")
def binary(at: Span, left: s.Expr, op: str, right: s.Expr) -> s.Binary:
    return s.Binary(op, left, right, span=at)


@builds("conditional")
def conditional(at: Span, condition: s.Expr, then: s.Expr, otherwise: s.Expr) -> s.Conditional:
    return s.Conditional(condition, then, otherwise, span=at)


@builds("held")
def held(at: Span, bound: s.Binder, where: s.Expr | None) -> s.Binder:
    return bound if where is None else s.Binder(bound.name, bound.domain, where, span=at)


def without_test(binder: s.Binder) -> s.Binder:
    """The name and its domain without what its members must pass."""
    if binder.where is None:
        return binder
    return s.Binder(binder.name, binder.domain, span=evolve(binder.span, end=binder.domain.span.end))


def split(binders: Binders) -> tuple[Binders, s.Expr | None]:
    """What stands behind the last name is asked of all of them together, and belongs to the whole."""
    *first, last = binders
    return (*first, without_test(last)), last.where


@builds("binder")
def binder(at: Span, name: s.Name, domain: s.Expr) -> s.Binder:
    return s.Binder(name, domain, span=at)


@builds("some")
def some(at: Span, binders: Binders, body: s.Expr) -> s.Quantified:
    return s.Quantified("some", *split(binders), body, span=at)


@builds("all_")
def all_(at: Span, binders: Binders, body: s.Expr) -> s.Quantified:
    return s.Quantified("all", *split(binders), body, span=at)


@builds("count")
def count(at: Span, binders: Binders) -> s.Quantified:
    return s.Quantified("count", *split(binders), None, span=at)


@builds("sum_of")
def sum_of(at: Span, binders: Binders, body: s.Expr) -> s.Quantified:
    return s.Quantified("sum", *split(binders), body, span=at)


@builds("most")
def most(at: Span, binders: Binders, body: s.Expr, otherwise: s.Expr | None) -> s.Quantified:
    return s.Quantified("most", *split(binders), body, otherwise, span=at)


@builds("least")
def least(at: Span, binders: Binders, body: s.Expr, otherwise: s.Expr | None) -> s.Quantified:
    return s.Quantified("least", *split(binders), body, otherwise, span=at)


@builds("the")
def the(at: Span, bound: s.Binder, where: s.Expr | None) -> s.Quantified:
    return s.Quantified("the", (bound,), where, None, span=at)


@builds("any_")
def any_(at: Span, bound: s.Binder, where: s.Expr | None) -> s.Quantified:
    return s.Quantified("any", (bound,), where, None, span=at)


@builds("reach")
def reach(at: Span, seed: s.Expr, source: s.Name, target: s.Name, domain: s.Expr, where: s.Expr | None) -> s.Reach:
    return s.Reach(seed, source, target, domain, where, span=at)


@builds("after")
def after(at: Span, performed: s.Call, body: s.Expr) -> s.After:
    return s.After(performed, body, span=at)


@builds("naming")
def naming(at: Span, name: s.Name, value: s.Expr) -> tuple[s.Name, s.Expr]:
    return name, value


@builds("let_in")
def let_in(at: Span, *parts: Any) -> s.Expr:
    *named, body = parts
    for name, value in reversed(named):
        body = s.LetExpression(name, value, body, span=at)
    return cast(s.Expr, body)


@builds("range", "set_range")
def range_(at: Span, low: s.Expr, high: s.Expr) -> s.Range:
    return s.Range(low, high, span=at)


@builds("set_literal")
def set_literal(at: Span, *items: s.Expr | None) -> s.SetLiteral:
    return s.SetLiteral(tuple(item for item in items if item is not None), span=at)


@builds("set_where")
def set_where(at: Span, binders: Binders) -> s.SetComprehension:
    return s.SetComprehension(None, *split(binders), span=at)


@builds("set_image")
def set_image(at: Span, image: s.Expr, binders: Binders) -> s.SetComprehension:
    return s.SetComprehension(image, *split(binders), span=at)


@builds("times_seen")
def times_seen(at: Span, name: s.Name) -> s.TimesSeen:
    return s.TimesSeen(name, span=at)


@builds("top_of")
def top_of(at: Span, place: s.Ref | s.Index) -> s.EndOf:
    return s.EndOf("top", place, span=at)


@builds("bottom_of")
def bottom_of(at: Span, place: s.Ref | s.Index) -> s.EndOf:
    return s.EndOf("bottom", place, span=at)
