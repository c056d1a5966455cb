"""Builders of the clauses that the rules of play do not use: chapters, words of other languages, looks, the
statements of a source.

What is said twice in one of them is refused here (E131, by `twice.py`).  The expressions in a look are
`expressions.py`'s; every other clause, with its parameters and attributes, is `clauses.py`'s.
"""

from __future__ import annotations

from typing import Any, cast

from ...diagnostics import Diagnostic, Help, RulekitError, Span
from .. import nodes as s
from .builder_table import builds
from .twice import once


@builds("chapter")
def chapter(at: Span, name: s.Name, after: s.Name | None, reference: str | None, tags: s.Tags) -> s.ChapterClause:
    return s.ChapterClause(after, reference is not None, name=name, tags=tags, span=at)


@builds("word_form")
def word_form(at: Span, key: s.Name, value: s.Text) -> s.WordForm:
    return s.WordForm(key, value, span=at)


@builds("word_titled")
def word_titled(at: Span, title: s.Text, summary: s.Text | None, *forms: s.WordForm) -> tuple[Any, ...]:
    return title, summary, _forms(at, forms)


@builds("word_forms")
def word_forms(at: Span, *forms: s.WordForm) -> tuple[Any, ...]:
    return None, None, _forms(at, forms)


def _forms(at: Span, forms: tuple[s.WordForm, ...]) -> tuple[s.WordForm, ...]:
    return tuple(once(at, [(form.key.text, form.span, form) for form in forms]).values())


@builds("word")
def word(at: Span, named: tuple[s.Name | None, s.Name, s.Name | None], said: tuple[Any, ...]) -> s.Word:
    return s.Word(*named, *said, span=at)


@builds("word_name")
def word_name(at: Span, *names: s.Name | None) -> tuple[s.Name | None, s.Name, s.Name | None]:
    """Return kind, name and item; the kind is None where it is not written."""
    kind, name, item = names if len(names) == 3 else (None, *names)
    assert name is not None
    return kind, name, item


@builds("words")
def words(at: Span, name: s.Name, tags: s.Tags, *entries: s.Word) -> s.WordsClause:
    named = [(w.written, w.span, w) for w in entries]
    return s.WordsClause(tuple(once(at, named).values()), name=name, tags=tags, span=at)


@builds("stated")
def stated(at: Span, number: s.Number, text: s.Text, aside: str | None, why: s.Text | None = None) -> s.StatedSentence:
    return s.StatedSentence(number, text, cast(Any, aside), why, span=at)


@builds("stated_section")
def stated_section(at: Span, title: s.Text, *sentences: s.StatedSentence) -> s.StatedSection:
    return s.StatedSection(title, sentences, span=at)


@builds("statements")
def statements(at: Span, name: s.Name, tags: s.Tags, *sections: s.StatedSection) -> s.StatementsClause:
    once(at, [(section.title.value, section.title.span, section) for section in sections])
    return s.StatementsClause(sections, name=name, tags=tags, span=at)


@builds("look_prop")
def look_prop(at: Span, key: s.Name, value: s.Text | s.Expr) -> s.LookProp:
    return s.LookProp(key, value, span=at)


@builds("look_whole")
def look_whole(at: Span, *props: s.LookProp) -> s.LookLine:
    return s.LookLine((), _props(at, props), span=at)


def _props(at: Span, props: tuple[s.LookProp, ...]) -> tuple[s.LookProp, ...]:
    return tuple(once(at, [(prop.key.text, prop.span, prop) for prop in props]).values())


@builds("look_elements")
def look_elements(at: Span, names: tuple[s.Name, ...], *props: s.LookProp) -> s.LookLine:
    return s.LookLine(names, _props(at, props), span=at)


@builds("look_layout")
def look_layout(at: Span, names: tuple[s.Name, ...], *rows: s.Text) -> tuple[str, Span, tuple[s.Text, ...]]:
    if [name.text for name in names] != ["layout"]:
        span = Span(at.source, names[0].span.start, names[-1].span.end)
        hint = Help("rows of names stand under `layout:`; what an element looks like stands behind its colon")
        raise RulekitError(Diagnostic("E104", "only `layout:` has rows under it", span, help=(hint,)))
    return "layout", names[0].span, rows


@builds("look")
def look(at: Span, name: s.Name, tags: s.Tags, *lines: Any) -> s.LookClause:
    said = tuple(line for line in lines if isinstance(line, s.LookLine))
    rows = once(at, [line for line in lines if isinstance(line, tuple)]).get("layout", ())
    return s.LookClause(said, rows, name=name, tags=tags, span=at)
