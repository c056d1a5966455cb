"""Makes the game pages of the documentation site: each whole game in each language, a gallery, and comparisons.

Each pair of editions in the library has a page that says what changed and what that does to random games
(`compare/html_page.py`).  `mkdocs_hook.py` hands all files to mkdocs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from itertools import combinations

from attrs import frozen

from ..compare.comparison_report import report
from ..compare.html_page import STYLE, comparison_body
from ..compare.paired_figures import compare_figures
from ..diagnostics import RulekitError
from ..model.rulebook import Config
from ..pipeline import check_configuration
from ..play import MAX_MOVES
from ..play.loaded_book import load
from ..prose import title_of
from ..rulebook_files import names
from .game_pages import RenderedPage, Wanted, family_of, page_name, render_games
from .markdown import yaml_text
from .mkdocs_project import Nav, gallery, nav, theme_nav

LANGUAGES: tuple[tuple[str, str], ...] = (("en", "English"), ("nl", "Nederlands"), ("de", "Deutsch"))
"""A game is there in each of them that it has words in."""
FOLDER = "games/"
COMPARISONS = "comparisons/"


@frozen
class Site:
    """What is added to the pages of the documentation: files below the folder of all pages, and their navigation;
    `words` are the fixed words of what stands around pages, by language.
    """

    files: Mapping[str, bytes]
    nav: Nav
    words: Mapping[str, Mapping[str, str]]

    def language(self, file: str) -> str:
        """The language of a page by its file: of all but those of games, that of the documentation."""
        return next((one for one in self.words if file.startswith(f"{FOLDER}{one}/")), LANGUAGES[0][0])

    def said(self, text: str, language: str) -> str:
        """A fixed word in another language; what is none stays what it is."""
        keys = [key for words in self.words.values() for key, word in words.items() if word == text]
        return self.words[language].get(keys[0], text) if keys else text


def site(executor: Executor | None = None, games: Sequence[str] | None = None) -> Site:
    """The whole games of the library, or of these names."""
    chosen = tuple(whole_games() if games is None else games)
    pages = render_games([Wanted(name, (), _languages(name), False, chosen) for name in chosen], executor)
    files: dict[str, bytes] = {}
    listed: list[dict[str, object]] = []
    for language, called in LANGUAGES:
        here = [page for page in pages if page.language == language]
        if not here:
            continue
        start = f"{FOLDER}{language}/index.md"
        files[start] = gallery(here, here[0].words["rules"], f"{FOLDER}{language}/").encode()
        listed.append({called: [start, *nav(here)]})
    for page in pages:
        files.update(page.files)
    between = pairs(chosen)
    told = list(executor.map(compared, between)) if executor is not None else [compared(pair) for pair in between]
    if told:
        files[STYLE_FILE] = STYLE.encode()
        files.update({f"{COMPARISONS}{one.pair.file}.md": one.text for one in told})
        listed.append({pages[0].words["comparisons"]: [{t.title: f"{COMPARISONS}{t.pair.file}.md"} for t in told]})
    words = {language: page.words for language, _ in LANGUAGES for page in pages if page.language == language}
    return Site(files, theme_nav([{_gallery_title(pages): listed}]), words)


def _languages(name: str) -> tuple[tuple[str, str], ...]:
    """The languages in which a game has a title, with the folder of each."""
    rulebook = load(name).rulebook
    return tuple((one, f"{FOLDER}{one}/") for one, _ in LANGUAGES if title_of(rulebook, one) is not None)


def _gallery_title(pages: Sequence[RenderedPage]) -> str:
    return next(page.words["rules"] for page in pages if page.language == LANGUAGES[0][0])


def whole_games() -> list[str]:
    """The rulebooks of the library that can be played as they are."""
    return [name for name in names() if _is_whole(name)]


def _is_whole(name: str) -> bool:
    """A base whose editions must still say something, and an expansion of it, have notes and no errors; whatever else
    is wrong is told later.
    """
    try:
        books = load(name).books
    except RulekitError:
        return True
    model, found = check_configuration(books, Config(), examples=False, knowledge=False)
    return model is not None or any(d.severity == "error" for d in found)


GAMES = 300
SEED = 1
STYLE_FILE = "assets/comparison.css"


@frozen
class EditionPair:
    """Two editions by their names in the library."""

    first: str
    second: str

    @property
    def file(self) -> str:
        """`family-one-and-two`, without an ending."""
        one, two = page_name(self.first), page_name(self.second).rsplit("/", 1)[-1]
        return f"{one.replace('/', '-')}-and-{two}"


@frozen
class ComparedPage:
    """A comparison as a page: its title in the navigation, and its text."""

    pair: EditionPair
    title: str
    text: bytes


def pairs(games: Sequence[str]) -> list[EditionPair]:
    """Every two that stand on the same rulebook, and can be played by as many."""
    families: dict[str, list[str]] = {}
    for name in games:
        families.setdefault(family_of(load(name)), []).append(name)
    found = (EditionPair(*two) for members in families.values() for two in combinations(members, 2))
    return [pair for pair in found if numbers_in_common(pair)]


def numbers_in_common(pair: EditionPair) -> set[int]:
    """The numbers of players that both allow."""
    return set(load(pair.first).player_counts) & set(load(pair.second).player_counts)


def compared(pair: EditionPair) -> ComparedPage:
    """The page of a pair, with the fewest players that both allow and every option as usual."""
    books = load(pair.first), load(pair.second)
    players = min(numbers_in_common(pair))
    games = [book.configure(players) for book in books]
    sides = compare_figures(games[0], games[1], GAMES, SEED, MAX_MOVES)
    found = report(books, (pair.first, pair.second), ({}, {}), players, sides)
    title = f"{found.first.title} – {found.second.title}"
    inside = comparison_body(found).replace("\n\n", "\n&#10;")  # an empty line would end the block
    head = f"title: {yaml_text(title)}\nhide:\n  - toc"
    return ComparedPage(pair, title, f"---\n{head}\n---\n\n{inside}\n".encode())
