"""Suggestions among thousands of names cost little, and the nearest is still found."""

import time

from rulekit.diagnostics.suggest import COMPARED, did_you_mean


def test_the_nearest_of_thousands_is_found_soon():
    long = "abcdefghijkl" * 4
    names = [f"{long}{i:05d}" for i in range(4000)] + ["market_place", "harbour"]
    began = time.perf_counter()
    assert did_you_mean("market_plaec", names) == "market_place"
    assert did_you_mean("habrour", names) == "harbour"
    for i in range(20):
        assert did_you_mean(f"{long}x{i:04d}", names) is not None
    assert time.perf_counter() - began < 4


def test_of_more_than_are_compared_those_with_the_same_letters_are():
    names = [f"colour{i}x" for i in range(10 * COMPARED)] + ["colours"]
    assert did_you_mean("colourss", names) == "colours"
    assert did_you_mean("x" * 65, names) is None and did_you_mean("colours", ["colours"]) is None
