"""The games of OpenSpiel that are classics without chance. Most boards need not be compared, since every
move of these games lays something on a site that both name."""

from __future__ import annotations

import re

from rulekit.play.game import GameState
from tests.variants.other_programs import Peer, openspiel


def site(label: str) -> str:
    """Return the site that a label names."""
    return label.split(": ")[1].rstrip(")")


def laid_or_passed(label: str, state: GameState) -> str:
    return "pass" if label.startswith("sit_out") else site(label)


def column(label: str, state: GameState) -> str:
    """Return a column of connect four as OpenSpiel writes it: the player's sign, and a number from 0."""
    return f"{'xo'[state.player]}{int(site(label)) - 1}"


def discs(state: GameState) -> str:
    black, white = (state.value("discs", player) for player in (0, 1))
    return "".join("x" if at in black else "o" if at in white else "-" for at in range(64))


def othello_board(text: str) -> str:
    return "".join(re.findall(r"[-xo]", "".join(line[2:-2] for line in text.splitlines() if line[0].isdigit())))


SHARED = {"supply": "shared"}
DIAGONAL = ("lay(square: d5)", "lay(square: d4)", "lay(square: e4)", "lay(square: e5)")
PEERS = (
    Peer("classics/othello", openspiel("othello", othello_board), laid_or_passed, discs),
    Peer(
        "classics/reversi", openspiel("othello", othello_board), laid_or_passed, discs, {"supply": "shared"}, DIAGONAL
    ),
    Peer("classics/connect-four", openspiel("connect_four"), column),
)
