"""The programs that are compared, one to a file, in the order of the tables."""

from __future__ import annotations

from typing import Protocol

from ..games import Game
from ..samples import Player
from .c import C_PEERS
from .openspiel import Bots, Loop
from .pgx_cpu import Pgx
from .rulekit_wasm import Rulekit

__all__ = ["PEERS", "Peer"]


class Peer(Protocol):
    """A program that plays games.  Both methods raise `samples.Absent` with the reason where it cannot."""

    @property
    def key(self) -> str: ...

    def begin(self) -> tuple[str, float]:
        """What it is, with its version; and the wall seconds that loading it took."""

    def player(self, game: Game) -> Player:
        """A player of this game, ready to be timed."""


PEERS: tuple[Peer, ...] = (Rulekit(), Loop(), Bots(), Pgx(), *C_PEERS)
