"""Digests of random games, to compare engines: this file runs in Python here and in a browser's Python."""

from __future__ import annotations

from hashlib import sha256

from rulekit.page.kept_game import KeptGame
from rulekit.play.game import ConfiguredGame


def digests(kept: bytes, games: int) -> list[str]:
    """Return a digest of each random game of a packed game, computed from all its states and its payoffs."""
    game = KeptGame.unpack(kept).game()
    return [_digest(game, seed) for seed in range(games)]


def _digest(game: ConfiguredGame, seed: int) -> str:
    state, whole = game.start(seed), sha256()
    while True:
        whole.update(repr((state.raw.node, state.raw.packed, state.raw.uses)).encode())
        if state.over:
            whole.update(repr(state.payoffs).encode())
            return whole.hexdigest()
        option, drawn = state.random()
        state = drawn.apply(option)
