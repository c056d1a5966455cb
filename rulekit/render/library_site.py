"""Makes the pages of games for a web site: each game in each language, a gallery, comparisons of editions, and pages to
play on.

`page_jobs.py` makes the pages in other processes and caches them. While a site is served, `late_pages.py` makes some of
them later. `mkdocs_plugin.py` passes all files to mkdocs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from functools import partial

from attrs import evolve, field, frozen

from ..compare.html_page import STYLE
from ..play.loaded_book import LoadedBook, load
from ..prose import title_of
from .built_pages import BuiltPage, MarkdownSettings
from .edition_comparisons import ComparedPage, families_of_pairs
from .gallery import Gallery
from .game_pages import RenderedPage
from .late_pages import LatePages
from .mkdocs_project import Nav, grouped, nav, theme_nav
from .page_jobs import FOLDER, MadePages, PageJob, TextsChanged, begin_pages, comparison_job, game_job
from .play_pages import play_job

LANGUAGES: Mapping[str, str] = {"en": "English", "nl": "Nederlands", "de": "Deutsch"}
"""A mapping from codes to the languages of a site. A game has pages in each language in which it has a title."""
STYLE_FILE = "assets/comparison.css"
TRIES = 5
"""How often making a site is tried; it starts again if a rulebook is changed meanwhile."""


@frozen
class SiteSettings:
    """What a site shows. A game has pages in each of these languages in which it has a title, or else in the first one.

    `play` is the path of a game's rules, with `{language}` and `{game}` to be replaced; "" means no pages to play on.
    If `markdown` is given, pages are turned into HTML with it. `lessons` is a mapping from games to what their text
    shows to authors, in the first language."""

    games: Sequence[str]
    languages: Sequence[str] = tuple(LANGUAGES)
    comparisons: bool = True
    markdown: MarkdownSettings | None = None
    play: str = ""
    lessons: Mapping[str, str] = field(factory=dict)


@frozen
class Site:
    """The files and navigation that are added to a site. `words` are the fixed words around pages, by language. A file
    that is in `built` as HTML has only the settings of its page. `play` has a function for each page to play on, which
    waits for its files. `books` are the games. `stand_ins` are files whose links may be broken."""

    files: Mapping[str, bytes] = field(factory=dict)
    nav: Nav = ()
    words: Mapping[str, Mapping[str, str]] = field(factory=dict)
    built: Mapping[str, BuiltPage] = field(factory=dict)
    play: Sequence[Callable[[], MadePages]] = ()
    books: Mapping[str, LoadedBook] = field(factory=dict)
    stand_ins: frozenset[str] = frozenset()

    def language(self, file: str) -> str | None:
        """Return the language of a game's page, given its file; None for other pages."""
        return next((one for one in self.words if file.startswith(f"{FOLDER}{one}/")), None)

    def translate(self, text: str, language: str) -> str:
        """Return a text in another language if it is one of the fixed words, else unchanged."""
        keys = [key for words in self.words.values() for key, word in words.items() if word == text]
        words = self.words.get(language) or next(iter(self.words.values()), {})
        return words.get(keys[0], text) if keys else text


def site(asked: SiteSettings, executor: Executor | None = None, late: LatePages | None = None) -> Site:
    """Return the pages of games. If `late` is given, some of them may be stand-ins, which are replaced later. Otherwise
    all are made now, except pages to play on."""
    for _ in range(TRIES - 1):
        try:
            return _site(asked, executor, late)
        except TextsChanged:
            continue
    return _site(asked, executor, late)


def _site(asked: SiteSettings, executor: Executor | None, late: LatePages | None) -> Site:
    books = {name: load(name) for name in asked.games}
    jobs: list[PageJob] = []
    for book in books.values():
        told = [one for one in asked.languages if title_of(book.rulebook, one) is not None] or asked.languages[:1]
        jobs.append(game_job(book, told, books, asked.markdown))
    families = families_of_pairs(books) if asked.comparisons else ()
    jobs += [comparison_job(family, books, asked.markdown) for family in families]
    playing = [play_job(book, asked.play) for book in books.values() if asked.play]
    play: Sequence[Callable[[], MadePages]]
    if late and executor:
        made = late.make(jobs + playing, executor)
        play = [partial(evolve, one) for one in made[len(jobs) :]]
    else:
        begun = begin_pages(jobs, executor)
        play = begin_pages(playing, executor)
        made = [making() for making in begun]
    every = [page for one in made[: len(books)] for page in one.pages]
    found = _listed(every, [page for one in made[len(books) : len(jobs)] for page in one.pages], asked)
    return evolve(
        found,
        built={file: page for one in made for file, page in one.built.items()},
        play=play,
        books=books,
        stand_ins=frozenset(late.stand_ins if late else ()),
    )


def _listed(pages: Sequence[RenderedPage], compared: Sequence[ComparedPage], asked: SiteSettings) -> Site:
    """Return a site with the files of these pages, a gallery for each language, and the navigation."""
    files: dict[str, bytes] = {}
    listed: list[dict[str, object]] = []
    words: dict[str, Mapping[str, str]] = {}
    for at, language in enumerate(asked.languages):
        here = [page for page in pages if page.language == language]
        if here:
            start, words[language] = f"{FOLDER}{language}/index.md", here[0].words
            lessons = {} if at else asked.lessons
            shown = Gallery(here[0].words["rules"], f"{FOLDER}{language}/", compared, lessons)
            files[start] = shown.markdown(here).encode()
            listed.append({LANGUAGES[language]: [start, *nav(here)]})
    for page in pages:
        files.update(page.files)
    if compared:
        files[STYLE_FILE] = STYLE.encode()
        files.update({one.file: one.text for one in compared})
        titles = {one.name: one.family_title for one in reversed(pages)}  # the title in the first language wins
        rows = [(titles[one.pair.first], titles[one.pair.first], one.title, one.file) for one in compared]
        listed.append({pages[0].words["comparisons"]: grouped(rows)})
    return Site(files, theme_nav([{next(iter(words.values()))["rules"]: listed}]) if listed else (), words)


def rulebook_files(games: Iterable[str]) -> set[str]:
    """Return the files of all books from which these games are made."""
    return {book.span.source.name for name in games for book in load(name).books}
