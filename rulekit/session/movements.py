"""Finds which pieces moved from where to where, from the changes of places in the order in which they happened.

Rules take a piece out of one place and put it directly into another. So a piece that arrives is the one that left
directly before, if the two can be the same.
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
    """How many of each thing left an element, and how many came to it."""

    at: TableElement
    gone: Counter[Thing] = field(factory=Counter)
    come: Counter[Thing] = field(factory=Counter)


def movements(changes: Iterable[PlaceChange]) -> dict[Way, Counter[Thing]]:
    """Return how many of each thing went each way. A shuffle, which returns what it takes, moves nothing."""
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
    """Yield each thing that left and then arrived, how the arrival has it, and how many; take these from `left`."""
    for there, arrived in sorted(change.come.items(), key=lambda one: one[0][1], reverse=True):  # unseen ones last
        for thing in sorted(left.gone, key=lambda one: one != there):
            is_like = thing[0] is there[0] and UNSEEN in (thing[1], there[1])
            count = min(left.gone[thing], arrived)
            if count > 0 and (thing == there or is_like):
                yield there if thing[1] == UNSEEN else thing, there, count
                left.gone[thing] -= count
                arrived -= count


def _add(ways: dict[Way, Counter[Thing]], way: Way, thing: Thing, count: int) -> None:
    """Add things that went a way. What goes on in the same place, such as over a board, has gone one way."""
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
