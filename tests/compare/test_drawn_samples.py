"""Fast resampling gives the same ranks and ratios as sorting and adding the drawn values."""

from __future__ import annotations

from random import Random

import pytest

from rulekit.compare.confidence import MOST_CODES, RankedSample, _resample, paired_ratios


def plain_rank(values: list[int], q: float, places) -> float | None:
    found = sorted(values[at] for at in places)
    return float(found[max(0, -int(-q * len(found) // 1) - 1)]) if found else None


@pytest.mark.parametrize("values", [1, 2, 40, MOST_CODES, MOST_CODES + 1, 5000])
@pytest.mark.parametrize("n", [1, 2, 99, 1000])
def test_ranks_are_those_of_the_sorted_values(n, values):
    source = Random(n + values)
    sample = [source.randrange(-3, values - 3) if k >= values else k - 3 for k in range(n)]
    ranked = RankedSample(sample)
    assert ranked.quantile(0.5, []) is None
    for _ in range(5):
        places = _resample(source, n)
        for q in (0.0, 0.05, 0.5, 0.95, 1.0):
            assert ranked.quantile(q, places) == plain_rank(sample, q, places)
        assert ranked.quantile(0.5, range(n)) == plain_rank(sample, 0.5, range(n))


@pytest.mark.parametrize("most", [0, 1, 300, 2**40])
def test_ratios_are_those_of_the_sums(most):
    source = Random(most)
    sides = [[(source.randint(0, most), source.randint(0, most)) for _ in range(50)] for _ in range(2)]
    ratios = paired_ratios(*sides)
    for places in (range(50), _resample(source, 50), [], [7], [7] * 1000):
        for side, ratio in zip(sides, ratios, strict=True):
            above, below = (sum(side[at][part] for at in places) for part in (0, 1))
            assert ratio(places) == (above / below if below else None)


@pytest.mark.parametrize("n", [1, 2, 10, 1000, 99_991])
def test_places_are_drawn_as_ever(n):
    one, two = Random(5), Random(5)
    assert _resample(one, n) == two.choices(range(n), k=n)
    assert one.random() == two.random()
