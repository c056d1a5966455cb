"""Free names: which names an expression leaves free, what each form binds, and names that occur nowhere else."""

from __future__ import annotations

from collections.abc import Iterator

from .. import program as m
from ..traversal import parts_of
from .child_mapping import children

BINDERS: frozenset[type] = frozenset({m.Bind, m.Fold, m.SetBuild, m.Reach, m.Grow})
"""The forms in which a name is bound."""
NONE: frozenset[str] = frozenset()


def scopes(expr: m.Expr) -> list[tuple[m.Expr, frozenset[str]]]:
    """Each expression directly inside, with the names that `expr` binds for it."""
    if type(expr) not in BINDERS:
        return [(x, NONE) for x in children(expr)]
    match expr:
        case m.Bind(name, value, body):
            return [(value, NONE), (body, frozenset({name}))]
        case m.Fold(_, name, over, where, body, otherwise):
            inner = frozenset({name})
            outer = [(x, NONE) for x in (*children(over), *([otherwise] if otherwise is not None else []))]
            return outer + [(x, inner) for x in (where, body) if x is not None]
        case m.SetBuild(_, name, over, where, image):
            inner = frozenset({name})
            return [(x, NONE) for x in children(over)] + [(x, inner) for x in (where, image) if x is not None]
        case m.Reach(_, seed, source, target, over, where):
            near, far = frozenset({source}), frozenset({source, target})
            inside = [(x, near) for x in children(over)]
            return [(seed, NONE), *inside, *([(where, far)] if where is not None else [])]
        case m.Grow(_, name, seed, more):
            return [(seed, NONE), (more, frozenset({name}))]
    raise TypeError(f"{type(expr).__name__} binds no name")


class Names:
    """Free names of expressions, remembered; and names that occur nowhere else."""

    def __init__(self, program: m.Machine | None = None) -> None:
        """Fresh names begin behind those that earlier passes gave: one that they gave may stand around a new one."""
        self._known: dict[int, tuple[m.Expr, frozenset[str]]] = {}
        self._count = 0 if program is None else _greatest(program)

    def free(self, expr: m.Expr) -> frozenset[str]:
        known = self._known.get(id(expr))
        if known is not None:
            return known[1]
        if isinstance(expr, m.Local):
            return frozenset({expr.name})
        if type(expr) in BINDERS:
            found = NONE.union(*[self.free(child) - bound for child, bound in scopes(expr)])
        else:
            found = NONE.union(*map(self.free, children(expr)))
        self._known[id(expr)] = (expr, found)  # the expression is kept, so that its id stays its own
        return found

    def fresh(self, stem: str) -> str:
        self._count += 1
        return f"{stem.partition('^')[0]}^{self._count}"


_LAST: list[tuple[m.Machine, int]] = []
"""The machine that was looked through last: a pass asks for it several times."""


def _greatest(program: m.Machine) -> int:
    """The greatest number of a fresh name in a machine."""
    if not _LAST or _LAST[0][0] is not program:
        _LAST[:] = [(program, max(map(_number, _given(program)), default=0))]
    return _LAST[0][1]


def _given(program: m.Machine) -> Iterator[str]:
    for part in parts_of((program.functions, program.routines, program.nodes)):
        if isinstance(part, m.Reach):
            yield from (part.source, part.target)
        else:
            name = getattr(part, "name", None)
            if name:
                yield name


def _number(name: str) -> int:
    """Of a fresh name; 0 of one that a rulebook gave."""
    number = name.rpartition("^")[2]
    return int(number) if "^" in name and number.isdecimal() else 0
