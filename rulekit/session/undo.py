"""How far a session can be taken back: to the last time that somebody learnt something."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from itertools import product

from ..engine.interface import State
from ..engine.log import SHOWN
from ..engine.observe import Hidden, Sight
from ..play.game import GameState
from ..play.game_record import Past
from ..play.game_steps import has_secrets
from ..scene.contents import pieces_of
from ..scene.viewpoint import Viewpoint


def last_decision(state: GameState, agents: Collection[int]) -> Past | None:
    """Return a person's last decision that had more than one answer; None if there is none."""
    past, engine = state.past, state.game.engine
    while past is not None and (
        _is_chance(state, past) or engine.who(_before(past)) in agents or len(engine.options(_before(past))) < 2
    ):
        past = past.before
    return past


def state_before(state: GameState, past: Past) -> GameState:
    """Return the game state before a past decision."""
    return GameState(state.game, _before(past), past.before)


def has_learnt(state: GameState, past: Past) -> bool:
    """Return whether anybody has learnt something since a decision: from a chance outcome, from a `show`, or from
    something that came into view."""
    now = state.past
    secret = has_secrets(state.game.machine)
    if secret:
        state.information_state(0)  # called because it stores in each step what each player saw; that is read below
    while now is not None:
        records = next(iter(now.seen.values()), ((), b""))[0]
        if _is_chance(state, now) or any(record.seen[0] == SHOWN for record in records):
            return True
        if now is past:
            break
        now = now.before
    before = state_before(state, past)
    return secret and any(_in_view(state, p) - _in_view(before, p) for p in range(state.game.players))


def _in_view(state: GameState, player: int) -> Counter[tuple[str, int]]:
    """Return how many pieces of each kind a player sees, and 1 for each value that they see but not everybody does."""
    view, found = Viewpoint(Sight.of(state.game.engine), state.raw, player), Counter[tuple[str, int]]()
    for cell in state.game.machine.cells:
        if cell.role not in ("place", "keep"):
            continue
        for index in product(*map(range, cell.shape[:-1] if cell.heap else cell.shape)):
            seen = view.content(cell.name, index)
            if isinstance(seen, Hidden):
                continue
            if cell.role == "place":
                for kind, count in pieces_of(cell, seen):
                    found[cell.dims[-1] if cell.heap else cell.domain.removesuffix("?"), kind] += count
            elif cell.seen is not None:
                found[f"{cell.name} {index}", 0] += 1
    return found


def _before(past: Past) -> State:
    """Return the engine's state before a past decision."""
    assert past.raw is not None
    return past.raw


def _is_chance(state: GameState, past: Past) -> bool:
    return past.option is None or state.game.resolver.chances(_before(past))
