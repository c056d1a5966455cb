"""Endings of xiangqi in which positions come back have the result that Fairy-Stockfish gives them.

Its rule about chasing forbids more; these endings have nothing to chase but a general.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path

import pytest

from rulekit.play.loaded_book import load

FEN = "4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1"
LAYER = """variant bare of classics/xiangqi

replace procedure set_up:
  put Man(owner: red, kind: general) on man[d1]
  put Man(owner: red, kind: chariot) on man[a2]
  put Man(owner: black, kind: general) on man[e10]
"""
CHECKED = "a2e2 e10f10 e2f2 f10e10 f2e2 e10f10 e2f2 f10e10 f2e2"
ONE_QUIET = "a2e2 e10f10 e2f2 f10e10 f2g2 e10f10 g2f2 f10e10 f2g2 e10f10 g2f2 f10e10 f2g2"


def written(label: str) -> str:
    """Return a move as Fairy-Stockfish writes it."""
    return "".join(re.findall(r"[a-i]\d+", label))


def compare(folder: Path, games: int, seed: int) -> Counter[tuple[int, ...]]:
    """Return how often random games ended with each result; moves that lead back are likely."""
    fish = pytest.importorskip("pyffish", reason="pyffish is not installed")
    path = folder / "bare.rules"
    path.write_text(LAYER, encoding="utf-8")
    begun, chance, results = load(str(path)).configure().start(), random.Random(seed), Counter[tuple[int, ...]]()
    for at in range(games):
        ours, made, seen = begun, list[str](), set[str]()
        script = (CHECKED, ONE_QUIET, "")[at if at < 2 else 2].split()
        while not ours.over and len(made) < 60:
            moves = {written(label): label for label in ours.labels()}
            assert set(moves) == set(fish.legal_moves("xiangqi", FEN, made)), made
            back = [one for one in sorted(moves) if fish.get_fen("xiangqi", FEN, [*made, one]).split()[0] in seen]
            move = (
                script[len(made)]
                if script
                else chance.choice(back if back and chance.random() < 0.9 else sorted(moves))
            )
            ours, made = ours.apply(moves[move]), [*made, move]
            seen.add(fish.get_fen("xiangqi", FEN, made).split()[0])
            ended, value = fish.is_optional_game_end("xiangqi", FEN, made)
            if fish.legal_moves("xiangqi", FEN, made) or ended:
                assert ended == ours.over, made
                first = value * (1 if len(made) % 2 == 0 else -1)
                assert not ended or ours.payoffs == ((first > 0) - (first < 0), (first < 0) - (first > 0)), made
        results[ours.payoffs if ours.over else ()] += 1
    return results


def test_endings_have_the_same_result(tmp_path: Path) -> None:
    results = compare(tmp_path, 3, 1)
    assert results[-1, 1] and results[0, 0], "a loss by checks, and a draw"


@pytest.mark.soak
def test_many_endings_have_the_same_result(tmp_path: Path) -> None:
    compare(tmp_path, 1000, 2)
