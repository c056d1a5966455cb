"""Finds what has moved between states, and makes marks for it. It compares the names of the things at each key of a
picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise, starmap
from typing import Literal

from attrs import frozen

MarkKind = Literal["from", "to", "ring", "arrow", "slot", "gain", "seat", "outline"]
MOST_ARROWS = 3
"""The greatest number of arrows; more would cross, and marks at their ends are clearer."""


@frozen
class PictureMark:
    """A mark on the part of a picture with this key.

    - `from`: something left; `to`: something arrived; `ring`: a highlight
    - `arrow`: something went from `key` to `there`, as arrow number `number`, from where the thing named `thing` lies
    - `slot`: room for `number` things that come from `there`, with the `thing` of this name faintly in it
    - `gain`: a value that its player has for a time; `seat`: the place lies before the player `there`
    - `outline`: the part of a tile on which this table row lies
    """

    kind: MarkKind
    key: str
    there: str = ""
    number: int = 0
    thing: str = ""


ThingsByKey = Mapping[str, Counter[str]]
"""A mapping from the keys of sites and places to the names of the things there, with their counts."""


def movement_marks(before: ThingsByKey, after: ThingsByKey) -> tuple[PictureMark, ...]:
    """Return the marks for what changed between two states.

    A name that left exactly one place and arrived at exactly one other gets an arrow, unless there would be more than
    MOST_ARROWS."""
    left, come = _changes(before, after)
    marks = [PictureMark("from", key) for key in left if key not in come] + [PictureMark("to", key) for key in come]
    ways = movement_ways((before, after))
    return (*marks, *(PictureMark("arrow", way.key, way.there) for way in ways if len(ways) <= MOST_ARROWS))


def _changes(before: ThingsByKey, after: ThingsByKey) -> tuple[ThingsByKey, ThingsByKey]:
    """Return two mappings from keys to names: the things that left each place, and the things that arrived there."""
    left = {key: gone for key, things in before.items() if (gone := things - after.get(key, Counter()))}
    come = {key: new for key, things in after.items() if (new := things - before.get(key, Counter()))}
    return left, come


@frozen
class Movement:
    """The movement of a thing from `key` to `there`. It left after state number `left` and arrived after state number
    `arrived`. `thing` is its name; "" for things drawn from a hidden pile. `count` is the number of things that go
    together. `unseen` is True if they lie face down where they arrive."""

    key: str
    there: str
    left: int
    arrived: int
    thing: str = ""
    count: int = 1
    unseen: bool = False


def movement_ways(steps: Sequence[ThingsByKey], hidden: frozenset[str] = frozenset()) -> list[Movement]:
    """Return all movements through these states, in order of departure. A movement is recognised if its name left
    exactly one place and arrived at exactly one other.

    `hidden` are the names of pieces that lie face down. A thing may get such a name or lose it on its way; then as many
    things must have left one place as arrived at one other."""
    out: dict[str, tuple[int, str]] = {}
    ways: dict[tuple[str, str], Movement] = {}
    for step, (left, come) in enumerate(starmap(_changes, pairwise(steps))):
        unseen = _drawn_way(left, come, hidden, step) or _face_down_way(left, come, hidden, step)
        ways.update(unseen)
        laid = {way.thing for way in unseen.values()}
        for thing in dict.fromkeys(name for things in left.values() for name in things):
            sources = [key for key, things in left.items() if thing in things]
            out.pop(thing, None)
            if len(sources) == 1 and thing not in laid:
                out[thing] = step, sources[0]
        for thing in dict.fromkeys(name for things in come.values() for name in things):
            targets = [key for key, things in come.items() if thing in things]
            began = out.pop(thing, None)
            if began and targets != [began[1]] and len(targets) == 1:
                ways.setdefault((began[1], targets[0]), Movement(began[1], targets[0], began[0], step, thing))
    return sorted(ways.values(), key=lambda move: move.left)


def _drawn_way(
    left: ThingsByKey, come: ThingsByKey, hidden: frozenset[str], step: int
) -> dict[tuple[str, str], Movement]:
    """Return the movement of things from a hidden pile, such as drawn cards, as a mapping from its ends. It is empty if
    there is none."""
    gone = {key: things.total() for key, things in left.items() if hidden.issuperset(things)}
    new = {key: (things - sum(left.values(), Counter())).total() for key, things in come.items()}
    new = {key: count for key, count in new.items() if count}
    if len(gone) == len(new) == 1 and list(gone.values()) == list(new.values()) and gone.keys() != new.keys():
        ((key, there),) = zip(gone, new, strict=True)
        return {(key, there): Movement(key, there, step, step, count=gone[key], unseen=True)}
    return {}


def _face_down_way(
    left: ThingsByKey, come: ThingsByKey, hidden: frozenset[str], step: int
) -> dict[tuple[str, str], Movement]:
    """Return the movement of things that are laid face down, as a mapping from its ends. It is empty if there is
    none."""
    if len(left) == len(come) == 1:
        ((key, gone),) = left.items()
        ((there, new),) = come.items()
        if len(gone) == 1 and hidden.issuperset(new) and gone.total() == new.total() and key != there:
            return {(key, there): Movement(key, there, step, step, next(iter(gone)), gone.total(), unseen=True)}
    return {}
