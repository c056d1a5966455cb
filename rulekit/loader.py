"""A stack of books from files: each after the base it is written over and the layers it requires.

Circles and endless chains are refused here; whether the books fit together is for `model.layers`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from .diagnostics import Diagnostic, Help, RulekitError, Span
from .library import find, read
from .syntax import nodes as s
from .syntax import parse

DEPTH = 32
"""How many books may stand one over another."""
MOST_PROBLEMS = 100
"""Of books that are not there, or are wrong: no more are looked for then."""
MOST_CLAUSES = 10_000
"""Clauses of all books of a stack together."""


def gather(paths: Iterable[Path]) -> tuple[list[s.Book], list[Diagnostic]]:
    """The books of these files and of all they stand on, base first, each once.  Raises RulekitError on any error."""
    found: dict[str, s.Book] = {}
    problems: list[Diagnostic] = []
    for path in paths:
        _gather(path, None, (), found, problems)
    if any(p.severity == "error" for p in problems):
        raise RulekitError(*problems)
    _counted(list(found.values()))
    return list(found.values()), problems


def _counted(books: list[s.Book]) -> None:
    """Raises RulekitError at the first clause that is too many."""
    left = MOST_CLAUSES
    for book in books:
        for member in book.members:
            left -= len(member.body) if isinstance(member, s.Under) else 1
            if left < 0:
                message = f"more than {MOST_CLAUSES} clauses in all books together"
                advice = Help("make a table of what is said again and again")
                raise RulekitError(Diagnostic("E870", message, member.span, help=(advice,)))


def _gather(
    path: Path, span: Span | None, above: tuple[str, ...], found: dict[str, s.Book], problems: list[Diagnostic]
) -> None:
    key = os.path.realpath(path)
    if key in found:
        return
    if key in above:
        ring = " over ".join(f"`{Path(p).stem}`" for p in (*above[above.index(key) :], key))
        problems.append(Diagnostic("E824", f"these books stand over one another in a circle: {ring}", span))
        return
    if len(above) >= DEPTH:
        problems.append(Diagnostic("E825", f"more than {DEPTH} books stand one over another", span))
        return
    try:
        book, more = parse(read(path, span))
    except RulekitError as error:
        problems.extend(error.diagnostics)
        return
    problems.extend(more)
    if book is None:
        return
    for below in (*((book.header.base,) if book.header.base else ()), *book.header.requires):
        if len(problems) >= MOST_PROBLEMS:
            break
        try:
            _gather(find(below.text, path.parent, below.span), below.span, (*above, key), found, problems)
        except RulekitError as error:
            problems.extend(error.diagnostics)
    found[key] = book
