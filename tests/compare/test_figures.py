"""Figures of two games side by side, paired by their number."""

from attrs import evolve

from rulekit.compare.figures import compare_figures
from rulekit.compare.terminal import figures as tables
from rulekit.engine.reference import ReferenceEngine
from rulekit.machine import program as m
from rulekit.play.simulate import simulate
from tests.machine import build as b
from tests.machine.samples import dice, heap, line


def figures(first, second, games=40, **more):
    return {
        f.name: f for f in compare_figures(ReferenceEngine(first), ReferenceEngine(second), games, 1, **more).figures
    }


def test_a_game_against_itself_differs_in_nothing():
    found = figures(line(), line())
    assert all(f.first == f.second and f.interval.difference == 0 and not f.interval.clear for f in found.values())
    whole = simulate(ReferenceEngine(line()), 40, 1)
    assert found["payoff white"].first == whole.payoff_mean[0]
    assert found["length mean"].first == whole.length_mean
    assert found["length p95"].first == whole.length_p95
    assert round(found["branching mean"].first, 6) == whole.branching_mean
    assert round(found["wins black"].first * 40) == whole.wins[1]


def test_a_change_that_matters_is_clear():
    """From a heap of four the first player wins oftener than from ten, and sooner."""
    small = evolve(heap(), cells=tuple(evolve(c, initial=(4,)) if c.name == "left" else c for c in heap().cells))
    found = figures(heap(), small, games=100)
    assert found["length mean"].interval.clear and found["length mean"].interval.high < 0
    assert found["length median"].interval.high <= 0


def test_unfinished_games_leave_the_figures_that_need_an_end():
    found = figures(heap(), heap(), games=20, max_moves=2)
    assert found["unfinished"].first == 1.0
    assert found["payoff white"].first is None and found["length median"].first is None


def test_clauses_of_one_side_only_have_no_difference():
    marked = evolve(heap(), clauses=(m.ClauseInfo("action take", "", ""),))
    sides = compare_figures(ReferenceEngine(marked), ReferenceEngine(dice()), 5, 1)
    (take,) = sides.clauses
    assert take.name == "action take" and take.first > 1
    assert take.second is None and take.interval is None
    both = compare_figures(ReferenceEngine(marked), ReferenceEngine(marked), 5, 1)
    assert both.clauses[0].interval.difference == 0
    page = "\n".join(tables(sides, ("a/one", "a/two")))
    assert "5 random games of 2 players each, seed 1" in page and "action take" in page


def test_keyed_chance_pairs_the_games():
    """With the same chances and players the difference of two near editions is far surer than unpaired it would be."""
    kinder = evolve(
        dice(),
        nodes=tuple(
            evolve(n, weight=b.e(1)) if isinstance(n, m.Chance) and n.id == "roll" else n for n in dice().nodes
        ),
    )
    found = figures(dice(), kinder, games=60)["length mean"].interval
    assert found.pairs == 60
