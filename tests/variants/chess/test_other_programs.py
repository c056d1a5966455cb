"""Every position of random games has the same men, moves and result in the rulebook and in other programs.

python-chess plays every edition, and the second reading of antichess; Fairy-Stockfish the second reading of atomic
chess.
"""

from __future__ import annotations

import chess.variant
import pytest

from tests.variants.chess.programs import BOARDS, fairy_stockfish, placement, python_chess, uci
from tests.variants.families import EDITIONS
from tests.variants.other_programs import Peer, play_side_by_side

OPTIONS = {"chess/crazyhouse": {"repetition": "whole_game", "long_game": "drops_count"}}
"""The readings of python-chess that are not the first."""
PEERS = (
    *(Peer(name, python_chess(), lambda label, _: label, placement, OPTIONS.get(name, {})) for name in BOARDS),
    Peer(
        "chess/antichess",
        python_chess(chess.variant.SuicideBoard),
        lambda label, _: label,
        placement,
        {"stalemate": "fewer"},
    ),
    Peer("chess/atomic", fairy_stockfish("nocheckatomic"), uci, placement, {"check": "ignored"}),
)

each_peer = pytest.mark.parametrize("peer", PEERS, ids=str)


def test_every_edition_is_compared() -> None:
    assert [*BOARDS] == [name for name in EDITIONS if name.startswith("chess/")]


@each_peer
def test_a_random_game_goes_the_same_way(peer: Peer) -> None:
    play_side_by_side(peer, 1, 6)


@pytest.mark.soak
@each_peer
def test_many_random_games_go_the_same_way(peer: Peer) -> None:
    play_side_by_side(peer, 200, 2)
