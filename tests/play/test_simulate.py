"""Figures of random games: equal for equal seeds, adding up, with the right medians and percentiles."""

from collections import Counter
from statistics import median as exact

from hypothesis import given
from hypothesis import strategies as st

from rulekit.engine.reference import ReferenceEngine
from rulekit.play import MAX_MOVES
from rulekit.play.simulate import Count, count_games, median, quantile, simulate
from tests.machine.samples import heap, line


def test_the_same_seed_gives_the_same_answer_whatever_the_batches():
    engine = ReferenceEngine(line())
    whole = simulate(engine, 12, seed=5)
    assert all(count_games(engine, Count(5, MAX_MOVES), 12, size=size) == whole for size in (5, 12))
    assert simulate(engine, 12, seed=6) != whole


def test_figures_add_up():
    figures = simulate(ReferenceEngine(line()), 20, seed=1)
    assert figures.games == 20 and figures.unfinished == 0
    assert sum(figures.wins) + figures.draws == 20
    assert sum(figures.payoff_mean) == 0
    assert 5 <= figures.length_mean <= 9
    assert 1 < figures.branching_mean < 9


def test_games_that_go_on_too_long_are_unfinished():
    figures = simulate(ReferenceEngine(heap()), 10, seed=1, max_moves=2)
    assert figures.unfinished == 10
    assert figures.payoff_mean == (None, None) and figures.length_median is None
    data = figures.as_json()
    assert list(data) == [
        "game", "players", "games", "unfinished", "payoff_mean", "wins", "draws", "length", "decisions", "turns",
        "rounds", "branching_mean", "clauses", "options", "figures",
    ]  # fmt: skip


def test_progress_comes_to_the_end():
    seen = []
    count_games(ReferenceEngine(heap()), Count(1, MAX_MOVES), 7, None, lambda *told: seen.append(told), 3)
    assert seen == [(3, 7), (6, 7), (7, 7)]


@given(st.lists(st.integers(0, 20), min_size=1))
def test_the_median_is_the_median(values):
    assert median(Counter(values)) == exact(values)


@given(st.lists(st.integers(0, 20), min_size=1))
def test_p95_is_the_nearest_rank(values):
    values.sort()
    assert quantile(Counter(values), 0.95) == values[-(-95 * len(values) // 100) - 1]
