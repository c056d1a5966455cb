"""Expressions as terms: the symbolic value of an expression in a state (`terms.py`), and to whom a term was shown.

`show` and `reveals` show a value to players, in a loop for every member of its domain. A shown term is recognised by
its form (`terms.match_term`).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from attrs import evolve

from ...model.symbols import (
    BuiltinSymbol,
    ConstantSymbol,
    DomainSymbol,
    FactSymbol,
    FieldSymbol,
    KeepSymbol,
    LocalSymbol,
    OptionSymbol,
    PlaceSymbol,
    Symbol,
)
from ...model.types import DomainType, OptionType, SetType, TruthType
from ...syntax import nodes as s
from ...syntax.traversal import children as parts
from ...syntax.traversal import part_names, walk
from ..checker import Checker
from .hidden import KeepLike
from .knowledge_state import KnowledgeState, Known
from .labels import ALL, Label, in_order
from .terms import NONE, ONLY, YES, Term, all_of, as_member, attribute_of, holds_one, match_term, substitute

DEPTH = 24
"""Nested facts that are followed at most."""


SORTS: Final = ("opaque", ("sorts",))
"""The start of the term for the set of sorts (kinds of equal pieces) in a place."""


class Valuer:
    """Makes terms of expressions in a state."""

    def __init__(self, c: Checker) -> None:
        self.c = c
        self.players = len(c.players.labels)
        self.everybody: Term = ("domain", self.players)
        self.active = KeepLike("active", DomainType(c.players))
        self.via: tuple[str, ...] = ()
        self._rests: dict[FactSymbol, tuple[Symbol, ...] | None] = {}
        self._read: dict[FactSymbol, tuple[Symbol, ...] | None] = {}  # the symbols that a fact reads itself
        self._leads_to: dict[
            FactSymbol, frozenset[str]
        ] = {}  # the names of the facts that a fact uses, including itself
        self._asked: dict[object, Term] = {}  # terms by fact, arguments, and the versions of all that the fact reads

    # --------------------------------------------------------------------------------------------- terms of expressions

    def active_term(self, st: KnowledgeState) -> Term:
        return ("cell", self.active, (), st.version(self.active))

    def term(self, node: s.Node, st: KnowledgeState) -> Term:
        """Return the term for an expression's value."""
        match node:  # the most frequent cases come first
            case s.Ref() | s.Index():
                return self._term_of_name(node, self.c.refs.get(node), st)
            case s.Call():
                return self._call(node, self.c.refs.get(node), st)
            case s.Binary(op=op, left=left, right=right):
                return self._binary(op, left, right, st)
            case s.Number(value=value) | s.Truth(value=value):
                return ("value", value)
            case s.Nothing():
                return ("value", None)
            case s.Attribute() if isinstance(symbol := self.c.refs.get(node), ConstantSymbol):
                return ("value", symbol.index)
            case s.Unary(op="not", item=item):
                return ("op", "not", self.term(item, st))
            case s.Conditional(condition=condition, then=then, otherwise=otherwise):
                return ("if", self.term(condition, st), self.term(then, st), self.term(otherwise, st))
            case s.SetLiteral(items=items):
                return ("set", *(self.term(i, st) for i in items))
            case s.Quantified(kind="some" | "all") if node.body is not None:
                return self._each(node.kind, node.binders, node.where, node.body, st)
            case s.SetComprehension():
                return self._each("set", node.binders, node.where, node.image, st)
            case s.Attribute(base=base, name=name):
                found = self.term(base, st)
                known = not isinstance(self.c.types.get(base), OptionType)
                kind = self.c.types.get(node)
                if isinstance(kind, OptionType) and isinstance(symbol := self.c.refs.get(node), FieldSymbol):
                    kind = symbol.domain.fields[symbol.field].type
                return attribute_of(found, f"`{name.text}`", kind, known)
            case s.EndOf(end=end, place=place):
                return self.end_of(end, place, st)
            case s.Quantified(kind="the" | "any", binders=(binder,)) if self._is_only_piece(node, binder):
                there = self.term(binder.domain, st)
                return there if holds_one(there) else (*ONLY, (there, ()), self.c.types.get(node))
            case s.LetExpression(value=value, body=body):
                inner = st.copy()
                inner.locals[self.c.binds[node]] = Known(self.value_term(value, st))
                return self.term(body, inner)
        return self._opaque(node, st)

    def _is_only_piece(self, node: s.Quantified, binder: s.Binder) -> bool:
        """Return whether an expression gives the only piece of a place, such as `the c in hand[p]`."""
        place = self.c.refs.get(binder.domain)
        if node.where is not None or binder.where is not None or not isinstance(place, PlaceSymbol):
            return False
        return node.kind == "the" or place.capacity == 1

    def end_of(self, end: str, place: s.Ref | s.Index, st: KnowledgeState) -> Term:
        """Return the term for the top or bottom piece of a place."""
        symbol = self.c.refs.get(place)
        kind = OptionType(DomainType(symbol.piece)) if isinstance(symbol, PlaceSymbol) else None
        return ("opaque", "EndOf", (self.term(place, st), f"`{end}`", ()), kind)

    def value_term(self, node: s.Expr, st: KnowledgeState) -> Term:
        """Return the term for a name that is bound to this value. For a place, and for a pick from equal pieces, the
        term is the set of kinds of pieces, without their number and order."""
        term, symbol = self.term(node, st), self.c.refs.get(node)
        bag = isinstance(symbol, LocalSymbol) and symbol.bag is not None
        return (*SORTS, (term,), None) if bag or _tells_more(term) else term

    def term_once_shown(self, node: s.Expr, st: KnowledgeState) -> Term:
        """Return the term that is known after an expression was shown. A place or a name is shown completely, with all
        copies."""
        whole = isinstance(self.c.refs.get(node), PlaceSymbol | LocalSymbol)
        return self.term(node, st) if whole else self.value_term(node, st)

    def _term_of_name(self, node: s.Ref | s.Index, symbol: Symbol | None, st: KnowledgeState) -> Term:
        match symbol:
            case LocalSymbol():
                known = st.locals.get(symbol)
                return known.term if known is not None else ("var", id(symbol), symbol.type)
            case BuiltinSymbol(name="me"):
                return st.me
            case BuiltinSymbol(name="active"):
                return self.active_term(st)
            case ConstantSymbol(index=index):
                return ("value", index)
            case OptionSymbol(value=number):
                return ("value", number)
            case DomainSymbol(domain=domain):
                return ("domain", len(domain))
            case PlaceSymbol() | KeepSymbol():
                return ("cell", symbol, self.index(node, st), st.version(symbol))
            case FactSymbol():
                return self._fact_term(node, symbol, (), st)
        return self._opaque(node, st)

    def index(self, node: s.Node, st: KnowledgeState) -> tuple[Term, ...]:
        return tuple(self.term(a, st) for a in node.args) if isinstance(node, s.Index) else ()

    def _call(self, node: s.Call, symbol: Symbol | None, st: KnowledgeState) -> Term:
        if isinstance(symbol, FactSymbol):
            return self._fact_term(node, symbol, tuple(self.c.arguments.get(node, ())), st)
        if isinstance(symbol, BuiltinSymbol):
            args = [a.value for a in node.args]
            kind = self.c.types.get(args[0]) if args else None
            turning = isinstance(kind, DomainType) and kind.domain.turning
            match symbol.name, args:
                case (("remembered" | "sure"), [one]):
                    return self.term(one, st)
                case (("next" | "previous"), [one]) if turning and isinstance(kind, DomainType):
                    step = 1 if symbol.name == "next" else len(kind.domain) - 1
                    return ("op", "round", self.term(one, st), ("value", step), len(kind.domain))
                case (("empty" | "taken"), [one]) if holds_one(there := self.term(one, st)):
                    return ("op", "==" if symbol.name == "empty" else "!=", there, NONE)
                case "opponent", [one]:
                    return ("op", "round", self.term(one, st), ("value", 1), self.players)
        return self._opaque(node, st)

    def _fact_term(self, node: s.Node, fact: FactSymbol, args: tuple[s.Expr, ...], st: KnowledgeState) -> Term:
        value = fact.clause.value
        if (
            value is None
            or fact.clause.limits
            or fact.name in self.c.exceptions
            or fact.name in self.via
            or len(self.via) > DEPTH
        ):
            return self._opaque(node, st)
        given = tuple(self.value_term(a, st) for a in args)
        rests = self._rests_on(fact)
        if rests is None or self._may_be_cut(fact):
            return self._term_of_fact(fact, value, given, st)
        key = (fact, given, tuple(st.version(symbol) for symbol in rests))
        found = self._asked.get(key)
        if found is None:
            found = self._asked[key] = self._term_of_fact(fact, value, given, st)
        return found

    def _term_of_fact(self, fact: FactSymbol, value: s.Expr, given: tuple[Term, ...], st: KnowledgeState) -> Term:
        """Return the term for a fact's value for these arguments."""
        with_args = st.with_locals({p: Known(a) for p, a in zip(fact.params, given, strict=False)})
        self.via = (*self.via, fact.name)
        try:
            return self.term(value, with_args)
        finally:
            self.via = self.via[:-1]

    def _may_be_cut(self, fact: FactSymbol) -> bool:
        """Return whether the term of a fact may be another one at this depth, because recursive or deeply nested facts
        are not expanded."""
        asked = self._leads_to[fact]
        return bool(self.via) and (len(self.via) + len(asked) > DEPTH or not asked.isdisjoint(self.via))

    def _rests_on(self, fact: FactSymbol) -> tuple[Symbol, ...] | None:
        """Return the symbols on which a fact's term depends besides its arguments; None if it may depend on all state.
        With equal versions of these, equal arguments give equal terms."""
        if fact not in self._rests:
            self._rests[fact] = self._find_symbols_read(fact)
        return self._rests[fact]

    def _find_symbols_read(self, fact: FactSymbol) -> tuple[Symbol, ...] | None:
        found: dict[Symbol, None] = {}
        seen, todo = {fact}, [fact]
        while todo:
            one = todo.pop()
            if one not in self._read:
                self._read[one] = self._symbols_in(one)
            read = self._read[one]
            if read is None:
                return None
            for symbol in read:
                if not isinstance(symbol, FactSymbol):
                    found[symbol] = None
                elif symbol not in seen:
                    seen.add(symbol)
                    todo.append(symbol)
        self._leads_to[fact] = frozenset(one.name for one in seen)
        return tuple(found)

    def _symbols_in(self, fact: FactSymbol) -> tuple[Symbol, ...] | None:
        """Return the symbols that a fact reads itself, and the facts that it calls; None if it may read all state."""
        clause, found = fact.clause, dict[Symbol, None]()
        parts = clause.limits if clause.value is None else (clause.value, *clause.limits)
        for node in (node for part in parts for node in walk(part)):
            match symbol := self.c.refs.get(node):
                case PlaceSymbol() | KeepSymbol():
                    found[symbol] = None
                case BuiltinSymbol(name="active"):
                    found[self.active] = None
                case BuiltinSymbol(name="me" | "possible"):
                    return None
                case FactSymbol():
                    if symbol.name in self.c.exceptions:
                        return None
                    found[symbol] = None
            if isinstance(node, s.After | s.TimesSeen):
                return None
        return tuple(found)

    def _binary(self, op: str, left: s.Expr, right: s.Expr, st: KnowledgeState) -> Term:
        a, b = self.term(left, st), self.term(right, st)
        kind = self.c.types.get(left)
        if op in ("+", "-") and isinstance(kind, DomainType):  # a cyclic enumeration wraps around
            number: Term = b if op == "+" else ("op", "-", ("value", 0), b)
            return ("op", "round", a, number, len(kind.domain))
        if op in ("==", "!=") and isinstance(kind, SetType):
            return ("opaque", ("sets", op), (a, b), TruthType())
        return ("op", op, a, b)

    def _each(
        self, kind: str, binders: tuple[s.Binder, ...], where: s.Expr | None, body: s.Expr | None, st: KnowledgeState
    ) -> Term:
        inner = st.copy()
        opened, tests = [], []
        for binder in binders:
            domain = self.term(binder.domain, inner)
            one = holds_one(domain)
            opened.append((self.variable(binder, inner, Known(domain) if one and kind != "set" else None), domain))
            tests.append(YES if binder.where is None else self.term(binder.where, inner))
        last = self.term(where, inner) if where is not None else YES
        result = self.term(body, inner) if body is not None else opened[-1][0]
        tests[-1] = last
        if kind == "set" and len(opened) > 1:
            return ("opaque", ("set", id(body or where)), (tuple(opened), tuple(tests), result), None)
        for (var, domain), test in zip(reversed(opened), reversed(tests), strict=True):
            if var == domain:
                lies = all_of((as_member(var, domain), test))
                result = ("op", "and", lies, result) if kind == "some" else ("op", "or", ("op", "not", lies), result)
            else:
                result = ("each", kind, var, domain, test, result)
        return result

    def variable(self, binder: s.Binder, st: KnowledgeState, known: Known | None = None) -> Term:
        """Bind the name of a binder in the state: to `known` if it is given, otherwise to a new variable. Return its
        term."""
        symbol = self.c.binds[binder]
        st.locals[symbol] = known or Known(("var", id(binder), symbol.type))
        return st.locals[symbol].term

    def _opaque(self, node: s.Node, st: KnowledgeState) -> Term:
        """Return an opaque term. It equals another one only if all that the expression reads is equal and unchanged."""
        inside: list[object] = []
        in_order = self.c.arguments.get(node) if isinstance(node, s.Call) else None
        for part in parts(node):
            match part:
                case s.Name(text=text):
                    inside.append(f"`{text}`")  # a mark that differs from every kind of term
                case s.Arg(value=arg):
                    inside += [self.term(arg, st)] if in_order is None else []
                case s.Binder():
                    inside.append((id(part), self.term(part.domain, st)))
                case _:
                    inside.append(self.term(part, st))
        inside += [self.term(arg, st) for arg in in_order or ()]
        inside += _texts(node)
        symbol = self.c.refs.get(node)
        asks = isinstance(symbol, BuiltinSymbol) and symbol.name == "possible"
        moving = asks or isinstance(symbol, FactSymbol) or isinstance(node, s.After | s.TimesSeen)
        stamp: tuple[object, ...] = (tuple(sorted(st.versions.values())),) if moving else ()
        if asks or isinstance(node, s.After):  # it depends on who is `me`
            stamp = (*stamp, st.me)
        return ("opaque", type(node).__name__, (*inside, stamp), self.c.types.get(node))


@lru_cache(maxsize=16384)
def _texts(node: s.Node) -> tuple[str, ...]:
    """Return the keywords of the language in a node, such as its operator."""
    values = (getattr(node, name) for name in part_names(type(node)))
    return tuple(f"`{value}`" for value in values if isinstance(value, str))


def _tells_more(term: Term) -> bool:
    """Return whether a term is the contents of a place, and these are more than a set of kinds: several copies, or an
    order."""
    place = term[1] if term[0] == "cell" else None
    if not isinstance(place, PlaceSymbol) or place.form == "one":
        return False
    return place.form != "heap" or any(number != 1 for number in place.piece.population)


class ShownMatcher(Valuer):
    """Matches shown terms with the terms of expressions."""

    @abstractmethod
    def label(self, node: s.Node | None, st: KnowledgeState) -> Label:
        """Return who can know an expression's value; the subclass `reading.Reader` implements it."""

    def audiences_shown(
        self, term: Term, st: KnowledgeState, filled: bool = False
    ) -> Iterator[tuple[Term, tuple[Term, ...]]]:
        """Yield each set of players to whom the term was shown. If something was shown for every member, it comes with
        the terms that replace the variables of what was shown, such as one member."""
        for shown in st.shown:
            swap: dict[Term, Term] = {}
            if (
                shown.filled == filled
                and shown.term not in shown.variables
                and match_term(shown.term, term, shown.variables, swap)
            ):
                who = substitute(shown.who, swap)
                where = who if shown.premise is None else ("where", substitute(shown.premise, swap), who)
                yield where, tuple(of for of in swap.values() if of[0] != "value")
        if term[:2] == SORTS:  # players who know the pieces there know their sorts
            yield from self.audiences_shown(term[2][0], st)

    def learnt(self, label: Label, st: KnowledgeState) -> Label:
        """Return the label of an earlier reading, with those players added to whom what was read has been shown
        since."""
        if not st.shown or not label:
            return label
        found = []
        for policy in in_order(label):
            who = [who for read in policy.reads for who, _ in self.audiences_shown(read, st)]
            found.append(evolve(policy, readers=policy.readers | frozenset(who)) if who else policy)
        return frozenset(found)

    def label_of_members(self, node: s.Node, terms: tuple[Term, ...], st: KnowledgeState) -> Label | None:
        """Return who can know the parts of an expression that have these `terms`; None if it has no part for one of
        them. A value shown for every member is known for one member only to those who know which member it is."""
        found = ALL
        for term in terms:
            said = next((part for part in _inside(node) if self.term(part, st) == term), None)
            if said is None:
                return None
            found |= self.label(said, st)
        return found


def _inside(node: s.Node) -> Iterator[s.Expr]:
    """Yield all subexpressions of an expression that lie outside the scope of its binders."""
    for part in parts(node):
        if isinstance(part, s.Arg):
            yield from _inside(part)
        elif not isinstance(part, s.Name | s.Binder):
            yield part  # type: ignore[misc]  # all other parts are expressions
            if not isinstance(part, s.Quantified | s.SetComprehension | s.Reach):
                yield from _inside(part)
