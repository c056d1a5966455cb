"""Expressions: the term for an expression (`valuing.py`), and the label of its value.

A label covers everything that may be read: elements of places and kept values, their indexes, the values of names, the
facts on the way. What is read only under a condition (`and`, `if`, `where`) has it as a premise. If a value was shown
on the path, the players to whom it was shown know it.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from itertools import chain

from attrs import evolve

from ...model.symbols import (
    BuiltinSymbol,
    ConstructorSymbol,
    FactSymbol,
    FieldSymbol,
    KeepSymbol,
    LocalSymbol,
    PlaceSymbol,
    PositionSymbol,
    Symbol,
)
from ...model.types import DomainType, SetType
from ...syntax import nodes as s
from ...syntax.traversal import children as parts
from ...syntax.traversal import walk
from ..checker import Checker
from .fact_labels import FactLabels, also_told, is_told
from .hidden import STORE, describe_visibility, is_hidden
from .knowledge_state import KnowledgeState, Known
from .labels import ALL, HiddenRead, Label, Policy, in_order, join_labels, under_premises, widen_label
from .terms import Term, as_member, holds_one


class Reader(FactLabels):
    """Finds who can know the values of expressions in a state."""

    def __init__(self, c: Checker) -> None:
        super().__init__(c)
        self._names: dict[s.Node, frozenset[LocalSymbol | None] | None] = {}

    # -------------------------------------------------------------------------------------------- labels of expressions

    def label(self, node: s.Node | None, st: KnowledgeState) -> Label:
        """Return who can know an expression's value."""
        if node is None or self._open_here(node, st):
            return ALL
        found = self._label(node, st)
        if not isinstance(node, s.Ref | s.Index) and any(p.picked for p in found) and not self._same(node):
            found = frozenset(
                evolve(c, picked=None, origin=c.picked or c.origin) for c in in_order(found)
            )  # a value computed from a pick may tell more than the pick
        return self.widen_by_shown(node, found, st)

    def widen_by_shown(self, node: s.Node, found: Label, st: KnowledgeState) -> Label:
        """Return the label of a value, with those players added who were shown the value."""
        if found and st.shown and not isinstance(node, s.Binder | s.Name | s.Arg):
            for who, of in self.audiences_shown(self.term(node, st), st):
                rest = self.label_of_members(node, of, st)
                if rest is not None:
                    found = widen_label(found, [who]) | rest
        return found

    def _open_here(self, node: s.Node, st: KnowledgeState) -> bool:
        """Return whether everything that an expression reads is public. This test is fast, and true for most
        expressions."""
        if node not in self._names:
            self._names[node] = self._locals_read(node)
        names = self._names[node]
        if names is None:
            return False
        for name in names:
            if name is None:
                if st.me_label:
                    return False
            else:
                known = st.locals.get(name)
                if known is not None and (known.label or known.count):
                    return False
        return True

    def _locals_read(self, node: s.Node) -> frozenset[LocalSymbol | None] | None:
        """Return the local names that an expression reads, with None for the acting player (`me`), if it reads nothing
        hidden. Return None if it may read something hidden."""
        found: set[LocalSymbol | None] = set()
        for part in walk(node):
            match self.c.refs.get(part):
                case PlaceSymbol() | KeepSymbol() as store if is_hidden(store):
                    return None
                case FactSymbol() as fact if fact in self.on_hidden:
                    return None
                case BuiltinSymbol(name="possible"):
                    return None
                case BuiltinSymbol(name="me"):
                    found.add(None)
                case LocalSymbol() as name:
                    found.add(name)
            if isinstance(part, s.After | s.TimesSeen):
                return None
        return frozenset(found)

    def _label(self, node: s.Node, st: KnowledgeState) -> Label:
        symbol = self.c.refs.get(node)
        match node:
            case s.Ref() | s.Index():
                return self._name_label(node, symbol, st)
            case s.Call():
                return self._call_label(node, symbol, st)
            case s.Attribute(base=base):
                field = symbol.domain.fields[symbol.field] if isinstance(symbol, FieldSymbol) else None
                return self.openly(base, st) if field is not None and field.open else self.label(base, st)
            case s.EndOf(place=place):
                return self.label(place, st)
            case s.Binary(op="and" | "or" as op, left=left, right=right):
                test = self.term(left, st)
                inner = evolve(st)
                inner.suppose(test if op == "and" else ("op", "not", test))
                premise = test if op == "and" else ("op", "not", test)
                return self.label(left, st) | under_premises(self.label(right, inner), (premise,))
            case s.Conditional(condition=condition, then=then, otherwise=otherwise):
                test = self.term(condition, st)
                return (
                    self.label(condition, st)
                    | under_premises(self.label(then, st), (test,))
                    | under_premises(self.label(otherwise, st), (("op", "not", test),))
                )
            case s.Binary(op="==" | "!=" | "in" | "not in", left=left, right=right):
                return self._whether(node, st)
            case s.Quantified() | s.SetComprehension():
                return self._label_of_binders(node, st)
            case s.Reach(seed=seed, domain=domain, where=where):
                inner = st.copy()
                for key in (node, (node, "target")):
                    symbol_ = self.c.binds[key]
                    inner.locals[symbol_] = Known(("var", id(symbol_), symbol_.type))
                return self.label(seed, st) | self.label(domain, inner) | self.label(where, inner)
            case s.After(call=call, body=body):
                told = join_labels(self.label(part, st) for part in self.c.arguments.get(call, ()))
                return told | self.label(body, self._state_after_call(node, call, st)) | self._effects(call.name, st)
            case s.LetExpression(value=value, body=body):
                return self.label(value, st) | self.label(body, self._state_with_name(node, st))
            case s.TimesSeen(name=name):
                position = self.c.refs.get(name)
                return self._position(position, st) if isinstance(position, PositionSymbol) else ALL
        return join_labels(self.label(part, st) for part in parts(node) if not isinstance(part, s.Name))

    def _state_with_name(self, node: s.LetExpression, st: KnowledgeState) -> KnowledgeState:
        """Return the state in which the name of a `let` expression is bound. Its value counts as evaluated even if it
        is unused."""
        inner = st.copy()
        known = Known(self.value_term(node.value, st), self.label(node.value, st), self.members(node.value, st))
        inner.locals[self.c.binds[node]] = known
        return inner

    @staticmethod
    def _same(node: s.Node) -> bool:
        """Return whether a call returns its argument unchanged, as `sure` and `remembered` do."""
        return isinstance(node, s.Call) and node.name.text in ("sure", "remembered")

    def _whether(self, node: s.Binary, st: KnowledgeState) -> Label:
        """Return who can know the result of `==`, `!=`, `in` or `not in`. If each player who is meant knows that they
        are meant, every player knows it of themselves: they were told, or they are not meant."""
        one = self.label(node.left, st)
        if node.op in ("in", "not in"):
            return one | self.whether_in(node.right, self.term(node.left, st), self.c.types.get(node.left), st)
        two = self.label(node.right, st)
        player = DomainType(self.c.players)
        if not one | two or not self.c.types.get(node.left) == player == self.c.types.get(node.right):
            return one | two
        left, right = self.term(node.left, st), self.term(node.right, st)
        first = (also_told(c, right) if is_told(c, left) else c for c in in_order(one))
        return frozenset([*first, *(also_told(c, left) if is_told(c, right) else c for c in in_order(two))])

    def _name_label(self, node: s.Ref | s.Index, symbol: Symbol | None, st: KnowledgeState) -> Label:
        match symbol:
            case LocalSymbol():
                known = st.locals.get(symbol)
                return self.learnt(known.label, st) if known is not None else ALL
            case PlaceSymbol() | KeepSymbol():
                return self.index_label(node, st) | self.element(node, symbol, st, "seen")
            case FactSymbol():
                return self.fact_label(node, symbol, (), st)
            case BuiltinSymbol(name="me"):
                return st.me_label
        return ALL

    def _label_of_binders(self, node: s.Quantified | s.SetComprehension, st: KnowledgeState) -> Label:
        inner = st.copy()
        found = ALL
        premises: tuple[Term, ...] = ()
        for binder in node.binders:
            domain = self.term(binder.domain, inner)
            within = self._label_of_domain(binder, node, inner)
            known = None
            # here its number of pieces is read; the piece itself is read where the name is used
            if holds_one(domain) and not _gives_members(node):
                within = self.count(binder.domain, inner)
                known = Known(domain, self.label(binder.domain, inner), within)
            found |= under_premises(within, premises)
            var = self.variable(binder, inner, known)
            if domain[0] != "domain":
                premises = (*premises, as_member(var, domain))
            if binder.where is not None:
                found |= under_premises(self.label(binder.where, inner), premises)
                premises = (*premises, self.term(binder.where, inner))
        if node.where is not None:
            found |= under_premises(self.label(node.where, inner), premises)
            premises = (*premises, self.term(node.where, inner))
        if isinstance(node, s.Quantified):  # the value for an empty set is read only if the set is empty
            return found | under_premises(self.label(node.body, inner), premises) | self.label(node.otherwise, st)
        return found | under_premises(self.label(node.image, inner), premises)

    def _label_of_domain(self, binder: s.Binder, node: s.Quantified | s.SetComprehension, st: KnowledgeState) -> Label:
        """Return who can know the domain of a binder. If the expression reads only open attributes of the pieces of a
        place, it is enough to know their number."""
        symbol = self.c.refs.get(binder.domain)
        if (
            _gives_members(node)
            or not isinstance(symbol, PlaceSymbol)
            or not isinstance(binder.domain, s.Ref | s.Index)
        ):
            return self.label(binder.domain, st)
        openly = self._read_openly({self.c.binds[binder]}, [node])
        return self.count(binder.domain, st) if openly else self.label(binder.domain, st)

    def some_member(self, binder: s.Binder, member: LocalSymbol, asked: Iterable[s.Node], st: KnowledgeState) -> Label:
        """Return who can know whether there is something to choose; `asked` is what the decision requires. If this
        reads no more than open attributes of the candidates, it is enough to know their number."""
        openly = self._read_openly({self.c.binds[binder], member}, asked)
        return self.count(binder.domain, st) if openly else self.label(binder.domain, st)

    def _read_openly(self, names: Container[object], nodes: Iterable[s.Node]) -> bool:
        """Return whether these nodes read no more than open attributes of the values of these names."""
        asked = named = 0
        for part in chain.from_iterable(walk(node) for node in nodes):
            named += isinstance(part, s.Ref) and self.c.refs.get(part) in names
            field = self.c.refs.get(part)
            if isinstance(part, s.Attribute) and isinstance(field, FieldSymbol):
                its = isinstance(part.base, s.Ref) and self.c.refs.get(part.base) in names
                asked += its and field.domain.fields[field.field].open
        return bool(asked == named)

    def count(self, node: s.Expr, st: KnowledgeState) -> Label:
        """Return who can know how many members a set has."""
        symbol = self.c.refs.get(node)
        match node:
            case s.SetLiteral(items=items) if len(items) < 2:
                return ALL
            case s.Ref() | s.Index() if isinstance(symbol, STORE):
                shown = [who for who, _ in self.audiences_shown(self.term(node, st), st)] if st.shown else ()
                return self.index_label(node, st) | widen_label(self.element(node, symbol, st, "counted"), shown)
            case s.SetComprehension(binders=(binder,), where=None, image=None):
                return self.size_of_set(binder.domain, st)
            case s.Ref() if isinstance(symbol, LocalSymbol):
                known = st.locals.get(symbol)
                if known is not None and known.count is not None:
                    return widen_label(known.count, [who for who, _ in self.audiences_shown(known.term, st)])
        return self.label(node, st)

    def size_of_set(self, node: s.Expr, st: KnowledgeState) -> Label:
        """Return who can know how many different members a set has: copies do not count."""
        symbol = self.c.refs.get(node)
        alike = isinstance(symbol, PlaceSymbol) and any(n != 1 for n in symbol.piece.population)
        alike = alike or (isinstance(symbol, LocalSymbol) and symbol.bag is not None)
        return self.label(node, st) if alike else self.count(node, st)

    def members(self, node: s.Expr, st: KnowledgeState) -> Label | None:
        """Return who can know the size of a set to which a name is bound; None if the value is not a set."""
        return self.size_of_set(node, st) if isinstance(self.c.types.get(node), SetType) else None

    def openly(self, base: s.Expr, st: KnowledgeState) -> Label:
        """Return who can know the open attributes of a piece: for a hidden piece, those who can know the number of
        pieces; for a piece with a name, those who can know the value of the name."""
        place = base.place if isinstance(base, s.EndOf) else base
        symbol = self.c.refs.get(place)
        if isinstance(place, s.Ref | s.Index) and isinstance(symbol, PlaceSymbol):
            return self.index_label(place, st) | self.element(place, symbol, st, "counted")
        if isinstance(base, s.Call) and base.name.text in ("sure", "item", "if_none"):
            return self.openly(base.args[0].value, st) | join_labels(self.label(a.value, st) for a in base.args[1:])
        made = self.c.refs.get(base)
        known = st.locals.get(made) if isinstance(made, LocalSymbol) else None
        if known is not None and holds_one(known.term) and known.count is not None:
            return self.learnt(known.count, st)
        if isinstance(base, s.Call) and isinstance(made, ConstructorSymbol) and isinstance(made.type, DomainType):
            named = zip(made.type.domain.fields, self.c.arguments[base], strict=True)
            return join_labels(self.label(value, st) for field, value in named if field.open)
        return self.label(base, st)

    def element(self, node: s.Ref | s.Index, symbol: PlaceSymbol | KeepSymbol, st: KnowledgeState, what: str) -> Label:
        """Return who can know an element of a place or kept value: its contents (`what` is `seen`) or its size
        (`counted`)."""
        index = self.index(node, st)
        seen = self.audience(symbol, index, st, "seen")
        if seen == self.everybody:
            return ALL
        sets = [seen]
        counted = getattr(symbol, "counted", None)
        if what == "counted" and counted is not None:
            sets.append(self.audience(symbol, index, st, "counted"))
            if sets[1] == self.everybody:
                return ALL
        source = HiddenRead(symbol.name, node.span, self.via, describe_visibility(symbol, what), store=symbol)
        content = (symbol, index) if what == "seen" else None
        read: Term = ("cell", symbol, index, st.version(symbol))
        written = st.written.get(read)
        if written is None:
            return frozenset([Policy(frozenset(sets), content=content, reads=frozenset([read]), source=source)])
        known = (evolve(p, picked=None, content=None, reads=p.reads | {read}, source=source) for p in in_order(written))
        return widen_label(frozenset(known), sets)

    # -------------------------------------------------------------------------------------------------- labels of calls

    def _call_label(self, node: s.Call, symbol: Symbol | None, st: KnowledgeState) -> Label:
        if isinstance(symbol, FactSymbol):
            args = tuple(self.c.arguments.get(node, ()))
            return join_labels(self.label(a, st) for a in args) | self.fact_label(node, symbol, args, st)
        args_ = [a.value for a in node.args]
        if not isinstance(symbol, BuiltinSymbol) or not args_:
            return join_labels(self.label(a, st) for a in args_)
        place = self.c.refs.get(args_[0])
        match symbol.name:
            case "remembered":
                return widen_label(self.label(args_[0], st), [("set", st.me)])
            case "possible":
                return self._possible(self.c.refs.get(args_[0]), st)
            case "size" | "empty" | "taken" if isinstance(args_[0], s.Ref | s.Index):
                return (
                    self.count(args_[0], st) if isinstance(place, (*STORE, LocalSymbol)) else self.label(args_[0], st)
                )
        return join_labels(self.label(a, st) for a in args_)


def _gives_members(node: s.Quantified | s.SetComprehension) -> bool:
    """Return whether the value consists of members of the last binder's domain."""
    return node.kind in ("the", "any") if isinstance(node, s.Quantified) else node.image is None
