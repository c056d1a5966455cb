"""Labels of facts and sets, and of what an expression reads implicitly.

Recursive facts are followed, too: a parameter that is passed on unchanged keeps its label, any other may have any
value. A fact that is already being read in the same way adds nothing. Implicit reads are: the audience of a place or
kept value, the requirements at the front of an action (`possible`), the effects of a procedure (`after`), the records
of a position.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from itertools import takewhile

from attrs import evolve, frozen

from ...model.rulebook import Placed
from ...model.symbols import (
    ActionSymbol,
    ChoiceSymbol,
    FactSymbol,
    KeepSymbol,
    LocalSymbol,
    PlaceSymbol,
    PositionSymbol,
    Symbol,
)
from ...model.types import DomainType, Type
from ...syntax import nodes as s
from ...syntax.traversal import body_of, every, walk
from ...syntax.traversal import children as parts
from ..alternatives import is_head_item
from ..checker import Checker
from .hidden import STORE, FactOrClause, describe_visibility, facts_on_hidden
from .knowledge_state import KnowledgeState, Known
from .labels import ALL, HiddenRead, Label, Policy, join_labels, under_premises
from .terms import NOBODY, Term, remembers
from .valuing import DEPTH, ShownMatcher
from .writes import Writes


class Implied(ShownMatcher):
    """Finds audiences, and who can know the values that expressions read implicitly."""

    def __init__(self, c: Checker) -> None:
        super().__init__(c)
        self.writes = Writes(c, self.active)
        self._afterwards: dict[tuple[s.Node, Symbol, int], int] = {}
        self._asking: set[str] = set()  # procedures whose effects, and actions whose requirements, are being examined

    def audience(
        self, symbol: PlaceSymbol | KeepSymbol, index: tuple[Term, ...], st: KnowledgeState, what: str
    ) -> Term:
        """Return the set of players who see an element of a place or kept value; `what` is `seen` or `counted`."""
        info = getattr(symbol, what, None)
        who = symbol.seen.who if info is None else info.who
        if isinstance(who, str):
            return self.everybody if who == "all" else NOBODY
        names = {local: Known(term) for local, term in zip(symbol.locals, index, strict=False) if local is not None}
        return self.players_of(who, st.with_locals(names))

    def players_of(self, who: s.Audience | s.Expr, st: KnowledgeState) -> Term:
        """Return an audience as a set of players. It is a word (`all`, `nobody`), or an expression for a player or a
        set of players."""
        if isinstance(who, str):
            return self.everybody if who == "all" else NOBODY
        term = self.term(who, st)
        return ("set", term) if isinstance(self.c.types.get(who), DomainType) else term

    def index_label(self, node: s.Node, st: KnowledgeState) -> Label:
        return join_labels(self.label(a, st) for a in node.args) if isinstance(node, s.Index) else ALL

    @abstractmethod
    def widen_by_shown(self, node: s.Node, found: Label, st: KnowledgeState) -> Label:
        """Return the label of a value, with those players added who were shown the value; the subclass `reading.Reader`
        implements it."""

    @abstractmethod
    def some_member(self, binder: s.Binder, member: LocalSymbol, asked: Iterable[s.Node], st: KnowledgeState) -> Label:
        """Return who can know whether there is something to choose; the subclass `reading.Reader` implements it."""

    def _possible(self, action: object, st: KnowledgeState) -> Label:
        """Return who can know whether an action, or any action of a choice, is possible."""
        name = f"possible {getattr(action, 'name', '')}"
        if name in self._asking:
            return ALL
        self._asking.add(name)
        found = ALL
        for placed in self.c.book.clauses:
            clause = placed.clause
            if not isinstance(clause, s.ActionClause):
                continue
            if isinstance(action, ActionSymbol) and action.name != clause.name.text:
                continue
            if isinstance(action, ChoiceSymbol) and action.name != clause.choice.text:
                continue
            found |= self.head(clause.body, st.copy()) | join_labels(self.label(p, st) for p in placed.layer_conditions)
        self._asking.remove(name)
        return found

    def head(self, body: tuple[s.Stmt, ...], st: KnowledgeState) -> Label:
        """Return who can know whether the `choose`, `let` and `require` statements at the front of a body are
        possible."""
        found = ALL
        for at, stmt in enumerate(body):
            match stmt:
                case s.Choose():
                    inner, member = st.copy(), self.c.binds[(stmt, "member")]
                    asked_of_it = (*stmt.conditions, *takewhile(is_head_item, body[at + 1 :]))
                    found |= self.some_member(stmt.binder, member, asked_of_it, st)
                    one: Term = ("var", id(stmt.binder), member.type)
                    inner.locals[member] = Known(one)
                    asked_of_each = self.label(stmt.where, inner) | self.label(stmt.total, inner)
                    if asked_of_each and isinstance(self.c.refs.get(stmt.binder.domain), FactSymbol):
                        within: Term = ("op", "in", one, self.term(stmt.binder.domain, st))
                        asked_of_each = under_premises(asked_of_each, (within,))
                    found |= asked_of_each
                    if stmt.amount is not None:
                        asked = (stmt.amount.low, stmt.amount.high, stmt.total_least)
                        found |= join_labels(self.label(part, st) for part in asked)
                    picked = self.c.binds[stmt.binder]
                    st.locals[picked] = Known(("var", id(stmt.binder), picked.type))
                    found |= self.label(stmt.so_that, st)
                case s.Let(value=value, member=member_):
                    label = self.label(value, st)
                    found |= label if member_ else ALL
                    st.locals[self.c.binds[stmt]] = Known(self.value_term(value, st), label)
                case s.Require(condition=condition):
                    found |= self.label(condition, st)
                case _:
                    break
        return found

    def _state_after_call(self, node: s.After, call: s.Call, st: KnowledgeState) -> KnowledgeState:
        """Return the state after a procedure has run. What it writes has new versions; these are the same ones whenever
        the same `after` is read."""
        inner = st.copy()
        for symbol in self.writes.clause(f"procedure {call.name.text}"):
            key = node, symbol, st.version(symbol)
            inner.versions[symbol] = self._afterwards.setdefault(key, -1 - len(self._afterwards))
        return inner

    def _effects(self, name: s.Name, st: KnowledgeState) -> Label:
        """Return who can know everything that a procedure, and the clauses it calls, read. This decides the value of an
        `after`. Inside the same `after`, the result is ALL: recursion adds nothing new."""
        if name.text in self._asking:
            return ALL
        self._asking.add(name.text)
        found = ALL
        reached = self.writes.reachable_clauses(f"procedure {name.text}")
        for placed in self.c.book.clauses:
            if placed.id in reached:
                clause = placed.clause
                trigger = clause.trigger if isinstance(clause, s.RuleClause) else None
                heads = (getattr(trigger, "where", None), getattr(trigger, "condition", None))
                asked = (*placed.layer_conditions, *heads, *self.c.patterns.get(clause, ()))
                found |= join_labels(self.label(part, st) for part in asked if part is not None)
                found |= join_labels(self.question_label(stmt, st) for stmt in every(body_of(clause)))
        self._asking.remove(name.text)
        return found

    def question_label(self, stmt: s.Stmt, st: KnowledgeState) -> Label:
        """Return who can know everything that a statement reads, except in its bodies."""
        bodies = {id(inner) for part in every((stmt,)) if part is not stmt for inner in walk(part)}
        found = ALL
        for part in parts(stmt):
            if id(part) not in bodies and not isinstance(part, s.Name | s.Tags | s.Take | s.Destination):
                found |= self.label(part.domain if isinstance(part, s.Binder) else part, st)
            elif isinstance(part, s.Take):
                found |= self.label(part.place, st) | (ALL if part.value is None else self.label(part.value, st))
            elif isinstance(part, s.Destination):
                found |= self.index_label(part.place, st)
        return found

    def _position(self, position: PositionSymbol, st: KnowledgeState) -> Label:
        found = ALL
        for name in position.clause.parts:
            symbol = self.c.names.lookup(name.text)
            if isinstance(symbol, STORE) and symbol.seen.who != "all":
                index = tuple(("var", (id(position), i), kind) for i, kind in enumerate(symbol.dims))
                who = self.audience(symbol, index, st, "seen")
                if remembers(who):  # when the position was recorded, other players may have been the audience
                    who = NOBODY
                source = HiddenRead(symbol.name, name.span, self.via, describe_visibility(symbol, "seen"))
                found |= frozenset([Policy(frozenset([who]), (), None, (symbol, index), source=source)])
        return found

    @property
    def on_hidden(self) -> set[FactOrClause]:
        """Return the facts that read hidden values, directly or through other facts or names."""
        return facts_on_hidden(self.c)


@frozen
class FactWay:
    """A reading of a recursive fact. `kept` are the parameters that still have the arguments of the outermost use. With
    `item`, only whether this item is in the result is read."""

    kept: frozenset[LocalSymbol]
    item: Term | None


class FactLabels(Implied):
    """Finds who can know the values of facts, and whether something is in a set."""

    def __init__(self, c: Checker) -> None:
        super().__init__(c)
        self._first: dict[FactSymbol, dict[LocalSymbol, Term]] = {}  # the arguments at the outermost use of a fact
        self._ways: dict[FactSymbol, list[FactWay]] = {}  # the readings of a fact in progress

    # -------------------------------------------------------------------------------------------------- labels of facts

    def fact_label(
        self, node: s.Node, fact: FactSymbol, args: tuple[s.Expr, ...], st: KnowledgeState, item: Term | None = None
    ) -> Label:
        """Return who can know the value of a fact for these arguments or, if `item` is given, whether `item` is in it.
        Whether players can know the arguments does not matter."""
        if fact not in self.on_hidden:
            return ALL
        if len(self.via) > DEPTH:  # calls are nested too deeply to be followed
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
        if ways:  # each reading inside another keeps fewer parameters, so few can be nested
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

    # ------------------------------------------------------------------------------------- labels of membership in sets

    def whether_in(self, node: s.Expr, item: Term, kind: Type | None, st: KnowledgeState) -> Label:
        """Return who can know whether `item`, of type `kind`, is in a set. In a set comprehension, this is whether its
        condition holds for the item. If a set of players is shown to each of its members, all players know about
        themselves: they were shown the set, or are not in it."""
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
        """Return who can know whether a player is in an audience."""
        kind = self.c.types.get(who)
        if kind != DomainType(self.c.players):
            return self.whether_in(who, player, DomainType(self.c.players), st)
        term = self.term(who, st)
        return frozenset(also_told(p, player) if is_told(p, term) else p for p in self.label(who, st))


def is_told(policy: Policy, player: Term) -> bool:
    """Return whether the variable `player` is among the readers of a policy."""
    return any(who[0] == "set" and player in who[1:] for who in policy.readers)


def also_told(policy: Policy, player: Term) -> Policy:
    return evolve(policy, readers=policy.readers | {("set", player)})
