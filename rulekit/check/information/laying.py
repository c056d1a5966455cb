"""Pieces that are laid where all see them: a pick that is laid open further on in its body."""

from __future__ import annotations

from ...diagnostics import Span
from ...model.symbols import LocalSymbol, PlaceSymbol
from ...syntax import nodes as s
from ..checker import Checker
from .labels import Policy


def laid_below(c: Checker, behind: tuple[s.Stmt, ...], policy: Policy) -> Span | None:
    """Where what was picked is laid for all to see by the statements `behind`, before anybody decides anything more."""
    name = policy.source.name if policy.source is not None else None
    for stmt in behind:
        match stmt:
            case s.Move(take=s.Take(which="value", value=s.Ref() as value), to=to):
                picked, target = c.refs.get(value), c.refs.get(to.place)
                known = isinstance(picked, LocalSymbol) and picked.name == name
                if known and isinstance(target, PlaceSymbol) and target.seen.who == "all":
                    return stmt.span
            case s.Assign() | s.Put() | s.Remove() | s.Let() | s.Show():
                continue
            case _:
                return None
    return None
