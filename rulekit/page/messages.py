"""Turns a message about a text into JSON for a page, with positions as an editor in a browser counts them.

It also makes two kinds of remarks on a variant for the playground. If a message is about texts in a language that the
last layer does not use, a change is offered that leaves this language out of the variant, as its author may not speak
it. A title may have become wrong: the old title of a clause that the variant changes, or the variant's own title if it
is that of the base. Only the playground makes these remarks, because an edition changes many clauses whose titles still
fit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from attrs import frozen

from ..diagnostics import Diagnostic, Help, Source, Span
from ..diagnostics.printable import printable
from ..editor.replace_advice import BODIES
from ..model.meaning_hash import WORDING
from ..model.rulebook import Rulebook
from ..model.word_catalogs import clauses_in_books
from ..syntax import nodes as s
from ..syntax.traversal import same


def message_json(message: Diagnostic, proved: bool) -> dict[str, Any]:
    """Return a message as JSON with its place, related places and advice. Fixes are included only if `proved`, which
    says that they are known to work."""
    return {
        "code": message.code,
        "severity": message.severity,
        "text": printable(message.message),
        "place": _place(message.span),
        "labels": [{"text": printable(one.text), "place": _place(one.span)} for one in message.labels],
        "expected": [printable(one) for one in message.expected],
        "help": [_advice(one, proved) for one in message.help],
    }


def _advice(one: Help, proved: bool) -> dict[str, Any]:
    fix = None
    if proved and one.span is not None and one.replacement is not None:
        fix = {**place_json(one.span), "new": one.replacement}
    return {"text": printable(one.text), "fix": fix}


def _place(span: Span | None) -> dict[str, Any] | None:
    return None if span is None else place_json(span)


def place_json(span: Span) -> dict[str, Any]:
    """Return a place as JSON: file, line and column for people, and its start and end as offsets in UTF-16 units for
    the editor."""
    first, text = span.first, span.source.text
    start, end = (at if text.isascii() else at + sum(c > "\uffff" for c in text[:at]) for at in (span.start, span.end))
    return {"file": span.source.name, "line": first.line, "column": first.column, "start": start, "end": end}


def addition(source: Source, clause: str) -> tuple[Span, str]:
    """Return the place and the text of a change that adds a clause at the end of a text."""
    text = source.text
    gap = "" if not text else "\n" if text.endswith("\n") else "\n\n"
    return Span(source, len(text), len(text)), f"{gap}{clause}"


@frozen
class ForeignTexts:
    """Translations in lower layers, in languages that the last layer has no words for. `blocks` has the language and
    the place of each `words` clause; `last` is the text of the last layer."""

    blocks: tuple[tuple[str, Span], ...] = ()
    last: Source | None = None

    @classmethod
    def of(cls, books: Sequence[s.Book]) -> ForeignTexts:
        if not books:
            return cls()
        *lower, last = (
            [one for one in clauses_in_books(book.members) if isinstance(one, s.WordsClause)] for book in books
        )
        own = {words.name.text for words in last}
        blocks = ((words.name.text, words.span) for found in lower for words in found if words.name.text not in own)
        return cls(tuple(blocks), books[-1].span.source)

    def as_json(self, message: Diagnostic) -> dict[str, Any]:
        """Return JSON with the language if a warning is about one of these translations, and a change that leaves this
        language out of the variant. For other messages, return an empty dict."""
        place = message.span
        if place is None or message.severity != "warning" or self.last is None:
            return {}
        for language, block in self.blocks:
            if place.source is block.source and block.start <= place.start < block.end:
                end, new = addition(self.last, f"strike words {language}\n")
                return {"language": language, "out": {**place_json(end), "new": new}}
        return {}


STAYED: Final = "W210"
REPEATED: Final = "W221"
TELLING: Final = (*BODIES, s.FactClause, s.ExceptionClause)
"""Kinds of clauses whose title may say what the clause does."""
LEAST_WORDS: Final = 4
"""A title with fewer words only names a clause; a longer one may say what the clause does."""


def stayed_titles(rulebook: Rulebook, books: Sequence[s.Book]) -> Iterator[Diagnostic]:
    """Yield a remark for each clause that the last layer changes while it keeps the title from a lower layer. Also
    yield one if the last layer has the same title as a lower layer."""
    last = books[-1]
    own = last.header.title
    for below in books[:-1]:
        if own is not None and below.header.title is not None and below.header.title.value == own.value:
            message = f"this title is that of `{below.header.name.text}`: nobody can tell the two games apart"
            yield Diagnostic(REPEATED, message, own.span, help=(Help("give your variant a title of its own"),))
    for id_, changes in rulebook.changes_of.items():
        for old, new, source in changes:
            title = new.tags.title
            if source is not last.span.source or title is None or title.span.source is source:
                continue
            says = isinstance(new, TELLING) and len(title.value.split()) >= LEAST_WORDS
            if says and not same(old, new, WORDING):
                message = f"`{last.header.name.text}` changes `{id_}`, whose title stayed: “{title.value}”"
                advice = f'if it no longer holds, write a new one: `replace in {id_} "…":`'
                yield Diagnostic(STAYED, message, title.span, help=(Help(advice),))
