"""A game's pages as files: in each language asked for, with the pictures; made in one process or in several.

Files come as bytes by their paths below the folder of all pages.  What stands around the pages of an output is
`output.py`'s; writing them is `storage/folders.py`'s.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from functools import lru_cache
from pathlib import Path
from uuid import uuid4

from attrs import evolve, frozen

from ..model.naming import LAYER, word_name
from ..play.loaded_book import LoadedBook, load
from ..rulebook_files import SUFFIX
from .booklet import booklet
from .editions import Editions, Other
from .escaping import link_path
from .games import Games
from .markdown import markdown
from .page import pages, subject_of


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
