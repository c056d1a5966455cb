"""The editions of chess in python-chess and Fairy-Stockfish: positions, moves and results."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from typing import Any

import chess
import chess.variant
import pytest
from attrs import evolve, frozen

from rulekit.play.game import GameState

BOARDS: dict[str, type[chess.Board]] = {
    "chess/antichess": chess.variant.AntichessBoard,
    "chess/atomic": chess.variant.AtomicBoard,
    "chess/chess960": chess.Board,
    "chess/crazyhouse": chess.variant.CrazyhouseBoard,
    "chess/horde": chess.variant.HordeBoard,
    "chess/king-of-the-hill": chess.variant.KingOfTheHillBoard,
    "chess/racing-kings": chess.variant.RacingKingsBoard,
    "chess/standard": chess.Board,
    "chess/three-check": chess.variant.ThreeCheckBoard,
}
MEN_LEFT = {"chess/standard": 32, "chess/chess960": 32, "chess/three-check": 2, "chess/atomic": 3}
"""The most men with which an edition is drawn because they cannot mate: all, where it draws as python-chess does, or
only the kings. In the other editions python-chess also ends games that nobody can win."""
SEATS = ("black", "white")
"""By the colours of python-chess."""


def placement(state: GameState) -> str:
    """Return the men on the board in Forsyth notation; `~` follows a man that was a pawn, in crazyhouse."""
    house = state.game.name == "chess/crazyhouse"
    promoted = state.value("promoted") if house else ()
    kinds = 5 if state.game.name == "chess/racing-kings" else 6  # without pawns
    board = chess.BaseBoard(None)
    for square in chess.SQUARES:
        if man := state.value("man", square):  # 0 is an empty square
            black, kind = divmod(man - 1, kinds)
            board.set_piece_at(square, chess.Piece(kind + 7 - kinds, not black), square in promoted)
    return board.board_fen(promoted=house)


@frozen
class PythonChess:
    """A position of python-chess."""

    name: str
    now: chess.Board

    @property
    def player(self) -> int:
        return int(not self.now.turn)

    @property
    def board(self) -> str:
        return self.now.board_fen()

    @property
    def moves(self) -> Collection[str]:
        return [self.written(move) for move in self.now.legal_moves]

    def written(self, move: chess.Move) -> str:
        """Return how the rulebooks call a move."""
        here, there = chess.square_name(move.from_square), chess.square_name(move.to_square)
        seat = SEATS[self.now.turn]
        if move.drop:
            return f"drop(m: {seat}_{chess.piece_name(move.drop)}, there: {there})"
        if self.now.is_castling(move):
            king, rook = (f"{column}{here[1]}" for column in ("gf" if self.now.is_kingside_castling(move) else "cd"))
            return f"castle(way: {f'{seat}_{here}_{there}_{king}_{rook}' if self.now.chess960 else here + king})"
        if move.promotion:
            return f"promote(here: {here}, there: {there}, promotion: {chess.piece_name(move.promotion)})"
        return f"advance(here: {here}, there: {there})"

    def make(self, move: str) -> PythonChess:
        made = next(one for one in self.now.legal_moves if self.written(one) == move)
        after = self.now.copy()
        after.push(made)
        return evolve(self, now=after)

    @property
    def payoffs(self) -> Sequence[float] | None:
        board, possible = self.now, any(self.now.legal_moves)
        over = self._ended()
        if not over:
            few = chess.popcount(board.occupied) <= MEN_LEFT.get(self.name, 0)
            bare = few and (board.occupied == board.kings or board.is_insufficient_material())
            if bare or board.is_repetition(3) or (possible and board.halfmove_clock >= 100):
                return [0, 0]
            if possible:
                return None
        if board.is_variant_win() or board.is_variant_loss():
            best = 1 if board.is_variant_win() else -1
        else:
            best = -1 if not over and board.is_check() else 0
        return [best, -best] if board.turn else [-best, best]

    def _ended(self) -> bool:
        """Say whether the rules of the edition end the game. In racing kings, python-chess asks whether Black's king
        could follow to a square that is not threatened; the rulebook and Lichess ask whether it has such a move."""
        board = self.now
        if self.name != "chess/racing-kings" or board.turn or not chess.BB_RANK_8 & board.kings:
            return board.is_variant_end()
        king = board.king(chess.BLACK)
        goals = (move for move in board.legal_moves if move.from_square == king)
        return not any(chess.BB_SQUARES[move.to_square] & chess.BB_RANK_8 for move in goals)


def python_chess(board: type[chess.Board] | None = None) -> Callable[[GameState], PythonChess]:
    """Return the function that starts python-chess from the first position of a game."""

    def start(ours: GameState) -> PythonChess:
        name = ours.game.name
        now = (board or BOARDS[name])(chess960=name == "chess/chess960")
        now.set_board_fen(placement(ours))
        if now.chess960:
            now.set_castling_fen("KQkq")  # with the outermost rooks, wherever they are
        if board is not None:
            now.castling_rights = chess.BB_EMPTY
        return PythonChess(name, now)

    return start


@frozen
class FairyStockfish:
    """A position of Fairy-Stockfish (PyPI `pyffish`) as FEN. Moves that explode the player's own king are left out: the
    source of the rulebook forbids them everywhere."""

    fish: Any
    variant: str
    fen: str

    @property
    def player(self) -> int:
        return int(self.fen.split()[1] == "b")

    @property
    def board(self) -> str:
        return self.fen.split()[0]

    @property
    def moves(self) -> Collection[str]:
        return [one for one in self.fish.legal_moves(self.variant, self.fen, []) if not self._explodes_king(one)]

    def _explodes_king(self, move: str) -> bool:
        king, there = chess.BaseBoard(self.board).king(not self.player), chess.parse_square(move[2:4])
        beside = king is not None and chess.square_distance(king, there) < 2
        return beside and "Kk"[self.player] not in self.make(move).board

    def make(self, move: str) -> FairyStockfish:
        return evolve(self, fen=self.fish.get_fen(self.variant, self.fen, [move]))

    @property
    def payoffs(self) -> Sequence[float] | None:
        ended, value = self.fish.is_immediate_game_end(self.variant, self.fen, [])
        return ([1, -1] if (value > 0) == (self.player == 0) else [-1, 1]) if ended else None


def fairy_stockfish(variant: str) -> Callable[[GameState], FairyStockfish]:
    """Return the function that starts a variant of Fairy-Stockfish."""

    def start(_: GameState) -> FairyStockfish:
        fish = pytest.importorskip("pyffish", reason="pyffish is not installed")
        return FairyStockfish(fish, variant, fish.start_fen(variant))

    return start


def uci(option: str, _: GameState) -> str:
    """Return the label of a move as Fairy-Stockfish writes it."""
    squares, kind = re.findall(r"[a-h][1-8]", option), re.search(r"promotion: (\w+)", option)
    return "".join(squares) + (kind[1].replace("knight", "n")[0] if kind else "")
