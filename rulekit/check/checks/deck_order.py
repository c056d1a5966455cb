"""W416: the order of a hidden row or stack is known to everybody: pieces are put there and never shuffled, or it is
shuffled only before they come.

A place from which pieces are taken at random needs no order, and pieces of a single sort have none. In a loop, pieces
may come at the end of one pass and be shuffled in the next.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...diagnostics import Help, Span
from ...model.rulebook import Placed
from ...model.symbols import DomainSymbol
from ...syntax import nodes as s
from ...syntax.forms import does
from ...syntax.traversal import bodies, body_of, every, inside
from ..checked import CheckedModel
from ..checker import Checker

Body = tuple[s.Stmt, ...]
LOOPS = ("loop", "round", "turn")


def deck_order(c: Checker, model: CheckedModel) -> None:
    clauses = [placed.clause for placed in c.book.clauses]
    decks = {one.name.text for one in clauses if isinstance(one, s.PlaceClause) and _has_secret_order(c, one)}
    if not decks:
        return
    lines = [one for placed in c.book.clauses for one in _lines(placed)]
    shuffles = [(body, at, stmt) for body, at, stmt in lines if isinstance(stmt, s.Shuffle)]
    takes = (take for root in clauses for take in inside(root, s.Take))
    drawn = {take.place.name.text for take in takes if take.which == "random"}
    for deck in sorted(decks - drawn):
        puts = [
            (body, at, stmt) for body, at, stmt in lines if isinstance(stmt, s.Put) and _place(stmt.to.place) == deck
        ]
        mixed = [one for one in shuffles if _place(one[2].place) == deck]
        if puts and all(_is_too_early(one, puts) for one in mixed):
            _warn(c, deck, puts[-1][2], mixed[0][2] if mixed else None)


def _warn(c: Checker, deck: str, put: s.Put, shuffle: s.Shuffle | None) -> None:
    last = put.span
    margin = " " * (last.first.column - 1)
    line = f"shuffle {put.to.place.span.text}"
    fix = Help(
        f"write `{line}` after the line that fills it", Span(last.source, last.end, last.end), f"\n{margin}{line}"
    )
    if shuffle is None:
        c.report.add("W416", last, f"`{deck}` is never shuffled, so everybody knows its order", help=[fix])
    else:
        message = f"`{deck}` is shuffled before its pieces come, so everybody knows its order"
        c.report.add("W416", shuffle.span, message, labels=[(last, "the pieces come here")], help=[fix])


def _has_secret_order(c: Checker, place: s.PlaceClause) -> bool:
    """Return whether a place is a hidden row or stack of pieces of several sorts."""
    hidden = any(one.what == "seen" and one.who == "nobody" for one in place.audiences)
    piece = c.names.symbols.get(place.piece.text)
    sorts = len(piece.domain.labels) if isinstance(piece, DomainSymbol) else 0
    return hidden and place.form in ("row", "stack") and sorts > 1


def _place(place: s.Ref | s.Index) -> str:
    return place.name.text


def _lines(placed: Placed) -> Iterator[tuple[Body, int, s.Stmt]]:
    """Yield each statement of a clause with its body and its index there. For a statement that may run several times,
    the index is -1."""
    body = body_of(placed.clause)
    again = {id(inner) for stmt in every(body) if does(stmt, *LOOPS) for inner in bodies(stmt)}
    yield from ((body, at, stmt) for at, stmt in enumerate(body))
    for outer in every(body):
        for part in bodies(outer):
            if id(part) in again:
                again |= {id(inner) for stmt in every(part) for inner in bodies(stmt)}
            yield from ((part, -1 if id(part) in again else at, stmt) for at, stmt in enumerate(part))


def _is_too_early(shuffle: tuple[Body, int, s.Shuffle], puts: list[tuple[Body, int, s.Put]]) -> bool:
    """Return whether all pieces come after a shuffle, in the same body."""
    body, at, _ = shuffle
    return at >= 0 and all(there is body and number > at for there, number, _ in puts)
