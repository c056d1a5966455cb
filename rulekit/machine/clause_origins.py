"""Clause origins: for each expression of a machine, the clause of the rulebook that it comes from, kept through all
passes.

This is debug information, like the line of each instruction in a compiler. Lowering records origins if a profile is
wanted (`lower.lower_with_origins`). When a pass replaces an expression, the new one gets the origin of the old one
(`note_origins`, `keep_origin`). Origins are kept outside the expressions, so that equal expressions of two clauses stay
equal. Programs that record no origins pay nothing for them. Names and constants have no origin; an expression without
one belongs to the clause of the expression around it.
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
    """A mapping from expressions, by identity, to the ids of their clauses. It keeps the expressions alive, so that an
    identity is never used twice."""

    def __init__(self) -> None:
        self._noted: dict[int, tuple[object, str]] = {}
        self._within: str | None = None

    def note(self, expr: m.Expr, clause: str) -> None:
        """Record the clause of an expression, unless it already has one. The first record counts, because later ones
        come from passes."""
        if type(expr) not in LEAVES:
            self._noted.setdefault(id(expr), (expr, self._within or clause))

    @contextmanager
    def within(self, clause: str) -> Iterator[None]:
        """While the `with` block runs, record this clause for every expression, whatever clause `note` is called with.
        For example, the condition of a rule may be lowered inside a procedure."""
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
        """Record a clause for every expression of the machine without one: the clause of the expression, function,
        routine or node around it. Passes may later move the expression to another place."""
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
        """Record `clause` for all expressions without a clause inside `parts`: expressions, statements, tests, levels
        or tuples of these. The statements after a `Mark`, in the same block, get the clause that the mark names."""
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
    """While the `with` block runs, copy the origin of each expression that a pass replaces to its replacement. This
    covers the functions that map children and calls of `keep_origin`. Only one thread may use it at a time. Expressions
    of other threads are recorded too, but never looked up."""
    global _followed  # noqa: PLW0603 (passes are plain functions; no parameter should carry the origins through them)
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
    """Copy the origin of `old` to `new`, the expression by which a pass replaces it, and return `new`."""
    if _followed is not None and new is not None and old is not None and new is not old:
        _followed.hand_on(new, old)  # type: ignore[arg-type]  # T is an expression or a union with None
    return new


def follows() -> bool:
    return _followed is not None
