"""Random games of rulebooks go as in other programs: the same moves in each position, the same board, and the same
result at the end."""

from __future__ import annotations

import pytest

from tests.shipped import spanning
from tests.variants.chess import peers as chess
from tests.variants.classics import peers as classics
from tests.variants.classics import test_dealt_games as dealt
from tests.variants.connection import test_other_programs as connection
from tests.variants.dice import peers as dice
from tests.variants.families import EDITIONS
from tests.variants.go import test_other_programs as go
from tests.variants.mancala import test_other_programs as mancala
from tests.variants.other_programs import Peer, play_side_by_side
from tests.variants.tafl import peers as tafl
from tests.variants.tricks import test_other_programs as tricks

BY_OPENSPIEL = (*classics.PEERS, *connection.PEERS, *dealt.PEERS, *dice.PEERS, *go.PEERS, *tricks.PEERS)
PEERS = (*BY_OPENSPIEL, *chess.PEERS, *mancala.PEERS, *tafl.PEERS)
WHOLLY = ("chess", "connection", "go", "mancala", "tafl", "tricks")
"""Families of which each edition has a peer."""
each_peer = pytest.mark.parametrize("peer", PEERS, ids=str)


def test_every_edition_is_compared() -> None:
    editions = {name for name in EDITIONS if name.split("/")[0] in WHOLLY}
    assert editions - {peer.name for peer in PEERS} == {"tricks/skat"}  # its bidding is another in OpenSpiel


@pytest.mark.parametrize("peer", spanning(PEERS, {peer.name: peer for peer in reversed(PEERS)}.values()), ids=str)
def test_random_games_go_the_same_way(peer: Peer) -> None:
    games, most = peer.few
    assert play_side_by_side(peer, games, 6, most) > 2 * games


@pytest.mark.soak
@each_peer
def test_many_random_games_go_the_same_way(peer: Peer) -> None:
    games, most = peer.many
    assert play_side_by_side(peer, games, 2, most) > 2 * games
