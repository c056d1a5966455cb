"""The programs that rulekit is compared with, each in a file, in the order of the tables."""

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
    """A program that plays games. Both methods raise `samples.Absent` with a reason if it cannot."""

    @property
    def key(self) -> str: ...

    def begin(self) -> tuple[str, float]:
        """Return the program's name with its version, and the wall-clock seconds that loading it took."""

    def player(self, game: Game) -> Player:
        """Return a player of this game, ready to be timed."""


PEERS: tuple[Peer, ...] = (Rulekit(), Loop(), Bots(), Pgx(), *C_PEERS)
