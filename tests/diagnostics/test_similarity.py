"""Suggestions among thousands of names are fast, and still find the nearest."""

import time

from rulekit.diagnostics.near import COMPARED, nearest


def test_the_nearest_of_thousands_is_found_soon():
    long = "abcdefghijkl" * 4
    names = [f"{long}{i:05d}" for i in range(4000)] + ["market_place", "harbour"]
    began = time.perf_counter()
    assert nearest("market_plaec", names) == "market_place"
    assert nearest("habrour", names) == "harbour"
    for i in range(20):
        assert nearest(f"{long}x{i:04d}", names) is not None
    assert time.perf_counter() - began < 4


def test_of_more_than_are_compared_those_with_the_same_letters_are():
    names = [f"colour{i}x" for i in range(10 * COMPARED)] + ["colours"]
    assert nearest("colourss", names) == "colours"
    assert nearest("x" * 65, names) is None and nearest("colours", ["colours"]) is None
