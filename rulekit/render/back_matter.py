"""Makes the tables at the end of a page: who may see what, the glossary and the index."""

from __future__ import annotations

from collections.abc import Iterator
from unicodedata import combining, normalize

from ..diagnostics.printable import capital
from ..model.naming import word_name_of
from ..model.rulebook import Placed
from ..model.symbols import KeepSymbol, PlaceSymbol
from ..prose.audiences import audience_words
from ..syntax import nodes as s
from . import page_blocks as d
from .anchors import anchor
from .subject import Subject, line_text


def audiences(subject: Subject) -> Iterator[d.PageBlock]:
    """Yield a table of who may see each place and kept value, and a sentence about all others."""
    rows: list[tuple[d.InlineLine, ...]] = []
    for placed in subject.placed():
        symbol = subject.model.symbols.get(placed.clause.name.text)
        if isinstance(symbol, PlaceSymbol | KeepSymbol) and symbol.seen.who != "all":
            inside, amount = (
                tuple(audience_words(subject.speaker, symbol, info)) for info in (symbol.seen, symbol.counted)
            )
            counted = isinstance(symbol, PlaceSymbol)
            rows.append(((subject.link(placed.id),), inside, amount if counted else ()))
    if not rows:
        yield d.PageParagraph((subject.ui("page-all-open"),))
        return
    head = ((), (subject.ui("page-who-sees-it"),), (subject.ui("page-who-counts"),))
    yield d.PageTable(head, tuple(rows))
    yield d.PageParagraph((subject.ui("page-rest-open"),))


TERMS = ("enum", "table", "piece", "board", "place", "keep", "fact", "choice", "action", "procedure", "event")
"""Kinds of clauses that the glossary lists, because other clauses use their titles as terms."""


def glossary(subject: Subject) -> Iterator[d.PageBlock]:
    """Yield a table of every term, in alphabetical order, with its meaning in a sentence and a link."""
    rows: list[tuple[str, tuple[d.InlineLine, ...]]] = []
    for placed in subject.placed():
        if placed.clause.kind not in TERMS:
            continue
        title = line_text(subject.prose(placed).title)
        for term, meaning in _meanings(subject, placed, title):
            link = d.AnchorLink(term, anchor(placed.id))
            rows.append((term, ((link,), (meaning,), (subject.numbers[placed.id],))))
    rows.sort(key=lambda row: _sort_key(row[0]))
    yield d.PageTable(((), (), ()), tuple(cells for _, cells in rows), "rk-glossary rk-headless")


def _meanings(subject: Subject, placed: Placed, title: str) -> Iterator[tuple[str, str]]:
    """Yield each term of a clause with its meaning: the title with the summary, and a different noun with the title."""
    summary = line_text(subject.prose(placed).summary or ())
    if summary:
        yield title, summary
    term = subject.speaker.term(word_name_of(placed.id))
    if term and not _same_title(term, title):
        yield term, title


def _same_title(one: str, other: str) -> bool:
    """Return whether two titles differ only in an article or a plural ending: `Hand` and `The hand`, `The cards` and
    `Card`."""
    return _sort_key(one) in _sort_key(other)


def index(subject: Subject) -> Iterator[d.PageBlock]:
    """Yield a table of every title and item that has an address, in alphabetical order."""
    entries: dict[str, list[tuple[str, str]]] = {}
    for placed in subject.placed():
        number = subject.numbers[placed.id]
        title, term = line_text(subject.prose(placed).title), subject.speaker.term(word_name_of(placed.id))
        for word in (title, term) if term and not _same_title(term, title) else (title,):
            entries.setdefault(word, []).append((number, anchor(placed.id)))
        for item in _items(placed.clause):
            title = subject.title(word_name_of(placed.id), item)
            entries.setdefault(title, []).append((number, anchor(f"{placed.id}.{item}")))
    by_letter: dict[str, list[d.InlineLine]] = {}
    for title in sorted(entries, key=_sort_key):
        if not title.strip():
            continue
        line: list[d.InlinePiece] = [capital(title), " "]
        for at, (number, where) in enumerate(dict.fromkeys(entries[title])):
            line += [", "] if at else []
            line.append(d.AnchorLink(number, where))
        by_letter.setdefault(_sort_key(title)[:1].upper(), []).append(tuple(line))
    for letter, lines in by_letter.items():
        yield d.PageParagraph((d.Strong(letter),), "rk-letter")
        yield d.Items(tuple((d.PageParagraph(line),) for line in lines))


def _items(clause: s.Clause) -> Iterator[str]:
    match clause:
        case s.EnumClause(items=items) | s.OptionClause(items=items):
            yield from (item.name.text for item in items)
        case s.TableClause(rows=rows):
            yield from (row.item.name.text for row in rows)


def _sort_key(title: str) -> str:
    """Return the key to sort a title by: lower case, without accents and opening quotes."""
    return "".join(sign for sign in normalize("NFKD", title.casefold()) if not combining(sign)).lstrip("\"'“‘(«…")
