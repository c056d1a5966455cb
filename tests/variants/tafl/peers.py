"""The programs that play editions of tafl: a plain one, with each reading, and hnefatafl 0.1.1 (PyPI) with Fetlar."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from copy import deepcopy
from typing import Any

import pytest
from attrs import frozen

from rulekit.play.game import GameState
from tests.variants.other_programs import Peer, Position
from tests.variants.tafl.plain_program import BRANDUBH, FETLAR, TABLUT, Rules, start

SIDE = {"tafl/brandubh": 7, "tafl/tablut": 9, "tafl/fetlar": 11}
FEW, MANY = (2, 60), (20, 200)
"""Games and positions: the plain program is slow."""
AT_HOME, ALWAYS_TWO, ALWAYS_FOUR = (4, 4, 2), (2, 2, 2), (4, 4, 4)


def square(name: str, side: int) -> tuple[int, int]:
    """Return the row from the top and the column of a square, from 0."""
    return side - int(name[1:]), ord(name[0]) - ord("a")


def squares(label: str, state: GameState) -> str:
    side = SIDE[state.game.name]
    here, there = (square(part.split(": ")[1], side) for part in label.rstrip(")").split(", "))
    return f"{here} {there}"


def rows(state: GameState) -> tuple[str, ...]:
    side = SIDE[state.game.name]
    signs = dict.fromkeys(range(side * side), ".")
    signs |= dict.fromkeys(state.value("men", 0), "a") | dict.fromkeys(state.value("men", 1), "d")
    signs[state.value("king")] = "K"
    return tuple("".join(signs[row * side + column] for column in range(side)) for row in reversed(range(side)))


def plain(name: str, board: tuple[str, ...], rules: Rules, **options: str) -> Peer:
    return Peer(name, lambda _: start(board, rules), squares, rows, options, few=FEW, many=MANY)


@frozen
class Hnefatafl:
    """A position of hnefatafl, which knows neither repetitions nor a game without end.

    Since it also finds the king taken if he walks between attackers himself, only their moves end the game there."""

    state: Any

    @property
    def payoffs(self) -> Sequence[float] | None:
        state = deepcopy(self.state)
        moved = self.player == 1
        if state.check_surrounded():
            return [1, -1]
        if not state.check_game_over() or (state.game_over_cause == -1 and not moved):
            return None
        return [-state.game_over_cause, state.game_over_cause]

    @property
    def player(self) -> int:
        return 0 if self.state.turn == -1 else 1

    @property
    def board(self) -> tuple[str, ...]:
        return tuple("".join(".adK"[piece] for piece in row) for row in self.state.pieces)

    @property
    def moves(self) -> Collection[str]:
        found = self.state.get_all_valid_moves()
        return [f"{tuple(map(int, move['from']))} {tuple(map(int, move['to']))}" for move in found]

    def make(self, move: str) -> Position:
        numbers = [int(word.strip("(),")) for word in move.split()]
        after = deepcopy(self.state)
        after.move_piece((numbers[0], numbers[1]), (numbers[2], numbers[3]))
        return Hnefatafl(after)


def start_hnefatafl(_: GameState) -> Hnefatafl:
    tafl_board = pytest.importorskip("hnefatafl.tafl_board", reason="hnefatafl is not installed")
    board = tafl_board.TaflBoard()
    board.max_game_length = 10_000
    return Hnefatafl(board)


PEERS = (
    plain("tafl/brandubh", BRANDUBH, Rules(True, AT_HOME)),
    plain("tafl/brandubh", BRANDUBH, Rules(True, ALWAYS_TWO, False, True), king_strength="like_others",
          back_home="freely", throne_takes="harmless"),
    plain("tafl/brandubh", BRANDUBH, Rules(True, ALWAYS_FOUR), king_strength="four"),
    plain("tafl/tablut", TABLUT, Rules(False, AT_HOME, False, passes_throne=False)),
    plain("tafl/tablut", TABLUT, Rules(False, AT_HOME, False), over_throne="open_to_all"),
    plain("tafl/tablut", TABLUT, Rules(False, ALWAYS_FOUR, True, True, False, False, attackers_begin=False),
          king_strength="four", throne_takes="takes", back_home="freely", arms="unarmed", opening_side="swedes"),
    plain("tafl/fetlar", FETLAR, Rules(True, ALWAYS_FOUR, comes_back=True, shuts_in=True)),
    Peer("tafl/fetlar", start_hnefatafl, squares, rows, few=FEW, many=MANY),
)  # fmt: skip
