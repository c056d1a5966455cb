"""The published counts of move sequences hold, on both engines."""

from __future__ import annotations

import pytest

from rulekit.play.perft import perft
from tests.variants.classics.family import game
from tests.variants.classics.published import PERFT, Perft

each_game = pytest.mark.parametrize("published", PERFT, ids=lambda p: p.name)


@each_game
def test_wasm(published: Perft) -> None:
    assert perft(game(published.name).engine("wasm"), published.wasm) == list(published.counts[: published.wasm])


@each_game
def test_reference(published: Perft) -> None:
    depth = published.reference
    assert perft(game(published.name).engine("reference"), depth) == list(published.counts[:depth])


@pytest.mark.soak
@each_game
def test_wasm_to_the_end(published: Perft) -> None:
    assert perft(game(published.name).engine("wasm"), len(published.counts)) == list(published.counts)


@pytest.mark.soak
@each_game
def test_reference_one_deeper(published: Perft) -> None:
    depth = published.reference + 1
    assert perft(game(published.name).engine("reference"), depth) == list(published.counts[:depth])


def test_misere_has_the_same_moves() -> None:
    assert perft(game("tic-tac-toe-misere").engine("wasm"), 5) == [9, 72, 504, 3024, 15120]


def test_hex_has_a_cell_less_each_time() -> None:
    assert perft(game("hex", size=5).engine("wasm"), 4) == [25, 25 * 24, 25 * 24 * 23, 25 * 24 * 23 * 22]
