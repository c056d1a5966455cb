"""Dask's executor on two workers of this computer: the same figures, comparisons and failures; a worker may die."""

from __future__ import annotations

import importlib.util
import os
import signal
import sys

import pytest

from rulekit.compare.paired_figures import compare_figures
from rulekit.engine.interface import GameFault
from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.play import MAX_MOVES
from rulekit.play.simulate import Count, count_games, simulate
from tests.machine.samples import dice, heap, line

from .games import Told, unlucky

pytestmark = [
    pytest.mark.skipif(importlib.util.find_spec("distributed") is None, reason="Dask is not installed"),
    pytest.mark.timeout(120),
]
"""All tests take seconds, but waiting for an answer that never comes would take for ever, so there is a time limit."""


@pytest.fixture(scope="module")
def client():
    import distributed  # imported here, since it takes a second

    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster,
        distributed.Client(cluster) as made,
    ):
        yield made


@pytest.fixture
def executor(client):
    return client.get_executor()


@pytest.mark.soak
def test_figures(executor, caplog):
    here, told = WasmEngine(line()), Told()
    assert count_games(here, Count(3, MAX_MOVES), 200, executor, told) == simulate(here, 200, 3)
    assert told.is_whole(200)
    assert "played in this process" not in caplog.text


def test_comparisons(executor):
    sides = WasmEngine(dice()), WasmEngine(heap())
    assert compare_figures(*sides, 60, 3, executor=executor) == compare_figures(*sides, 60, 3)


def test_the_first_fault(executor):
    here = ReferenceEngine(unlucky())
    with pytest.raises(GameFault) as expected:
        simulate(here, 50, 2, 20)
    with pytest.raises(GameFault) as found:
        simulate(here, 50, 2, 20, executor=executor)
    assert (found.value.fault, found.value.state) == (expected.value.fault, expected.value.state)


def test_the_same_run_again_is_played_again(executor):
    """Dask caches answers by the call, including lost ones, so each call must be different."""
    here = ReferenceEngine(heap())
    assert simulate(here, 20, 1, executor=executor) == simulate(here, 20, 1, executor=executor)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX")
@pytest.mark.soak
def test_a_worker_killed_in_the_middle(client, executor):
    here, killed = ReferenceEngine(line()), []

    def kill(done: int, total: int) -> None:
        if done >= 40 and not killed:
            killed.append(next(iter(client.run(os.getpid).values())))
            os.kill(killed[0], signal.SIGKILL)

    assert count_games(here, Count(3, MAX_MOVES), 300, executor, kill, 4) == simulate(here, 300, 3)
    assert killed
