"""What a rulebook's figures are in a game that has ended: asked of any engine, in the order of the rulebook.

No player is told any of it, and nothing that goes on in a game asks for it; it is for who counts games.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from ..machine.program import MeasuredFigure
from .interface import ARITHMETIC, Engine, GameFault, State


def measured(engine: Engine, state: State) -> tuple[int | None, ...]:
    """Every value of every figure; None where the game does not count for it.  Raises GameFault, which names the
    figure."""
    found: list[int | None] = []
    for figure in engine.machine.figures:
        for arguments in figure.arguments:
            try:
                found.append(_value(engine, state, figure, arguments))
            except GameFault as fault:
                raise _of_figure(engine, figure, fault) from None
    return tuple(found)


def figure_names(figures: Sequence[MeasuredFigure]) -> tuple[str, ...]:
    """What these values are called, in the same order."""
    return tuple(name for figure in figures for name in figure.names)


def _value(engine: Engine, state: State, figure: MeasuredFigure, arguments: tuple[int, ...]) -> int | None:
    if figure.where is not None and not engine.call(state, figure.where, arguments):
        return None
    value = engine.call(state, figure.function, arguments)
    assert isinstance(value, int)
    return value


def _of_figure(engine: Engine, figure: MeasuredFigure, fault: GameFault) -> GameFault:
    """What has no clause of its own (arithmetic, fuel) is the figure's, and not that of the node where play ended."""
    if fault.index not in (ARITHMETIC, engine.machine.fuel_fault):
        return fault
    return GameFault(evolve(fault.fault, clause=figure.function, place=None), fault.index, fault.state)
