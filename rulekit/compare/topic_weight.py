"""The importance of a change to a reader, and its position in the order of play.

Winning and ending are most important; then obligations and permissions, gains, set-up, quantities, exceptions, and last
what only these use.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from attrs import frozen

from ..model import change_kinds as ch
from ..model.outline import outline
from ..model.rulebook import Placed, Rulebook, is_decision
from ..syntax import nodes as s
from ..syntax.forms import does
from ..syntax.traversal import body_of, call_targets, every, may_end_game

ENDING, DECISION, GAIN, SETUP, QUANTITY, EXCEPTION, SERVING = range(7)


@frozen(slots=False, eq=False)
class Weigher:
    """Computes the importance of the clauses of one rulebook."""

    rulebook: Rulebook

    @cached_property
    def _ends(self) -> frozenset[str]:
        """Return the ids of procedures that end the game directly."""
        found = (p for p in self.rulebook.clauses if isinstance(p.clause, s.ProcedureClause))
        return frozenset(p.id for p in found if may_end_game(body_of(p.clause)))

    @cached_property
    def _set_up(self) -> frozenset[str]:
        """Return the ids of the procedures that the flow calls before the first turn."""
        found: set[str] = set()
        for placed in self.rulebook.clauses:
            if isinstance(placed.clause, s.FlowClause):
                for stmt in placed.clause.body:
                    if any(does(inner, "turn", "forever") for inner in every((stmt,))):
                        break
                    found |= call_targets((stmt,))
        return frozenset(found)

    def weight(self, placed: Placed) -> int:
        """Return the importance of a clause; a smaller number is more important."""
        clause = placed.clause
        body = body_of(clause)
        if may_end_game(body) or self._ends & call_targets(body):
            return ENDING
        if isinstance(clause, s.ActionClause | s.OptionClause) or any(map(is_decision, every(body))):
            return DECISION
        if placed.id in self._set_up:
            return SETUP
        if isinstance(clause, s.RuleClause | s.ProcedureClause | s.FlowClause):
            return GAIN
        if does(clause, "component"):
            return QUANTITY
        return EXCEPTION if isinstance(clause, s.ExceptionClause) else SERVING


def change_weight(change: ch.Change, first: Weigher, second: Weigher) -> int:
    """Return the importance of a change; the more important side counts."""
    match change:
        case ch.Added(after=placed):
            return second.weight(placed)
        case ch.Struck(before=placed):
            return first.weight(placed)
        case ch.Replaced(before=before, after=after):
            return min(first.weight(before), second.weight(after))
        case ch.HeaderChanged():
            return QUANTITY
    return GAIN


def reading_order(first: Rulebook, second: Rulebook) -> Mapping[str, int]:
    """Return the position of each clause, keyed by its id, in the order of the second rulebook; chapters that are only
    in the full book come last. A clause that only the first rulebook has comes after the clause that it follows
    there."""
    order = _ids(second)
    known = set(order)
    place = -1
    for id_ in _ids(first):
        if id_ in known:
            place = order.index(id_)
        else:
            place += 1
            order.insert(place, id_)
    return {id_: at for at, id_ in enumerate(order)}


def _ids(rulebook: Rulebook) -> list[str]:
    chapters = sorted(outline(rulebook).chapters, key=lambda chapter: chapter.reference)
    return [p.id for chapter in chapters for p in chapter.clauses]
