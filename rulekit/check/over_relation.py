"""What comes `over` what: of each exception or rule all that it prevails over, directly or by way of others.

In which order clauses then stand is `precedence.py`'s.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..model.rulebook import Placed
from ..syntax import nodes as s
from .report import CheckReport

MOST_RIVALS = 500
"""Exceptions of one fact, or rules of one moment: each is compared with each, so that a thousand would take minutes."""

Ordered = s.ExceptionClause | s.RuleClause


def ordered_clause(placed: Placed) -> Ordered:
    """The clause, which must be of a kind that can be ordered."""
    assert isinstance(placed.clause, Ordered)
    return placed.clause


def too_many(report: CheckReport, clauses: Sequence[Placed], what: str) -> bool:
    """Whether there are too many to compare them; then that is told."""
    if len(clauses) <= MOST_RIVALS:
        return False
    report.add(
        "E871",
        clauses[MOST_RIVALS].clause.name.span,
        f"{what}: {len(clauses)} of them are more than can be compared, the most is {MOST_RIVALS}",
        help=["say in one clause, with a table, what many say in the same words"],
    )
    return True


def beaten(clauses: Iterable[Placed]) -> dict[str, set[str]]:
    """For each of the clauses the names of all that it comes over; itself among them where `over` goes in a circle."""
    directly = {p.clause.name.text: [n.text for n in ordered_clause(p).over] for p in clauses}
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
