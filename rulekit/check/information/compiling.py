"""Terms as code: each is compiled once into closures that work it out under the assignment being tried.

`Code` holds that assignment (`env`) and what was compiled.  A closure gives the value; UNKNOWN where it meets something
that can be split on (`blocked` then says what, and its values); BOUNDLESS where there are too many values to try.  What
was read of the assignment on the way gathers in `reads`.  Work goes from left to right and stops at the first unknown,
so that it comes to the same unknown until that is assigned.  What is tried, and when, is `deciding.py`'s.

How unknowns are told apart is `naming.py`'s.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

from ...model.types import DomainType, NumberType, OptionType
from .naming import (
    BOUNDLESS,
    NONE,
    UNKNOWN,
    UNSET,
    Scope,
    TermClosure,
    UnknownMark,
    UnknownNaming,
    constant_closure,
    free,
)
from .terms import Term, possible, type_of

TRUTHS = (False, True)


class Exhausted(Exception):
    """More work than one question is worth."""


class Code(UnknownNaming):
    """What was compiled; `left` is how much work may still be done."""

    def __init__(self) -> None:
        super().__init__()
        self.left = 0
        self._made: dict[tuple[Any, ...], TermClosure] = {}

    def __len__(self) -> int:
        return len(self._made)

    # ----------------------------------------------------------------------------------------------------- compiling

    def value(self, term: Term, scope: Scope = NONE) -> TermClosure:
        """What the term is."""
        return self._once("value", self._value, term, scope)

    def truth(self, term: Term, scope: Scope = NONE) -> TermClosure:
        """Whether it holds; what is not understood may hold or not."""
        return self._once("truth", self._truth, term, scope)

    def member(self, term: Term, item: int | None, scope: Scope = NONE) -> TermClosure:
        """Whether `item` is in a set."""
        scope = scope and scope & free(term)
        key = ("member", term, scope, item)
        if key not in self._made:
            self._made[key] = self._member(term, item, scope)
        return self._made[key]

    def _once(self, what: str, make: Callable[[Term, Scope], TermClosure], term: Term, scope: Scope) -> TermClosure:
        scope = scope and scope & free(term)
        key = (what, term, scope)
        if key not in self._made:
            self._made[key] = make(term, scope)
        return self._made[key]

    def _value(self, term: Term, scope: Scope) -> TermClosure:
        match term[0]:
            case "value":
                return constant_closure(term[1])
            case "if":
                return self._either(self.truth(term[1], scope), self.value(term[2], scope), self.value(term[3], scope))
            case "each" if term[1] != "set":
                return self._quantified(term, scope)
            case "op":
                return self._operation(term, scope)
            case "var" if term in scope:
                env, own = self.env, self.mark(("bound", term))
                return lambda: env[own]
            case "var" | "cell" | "local" | "opaque":
                values = possible(type_of(term))
                if values is None:
                    return constant_closure(BOUNDLESS)
                named = term[0] in ("var", "local") or (term[0] == "cell" and not term[2])
                return self.plain(self.mark(term), values) if named else self.look_up(self.keys(term, scope), values)
        return constant_closure(BOUNDLESS)

    def _truth(self, term: Term, scope: Scope) -> TermClosure:
        found, asked = self.value(term, scope), self.look_up(self.shaped("holds", term, scope), TRUTHS)

        def truth() -> Any:
            it = found()
            return asked() if it is BOUNDLESS else it if it is UNKNOWN else bool(it)

        return truth

    @staticmethod
    def _either(test: TermClosure, then: TermClosure, other: TermClosure) -> TermClosure:
        def either() -> Any:
            holds = test()
            return UNKNOWN if holds is UNKNOWN else then() if holds else other()

        return either

    # ---------------------------------------------------------------------------------------------------------- sets

    def _member(self, term: Term, item: int | None, scope: Scope) -> TermClosure:
        match term[0]:
            case "set":
                return _any([self._is(self.value(one, scope), item) for one in term[1:]])
            case "union":
                return _any([self.member(one, item, scope) for one in term[1:]])
            case "domain":
                return constant_closure(item is not None and 0 <= item < term[1])
            case "where":
                return _both(self.truth(term[1], scope), self.member(term[2], item, scope))
            case "if":
                then, other = (self.member(term[i], item, scope) for i in (2, 3))
                return self._either(self.truth(term[1], scope), then, other)
            case "op" if term[1] in ("+", "-", "&"):
                left, right = (self.member(part, item, scope) for part in term[2:4])
                if term[1] == "+":
                    return _any([left, right])
                return _both(left, right if term[1] == "&" else _not(right))
            case "each":
                return self._image(term, item, scope)
            case "value":
                return constant_closure(term[1] == item)
        if isinstance(type_of(term), OptionType | DomainType | NumberType):
            return self._is(self.value(term, scope), item)
        return self.look_up(self.shaped(("in", item), term, scope), TRUTHS)

    @staticmethod
    def _is(found: TermClosure, item: int | None) -> TermClosure:
        def same() -> Any:
            it = found()
            return it if it is UNKNOWN or it is BOUNDLESS else it == item

        return same

    def _bound(self, term: Term, scope: Scope) -> tuple[UnknownMark, tuple[Any, ...] | None, Scope]:
        """The key of the variable that a term binds, its values, and the scope inside."""
        return self.mark(("bound", term[2])), possible(type_of(term[2])), scope | {term[2]}

    def _passed(self, own: UnknownMark, cases: list[tuple[Any, TermClosure]], wanted: bool) -> TermClosure:
        """Is it, with one of these in the variable, as wanted?"""
        env = self.env

        def passed() -> Any:
            outer = env.get(own, UNSET)
            answer: Any = not wanted
            for one, test in cases:
                self.left -= 1
                if self.left < 0:
                    raise Exhausted
                env[own] = one
                it = test()
                if it is UNKNOWN or it is BOUNDLESS or it == wanted:
                    answer = it
                    break
            if outer is UNSET:
                del env[own]
            else:
                env[own] = outer
            return answer

        return passed

    def _quantified(self, term: Term, scope: Scope) -> TermClosure:
        _, kind, _, domain, where, body = term
        own, values, inner = self._bound(term, scope)
        if values is None:
            return constant_closure(BOUNDLESS)
        test = self.truth(body, inner)
        if kind == "all":
            test = _not(test)
        test = _both(self.truth(where, inner), test)
        found = self._passed(own, [(one, _both(self.member(domain, one, inner), test)) for one in values], True)
        return _not(found) if kind == "all" else found

    def _image(self, term: Term, item: int | None, scope: Scope) -> TermClosure:
        """Is it among what a set is made of?"""
        _, _, var, domain, where, body = term
        own, values, inner = self._bound(term, scope)
        test = self.truth(where, inner)
        if body == var:
            return self._passed(own, [(item, _both(self.member(domain, item, inner), test))], True)
        if values is None:
            return constant_closure(BOUNDLESS)
        test = _both(test, self._is(self.value(body, inner), item))
        return self._passed(own, [(one, _both(self.member(domain, one, inner), test)) for one in values], True)

    # ----------------------------------------------------------------------------------------------------- operators

    def _operation(self, term: Term, scope: Scope) -> TermClosure:
        name, *parts = term[1:]
        match name:
            case "not":
                return _not(self.truth(parts[0], scope))
            case "and":
                return reduce(_both, [self.truth(part, scope) for part in parts])
            case "or":
                return _not(reduce(_both, [_not(self.truth(part, scope)) for part in parts]))
            case "==":
                return constant_closure(True) if parts[0] == parts[1] else self._equal(parts, scope)
            case "!=" | "not in":  # what is not understood is so, or it is not
                return _not(self.truth(("op", "==" if name == "!=" else "in", *parts), scope))
            case "in":
                return self._within(parts[0], parts[1], scope)
            case "<" | ">" if parts[0] == parts[1]:
                return constant_closure(False)
            case "<" | "<=" | ">" | ">=" | "+" | "-":
                return self._computed(NUMBERS[name], parts, scope)
            case "round":  # a turning domain's neighbour: (x + n) mod size
                size = parts[2]
                return self._computed(lambda x, n: (x + n) % size, parts, scope)
        return constant_closure(BOUNDLESS)

    def _equal(self, parts: list[Term], scope: Scope) -> TermClosure:
        left, right = (self.value(part, scope) for part in parts[:2])

        def equal() -> Any:
            one = left()
            if one is UNKNOWN or one is BOUNDLESS:
                return one
            other = right()
            return other if other is UNKNOWN or other is BOUNDLESS else one == other

        return equal

    def _within(self, item: Term, whole: Term, scope: Scope) -> TermClosure:
        found = self.value(item, scope)
        tests: dict[Any, TermClosure] = {}

        def within() -> Any:
            one = found()
            if one is UNKNOWN or one is BOUNDLESS:
                return one
            test = tests.get(one)
            if test is None:
                test = tests[one] = self.member(whole, one, scope)
            return test()

        return within

    def _computed(self, compute: Callable[[int, int], Any], parts: list[Term], scope: Scope) -> TermClosure:
        """Of two numbers or indexes; none has no order."""
        left, right = (self.value(part, scope) for part in parts[:2])

        def computed() -> Any:
            one = left()
            if one is UNKNOWN or one is BOUNDLESS:
                return one
            other = right()
            if other is UNKNOWN or other is BOUNDLESS:
                return other
            return BOUNDLESS if one is None or other is None else compute(one, other)

        return computed


NUMBERS: dict[str, Callable[[int, int], Any]] = {
    "<": lambda x, y: x < y,
    "<=": lambda x, y: x <= y,
    ">": lambda x, y: x > y,
    ">=": lambda x, y: x >= y,
    "+": lambda x, y: x + y,
    "-": lambda x, y: x - y,
}


def _not(test: TermClosure) -> TermClosure:
    def negated() -> Any:
        it = test()
        return it if it is UNKNOWN or it is BOUNDLESS else not it

    return negated


def _both(first: TermClosure, second: TermClosure) -> TermClosure:
    def both() -> Any:
        it = first()
        return second() if it is True else it

    return both


def _any(tests: list[TermClosure]) -> TermClosure:
    """Is it so for one?  What is unknown of one need not be asked where another holds."""

    def found() -> Any:
        pending: Any = False
        for test in tests:
            it = test()
            if it is True:
                return True
            if it is UNKNOWN or pending is False:
                pending = it
        return pending

    return found
