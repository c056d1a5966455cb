"""Perft from published positions. Each is written as a layer that replaces the set-up."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import chess
import chess.variant
import pytest

from rulekit.engine.interface import Engine
from rulekit.play.loaded_book import load
from rulekit.play.perft import perft
from tests.shipped import every
from tests.variants.chess.programs import BOARDS, SEATS
from tests.variants.chess.published import FAIRY_STOCKFISH, PYTHON_CHESS, WIKI, Position

NO_CASTLING = (chess.variant.AntichessBoard, chess.variant.RacingKingsBoard)
POSITIONS = (*WIKI, *PYTHON_CHESS, *FAIRY_STOCKFISH)
each_position = pytest.mark.parametrize("position", POSITIONS, ids=lambda p: f"{p.edition}-{p.fen.split()[0]}")
in_suite = pytest.mark.parametrize("position", every(3, [p for p in POSITIONS if p.suite]), ids=lambda p: p.edition)


def board_of(position: Position) -> chess.Board:
    """Return a position in which White is to move: the others are mirrored."""
    board = BOARDS[f"chess/{position.edition}"](position.fen, chess960=position.edition == "chess960")
    return board if board.turn else board.mirror()


def statements(board: chess.Board) -> Iterator[str]:
    """Yield the statements that set up a position."""
    for square, piece in board.piece_map().items():
        yield f"put {man(piece)} on man[{chess.square_name(square)}]"
    rights = [
        f"c.king == {chess.square_name(board.king(color) or 0)} and c.rook == {chess.square_name(rook)}"
        for color in chess.COLORS
        for rook in chess.SquareSet(board.castling_rights & (chess.BB_RANK_1 if color else chess.BB_RANK_8))
    ]
    if not isinstance(board, NO_CASTLING):
        yield f"unmoved = {{c in Castling where {' or '.join(rights) or 'no'}}}"
    if isinstance(board, chess.variant.ThreeCheckBoard):
        for color in chess.COLORS:
            yield f"checks[{SEATS[color]}] = {3 - board.remaining_checks[color]}"
    if isinstance(board, chess.variant.CrazyhouseBoard):
        yield f"promoted = {{{', '.join(map(chess.square_name, chess.SquareSet(board.promoted)))}}}"
        for color in chess.COLORS:
            for kind in chess.PIECE_TYPES:
                if count := board.pockets[color].count(kind):
                    yield f"put {count} of {man(chess.Piece(kind, color))} in hand[{SEATS[color]}]"


def man(piece: chess.Piece) -> str:
    return f"Man(owner: {SEATS[piece.color]}, kind: {chess.piece_name(piece.piece_type)})"


def engine(position: Position, folder: Path, kind: str) -> Engine:
    path = folder / "position.rules"
    lines = [f"variant position of chess/{position.edition.replace('-', '_')}", "", "replace procedure set_up:"]
    path.write_text("\n".join([*lines, *(f"  {one}" for one in statements(board_of(position))), ""]), encoding="utf-8")
    return load(str(path)).configure(engine=kind).engine


def assert_counts(position: Position, folder: Path, kind: str, depth: int) -> None:
    found = perft(engine(position, folder, kind), depth)
    assert position.counts.items() >= {n: found[n - 1] for n in position.counts if n <= depth}.items() != set()


@in_suite
def test_counts(position: Position, tmp_path: Path) -> None:
    assert_counts(position, tmp_path, "wasm", position.suite)


@pytest.mark.soak
@each_position
def test_counts_to_the_end(position: Position, tmp_path: Path) -> None:
    assert_counts(position, tmp_path, "wasm", max(position.counts))


@pytest.mark.soak
@each_position
def test_counts_of_the_reference_engine(position: Position, tmp_path: Path) -> None:
    assert_counts(position, tmp_path, "reference", max(2, min(position.counts)))
