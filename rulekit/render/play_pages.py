"""Makes the pages of a site on which people can play: one for each game, their shared files, and buttons that lead
there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from concurrent.futures import Future, wait
from html import escape
from pathlib import Path
from posixpath import dirname, relpath
from threading import Thread
from typing import Final
from urllib.parse import quote

from attrs import define, field

from ..page.bundle import PAGE, examples_of, game_files, shared_files
from ..page.playground import FOLDER as PLAYGROUND
from ..page.playground import playground_files
from ..page.programs import Programs
from ..play.loaded_book import LoadedBook
from ..prose.grammar import grammar
from ..rulebook_files import names
from .game_pages import Books, page_name
from .page_jobs import MadePages, PageJob, book_texts, texts_of

FOLDER: Final = "play/"
PATIENCE: Final = 1.0
"""How many seconds the thread that makes the runtime has for removing its folder after its program was ended."""
EXAMPLE: Final = re.compile(r'<h\d id="example-(\w+)">.*?</h\d>', re.DOTALL)


@define(eq=False)
class SharedPages:
    """Makes the files that the pages for playing share. It does so in a thread, for which nobody waits if the site has
    a mistake."""

    _programs: Programs = field(factory=Programs)
    _made: Future[dict[str, bytes]] = field(factory=Future)

    @staticmethod
    def begin(runtime: Path | None) -> SharedPages:
        """Begin to make the files, and return the object that makes them. `runtime` is the folder of the Python
        runtime, as in `rulekit page`."""
        made = SharedPages()
        Thread(target=made._make, args=(runtime,), daemon=True).start()
        return made

    def check(self) -> None:
        """Raise RulekitError if the runtime is already known to be wrong."""
        if self._made.done():
            self._made.result()

    def files(self) -> dict[str, bytes]:
        """Wait for the files, and return a mapping from their paths in the site to their contents."""
        return self._made.result()

    def end(self) -> None:
        """Stop making the files; end programs that are still running, and remove their folders."""
        self._programs.end()
        wait([self._made], PATIENCE)

    def _make(self, runtime: Path | None) -> None:
        try:
            files = shared_files(runtime, self._programs.run)
            self._made.set_result({f"{FOLDER}{name}": data for name, data in files.items()})
        except Exception as error:
            self._made.set_exception(error)


def playground_pages(games: Sequence[str]) -> dict[str, bytes]:
    """Return a mapping from the paths of the playground's files in the site to their contents; empty if none of the
    games belongs to the library."""
    library = set(names())
    shipped = [name for name in games if name in library]
    files = playground_files(shipped, "../") if shipped else ()
    return {f"{FOLDER}{name if '/' in name else PLAYGROUND + name}": data for name, data in files}


def address_of(name: str) -> str:
    """Return the path of the page for playing a game."""
    return f"{FOLDER}{page_name(name)}/{PAGE}"


def play_job(book: LoadedBook, address: str) -> PageJob:
    """Return the job that makes the page for playing a game. `address` is the path of a game's rules page in the site,
    in which `{language}` and `{game}` are placeholders."""
    return PageJob.of(build_play, book_texts, (address,), {book.name: book}, sum(map(len, texts_of(book))))


def build_play(books: Books, address: str) -> MadePages:
    """Return the files of the page for playing a game, by their paths in the site. As for its rules pages, the game is
    not checked for what players may know."""
    ((name, book),) = books.items()
    own = page_name(name)
    up = "../" * (own.count("/") + 1)
    files = game_files(book, {}, up=up, rules=f"../{up}{address.replace('{game}', own)}")
    return MadePages([{f"{FOLDER}{own}/{file}": data for file, data in files}])


def with_button(html: str, address: str, name: str, language: str) -> str:
    """Return the HTML of a page, with buttons below its heading that lead to the pages for playing and changing the
    game."""
    there = relpath(address_of(name), dirname(address))
    words = escape(grammar(language).say("ui-page-play"))
    button = f'<p><a class="md-button rk-play" href="{quote(there)}#language={language}">{words}</a></p>'
    if name in names():
        playground = quote(relpath(f"{FOLDER}{PLAYGROUND}{PAGE}", dirname(address)))
        words = escape(grammar(language).say("ui-page-change"))
        button += f'\n<p><a class="md-button rk-play" href="{playground}#game={quote(name)}">{words}</a></p>'
    return html.replace("</h1>", f"</h1>\n{button}", 1)


def with_examples(html: str, address: str, book: LoadedBook, language: str) -> str:
    """Return the HTML of a page, with a link below the heading of each example that the page for playing contains; the
    link opens the example there."""
    there = quote(relpath(address_of(book.name), dirname(address)))
    words = escape(grammar(language).say("ui-page-play-on"))
    known = {one for names in examples_of(book, {}, book.player_counts).values() for one in names}

    def linked(heading: re.Match[str]) -> str:
        if heading[1] not in known:
            return heading[0]
        return f'{heading[0]}\n<p><a href="{there}#example={heading[1]}&amp;language={language}">{words}</a></p>'

    return EXAMPLE.sub(linked, html)
