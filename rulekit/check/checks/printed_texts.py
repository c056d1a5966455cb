"""The texts of a book that people read: titles, summaries and captions in each language, each with what it is about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
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


_Said = tuple[s.Text, Role, str | None]
"""A text with its role, and the item that it is about."""


def called(printed: PrintedText, book: Rulebook) -> str:
    """Return the words by which a message refers to a text; for a translation, with its language."""
    return "the text" if printed.language == own_language(book) else f"the text in `{printed.language}`"


def ways_out(printed: PrintedText, book: Rulebook) -> list[str]:
    """Return advice for an author who does not speak the language of a text in a lower layer; empty for other texts."""
    if printed.language == own_language(book) or printed.text.span.source == book.files[-1]:
        return []
    return [f"or leave the language out of `{book.layers[-1]}`: `strike words {printed.language}`"]


def own_language(book: Rulebook) -> str:
    """Return the language that a rulebook is written in."""
    return book.header.language.text if book.header.language else "en"


@lru_cache(maxsize=1)  # several checks read the texts of one book
def printed_texts(book: Rulebook) -> tuple[PrintedText, ...]:
    """Return the texts of the clauses of this configuration, in the language of the book and in those of its
    translations."""
    return tuple(_printed_texts(book))


def _printed_texts(book: Rulebook) -> Iterator[PrintedText]:
    own = own_language(book)
    known: dict[str, Placed] = {}
    for placed in book.clauses:
        if not isinstance(placed.clause, s.WordsClause):
            known.setdefault(word_name(placed.clause.kind, placed.clause.name.text), placed)
            for text, role, item in _texts_of(placed.clause):
                yield PrintedText(text, own, role, placed, item)
    for placed in book.clauses:
        if isinstance(placed.clause, s.WordsClause):
            for word in placed.clause.entries:
                if (about := known.get(name_of_word(word))) is not None:
                    for text, role, item in _texts_of_word(word, isinstance(about.clause, s.SectionClause)):
                        yield PrintedText(text, placed.clause.name.text, role, about, item)


def _of_every_configuration(texts: Callable[..., Iterator[_Said]]) -> Callable[..., tuple[_Said, ...]]:
    return lru_cache(maxsize=16384)(lambda *about: tuple(texts(*about)))


@_of_every_configuration
def _texts_of(clause: s.Clause) -> Iterator[_Said]:
    for node in inside(clause, s.Tags, s.Item, s.ShowsLine):
        match node:
            case s.Tags(title=title, summary=summary):
                if title is not None:
                    yield title, "title", None
                if summary is not None:
                    yield summary, "summary", "" if node is not clause.tags else None
            case s.Item(name=name, title=s.Text() as title):
                yield title, "title", name.text
            case s.ShowsLine(caption=s.Text() as caption):
                yield caption, "caption", shown_item(node)


@_of_every_configuration
def _texts_of_word(word: s.Word, of_section: bool) -> Iterator[_Said]:
    item = word.item.text if word.item else None
    if word.title is not None:
        yield word.title, "caption" if item and of_section else "title", item
    if word.summary is not None:
        yield word.summary, "summary", item
    for form in word.forms:
        if form.key.text == TEXT:
            yield form.value, "summary", item


def shown_item(shown: s.ShowsLine) -> str:
    """Return the name by which `words` clauses translate the caption of a section's picture or table."""
    return shown.named.name.text if shown.named else shown.what
