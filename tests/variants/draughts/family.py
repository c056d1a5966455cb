"""The editions of draughts: their names, configured games, and positions as text."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.engine.interface import State
from rulekit.play.game import ConfiguredGame
from rulekit.play.perft import MoveWalk, NodeFacts
from tests import shipped

EDITIONS = tuple(name.removeprefix("draughts/") for name in shipped.GAMES if name.startswith("draughts/"))

BEGINNER, OTHER = "wW", "bB"
"""Letters for men and kings of the side that begins, which other programs set up below, and of the other side."""


def game(edition: str, **options: str) -> ConfiguredGame:
    return shipped.game(f"draughts/{edition}", **options)


def side_of(edition: str) -> int:
    return int(game(edition).engine.call(game(edition).engine.start(1), "fact side", ()))


def text_of(edition: str, state: State) -> str:
    """Return a position as other programs write it: who moves, and a letter for each square from the upper left.

    If Black begins, the board is turned round and the colours are exchanged."""
    read, side = game(edition).layout.read, side_of(edition)
    black_begins = read(game(edition).engine.start(1).cells, "active", []) == 1
    squares = [row * side + column for row in reversed(range(side)) for column in range(side)]
    letter = dict.fromkeys(squares, ".")
    for seat in (0, 1):
        for cell, sign in zip(("men", "kings"), OTHER if seat != black_begins else BEGINNER, strict=True):
            letter |= dict.fromkeys(read(state.cells, cell, [seat]), sign)
    active = read(state.cells, "active", [])
    board = "".join(letter[square] for square in (reversed(squares) if black_begins else squares))
    return ("W" if active == black_begins else "B") + board


def followers(edition: str, state: State, **options: str) -> Iterator[State]:
    """Yield the state after each whole move, once for each way."""
    engine = game(edition, **options).engine
    return MoveWalk(engine, False, False, NodeFacts(engine.machine)).results_of_move(state)
