"""Which invariant does not hold in a state: asked of any engine, in the order of the rulebook.

When that is asked is for who plays: at each decision and at the end, never where chance is still to have its say.
"""

from __future__ import annotations

from ..machine.program import Invariant
from .interface import Engine, State


def broken_invariant(engine: Engine, state: State, over: bool) -> Invariant | None:
    """The first that is broken; `finally` is looked at only when the game is over."""
    for invariant in engine.machine.invariants:
        if invariant.when == "finally" and not over:
            continue
        holds = engine.call(state, invariant.function, ()) != 0
        if holds == (invariant.when == "never"):
            return invariant
    return None
