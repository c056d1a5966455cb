"""The unknowns that code meets (`compiling.py`): what each is called, and its value once it has one.

What is unknown is known by a key: a name or an element without indexes by an object of its own, all else by its shape
and what stands in it now, so that `hand[p]` and `hand[q]` are one where p is q, and so are two calls with equal
arguments.  A variable that a quantifier binds has a key of its own, and is no unknown.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable
from typing import Any

from .terms import Term, possible, type_of

TermClosure = Callable[[], Any]
Scope = frozenset[Term]
"""The variables that quantifiers around bind."""

NONE: Scope = frozenset()
KINDS = frozenset(
    ("value", "var", "cell", "local", "opaque", "op", "if", "set", "domain", "where", "union", "each"),
)


class UnknownMark:
    """What is no value, and the key of an unknown."""

    def __init__(self, name: str = "") -> None:
        self.name = name


UNKNOWN, BOUNDLESS, UNSET, HOLE = (
    UnknownMark("unknown"),
    UnknownMark("boundless"),
    UnknownMark("unset"),
    UnknownMark("hole"),
)


def constant_closure(found: Any) -> TermClosure:
    return lambda: found


def free(term: Any) -> frozenset[Term]:
    """The variables in it that it does not bind itself."""
    if not isinstance(term, tuple) or not term or term[0] in ("value", "domain"):
        return NONE
    if term[0] == "var":
        return frozenset([term])
    parts = term[2] if term[0] == "opaque" else term
    inside = NONE.union(*(free(part) for part in parts if isinstance(part, tuple)))
    return inside - {term[2]} if term[0] == "each" else inside


Split = tuple[Any, tuple[Any, ...]]
"""An unknown, by its key, and the values it can have."""
Leaf = tuple[bool, TermClosure, tuple[Any, ...] | None]
"""What stands in a hole: whether it is a value or an element already, how it is come by, its values if they are few."""


class UnknownNaming(ABC):
    """The assignment that is tried (`env`), what was read of it, and what was met that has no value yet."""

    def __init__(self) -> None:
        self.env: dict[Hashable, Any] = {}
        self.reads: set[Hashable] = set()
        self.blocked: tuple[Split, tuple[Split, ...]] = ((UNSET, ()), ())  # on what, and the unknowns that this is of
        self.around: tuple[Split, ...] = ()  # those that the key made last is of
        self.alike: dict[
            UnknownMark, tuple[Any, ...] | None
        ] = {}  # by shape: the one that was met; None: more than one
        self._marks: dict[Hashable, UnknownMark] = {}

    def begin(self) -> None:
        """A new question: nothing is assigned, nothing was met."""
        self.env.clear()
        self.alike.clear()

    def mark(self, name: Hashable) -> UnknownMark:
        found = self._marks.get(name)
        if found is None:
            found = self._marks[name] = UnknownMark()
        return found

    @abstractmethod
    def value(self, term: Term, scope: Scope = NONE) -> TermClosure:
        """What the term is (`compiling.py`)."""

    def look_up(self, keys: TermClosure, values: tuple[Any, ...]) -> TermClosure:
        """The value of what is unknown, once it has one."""
        env, reads = self.env, self.reads

        def looked_up() -> Any:
            key = keys()
            if key is UNKNOWN:
                return UNKNOWN
            found = env.get(key, UNSET)
            if found is UNSET:
                self.blocked = (key, values), self.around
                return UNKNOWN
            reads.add(key)
            return found

        return looked_up

    def plain(self, key: UnknownMark, values: tuple[Any, ...]) -> TermClosure:
        """The same, where the key is always this one."""
        env, reads = self.env, self.reads

        def named() -> Any:
            found = env.get(key, UNSET)
            if found is UNSET:
                self.blocked = (key, values), ()
                return UNKNOWN
            reads.add(key)
            return found

        return named

    # ---------------------------------------------------------------------------------------------------------- keys

    def keys(self, term: Term, scope: Scope) -> TermClosure:
        """The key of a name, an element or anything opaque, as things are."""
        if term[0] == "opaque":
            return self.shaped("opaque", term, scope)
        if term[0] == "cell" and term[2]:
            return self._element(term, scope)
        return constant_closure(self.mark(term))

    def _element(self, term: Term, scope: Scope) -> TermClosure:
        """An element: its indexes are worked out where that can be done."""
        base = self.mark(("cell", term[1], term[3]))
        indexes = [(self.value(i, scope), self.shaped("index", i, scope)) for i in term[2]]

        def element() -> Any:
            key: list[Any] = [base]
            for found, shape in indexes:
                it = found()
                if it is BOUNDLESS:
                    it = shape()
                if it is UNKNOWN:
                    return UNKNOWN
                key.append(it)
            self.around = ()
            return tuple(key)

        return element

    def shaped(self, what: Hashable, term: Term, scope: Scope) -> TermClosure:
        """The shape of a term, and what stands in it: what is assigned as its value, all else by its key.

        What was assigned while less of it was known is kept to.
        """
        leaves: list[Leaf] = []
        shape: UnknownMark | None = None
        env, reads, alike = self.env, self.reads, self.alike

        def key() -> Any:
            nonlocal shape
            if shape is None:  # seldom asked for, but where something is opaque
                shape = self.mark((what, self._shape(term, scope, NONE, leaves)))
            early: list[Any] = [shape]
            now: list[Any] = [shape]
            read: list[Hashable] = []
            around: list[Split] = []
            for known, leaf, values in leaves:
                it = leaf()
                if it is UNKNOWN:
                    return UNKNOWN
                early.append(it)
                if not known and it in env:
                    read.append(it)
                    it = env[it]
                elif values is not None:
                    around.append((it, values))
                now.append(it)
            first = tuple(early)
            if alike.setdefault(shape, first) != first:
                alike[shape] = None
            self.around = tuple(around)
            if not read or first in env:
                return first
            reads.update(read)
            return tuple(now)

        return key

    def _shape(self, term: Any, scope: Scope, inner: Scope, leaves: list[Leaf]) -> Any:
        """The term with holes; `leaves` takes what stands in them, and whether that is a value or element already."""
        if not isinstance(term, tuple):
            return term
        if not term or not isinstance(term[0], str) or term[0] not in KINDS:
            return tuple(self._shape(part, scope, inner, leaves) for part in term)
        kind = term[0]
        if kind == "domain" or term in inner:
            return term
        if kind == "opaque":
            return (kind, term[1], tuple(self._shape(part, scope, inner, leaves) for part in term[2]), term[3])
        if kind == "each":
            inner = inner | {term[2]}
        elif kind == "value" or term in scope:
            leaves.append((True, self.value(term, scope), None))
            return HOLE
        elif kind in ("var", "local") or (kind == "cell" and not (inner and inner & free(term))):
            element = kind == "cell" and bool(term[2])
            leaves.append((element, self.keys(term, scope), None if element else possible(type_of(term))))
            return HOLE
        return (kind, *(self._shape(part, scope, inner, leaves) for part in term[1:]))
