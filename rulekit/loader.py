"""A stack of books from files: each after the base it is written over and the layers it requires.

Circles and endless chains are refused here; whether the books fit together is for `model.assembly`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path

from attrs import field, frozen

from .diagnostics import Diagnostic, Help, RulekitError, Source, Span
from .diagnostics.sink import DiagnosticSink
from .engine.fingerprint import fingerprint
from .rulebook_files import find, read_rulebook
from .syntax import nodes as s
from .syntax import parse
from .syntax.kept_books import LEAST, keep_book, kept_book

DEPTH = 32
"""How many books may stand one over another."""
SYNTAX = ("syntax/__init__.py",)
"""What a text is parsed by: it depends on this file and on whatever it imports."""
MOST_PROBLEMS = 100
"""Of books that are not there, or are wrong: no more are looked for then."""
MOST_CLAUSES = 10_000
"""Clauses of all books of a stack together."""


@frozen
class _Text:
    """What a book is parsed from, and by which what was parsed is found again: the same text of the same name."""

    name: str
    text: str
    source: Source = field(eq=False)


@lru_cache(maxsize=64)
def _kept(text: _Text) -> tuple[s.Book | None, tuple[Diagnostic, ...]]:
    rulekit = fingerprint(SYNTAX) if len(text.text) >= LEAST else None
    known = kept_book(text.source, rulekit) if rulekit is not None else None
    if known is not None:
        return known, ()
    book, found = parse(text.source)
    if book is not None and not found and rulekit is not None:
        keep_book(book, text.source, rulekit)
    return book, tuple(found)


def _parsed(source: Source) -> tuple[s.Book | None, tuple[Diagnostic, ...]]:
    """The book of a text.  Games of a family stand on the same books, and share what is found in them."""
    return _kept(_Text(source.name, source.text, source))


@frozen(eq=False)
class BookStack:
    """Books base first, with the warnings of reading them; `found` has, of each book that one stands on, how it is
    named there, in which folder, and the file that this is.
    """

    books: tuple[s.Book, ...]
    files: tuple[str, ...]
    found: tuple[tuple[str, str, str], ...]
    diagnostics: tuple[Diagnostic, ...]


def gather(paths: Iterable[Path]) -> tuple[list[s.Book], list[Diagnostic]]:
    """The books of these files and of all they stand on, base first, each once.  Raises RulekitError on any error."""
    stack = gather_stack(paths)
    return list(stack.books), list(stack.diagnostics)


def gather_stack(paths: Iterable[Path], read: Callable[[Path], Source] | None = None) -> BookStack:
    """As `gather`, with the files; `read` has the texts where they were read already."""
    gathering = _Gathering(read)
    for path in paths:
        gathering.add(path)
    if gathering.problems.failed:
        raise RulekitError(*gathering.problems.diagnostics)
    books = tuple(gathering.books.values())
    _counted(books)
    return BookStack(books, tuple(gathering.books), tuple(gathering.found), tuple(gathering.problems.diagnostics))


def _counted(books: Iterable[s.Book]) -> None:
    """Raises RulekitError at the first clause that is too many."""
    left = MOST_CLAUSES
    for book in books:
        for member in book.members:
            left -= len(member.body) if isinstance(member, s.Under) else 1
            if left < 0:
                message = f"more than {MOST_CLAUSES} clauses in all books together"
                advice = Help("make a table of what is said again and again")
                raise RulekitError(Diagnostic("E870", message, member.span, help=(advice,)))


class _Gathering:
    """The books read so far, by their files, and what is wrong with them."""

    def __init__(self, read: Callable[[Path], Source] | None = None) -> None:
        self.read = read
        self.books: dict[str, s.Book] = {}
        self.found: list[tuple[str, str, str]] = []
        self.problems = DiagnosticSink()

    def add(self, path: Path, span: Span | None = None, above: tuple[str, ...] = ()) -> None:
        """A book after all that it stands on; `above` are those that stand on it, and `span` names it there."""
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
            book, more = _parsed(read_rulebook(path, span) if self.read is None else self.read(path))
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
