"""The labels that options and outcomes of chance have in a rulebook, each with its parameters and their types.

Those of options are `alternatives.py`'s; besides, there are the outcomes of `draw`, `shuffle` and `random`, and the
rules of which a player says which answers next.  They are those of the machine, which a test compares.
"""

from __future__ import annotations

from typing import NamedTuple

from ..model.symbols import EventSymbol, PlaceSymbol
from ..model.types import DomainType, NumberType, OptionType, Type
from ..syntax import nodes as s
from ..syntax.forms import does
from ..syntax.traversal import write_targets
from .alternatives import Alternatives
from .checker import Checker
from .effect_analysis import random_take
from .type_relations import ERROR

LabelParameter = tuple[str, Type]


class LabelSignature(NamedTuple):
    """What a label may carry: the parameters of the options of one decision, or of the outcomes of one chance."""

    params: tuple[LabelParameter, ...]


LabelSignatures = dict[str, list[LabelSignature]]
"""By label: one may stand at several decisions."""


def labels(c: Checker) -> LabelSignatures:
    """Return every label that a move or an outcome of chance can have."""
    return _Signatures(c).found


class _Signatures:
    def __init__(self, c: Checker) -> None:
        self.c = c
        self.found: LabelSignatures = {}
        alternatives = Alternatives(c)
        for _, offered in alternatives.decisions():
            for one in offered:
                self.add(one.label, *(self.parameter(x, one.alone) for x in one.parameters))
        for named in alternatives.statements():
            self.outcomes(named.label.text, named.statement)
        self.orders()

    def add(self, label: str, *params: LabelParameter) -> None:
        known = self.found.setdefault(label, [])
        if LabelSignature(params) not in known:
            known.append(LabelSignature(params))

    def orders(self) -> None:
        """Add the rules among which a player says which comes next: several at one seat without ranks."""
        c = self.c
        for symbol in c.symbols.values():
            if isinstance(symbol, EventSymbol) and not symbol.clause.ranked:
                rules = [p.clause for p in c.book.clauses if _answers(p.clause, symbol)]
                for rule in rules if len(rules) > 1 else ():
                    self.add(rule.name.text)

    def parameter(self, picks: s.Pick, alone: bool) -> LabelParameter:
        name = picks.binder.name.text
        kept = self.c.binds.get(picks.binder)
        member = self.c.binds.get((picks, "member"), kept)
        if member is None or kept is None:
            return name, ERROR
        without = isinstance(getattr(picks, "otherwise", None), s.Nothing)
        optional = isinstance(kept.type, OptionType) and without and not alone
        return name, kept.type if optional else member.type

    def outcomes(self, label: str, stmt: s.Stmt) -> None:
        take = random_take(stmt)
        if take is not None:
            self.add(label, ("piece", self.piece(take.place)))
        elif does(stmt, "chance"):
            binder: s.Binder | None = getattr(stmt, "binder", None)
            symbol = self.c.binds.get(binder)
            if binder is not None:
                self.add(label, (binder.name.text, ERROR if symbol is None else symbol.type))
            for place in map(self.c.refs.get, write_targets(stmt)):
                most = place.capacity - 1 if isinstance(place, PlaceSymbol) else 2**31 - 1
                self.add(label, ("position", NumberType(0, max(0, most))))

    def piece(self, node: s.Expr) -> Type:
        place = self.c.refs.get(node)
        return DomainType(place.piece) if isinstance(place, PlaceSymbol) else ERROR


def _answers(clause: s.Clause, event: EventSymbol) -> bool:
    trigger = clause.trigger if isinstance(clause, s.RuleClause) else None
    return isinstance(trigger, s.When) and trigger.event.text == event.name and trigger.seat is not None
