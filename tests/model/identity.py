"""The identity of a configured game, by which tests compare rulebooks."""

from __future__ import annotations

from rulekit.model.meaning_hash import is_meaningless, tree_digest
from rulekit.model.rulebook import Rulebook


def rulebook_identity(rulebook: Rulebook) -> str:
    """Return the hash of one configured game: the same clauses give the same hash, however they were layered."""
    parts: list[object] = [(rulebook.players, rulebook.seats, rulebook.ranks), tuple(sorted(rulebook.options.items()))]
    for placed in rulebook.clauses:
        if not is_meaningless(placed.clause):
            parts += [(placed.clause, placed.conditions, placed.unless)]
    return tree_digest(parts)
