"""Tree search in the module: positions reached by scripts, statistics of options, and what it finds."""

from __future__ import annotations

import random
from itertools import product

import pytest

from rulekit.engine.wasm import WasmEngine, search_memory
from rulekit.engine.wasm.compilation import CompiledModule
from rulekit.engine.wasm.module import emit_search
from rulekit.engine.wasm.sandbox import Compiled
from rulekit.engine.wasm.tree_search import TreeSearch
from rulekit.machine.optimise import for_playouts
from rulekit.play.game import GameState
from rulekit.play.search_player import choices

from ...shipped import COVERING, game

QUICK = (
    *(f"classics/{name}" for name in ("connect-four", "leduc-poker", "pig", "rock-paper-scissors")),
    "mancala/kalah",
)
"""Games whose modules compile quickly: with and without chance, and with secrets."""


def searching(name: str) -> tuple[TreeSearch, GameState]:
    found = game(name)
    assert isinstance(found.engine, WasmEngine)
    return found.engine.tree_search(), found.start(seed=7)


def script(state: GameState) -> tuple[int, ...]:
    steps = [] if state.past is None else state.past.steps()
    return tuple(index for _, index in choices(state, steps) if index is not None)


@pytest.mark.parametrize("name", [n if n in QUICK else pytest.param(n, marks=pytest.mark.soak) for n in COVERING])
def test_a_script_leads_to_the_position_that_stepping_leads_to(name: str) -> None:
    search, state = searching(name)
    draw = random.Random(name)
    for _ in range(60):
        if state.over:
            break
        options = state.legal()
        if len(options) > 1 and draw.random() < 0.3:
            assert search.go_to(script(state))
            search.search(3)
            assert len(search.options()) == len(options)
            assert sum(one.visits for one in search.options()) >= 2
        state = state.apply(draw.choice(options))


def test_the_end_of_a_game_is_no_choice() -> None:
    search, state = searching("classics/tic-tac-toe")
    while not state.over:
        state = state.apply(state.legal()[0])
    assert not search.go_to(script(state))
    with pytest.raises(ValueError, match="nobody has a choice"):
        search.search(1)


def test_going_on_keeps_the_part_of_the_tree_below() -> None:
    search, _ = searching("classics/tic-tac-toe")
    search.go_to(())
    search.search(2000)
    best = search.best()
    visits = search.options()[best].visits
    search.go_to((best,))
    assert sum(one.visits for one in search.options()) == visits - 1  # its first visit ended there
    search.go_to((best, 0))
    search.go_to((best, 1))
    search.search(10)
    assert 9 <= sum(one.visits for one in search.options()) <= 10


def test_equal_seeds_give_equal_trees_and_others_do_not() -> None:
    trees = []
    for seed in (1, 1, 2):
        search, _ = searching("classics/connect-four")
        search.seed = seed
        search.go_to((3,))
        search.search(500)
        trees.append(search.options())
    assert trees[0] == trees[1] != trees[2]


def test_another_seed_forgets_the_tree_of_the_same_position() -> None:
    search, _ = searching("classics/connect-four")
    search.go_to(())
    search.search(100)
    search.seed = 2
    search.go_to(())
    search.search(50)
    assert sum(one.visits for one in search.options()) == 49


@pytest.mark.parametrize(
    "moves, best",
    [
        (("a1", "a2", "b1", "b2"), "c1"),  # completes a row
        (("a1", "b2", "b1"), "c1"),  # prevents one
    ],
)
def test_the_search_finds_the_move_that_decides(moves: tuple[str, ...], best: str) -> None:
    search, state = searching("classics/tic-tac-toe")
    for move in moves:
        state = state.apply(next(o for o in state.legal() if move in state.label(o)))
    assert search.go_to(script(state))
    search.search(3000)
    assert best in state.label(state.legal()[search.best()])


def test_a_full_tree_still_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = game("classics/connect-four").machine
    monkeypatch.setattr(search_memory, "TREE_BYTES", 40 * search_memory.RECORD)
    emitted = emit_search(for_playouts(machine)[0])
    search = TreeSearch(machine, CompiledModule(emitted, (), Compiled.of(emitted.bytes), False))
    search.go_to(())
    search.search(5000)
    assert sum(one.visits for one in search.options()) == 4999
    assert search.best() == 3  # the middle


def test_paths_to_the_same_position_share_its_node() -> None:
    """Nim has 752 positions and millions of games: the tree has a node for each, and a few that the table lost."""
    engine = game("classics/nim").engine
    assert isinstance(engine, WasmEngine)
    search, records = engine.tree_search(), []
    search.go_to(())
    for simulations in (30_000, 2_000):
        search.search(simulations)
        records.append((search._get(search._tree.free) - search._tree.tree) // search_memory.RECORD)
    assert records[1] - records[0] < 200
    nodes = [1 + sum(rows) for rows in product(range(2), range(4), range(6), range(8)) for _ in ("p1", "p2")]
    assert records[0] < 1.1 * sum(nodes)


def test_a_script_has_the_outcomes_of_all_chances_before_the_choice() -> None:
    search, state = searching("classics/pig")
    with pytest.raises(ValueError, match="ends before a chance"):
        search.go_to(())
    while len(state.legal()) < 2:
        state = state.apply(state.legal()[0])
    assert search.go_to(script(state))


def test_chance_is_drawn_anew_in_each_simulation() -> None:
    search, state = searching("classics/pig")
    while len(state.legal()) < 2:
        state = state.apply(state.legal()[0])
    search.go_to(script(state))
    search.search(2000)
    means = [one.mean for one in search.options()]
    assert len(means) == 2 and all(-1 < mean < 1 for mean in means)
