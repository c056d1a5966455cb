"""Traversal of a machine: every part of it, whatever its form, for counting and for finding references.

`forms.py` says which fields of a form can hold further forms.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from operator import attrgetter
from typing import Any, TypeVar

import attrs

from .forms import form_of
from .statements import Stmt

InnerParts = Callable[[Any], Iterable[object]]
_INSIDE: dict[type, InnerParts | None] = {}


def _inside(form: type) -> InnerParts | None:
    """Return a function to the fields of a form that may hold forms, the last field first; None if no attrs class."""
    if not attrs.has(form):
        return None
    names = form_of(form).holding[::-1]
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


def statements_of(body: Iterable[Stmt]) -> Iterator[Stmt]:
    """The statements of a body and all inside them, outermost first; expressions are not looked into."""
    for stmt in body:
        yield stmt
        for name in form_of(type(stmt)).blocks:
            yield from statements_of(getattr(stmt, name))


N = TypeVar("N", bound=Hashable)


def reachable(seed: Iterable[N], successors: Callable[[N], AbstractSet[N]]) -> set[N]:
    """All that is reached from the seed, and the seed."""
    found = set(seed)
    waiting = list(found)
    while waiting:
        for one in successors(waiting.pop()) - found:
            found.add(one)
            waiting.append(one)
    return found
