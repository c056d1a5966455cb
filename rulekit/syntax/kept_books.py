"""Books that were parsed before, from the user's cache: a long text that did not change is not parsed again.

What is kept is the tree of a text in which nothing was wrong, named by the text and by the sources of this room.  Spans
point into the `Source` that is asked with, whatever it is called.  Where it is kept, and what of that is believed, is
`storage.cache`'s; which sources count, the caller's.
"""

from __future__ import annotations

import io
import pickle
from typing import Any, Final

from ..diagnostics import Source
from ..storage.cache import Store, name_of
from . import nodes as s

KEPT: Final = Store("books", 64 * 1024 * 1024)
LEAST: Final = 8_000
"""Characters: a shorter text is parsed as quickly as it is looked for."""


class _Writer(pickle.Pickler):
    """Writes down that there is a source, and not which one.  (`persistent_id` would do too, but is asked of every
    number and letter: as long again as all else.)
    """

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


def kept_book(source: Source, rulekit: str) -> s.Book | None:
    """The book of a text as it was kept by this rulekit; None where it was not."""
    data = KEPT.read(name_of(rulekit, source.text)) if len(source.text) >= LEAST else None
    if data is None:
        return None
    try:
        found = _Reader(data, source).load()
    except Exception:
        return None  # of another Python: a pickle may fail to be read in any way
    return found if isinstance(found, s.Book) else None


def keep_book(book: s.Book, source: Source, rulekit: str) -> None:
    """Keeps what a text was found to say."""
    if len(source.text) < LEAST or KEPT.place is None:
        return
    data = io.BytesIO()
    try:
        _Writer(data).dump(book)
    except RecursionError:  # nested too deeply to be written down
        return
    KEPT.write(name_of(rulekit, source.text), data.getvalue())
