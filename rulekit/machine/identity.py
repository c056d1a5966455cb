"""A name for a machine by all that it says: equal machines have equal names, in every process and on every computer.

A pickle will not do, for it tells equal parts that are one object from equal parts that are two; nor does `repr`, which
leaves long tables out.  Whoever keeps things by machine (compiled modules, engines of workers) keeps them by this.
"""

from __future__ import annotations

import hashlib

from attrs import fields, has

from .program import Machine


def identity(machine: Machine) -> str:
    """The SHA-256 of every form and value in order, in hexadecimal.

    Each form tells its class, whose number of fields is known, and each tuple its length; so no two machines are
    written alike.  TypeError where a machine holds what has no fixed written form, such as a set of Python's own.
    """
    told: list[str] = []
    names: dict[type, tuple[str, ...]] = {}
    waiting: list[object] = [machine]
    while waiting:  # not by recursion: rules may be nested deeper than Python is
        part = waiting.pop()
        kind = type(part)
        if kind is tuple:
            assert isinstance(part, tuple)
            told.append(f"({len(part)}")
            waiting.extend(reversed(part))
        elif part is None or kind in (str, int, bool):
            told.append(repr(part))
        else:
            if kind not in names:
                if not has(kind):
                    raise TypeError(f"a machine cannot hold {kind.__name__}")
                names[kind] = tuple(one.name for one in reversed(fields(kind)))
            told.append(kind.__name__)
            waiting.extend([getattr(part, name) for name in names[kind]])
    return hashlib.sha256("\n".join(told).encode()).hexdigest()
