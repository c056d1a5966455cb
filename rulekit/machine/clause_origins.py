"""Clause origins: which clause of the author's each expression of a machine comes from, through all passes.

Debug information, as a compiler keeps the line of each instruction: lowering notes it where somebody wants a profile
(`lower.lower_with_origins`), and what passes make of an expression takes it over (`following`, `handed_on`).  It stands
beside the expressions and not in them, so that equal expressions of two clauses stay equal, and costs nothing while
nobody follows.  Names and constants have none; an expression without one belongs to what stands around it.
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
    """By identity, so the expressions are kept alive beside what is noted of them."""

    def __init__(self) -> None:
        self._noted: dict[int, tuple[object, str]] = {}
        self._within: str | None = None

    def note(self, expr: m.Expr, clause: str) -> None:
        """Note the clause of an expression; the first that is noted holds, because later passes hand it on."""
        if type(expr) not in LEAVES:
            self._noted.setdefault(id(expr), (expr, self._within or clause))

    @contextmanager
    def within(self, clause: str) -> Iterator[None]:
        """Meanwhile all that is noted is of this clause, wherever it is put: a rule's condition, in a procedure."""
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
        """Notes as well what has none of its own: it is of the clause around it, wherever a pass may bring it."""
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
        """Note statements, tests and the like; a mark says whose clause what follows is, to the end of the block."""
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
    """Meanwhile what becomes of an expression is noted as of the same clause: wherever a form is made anew by child
    mapping, and wherever `handed_on` is called.  One at a time; what other threads make is noted too, and never asked.
    """
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
    """Return what a pass makes of an expression (an expression, or nothing), which is of the same clause."""
    if _followed is not None and new is not None and old is not None and new is not old:
        _followed.hand_on(new, old)  # type: ignore[arg-type]
    return new


def follows() -> bool:
    return _followed is not None
