"""Makes the pages of games for a web site: each game in each language, a gallery, and comparisons of editions.

A comparison says what changed and what that does to random games (`compare/html_page.py`).  Equal pictures are one
file.  Pages are cached by the texts that they are made of, so that a second build renders only what changed.
`mkdocs_plugin.py` hands all files to mkdocs.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from functools import cache
from hashlib import blake2s
from itertools import chain, combinations
from posixpath import dirname, join, normpath, relpath
from typing import Any
from urllib.parse import unquote

from attrs import evolve, field, frozen

from ..compare.comparison_report import report
from ..compare.edition_prose import TwoEditions
from ..compare.html_page import STYLE, comparison_body
from ..compare.paired_figures import SameGames, compare_games, play_games
from ..engine.fingerprint import ALL, fingerprint
from ..engine.interface import Engine, GameColumns
from ..model.rulebook import Config
from ..pipeline import make_engine
from ..play import MAX_MOVES
from ..play.loaded_book import LoadedBook, load, machine_of
from ..prose import title_of
from ..storage.cache import Store, name_of
from .built_pages import BuiltPage, MarkdownSettings, build_page
from .game_pages import RenderedPage, Wanted, family_of, page_name, render_game
from .markdown import yaml_text
from .mkdocs_project import Nav, gallery, nav, theme_nav

LANGUAGES: Mapping[str, str] = {"en": "English", "nl": "Nederlands", "de": "Deutsch"}
"""The languages of a site, by code; a game has pages in each of them into which its title is translated."""
FOLDER = "games/"
PICTURES = f"{FOLDER}pictures/"
COMPARISONS = "comparisons/"
PAGES = Store("pages", 512 * 1024 * 1024)


@frozen
class Site:
    """The files and navigation that are added to a site; `words` are the fixed words around pages, by language. A file
    whose HTML is `built` has only the settings of its page."""

    files: Mapping[str, bytes] = field(factory=dict)
    nav: Nav = ()
    words: Mapping[str, Mapping[str, str]] = field(factory=dict)
    built: Mapping[str, BuiltPage] = field(factory=dict)

    def language(self, file: str) -> str | None:
        """Return the language of a page of a game by its file; None for other pages."""
        return next((one for one in self.words if file.startswith(f"{FOLDER}{one}/")), None)

    def translate(self, text: str, language: str) -> str:
        """Return a fixed word in another language, and any other text as it is."""
        keys = [key for words in self.words.values() for key, word in words.items() if word == text]
        words = self.words.get(language) or next(iter(self.words.values()), {})
        return words.get(keys[0], text) if keys else text


def site(
    games: Sequence[str],
    languages: Sequence[str] = tuple(LANGUAGES),
    comparisons: bool = True,
    executor: Executor | None = None,
    settings: MarkdownSettings | None = None,
) -> Site:
    """Return the pages of games; each in the languages that it has a title in, or else in the first. With `settings`,
    they are HTML already."""
    books = {name: load(name) for name in games}
    told = {
        name: [one for one in languages if title_of(book.rulebook, one) is not None] for name, book in books.items()
    }
    jobs = [_game_job(book, told[name] or languages[:1], books, settings) for name, book in books.items()]
    between = [_pairs_job(family, books, settings) for family in (families_of_pairs(games) if comparisons else ())]
    made, built = list[Any](), dict[str, BuiltPage]()
    for result, html in _run([*jobs, *between], executor):
        made.append(result)
        built.update(html)
    pages: list[RenderedPage] = [page for rendered in made[: len(jobs)] for page in rendered]
    compared_pages: list[ComparedPage] = [page for family in made[len(jobs) :] for page in family]
    files: dict[str, bytes] = {}
    listed: list[dict[str, object]] = []
    words: dict[str, Mapping[str, str]] = {}
    for language in languages:
        here = [page for page in pages if page.language == language]
        if here:
            start, words[language] = f"{FOLDER}{language}/index.md", here[0].words
            files[start] = gallery(here, here[0].words["rules"], f"{FOLDER}{language}/").encode()
            listed.append({LANGUAGES[language]: [start, *nav(here)]})
    for page in pages:
        files.update(page.files)
    files, built = share_pictures(files, built)
    if compared_pages:
        files[STYLE_FILE] = STYLE.encode()
        files.update({one.file: one.text for one in compared_pages})
        listed.append({pages[0].words["comparisons"]: [{one.title: one.file} for one in compared_pages]})
    return Site(files, theme_nav([{next(iter(words.values()))["rules"]: listed}]) if listed else (), words, built)


def rulebook_files(games: Iterable[str]) -> set[str]:
    """Return the file of each rulebook that the games are made of."""
    return {book.span.source.name for name in games for book in load(name).books}


@frozen
class _Job:
    """A call that makes one or more pages from `arguments` and `texts`; `size` estimates how long it takes."""

    make: Callable[..., Any]
    arguments: tuple[Any, ...]
    texts: tuple[str, ...] = field(repr=False)
    size: int

    def run(self) -> Any:
        """Return the cached result for the same texts and version of rulekit, or make it."""
        rulekit = fingerprint(ALL)
        name = name_of(rulekit, self.make.__name__, repr(self.arguments), *self.texts) if rulekit else ""
        # most objects of a job live until its end: garbage collection would take a tenth of the time
        gc.set_threshold(100_000, 20, 20)
        return PAGES.recall(name, lambda: self.make(*self.arguments))


def _run(jobs: Sequence[_Job], executor: Executor | None) -> list[Any]:
    """Return the result of each job; the longest jobs begin first."""
    if executor is None:
        return [job.run() for job in jobs]
    order = sorted(range(len(jobs)), key=lambda at: -jobs[at].size)
    later = {at: executor.submit(jobs[at].run) for at in order}
    return [later[at].result() for at in range(len(jobs))]


def _texts(books: Iterable[LoadedBook]) -> tuple[str, ...]:
    sources = (one.span.source for book in books for one in book.books)
    return tuple(part for source in sources for part in (source.name, source.text))


def _game_job(
    book: LoadedBook, languages: Sequence[str], books: Mapping[str, LoadedBook], settings: MarkdownSettings | None
) -> _Job:
    family = [other for other in books.values() if family_of(other) == family_of(book)]
    folders = tuple((one, f"{FOLDER}{one}/") for one in languages)
    wanted = Wanted(book.name, (), folders, False, tuple(one.name for one in family), knowledge=False)
    own = sum(map(len, _texts([book])))
    # its pages have all the examples, which other editions only link to
    first = len(book.books) == min(len(other.books) for other in family)
    size = own * len(languages) * (4 if first else 1)
    return _Job(build_game, (wanted, settings), _texts(family), size)


Built = Mapping[str, BuiltPage]


def build_game(wanted: Wanted, settings: MarkdownSettings | None) -> tuple[list[RenderedPage], Built]:
    """Return the pages of a game; with `settings`, their Markdown is HTML apart from them."""
    pages = render_game(wanted)
    if settings is None:
        return pages, {}
    built: dict[str, BuiltPage] = {}
    for at, page in enumerate(pages):
        files = dict(page.files)
        for name in files:
            if name.endswith(".md"):
                files[name], built[name] = build_page(files[name].decode(), settings)
        pages[at] = evolve(page, files=files)
    return pages, built


def _pairs_job(
    family: tuple[EditionPair, ...], books: Mapping[str, LoadedBook], settings: MarkdownSettings | None
) -> _Job:
    texts = [_texts([books[name]]) for pair in family for name in (pair.first, pair.second)]
    return _Job(build_comparisons, (family, settings), tuple(chain(*texts)), sum(map(len, chain(*texts))) // 2)


def build_comparisons(
    family: Sequence[EditionPair], settings: MarkdownSettings | None
) -> tuple[list[ComparedPage], Built]:
    """Return the comparison pages of a family, as `build_game` does."""
    pages, built = compare_family(family), dict[str, BuiltPage]()
    if settings is None:
        return pages, built
    for at, page in enumerate(pages):
        text, built[page.file] = build_page(page.text.decode(), settings)
        pages[at] = evolve(page, text=text)
    return pages, built


_PICTURE = re.compile(r'(\]\(|(?:href|src)=")([^()\s"]+\.svg)(?=[)"])')
"""A link to a picture in Markdown or in HTML."""


def share_pictures(
    files: Mapping[str, bytes], built: Mapping[str, BuiltPage] = {}
) -> tuple[dict[str, bytes], dict[str, BuiltPage]]:
    """Return the files with equal pictures stored once, under a name made from their content, and links to them
    adapted."""
    moved = {
        name: f"{PICTURES}{blake2s(data, digest_size=8).hexdigest()}.svg"
        for name, data in files.items()
        if name.endswith(".svg")
    }
    found: dict[str, bytes] = {}
    for name, data in files.items():
        if name in moved:
            found[moved[name]] = data
        elif name.endswith(".md"):
            found[name] = _PICTURE.sub(_Moved(name, moved), data.decode()).encode()
        else:
            found[name] = data
    return found, {
        name: evolve(page, html=_PICTURE.sub(_Moved(name, moved), page.html)) for name, page in built.items()
    }


@frozen
class _Moved:
    """Replaces links to pictures whose file has changed; an argument of `re.sub` for the text of a `page`. `moved` maps
    old paths to new ones."""

    page: str
    moved: Mapping[str, str]

    def __call__(self, link: re.Match[str]) -> str:
        folder = dirname(self.page)
        there = self.moved.get(normpath(join(folder, unquote(link[2]))))
        return link[0] if there is None else f"{link[1]}{relpath(there, folder)}"


GAMES = 300
SEED = 1
STYLE_FILE = "assets/comparison.css"


@frozen
class EditionPair:
    """Two editions of a game by their names in the library."""

    first: str
    second: str

    @property
    def file(self) -> str:
        """Return the file name of the comparison, `family-one-and-two`, without suffix."""
        one, two = page_name(self.first), page_name(self.second).rsplit("/", 1)[-1]
        return f"{one.replace('/', '-')}-and-{two}"


@frozen
class ComparedPage:
    """A comparison as a page: its title in the navigation, and its text."""

    pair: EditionPair
    title: str
    text: bytes

    @property
    def file(self) -> str:
        return f"{COMPARISONS}{self.pair.file}.md"


def families_of_pairs(games: Sequence[str]) -> list[tuple[EditionPair, ...]]:
    """Return the pairs of editions to compare, grouped by game. Two editions are a pair if one builds directly on the
    other, both build on the same one or on none, or no edition builds on either. Both must allow a common number of
    players."""
    families: dict[str, dict[str, tuple[str, ...]]] = {}
    for name in games:
        book = load(name)
        families.setdefault(family_of(book), {})[name] = tuple(one.span.source.name for one in book.books)
    found: list[list[EditionPair]] = []
    for stacks in families.values():
        found.append([])
        below = {name: _game_below(name, stacks) for name in stacks}
        last = stacks.keys() - below.values()
        for one, two in combinations(stacks, 2):
            if below[one] in (two, below[two]) or below[two] == one or {one, two} <= last:
                found[-1].append(EditionPair(one, two))
    played = (tuple(pair for pair in family if numbers_in_common(pair)) for family in found)
    return [family for family in played if family]


def _game_below(name: str, stacks: Mapping[str, tuple[str, ...]]) -> str | None:
    """Return the edition that a game builds on, the one with the most layers; None if there is none. `stacks` has the
    layers of each edition."""
    own = stacks[name]
    below = [other for other, stack in stacks.items() if len(stack) < len(own) and stack == own[: len(stack)]]
    return max(below, key=lambda other: len(stacks[other]), default=None)


def numbers_in_common(pair: EditionPair) -> set[int]:
    """Return the numbers of players that both editions allow."""
    return set(load(pair.first).player_counts) & set(load(pair.second).player_counts)


_FOLDED = re.compile(r'(<details class="more"><summary>.*?</summary>)(.*?)(\n</details>)', re.S)
"""A folded part of a comparison: title, inside, end. If an excluded element contains another with the same tag, which
`details` may, Material's search includes all that follows the inner one."""


def compare_family(family: Sequence[EditionPair]) -> list[ComparedPage]:
    """Return the comparison pages of a family; each edition is loaded, compiled and played once."""
    books = {name: load(name) for pair in family for name in (pair.first, pair.second)}

    @cache
    def played(name: str, players: int) -> tuple[Engine, GameColumns]:
        model = books[name].playable_model(Config(players))  # the model that the comparison is about
        engine = make_engine(machine_of(model), "wasm", GAMES)
        return engine, play_games([engine], SameGames(SEED, MAX_MOVES), GAMES)[0]

    return [_compare_pair(pair, books, played) for pair in family]


def _compare_pair(
    pair: EditionPair, books: Mapping[str, LoadedBook], played: Callable[[str, int], tuple[Engine, GameColumns]]
) -> ComparedPage:
    """Return the page that compares a pair, for the fewest players that both allow and every option at its default.
    Only the text outside folded details is searchable."""
    players = min(numbers_in_common(pair))
    first, second = played(pair.first, players), played(pair.second, players)
    sides = compare_games(first[0], second[0], first[1], second[1], SEED)
    both = books[pair.first], books[pair.second]
    found = report(TwoEditions(both, (pair.first, pair.second), ({}, {}), players), sides)
    title = f"{found.first.title} – {found.second.title}"
    inside = comparison_body(found).replace("\n\n", "\n&#10;")  # an empty line would end the HTML block in Markdown
    inside = _FOLDED.sub(r"\1<section data-search-exclude>\2</section>\3", inside)
    head = f"title: {yaml_text(title)}\nhide:\n  - toc"
    return ComparedPage(pair, title, f"---\n{head}\n---\n\n{inside}\n".encode())
