"""Perft of chess from positions known to reveal mistakes. Each is written as a variant that replaces the set-up."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.engine.interface import Engine
from rulekit.play.loaded_book import load
from rulekit.play.perft import perft
from tests.variants.classics.family import game
from tests.variants.classics.published import CHESS_POSITIONS, Position

KINDS = {"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen", "k": "king"}

each_position = pytest.mark.parametrize("position", CHESS_POSITIONS, ids=lambda p: p.name.replace(" ", "_"))


def variant(position: Position) -> str:
    """Return the text of a layer over chess that starts from a position."""
    men = []
    for row, line in zip(range(8, 0, -1), position.board.split("/"), strict=True):
        squares = "".join("." * int(c) if c.isdigit() else c for c in line)
        for column, man in zip("abcdefgh", squares, strict=True):
            if man != ".":
                owner = "white" if man.isupper() else "black"
                men.append(f"  put Man(owner: {owner}, kind: {KINDS[man.lower()]}) on man[{column}{row}]")
    layer = ["variant position of classics/chess", "", "replace procedure set_up:", *men]
    return "\n".join([*layer, "", f"set unmoved = {{{position.castlings}}}", ""])


def engine(position: Position, folder: Path) -> Engine:
    path = folder / "position.rules"
    path.write_text(variant(position), encoding="utf-8")
    return load(str(path)).configure(engine="reference").engine


@each_position
def test_both_engines(position: Position, tmp_path: Path) -> None:
    """The reference engine makes the set-up and one move, and the compiled module of plain chess continues from that
    state."""
    reference, wasm = engine(position, tmp_path), game("chess").engine
    assert perft(reference, 1) == list(position.counts[:1])
    start = wasm.start(1).with_cells(reference.start(1).cells)
    assert perft(wasm, len(position.counts), start={start: 1}) == list(position.counts)


@pytest.mark.soak
@each_position
def test_reference_one_deeper(position: Position, tmp_path: Path) -> None:
    assert perft(engine(position, tmp_path), 2) == list(position.counts[:2])
