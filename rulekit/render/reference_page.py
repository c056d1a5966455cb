"""Composes the reference of a game: every clause exactly, with its number, its sources, tables and pictures.

The front shows the game at a glance, the chapters of the outline follow, and reference tables end it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..prose.grammar import grammar
from . import page_blocks as d
from .back_matter import audiences, glossary, index
from .clause_sections import Writer, chapter
from .editions import title_in
from .footnotes import notes
from .inventory import box
from .overrides import overrides
from .reactions import reactions
from .set_up import set_up
from .subject import Subject
from .turn_diagram import turn_diagram


def reference_blocks(writer: Writer) -> Iterator[d.PageBlock]:
    """Yield the blocks of the reference below its heading: front, chapters and tables."""
    yield from _front(writer)
    for one in writer.subject.chapters:
        yield from chapter(writer, one)
    yield from _back(writer)


def part(subject: Subject, key: str, blocks: Iterable[d.PageBlock], search: str | None = "") -> Iterator[d.PageBlock]:
    """Yield a part with a heading, if it has blocks; `key` is the key of its title, `search` as in `Heading`."""
    inside = tuple(blocks)
    if inside:
        yield d.Heading(2, (subject.ui(f"page-{key}"),), key, search=search)
        yield from inside


def _front(writer: Writer) -> Iterator[d.PageBlock]:
    """Yield the front: what the game is about, its players and equipment, and its course."""
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
    """Return the numbers of players in words: `2`, `2 to 5`, `4, 6 or 7`."""
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
    """Return links to the game's other editions in the output."""
    links = (other.link(writer.subject.language) for other in writer.editions.others)
    return tuple(piece for link in links for piece in (", ", link))[1:]


def _contents(writer: Writer) -> Iterator[tuple[d.PageBlock, ...]]:
    """Yield the table of contents: a row for each chapter with its number, title and summary."""
    subject = writer.subject
    for one in subject.chapters:
        yield (d.PageParagraph((f"{one.number} ", d.AnchorLink(subject.chapter_title(one), one.anchor))),)


def _back(writer: Writer) -> Iterator[d.PageBlock]:
    subject = writer.subject
    yield from part(subject, "who-sees", audiences(subject))
    yield from part(subject, "overrides", overrides(subject))
    yield from part(subject, "glossary", glossary(subject))
    yield from part(subject, "index", index(subject))
