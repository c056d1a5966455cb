"""The programs that play editions of chess: python-chess plays every edition, and the second reading of antichess;
Fairy-Stockfish the second reading of atomic chess.
"""

from __future__ import annotations

import chess.variant

from rulekit.play.game import GameState
from tests.variants.chess.programs import BOARDS, fairy_stockfish, placement, python_chess, uci
from tests.variants.other_programs import Peer


def same_words(label: str, _: GameState) -> str:
    return label


OPTIONS = {"chess/crazyhouse": {"repetition": "whole_game", "long_game": "drops_count"}}
"""The readings of python-chess that are not the first."""
GAMES: dict[str, tuple[int, int]] = {"few": (1, 10_000), "many": (200, 10_000)}
PEERS = (
    *(Peer(name, python_chess(), same_words, placement, OPTIONS.get(name, {}), **GAMES) for name in BOARDS),
    Peer(
        "chess/antichess",
        python_chess(chess.variant.SuicideBoard),
        same_words,
        placement,
        {"stalemate": "fewer"},
        **GAMES,
    ),
    Peer("chess/atomic", fairy_stockfish("nocheckatomic"), uci, placement, {"check": "ignored"}, **GAMES),
)
