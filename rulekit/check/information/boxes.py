"""Whether which pieces are left in a box can be a secret: something hidden went back into it, or came out unnamed.

How many are left follows from how many lie everywhere; `effects.py` asks who knows that.  Who lays what and where is
taken from the text, wherever play comes from.
"""

from __future__ import annotations

from ...model.symbols import EventSymbol, LocalSymbol, PlaceSymbol, ProcedureSymbol
from ...syntax import nodes as s
from ...syntax.traversal import body_of, every, walk
from ..checker import Checker
from .picks import Picks


def murky(c: Checker, place: PlaceSymbol) -> bool:
    """Whether somebody may not know of a piece of this kind whether it is in the box."""
    bodies = [stmt for placed in c.book.clauses for stmt in every(body_of(placed.clause))]
    given = {p for x in c.symbols.values() if isinstance(x, ProcedureSymbol | EventSymbol) for p in x.params}
    given |= {c.binds[stmt] for stmt in bodies if isinstance(stmt, s.KeepHere)}
    for placed in c.book.clauses:
        if isinstance(placed.clause, s.RuleClause) and isinstance(placed.clause.trigger, s.When):
            given |= {c.binds[name] for name in placed.clause.trigger.params if name in c.binds}
    picks = Picks(c, bodies)
    for stmt in bodies:
        match stmt:
            case s.Remove(take=s.Take(place=where)) if _hides(c, where, place):
                return True
            case s.Put(value=value, to=s.Destination(place=where)) if _hides(c, where, place):
                if picks.reads(value) or not given.isdisjoint(_locals(c, value)):
                    return True
    return False


def _hides(c: Checker, node: s.Expr, alike: PlaceSymbol) -> bool:
    """Is it a place for such pieces that not everybody sees?"""
    symbol = c.refs.get(node)
    return isinstance(symbol, PlaceSymbol) and symbol.piece is alike.piece and symbol.seen.who != "all"


def _locals(c: Checker, node: s.Expr) -> set[LocalSymbol]:
    return {x for part in walk(node) if isinstance(x := c.refs.get(part), LocalSymbol)}
