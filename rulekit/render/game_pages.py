"""Renders the pages of a game, as values and as files, in one process or in several.

A game has three pages: the rules, which people read first; the reference, with the exact text of every clause; and the
editor's notes. Files are bytes, keyed by their path below the folder of all pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from functools import lru_cache
from pathlib import Path
from typing import Final
from uuid import uuid4

from attrs import evolve, frozen

from ..machine.program import Machine
from ..model.naming import LAYER, word_name
from ..model.rulebook import Rulebook
from ..model.sections import sections
from ..play.loaded_book import LoadedBook, load
from ..prose import speaker
from ..rulebook_files import SUFFIX
from ..scene import ONLOOKER
from . import page_blocks as d
from .booklet import print_files
from .clause_sections import Writer
from .editions import NOTES, REFERENCE, Edition, Editions
from .games import Games
from .html_writer import single_page
from .markdown import link_path, markdown
from .notes_page import notes_blocks
from .page_links import PageLinks, anchors_in, links_from
from .page_pictures import Pictures, ShownState
from .reference_page import reference_blocks
from .rules_page import facts, kinds, rules_blocks
from .set_up import AT_THE_TABLE
from .subject import Subject
from .summary_sheet import summary_blocks


def subject_of(games: Games, language: str, full: bool, additions: bool = False) -> Subject:
    """Return the subject of a game's pages: the first configuration of `games`, described in this language. `full` and
    `additions` are explained in `Subject`."""
    model = games.game().model
    return Subject(games.book, model, speaker(model, language, full, games.models), full, games.counts, additions)


@frozen(eq=False)
class GamePages:
    """The pages of a game: rules, reference, editor's notes and summary. `middle` is a picture of a position during a
    game, for the gallery."""

    rules: d.Page
    reference: d.Page
    notes: d.Page
    summary: d.Page
    middle: d.Figure

    def markdown(self, subject: Subject) -> dict[str, bytes]:
        """Return a mapping from file names to the rules, reference and notes as Markdown."""
        own = self.rules.file.rsplit("/", 1)[-1]
        first = {f"{own}.md": self.rules.blocks}
        beside = {f"{own}/{NOTES}.md": self.notes.blocks, f"{own}/{REFERENCE}.md": self.reference.blocks}
        drawn = f"{link_path(own)}/"
        files = {self.rules.file: markdown(self.rules, _plain, drawn, links_from(self.rules.blocks, "", beside))}
        for page in (self.reference, self.notes):
            files[page.file] = markdown(page, subject.resolve, "", links_from(page.blocks, own, {**first, **beside}))
        return {f"{file}.md": text.encode() for file, text in files.items()}

    def print_rules(self, subject: Subject, sheet: str, full: bool) -> dict[str, bytes]:
        """Return the PDFs to print, as `booklet.print_files` does."""
        page = self.whole(full)
        return print_files(page, self.summary, subject.resolve, sheet, subject.ui("page-contents"))

    def whole(self, full: bool) -> d.Page:
        """Return the page to print as a booklet: the rules or, with `full`, the reference with the notes."""
        blocks = (*self.reference.blocks, *self.notes.blocks[1:])
        return evolve(self.reference, blocks=blocks) if full else self.rules


DRAWING: Final = re.compile(r"\]\((?:[^()\s]*/)?([^()/\s]+\.svg)\)")
"""Matches a picture or link in Markdown whose target is the file of a drawing."""


def _plain(_: str) -> None:
    """Return None for each link to a clause, so that it becomes plain text. The rules page has no links to clauses."""


ABOUT: Final[Mapping[str, Mapping[str, object]]] = {
    "": {"hide": ["navigation"], "search": {"boost": 4}},
    REFERENCE: {"search": {"exclude": True}},
    NOTES: {"search": {"boost": 0.001}},
}
"""The mkdocs settings of each page. Without navigation, the rules page has room for pictures; search lists it first."""


def pages(subject: Subject, games: Games, file: str, editions: Editions) -> GamePages:
    """Return the pages of a game. `file` is the file of the rules without suffix; the other pages are in a folder with
    this name."""
    writer = Writer(subject, games, Pictures.of(subject, games.game()), editions)
    return GamePages(
        _rules(writer, file),
        _game_page(writer, file, REFERENCE, reference_blocks(writer)),
        _game_page(writer, file, NOTES, notes_blocks(writer)),
        summary_page(writer, file),
        _middle(writer),
    )


def _rules(writer: Writer, file: str) -> d.Page:
    return _game_page(writer, file, "", rules_blocks(writer, f"{file.rsplit('/', 1)[-1]}/{REFERENCE}.md"))


def _game_page(writer: Writer, file: str, name: str, blocks: Iterator[d.PageBlock]) -> d.Page:
    subject = writer.subject
    title = f"{subject.heading}: {subject.ui(f'page-{name}')}" if name else subject.heading
    top = (d.Heading(1, (title,), "top"), page_bar(subject, file.rsplit("/", 1)[-1], name))
    path = f"{file}/{name}" if name else file
    return d.Page(path, title, subject.language, (*top, *blocks), writer.pictures.files, ABOUT[name])


def _middle(writer: Writer) -> d.Figure:
    game = writer.games.game()
    return writer.pictures.state("middle", ShownState(game, writer.games.middle, AT_THE_TABLE, viewer=ONLOOKER), ())


def summary_page(writer: Writer, file: str) -> d.Page:
    """Return the page of the summary to print. For a rulebook without sections, it has only a title."""
    subject = writer.subject
    blocks = (d.Heading(1, (subject.heading,), "top"), *summary_blocks(writer, sections(subject.rulebook)))
    return d.Page(f"{file}/summary", subject.heading, subject.language, blocks, writer.pictures.files)


def page_bar(subject: Subject, own: str, here: str) -> d.Box:
    """Return the row of links between the pages of a game. `own` is the file name of the rules; the current page,
    `here`, is no link."""
    line: list[d.InlinePiece] = []
    for name, path in (("", f"{own}.md"), (REFERENCE, f"{own}/{REFERENCE}.md"), (NOTES, f"{own}/{NOTES}.md")):
        title = subject.ui(f"page-{name or 'the-rules'}")
        line += [" · "] if line else []
        line.append(d.Strong(title) if name == here else d.AnchorLink(title, "", path))
    return d.Box("rk-pages", (d.PageParagraph(tuple(line)),))


@frozen
class RenderRequest:
    """A game to render. `languages` are pairs of a language and the folder for its pages. If `full` is True, pages
    include what no player needs.

    `beside` are the names of all games of the output; some may be other editions of this one. `sheet` is the sheet size
    of booklets; "" means no booklets. With `additions`, the rules include only what layers above the first rulebook
    add. With `knowledge`, what players may know is checked, too. All games of one call of `render_games` have the same
    `run`, and share loaded books."""

    name: str
    layers: tuple[str, ...]
    languages: tuple[tuple[str, str], ...]
    full: bool
    beside: tuple[str, ...]
    sheet: str = ""
    run: str = ""
    players: int | None = None
    options: tuple[tuple[str, int | str], ...] = ()
    additions: bool = False
    knowledge: bool = True


@frozen
class RenderedPage:
    """The pages of a game in one language. `files` are pages and pictures by path, and `printed` are PDFs.

    The rest is for the start page and the navigation: `layers` are the names of the game's books, base first. `family`
    is the same for all editions of a game. `words` are the fixed words around pages. `facts` are players, time and age,
    as pairs of name and text. `counts` are the numbers of players, and `kinds` the words for `rules_page.kinds`."""

    name: str
    layers: tuple[str, ...]
    file: str
    title: str
    summary: str
    language: str
    family: str
    family_title: str
    files: Mapping[str, bytes]
    picture: str
    words: Mapping[str, str]
    printed: Mapping[str, bytes] = {}
    facts: tuple[tuple[str, str], ...] = ()
    counts: tuple[int, ...] = ()
    kinds: Mapping[str, str] = {}


def page_name(name: str) -> str:
    """Return the name of a game's page, such as `family/edition`. For a file outside the library, it is the file's
    name."""
    if name.endswith(SUFFIX) or Path(name).is_absolute():
        return Path(name).stem
    return "/".join(part for part in name.split("/") if part not in (".", "..")).replace("_", "-")


def render_games(wanted: Sequence[RenderRequest], executor: Executor | None = None) -> list[RenderedPage]:
    """Return all pages of these games, in their order. With an executor, its workers start with the first games, and
    this process with the last ones, until all are done."""
    run = uuid4().hex
    wanted = [evolve(one, run=run) for one in wanted]
    if executor is None:
        return [made for one in wanted for made in render_game(one)]
    waiting = [executor.submit(render_game, one) for one in wanted]
    own = {at: render_game(wanted[at]) for at in reversed(range(len(wanted))) if waiting[at].cancel()}
    return [made for at, later in enumerate(waiting) for made in (own[at] if at in own else later.result())]


Books = Mapping[str, LoadedBook]
"""A mapping from names to rulebooks that are loaded already."""


def render_game(wanted: RenderRequest, books: Books | None = None) -> list[RenderedPage]:
    """Return the pages of one game, one for each language."""
    games, family = _games(wanted, books)
    return [_page(wanted, games, family, *there) for there in wanted.languages]


def render_rules(wanted: RenderRequest, books: Books, beside: Mapping[str, Mapping[str, str]]) -> list[RenderedPage]:
    """Return the rules page of one game in each language. Its reference and notes take much longer and are not made.
    `beside` has, for each language, a mapping from anchors to pages, from an earlier version of reference and notes."""
    games, family = _games(wanted, books)
    found = []
    for language, folder in wanted.languages:
        subject, editions, file = _subject(wanted, games, family, language, folder)
        writer = Writer(subject, games, Pictures.of(subject, games.game()), editions)
        made, machine = _rules(writer, file), games.game().machine
        links = PageLinks("", {**beside[language], **dict.fromkeys(anchors_in(made.blocks), "")})
        text = markdown(made, _plain, f"{link_path(file.rsplit('/', 1)[-1])}/", links)
        found.append(_rendered(wanted, subject, made, {f"{file}.md": text.encode()}, _middle(writer), machine))
    return found


def render_file(wanted: RenderRequest) -> str:
    """Return the rules of a game as one HTML file, in the first of its languages; if `full`, the reference with the
    notes."""
    ((language, folder), *_) = wanted.languages
    games, family = _games(wanted, None)
    subject, editions, file = _subject(wanted, games, family, language, folder)
    every = pages(subject, games, file, editions)
    resolve = subject.resolve if wanted.full else _plain
    return single_page(every.whole(wanted.full), resolve, subject.ui("page-contents"))


def _games(wanted: RenderRequest, books: Books | None) -> tuple[Games, list[LoadedBook]]:
    """Return the configurations of a game, and all its editions in the output; the first is the game itself."""
    names = dict.fromkeys((wanted.name, *wanted.beside))
    own, *beside = (_load(wanted, name) if books is None else books[name] for name in names)
    games = Games(own, wanted.players, dict(wanted.options), wanted.knowledge)
    return games, [own, *(book for book in beside if family_of(book) == family_of(own))]


def _load(wanted: RenderRequest, name: str) -> LoadedBook:
    """Return a loaded book. Within a run it is loaded once, since the pages of each edition need the other editions."""
    return _once(wanted.run, name, wanted.layers) if wanted.run else load(name, wanted.layers)


@lru_cache(maxsize=64)
def _once(_: str, name: str, layers: tuple[str, ...]) -> LoadedBook:
    return load(name, layers)


def editions_of(name: str, family: Sequence[LoadedBook], rulebook: Rulebook, language: str) -> Editions:
    """Return the first book of a game's editions, for comparison with the others on its pages. `name` is its name."""
    up = "../" * page_name(name).count("/")
    own, *others = (Edition(f"{up}{page_name(book.name)}.md", book) for book in family)
    return Editions(own, rulebook, language, tuple(others))


def _subject(
    wanted: RenderRequest, games: Games, family: Sequence[LoadedBook], language: str, folder: str
) -> tuple[Subject, Editions, str]:
    """Return the subject of a game's pages in one language, its editions, and the file of its rules."""
    subject = subject_of(games, language, wanted.full, wanted.additions)
    editions = editions_of(wanted.name, family, subject.rulebook, language)
    return subject, editions, f"{folder}{page_name(wanted.name)}"


def _page(
    wanted: RenderRequest, games: Games, family: Sequence[LoadedBook], language: str, folder: str
) -> RenderedPage:
    subject, editions, file = _subject(wanted, games, family, language, folder)
    every = pages(subject, games, file, editions)
    made = _rendered(wanted, subject, every.rules, every.markdown(subject), every.middle, games.game().machine)
    printed = every.print_rules(subject, wanted.sheet, wanted.full) if wanted.sheet else {}
    return evolve(made, printed=printed)


AROUND: Final = (
    *("rules", "start", "dark", "light", "comparisons", "more-games", "for-authors"),
    *("filter-players", "filter-minutes", "filter-kind"),
)
"""The keys of the fixed words around pages and in the gallery."""


def _rendered(
    wanted: RenderRequest,
    subject: Subject,
    rules: d.Page,
    texts: Mapping[str, bytes],
    middle: d.Figure,
    machine: Machine,
) -> RenderedPage:
    """Return the pages with these texts, and the drawings to which they refer."""
    book, files = subject.book, dict(texts)
    linked = {middle.file, *(one for text in files.values() for one in DRAWING.findall(text.decode()))}
    drawn = ((file, drawing) for file, drawing in rules.pictures.items() if link_path(file) in linked or file in linked)
    files.update({f"{rules.file}/{file}": drawing.encode() for file, drawing in drawn})
    return RenderedPage(
        name=wanted.name,
        layers=book.headers,
        file=rules.file,
        title=rules.title,
        summary=subject.summary,
        language=subject.language,
        family=family_of(book),
        family_title=subject.speaker.written_title(word_name(LAYER, book.books[0].header.name.text)) or _title(book),
        files=files,
        picture=f"{rules.file}/{middle.file}",
        words={key: subject.ui(f"page-{key}") for key in AROUND},
        facts=tuple(facts(subject)),
        counts=subject.counts,
        kinds={kind: subject.ui(f"page-kind-{kind}") for kind in kinds(subject, machine)},
    )


def family_of(book: LoadedBook) -> str:
    """Return the file of the first rulebook below all layers. All editions of a game have it in common; names are not
    unique."""
    return book.books[0].span.source.name


def _title(book: LoadedBook) -> str:
    title = book.books[0].header.title
    return title.value if title is not None else family_of(book)
