"""Figures of two games side by side, paired by game number."""

import pytest
from attrs import evolve

from rulekit.compare.comparison_text import figure_lines as tables
from rulekit.compare.confidence import PAIRED
from rulekit.compare.paired_figures import compare_figures
from rulekit.engine.reference import ReferenceEngine
from rulekit.machine import program as m
from rulekit.play.loaded_book import load
from rulekit.play.simulate import simulate
from tests.machine import build as b
from tests.machine.samples import dice, heap, line
from tests.shipped import every


def figure_lines(first, second, games=40):
    return {f.name: f for f in compare_figures(ReferenceEngine(first), ReferenceEngine(second), games, 1).figures}


def test_a_game_against_itself_differs_in_nothing():
    found = figure_lines(line(), line())
    assert all(f.first == f.second and f.interval.difference == 0 and not f.interval.clear for f in found.values())
    whole = simulate(ReferenceEngine(line()), 40, 1)
    assert found["payoff white"].first == whole.payoff_mean[0]
    assert found["length mean"].first == whole.length_mean
    assert found["length p95"].first == whole.length_p95
    assert round(found["branching mean"].first, 6) == whole.branching_mean
    assert round(found["wins black"].first * 40) == whole.wins[1]


def test_a_change_that_matters_is_clear():
    """With a heap of four instead of ten, games are clearly shorter."""
    small = evolve(heap(), cells=tuple(evolve(c, initial=(4,)) if c.name == "left" else c for c in heap().cells))
    found = figure_lines(heap(), small, games=100)
    assert found["length mean"].interval.clear and found["length mean"].interval.high < 0
    assert found["length median"].interval.high <= 0


def test_unfinished_games_leave_the_figures_that_need_an_end(monkeypatch):
    monkeypatch.setattr("rulekit.compare.paired_figures.MAX_MOVES", 2)
    found = figure_lines(heap(), heap(), games=20)
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
    """With the same chance and the same random players, the difference of two similar editions has a much narrower
    interval."""
    kinder = evolve(
        dice(),
        nodes=tuple(
            evolve(n, weight=b.e(1)) if isinstance(n, m.Chance) and n.id == "roll" else n for n in dice().nodes
        ),
    )
    found = figure_lines(dice(), kinder, games=60)["length mean"].interval
    assert found.pairs == 60


ASKING = """rulebook asking:
  players 2
keep left: 0..9 = 9
procedure take_turn:
  step act:
    choose n in 1..3 where n <= left
    left -= n
flow:
  turns from p1 where left > 0:
    take_turn()
    if left == 0:
      game over, won by me
"""
IDLE = """variant idle of asking

rule bow {when} take_turn.act:
  {body}
"""


@pytest.mark.parametrize("when", every(2, ["after", "before"]))
@pytest.mark.parametrize("body", ["nothing", "may bow_down:\n    nothing", "choose p in Player\n  choose k in 1..6"])
def test_a_rule_that_does_nothing_shows_no_difference(tmp_path, when, body):
    """Whatever an added rule asks, random players answer all other clauses as before, since random numbers depend on
    the clause."""
    (tmp_path / "asking.rules").write_text(ASKING)
    (tmp_path / "idle.rules").write_text(IDLE.format(when=when, body=body))
    one, two = (load(tmp_path / name).configure() for name in ("asking.rules", "idle.rules"))
    found = {f.name: f for f in compare_figures(one, two, 200, 1).figures}
    for name in ("payoff p1", "payoff p2", "wins p1", "draws", "turns mean"):
        assert found[name].interval.difference == 0 and found[name].interval.method != PAIRED, name
    slow = compare_figures(*(ReferenceEngine(side.machine) for side in (one, two)), 200, 1)
    assert {f.name: f for f in slow.figures} == found


def test_agents_play_both_editions() -> None:
    """Two tree searches play the last match differently if it loses."""
    wins, loses = (load("classics/nim").configure(options={"last_match": answer}) for answer in ("wins", "loses"))
    sides = compare_figures(wins, loses, 6, 1, agents="uct:60")
    assert compare_figures(wins, loses, 6, 1, agents="uct:60") == sides
    assert compare_figures(wins, loses, 6, 1) != sides
    assert "6 games of 2 players each (uct:60), seed 1" in "\n".join(tables(sides, ("a", "b")))
    same = compare_figures(wins, wins, 6, 1, agents="uct:60,random")
    assert same.different == 0
