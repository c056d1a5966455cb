"""Endings of xiangqi and shogi in which positions come back have the result that Fairy-Stockfish gives them.

Its rule about chasing in xiangqi forbids more; these endings have nothing to chase but a general.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path

import pytest
from attrs import frozen

from rulekit.play.loaded_book import load


@frozen
class Ending:
    """A position of few men, and the lines of play that begin the comparison."""

    book: str
    fen: str
    men: tuple[str, ...]
    lines: tuple[str, ...] = ()

    def write(self, folder: Path) -> str:
        """Write the rulebook whose game starts with this position, and return its path."""
        puts = "\n".join(f"  put Man(owner: {owner}, kind: {kind}) on man[{at}]" for owner, kind, at in self.placed())
        path = folder / "bare.rules"
        path.write_text(f"variant bare of {self.book}\n\nreplace procedure set_up:\n{puts}\n", encoding="utf-8")
        return str(path)

    def placed(self) -> list[list[str]]:
        return [man.split() for man in self.men]


CHASED_KING = "e2f2 f9e9 f2e2 e9f9 "
MUTUAL = "c7d9 d7c9 d9c7 c9d7 "
ENDINGS = {
    "chariot": Ending(
        "classics/xiangqi",
        "4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1",
        ("red general d1", "red chariot a2", "black general e10"),
        (
            "a2e2 e10f10 e2f2 f10e10 f2e2 e10f10 e2f2 f10e10 f2e2",
            "a2e2 e10f10 e2f2 f10e10 f2g2 e10f10 g2f2 f10e10 f2g2 e10f10 g2f2 f10e10 f2g2",
        ),
    ),
    "cannons": Ending(
        "classics/xiangqi",
        "3c5/C3k4/9/2Nn5/9/9/9/9/9/3K5 w - - 0 1",
        ("red general d1", "red cannon a9", "red horse c7", "black general e9", "black cannon d10", "black horse d7"),
        (MUTUAL * 2,),
    ),
    "rook": Ending(
        "classics/shogi",
        "5k3/9/9/9/9/9/9/4R4/K8[-] w 0 1",
        ("black king a1", "black rook e2", "white king f9"),
        (CHASED_KING * 3, "a1b1 f9g9 " + "e2f2 g9g8 f2e2 g8g9 " * 3),
    ),
}
LOSSES = {"chariot": (-1, 1), "rook": (-1, 1)}
"""Who loses by checks where one side alone can give them."""


def written(label: str) -> str:
    """Return a move as Fairy-Stockfish writes it."""
    squares = "".join(re.findall(r"\b[a-i]\d+", label))
    dropped = re.match(r"drop\(m: [a-z]+_([a-z])", label)
    return f"{dropped[1].upper()}@{squares}" if dropped else squares + "+" * label.startswith("promote")


def compare(folder: Path, name: str, games: int, seed: int) -> Counter[tuple[int, ...]]:
    """Return how often random games ended with each result; moves that lead back are likely."""
    fish = pytest.importorskip("pyffish", reason="pyffish is not installed")
    ending = ENDINGS[name]
    start = (ending.book.split("/")[1], ending.fen)
    begun, chance = load(ending.write(folder)).configure().start(), random.Random(seed)
    results = Counter[tuple[int, ...]]()
    for at in range(games):
        ours, made, seen = begun, list[str](), set[str]()
        script = ending.lines[at].split() if at < len(ending.lines) else []
        while not ours.over and len(made) < 60:
            moves = {written(label): label for label in ours.labels()}
            assert set(moves) == set(fish.legal_moves(*start, made)), made
            back = [one for one in sorted(moves) if fish.get_fen(*start, [*made, one]).split()[0] in seen]
            move = (
                script[len(made)]
                if script
                else chance.choice(back if back and chance.random() < 0.9 else sorted(moves))
            )
            ours, made = ours.apply(moves[move]), [*made, move]
            seen.add(fish.get_fen(*start, made).split()[0])
            ended, value = fish.is_optional_game_end(*start, made)
            if fish.legal_moves(*start, made) or ended:
                assert ended == ours.over, made
                first = value * (1 if len(made) % 2 == 0 else -1)
                assert not ended or ours.payoffs == ((first > 0) - (first < 0), (first < 0) - (first > 0)), made
        results[ours.payoffs if ours.over else ()] += 1
    return results


@pytest.mark.parametrize("name", ENDINGS)
def test_endings_have_the_same_result(tmp_path: Path, name: str) -> None:
    results = compare(tmp_path, name, len(ENDINGS[name].lines), 1)
    assert results[0, 0], "a draw"
    assert name not in LOSSES or results[LOSSES[name]], "a loss by checks"


@pytest.mark.soak
@pytest.mark.parametrize("name", ENDINGS)
def test_many_endings_have_the_same_result(tmp_path: Path, name: str) -> None:
    compare(tmp_path, name, 100, 2)
