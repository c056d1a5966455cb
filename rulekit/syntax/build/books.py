"""Builders of a file's header and of the edits of a layer."""

from __future__ import annotations

from typing import Any, Final, Literal, cast

from ...diagnostics import Diagnostic, Help, RulekitError, Span
from .. import nodes as s
from .builder_table import builds
from .twice import once

HeaderLine = tuple[str, Span, Any]


@builds("path")
def path(at: Span, *names: s.Name) -> s.PathName:
    return s.PathName("/".join(name.text for name in names), span=at)


@builds("several_players")
def several_players(at: Span, low: s.Number, high: s.Number | None, cites: tuple[s.Citation, ...]) -> s.PlayerNumbers:
    return s.PlayerNumbers(low.value, (high or low).value, cites, span=at)


@builds("h_players")
def h_players(at: Span, *parts: Any) -> HeaderLine:
    *numbers, way, seats = parts
    return "players", at, (tuple(numbers), way is not None, seats or (), s.Line(span=at))


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


@builds("h_syntax")
def h_syntax(at: Span, number: s.Number) -> HeaderLine:
    return "syntax", at, number


@builds("header")
def header(at: Span, form: str, name: s.Name, base: s.PathName | None, title: s.Text | None, *lines: Any) -> s.Header:
    said = once(at, [line for line in lines if isinstance(line, tuple)])
    if (base is None) != (form == "rulebook"):
        raise RulekitError(_wrong_base(form, name, base))
    numbers, anticlockwise, seats, line = said.get("players", ((), False, (), None))
    return s.Header(
        form=cast(Literal["rulebook", "edition", "variant", "expansion"], form),
        name=name,
        base=base,
        title=title,
        summary=said.get("summary"),
        numbers=numbers,
        seats=seats,
        anticlockwise=anticlockwise,
        players_line=line,
        sources=tuple(line for line in lines if isinstance(line, s.SourceDecl)),
        ranks=said.get("ranks", ()),
        requires=tuple(line for line in lines if isinstance(line, s.PathName)),
        over=tuple(line for line in lines if isinstance(line, s.Name)),
        pinned=said.get("pinned"),
        language=said.get("language"),
        version=said.get("syntax"),
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


@builds("strike_flow")
def strike_flow(at: Span, tags: s.Tags) -> s.Strike:
    word = at.start + at.text.index("flow")
    return s.Strike("flow", s.Name("flow", span=Span(at.source, word, word + len("flow"))), tags, span=at)


@builds("set")
def set_(at: Span, name: s.Name, value: s.Expr) -> s.Set:
    return s.Set(name, value, span=at)


@builds("under")
def under(at: Span, condition: s.Expr, *members: s.Member) -> s.Under:
    return s.Under(condition, members, span=at)


@builds("about_each")
def about_each(at: Span, bound: s.Binder, where: s.Expr, cites: tuple[s.Citation, ...], *members: s.Member) -> s.Under:
    return s.Under(where, members, bound, cites, span=at)


@builds("book")
def book(at: Span, head: s.Header, *members: s.Member) -> s.Book:
    return s.Book(head, members, span=at)


# --------------------------------------------------------------------------------------------------------- amendments

FORMS: Final[dict[str, str]] = {
    "enum": "items are written `name, name`",
    "option": "answers are written `name, name`",
    "ruling": "answers are written `name, name`",
    "table": "a row is written `| NAME | VALUE |`",
    "board": "a site is written `| NAME | {NEIGHBOUR} |`",
}
"""How the parts of each kind of clause are written of which a layer may change single ones."""

Parts = tuple[s.Row | s.Item, ...]
BesideName = tuple[Literal["before", "after"], s.Name]


@builds("parts")
def parts(at: Span, *found: Any) -> Parts:
    """A line of items is a list of them already."""
    return found[0] if isinstance(found[0], tuple) else found


@builds("before_part")
def before_part(at: Span, name: s.Name) -> BesideName:
    return "before", name


@builds("after_part")
def after_part(at: Span, name: s.Name) -> BesideName:
    return "after", name


@builds("add_parts")
def add_parts(at: Span, kind: str, name: s.Name, place: BesideName | None, added: Parts) -> s.Amendment:
    _check_form(kind, name, added)
    side, other = place or (None, None)
    return s.Amendment("add", kind, name, added, (), side, other, span=at)


@builds("replace_parts")
def replace_parts(at: Span, kind: str, name: s.Name, new: Parts) -> s.Amendment:
    _check_form(kind, name, new)
    return s.Amendment("replace", kind, name, new, span=at)


@builds("strike_parts")
def strike_parts(at: Span, kind: str, name: s.Name, struck: tuple[s.Name, ...]) -> s.Amendment:
    _check_form(kind, name, ())
    once(at, [(one.text, one.span, one) for one in struck])
    return s.Amendment("strike", kind, name, (), struck, span=at)


def _check_form(kind: str, name: s.Name, found: Parts) -> None:
    """Raises RulekitError where a clause of this kind has no such parts, or one is written twice."""
    if kind not in FORMS:
        whole = f"write `replace {kind} {name.text}` and the whole of it"
        more = f"write `{kind} {name.text}:` again with what is new: it joins what is there"
        advice = Help(more if kind in s.JOINED else whole)
        message = f"the parts of {_with_article(kind)} have no names by which a layer could change them one by one"
        raise RulekitError(Diagnostic("E104", message, name.span, help=(advice,)))
    form = s.Row if kind in ("table", "board") else s.Item
    wrong = next((part for part in found if not isinstance(part, form)), None)
    if wrong is not None:
        message = f"this is no part of {_with_article(kind)}"
        raise RulekitError(Diagnostic("E104", message, wrong.span, help=(Help(FORMS[kind]),)))
    names = [part.item.name if isinstance(part, s.Row) else part.name for part in found]
    once(name.span, [(one.text, one.span, one) for one in names])


def _with_article(kind: str) -> str:
    return kind if kind in s.JOINED else f"{'an' if kind[0] in 'aeio' else 'a'} {kind}"
