"""Which of several clauses prevails: the higher rank, within a rank what comes `over`, else what is written first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from ..syntax import nodes as s

Ranked = TypeVar("Ranked", s.RuleClause, s.ExceptionClause)


def precedence(clauses: Sequence[Ranked], rank: Callable[[Ranked], int]) -> list[Ranked]:
    """First what prevails; the check has seen that `over` has no circle."""
    names = {c.name.text: c for c in clauses}
    done: list[Ranked] = []

    def place(clause: Ranked) -> None:
        if clause in done:
            return
        for other in clauses:
            if any(o.text == clause.name.text for o in other.over) and rank(other) == rank(clause):
                place(other)
        done.append(clause)

    for clause in sorted(names.values(), key=lambda c: -rank(c)):
        place(clause)
    return done


def by_rank(clauses: Sequence[Ranked], ranks: Sequence[str]) -> list[Ranked]:
    """The order of clauses that name ranks of the rulebook's; one that names none is lowest."""
    return precedence(clauses, lambda c: -1 if c.rank is None else ranks.index(c.rank.text))
