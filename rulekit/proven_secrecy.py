"""Remembers the rules in which nobody learns what is hidden from them, so that they are not checked again.

The check of hidden information (`check/information/`) takes most of the time of a large rulebook. It reads no example,
invariant, section, chapter, figure, list of statements or translation, and no text between quotation marks. So a
rulebook has passed it if one with the same rules has. Only the name of such rules is kept, in the cache.

The names of rules cover all texts of the stack, the configuration and this version of rulekit. Coordinates of an open
board, which any clause may use, change its size. Rulebooks with such a board are always checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from .check.checked import CheckedModel
from .engine.fingerprint import fingerprint
from .model.rulebook import Config
from .model.symbols import DomainSymbol
from .storage.cache import Store, name_of
from .syntax import nodes as s

KEPT: Final = Store("secrecy", 4 * 1024 * 1024)
CHECKS: Final = ("check/__init__.py", "model/assembly.py")
"""The modules that decide what the check finds; their imports count."""
LEAST: Final = 10_000
"""Total characters of all books below which the check is as quick as the cache."""
_UNREAD: Final = (
    *(s.ExampleClause, s.InvariantClause, s.FigureClause, s.WordsClause),
    *(s.StatementsClause, s.ChapterClause, s.SectionClause),
)
_WORDS: Final = re.compile(r'"(?:\\.|[^"\\\r\n])*"|#[^\r\n]*')
"""Texts for readers, and comments."""


def name_of_rules(books: Sequence[s.Book], config: Config) -> str:
    """Return the name in the cache of what the check of hidden information reads; "" if it is not worth keeping."""
    if KEPT.place is None or sum(len(book.span.source.text) for book in books) < LEAST:
        return ""
    rulekit = fingerprint(CHECKS)
    return name_of(rulekit, repr(config), *map(_name_of_book, books)) if rulekit else ""


@lru_cache(maxsize=128)  # the same books occur in every configuration
def _name_of_book(book: s.Book) -> str:
    return name_of(book.header.span.text, *_rules(book.members))


def _rules(members: Iterable[s.Member]) -> Iterator[str]:
    """Yield the texts of the members that the check may read, in order."""
    for member in members:
        clause = member.clause if isinstance(member, s.Replace) else member
        match clause:
            case s.Under(body=body):
                yield member.span.source.text[member.span.start : body[0].span.start]
                yield from _rules(body)
                yield "end"
            case s.Clause():
                if not isinstance(clause, _UNREAD):
                    yield _WORDS.sub('""', member.span.text)
            case _:
                yield member.span.text  # a quoted line may be found by the words in it


def is_proven(name: str) -> bool:
    """Return whether rules of this name have passed the check."""
    return bool(name) and KEPT.read(name) is not None


def remember(name: str, model: CheckedModel | None) -> None:
    """Note that the rules of this name have passed the check, if there is a model without an open board."""
    domains = (symbol.domain for symbol in (model.symbols if model else {}).values() if isinstance(symbol, DomainSymbol))
    if name and model is not None and not any(one.board and one.board.capacity is not None for one in domains):
        KEPT.write(name, b"")
