"""What an expression asks without saying it: who sees a place or kept value, the heads of an action (`possible`), the
effects of a procedure (`after`), the records of a position.

Labels of expressions as such are `reading.py`'s.
"""

from __future__ import annotations

from abc import abstractmethod

from ...model.symbols import ActionSymbol, ChoiceSymbol, FactSymbol, KeepSymbol, PlaceSymbol, PositionSymbol, Symbol
from ...model.types import DomainType
from ...syntax import nodes as s
from ...syntax.traversal import body_of, every, walk
from ...syntax.traversal import children as parts
from ..checker import Checker
from .hidden import STORE, describe_visibility, loud_facts
from .knowledge_state import KnowledgeState, Known
from .labels import ALL, HiddenRead, Label, Policy, join_labels, under_premises
from .terms import NOBODY, Term, remembers
from .valuing import ShownMatcher
from .writes import Writes


class Implied(ShownMatcher):
    """Audiences, and labels of what is asked elsewhere."""

    def __init__(self, c: Checker) -> None:
        super().__init__(c)
        self.writes = Writes(c, self.active)
        self._afterwards: dict[tuple[s.Node, Symbol, int], int] = {}
        self._asking: set[str] = set()  # procedures whose effects, and actions whose heads, are being looked into

    def audience(
        self, symbol: PlaceSymbol | KeepSymbol, index: tuple[Term, ...], st: KnowledgeState, what: str
    ) -> Term:
        """The players who see an element, as a set."""
        info = getattr(symbol, what, None)
        who = symbol.seen.who if info is None else info.who
        if isinstance(who, str):
            return self.everybody if who == "all" else NOBODY
        names = {local: Known(term) for local, term in zip(symbol.locals, index, strict=False) if local is not None}
        return self.players_of(who, st.with_locals(names))

    def players_of(self, who: s.Audience | s.Expr, st: KnowledgeState) -> Term:
        """A player or a set of players as a set."""
        if isinstance(who, str):
            return self.everybody if who == "all" else NOBODY
        term = self.term(who, st)
        return ("set", term) if isinstance(self.c.types.get(who), DomainType) else term

    def index_label(self, node: s.Node, st: KnowledgeState) -> Label:
        return join_labels(self.label(a, st) for a in node.args) if isinstance(node, s.Index) else ALL

    @abstractmethod
    def widen_by_shown(self, node: s.Node, found: Label, st: KnowledgeState) -> Label:
        """Also those may know the value to whom it was shown (`reading.Reader`)."""

    def _possible(self, action: object, st: KnowledgeState) -> Label:
        """All that the heads of an action, or of the actions of a choice, ask; as for effects."""
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
        """What the chooses, lets and requirements at the front of a body ask."""
        found = ALL
        for stmt in body:
            match stmt:
                case s.Choose():
                    found |= self.label(stmt.binder.domain, st)
                    inner = st.copy()
                    member = self.c.binds[(stmt, "member")]
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
        """What a procedure writes is other behind it; for one and the same `after` always the same other."""
        inner = st.copy()
        for symbol in self.writes.clause(f"procedure {call.name.text}"):
            key = node, symbol, st.version(symbol)
            inner.versions[symbol] = self._afterwards.setdefault(key, -1 - len(self._afterwards))
        return inner

    def _effects(self, name: s.Name, st: KnowledgeState) -> Label:
        """What a procedure reads, whoever calls it, with all that it leads to: its effects decide what an `after`
        finds.  Where that asks for an `after` of itself, it adds nothing new.
        """
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
        """All that a statement asks, but for its bodies."""
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
                if remembers(who):  # it was recorded when others saw it
                    who = NOBODY
                source = HiddenRead(symbol.name, name.span, self.via, describe_visibility(symbol, "seen"))
                found |= frozenset([Policy(frozenset([who]), (), None, (symbol, index), source=source)])
        return found

    @property
    def loud(self) -> frozenset[FactSymbol]:
        """The facts that read hidden things, themselves or through others, or names that do."""
        return loud_facts(self.c)
