"""Evaluates terms in one case: an assignment of values to unknowns, which `deciding.py` tries.

A result is a value; UNKNOWN if an unknown without a value was met (`blocked` is this one, with its possible values); or
BOUNDLESS if there are too many values to try. `reads` collects the unknowns that were read. Evaluation goes from left
to right and stops at the first unknown without a value; it will stop there again until this one has a value.

Each unknown has a key. The key of a name is the name itself; of an element, its place and indexes; of anything else,
its shape and the keys or values inside. So `hand[p]` and `hand[q]` are one unknown if p is q, and so are two calls with
equal arguments.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, Final

from ...model.types import DomainType, NumberType, OptionType
from .terms import Term, possible, type_of

NO_VARIABLES: Final[frozenset[Term]] = frozenset()
KINDS: Final = frozenset(
    ("value", "var", "cell", "local", "opaque", "op", "if", "set", "domain", "where", "union", "each"),
)
TRUTHS: Final = (False, True)
NUMBERS: Final[dict[str, Callable[[int, int], Any]]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "+": operator.add,
    "-": operator.sub,
}


class UnknownMark:
    """A marker: either a result that is not a value (UNKNOWN, BOUNDLESS), or the shape of an unknown in its key."""


UNKNOWN, BOUNDLESS, UNSET, HOLE = UnknownMark(), UnknownMark(), UnknownMark(), UnknownMark()
Split = tuple[Any, tuple[Any, ...]]
"""The key of an unknown, and the values it can have."""


class Exhausted(Exception):
    """The error raised if a question costs more steps than its limit."""


def free(term: Any) -> frozenset[Term]:
    """Return the free variables of a term."""
    if not isinstance(term, tuple) or not term or term[0] in ("value", "domain"):
        return NO_VARIABLES
    if term[0] == "var":
        return frozenset([term])
    parts = term[2] if term[0] == "opaque" else term
    inside = NO_VARIABLES.union(*(free(part) for part in parts if isinstance(part, tuple)))
    return inside - {term[2]} if term[0] == "each" else inside


class Case:
    """The case being tried: the values of unknowns (`assigned`), and the unknowns that the last evaluation read, or
    lacked."""

    def __init__(self) -> None:
        self.assigned: dict[Hashable, Any] = {}
        self.bound: dict[Term, Any] = {}  # values of the variables of surrounding quantifiers
        self.left = 0  # steps that the question may still take
        self.reads: set[Hashable] = set()
        # the unknown that stopped the evaluation, and the unknowns inside its key
        self.blocked: tuple[Split, tuple[Split, ...]] = ((UNSET, ()), ())
        self.around: tuple[Split, ...] = ()  # the unknowns inside the last key
        # maps each shape to the only key of that shape so far; to None if there are several keys
        self.alike: dict[UnknownMark, Any] = {}
        self._marks: dict[Hashable, UnknownMark] = {}
        self._shapes: dict[tuple[int, Hashable], tuple[Term, UnknownMark, list[Term]]] = {}
        self._positive: dict[int, tuple[Term, Term]] = {}

    def __len__(self) -> int:
        return len(self._shapes)

    def begin(self, steps: int) -> None:
        """Begin a new question, which may cost this many steps."""
        self.left = steps
        self.assigned.clear()
        self.bound.clear()
        self.alike.clear()

    # ------------------------------------------------------------------------------------------------- evaluating terms

    def value(self, term: Term) -> Any:
        """Return the value of a term, UNKNOWN or BOUNDLESS."""
        match term[0]:
            case "value":
                return term[1]
            case "var" if term in self.bound:
                return self.bound[term]
            case "var" | "cell" | "local" | "opaque":
                values = possible(type_of(term))
                return BOUNDLESS if values is None else self._look_up(self._key(term), values)
            case "op":
                return self._operation(term)
            case "if":
                test = self.truth(term[1])
                return test if test is UNKNOWN else self.value(term[2] if test else term[3])
            case "each" if term[1] != "set":
                return self._quantifier_value(term)
        return BOUNDLESS

    def truth(self, term: Term) -> Any:
        """Return whether the term is true, or UNKNOWN. A term that cannot be evaluated counts as an unknown."""
        found = self.value(term)
        if found is BOUNDLESS:
            return self._look_up(self._shape_key("holds", term), TRUTHS)
        return found if found is UNKNOWN else bool(found)

    def member(self, term: Term, item: Any) -> Any:
        """Return whether `item` is in the set that a term stands for; UNKNOWN or BOUNDLESS if that is not clear."""
        match term[0]:
            case "set":
                return _some(self._same(one, item) for one in term[1:])
            case "union":
                return _some(self.member(one, item) for one in term[1:])
            case "domain":
                return item is not None and 0 <= item < term[1]
            case "where":
                test = self.truth(term[1])
                return self.member(term[2], item) if test is True else test
            case "if":
                test = self.truth(term[1])
                return test if test is UNKNOWN else self.member(term[2] if test else term[3], item)
            case "op" if term[1] == "+":
                return _some(self.member(part, item) for part in term[2:4])
            case "op" if term[1] in ("-", "&"):
                left = self.member(term[2], item)
                if left is not True:
                    return left
                right = self.member(term[3], item)
                return right if term[1] == "&" else _opposite(right)
            case "each":
                return self._image(term, item)
            case "value":
                return term[1] == item
        if isinstance(type_of(term), OptionType | DomainType | NumberType):
            return self._same(term, item)
        return self._look_up(self._shape_key(("in", item), term), TRUTHS)

    def _same(self, term: Term, item: Any) -> Any:
        found = self.value(term)
        return found if found is UNKNOWN or found is BOUNDLESS else found == item

    def _try(self, var: Term, values: Iterable[Any], test: Callable[[Any], Any]) -> Any:
        """Return whether the test is true for some value of the variable. The search ends at a result that is not
        False."""
        outer = self.bound.get(var, UNSET)
        answer: Any = False
        for one in values:
            self.left -= 1
            if self.left < 0:
                raise Exhausted
            self.bound[var] = one
            found = test(one)
            if found is not False:
                answer = found
                break
        if outer is UNSET:
            self.bound.pop(var, None)
        else:
            self.bound[var] = outer
        return answer

    def _quantifier_value(self, term: Term) -> Any:
        _, kind, var, domain, where, body = term
        values = possible(type_of(var))
        if values is None:
            return BOUNDLESS

        def test(one: Any) -> Any:
            found = self._passes(domain, where, one)
            if found is not True:
                return found
            holds = self.truth(body)
            return _opposite(holds) if kind == "all" else holds

        found = self._try(var, values, test)
        return _opposite(found) if kind == "all" else found

    def _image(self, term: Term, item: Any) -> Any:
        """Return whether `item` is the image of some value in a set comprehension, or UNKNOWN."""
        _, _, var, domain, where, body = term
        if body == var:
            return self._try(var, (item,), lambda one: self._passes(domain, where, one))
        values = possible(type_of(var))
        if values is None:
            return BOUNDLESS

        def test(one: Any) -> Any:
            found = self._passes(domain, where, one)
            return self._same(body, item) if found is True else found

        return self._try(var, values, test)

    def _passes(self, domain: Term, where: Term, one: Any) -> Any:
        found = self.member(domain, one)
        return self.truth(where) if found is True else found

    def _operation(self, term: Term) -> Any:
        name, parts = term[1], term[2:]
        match name:
            case "not":
                return _opposite(self.truth(parts[0]))
            case "and" | "or":
                for part in parts:
                    found = self.truth(part)
                    if found is UNKNOWN or found == (name == "or"):
                        return found
                return name == "and"
            case "==":
                return True if parts[0] == parts[1] else self._compute(operator.eq, parts)
            # a term that cannot be evaluated is one unknown, and the term with `!=` is its opposite
            case "!=" | "not in":
                return _opposite(self.truth(self._opposite(term)))
            case "in":
                found = self.value(parts[0])
                return found if found is UNKNOWN or found is BOUNDLESS else self.member(parts[1], found)
            case "<" | ">" if parts[0] == parts[1]:
                return False
            case "round":  # a neighbour in a turning domain: (x + n) mod size
                return self._compute(lambda x, n: BOUNDLESS if None in (x, n) else (x + n) % parts[2], parts)
        compute = NUMBERS.get(name)
        if compute is None:
            return BOUNDLESS
        return self._compute(lambda x, y: BOUNDLESS if x is None or y is None else compute(x, y), parts)

    def _compute(self, compute: Callable[[Any, Any], Any], parts: tuple[Term, ...]) -> Any:
        left = self.value(parts[0])
        if left is UNKNOWN or left is BOUNDLESS:
            return left
        right = self.value(parts[1])
        return right if right is UNKNOWN or right is BOUNDLESS else compute(left, right)

    def _opposite(self, term: Term) -> Term:
        """Return the term that `!=` or `not in` negates. It is the same object each time."""
        found = self._positive.get(id(term))
        if found is None:
            name = "==" if term[1] == "!=" else "in"
            found = self._positive[id(term)] = term, ("op", name, *term[2:])
        return found[1]

    # -------------------------------------------------------------------------------------- keys and values of unknowns

    def _look_up(self, key: Any, values: tuple[Any, ...]) -> Any:
        """Return the value of an unknown. If it has none, store it in `blocked` and return UNKNOWN."""
        if key is UNKNOWN:
            return UNKNOWN
        found = self.assigned.get(key, UNSET)
        if found is UNSET:
            self.blocked = (key, values), self.around
            return UNKNOWN
        self.reads.add(key)
        return found

    def _key(self, term: Term) -> Any:
        """Return the key of an unknown; UNKNOWN if another unknown must have a value before that."""
        if term[0] == "opaque":
            return self._shape_key("opaque", term)
        key: list[Any] = []
        for index in term[2] if term[0] == "cell" else ():
            found = self.value(index)
            if found is BOUNDLESS:
                found = self._shape_key("index", index)
            if found is UNKNOWN:
                return UNKNOWN
            key.append(found)
        self.around = ()
        return (term[1], term[3], *key) if key else term

    def _shape_key(self, what: Hashable, term: Term) -> Any:
        """Return the key of a term: its shape, with the values of the unknowns in it or, for those without a value,
        their keys. A cached key stays valid when more unknowns get values."""
        cached = self._shapes.get((id(term), what))
        if cached is None:
            leaves: list[Term] = []
            mark = self._marks.setdefault((what, self._shape(term, {}, leaves)), UnknownMark())
            cached = self._shapes[id(term), what] = term, mark, leaves
        _, mark, leaves = cached
        early: list[Any] = [mark]
        now: list[Any] = [mark]
        read: list[Hashable] = []
        around: list[Split] = []
        for leaf in leaves:
            plain = leaf[0] == "value" or leaf in self.bound
            key = self.value(leaf) if plain else self._key(leaf)
            if key is UNKNOWN:
                return UNKNOWN
            early.append(key)
            element = leaf[0] == "cell" and bool(leaf[2])
            if not plain and not element:
                if key in self.assigned:
                    read.append(key)
                    key = self.assigned[key]
                elif (values := possible(type_of(leaf))) is not None:
                    around.append((key, values))
            now.append(key)
        first = tuple(early)
        if self.alike.setdefault(mark, first) != first:
            self.alike[mark] = None
        self.around = tuple(around)
        if not read or first in self.assigned:
            return first
        self.reads.update(read)
        return tuple(now)

    def _shape(self, term: Any, inner: Mapping[Term, int], leaves: list[Term]) -> Any:
        """Return the shape of a term: the term with holes for its values and unknowns, which are added to `leaves`.
        `inner` numbers the bound variables, because their names do not matter."""
        if not isinstance(term, tuple):
            return term
        if not term or not isinstance(term[0], str) or term[0] not in KINDS:
            return tuple(self._shape(part, inner, leaves) for part in term)
        kind = term[0]
        if kind == "domain":
            return term
        if kind == "var" and term in inner:
            return ("bound", inner[term], term[2])
        if kind == "opaque":
            return (kind, term[1], tuple(self._shape(part, inner, leaves) for part in term[2]), term[3])
        if kind == "each":
            inner = {**inner, term[2]: 1 + max(inner.values(), default=0)}
        elif kind in ("value", "var", "local") or (kind == "cell" and not (inner and inner.keys() & free(term))):
            leaves.append(term)
            return HOLE
        return (kind, *(self._shape(part, inner, leaves) for part in term[1:]))


def _opposite(found: Any) -> Any:
    return found if found is UNKNOWN or found is BOUNDLESS else not found


def _some(tests: Iterable[Any]) -> Any:
    """Return True if a test is true; otherwise UNKNOWN if a test is unknown; otherwise the first result that is not
    False; otherwise False."""
    pending: Any = False
    for found in tests:
        if found is True:
            return True
        if found is UNKNOWN or pending is False:
            pending = found
    return pending
