"""The games of the library for the site of the documentation: every whole game in each language, and the gallery.

`mkdocs_hook.py` hands all of it to mkdocs, which builds the site; `rulekit site` calls mkdocs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor

from attrs import frozen

from ..diagnostics import RulekitError
from ..model.rulebook import Config
from ..pipeline import check_configuration
from ..play.loaded_book import load
from ..prose import title_of
from ..rulebook_files import names
from . import project
from .book import RenderedPage, Wanted, render_games
from .comparisons import STYLE_FILE, compared, pairs
from .comparisons import style as comparison_style
from .output import gallery, nav

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
    nav: project.Nav
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
        files[STYLE_FILE] = comparison_style()
        files.update({f"{COMPARISONS}{one.pair.file}.md": one.text for one in told})
        listed.append({pages[0].words["comparisons"]: [{t.title: f"{COMPARISONS}{t.pair.file}.md"} for t in told]})
    words = {language: page.words for language, _ in LANGUAGES for page in pages if page.language == language}
    return Site(files, project.theme_nav([{_gallery_title(pages): listed}]), words)


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
