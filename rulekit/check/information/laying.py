"""Pieces that are laid where others see them: a pick that is laid open further on in its body, and a loop that lays a
piece in each pass.

Of such a loop the machine shows how many pieces there are to those who see where they come to, before the first: who
watches each of them come to lie there would know it in the end (`laid_pieces.py`).
"""

from __future__ import annotations

from ...diagnostics import Span
from ...model.symbols import BuiltinSymbol, ConstantSymbol, LocalSymbol, PlaceSymbol
from ...syntax import nodes as s
from ...syntax.traversal import every
from ..checker import Checker
from .labels import Policy


def laying(c: Checker, stmt: s.ForEach) -> s.Move | None:
    """The move of the loop's own piece by which each pass begins, out of a hidden place to another; None if there is
    none, or if it may go to another place in each pass.
    """
    if stmt.reveals or stmt.chosen or stmt.where is not None or not stmt.body:
        return None
    own, first = c.binds.get(stmt.binder), stmt.body[0]
    match first:
        case s.Move(take=s.Take(which="value", value=s.Ref() as value, place=place), to=to) if c.refs.get(value) is own:
            source, target = c.refs.get(place), c.refs.get(to.place)
            if not isinstance(source, PlaceSymbol) or not isinstance(target, PlaceSymbol) or source is target:
                return None
            hidden = source.seen.who != "all" and target.seen.who != "nobody"
            return first if hidden and _steady(c, place, stmt) and _steady(c, to.place, stmt) else None
    return None


def _steady(c: Checker, place: s.Ref | s.Index, stmt: s.ForEach) -> bool:
    """Is it the same place in each pass?"""
    own = c.binds.get(stmt.binder)
    written = {c.refs.get(x.target) for x in every(stmt.body) if isinstance(x, s.Assign)}
    for arg in place.args if isinstance(place, s.Index) else ():
        symbol = c.refs.get(arg)
        if not isinstance(arg, s.Ref) or symbol is own or symbol in written:
            return False
        if not isinstance(symbol, LocalSymbol | BuiltinSymbol | ConstantSymbol):
            return False
    return True


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
