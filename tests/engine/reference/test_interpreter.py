"""Whole games on the reference engine: random games of the samples, their statistics, and published counts."""

from __future__ import annotations

import pytest

from rulekit.engine.cell_layout import CellLayout
from rulekit.engine.interface import DECISIONS_PER_MOVE, GameFault
from rulekit.engine.reference import ReferenceEngine, context
from rulekit.machine import program as m
from tests.machine.build import L, decision, e, end, function, machine, option, step
from tests.machine.samples import SAMPLES


@pytest.mark.parametrize("name", SAMPLES)
def test_playouts_add_up(name):
    """Sampled: 40 games of each sample, seed 11."""
    made = SAMPLES[name]
    engine = ReferenceEngine(made)
    found = engine.playouts(40, seed=11, each=True)
    assert found.payoffs is not None
    assert (found.games, found.unfinished, len(found.payoffs)) == (40, 0, 40)
    assert sum(found.lengths.values()) == 40
    assert found.payoff_sum == tuple(map(sum, zip(*found.payoffs, strict=True)))
    assert found.wins == tuple(sum(x > 0 for x in column) for column in zip(*found.payoffs, strict=True))
    assert found.draws == found.payoffs.count((0,) * made.players)
    assert found.branching_sum >= 2 * found.branching_count


@pytest.mark.parametrize("name", ["heap", "dice", "stack"])
def test_playouts_are_the_games_one_by_one(name):
    engine = ReferenceEngine(SAMPLES[name])
    together = engine.playouts(12, seed=4, first=5, each=True)
    apart = [engine.playouts(1, seed=4, first=game, each=True) for game in range(5, 17)]
    assert together.payoffs == tuple(one.payoffs[0] for one in apart if one.payoffs)
    assert together.branching_sum == sum(one.branching_sum for one in apart)
    assert sum(moves * games for moves, games in together.lengths.items()) == sum(min(one.lengths) for one in apart)


@pytest.mark.parametrize("most", [0, 1, 3, 4, 100])
def test_a_game_is_stopped_when_it_would_begin_a_move_too_many(most):
    engine = ReferenceEngine(SAMPLES["heap"])
    free, found = engine.playouts(30, seed=2), engine.playouts(30, seed=2, max_moves=most)
    assert found.lengths == {moves: games for moves, games in free.lengths.items() if moves <= most}
    assert (found.games, found.unfinished) == (30, 30 - sum(found.lengths.values()))
    assert sum(found.marks.values()) == sum(min(n, most) * games for n, games in free.lengths.items())


def test_only_decisions_that_begin_a_move_count():
    nodes = [decision("a", option("go", 0, "b")), decision("b", option("on", 0, "end"), move=False), end()]
    found = ReferenceEngine(machine(nodes)).playouts(2, seed=1)
    assert (found.lengths, found.branching_count) == ({1: 2}, 0)


def test_a_fault_in_a_playout_carries_the_state_before_it():
    nodes = [decision("ask", option("go", 0, "bad")), step("bad", m.Raise(3), to="end"), end()]
    engine = ReferenceEngine(machine(nodes))
    with pytest.raises(GameFault) as caught:
        engine.playouts(5, seed=1, first=7)
    assert caught.value.state is not None
    assert (caught.value.state.node, caught.value.state.game) == ("ask", 7)


def test_every_way_to_play_the_heap_is_found():
    """Exhausted: there are 274 sequences of 1, 2 and 3 with the sum ten, a tribonacci number."""
    engine = ReferenceEngine(SAMPLES["heap"])

    def games(state) -> int:
        return sum(games(engine.apply(state, o)) for o in engine.options(state)) or 1

    assert games(engine.start(1)) == 274


def test_the_first_moves_of_three_in_a_row_are_as_published():
    """Exhausted to depth 5: 9, 72, 504, 3024, 15120; a line is impossible before the fifth move."""
    engine = ReferenceEngine(SAMPLES["line"])
    states, counts = [engine.start(1)], []
    for _ in range(4):
        states = [engine.apply(state, o) for state in states for o in engine.options(state)]
        counts.append(len(states))
    assert counts == [9, 72, 504, 3024]
    assert sum(len(engine.options(state)) for state in states) == 15120


def test_run_and_at_change_only_what_they_say():
    made = SAMPLES["guard"]
    engine = ReferenceEngine(made)
    state = engine.start(1)
    moved = engine.run(state, "walk", (2,))
    assert (moved.node, moved.uses) == (state.node, state.uses)
    assert CellLayout.of(made).read(moved.cells, "place") == 2
    assert engine.at(moved, "caught").node == "end"


def test_a_move_of_endlessly_many_decisions_is_stopped():
    nodes = [
        decision("a", option("go", 0, "b")),
        decision("b", option("on", 0, "b"), option("off", 1, "b"), move=False),
    ]
    found = ReferenceEngine(machine(nodes)).playouts(1, seed=1, max_moves=3)
    assert (found.unfinished, found.lengths, found.branching_count) == (1, {}, 3 * DECISIONS_PER_MOVE - 1)


def test_what_is_needed_is_put_into_functions_once(monkeypatch):
    """Functions that nobody calls and nodes that no game reaches are not translated, and nothing is translated
    twice."""
    translated = []
    bind = context.EXPRESSIONS[m.Bind]

    def heard(index, expr):
        translated.append(expr.name)
        return bind(index, expr)

    monkeypatch.setitem(context.EXPRESSIONS, m.Bind, heard)
    named = {name: m.Bind(name, e(1), L(name)) for name in ("idle", "busy", "inner", "far", "near")}
    functions = (
        function("idle", (), named["idle"]),
        function("busy", (), m.Op("add", (named["busy"], m.Call("inner", ())))),
        function("inner", (), named["inner"]),
    )
    nodes = [
        decision("ask", option("go", 0, "end"), option("stay", 1, "ask", tests=(m.Test(named["near"]),))),
        decision("away", option("on", 0, "end"), who=named["far"]),
        end(),
    ]
    engine = ReferenceEngine(machine(nodes, functions=functions))
    assert translated == []
    state = engine.start(1)
    assert [engine.call(state, "busy", ()) for _ in range(3)] == [2, 2, 2]
    engine.playouts(3, seed=1)
    assert translated == ["near", "busy", "inner"]
