"""Random games of yacht go as in OpenSpiel; every throw pays in each category what a plain program says."""

from __future__ import annotations

import pytest

from tests.variants.dice import yacht_of_openspiel as yacht
from tests.variants.other_programs import Peer, play_side_by_side

PEERS = (
    Peer(
        "dice/yacht",
        yacht.start,
        yacht.written,
        yacht.board,
        yacht.OPTIONS,
        follow=yacht.OpenSpielYacht.follow,
    ),
)


@pytest.mark.parametrize("peer", PEERS, ids=str)
def test_random_games_go_the_same_way(peer: Peer) -> None:
    assert play_side_by_side(peer, 2, 1) > 100


@pytest.mark.soak
@pytest.mark.parametrize("peer", PEERS, ids=str)
def test_many_random_games_go_the_same_way(peer: Peer) -> None:
    play_side_by_side(peer, 200, 2)
