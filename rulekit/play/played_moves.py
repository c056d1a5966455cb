"""Plays moves that a user names, either a number of random moves or labels; and finds the seat of a viewer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ..diagnostics import Diagnostic, RulekitError, did_you_mean
from ..scene import ONLOOKER
from .game import GameState

EVERYBODY: Final = "all"
"""The viewer's name for an onlooker: see only what everybody sees."""


def viewer_of(name: str | None, seats: Sequence[str]) -> int | None:
    """Return the seat of a viewer, given by name. Return None if no name is given: such a viewer sees everything. Raise
    RulekitError for a name without a seat."""
    if name is None:
        return None
    if name == EVERYBODY:
        return ONLOOKER
    if name not in seats:
        message = f"`{name[:40]}` does not play: {', '.join(seats)} do, or `{EVERYBODY}`"
        raise RulekitError(Diagnostic("E803", message, help=did_you_mean(name, seats)))
    return seats.index(name)


def after_moves(state: GameState, moves: str | None) -> tuple[GameState | None, GameState, int]:
    """Play moves and return the position before the last one (None: no move was made), the position after it, and the
    number of moves made. `moves` is a number of random moves, or labels of options separated by `;`."""
    before, made = None, 0
    words = (moves or "").strip()
    at_random = words.isascii() and words.isdecimal() and len(words) < 7
    for after in state.random_moves(int(words)) if at_random else _moves_by_label(state, words):
        if state.begins_move:
            before, made = state, made + 1
        state = after
    return before, state, made


def _moves_by_label(state: GameState, labels: str) -> Iterator[GameState]:
    """Play the options with these labels, separated by `;`, and yield the state after each."""
    for label in filter(None, (part.strip() for part in labels.split(";"))):
        state = state.apply(label)
        yield state
