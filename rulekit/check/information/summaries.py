"""What was found of a clause is kept by the way into it, also while that way is still being walked.

A clause that comes back to itself meets its own way in again.  What it does there is then assumed: at first nothing at
all, and when the walk ends, what it was found to do; it is walked once more with that, until nothing is found that was
not assumed (the least fixed point; what is assumed only grows).  Clauses that lead to one another are walked together:
what rests on a way that is still open passes away when the outermost of them is walked once more, and is kept when that
is steady.  What the ways are: `ways.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, TypeVar

from attrs import define, field, frozen

from .labels import ALL, Label, grown

NOWHERE = 1_000_000
"""Deeper than any way that is open."""
STEADY_AGAIN = 4
"""Walks after which what is still new to what is assumed is taken to be known to nobody."""


@frozen(eq=False)
class ClauseOutcome:
    """What a clause does in the end: who can know what it returns and that it is left, what may be complained of."""

    returned: Label = ALL
    exits: Mapping[str, Label] = field(factory=dict)
    complaints: Mapping[Any, Any] = field(factory=dict)

    def grown(self, more: ClauseOutcome, widen: bool) -> ClauseOutcome:
        """Both, or this one if there is nothing new in the other."""
        exits = {w: grown(self.exits.get(w, ALL), more.exits.get(w, ALL), widen) for w in {**self.exits, **more.exits}}
        returned = grown(self.returned, more.returned, widen)
        new = {mistake: one for mistake, one in more.complaints.items() if mistake not in self.complaints}
        if (returned, exits) == (self.returned, self.exits) and not new:
            return self
        return ClauseOutcome(returned, exits, {**self.complaints, **new})


Kept = TypeVar("Kept")


@define(eq=False)
class SummaryTable:
    """By the ways in; a way that is open is asked for by clauses that come back only, whose summaries are outcomes."""

    kept: dict[Hashable, tuple[Any, int]] = field(factory=dict)  # with the outermost open way that it rests on
    open: dict[Hashable, int] = field(factory=dict)  # how deep each stands in the others
    assumed: dict[Hashable, ClauseOutcome] = field(factory=dict)
    walks: dict[Hashable, int] = field(factory=dict)  # after which more was assumed
    outgrown: set[Hashable] = field(factory=set)  # those of which more was found than was assumed
    passing: list[Hashable] = field(factory=list)  # kept for as long as what they rest on is assumed
    reach: int = NOWHERE  # the outermost open way that was asked for in this walk
    put_off: dict[Hashable, Callable[[], ClauseOutcome]] = field(factory=dict)  # walks that begin behind the outermost

    def outcome(self, way: Hashable, walk: Callable[[], ClauseOutcome], deep: bool) -> ClauseOutcome:
        """What was found of a clause that comes back; where the walk is `deep`, for now what is assumed of it."""
        if deep and self.open and way not in self.kept and way not in self.open:
            self.put_off[way] = walk
            self.reach = 0
            return self.assumed.setdefault(way, ClauseOutcome())
        found = self.summary(way, walk)
        assert isinstance(found, ClauseOutcome)
        return found

    def summary(self, way: Hashable, walk: Callable[[], Kept]) -> Kept | ClauseOutcome:
        """What was found on this way in, or what is assumed of it."""
        if way in self.kept:
            found, reach = self.kept[way]
            self.reach = min(self.reach, reach)
            return found  # type: ignore[no-any-return]
        if way in self.open:
            self.reach = min(self.reach, self.open[way])
            return self.assumed.setdefault(way, ClauseOutcome())
        around, depth, first = self.reach, len(self.open), len(self.passing)
        self.open[way] = depth
        while True:
            self.reach = NOWHERE
            found = walk()
            self._assume(way, found)
            while self.put_off and not depth:
                other = next(iter(self.put_off))
                self.summary(other, self.put_off.pop(other))
            if self.reach != depth or (depth and self.outgrown.isdisjoint((way, *self.passing[first:]))):
                break
            if not self.outgrown:
                break
            self._pass_away(way, first)
        del self.open[way]
        if self.reach < depth:
            self.passing.append(way)
        else:
            self._keep(first)
        self.kept[way] = found, self.reach
        self.reach = min(around, self.reach)
        return found

    def _assume(self, way: Hashable, found: object) -> None:
        """Where it was asked for while it was open, it is assumed to do what it was found to do."""
        before = self.assumed.get(way)
        if before is None or not isinstance(found, ClauseOutcome):
            return
        after = before.grown(found, self.walks.get(way, 0) >= STEADY_AGAIN)
        if after is not before:
            self.assumed[way] = after
            self.walks[way] = self.walks.get(way, 0) + 1
            self.outgrown.add(way)

    def _pass_away(self, way: Hashable, first: int) -> None:
        """What rests on what was assumed is walked once more."""
        for one in self.passing[first:]:
            del self.kept[one]
        self.outgrown -= {way, *self.passing[first:]} if self.open[way] else self.outgrown
        del self.passing[first:]

    def _keep(self, first: int) -> None:
        """What was assumed is so: what rests on it stays."""
        for one in self.passing[first:]:
            self.kept[one] = self.kept[one][0], NOWHERE
        del self.passing[first:]
        self.reach = NOWHERE
