"""Finds which pieces moved from where to where, from the changes of places in the order in which they happened.

Rules take a piece out of one place and put it directly into another. So a piece that arrives is the one that left in
the change directly before, if the two can be the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from attrs import field, frozen

from ..model.types import Domain

TableElement = tuple[str, tuple[int, ...]]
"""An element of a place or of a kept value: its name and its index. A heap, which counts pieces of several kinds, is
one element."""
Thing = tuple[Domain, int]
"""A kind of piece: its domain, and its number there; the number is UNSEEN if the seat does not see which kind it is."""
UNSEEN = -1
Way = tuple[TableElement | None, TableElement | None]
"""Where a piece came from and where it went; None is out of sight."""


@frozen(eq=False)
class PlaceChange:
    """A change of an element of a place: how many of each thing left it, and how many came to it."""

    at: TableElement
    gone: Counter[Thing] = field(factory=Counter)
    come: Counter[Thing] = field(factory=Counter)


def movements(changes: Iterable[PlaceChange]) -> dict[Way, Counter[Thing]]:
    """Return how many of each thing moved from one element to another. Things that a shuffle takes and returns are not
    counted."""
    ways: dict[Way, Counter[Thing]] = {}
    left = None
    for change in changes:
        rest = Counter(change.come)
        if left is not None:
            for thing, there, count in _pairs(left, change):
                _add(ways, (left.at, change.at), thing, count)
                rest[there] -= count
            _add_rest(ways, (left.at, None), left.gone)
        _add_rest(ways, (None, change.at), rest)
        left = PlaceChange(change.at, Counter(change.gone))
    if left is not None:
        _add_rest(ways, (left.at, None), left.gone)
    return {way: things for way, found in ways.items() if way[0] != way[1] and (things := +found)}


def _pairs(left: PlaceChange, change: PlaceChange) -> Iterable[tuple[Thing, Thing, int]]:
    """Yield each thing that left and then arrived, the same thing as it is seen on arrival, and how many of it. Remove
    these from `left`."""
    # things whose kind is not seen come last
    for there, arrived in sorted(change.come.items(), key=lambda one: one[0][1], reverse=True):
        for thing in sorted(left.gone, key=lambda one: one != there):
            is_like = thing[0] is there[0] and UNSEEN in (thing[1], there[1])
            count = min(left.gone[thing], arrived)
            if count > 0 and (thing == there or is_like):
                yield there if thing[1] == UNSEEN else thing, there, count
                left.gone[thing] -= count
                arrived -= count


def _add(ways: dict[Way, Counter[Thing]], way: Way, thing: Thing, count: int) -> None:
    """Add things that moved from one element to another. If they arrived there by another move within the same place,
    as on a board, both moves become one."""
    source, target = way
    for start, end in list(ways):
        if thing[1] == UNSEEN or start is None or end != source or start == target or source is None or target is None:
            continue
        if start[0] == source[0] == target[0] and (on := min(count, ways[start, end][thing])) > 0:
            ways[start, end][thing] -= on
            ways.setdefault((start, target), Counter())[thing] += on
            count -= on
    ways.setdefault(way, Counter())[thing] += count


def _add_rest(ways: dict[Way, Counter[Thing]], way: Way, things: Counter[Thing]) -> None:
    for thing, count in (+things).items():
        ways.setdefault(way, Counter())[thing] += count
