"""Clause origins: which clause of the rulebook each expression of a machine comes from, through all passes.

This is debug information, like the line of each instruction in a compiler. Lowering notes origins if a profile is
wanted (`lower.lower_with_origins`). What a pass makes of an expression inherits its origin (`note_origins`,
`keep_origin`). Origins are kept outside the expressions, so that equal expressions of two clauses stay equal. They cost
nothing while nobody notes them. Names and constants have no origin; an expression without one belongs to the clause of
the expression around it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from threading import RLock
from typing import Any, TypeVar, cast

import attrs

from . import program as m
from .form_table import CHANGED, EXPRESSIONS, LEAVES, ExprChange, child_expressions, form_of

T = TypeVar("T")


class ClauseOrigins:
    """Maps expressions, by identity, to the ids of their clauses. It keeps the expressions alive, so that identities
    stay unique."""

    def __init__(self) -> None:
        self._noted: dict[int, tuple[object, str]] = {}
        self._within: str | None = None

    def note(self, expr: m.Expr, clause: str) -> None:
        """Note the clause of an expression, unless one is noted already: later notes come from passes."""
        if type(expr) not in LEAVES:
            self._noted.setdefault(id(expr), (expr, self._within or clause))

    @contextmanager
    def within(self, clause: str) -> Iterator[None]:
        """Within the `with` block, attribute all expressions to this clause, even if they are written into another one.
        For example, the condition of a rule may be inserted into a procedure."""
        before, self._within = self._within, clause
        yield
        self._within = before

    def of(self, expr: object) -> str | None:
        found = self._noted.get(id(expr))
        return found[1] if found is not None else None

    def hand_on(self, new: m.Expr, old: m.Expr) -> None:
        clause = self.of(old)
        if clause is not None:
            self.note(new, clause)

    def complete(self, machine: m.Machine) -> None:
        """Note the enclosing clause for every expression that has no clause yet, since a pass may move it."""
        for function in machine.functions:
            self._inside(function.body, function.clause)
        for routine in machine.routines:
            self._among(routine.body, routine.clause)
        for node in machine.nodes:
            if isinstance(node, m.StepNode):
                self._among((*node.body, node.next), node.clause)
            elif isinstance(node, m.Decision):
                for alternative in node.alternatives:
                    self._among((alternative.tests, alternative.levels), alternative.clause)
            elif isinstance(node, m.Chance):
                self._inside(node.weight, node.clause)

    def _among(self, parts: Iterable[object], clause: str) -> None:
        """Note the clause of all expressions inside statements, tests, levels or tuples of them. After a `Mark`
        statement, the rest of its block belongs to the clause that the mark names."""
        for part in parts:
            if type(part) in EXPRESSIONS:
                self._inside(cast(m.Expr, part), clause)
            elif isinstance(part, tuple):
                self._among(part, clause)
            elif isinstance(part, m.Mark):
                clause = part.clause
            elif attrs.has(type(part)):
                self._among([getattr(part, name) for name in form_of(type(part)).holding], clause)

    def _inside(self, expr: m.Expr, clause: str) -> None:
        waiting = [(expr, clause)]
        while waiting:
            expr, clause = waiting.pop()
            own = self.of(expr)
            if own is None:
                self.note(expr, own := clause)
            waiting.extend((child, own) for child in child_expressions(expr))


_lock = RLock()
_followed: ClauseOrigins | None = None


@contextmanager
def note_origins(origins: ClauseOrigins) -> Iterator[None]:
    """Within the `with` block, give new expressions the origins of those that they replace. This covers child mapping
    and calls of `keep_origin`. Only one thread may use it at a time; expressions of other threads are noted too, but
    never looked up."""
    global _followed  # noqa: PLW0603 (passes are functions, and are not to know of it)
    with _lock:
        before, kept = _followed, dict(CHANGED)
        _followed = origins
        CHANGED.update({form: _follow_change(change, origins, form in EXPRESSIONS) for form, change in kept.items()})
        try:
            yield
        finally:
            CHANGED.update(kept)
            _followed = before


def _follow_change(
    change: Callable[[Any, ExprChange], Any], origins: ClauseOrigins, noted: bool
) -> Callable[[Any, ExprChange], Any]:
    def change_and_note(form: Any, inside: ExprChange) -> Any:
        def follow(child: m.Expr) -> m.Expr:
            new = inside(child)
            if new is not child:
                origins.hand_on(new, child)
            return new

        new = change(form, follow)
        if noted and new is not form:
            origins.hand_on(new, form)
        return new

    return change_and_note


def keep_origin(new: T, old: m.Expr | None) -> T:
    """Return `new`, the replacement of `old` by a pass, after noting that it comes from the same clause."""
    if _followed is not None and new is not None and old is not None and new is not old:
        _followed.hand_on(new, old)  # type: ignore[arg-type]
    return new


def follows() -> bool:
    return _followed is not None
