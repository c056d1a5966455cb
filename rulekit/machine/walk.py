"""Every part of a machine, whatever its form: for counting and for finding references.

What a form means is not asked, only which of its fields can hold further forms: said by how they are declared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter
from typing import Any

import attrs

_FIELDS: dict[type, tuple[str, ...] | None] = {}

PLAIN = frozenset({"str", "str | None", "int", "int | None", "bool", "tuple[str, ...]", "tuple[int, ...]"})
"""Declared so, a field holds no form; a field that is declared in another way is looked into."""


def fields_of(form: type) -> tuple[str, ...] | None:
    """The names of a form's fields; None of what is no attrs class.  Asked of every part, so remembered."""
    if form not in _FIELDS:
        known = attrs.has(form)
        _FIELDS[form] = tuple(f.name for f in attrs.fields(form)) if known else None
    return _FIELDS[form]


Inside = Callable[[Any], Iterable[object]]
_INSIDE: dict[type, Inside | None] = {}


def _inside(form: type) -> Inside | None:
    """Gives what stands in those fields of a form that may hold forms, the last field first; None: no attrs class."""
    if not attrs.has(form):
        return None
    names = [f.name for f in attrs.fields(form) if f.type not in PLAIN][::-1]
    if not names:
        return lambda part: ()
    if len(names) == 1:
        name = names[0]
        return lambda part: (getattr(part, name),)
    return attrgetter(*names)


def parts_of(part: object) -> Iterator[object]:
    """The attrs values inside `part` and itself, outermost first, in the order of their fields."""
    waiting = [part]
    while waiting:
        part = waiting.pop()
        form = type(part)
        if form is tuple:
            waiting.extend(part[::-1])  # type: ignore[index]
            continue
        try:
            inside = _INSIDE[form]
        except KeyError:
            inside = _INSIDE[form] = _inside(form)
        if inside is not None:
            yield part
            waiting.extend(inside(part))
