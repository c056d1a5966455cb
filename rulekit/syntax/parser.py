"""Parses a text to a book: `parse` is the entry point of this package. Parsed books are cached.

A cache entry is the tree of a text without errors, with the values in its texts. Its name is made from the text and a
hash of this package's sources, which the caller supplies. The spans of a cached tree refer to the `Source` that the
caller passes in. `storage.cache` stores entries and checks them.
"""

from __future__ import annotations

import io
import pickle
from typing import Any, Final

from ..diagnostics import Diagnostic, Source
from ..storage.cache import Store, name_of
from . import nodes as s
from .text_values import remember_values, values_read
from .whole_text import parse_whole


def parse(source: Source) -> tuple[s.Book | None, list[Diagnostic]]:
    """Return the book and no errors, or None and the errors in order. Never raise an exception."""
    return parse_whole(source, _problems)


def _problems(source: Source) -> list[Diagnostic]:
    from .piecewise import parse_pieces  # imported here, since it is not needed for a correct text

    return list(parse_pieces(source).problems)


KEPT: Final = Store("books", 64 * 1024 * 1024)
LEAST: Final = 8_000
"""Characters of the shortest text that is cached; a shorter one is parsed as fast as it is looked up."""


class _Writer(pickle.Pickler):
    """A pickler that replaces the source by a reference. (`persistent_id` would do the same, but it is called for every
    object, which doubles the time.)"""

    def __init__(self, data: io.BytesIO) -> None:
        super().__init__(data, pickle.HIGHEST_PROTOCOL)
        self.dispatch_table = {Source: lambda _: (_source, ())}


def _source() -> Source:
    raise pickle.UnpicklingError("a source is known by who reads it")


class _Reader(pickle.Unpickler):
    def __init__(self, data: bytes, source: Source) -> None:
        super().__init__(io.BytesIO(data))
        self.source = source

    def find_class(self, module: str, name: str) -> Any:
        return (lambda: self.source) if name == _source.__name__ else super().find_class(module, name)


def read_cached_book(source: Source, rulekit: str) -> s.Book | None:
    """Return the book of a text from the cache, None if it is not there. `rulekit` is a hash of this package's
    sources."""
    data = KEPT.read(name_of(rulekit, source.text)) if len(source.text) >= LEAST else None
    if data is None:
        return None
    try:
        book, values = _Reader(data, source).load()
        remember_values(values)
    except Exception:
        return None  # another version of Python may have written the entry, and reading a pickle may raise anything
    return book if isinstance(book, s.Book) else None


def write_cached_book(book: s.Book, source: Source, rulekit: str) -> None:
    """Store the book of a text in the cache. `rulekit` is a hash of this package's sources."""
    if len(source.text) < LEAST or KEPT.place is None:
        return
    data = io.BytesIO()
    try:
        _Writer(data).dump((book, values_read(book)))
    except RecursionError:  # the tree is nested too deeply to be pickled
        return
    KEPT.write(name_of(rulekit, source.text), data.getvalue())
