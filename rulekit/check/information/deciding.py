"""Decides whether a claim follows from premises for every value of the unknowns.

The claim is negated and split into conditions that must all hold. Premises that share an unknown with the claim,
directly or through other premises, are added. The search gives values to one unknown after another, looking for a case
in which all of these hold. A condition is evaluated again when the unknown it waits for has a value; if it fails, the
case ends. An unknown that had no part in the failure is not tried with other values (conflict-directed backjumping:
Prosser). If there is no case, the claim follows.

If the premises contradict each other, the game never reaches this point, and every claim follows.

A question may cost MOST_STEPS. Beyond that, or with more than MOST_OPEN unknowns tried at a time, the claim counts as
not shown. Nothing here depends on the order of hashes.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from attrs import evolve, frozen

from .evaluating import UNKNOWN, Case, Exhausted, Split
from .terms import Term, as_member

MOST_STEPS = 5000
"""Steps for one question: conditions evaluated, and values tried in quantifiers."""
STEPS_ALONE = 100
"""Steps to find out whether a condition can hold at all."""
STEPS_SETTLED = 60
"""Steps to find out whether premises settle a condition; the question comes up at every branch on something hidden."""
MOST_OPEN = 150
"""Unknowns with a value at one time."""
MOST_KEPT = 100_000
"""Cached shapes, premises and answers; when there are more, all are dropped."""


@frozen(eq=False)
class RankedCondition:
    """A condition of the search: `term` must be true or, without `holds`, false. `rank` is its number among the
    conditions; `atoms` are its unknowns. `never` says that it cannot hold."""

    term: Term
    holds: bool
    rank: int
    atoms: frozenset[Hashable]
    never: bool = False


@frozen(eq=False)
class Waiting:
    """A condition that cannot be evaluated yet. `split` is the unknown without a value; `around` are unknowns inside
    that one, such as `x` in an opaque f(x)."""

    condition: RankedCondition
    split: Split
    around: tuple[Split, ...]

    def on(self, key: Hashable) -> bool:
        return self.split[0] == key or any(one[0] == key for one in self.around)


def valid(claim: Term, premises: tuple[Term, ...]) -> bool:
    """Return whether the claim holds in every case that the premises allow. False may also mean that the limit of steps
    was reached."""
    return _DECIDER.valid(claim, premises)


def is_settled(claim: Term, premises: tuple[Term, ...]) -> bool:
    """Return whether the claim holds in all cases that the premises allow, or in none of them. Then it tells nothing
    hidden."""
    if not premises:
        return False  # without premises, few conditions are always or never true, so nothing is tried
    return any(_DECIDER.valid(one, premises, STEPS_SETTLED) for one in (claim, ("op", "not", claim)))


class Decider:
    """Answers whether claims follow from premises. It caches the answers, and the conditions of premises."""

    def __init__(self) -> None:
        self.steps = 0  # the cost of the last question
        self._forget()

    def _forget(self) -> None:
        self.case = Case()
        self._conditions: dict[tuple[Term, bool], RankedCondition] = {}
        self._of_premise: dict[int, tuple[Term, tuple[RankedCondition, ...]]] = {}
        self._answers: dict[tuple[tuple[int, ...], tuple[int, ...], int], bool] = {}

    def valid(self, claim: Term, premises: tuple[Term, ...], steps: int = MOST_STEPS) -> bool:
        if len(self.case) + len(self._of_premise) + len(self._answers) > MOST_KEPT:
            self._forget()
        known = [condition for premise in premises for condition in self.premise_conditions(premise)]
        if any(condition.never for condition in known):
            return True
        goals = tuple(dict.fromkeys(self.conditions(claim, False)))
        beside = _relevant_premises(goals, known)
        key = tuple(c.rank for c in goals), tuple(c.rank for c in beside), steps
        if key not in self._answers:
            self._answers[key] = self._impossible(goals, beside, steps)
        return self._answers[key]

    # -------------------------------------------------------------------------------- conditions of claims and premises

    def premise_conditions(self, premise: Term) -> tuple[RankedCondition, ...]:
        """Return the conditions of a premise, cached, because most premises recur."""
        found = self._of_premise.get(id(premise))
        if found is None:
            found = self._of_premise[id(premise)] = premise, tuple(self.conditions(premise, True))
        return found[1]

    def conditions(self, term: Term, holds: bool) -> Iterable[RankedCondition]:
        """Yield the conditions that must all hold for the term to hold, or not to hold."""
        name = term[1] if term[0] == "op" else None
        if name in ("not", "not in", "!="):
            inner = term[2] if name == "not" else ("op", "in" if name == "not in" else "==", *term[2:])
            yield from self.conditions(inner, not holds)
        elif name == ("and" if holds else "or"):
            for part in term[2:]:
                yield from self.conditions(part, holds)
        elif name == "in" and not holds and term[2][0] == "value" and term[3][0] in ("set", "union"):
            for part in term[3][1:]:
                inner = ("op", "==", term[2], part) if term[3][0] == "set" else ("op", "in", term[2], part)
                yield from self.conditions(inner, False)
        elif name == "in" and (plain := as_member(term[2], term[3])) != term:
            yield from self.conditions(plain, holds)
        elif term != ("value", holds):
            yield self.condition(term, holds)

    def condition(self, term: Term, holds: bool) -> RankedCondition:
        key = term, holds
        found = self._conditions.get(key)
        if found is None:
            made = RankedCondition(term, holds, len(self._conditions), frozenset(_atoms(term)))
            found = self._conditions[key] = evolve(made, never=self._impossible((made,), (), STEPS_ALONE))
        return found

    # -------------------------------------------------------------------------------------------- the search for a case

    def _impossible(
        self, goals: tuple[RankedCondition, ...], premises: tuple[RankedCondition, ...], steps: int
    ) -> bool:
        """Return whether there is no case in which all these conditions hold."""
        self.case.begin(steps)
        try:
            waiting: list[Waiting] = []
            ended = self._evaluate((*goals, *premises), waiting)
            return ended is not None or self._search(waiting, frozenset(c.rank for c in goals), 0) is not None
        except Exhausted:
            return False
        finally:
            self.steps = steps - self.case.left

    def _evaluate(self, conditions: Iterable[RankedCondition], waiting: list[Waiting]) -> set[Hashable] | None:
        """Evaluate conditions, and add those that wait for an unknown to `waiting`. If a condition fails, return the
        unknowns that made it fail; otherwise None."""
        case = self.case
        for condition in conditions:
            case.left -= 1
            if case.left < 0:
                raise Exhausted
            case.reads.clear()
            found = case.truth(condition.term)
            if found is UNKNOWN:
                waiting.append(Waiting(condition, *case.blocked))
            elif found != condition.holds:
                return set(case.reads)
        return None

    def _search(self, waiting: list[Waiting], goals: frozenset[int], deep: int) -> set[Hashable] | None:
        """Search for a case. Return None if there may be one; otherwise the unknowns whose values rule it out."""
        if not waiting:
            return None
        if deep > MOST_OPEN:
            raise Exhausted
        key, values = self._next_split(min(waiting, key=lambda w: (w.condition.rank not in goals, len(w.split[1]))))
        due = [one.condition for one in waiting if one.on(key)]
        others = [one for one in waiting if not one.on(key)]
        why: set[Hashable] = set()
        try:
            for one in values:
                self.case.assigned[key] = one
                rest = list(others)
                ended = self._evaluate(due, rest)
                if ended is None:
                    ended = self._search(rest, goals, deep + 1)
                if ended is None or key not in ended:
                    return ended
                why |= ended
        finally:
            del self.case.assigned[key]
        return why - {key}

    def _next_split(self, waiting: Waiting) -> Split:
        """Return the unknown to try next. Inside f(x), it is x if some f(y) occurs, too, because the two may be
        equal."""
        alike = waiting.around and self.case.alike[waiting.split[0][0]] is None
        return waiting.around[0] if alike else waiting.split


def _relevant_premises(
    goals: Iterable[RankedCondition], premises: list[RankedCondition]
) -> tuple[RankedCondition, ...]:
    """Return the premises that share an unknown with the goals, directly or through other premises."""
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
    """Yield the unknowns of a term: variables, cells with their versions, and opaque terms."""
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
