"""Some of the changes between two rulebooks, made alone: what one difference does, with all the others left undone.

A change that leans on another (it names what that adds) gives a rulebook that fails the check; who asks must try.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from ..syntax import nodes as s
from .changes import Added, Change, HeaderChanged, Reordered, Replaced, Struck
from .rulebook import Placed, Rulebook


def applied(before: Rulebook, after: Rulebook, changes: Iterable[Change]) -> Rulebook:
    """`before` with these of its changes towards `after`; the number of players stays."""
    chosen = list(changes)
    clauses = {p.id: p for p in before.clauses}
    for change in chosen:
        match change:
            case Struck(before=gone):
                del clauses[gone.id]
            case Replaced(after=new):
                clauses[new.id] = new
    new_ids = {c.after.id for c in chosen if isinstance(c, Added)}
    placed = _inserted(list(clauses.values()), after.clauses, new_ids)
    book = evolve(before, options=_options(before, after, placed))
    for change in chosen:
        match change:
            case Reordered(after=ids):
                placed = _in_order(placed, ids)
            case HeaderChanged():
                book = _headed(book, after, change)
    return evolve(book, clauses=tuple(placed))


def _inserted(placed: list[Placed], model: tuple[Placed, ...], new: set[str]) -> list[Placed]:
    """Each new clause behind the one that it stands behind in `model`, as far as that is here."""
    last: str | None = None
    for clause in model:
        ids = [p.id for p in placed]
        if clause.id in new:
            placed.insert(0 if last is None else ids.index(last) + 1, clause)
        if clause.id in new or clause.id in ids:
            last = clause.id
    return placed


def _in_order(placed: list[Placed], ids: tuple[str, ...]) -> list[Placed]:
    """The clauses of these identities in that order, on the places that they hold among the others."""
    by_id = {p.id: p for p in placed}
    coming = iter([by_id[i] for i in ids if i in by_id])
    return [next(coming) if p.id in ids else p for p in placed]


def _options(before: Rulebook, after: Rulebook, placed: list[Placed]) -> dict[str, int | str]:
    """The value of each option from the rulebook its clause was taken from."""
    mine = {id(p) for p in before.clauses}
    found: dict[str, int | str] = {}
    for p in placed:
        if isinstance(p.clause, s.OptionClause):
            name = p.clause.name.text
            found[name] = (before if id(p) in mine else after).options[name]
    return found


def _headed(book: Rulebook, after: Rulebook, change: HeaderChanged) -> Rulebook:
    header, theirs = book.header, after.header
    match change.part:
        case "players":
            header = evolve(header, numbers=theirs.numbers)
            return evolve(book, header=header)
        case "direction":
            return evolve(book, header=evolve(header, anticlockwise=theirs.anticlockwise))
        case "seats":
            names = tuple(i.name.text for i in theirs.seats) or tuple(f"p{n + 1}" for n in range(book.players))
            return evolve(book, header=evolve(header, seats=theirs.seats), seats=names[: book.players])
        case "ranks":
            return evolve(book, header=evolve(header, ranks=theirs.ranks), ranks=after.ranks)
    return book
