"""A game as one page, and one for each question of what beats what.

On the page of the game stands what one sees at once, the chapters of the outline, and at the end what is looked up.
The parts in front and at the end have anchors of their own and no numbers; those of the chapters are `anchors.py`'s.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..prose import speaker
from . import document as d
from .audiences import audiences
from .citations import assumptions, notes, source_list
from .editions import Editions, titled
from .games import Games
from .inventory import box
from .overrides import overrides, question_page, questions
from .pictures import Pictures
from .reactions import reactions
from .sections import Writer, chapter
from .setup import set_up
from .subject import Subject
from .terms import glossary, index
from .turn_diagram import turn_diagram


def subject_of(games: Games, language: str, full: bool) -> Subject:
    """A book in the configuration that its page tells: the fewest players, every option as usual."""
    model = games.game().model
    return Subject(games.book, model, speaker(model, language, bounds=full), full)


def pages(subject: Subject, games: Games, file: str, editions: Editions) -> tuple[d.Page, tuple[d.Page, ...]]:
    """The page of a game, and in a folder of its name those of its questions."""
    pictures = Pictures.of(subject, games.game())
    writer = Writer(subject, games, pictures, editions)
    blocks = tuple(_blocks(writer, file.rsplit("/", 1)[-1]))
    beside = tuple(question_page(writer, one, file) for one in questions(subject))
    return d.Page(file, subject.heading, subject.language, blocks, pictures.files), beside


def _blocks(writer: Writer, folder: str) -> Iterator[d.PageBlock]:
    subject = writer.subject
    yield d.Heading(1, (subject.heading,), "top")
    yield from _front(writer)
    for one in subject.chapters:
        yield from chapter(writer, one)
    yield from _back(writer, folder)


def _part(subject: Subject, key: str, blocks: Iterable[d.PageBlock], level: int = 2) -> Iterator[d.PageBlock]:
    """A part with a heading, if there is anything in it."""
    inside = tuple(blocks)
    if inside:
        yield d.Heading(level, (subject.ui(f"page-{key}"),), key)
        yield from inside


def _front(writer: Writer) -> Iterator[d.PageBlock]:
    """What kind of game it is, what it needs, and how it goes."""
    subject, games, pictures = writer.subject, writer.games, writer.pictures
    if subject.summary:
        yield d.PageParagraph((subject.summary,), "rk-lead")
    yield from _players(writer)
    yield d.Box("rk-contents", (d.Items(tuple(_contents(writer))),))
    yield from _part(subject, "box", box(subject, games, pictures))
    yield from _part(subject, "set-up", set_up(subject, games, pictures))
    yield from _part(subject, "course", turn_diagram(subject))
    yield from _part(subject, "reactions", reactions(subject))


def _players(writer: Writer) -> Iterator[d.PageBlock]:
    subject = writer.subject
    counts, header = subject.book.player_counts, subject.rulebook.header
    many = str(counts[0]) if len(counts) == 1 else subject.ui("page-from-to", low=counts[0], high=counts[-1])
    seats = [subject.title("Player", seat.name.text) for seat in header.seats]
    named = f" ({', '.join(seats)})" if seats else ""
    cites = [cite for part in header.numbers for cite in part.cites]
    marks = notes(subject, [*cites, *(cite for seat in header.seats for cite in seat.cites)])
    rows: list[tuple[d.InlineLine, ...]] = [((subject.ui("page-who-plays"),), (many, named, *marks))]
    if writer.editions.base is not None:
        rows.append(((subject.ui("page-stands-on"),), (titled(writer.editions.base, subject.language),)))
    others: list[d.InlinePiece] = []
    for other in writer.editions.others:
        others += [", "] if others else []
        others.append(other.link(subject.language))
    if others:
        rows.append(((subject.ui("page-other-editions"),), tuple(others)))
    yield d.PageTable((), tuple(rows), "rk-facts")


def _contents(writer: Writer) -> Iterator[tuple[d.PageBlock, ...]]:
    """The chapters by number, with what each is about."""
    subject = writer.subject
    for one in subject.chapters:
        yield (d.PageParagraph((f"{one.number} ", d.AnchorLink(subject.chapter_title(one), one.anchor))),)


def _back(writer: Writer, folder: str) -> Iterator[d.PageBlock]:
    subject = writer.subject
    yield from _part(subject, "who-sees", audiences(subject))
    yield from _part(subject, "overrides", overrides(subject, folder))
    yield from _part(subject, "changes", writer.editions.struck(subject))
    yield from _part(subject, "assumed", assumptions(subject))
    yield from _part(subject, "glossary", glossary(subject))
    yield from _part(subject, "index", index(subject))
    yield from _part(subject, "sources", source_list(subject))
