"""The game of OpenSpiel that is yacht."""

from __future__ import annotations

from tests.variants.dice import yacht_of_openspiel as yacht
from tests.variants.other_programs import Peer

PEERS = (
    Peer(
        "dice/yacht",
        yacht.start,
        yacht.written,
        yacht.board,
        yacht.OPTIONS,
        follow=yacht.OpenSpielYacht.follow,
        few=(2, 10_000),
        many=(200, 10_000),
    ),
)
