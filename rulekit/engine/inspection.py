"""Evaluates single expressions of a machine in a state, and lists the cells that each reads.

Explanations use it, and so do pictures whose properties (`looks`) depend on the state; it never continues a game. A
value depends only on the cells read to compute it. So a player who sees all these cells may know the value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any, SupportsIndex

from attrs import field, frozen

from ..deep_calls import DEEP
from ..machine import program as m
from .interface import State, Value
from .reference.context import ExecutionContext, MachineIndex, Scope, compile_expression
from .reference.loop_closures import compile_domain
from .reference.statement_closures import call_routine


class TracedCells(list[int]):
    """A list of cells that remembers which positions were read (`read`). Reading a position that was written before
    (`written`) does not count."""

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
        """Return a copy whose cells may change independently. It shares `read`, so reads of the original and of the
        copy are collected in one set."""
        return TracedCells(self, self.read, set(self.written))


@frozen
class Evaluation:
    """The value of an expression, and the positions in the flat list of the cells that were read to compute it."""

    value: Value
    read: frozenset[int]


@frozen(eq=False, slots=False)
class InspectedState:
    """A state to inspect, or the state as it would be after running a routine. Then `base` has the positions of the
    cells that the routine read, and `written` those that it changed: their values no longer come from `state`."""

    index: MachineIndex
    state: State
    cells: Sequence[int] = field(repr=False)
    base: frozenset[int] = frozenset()
    written: frozenset[int] = frozenset()

    @staticmethod
    def of(index: MachineIndex, state: State) -> InspectedState:
        return InspectedState(index, state, state.cells)

    def value(self, expr: m.Expr, scope: Scope) -> Evaluation:
        """Return the value of an expression; raise GameFault if its evaluation faults."""
        context, read = self._context()
        with deep_recursion(context):
            value = compile_expression(self.index, expr)(context, dict(scope))
        return Evaluation(value, self.base | read)

    def over(self, over: m.LoopDomain, scope: Scope) -> tuple[Sequence[int], frozenset[int]]:
        """Return the values of a loop's domain, and the positions of the cells read for them."""
        context, read = self._context()
        with deep_recursion(context):
            values = compile_domain(self.index, over)(context, dict(scope))
        return values, self.base | read

    def after(self, routine: str, args: Sequence[Value]) -> InspectedState:
        """Return the state as it would be after running the routine; this state does not change."""
        context, read = self._context()
        context.cells = self._tracing_cells.copy()
        with deep_recursion(context):
            call_routine(context, self.index.routines[routine], args)
        cells = context.cells
        assert isinstance(cells, TracedCells)
        return InspectedState(self.index, self.state, tuple(cells), self.base | read, frozenset(cells.written))

    def _context(self) -> tuple[ExecutionContext, set[int]]:
        """Return an execution context, and the set in which it collects the positions of the cells that it reads.
        Expressions change no cell, so all contexts share one copy of the cells."""
        read: set[int] = set()
        self._tracing_cells.read = read
        return ExecutionContext(self.index, self._tracing_cells, self.state, None, self.index.machine.fuel), read

    @cached_property
    def _tracing_cells(self) -> TracedCells:
        return TracedCells(self.cells, set(), set(self.written))


@contextmanager
def deep_recursion(context: ExecutionContext) -> Iterator[None]:
    """Allow deep recursion inside a `with` block. A RecursionError becomes the fault of used-up fuel, as in the
    engine."""
    with DEEP:
        try:
            yield
        except RecursionError:
            raise context.fault(context.index.machine.fuel_fault) from None
