"""Fresh names: local names that occur nowhere else, `x^7` for an `x`, whatever passes came before."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

from .. import program as m
from ..forms import form_of
from ..traversal import parts_of

Fresh = Callable[[str], str]
"""Gives a new name that begins as another does."""


def fresh_names(greatest: int = 0) -> Fresh:
    """Return names with numbers behind the greatest that was given: one given earlier may stand around a new one."""
    numbers = count(greatest + 1)
    return lambda stem: f"{stem.partition('^')[0]}^{next(numbers)}"


class GreatestNumbers:
    """The greatest number of a fresh name in a machine; what machines share is looked through once."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[object, int]] = {}

    def of(self, machine: m.Machine) -> int:
        parts = (*machine.functions, *machine.routines, *machine.nodes)
        return max(map(self._inside, parts), default=0)

    def _inside(self, part: object) -> int:
        known = self._known.get(id(part))
        if known is None:  # the part is kept, so that its id stays its own
            known = self._known[id(part)] = (part, max(map(_number, _names_in(part)), default=0))
        return known[1]


def _names_in(whole: object) -> Iterator[str]:
    """Yield the names that are bound."""
    for part in parts_of(whole):
        for field in form_of(type(part)).binds:
            yield getattr(part, field) or ""


def _number(name: str) -> int:
    """Return the number of a fresh name; 0 for a name that a rulebook gave."""
    number = name.rpartition("^")[2]
    return int(number) if "^" in name and number.isdecimal() else 0
