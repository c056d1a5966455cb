"""Random games of hex, Y and Havannah go as in OpenSpiel. Small boards of hex have their published results. The boards
need not be compared, since every move lays a stone on a cell that both name."""

from __future__ import annotations

from rulekit.play.game import GameState
from rulekit.play.perft import perft
from tests import shipped
from tests.variants.classics.whole import best, gather
from tests.variants.other_programs import Peer, openspiel


def same_cell(label: str, state: GameState) -> str:
    """Return the cell that a label names."""
    return label.split(": ")[1].rstrip(")")


def upside_down(label: str, state: GameState) -> str:
    """Return a cell of a hexagon of side 5 whose rows OpenSpiel counts from above."""
    name = same_cell(label, state)
    return f"{name[0]}{10 - int(name[1:])}"


PEERS = (
    Peer("connection/hex", openspiel("hex", board_size=7), same_cell, options={"size": 7}),
    Peer("connection/y", openspiel("y", board_size=7), same_cell, options={"size": 7}),
    Peer("connection/havannah", openspiel("havannah", board_size=5), upside_down, options={"size": 5}),
)


def test_hex_has_a_cell_less_each_time() -> None:
    game = shipped.game("connection/hex", size=5)
    assert perft(game.engine, 4) == [25, 25 * 24, 25 * 24 * 23, 25 * 24 * 23 * 22]


def test_whoever_begins_wins_at_hex() -> None:
    worth, _ = gather(shipped.game("connection/hex", size=3).engine, "stones", lambda end: end, best)
    assert worth == (1, -1)
