"""Precedence of exceptions and rules: which prevails, and what comes `over` what.

The higher rank prevails, within a rank what comes `over`, otherwise what is written first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from ..model.rulebook import Placed
from ..syntax import nodes as s
from .report import CheckReport

Ranked = TypeVar("Ranked", s.RuleClause, s.ExceptionClause)


def precedence(clauses: Sequence[Ranked], rank: Callable[[Ranked], int]) -> list[Ranked]:
    """First what prevails; the check has seen that `over` has no circle."""
    names = {c.name.text: c for c in clauses}
    above: dict[str, list[Ranked]] = {}
    for clause in clauses:
        for name in dict.fromkeys(name.text for name in clause.over):
            above.setdefault(name, []).append(clause)
    done: dict[Ranked, None] = {}

    def place(clause: Ranked) -> None:
        if clause in done:
            return
        for other in above.get(clause.name.text, ()):
            if rank(other) == rank(clause):
                place(other)
        done[clause] = None

    for clause in sorted(names.values(), key=lambda c: -rank(c)):
        place(clause)
    return list(done)


def by_rank(clauses: Sequence[Ranked], ranks: Sequence[str]) -> list[Ranked]:
    """Return the order of clauses that name ranks of the rulebook's; one that names none is lowest."""
    return precedence(clauses, lambda c: -1 if c.rank is None else ranks.index(c.rank.text))


MOST_RIVALS = 500
"""Exceptions of one fact, or rules of one moment: each is compared with each, so that a thousand would take minutes."""

Ordered = s.ExceptionClause | s.RuleClause


def clause_with_order(placed: Placed) -> Ordered:
    """Return the clause, which must be of a kind that can be ordered."""
    assert isinstance(placed.clause, Ordered)
    return placed.clause


def too_many(report: CheckReport, clauses: Sequence[Placed], what: str) -> bool:
    """Return whether there are too many to compare them; then that is told."""
    if len(clauses) <= MOST_RIVALS:
        return False
    report.add(
        "E871",
        clauses[MOST_RIVALS].clause.name.span,
        f"{what}: {len(clauses)} of them are more than can be compared, the most is {MOST_RIVALS}",
        help=["say in one clause, with a table, what many say in the same words"],
    )
    return True


def clauses_below(clauses: Iterable[Placed]) -> dict[str, set[str]]:
    """For each of the clauses the names of all that it comes over; itself among them where `over` goes in a circle."""
    directly = {p.clause.name.text: [n.text for n in clause_with_order(p).over] for p in clauses}
    return {name: _all(directly, name) for name in directly}


def _all(directly: dict[str, list[str]], name: str) -> set[str]:
    found: set[str] = set()
    todo = list(directly.get(name, ()))
    while todo:
        other = todo.pop()
        if other not in found:
            found.add(other)
            todo.extend(directly.get(other, ()))
    return found
