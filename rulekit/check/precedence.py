"""Which of several clauses prevails: the higher rank, within a rank what comes `over`, else what is written first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from ..syntax import nodes as s

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
    """The order of clauses that name ranks of the rulebook's; one that names none is lowest."""
    return precedence(clauses, lambda c: -1 if c.rank is None else ranks.index(c.rank.text))
