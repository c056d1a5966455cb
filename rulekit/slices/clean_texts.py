"""Keeps texts without diagnostics between processes, and finds out whether new versions of them have none either."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from attrs import evolve, frozen

from ..check.checker import Checker
from ..diagnostics import RulekitError
from ..loader import MOST_CLAUSES, BookStack
from ..model.rulebook import Config
from ..pipeline import MOST_CHECKED
from ..rulebook_files import find, read_rulebook
from ..storage.cache import Store, name_of
from ..storage.fingerprint import fingerprint
from ..syntax import MAX_LENGTH
from ..syntax import nodes as s
from .change import MOST_WORK, Change
from .pieces import WrittenPiece, is_in_pieces, written_pieces

KEPT: Final = Store("clean", 64 * 1024 * 1024)
MODULES: Final = ("pipeline.py", "slices/clean_texts.py")
"""The modules that decide what a check finds; their imports count."""


@frozen
class CleanTexts:
    """Books whose check reported nothing in any of the configurations `configs`. `books` has the file, the text and the
    pieces of each book.

    `found` says where the layers below were found (see `BookStack`). `counts` are the numbers of members and of
    clauses. `measured` has, for each configuration, the open boards whose coordinates are used."""

    found: tuple[tuple[str, str, str], ...]
    books: tuple[tuple[str, str, tuple[WrittenPiece, ...]], ...]
    counts: tuple[int, int]
    configs: tuple[Config, ...]
    measured: tuple[frozenset[str], ...]


def _key(paths: Iterable[Path]) -> str:
    rulekit = fingerprint(MODULES)
    return name_of(rulekit, *map(os.path.realpath, paths)) if rulekit and KEPT.place else ""


def remember_clean(paths: Sequence[Path], stack: BookStack, checked: Sequence[tuple[Config, Checker]]) -> None:
    """Store the texts of books whose check reported nothing in any configuration. Store nothing if constants took too
    much work, or a book cannot be cut into pieces."""
    if all(tables.work.spent < MOST_WORK for _, tables in checked) and all(map(is_in_pieces, stack.books)):
        texts = [book.span.source.text for book in stack.books]
        pieces = [tuple(written_pieces(at, text)) for at, text in enumerate(texts)]
        books = tuple(zip(stack.files, texts, pieces, strict=True))
        members = [member for book in stack.books for member in book.members]
        clauses = sum(len(member.body) if isinstance(member, s.Under) else 1 for member in members)
        measured = tuple(frozenset(tables.boards.measured) for _, tables in checked)
        configs = tuple(config for config, _ in checked)
        KEPT.save(_key(paths), CleanTexts(stack.found, books, (len(members), clauses), configs, measured))


def proven_clean(paths: Sequence[Path]) -> CleanTexts | None:
    """Return the present texts of these books if it is certain that no check reports anything about them; otherwise
    None."""
    kept: Any = KEPT.load(_key(paths))
    if not isinstance(kept, CleanTexts):
        return None
    known: CleanTexts = kept
    try:
        there = [find(name, Path(folder)) for name, folder, _ in known.found]
        if {*map(os.path.realpath, (*paths, *there))} != {file for file, _, _ in known.books}:
            return None
        texts = [read_rulebook(Path(file)).text for file, _, _ in known.books]
    except RulekitError:
        return None
    books = tuple(
        (file, now, old if now == text else tuple(written_pieces(at, now)))
        for at, ((file, text, old), now) in enumerate(zip(known.books, texts, strict=True))
    )
    change = Change([(old, now) for (_, _, old), (_, _, now) in zip(known.books, books, strict=True)])
    members, clauses = (count + change.grown for count in known.counts)
    if clauses > MOST_CLAUSES or members * len(known.configs) > MOST_CHECKED:
        return None
    if any(len(text) > MAX_LENGTH for text in texts) or not change.is_clean(known.configs, known.measured):
        return None
    if books != known.books:
        known = evolve(known, books=books, counts=(members, clauses))
        KEPT.save(_key(paths), known)
    return known
