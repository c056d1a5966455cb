"""Every part of a machine, whatever its form: for counting and for finding references."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import attrs


def parts_of(part: object) -> Iterator[object]:
    """The attrs values inside `part` and itself, outermost first, in the order of their fields."""
    waiting = [part]
    while waiting:
        part = waiting.pop()
        if isinstance(part, tuple):
            waiting.extend(reversed(part))
        elif attrs.has(type(part)):
            yield part
            fields = attrs.fields(cast("type[attrs.AttrsInstance]", type(part)))
            waiting.extend(getattr(part, one.name) for one in reversed(fields))
