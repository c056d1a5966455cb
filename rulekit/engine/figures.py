"""Evaluate a rulebook's figures (values measured at the end of a game), and find a broken invariant.

Both functions work with any engine, and go through figures and invariants in the order of the rulebook. No player sees
the results.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from ..machine.program import Invariant, MeasuredFigure
from .interface import ARITHMETIC, Engine, GameFault, State


def figure_values(engine: Engine, state: State) -> tuple[int | None, ...]:
    """Return the values of all figures in this state, in order. A value is None if the figure's condition excludes the
    game. If an evaluation faults, raise a GameFault that names the figure."""
    found: list[int | None] = []
    for figure in engine.machine.figures:
        for arguments in figure.arguments:
            try:
                found.append(_value(engine, state, figure, arguments))
            except GameFault as fault:
                raise _of_figure(engine, figure, fault) from None
    return tuple(found)


def figure_names(figures: Sequence[MeasuredFigure]) -> tuple[str, ...]:
    """Return the names of all values of these figures, in the order of `figure_values`. A figure may have several
    values."""
    return tuple(name for figure in figures for name in figure.names)


def _value(engine: Engine, state: State, figure: MeasuredFigure, arguments: tuple[int, ...]) -> int | None:
    if figure.where is not None and not engine.call(state, figure.where, arguments):
        return None
    value = engine.call(state, figure.function, arguments)
    assert isinstance(value, int)
    return value


def _of_figure(engine: Engine, figure: MeasuredFigure, fault: GameFault) -> GameFault:
    """Return the fault with the figure as its clause if it is a fault of arithmetic or of used-up fuel: such a fault
    names the clause of the last node, although the figure caused it. Return any other fault unchanged."""
    if fault.index not in (ARITHMETIC, engine.machine.fuel_fault):
        return fault
    return GameFault(evolve(fault.fault, clause=figure.function, place=None), fault.index, fault.state)


def find_broken_invariant(engine: Engine, state: State, over: bool) -> Invariant | None:
    """Return the first invariant that this state breaks, or None. Check `finally` invariants only if the game is
    over."""
    for invariant in engine.machine.invariants:
        if invariant.when == "finally" and not over:
            continue
        holds = engine.call(state, invariant.function, ()) != 0
        if holds == (invariant.when == "never"):
            return invariant
    return None
