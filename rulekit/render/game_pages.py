"""Renders the pages of a game, as values and as files, in one process or in several.

The front of a page shows the game at a glance; the chapters of the outline follow; reference tables end it.  Front and
back parts have anchors and no numbers.  Each question of precedence has a page of its own.  Files are bytes by their
path below the folder of all pages.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from functools import lru_cache
from pathlib import Path
from uuid import uuid4

from attrs import evolve, frozen

from ..model.naming import LAYER, word_name
from ..play.loaded_book import LoadedBook, load
from ..prose import speaker
from ..rulebook_files import SUFFIX
from . import page_blocks as d
from .back_matter import audiences, glossary, index
from .booklet import booklet
from .clause_sections import Writer, chapter
from .editions import Editions, Other, titled
from .footnotes import assumptions, notes, source_list
from .games import Games
from .inventory import box
from .markdown import link_path, markdown
from .overrides import overrides, question_page, questions
from .page_pictures import Pictures
from .reactions import reactions
from .set_up import set_up
from .subject import Subject
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


@frozen
class Wanted:
    """A game to be rendered: its name and layers, in which languages, below which folder for each, and the names of all
    games of the output, some of which may be other editions of it; with the size of a `sheet` also as a booklet.
    What has the same `run` was asked for at once, and sees each rulebook as it was when it was first read.
    """

    name: str
    layers: tuple[str, ...]
    languages: tuple[tuple[str, str], ...]
    full: bool
    beside: tuple[str, ...]
    sheet: str = ""
    run: str = ""


@frozen
class RenderedPage:
    """One page as files, and what the pages around it say of it."""

    name: str
    file: str
    title: str
    summary: str
    language: str
    family: str
    family_title: str
    files: Mapping[str, bytes]
    picture: str
    words: Mapping[str, str]
    booklet: bytes = b""


def page_name(name: str) -> str:
    """`family/edition`; a file of one's own is called by its name."""
    if name.endswith(SUFFIX) or Path(name).is_absolute():
        return Path(name).stem
    return "/".join(part for part in name.split("/") if part not in (".", "..")).replace("_", "-")


def render_games(wanted: Sequence[Wanted], executor: Executor | None = None) -> list[RenderedPage]:
    """Every page of every game, in the order asked for.

    With an executor its workers begin at the front, and this process, which has loaded all that it needs, at the end.
    """
    run = uuid4().hex
    wanted = [evolve(one, run=run) for one in wanted]
    if executor is None:
        return [made for one in wanted for made in render_game(one)]
    waiting = [executor.submit(render_game, one) for one in wanted]
    own = {at: render_game(wanted[at]) for at in reversed(range(len(wanted))) if waiting[at].cancel()}
    return [made for at, later in enumerate(waiting) for made in (own[at] if at in own else later.result())]


def render_game(wanted: Wanted) -> list[RenderedPage]:
    """The pages of one game, one for each language."""
    games = Games(_loaded(wanted, wanted.name))
    beside = [_loaded(wanted, name) for name in wanted.beside if name != wanted.name]
    family = [book for book in beside if family_of(book) == family_of(games.book)]
    return [_page(wanted, games, family, language, folder) for language, folder in wanted.languages]


def _loaded(wanted: Wanted, name: str) -> LoadedBook:
    """Editions of one game ask for one another: each is read once in a run."""
    return _once(wanted.run, name, wanted.layers) if wanted.run else load(name, wanted.layers)


@lru_cache(maxsize=64)
def _once(_: str, name: str, layers: tuple[str, ...]) -> LoadedBook:
    return load(name, layers)


def _page(wanted: Wanted, games: Games, family: Sequence[LoadedBook], language: str, folder: str) -> RenderedPage:
    subject = subject_of(games, language, wanted.full)
    name = page_name(wanted.name)
    up = "../" * name.count("/")
    others = tuple(Other(f"{up}{page_name(book.name)}.md", book.rulebook) for book in family)
    made, beside = pages(subject, games, f"{folder}{name}", Editions(games.book, subject.rulebook, language, others))
    own = name.rsplit("/", 1)[-1]
    files = {f"{made.file}.md": markdown(made, subject.resolve, f"{link_path(own)}/").encode()}
    files.update({f"{q.file}.md": markdown(q, subject.resolve, "", f"../{own}.md").encode() for q in beside})
    files.update({f"{made.file}/{file}": drawing.encode() for file, drawing in made.pictures.items()})
    return RenderedPage(
        name=wanted.name,
        file=made.file,
        title=made.title,
        summary=subject.summary,
        language=language,
        family=family_of(games.book),
        family_title=subject.speaker.written_title(word_name(LAYER, games.book.books[0].header.name.text))
        or _titled(games.book),
        files=files,
        picture=next((f"{made.file}/{file}" for file in made.pictures if file.startswith("set-up-")), ""),
        booklet=booklet(made, subject.resolve, wanted.sheet, subject.ui("page-contents")) if wanted.sheet else b"",
        words={key: subject.ui(f"page-{key}") for key in ("rules", "start", "dark", "light", "comparisons")},
    )


def family_of(book: LoadedBook) -> str:
    """The file of the rulebook that all editions of a game stand on: those of two games may have one name."""
    return book.books[0].span.source.name


def _titled(book: LoadedBook) -> str:
    title = book.books[0].header.title
    return title.value if title is not None else family_of(book)
