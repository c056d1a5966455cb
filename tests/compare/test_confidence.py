"""Confidence intervals contain the true value as often as they claim."""

import random
from statistics import mean

import pytest

from rulekit.compare import confidence
from rulekit.compare.confidence import bootstrap, mean_difference


def test_pairs_take_out_what_both_share():
    source = random.Random(1)
    shared = [source.gauss(0, 10) for _ in range(200)]
    first = [x + source.gauss(0, 1) for x in shared]
    second = [x + 0.5 + source.gauss(0, 1) for x in shared]
    found = mean_difference(first, second)
    assert found.clear and found.low < 0.5 < found.high
    assert found.high - found.low < 0.6
    assert found.pairs == 200


def test_intervals_cover_the_truth_about_as_often_as_they_say():
    source = random.Random(2)
    hits = 0
    for _ in range(400):
        first = [float(source.random() < 0.3) for _ in range(100)]
        second = [float(source.random() < 0.4) for _ in range(100)]
        found = mean_difference(first, second, share=True)
        hits += found.low <= 0.1 <= found.high
    assert 0.91 <= hits / 400 <= 0.99


def test_no_difference_seen_is_not_no_difference():
    found = mean_difference([0.0] * 100, [0.0] * 100, share=True)
    assert (found.low, found.high) == (-0.03, 0.03)
    assert found.method == confidence.THREE and not found.clear
    tiny = mean_difference([1.0, 1.0], [1.0, 1.0], share=True)
    assert (tiny.low, tiny.high) == (-1.0, 1.0)


@pytest.mark.parametrize("n", [0, 1])
def test_too_few_pairs_have_no_interval(n):
    assert mean_difference([1.0] * n, [2.0] * n).low is None
    assert bootstrap([(lambda at: 0.0, lambda at: 1.0)], n, 1)[0].low is None


def test_the_bootstrap_is_the_same_each_time_and_holds_the_difference():
    source = random.Random(3)
    first = [source.gauss(0, 1) for _ in range(80)]
    second = [x + 2 for x in first]

    def of(values):
        return lambda places: mean(values[k] for k in places)

    (found,) = bootstrap([(of(first), of(second))], 80, 7)
    assert [found] == bootstrap([(of(first), of(second))], 80, 7)
    assert found.low == pytest.approx(2) == found.high
    nothing, beside = bootstrap([(lambda at: None, lambda at: 1.0), (of(first), of(second))], 80, 7)
    assert (nothing.difference, nothing.low) == (None, None) and beside == found


def test_pairs_are_drawn_as_python_draws():
    assert confidence._resample(random.Random(5), 999) == random.Random(5).choices(range(999), k=999)
