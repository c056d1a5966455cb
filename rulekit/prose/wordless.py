"""W841: names that have no word in a language, each where it is declared."""

from __future__ import annotations

from collections.abc import Iterator

from ..check.checked import CheckedModel
from ..diagnostics import Diagnostic, Help, Span
from ..syntax import nodes as s
from ..syntax.traversal import inside
from .speaker import speaker


def wordless(model: CheckedModel, language: str) -> Iterator[tuple[str, Diagnostic]]:
    """Each name that had to be said by itself, with a warning."""
    for name in speaker(model, language).missing:
        message = f"`{name}` has no word in `{language}`"
        advice = Help(f'say it in a block `words {language}:`, as `{name}: "…"`')
        yield name, Diagnostic("W841", message, _declared(model, name), help=(advice,), severity="warning")


def _declared(model: CheckedModel, name: str) -> Span:
    """Where a name is declared; of one inside a clause, there."""
    first, _, inner = name.partition(".")
    for placed in model.rulebook.clauses:
        clause = placed.clause
        if clause.name.text != first or isinstance(clause, s.WordsClause | s.LookClause):
            continue
        names = (node for node in inside(clause, s.Name) if node.text == inner)
        found = next(names, clause.name) if inner else clause.name
        return found.span
    branches = (node for p in model.rulebook.clauses for node in inside(p.clause, s.Name))
    return next((node.span for node in branches if node.text == first), model.rulebook.header.name.span)
