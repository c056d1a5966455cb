"""Builders of a file's header and of the edits of a layer."""

from __future__ import annotations

from typing import Any, Literal, cast

from ...diagnostics import Diagnostic, Help, RulekitError, Span
from .. import nodes as s
from .builder_table import builds
from .twice import once

HeaderLine = tuple[str, Span, Any]


@builds("path")
def path(at: Span, *names: s.Name) -> s.PathName:
    return s.PathName("/".join(name.text for name in names), span=at)


@builds("h_players")
def h_players(
    at: Span, low: s.Number, high: s.Number | None, way: str | None, seats: tuple[s.Item, ...] | None
) -> HeaderLine:
    return "players", at, (low.value, (high or low).value, way is not None, seats or (), s.Line(span=at))


@builds("h_summary")
def h_summary(at: Span, text: s.Text) -> HeaderLine:
    return "summary", at, text


@builds("h_source")
def h_source(at: Span, name: s.Name, title: s.Text, sections: tuple[s.Text, ...] | None) -> s.SourceDecl:
    declared = once(at, [(section.value, section.span, section) for section in sections or ()])
    return s.SourceDecl(name, title, tuple(declared.values()), span=at)


@builds("h_ranks")
def h_ranks(at: Span, *names: s.Name) -> HeaderLine:
    return "ranks", at, names


@builds("h_requires")
def h_requires(at: Span, book: s.PathName) -> s.PathName:
    return book


@builds("h_over")
def h_over(at: Span, name: s.Name) -> s.Name:
    return name


@builds("h_pinned")
def h_pinned(at: Span, text: s.Text) -> HeaderLine:
    return "pinned", at, text


@builds("h_language")
def h_language(at: Span, name: s.Name) -> HeaderLine:
    return "language", at, name


@builds("header")
def header(at: Span, form: str, name: s.Name, base: s.PathName | None, title: s.Text | None, *lines: Any) -> s.Header:
    said = once(at, [line for line in lines if isinstance(line, tuple)])
    if (base is None) != (form == "rulebook"):
        raise RulekitError(_wrong_base(form, name, base))
    low, high, anticlockwise, seats, line = said.get("players", (None, None, False, (), None))
    return s.Header(
        form=cast(Literal["rulebook", "edition", "variant", "expansion"], form),
        name=name,
        base=base,
        title=title,
        summary=said.get("summary"),
        players_low=low,
        players_high=high,
        seats=seats,
        anticlockwise=anticlockwise,
        players_line=line,
        sources=tuple(line for line in lines if isinstance(line, s.SourceDecl)),
        ranks=said.get("ranks", ()),
        requires=tuple(line for line in lines if isinstance(line, s.PathName)),
        over=tuple(line for line in lines if isinstance(line, s.Name)),
        pinned=said.get("pinned"),
        language=said.get("language"),
        span=at,
    )


def _wrong_base(form: str, name: s.Name, base: s.PathName | None) -> Diagnostic:
    if base is None:
        article = "a" if form == "variant" else "an"
        message = f"{article} {form} must say what it is based on"
        return Diagnostic("E103", message, name.span, help=(Help(f"write `{form} {name.text} of BASE`"),))
    message = "a rulebook stands on its own and is not `of` another"
    return Diagnostic("E104", message, base.span, help=(Help("begin with `edition`, `variant` or `expansion`"),))


@builds("replace")
def replace(at: Span, clause: s.Clause) -> s.Replace:
    return s.Replace(clause, span=at)


@builds("strike")
def strike(at: Span, kind: str, name: s.Name, tags: s.Tags) -> s.Strike:
    return s.Strike(kind, name, tags, span=at)


@builds("set")
def set_(at: Span, name: s.Name, value: s.Expr) -> s.Set:
    return s.Set(name, value, span=at)


@builds("under")
def under(at: Span, condition: s.Expr, *members: s.Member) -> s.Under:
    return s.Under(condition, members, span=at)


@builds("book")
def book(at: Span, head: s.Header, *members: s.Member) -> s.Book:
    return s.Book(head, members, span=at)
