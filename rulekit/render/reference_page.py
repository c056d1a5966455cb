"""Composes the reference of a game: every clause exactly, with its number, its sources, tables and pictures.

The first part shows the game at a glance. The chapters of the outline follow. Reference tables are at the end: who may
see what, the glossary and the index.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from unicodedata import combining, normalize

from ..diagnostics.printable import capital
from ..model.naming import word_name_of
from ..model.rulebook import Placed
from ..model.symbols import KeepSymbol, PlaceSymbol
from ..prose.grammar import grammar
from ..syntax import nodes as s
from . import page_blocks as d
from .anchors import anchor
from .clause_sections import Writer, chapter
from .editions import title_in
from .footnotes import notes
from .inventory import box
from .overrides import overrides
from .reactions import reactions
from .set_up import set_up
from .subject import Subject, line_text
from .turn_diagram import turn_diagram


def reference_blocks(writer: Writer) -> Iterator[d.PageBlock]:
    """Yield the blocks of the reference below its title: the first part, the chapters, and the tables."""
    yield from _front(writer)
    for one in writer.subject.chapters:
        yield from chapter(writer, one)
    yield from _back(writer)


def part(subject: Subject, key: str, blocks: Iterable[d.PageBlock], search: str | None = "") -> Iterator[d.PageBlock]:
    """Yield blocks below a heading; nothing if there are no blocks. `key` is the key of the heading's words, and its
    anchor. `search` is as in `Heading`."""
    inside = tuple(blocks)
    if inside:
        yield d.Heading(2, (subject.ui(f"page-{key}"),), key, search=search)
        yield from inside


def _front(writer: Writer) -> Iterator[d.PageBlock]:
    """Yield the first part: what the game is about, its players, its equipment and its course."""
    subject, games, pictures = writer.subject, writer.games, writer.pictures
    if subject.summary:
        yield d.PageParagraph((subject.summary,), "rk-lead")
    yield from _players(writer)
    yield d.Box("rk-contents", (d.Items(tuple(_contents(writer))),))
    yield from part(subject, "box", box(subject, games, pictures))
    yield from part(subject, "set-up", set_up(subject, games, pictures))
    yield from part(subject, "course", turn_diagram(subject))
    yield from part(subject, "reactions", reactions(subject))


def player_count(subject: Subject) -> str:
    """Return the possible numbers of players in words: `2`, `2 to 5`, or `4, 6 or 7`."""
    counts = subject.counts
    if len(counts) == 1 or len(counts) <= counts[-1] - counts[0]:
        return grammar(subject.language).join_list([str(count) for count in counts], "or")
    return subject.ui("page-from-to", low=counts[0], high=counts[-1])


def _players(writer: Writer) -> Iterator[d.PageBlock]:
    subject = writer.subject
    header = subject.rulebook.header
    seats = [subject.title("Player", seat.name.text) for seat in header.seats]
    named = f" ({', '.join(seats)})" if seats else ""
    cites = [cite for numbers in header.numbers for cite in numbers.cites]
    marks = notes(subject, [*cites, *(cite for seat in header.seats for cite in seat.cites)])
    rows: list[tuple[d.InlineLine, ...]] = [
        ((subject.ui("page-who-plays"),), (player_count(subject), named, *marks)),
    ]
    if writer.editions.base is not None:
        rows.append(((subject.ui("page-stands-on"),), (title_in(writer.editions.base, subject.language),)))
    others = other_editions(writer)
    if others:
        rows.append(((subject.ui("page-other-editions"),), others))
    yield d.PageTable((), tuple(rows), "rk-facts")


def other_editions(writer: Writer) -> d.InlineLine:
    """Return links to those other editions of the game whose pages are also made."""
    links = (other.link(writer.subject.language) for other in writer.editions.others)
    return tuple(piece for link in links for piece in (", ", link))[1:]


def _contents(writer: Writer) -> Iterator[tuple[d.PageBlock, ...]]:
    """Yield the items of the table of contents: the number and title of each chapter."""
    subject = writer.subject
    for one in subject.chapters:
        yield (d.PageParagraph((f"{one.number} ", d.AnchorLink(subject.chapter_title(one), one.anchor))),)


def _back(writer: Writer) -> Iterator[d.PageBlock]:
    subject = writer.subject
    yield from part(subject, "who-sees", audiences(subject))
    yield from part(subject, "overrides", overrides(subject))
    yield from part(subject, "glossary", glossary(subject))
    yield from part(subject, "index", index(subject))


def audiences(subject: Subject) -> Iterator[d.PageBlock]:
    """Yield a table of who may see each place and each kept value that is not open to all, and a sentence about the
    others."""
    rows: list[tuple[d.InlineLine, ...]] = []
    for placed in subject.placed():
        symbol = subject.model.symbols.get(placed.clause.name.text)
        if isinstance(symbol, PlaceSymbol | KeepSymbol) and symbol.seen.who != "all":
            inside, amount = (subject.speaker.audience(symbol, info) for info in (symbol.seen, symbol.counted))
            counted = isinstance(symbol, PlaceSymbol)
            rows.append(((subject.link(placed.id),), inside, amount if counted else ()))
    if not rows:
        yield d.PageParagraph((subject.ui("page-all-open"),))
        return
    head = ((), (subject.ui("page-who-sees-it"),), (subject.ui("page-who-counts"),))
    yield d.PageTable(head, tuple(rows))
    yield d.PageParagraph((subject.ui("page-rest-open"),))


TERMS = ("enum", "table", "piece", "board", "place", "keep", "fact", "choice", "action", "procedure", "event")
"""Kinds of clauses in the glossary, because other clauses use their titles as terms."""


def glossary(subject: Subject) -> Iterator[d.PageBlock]:
    """Yield an alphabetical table of all terms, each with a link, its meaning in one sentence, and the number of its
    clause."""
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
    """Yield the terms of a clause with their meanings: its title, explained by its summary; and its noun, if it is
    different, explained by the title."""
    summary = line_text(subject.prose(placed).summary or ())
    if summary:
        yield title, summary
    term = subject.speaker.term(word_name_of(placed.id))
    if term and not _same_title(term, title):
        yield term, title


def _same_title(one: str, other: str) -> bool:
    """Return whether the first title is contained in the other one, apart from accents and capitals. Such titles
    usually differ only in an article or a plural ending: `Hand` and `The hand`, `Card` and `The cards`."""
    return _sort_key(one) in _sort_key(other)


def index(subject: Subject) -> Iterator[d.PageBlock]:
    """Yield an alphabetical list of the titles of all clauses and items that have an anchor, grouped by first
    letter."""
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
    """Return the key by which a title is sorted: in lower case, without accents and without quotation marks at the
    start."""
    return "".join(sign for sign in normalize("NFKD", title.casefold()) if not combining(sign)).lstrip("\"'“‘(«…")
