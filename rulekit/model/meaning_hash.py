"""The meaning of a text, without the way in which it is written: syntax trees as nested tuples, and hashes of these.

Comments, layout, titles, summaries, citations, phrases, examples, figures, translations, looks, statements of sources,
chapters and sections are not part of the meaning. A layer may state the hash of its base, to ensure that the base has
not changed (a pin).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from attrs import evolve

from ..diagnostics import Diagnostic, DiagnosticSink, Help
from ..syntax import nodes as s
from ..syntax.forms import clause_kinds, does
from ..syntax.traversal import part_names
from .header import Stack, base_of, book_name

WORDING = frozenset({"tags", "title", "summary", "cites", "phrase", "joined"})
"""Fields of nodes that only people read."""


def is_meaningless(clause: s.Clause) -> bool:
    """Return whether clauses of this kind never change the game, such as examples, translations and looks. An invariant
    may end it."""
    return does(clause, "about_book", "checks") and not isinstance(clause, s.InvariantClause)


def meaning_key(part: object, words: bool = True) -> object:
    """Return a syntax tree as nested tuples, without positions in the text. Titles and other wording are included only
    if `words`."""
    if isinstance(part, s.Node):
        names = (name for name in part_names(type(part)) if words or name not in WORDING)
        return (type(part).__name__, *((name, meaning_key(getattr(part, name), words)) for name in names))
    if isinstance(part, tuple):
        return tuple(meaning_key(item, words) for item in part)
    return part


def tree_digest(parts: Iterable[object], words: bool = False) -> str:
    """Return a hash (16 hexadecimal digits) of the meaning of these trees and, if `words`, of their wording."""
    return hashlib.sha256(repr([meaning_key(p, words) for p in parts]).encode()).hexdigest()[:16]


def stack_identity(books: Sequence[s.Book]) -> str:
    """Return the hash of the meaning of a stack of books (base first). It covers all configurations."""
    parts: list[object] = []
    for book in books:
        h = book.header
        bounds: list[int | None] = [bound for part in h.numbers for bound in (part.low, part.high)] or [None, None]
        parts += [(*bounds, h.seats, h.anticlockwise, h.ranks)]
        parts += _meaningful(book.members)
    return tree_digest(parts)


def _meaningful(members: Iterable[s.Member]) -> list[s.Member]:
    """Return the members that may change the game. Blocks are returned with only such members inside them."""
    found: list[s.Member] = []
    for member in members:
        if isinstance(member, s.Under):
            inside = tuple(_meaningful(member.body))
            found += [evolve(member, body=inside)] if inside else []
        elif not _meaningless(member):
            found.append(member)
    return found


def check_pins(stack: Stack, problems: DiagnosticSink) -> None:
    """Report an error for each layer whose pin (`pinned "HASH"`) differs from the hash of its base."""
    by_name = {book_name(b): b for b in stack.books}
    for book in stack.books:
        pin, base = book.header.pinned, book.header.base
        if pin is None or base is None:
            continue
        chain: list[s.Book] = []
        below = base_of(stack.books, book)
        while below is not None and len(chain) < len(stack.books):
            chain.insert(0, by_name[below])
            below = base_of(stack.books, chain[0])
        found = stack_identity(chain)
        if found != pin.value:
            message = f"`{book_name(book)}` was written for another text of `{base.text}`"
            advice = (Help("read what changed, then pin it again", pin.span, f'"{found}"'),)
            problems.add(Diagnostic("E227", message, pin.span, expected=(found,), help=advice))


def _meaningless(member: s.Member) -> bool:
    if isinstance(member, s.Replace):
        return _meaningless(member.clause)
    if isinstance(member, s.Strike | s.Amendment | s.BodyAmendment):
        return member.kind in clause_kinds("about_book", "checks") - {"invariant"}
    return isinstance(member, s.Clause) and is_meaningless(member)
