"""Facts and sets: who can know what a fact says, and whether something is in a set without knowing all of it.

A fact that asks itself is read through as well: arguments that it passes on unchanged stay what they are, any other is
any value from there on.  A way into it that is being read already adds nothing new when it comes again below.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve, frozen

from ...model.rulebook import Placed
from ...model.symbols import FactSymbol, LocalSymbol
from ...model.types import DomainType, Type
from ...syntax import nodes as s
from ..checker import Checker
from .implied import Implied
from .knowledge_state import KnowledgeState, Known
from .labels import ALL, HiddenRead, Label, Policy, join_labels, under_premises
from .terms import Term
from .valuing import DEPTH


@frozen
class FactWay:
    """A way into a fact that asks itself: `kept`, the parameters that are what they were where it was asked first, and
    `item`, where it is only asked whether this is in the set.
    """

    kept: frozenset[LocalSymbol]
    item: Term | None


class FactLabels(Implied):
    """Labels of what facts say, and of membership."""

    def __init__(self, c: Checker) -> None:
        super().__init__(c)
        self._first: dict[FactSymbol, dict[LocalSymbol, Term]] = {}  # the arguments where it was asked first
        self._ways: dict[FactSymbol, list[FactWay]] = {}  # those being read

    # ---------------------------------------------------------------------------------------------------------- facts

    def fact_label(
        self, node: s.Node, fact: FactSymbol, args: tuple[s.Expr, ...], st: KnowledgeState, item: Term | None = None
    ) -> Label:
        """Who can know what a fact says of these arguments, or whether `item` is in it, beside the arguments."""
        if fact not in self.loud:
            return ALL
        if len(self.via) > DEPTH:  # too deep to follow
            return frozenset(
                [Policy(frozenset(), source=HiddenRead(fact.name, node.span, self.via, "it asks too much"))]
            )
        inner = self.inside_fact(fact, args, st)
        outermost = fact not in self._first
        if outermost:
            self._first[fact] = {p: known.term for p, known in inner.locals.items()}
            self._ways[fact] = []
        ways = self._ways[fact]
        kept = frozenset(p for p, known in inner.locals.items() if known.term == self._first[fact].get(p))
        if ways:  # each way has less than the one around it, so that there are few within each other
            kept, item = kept & ways[-1].kept, item if item == ways[-1].item else None
        way = FactWay(kept, item)
        if way in ways:
            return ALL
        if not outermost:
            deep = join_labels(known.label for known in inner.locals.values())
            inner.locals = {
                p: known if p in way.kept else Known(("var", (id(p), "deep", len(ways)), p.type), deep)
                for p, known in inner.locals.items()
            }
        ways.append(way)
        self.via = (*self.via, fact.name)
        try:
            return self._label_of_fact(fact, inner, way.item)
        finally:
            self.via = self.via[:-1]
            ways.pop()
            if outermost:
                del self._first[fact], self._ways[fact]

    def _label_of_fact(self, fact: FactSymbol, inner: KnowledgeState, item: Term | None) -> Label:
        found = self._value(fact.clause.value, inner, item)
        found |= join_labels(self.label(part, inner) for part in fact.clause.limits)
        for placed in self.c.exceptions.get(fact.name, ()):
            found |= self._exception(placed, fact, inner, item)
        return found

    def _value(self, node: s.Expr | None, st: KnowledgeState, item: Term | None) -> Label:
        if node is None or item is None:
            return self.label(node, st)
        return self.whether_in(node, item, DomainType(self.c.players), st)

    def inside_fact(self, fact: FactSymbol, args: Iterable[s.Expr], st: KnowledgeState) -> KnowledgeState:
        known = {p: Known(self.value_term(a, st), self.label(a, st)) for p, a in zip(fact.params, args, strict=False)}
        return st.with_locals(known)

    def _exception(self, placed: Placed, fact: FactSymbol, inner: KnowledgeState, item: Term | None) -> Label:
        clause = placed.clause
        assert isinstance(clause, s.ExceptionClause)
        own = inner.copy()
        for name, param in zip(clause.params, fact.params, strict=False):
            local = self.c.binds.get(name)
            if local is not None:
                own.locals[local] = inner.locals.get(param, Known(("var", id(param), param.type)))
        head = (*self.c.patterns.get(clause, ()), *((clause.where,) if clause.where is not None else ()))
        asked = (*head, *placed.layer_conditions)
        premises = tuple(self.term(part, own) for part in head)
        return join_labels(self.label(part, own) for part in asked) | under_premises(
            self._value(clause.value, own, item), premises
        )

    # ----------------------------------------------------------------------------------------------------- membership

    def whether_in(self, node: s.Expr, item: Term, kind: Type | None, st: KnowledgeState) -> Label:
        """Who can know whether `item`, of this type, is in a set: of one that is described, who knows it of this item.

        Who is told of a set of players just if they are in it knows of themselves: they were told, or are not in it.
        """
        match node:
            case s.SetComprehension(binders=(binder,), image=None):
                inner = st.copy()
                inner.locals[self.c.binds[binder]] = Known(item)
                found, domain = self.whether_in(binder.domain, item, kind, st), self.term(binder.domain, st)
                premises: tuple[Term, ...] = () if domain[0] == "domain" else (("op", "in", item, domain),)
                for condition in (binder.where, node.where):
                    if condition is not None:
                        found |= under_premises(self.label(condition, inner), premises)
                        premises = (*premises, self.term(condition, inner))
            case s.Binary(op="+" | "-" | "&" as op, left=left, right=right):
                within: Term = ("op", "in", item, self.term(left, st))
                asked = ("op", "not", within) if op == "+" else within
                one, two = (self.whether_in(part, item, kind, st) for part in (left, right))
                found = one | under_premises(two, (asked,))
            case s.Conditional(condition=condition, then=then, otherwise=otherwise):
                test = self.term(condition, st)
                one, two = (self.whether_in(part, item, kind, st) for part in (then, otherwise))
                found = self.label(condition, st) | under_premises(one, (test,))
                found |= under_premises(two, (("op", "not", test),))
            case s.Ref() | s.Call() if isinstance(fact := self.c.refs.get(node), FactSymbol):
                args = tuple(self.c.arguments.get(node, ())) if isinstance(node, s.Call) else ()
                found = join_labels(self.label(a, st) for a in args) | self.fact_label(node, fact, args, st, item)
            case _:
                whole, term = self.label(node, st), self.term(node, st)
                if kind != DomainType(self.c.players):
                    return whole
                return frozenset(also_told(p, item) if term in p.readers else p for p in whole)
        return self.widen_by_shown(node, found, st)

    def whether_one_of(self, who: s.Expr, player: Term, st: KnowledgeState) -> Label:
        """Who can know whether a player is the one, or one of those, that an audience says."""
        kind = self.c.types.get(who)
        if kind != DomainType(self.c.players):
            return self.whether_in(who, player, DomainType(self.c.players), st)
        term = self.term(who, st)
        return frozenset(also_told(p, player) if is_told(p, term) else p for p in self.label(who, st))


def is_told(policy: Policy, player: Term) -> bool:
    """Ask whether a player, not yet known which, is among those who are told."""
    return any(who[0] == "set" and player in who[1:] for who in policy.readers)


def also_told(policy: Policy, player: Term) -> Policy:
    return evolve(policy, readers=policy.readers | {("set", player)})
