"""Jobs that make the pages of a site in other processes: what each one makes, and the texts that the result depends on.

Results are cached under these texts, so that a second build only makes what has changed. A job loads its books itself.
It fails with TextsChanged if they are no longer the books for which it was created.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from functools import partial
from hashlib import blake2s
from posixpath import dirname, join, normpath, relpath
from typing import Any
from urllib.parse import unquote

from attrs import evolve, field, frozen

from ..diagnostics import RulekitError
from ..play.loaded_book import LoadedBook, load
from ..scene import with_shared_looks
from ..storage.cache import Store, name_of
from ..storage.fingerprint import ALL, fingerprint
from .built_pages import ANCHOR, BuiltPage, MarkdownSettings, build_page
from .edition_comparisons import ComparedPage, EditionPair, compare_family
from .editions import NOTES, REFERENCE
from .embedded_blocks import EmbeddedBlock, block_html
from .game_pages import Books, RenderedPage, RenderRequest, editions_of, family_of, render_game, render_rules

FOLDER = "games/"
PICTURES = f"{FOLDER}pictures/"
PAGES = Store("pages", 512 * 1024 * 1024)


class TextsChanged(Exception):
    """Raised by a job if a rulebook was changed after the job was created."""


@frozen
class MadePages:
    """The result of a job. `pages` are its pages. `built` maps the file name of a page to its HTML; such a page
    contains only its settings instead of Markdown."""

    pages: Sequence[Any]
    built: Mapping[str, BuiltPage] = field(factory=dict)


@frozen
class PageJob:
    """A job that calls `make(books, *arguments)`, with the books of these names. `depends` has the same parameters and
    returns the texts on which the pages depend; `texts` is their hash. `size` is an estimate of how long the job takes.

    `rules` is a job that makes only the rules page, which a served site shows first."""

    make: Callable[..., MadePages]
    depends: Callable[..., Iterable[str]]
    arguments: tuple[Any, ...]
    names: tuple[str, ...]
    texts: str
    place: str
    """The part of the cache's key that remains the same if only texts change."""
    size: int = 0
    rules: PageJob | None = None

    @staticmethod
    def of(
        make: Callable[..., MadePages],
        depends: Callable[..., Iterable[str]],
        arguments: tuple[Any, ...],
        books: Books,
        size: int = 0,
    ) -> PageJob:
        """Return a job for these books."""
        place = name_of(make.__name__, _ADDRESS.sub("", repr(arguments)))
        return PageJob(make, depends, arguments, tuple(books), name_of(*depends(books, *arguments)), place, size)

    @property
    def _stored(self) -> str:
        """Return the key in the cache for this version of rulekit; empty if nothing can be cached."""
        rulekit = fingerprint(ALL)
        return name_of(rulekit, self.place, self.texts) if rulekit else ""

    def recall(self) -> MadePages | None:
        """Return the cached result; None if there is none."""
        found = PAGES.load(self._stored)
        return found if isinstance(found, MadePages) else None

    def run(self, *more: Any) -> MadePages:
        """Make the result from the books as they are now. The arguments `more` are passed on to `make`; the result is
        cached only without them."""
        # Most objects of a job exist until its end; garbage collection would take a tenth of the time.
        gc.set_threshold(1_000_000, 10, 10)
        books = {name: load(name) for name in self.names}
        if name_of(*self.depends(books, *self.arguments)) != self.texts:
            raise TextsChanged(self.names[0])
        made = self.make(books, *self.arguments, *more)
        if not more:
            PAGES.save(self._stored, made)
        return made


_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
"""The memory address in a function's representation as text, which differs between processes."""


def make_pages(jobs: Sequence[PageJob], executor: Executor | None = None, known: bool = True) -> list[MadePages]:
    """Return the result of each job. It may come from the cache if `known` is True. The longest jobs begin first."""
    return [making() for making in begin_pages(jobs, executor, known)]


def begin_pages(
    jobs: Sequence[PageJob], executor: Executor | None = None, known: bool = True
) -> list[Callable[[], MadePages]]:
    """Begin jobs as `make_pages` does. Return a function for each that waits for its result; without an executor, this
    function makes the result itself."""
    kept = [job.recall() if known else None for job in jobs]
    order = sorted((at for at, one in enumerate(kept) if one is None), key=lambda at: -jobs[at].size)
    making = {at: executor.submit(jobs[at].run).result if executor else jobs[at].run for at in order}
    return [making[at] if one is None else partial(evolve, one) for at, one in enumerate(kept)]


# ---- jobs for games


def game_job(book: LoadedBook, languages: Sequence[str], books: Books, settings: MarkdownSettings | None) -> PageJob:
    """Return the job that makes the pages of a game in these languages. `books` are all games of the site."""
    family = {book.name: book} | {n: one for n, one in books.items() if family_of(one) == family_of(book)}
    folders = tuple((one, f"{FOLDER}{one}/") for one in languages)
    beside = tuple(name for name in books if name in family)
    arguments = (RenderRequest(book.name, (), folders, False, beside, knowledge=False), settings)
    # The pages of the first edition contain all examples; other editions only link to these.
    first = len(book.books) == min(len(other.books) for other in family.values())
    size = sum(map(len, texts_of(book))) * len(languages) * (4 if first else 1)
    rules = PageJob.of(build_rules, _rules_texts, arguments, family)
    return evolve(PageJob.of(build_game, _game_texts, arguments, family, size), rules=rules)


def texts_of(*books: LoadedBook) -> list[str]:
    """Return the names and texts of all layers of these books."""
    sources = [one.span.source for book in books for one in book.books]
    return [part for source in sources for part in (source.name, source.text)]


def _rules_texts(books: Books, wanted: RenderRequest, _: MarkdownSettings | None) -> list[str]:
    own, *_others = books.values()
    editions = editions_of(wanted.name, [*books.values()], own.rulebook, "")
    return [*texts_of(own), *editions.titles(language for language, _ in wanted.languages)]


def _game_texts(books: Books, wanted: RenderRequest, _: MarkdownSettings | None) -> list[str]:
    own, *_others = books.values()
    rulebook = own.apply_layers(own.player_counts[0])
    editions = editions_of(wanted.name, [*books.values()], rulebook, "")
    return [*texts_of(own), *editions.taken([language for language, _ in wanted.languages])]


def build_game(books: Books, wanted: RenderRequest, settings: MarkdownSettings | None) -> MadePages:
    """Return the pages of a game. With `settings`, their Markdown is converted to HTML."""
    return _built(render_game(wanted, books), settings)


def build_rules(
    books: Books, wanted: RenderRequest, settings: MarkdownSettings | None, beside: Mapping[str, Mapping[str, str]]
) -> MadePages:
    """Return only the rules pages of a game, without reference and notes, as `render_rules` does."""
    return _built(render_rules(wanted, books, beside), settings)


def _built(pages: Iterable[RenderedPage], settings: MarkdownSettings | None) -> MadePages:
    made, built = list[RenderedPage](), dict[str, BuiltPage]()
    for page in map(share_pictures, pages):
        files = dict(page.files)
        for name in [one for one in files if settings and one.endswith(".md")]:
            assert settings is not None
            files[name], built[name] = build_page(files[name].decode(), settings)
        made.append(evolve(page, files=files))
    return MadePages(made, built)


def anchors_beside(earlier: MadePages) -> dict[str, dict[str, str]]:
    """Return a mapping from each language to a mapping from the anchors on the reference and notes pages of a game to
    these pages. The paths are relative to the folder of the rules page."""
    found: dict[str, dict[str, str]] = {}
    for page in earlier.pages:
        folder = f"{dirname(page.file)}/"
        beside = (f"{page.file}/{name}.md" for name in (NOTES, REFERENCE))
        found[page.language] = {
            anchor: file.removeprefix(folder) for file in beside for anchor in ANCHOR.findall(earlier.built[file].html)
        }
    return found


def with_rules(earlier: MadePages, rules: MadePages) -> MadePages:
    """Return the pages `earlier` with the rules pages replaced by `rules`."""
    before = {page.language: page.files for page in earlier.pages}
    pages = [evolve(page, files={**before[page.language], **page.files}) for page in rules.pages]
    return MadePages(pages, {**earlier.built, **rules.built})


_PICTURE = re.compile(r'(\]\(|(?:href|src)=")([^()\s"]+\.svg)(?=[)"])')
"""A link to a picture, in Markdown or HTML."""


def share_pictures(page: RenderedPage) -> RenderedPage:
    """Return a page whose pictures have file names made from their contents, so that the site stores equal pictures
    only once."""
    drawn = {n: with_shared_looks(data.decode()).encode() for n, data in page.files.items() if n.endswith(".svg")}
    moved = {name: f"{PICTURES}{blake2s(data, digest_size=8).hexdigest()}.svg" for name, data in drawn.items()}
    files = {moved.get(name, name): data for name, data in {**page.files, **drawn}.items()}
    for name in [one for one in files if one.endswith(".md")]:
        files[name] = _PICTURE.sub(partial(_moved_link, dirname(name), moved), files[name].decode()).encode()
    return evolve(page, files=files, picture=moved.get(page.picture, page.picture))


def _moved_link(folder: str, moved: Mapping[str, str], link: re.Match[str]) -> str:
    """Return a link to a picture with its new path, for a page in this folder; a link to any other picture is returned
    unchanged."""
    there = moved.get(normpath(join(folder, unquote(link[2]))))
    return link[0] if there is None else f"{link[1]}{relpath(f'/{there}', f'/{folder}')}"


# ---- jobs for comparisons of editions


def comparison_job(family: tuple[EditionPair, ...], books: Books, settings: MarkdownSettings | None) -> PageJob:
    """Return the job that compares editions of a game."""
    compared = {name: books[name] for pair in family for name in pair.names}
    size = sum(map(len, texts_of(*compared.values())))
    return PageJob.of(build_comparisons, book_texts, (family, settings), compared, size)


def book_texts(books: Books, *_: Any) -> list[str]:
    """Return the names and texts of all layers of all books."""
    return texts_of(*books.values())


def build_comparisons(books: Books, family: Sequence[EditionPair], settings: MarkdownSettings | None) -> MadePages:
    """Return the pages that compare the editions of a game, converted as in `build_game`."""
    pages, built = list[ComparedPage](), dict[str, BuiltPage]()
    for page in compare_family(books, family):
        text, html = build_page(page.text.decode(), settings) if settings else (page.text, None)
        pages.append(evolve(page, text=text))
        if html is not None:
            built[page.file] = html
    return MadePages(pages, built)


# ---- jobs for embedded blocks


def kept_block(block: EmbeddedBlock) -> str:
    """Return the HTML of an embedded block, as `block_html` does; from the cache if its books have not changed."""
    try:
        books = {name: load(name) for name in block.names}
    except RulekitError:
        return block_html(block)  # this finds the place of the mistake
    job = PageJob.of(_build_block, book_texts, (block,), books)
    (html,) = (job.recall() or job.run()).pages
    return str(html)


def _build_block(_: Books, block: EmbeddedBlock) -> MadePages:
    return MadePages([block_html(block)])
