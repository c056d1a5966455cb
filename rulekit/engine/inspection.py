"""Single expressions of a machine evaluated in a state by the reference engine, with the cells they read.

For those who explain what happens, and for looks that rest on the state: nothing here goes on with a game.  What is
read says who may be told a value: it is a function of the cells read, and of nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any, SupportsIndex

from attrs import field, frozen

from ..machine import program as m
from .interface import State, Value
from .recursion_limit import DEEP
from .reference.closures import compile_expression
from .reference.context import ExecutionContext, MachineIndex, Scope
from .reference.loops import compile_domain
from .reference.statements import call_routine


class TracedCells(list[int]):
    """Cells that remember which of them were read; one that was written here tells nothing but what was read for it."""

    def __init__(self, cells: Iterable[int], read: set[int], written: set[int]) -> None:
        super().__init__(cells)
        self.read, self.written = read, written

    def __getitem__(self, at: SupportsIndex | slice) -> Any:
        self.read |= self._places(at) - self.written
        return super().__getitem__(at)

    def __setitem__(self, at: SupportsIndex | slice, value: Any) -> None:
        self.written |= self._places(at)
        super().__setitem__(at, value)

    def _places(self, at: SupportsIndex | slice) -> set[int]:
        places = range(len(self))[at]
        return {places} if isinstance(places, int) else set(places)

    def copy(self) -> TracedCells:
        """As they are now; what is written to the copy is written to it alone, and reads are remembered together."""
        return TracedCells(self, self.read, set(self.written))


@frozen
class Evaluated:
    """A value, and the flat cells of the state that were read for it."""

    value: Value
    read: frozenset[int]


@frozen(eq=False, slots=False)
class InspectedState:
    """The cells of a state, or as they would be after something: `base` was read to know that it is so, `written` are
    then no longer those of the state."""

    index: MachineIndex
    state: State
    cells: Sequence[int] = field(repr=False)
    base: frozenset[int] = frozenset()
    written: frozenset[int] = frozenset()

    @staticmethod
    def of(index: MachineIndex, state: State) -> InspectedState:
        return InspectedState(index, state, state.cells)

    def value(self, expr: m.Expr, scope: Scope) -> Evaluated:
        """Raises GameFault where it has none."""
        context, read = self._context()
        with deep_recursion(context):
            value = compile_expression(self.index, expr)(context, dict(scope))
        return Evaluated(value, self.base | read)

    def over(self, over: m.LoopDomain, scope: Scope) -> tuple[Sequence[int], frozenset[int]]:
        """What a loop runs over, and what was read to know it."""
        context, read = self._context()
        with deep_recursion(context):
            values = compile_domain(self.index, over)(context, dict(scope))
        return values, self.base | read

    def after(self, routine: str, args: Sequence[Value]) -> InspectedState:
        """As if the routine had run."""
        context, read = self._context()
        context.cells = self._tracing_cells.copy()
        with deep_recursion(context):
            call_routine(context, self.index.routines[routine], args)
        cells = context.cells
        assert isinstance(cells, TracedCells)
        return InspectedState(self.index, self.state, tuple(cells), self.base | read, frozenset(cells.written))

    def _context(self) -> tuple[ExecutionContext, set[int]]:
        """What an expression is worked out with: it changes no cell, so that one copy serves for all."""
        read: set[int] = set()
        self._tracing_cells.read = read
        return ExecutionContext(self.index, self._tracing_cells, self.state, None, self.index.machine.fuel), read

    @cached_property
    def _tracing_cells(self) -> TracedCells:
        return TracedCells(self.cells, set(), set(self.written))


@contextmanager
def deep_recursion(context: ExecutionContext) -> Iterator[None]:
    """Rules that nest deeper than Python bears have used up their fuel, as in the engine."""
    with DEEP:
        try:
            yield
        except RecursionError:
            raise context.fault(context.index.machine.fuel_fault) from None
