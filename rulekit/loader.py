"""Loads a stack of books from files. A book comes after the base that it changes and after the layers that it requires.

Books that require each other in a circle, and chains longer than DEPTH, are refused here; `model.assembly` checks
whether the books fit together.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path

from attrs import field, frozen

from .diagnostics import Diagnostic, DiagnosticSink, Help, RulekitError, Source, Span
from .rulebook_files import find, read_rulebook
from .storage.fingerprint import fingerprint
from .syntax import nodes as s
from .syntax import parse
from .syntax.parser import LEAST, read_cached_book, write_cached_book

DEPTH = 32
"""The longest chain of books in which each requires the next."""
SYNTAX = ("syntax/__init__.py",)
"""The module that parses. Cached parses are valid as long as the fingerprint of this module and of all that it imports
stays the same."""
MOST_PROBLEMS = 100
"""The number of missing or wrong books after which loading stops."""
MOST_CLAUSES = 10_000
"""The greatest number of clauses that all books of a stack may have together."""


@frozen
class _Text:
    """The key under which a parsed book is cached: its name and text. `source` is what is parsed if the cache has no
    entry."""

    name: str
    text: str
    source: Source = field(eq=False)


@lru_cache(maxsize=128)  # more than the number of books in the library
def _parse_or_read(text: _Text) -> tuple[s.Book | None, tuple[Diagnostic, ...]]:
    rulekit = fingerprint(SYNTAX) if len(text.text) >= LEAST else None
    known = read_cached_book(text.source, rulekit) if rulekit is not None else None
    if known is not None:
        return known, ()
    book, found = parse(text.source)
    if book is not None and not found and rulekit is not None:
        write_cached_book(book, text.source, rulekit)
    return book, tuple(found)


def _parse_once(source: Source) -> tuple[s.Book | None, tuple[Diagnostic, ...]]:
    """Return the parsed book, or None if the text cannot be parsed, and the diagnostics. The result is cached by name
    and text."""
    return _parse_or_read(_Text(source.name, source.text, source))


ParseText = Callable[[Source], tuple[s.Book | None, tuple[Diagnostic, ...]]]


@frozen(eq=False)
class BookStack:
    """The books that were loaded for a game.

    In `books`, each book comes after the books that it needs; `files` are their paths in the same order. `found` has a
    triple for each base and each required layer: its name, the folder of the book that names it, and its file.
    `diagnostics` are the warnings from reading the books."""

    books: tuple[s.Book, ...]
    files: tuple[str, ...]
    found: tuple[tuple[str, str, str], ...]
    diagnostics: tuple[Diagnostic, ...]


def gather_stack(
    paths: Iterable[Path], read: Callable[[Path], Source] | None = None, parse_text: ParseText | None = None
) -> BookStack:
    """Return the books of these files and all books that they need, bases first. Raise RulekitError on any error.

    `read` replaces reading from disk, for example by texts that were read before. `parse_text` replaces the parser."""
    gathering = _Gathering(read, parse_text or _parse_once)
    for path in paths:
        gathering.add(path)
    if gathering.problems.has_errors:
        raise RulekitError(*gathering.problems.diagnostics)
    books = tuple(gathering.books.values())
    _check_count(books)
    return BookStack(books, tuple(gathering.books), tuple(gathering.found), tuple(gathering.problems.diagnostics))


def _check_count(books: Iterable[s.Book]) -> None:
    """Raise RulekitError at the first clause too many if the books have more than MOST_CLAUSES clauses together."""
    left = MOST_CLAUSES
    for book in books:
        for member in book.members:
            left -= len(member.body) if isinstance(member, s.Under) else 1
            if left < 0:
                message = f"more than {MOST_CLAUSES} clauses in all books together"
                advice = Help("make a table of what is said again and again")
                raise RulekitError(Diagnostic("E870", message, member.span, help=(advice,)))


class _Gathering:
    """The books read so far, by file name, the problems found in them, and the files `found` for bases and required
    layers."""

    def __init__(self, read: Callable[[Path], Source] | None, parse_text: ParseText) -> None:
        self.read = read
        self.parse = parse_text
        self.books: dict[str, s.Book] = {}
        self.found: list[tuple[str, str, str]] = []
        self.problems = DiagnosticSink()

    def add(self, path: Path, span: Span | None = None, above: tuple[str, ...] = ()) -> None:
        """Add a book, but first all books that it needs.

        `above` are the files of the books that led to this one, each needed by the one before it. `span` is where the
        last of them names this book."""
        key = os.path.realpath(path)
        if key in self.books:
            return
        if key in above:
            ring = " over ".join(f"`{Path(p).stem}`" for p in (*above[above.index(key) :], key))
            self.problems.add(Diagnostic("E824", f"these books stand over one another in a circle: {ring}", span))
            return
        if len(above) >= DEPTH:
            self.problems.add(Diagnostic("E825", f"more than {DEPTH} books stand one over another", span))
            return
        try:
            book, more = self.parse(read_rulebook(path, span) if self.read is None else self.read(path))
        except RulekitError as error:
            self.problems.add(*error.diagnostics)
            return
        self.problems.add(*more)
        if book is None:
            return
        for below in (*((book.header.base,) if book.header.base else ()), *book.header.requires):
            if len(self.problems) >= MOST_PROBLEMS:
                break
            try:
                there = find(below.text, path.parent, below.span)
                self.found.append((below.text, str(path.parent), str(there)))
                self.add(there, below.span, (*above, key))
            except RulekitError as error:
                self.problems.add(*error.diagnostics)
        self.books[key] = book
