"""The mean length of random games is within four standard errors and the rounding of the published number."""

from __future__ import annotations

from math import sqrt

import pytest

from tests.variants.classics.family import game
from tests.variants.classics.published import LENGTHS


@pytest.mark.parametrize("name", LENGTHS)
def test_mean_length(name: str) -> None:
    published, games = LENGTHS[name]
    lengths = game(name).engine.playouts(games, seed=1).lengths
    assert sum(lengths.values()) == games
    mean = sum(length * count for length, count in lengths.items()) / games
    variance = sum((length - mean) ** 2 * count for length, count in lengths.items()) / (games - 1)
    assert abs(mean - published) <= 4 * sqrt(variance / games) + 0.05
