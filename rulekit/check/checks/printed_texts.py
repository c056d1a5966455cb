"""The texts of a book that people read: titles, summaries and captions, in each language, with what each is about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from ...model.naming import word_name
from ...model.rulebook import Placed, Rulebook
from ...model.word_catalogs import name_of_word
from ...syntax import nodes as s
from ...syntax.text_values import TEXT
from ...syntax.traversal import inside

Role = Literal["title", "summary", "caption"]


class PrintedText(NamedTuple):
    """A text that readers see, in a `language`, and the clause that it belongs to (`placed`). `role` is title, summary
    or caption. `item` names the part of the clause, or the thing that a section shows, that the text is about."""

    text: s.Text
    language: str
    role: Role
    placed: Placed
    item: str | None = None


def called(printed: PrintedText, book: Rulebook) -> str:
    """Return what a message calls a text: a translation by its language."""
    return "the text" if printed.language == own_language(book) else f"the text in `{printed.language}`"


def ways_out(printed: PrintedText, book: Rulebook) -> list[str]:
    """Return the advice for an author who does not speak the language of a text of a lower layer."""
    if printed.language == own_language(book) or printed.text.span.source == book.files[-1]:
        return []
    return [f"or leave the language out of `{book.layers[-1]}`: `strike words {printed.language}`"]


def own_language(book: Rulebook) -> str:
    """Return the language that a rulebook is written in."""
    return book.header.language.text if book.header.language else "en"


def printed_texts(book: Rulebook) -> Iterator[PrintedText]:
    """Yield the texts of the clauses of this configuration, in the language of the book and in those of its
    translations."""
    own = own_language(book)
    known: dict[str, Placed] = {}
    for placed in book.clauses:
        if not isinstance(placed.clause, s.WordsClause):
            known.setdefault(word_name(placed.clause.kind, placed.clause.name.text), placed)
            yield from _texts_of(placed, own)
    for placed in book.clauses:
        if isinstance(placed.clause, s.WordsClause):
            for word in placed.clause.entries:
                if (about := known.get(name_of_word(word))) is not None:
                    yield from _texts_of_word(word, placed.clause.name.text, about)


def _texts_of(placed: Placed, language: str) -> Iterator[PrintedText]:
    clause = placed.clause
    for node in inside(clause, s.Tags, s.Item, s.ShowsLine):
        match node:
            case s.Tags(title=title, summary=summary):
                if title is not None:
                    yield PrintedText(title, language, "title", placed)
                if summary is not None:
                    yield PrintedText(summary, language, "summary", placed, "" if node is not clause.tags else None)
            case s.Item(name=name, title=s.Text() as title):
                yield PrintedText(title, language, "title", placed, name.text)
            case s.ShowsLine(caption=s.Text() as caption):
                yield PrintedText(caption, language, "caption", placed, shown_item(node))


def _texts_of_word(word: s.Word, language: str, placed: Placed) -> Iterator[PrintedText]:
    item = word.item.text if word.item else None
    role: Role = "caption" if item and isinstance(placed.clause, s.SectionClause) else "title"
    if word.title is not None:
        yield PrintedText(word.title, language, role, placed, item)
    if word.summary is not None:
        yield PrintedText(word.summary, language, "summary", placed, item)
    for form in word.forms:
        if form.key.text == TEXT:
            yield PrintedText(form.value, language, "summary", placed, item)


def shown_item(shown: s.ShowsLine) -> str:
    """Return the name by which `words` clauses translate the caption of a section's picture or table."""
    return shown.named.name.text if shown.named else shown.what
