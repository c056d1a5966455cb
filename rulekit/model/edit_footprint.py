"""The footprint of a layer, what it touches: the clauses it edits and the places it adds to, in every configuration.

Two layers whose footprints are disjoint commute: either order gives the same rulebook.  That is a law, and tested
as one.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics.sink import DiagnosticSink
from ..syntax import nodes as s
from .edit import Edit
from .edits import edits
from .words import worded_name


def footprint(layer: s.Book) -> frozenset[str]:
    """Identities of clauses (`action travel`) and names of the places that are added to (`answers to left_behind`)."""
    unsaid = DiagnosticSink()
    found = {name for edit in edits(layer, None, unsaid) for name in _edited(edit)}
    header = layer.header
    found |= {f"source {d.name.text}" for d in header.sources}
    parts = {"players": bool(header.numbers), "seats": bool(header.seats), "ranks": bool(header.ranks)}
    return frozenset(found | {f"header {part}" for part, said in parts.items() if said})


def joining_point(clause: s.Clause) -> str | None:
    """Where a clause joins others, whose order among themselves may count."""
    match clause:
        case s.ActionClause(choice=choice):
            return f"actions of {choice.text}"
        case s.ExceptionClause(fact=fact):
            return f"exceptions to {fact.text}"
        case s.RuleClause(trigger=s.When(event=event)):
            return f"answers to {event.text}"
        case s.RuleClause(trigger=s.Whenever()):
            return "rules at any time"
        case s.RuleClause(trigger=s.AtStep(procedure=procedure, step=step)):
            return f"rules at {procedure.text}.{step.text}"
    return None


def _edited(edit: Edit) -> Iterator[str]:
    if edit.verb == "set":
        yield from (f"option {edit.name.text}", f"keep {edit.name.text}")
        return
    if isinstance(edit.clause, s.WordsClause):
        yield from (f"{edit.id} {worded_name(w)}{'.' + w.item.text if w.item else ''}" for w in edit.clause.entries)
        return
    yield edit.id
    joins = joining_point(edit.clause) if edit.clause else None
    if joins:
        yield joins
