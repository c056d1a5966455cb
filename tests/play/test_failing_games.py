"""Games in which invariants are monitored, and finding the simplest failing game."""

import pytest
from attrs import evolve

from rulekit.engine.reference import ReferenceEngine
from rulekit.machine import program as m
from rulekit.play.failing_games import MonitoredRun, shrink
from tests.machine import build as b
from tests.machine.samples import dice, line


def watched(machine, when, body):
    return evolve(
        machine,
        functions=(*machine.functions, b.function("it", (), body)),
        invariants=(m.Invariant("it", when, "it"),),
    )


CENTRE_TAKEN_BY_BLACK = b.op("eq", b.at("site", 4), 2)


SEED = 2
"""With another seed the simplest game found may be longer: games are shortened by trial, without a proof of
minimality."""


def failing(machine, games=50):
    trial = MonitoredRun(ReferenceEngine(machine))
    for number in range(games):
        played = trial.random(SEED, number, 1000)
        if played.failure:
            return trial, number, played
    raise AssertionError("nothing failed")


@pytest.mark.parametrize("when", ["always", "never", "finally"])
def test_invariants_that_hold_are_silent(when):
    body = m.Const(0 if when == "never" else 1)
    trial = MonitoredRun(ReferenceEngine(watched(dice(), when, body)))
    played = trial.random(1, 0, 1000)
    assert played.failure is None and played.over


def test_a_broken_invariant_gives_the_simplest_game():
    trial, number, played = failing(watched(line(), "never", CENTRE_TAKEN_BY_BLACK))
    assert played.failure.message == "never it: broken before white decides"
    simple = shrink(played, lambda choices: trial.follow(choices, SEED, number))
    assert [str(entry) for entry in trial.retrace(simple.choices, SEED, number)[0]] == [
        "white: mark(s: a1)",
        "black: mark(s: b2)",
    ]
    assert simple.failure.key == played.failure.key


def test_finally_is_looked_at_only_at_the_end():
    drawn = m.Op("eq", (b.at(m.PAYOFF, 0), m.Const(0)))
    trial, number, played = failing(watched(line(), "finally", drawn))
    assert played.failure.message == "finally it: broken at the end"
    simple = shrink(played, lambda choices: trial.follow(choices, SEED, number))
    assert len(simple.choices) <= 6  # a win takes at least five marks


def test_a_fault_is_a_failure_with_its_number():
    machine = dice()
    nodes = tuple(
        evolve(n, body=(m.IfStatement(b.op("eq", b.at("die"), 5), (m.Raise(b.EMPTY),)), *n.body))
        if n.id == "rolled"
        else n
        for n in machine.nodes
    )
    trial, number, played = failing(evolve(machine, nodes=nodes))
    assert played.failure.key == ("fault", str(b.EMPTY))
    simple = shrink(played, lambda choices: trial.follow(choices, SEED, number))
    assert [str(entry) for entry in trial.retrace(simple.choices, SEED, number)[0]] == [
        "white: roll",
        "chance: roll(n: 5)",
    ]


def test_following_the_choices_of_a_random_game_is_that_game():
    trial = MonitoredRun(ReferenceEngine(dice()))
    played = trial.random(3, 7, 1000)
    assert trial.follow(played.choices, 3, 7) == played


def test_a_game_is_stopped_at_its_most_moves():
    played = MonitoredRun(ReferenceEngine(line())).random(1, 0, 3)
    assert played.moves == 3 and not played.over and played.failure is None


def many_chances(between):
    """Return a machine with `between` rolls after each decision; `k` counts the decisions whose rolls are finished."""
    more = m.Fork(b.op("lt", b.at("n"), between), "roll", "turn over")
    one_more = b.put("n", (), b.op("add", b.at("n"), 1))
    nodes = (
        b.decision("turn", b.option("go", 0, "roll")),
        b.chance("roll", "die", 0, 5, 1, "die", "rolled"),
        b.step("rolled", one_more, to=more),
        b.step("turn over", b.put("n", (), 0), b.put("k", (), b.op("add", b.at("k"), 1)), to="turn"),
        b.end(),
    )
    return b.machine(nodes, (b.number("n", between), b.number("die", 5), b.number("k", 100)))


@pytest.mark.parametrize(("moves", "broken"), [(1, 1), (3, 3), (2, 3)])
def test_a_game_that_playouts_break_is_broken_step_by_step(moves, broken):
    """The number of chances between decisions does not matter, since only moves and decisions are limited."""
    machine = watched(many_chances(250), "never", b.op("eq", b.at("k"), broken))
    engine = ReferenceEngine(machine)
    found = engine.playouts(1, SEED, max_moves=moves, counting="watched").broken
    played = MonitoredRun(engine).random(SEED, 0, moves)
    assert (found is not None) == (played.failure is not None) == (broken <= moves)
    assert played.moves == moves and len(played.choices) == 251 * moves


def test_chances_without_end_are_told_by_what_came_before_them(monkeypatch):
    monkeypatch.setattr("rulekit.play.failing_games.CHANCES_IN_A_ROW", 30)
    nodes = (b.decision("ask", b.option("go", 0, "roll")), b.chance("roll", "n", 0, 5, 1, "die", "roll"), b.end())
    machine = b.machine(nodes, (b.number("die", 5),))
    played = MonitoredRun(ReferenceEngine(machine)).random(SEED, 0, 1000)
    assert played.failure.key == ("fault", str(machine.fuel_fault)) and played.choices == (0,)
