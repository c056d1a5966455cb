"""Summaries: the outcome of walking a clause, for each way into it (`ways.py`).

The walk of a recursive clause comes to the same way again. There it assumes an outcome: at first that the clause does
nothing, later what was found. The walk is repeated until nothing new is found, which is the least fixed point. Mutually
recursive clauses are repeated together: with each repetition of the outermost walk, results that depend on an
unfinished way are dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any

from attrs import define, field, frozen

from .knowledge_state import ShownTerm
from .labels import ALL, Label, grow_label, join_labels
from .terms import Term

NOWHERE = 1_000_000
"""A depth greater than that of any way whose walk is in progress."""
STEADY_AGAIN = 4
"""Walks after which a policy that is new to a label gets no readers, so that repetitions end."""
MOST_WAYS = 12
"""Ways into a recursive clause kept apart; more are joined, and after as many joins, nobody can know new values."""


@frozen(eq=False)
class ClauseOutcome:
    """What a call of a clause does: who can know its result and its exits, its complaints, and what it has shown."""

    returned: Label = ALL
    exits: Mapping[str, Label] = field(factory=dict)
    complaints: Mapping[Any, Any] = field(factory=dict)
    shown: tuple[ShownTerm, ...] = ()

    def grow(self, more: ClauseOutcome, widen: bool) -> ClauseOutcome:
        """Return the join of both outcomes; the same object if the other adds nothing new."""
        exits = {
            w: grow_label(self.exits.get(w, ALL), more.exits.get(w, ALL), widen) for w in {**self.exits, **more.exits}
        }
        returned = grow_label(self.returned, more.returned, widen)
        new = {mistake: one for mistake, one in more.complaints.items() if mistake not in self.complaints}
        if (returned, exits) == (self.returned, self.exits) and not new:
            return self
        return ClauseOutcome(returned, exits, {**self.complaints, **new})


@define(eq=False)
class SummaryTable:
    """The outcomes of walking clauses, by way into the clause (`ways.py`): final ones (`kept`), and assumed ones of
    recursive walks in progress. A way is `open` while it is walked; its depth counts the open ways around it."""

    kept: dict[Hashable, tuple[ClauseOutcome, int]] = field(factory=dict)  # outcome, outermost walk it depends on
    open: dict[Hashable, int] = field(factory=dict)  # depth of each way whose walk is in progress
    assumed: dict[Hashable, ClauseOutcome] = field(factory=dict)
    walks: dict[Hashable, int] = field(factory=dict)  # how often the assumption grew
    outgrown: set[Hashable] = field(factory=set)  # ways whose walk found more than was assumed
    passing: list[Hashable] = field(factory=list)  # ways kept only while the assumptions of unfinished walks hold
    reach: int = NOWHERE  # depth of the outermost unfinished walk that this walk depends on
    put_off: dict[Hashable, Callable[[], ClauseOutcome]] = field(factory=dict)  # walks that wait for the outermost

    def outcome(self, way: Hashable, walk: Callable[[], ClauseOutcome], deep: bool = False) -> ClauseOutcome:
        """Return the outcome of a way, found by `walk` or assumed. With `deep`, the walk is postponed and an outcome
        assumed for now."""
        if way in self.kept:
            found, reach = self.kept[way]
            self.reach = min(self.reach, reach)
            return found
        if way in self.open:
            self.reach = min(self.reach, self.open[way])
            return self.assumed.setdefault(way, ClauseOutcome())
        if deep and self.open:
            self.put_off[way] = walk
            self.reach = 0
            return self.assumed.setdefault(way, ClauseOutcome())
        return self._walk(way, walk)

    def _walk(self, way: Hashable, walk: Callable[[], ClauseOutcome]) -> ClauseOutcome:
        """Walk a clause repeatedly until its outcome no longer changes. Return that outcome."""
        around, depth, first = self.reach, len(self.open), len(self.passing)
        self.open[way] = depth
        while True:
            self.reach = NOWHERE
            found = walk()
            self._assume(way, found)
            while self.put_off and not depth:
                other = next(iter(self.put_off))
                self.outcome(other, self.put_off.pop(other))
            if self.reach != depth or (depth and self.outgrown.isdisjoint((way, *self.passing[first:]))):
                break
            if not self.outgrown:
                break
            self._drop(way, first)
        del self.open[way]
        if self.reach < depth:
            self.passing.append(way)
        else:
            self._keep(first)
        self.kept[way] = found, self.reach
        self.reach = min(around, self.reach)
        return found

    def _assume(self, way: Hashable, found: ClauseOutcome) -> None:
        """Update the assumed outcome of a way, if it was requested while its walk was in progress."""
        before = self.assumed.get(way)
        if before is None:
            return
        after = before.grow(found, self.walks.get(way, 0) >= STEADY_AGAIN)
        if after is not before:
            self.assumed[way] = after
            self.walks[way] = self.walks.get(way, 0) + 1
            self.outgrown.add(way)

    def _drop(self, way: Hashable, first: int) -> None:
        """Drop the results that depend on outdated assumptions, so that they are walked again."""
        for one in self.passing[first:]:
            del self.kept[one]
        self.outgrown -= {way, *self.passing[first:]} if self.open[way] else self.outgrown
        del self.passing[first:]

    def _keep(self, first: int) -> None:
        """Make those results final whose assumptions have been confirmed."""
        for one in self.passing[first:]:
            self.kept[one] = self.kept[one][0], NOWHERE
        del self.passing[first:]
        self.reach = NOWHERE


@define(eq=False)
class JoinedWays:
    """Limits the number of ways into recursive clauses, so that their walks end. Ways are kept `apart` up to MOST_WAYS
    of one shape; further ones are joined (`together`)."""

    constants: dict[str, set[tuple[Term, ...]]] = field(factory=dict)
    apart: dict[Hashable, set[tuple[Label, ...]]] = field(factory=dict)
    together: dict[Hashable, tuple[Label, ...]] = field(factory=dict)
    joins: dict[Hashable, int] = field(factory=dict)

    def tell_constants_apart(self, id_: str, constants: tuple[Term, ...]) -> bool:
        """Return whether calls with these constant arguments get a walk of their own. Beyond MOST_WAYS, calls share a
        walk in which the argument may have any value."""
        known = self.constants.setdefault(id_, set())
        if len(known) < MOST_WAYS:
            known.add(constants)
        return constants in known

    def join(self, shape: Hashable, labels: tuple[Label, ...]) -> tuple[Label, ...]:
        """Return these labels or, beyond MOST_WAYS ways of this shape, their join with the labels of other ways."""
        known = self.apart.setdefault(shape, set())
        if labels in known or len(known) < MOST_WAYS:
            known.add(labels)
            return labels
        before = self.together.get(shape, tuple(join_labels(column) for column in zip(*known, strict=True)))
        widen = self.joins.get(shape, 0) >= MOST_WAYS
        after = tuple(grow_label(old, new, widen) for old, new in zip(before, labels, strict=True))
        if after != before:
            self.joins[shape] = self.joins.get(shape, 0) + 1
        self.together[shape] = after
        return after
