"""Deciding whether a claim follows from premises, whatever the unknown values are.

What speaks against the claim is taken apart into conditions that must all hold, together with the premises that share
an unknown with it, directly or through others.  Then it is looked for a case in which all of them hold, one unknown
after another: a condition is worked out again when the unknown it waits for has got a value, and one that cannot hold
ends the case.  An unknown that had no part in why a case ended is not tried with its other values (conflict-directed
backjumping: Prosser).  If there is no case, the claim follows.

A premise that cannot hold at all shows that play never comes here, and then every claim follows.

A question may cost MOST_STEPS; beyond that, or with more than MOST_OPEN unknowns tried at a time, the claim counts as
not shown.  Nothing here depends on the order in which anything is hashed.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from attrs import evolve, frozen

from .compiling import Code, Exhausted
from .naming import UNKNOWN, Split, TermClosure
from .terms import Term

MOST_STEPS = 5000
"""Conditions worked out, and values put into the variables of quantifiers."""
STEPS_ALONE = 100
"""The same, to find out whether a condition cannot hold at all."""
STEPS_SETTLED = 60
"""The same, to find out whether premises settle a condition: asked at every branch on something hidden."""
MOST_OPEN = 150
"""Unknowns that have a value at one time."""
MOST_KEPT = 100_000
"""So many pieces of code, premises and answers are kept for the next questions."""


@frozen(eq=False)
class RankedCondition:
    """`test` must give `holds`; `rank` is its place among the conditions, `atoms` what is unknown in it.

    `never`: it was found that it cannot hold.
    """

    test: TermClosure
    holds: bool
    rank: int
    atoms: frozenset[Hashable]
    never: bool = False


@frozen(eq=False)
class Waiting:
    """A condition with the unknown that it waits for, and those that this is of, as the `x` of an opaque f(x)."""

    condition: RankedCondition
    split: Split
    around: tuple[Split, ...]

    def on(self, key: Hashable) -> bool:
        return self.split[0] == key or any(one[0] == key for one in self.around)


def valid(claim: Term, premises: tuple[Term, ...]) -> bool:
    """Does the claim hold under every assignment that the premises allow?  `no` may mean that it was not found out."""
    return _DECIDER.valid(claim, premises)


def settled(claim: Term, premises: tuple[Term, ...]) -> bool:
    """Does the claim hold in every state that the premises allow, or in none?  Then it tells nothing hidden."""
    if not premises:
        return False  # few conditions hold by themselves
    return any(_DECIDER.valid(one, premises, STEPS_SETTLED) for one in (claim, ("op", "not", claim)))


class Decider:
    """What was compiled, and what was answered."""

    def __init__(self) -> None:
        self.steps = 0  # that the last question cost
        self._forget()

    def _forget(self) -> None:
        self.code = Code()
        self._conditions: dict[tuple[Term, bool], RankedCondition] = {}
        self._apart: dict[int, tuple[Term, tuple[RankedCondition, ...]]] = {}
        self._answers: dict[tuple[tuple[int, ...], tuple[int, ...], int], bool] = {}

    def valid(self, claim: Term, premises: tuple[Term, ...], steps: int = MOST_STEPS) -> bool:
        if len(self.code) + len(self._apart) + len(self._answers) > MOST_KEPT:
            self._forget()
        known = [condition for premise in premises for condition in self.known(premise)]
        if any(condition.never for condition in known):
            return True
        goals = tuple(dict.fromkeys(self.apart(claim, False)))
        beside = _beside(goals, known)
        key = tuple(c.rank for c in goals), tuple(c.rank for c in beside), steps
        if key not in self._answers:
            self._answers[key] = self._impossible(goals, beside, steps)
        return self._answers[key]

    # ---------------------------------------------------------------------------------------------------- conditions

    def known(self, premise: Term) -> tuple[RankedCondition, ...]:
        """The conditions of a premise; the same premise is met again and again."""
        found = self._apart.get(id(premise))
        if found is None:
            found = self._apart[id(premise)] = premise, tuple(self.apart(premise, True))
        return found[1]

    def apart(self, term: Term, holds: bool) -> Iterable[RankedCondition]:
        """The conditions that must all hold for the term to hold, or not to hold."""
        name = term[1] if term[0] == "op" else None
        if name in ("not", "not in", "!="):
            inner = term[2] if name == "not" else ("op", "in" if name == "not in" else "==", *term[2:])
            yield from self.apart(inner, not holds)
        elif name == ("and" if holds else "or"):
            for part in term[2:]:
                yield from self.apart(part, holds)
        elif name == "in" and not holds and term[2][0] == "value" and term[3][0] in ("set", "union"):
            for part in term[3][1:]:
                inner = ("op", "==", term[2], part) if term[3][0] == "set" else ("op", "in", term[2], part)
                yield from self.apart(inner, False)
        elif term != ("value", holds):
            yield self.condition(term, holds)

    def condition(self, term: Term, holds: bool) -> RankedCondition:
        key = term, holds
        found = self._conditions.get(key)
        if found is None:
            made = RankedCondition(self.code.truth(term), holds, len(self._conditions), frozenset(_atoms(term)))
            found = self._conditions[key] = evolve(made, never=self._impossible((made,), (), STEPS_ALONE))
        return found

    # ------------------------------------------------------------------------------------------------------ searching

    def _impossible(
        self, goals: tuple[RankedCondition, ...], premises: tuple[RankedCondition, ...], steps: int
    ) -> bool:
        """Is there no case in which all of them hold?"""
        self.code.left = steps
        self.code.begin()
        try:
            waiting: list[Waiting] = []
            ended = self._go_on((*goals, *premises), waiting)
            return ended is not None or self._search(waiting, frozenset(c.rank for c in goals), 0) is not None
        except Exhausted:
            return False
        finally:
            self.steps = steps - self.code.left

    def _go_on(self, conditions: Iterable[RankedCondition], waiting: list[Waiting]) -> set[Hashable] | None:
        """Work these out; `waiting` takes those still open.  If one cannot hold: what that rests on."""
        code = self.code
        for condition in conditions:
            code.left -= 1
            if code.left < 0:
                raise Exhausted
            code.reads.clear()
            found = condition.test()
            if found is UNKNOWN:
                waiting.append(Waiting(condition, *code.blocked))
            elif found != condition.holds:
                return set(code.reads)
        return None

    def _search(self, waiting: list[Waiting], goals: frozenset[int], deep: int) -> set[Hashable] | None:
        """Try all that is open.  None: there may be a case; otherwise the unknowns that its not being rests on."""
        if not waiting:
            return None
        if deep > MOST_OPEN:
            raise Exhausted
        key, values = self._chosen(min(waiting, key=lambda w: (w.condition.rank not in goals, len(w.split[1]))))
        due = [one.condition for one in waiting if one.on(key)]
        others = [one for one in waiting if not one.on(key)]
        why: set[Hashable] = set()
        try:
            for one in values:
                self.code.env[key] = one
                rest = list(others)
                ended = self._go_on(due, rest)
                if ended is None:
                    ended = self._search(rest, goals, deep + 1)
                if ended is None or key not in ended:
                    return ended
                why |= ended
        finally:
            del self.code.env[key]
        return why - {key}

    def _chosen(self, waiting: Waiting) -> Split:
        """What to try: where f(x) and f(y) were met, x first, since they may be one."""
        alike = waiting.around and self.code.alike[waiting.split[0][0]] is None
        return waiting.around[0] if alike else waiting.split


def _beside(goals: Iterable[RankedCondition], premises: list[RankedCondition]) -> tuple[RankedCondition, ...]:
    """The premises that share an unknown with the goals, or with a premise that does."""
    reached: set[Hashable] = set().union(*(goal.atoms for goal in goals))
    near: set[RankedCondition] = set()
    grown = True
    while grown:
        grown = False
        for premise in premises:
            if premise not in near and not reached.isdisjoint(premise.atoms):
                near.add(premise)
                reached |= premise.atoms
                grown = True
    return tuple(dict.fromkeys(premise for premise in premises if premise in near))


def _atoms(term: Any) -> Iterable[Hashable]:
    """What is unknown in a term: variables, places and kept values as they were, and what is not understood."""
    if not isinstance(term, tuple) or not term:
        return
    match term[0]:
        case "value" | "domain":
            return
        case "var" | "local":
            yield term
            return
        case "cell":
            yield term[1], term[3]
            yield from _atoms_of(term[2])
            return
        case "opaque":
            yield term[1]
            yield from _atoms_of(term[2])
            return
        case "each":
            yield from (atom for atom in _atoms_of(term[3:]) if atom != term[2])
            return
    yield from _atoms_of(term)


def _atoms_of(parts: Iterable[Any]) -> Iterable[Hashable]:
    for part in parts:
        if isinstance(part, tuple):
            yield from _atoms(part)


_DECIDER = Decider()
