"""The helpers of examples: facts and procedures that nothing else uses.

A comparison does not tell them as parts of the game.  What figures and looks use is told as before: what is measured
and drawn changes with it.  Uses are found by name, so that one too many is found, if any.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..syntax import nodes as s
from ..syntax.traversal import walk
from .rulebook import Placed, Rulebook

SILENT = (s.WordsClause, s.StatementsClause, s.ChapterClause)
"""Clauses that name others and use none."""
HELPFUL = (s.FactClause, s.ProcedureClause, s.ExceptionClause)
"""Clauses that count for nothing where no other uses them."""


def helpers(rulebook: Rulebook) -> frozenset[str]:
    """Return the ids of the facts and procedures, with their exceptions, that examples alone use.

    What nothing uses is none of them.
    """
    clauses = [p for p in rulebook.clauses if not isinstance(p.clause, SILENT)]
    serving: dict[str, list[Placed]] = {}
    for placed in clauses:
        if isinstance(placed.clause, HELPFUL):
            serving.setdefault(_serves(placed), []).append(placed)
    rules = [p for p in clauses if not isinstance(p.clause, (*HELPFUL, s.ExampleClause))]
    game = _reached(rules, serving)
    read = _reached([p for p in clauses if isinstance(p.clause, s.ExampleClause)], serving)
    return frozenset(read - game)


def _serves(placed: Placed) -> str:
    """The name by which others use a fact or procedure; of an exception that of its fact."""
    clause = placed.clause
    return clause.fact.text if isinstance(clause, s.ExceptionClause) else clause.name.text


def _reached(users: Iterable[Placed], serving: Mapping[str, list[Placed]]) -> set[str]:
    """The ids of all that these clauses use, and what that uses in turn."""
    waiting, found = list(users), set[str]()
    while waiting:
        for root in waiting.pop().roots:
            for node in walk(root):
                for one in serving.get(node.text, ()) if isinstance(node, s.Name) else ():
                    if one.id not in found:
                        found.add(one.id)
                        waiting.append(one)
    return found
