"""Every part of a machine, whatever its form: for counting and for finding references."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

_FIELDS: dict[type, tuple[str, ...] | None] = {}


def fields_of(form: type) -> tuple[str, ...] | None:
    """The names of a form's fields; None of what is no attrs class.  Asked of every part, so remembered."""
    if form not in _FIELDS:
        known = attrs.has(form)
        _FIELDS[form] = tuple(f.name for f in attrs.fields(form)) if known else None
    return _FIELDS[form]


def parts_of(part: object) -> Iterator[object]:
    """The attrs values inside `part` and itself, outermost first, in the order of their fields."""
    waiting = [part]
    while waiting:
        part = waiting.pop()
        if isinstance(part, tuple):
            waiting.extend(part[::-1])
            continue
        names = fields_of(type(part))
        if names is not None:
            yield part
            for name in reversed(names):
                inside = getattr(part, name)
                if inside is not None and not isinstance(inside, (str, int)):
                    waiting.append(inside)
