"""Audiences of picks, and pieces that are laid where others see them. Both are found from declarations, before the
walk.

A pick without `seen by` is visible to those who see the place from which it is picked. If it is not picked from a
place, it is visible to all players if they all see what it is picked from (perhaps because it was laid open before);
otherwise only to the player who picks. An order chosen under `reveals` is visible to all.

If each pass of a loop begins by moving its own piece out of a hidden place, the loop shows before the first pass how
many pieces there are, to those who see where the pieces go (`picking.py`).
"""

from __future__ import annotations

from collections.abc import Mapping

from ...diagnostics import Span
from ...model.symbols import BuiltinSymbol, ConstantSymbol, FactSymbol, KeepSymbol, LocalSymbol, PlaceSymbol
from ...syntax import nodes as s
from ...syntax.forms import does
from ...syntax.traversal import bodies as inner_bodies
from ...syntax.traversal import body_of, every, named_audience, walk, write_targets
from ..checked import PickAudience
from ..checker import Checker
from .hidden import facts_on_hidden, is_hidden, places_only_counted
from .labels import Policy


def picks_and_layings(c: Checker) -> tuple[dict[s.Pick, PickAudience], frozenset[s.Stmt]]:
    """Return the audience of each pick without `seen by`, and the loops that show how many pieces they move into view,
    unless all players know this number before."""
    bodies = [stmt for placed in c.book.clauses for stmt in every(body_of(placed.clause))]
    picks = _Picks(c, bodies)
    audiences: dict[s.Pick, PickAudience] = {}
    layings: list[s.Pick] = []
    for stmt in bodies:
        if not isinstance(stmt, s.Pick):
            continue
        if does(stmt, "decides") and named_audience(stmt) is None:
            ordered = stmt.reveals and does(stmt, "loop")
            audiences[stmt] = "all" if ordered else picks.audience(stmt.binder.domain)
        if first_move_of_pass(c, stmt) is not None:
            layings.append(stmt)
    return audiences, frozenset(x for x in layings if not picks.is_count_public(x.binder.domain, audiences))


class _Picks:
    def __init__(self, c: Checker, bodies: list[s.Stmt]) -> None:
        self.c = c
        self.on_hidden = facts_on_hidden(c)
        self.made: dict[LocalSymbol, s.Stmt] = {}
        for stmt in bodies:
            for key in (stmt, getattr(stmt, "binder", None), (stmt, "member")):
                if (local := c.binds.get(key)) is not None:
                    self.made[local] = stmt
        self._secret: dict[LocalSymbol, bool] = {}
        self._laid: dict[LocalSymbol, Span] = {}
        parts = (part for stmt in bodies for part in inner_bodies(stmt))
        for body in (*(body_of(placed.clause) for placed in c.book.clauses), *parts):
            self._note_laid(body)

    def _note_laid(self, body: tuple[s.Stmt, ...]) -> None:
        """Note where statements of a body lay open for all what is picked in the same body."""
        for stmt in body:
            said: s.Expr | None = None
            move = stmt if isinstance(stmt, s.Move) and stmt.take.which == "value" else None
            if move is not None:
                said = move.take.value
            elif isinstance(stmt, s.ForEach) and len(stmt.body) == 1:
                move, said = first_move_of_pass(self.c, stmt), stmt.binder.domain
            target = None if move is None else self.c.refs.get(move.to.place)
            if said is not None and isinstance(target, PlaceSymbol) and target.seen.who == "all":
                laid = self.c.refs.get(said)
                if isinstance(laid, LocalSymbol) and self.made.get(laid) in body:
                    self._laid[laid] = stmt.span

    def audience(self, domain: s.Expr) -> PickAudience:
        symbol = self.c.refs.get(domain)
        if isinstance(domain, s.Ref | s.Index) and isinstance(symbol, PlaceSymbol) and symbol.seen.who != "all":
            return "me" if any(self.reads(a) for a in getattr(domain, "args", ())) else domain
        if isinstance(domain, s.SetComprehension) and domain.image is None and len(domain.binders) == 1:
            return self.audience(domain.binders[0].domain)
        return "me" if self.reads(domain) else "all"

    def is_count_public(self, domain: s.Expr, audiences: Mapping[s.Pick, PickAudience]) -> bool:
        """Return whether the declarations ensure that all players know how many members a domain has."""
        symbol = self.c.refs.get(domain)
        if isinstance(symbol, PlaceSymbol) and isinstance(domain, s.Ref | s.Index):
            return symbol.counted.who == "all"
        made = self.made.get(symbol) if isinstance(symbol, LocalSymbol) else None
        if isinstance(made, s.Choose) and made.amount is not None:
            said = audiences.get(made)
            place = self.c.refs.get(said) if isinstance(said, s.Ref | s.Index) else None
            exact = isinstance(made.amount.low, s.Number) and made.amount.low is made.amount.high
            return exact or (said is not None and (not isinstance(place, PlaceSymbol) or place.counted.who == "all"))
        return not self.reads(domain)

    def reads(self, node: s.Node) -> bool:
        """Return whether an expression reads something hidden."""
        open_here = places_only_counted(self.c, node)
        return any(self._is_hidden(part) for part in walk(node) if part not in open_here)

    def _is_hidden(self, node: s.Node) -> bool:
        symbol = self.c.refs.get(node)
        if isinstance(symbol, PlaceSymbol | KeepSymbol):
            return is_hidden(symbol)
        if isinstance(symbol, FactSymbol):
            return symbol in self.on_hidden
        if not isinstance(symbol, LocalSymbol) or not self._secretive(symbol):
            return False
        laid = self._laid.get(symbol)
        return laid is None or laid.source != node.span.source or node.span.start < laid.end

    def _secretive(self, local: LocalSymbol) -> bool:
        if local not in self._secret:
            self._secret[local] = False
            self._secret[local] = self._comes_from_hidden(self.made.get(local))
        return self._secret[local]

    def _comes_from_hidden(self, stmt: s.Stmt | None) -> bool:
        match stmt:
            case s.Let(value=value):
                return self.reads(value)
            case s.Choose(audience=None):
                return self.audience(stmt.binder.domain) != "all"
            case s.ForEach():
                return self.reads(stmt.binder.domain)
        audience = None if stmt is None else named_audience(stmt)
        return audience is not None and audience.who != "all"


def first_move_of_pass(c: Checker, stmt: s.Stmt) -> s.Move | None:
    """Return the move with which each pass of a loop begins, if it moves the piece of this pass from a hidden place to
    another. Return None for other loops, and if the target may differ between passes."""
    if not isinstance(stmt, s.ForEach) or stmt.reveals or stmt.chosen or stmt.where is not None or not stmt.body:
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
    """Return whether a place is the same in each pass of a loop."""
    own = c.binds.get(stmt.binder)
    written = {c.refs.get(target) for x in every(stmt.body) for target in write_targets(x)}
    for arg in place.args if isinstance(place, s.Index) else ():
        symbol = c.refs.get(arg)
        if not isinstance(arg, s.Ref) or symbol is own or symbol in written:
            return False
        if not isinstance(symbol, LocalSymbol | BuiltinSymbol | ConstantSymbol):
            return False
    return True


def open_placement(c: Checker, behind: tuple[s.Stmt, ...], policy: Policy) -> Span | None:
    """Return where a statement in `behind` shows a pick to all before any other player decides; None if none does."""
    name = policy.source.name if policy.source is not None else None
    for stmt in behind:
        match stmt:
            case s.Move(take=s.Take(which="value", value=s.Ref() as value), to=to):
                picked, target = c.refs.get(value), c.refs.get(to.place)
                known = isinstance(picked, LocalSymbol) and picked.name == name
                if known and isinstance(target, PlaceSymbol) and target.seen.who == "all":
                    return stmt.span
            case s.Move():
                return None
            case _ if not isinstance(stmt, s.Let) and not does(stmt, "moves", "writes", "shows"):
                return None
    return None
