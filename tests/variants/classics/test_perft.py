"""Perft equals the published numbers on both engines. The soak takes the reference engine to the greatest depth.

Up to the depth of the reference engine, both engines give the same options and following states in every position.
"""

from __future__ import annotations

import os
from typing import Any

import pytest

from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.play.perft import perft
from tests.play.reached import positions
from tests.shipped import ALIKE
from tests.variants.classics.family import game
from tests.variants.classics.published import DEEPER, PERFT, Perft
from tests.variants.classics.side_by_side import Both, exhaust

LONG = (
    *("chess/standard", "shogi", "xiangqi", "othello", "breakthrough", "connect-four"),
    *("nine-mens-morris", "six-mens-morris", "twelve-mens-morris"),
)
"""Games whose last number takes the fast engine long, and in the suite is left out."""


def alike(published: Perft) -> Any:
    return pytest.mark.soak if published.name in ALIKE or f"classics/{published.name}" in ALIKE else ()


each_game = pytest.mark.parametrize("published", PERFT, ids=lambda p: p.name)


@pytest.mark.parametrize(
    ("published", "depth"),
    [
        *(
            pytest.param(
                *(p, len(p.counts) - (p.name in LONG)),
                marks=alike(p),
                id=p.name,
            )
            for p in PERFT
        ),
        *(
            pytest.param(p, len(p.counts), marks=pytest.mark.soak, id=f"{p.name}-whole")
            for p in PERFT
            if p.name in LONG
        ),
    ],
)
def test_wasm(published: Perft, depth: int) -> None:
    """Compares the number of sequences at each depth, and the number of different positions before the last move."""
    engine = game(published.name).engine
    here, counts, seen = positions(engine, 0), [], 0
    for _ in range(depth - 1):
        seen += len(here)
        here = positions(engine, 1, start=here)
        counts.append(sum(here.values()))
    assert [*counts, *perft(engine, 1, start=here)] == list(published.counts[:depth])
    if depth == len(published.counts):
        assert seen + len(here) == published.positions


@pytest.mark.parametrize(
    "published",
    [pytest.param(p, marks=alike(p), id=p.name) for p in PERFT],
)
def test_reference(published: Perft) -> None:
    assert exhaust(published.name, published.suite).counts == list(published.counts[: published.suite])


@pytest.mark.soak
@pytest.mark.parametrize("name", DEEPER)
def test_deeper(name: str) -> None:
    before = next(published.counts for published in PERFT if published.name == name)
    counts = [*before, *DEEPER[name]]
    assert perft(game(name).engine, len(counts)) == counts


@pytest.mark.soak
@each_game
def test_reference_to_the_end(published: Perft) -> None:
    """Takes up to half an hour each, with a process for each processor unless pytest itself uses several processes."""
    workers = 1 if "PYTEST_XDIST_WORKER" in os.environ else os.cpu_count() or 1
    found = exhaust(published.name, len(published.counts), workers)
    assert found.counts == list(published.counts)
    assert sum(found.positions) == published.positions


@pytest.mark.soak
def test_positions_are_counted_once_however_many_processes_share_them() -> None:
    alone, shared = (exhaust("tic-tac-toe", 4, workers) for workers in (1, 2))
    assert alone == shared
    assert alone.positions == [1, 9, 72, 252]


def test_engines_that_do_not_agree_are_found_out() -> None:
    """Three in a row win one game and lose the other, so engines of the two disagree first after five moves."""
    either = Both(ReferenceEngine(game("tic-tac-toe").machine), WasmEngine(game("tic-tac-toe-misere").machine))
    with pytest.raises(AssertionError):
        perft(either, 6)


def test_misere_has_the_same_moves() -> None:
    assert perft(game("tic-tac-toe-misere").engine, 5) == [9, 72, 504, 3024, 15120]
