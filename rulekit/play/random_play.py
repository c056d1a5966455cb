"""Letting chance have its say, with the outcome told.

The draws are those of the engines, from the same published streams; done here for whoever must know what came: records,
examples, games under watch, exchanges.  A random player's pick is the engine's (`Engine.pick`).
"""

from __future__ import annotations

from collections.abc import Mapping

from ..diagnostics import Diagnostic, RulekitError
from ..engine.cell_layout import streams
from ..engine.interface import CHANCES_IN_A_ROW, Engine, State
from ..engine.random import bounded, stream_key, weighted
from ..machine.program import Chance, Machine


def draw_outcome(engine: Engine, streams_of: Mapping[str, tuple[int, str]], state: State) -> tuple[int, State]:
    """The outcome that the seed gives at this chance, and the state with the draw counted but not yet applied."""
    outcomes = engine.outcomes(state)
    place, stream = streams_of[state.node]
    key = stream_key(state.seed, stream)
    r, used = bounded(key, state.game, state.uses[place], sum(weight for _, weight in outcomes))
    uses = (*state.uses[:place], used, *state.uses[place + 1 :])
    return weighted(outcomes, r), state._replace(uses=uses)


def chance_streams(machine: Machine) -> dict[str, tuple[int, str]]:
    """For each chance: the place of its stream in `State.uses`, and the stream's name."""
    names = streams(machine)
    return {n.id: (names.index(n.stream), n.stream) for n in machine.nodes if isinstance(n, Chance)}


def resolve_chances(engine: Engine, state: State) -> State:
    """The state after every chance that stands open is drawn: a decision or the end.  Chance without end is a fault."""
    nodes = {node.id: node for node in engine.machine.nodes}
    for _ in range(CHANCES_IN_A_ROW):
        if not isinstance(nodes[state.node], Chance):
            return state
        state = engine.chance(state)
    raise endless(nodes[state.node].clause)


def endless(clause: str) -> RulekitError:
    message = f"{clause}: more than {CHANCES_IN_A_ROW} chances follow one another without a decision"
    return RulekitError(Diagnostic("E705", message))
