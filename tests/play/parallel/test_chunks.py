"""Playing games in chunks: the same results in the same order, whether workers play them, die or never answer."""

from __future__ import annotations

import logging
import multiprocessing
import os
import threading
from collections import Counter
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import nullcontext

import pytest

from rulekit.diagnostics import RulekitError
from rulekit.engine.interface import GameFault
from rulekit.engine.reference import ReferenceEngine
from rulekit.play.chunks import AHEAD, TRIES, in_chunks
from rulekit.play.parallel import Workers
from rulekit.play.simulate import Count, simulate
from tests.machine.samples import SAMPLES, heap, line
from tests.shipped import every

from .errands import Fatal, Faulty
from .games import ENGINES, Double, Told, Unruly, unlucky

COUNT = Count(5, 50)
PROCESSES = {
    "two workers": lambda: Workers(2),
    "Python's own pool": lambda: ProcessPoolExecutor(2, multiprocessing.get_context("spawn")),
    "one worker": lambda: Workers(1),
    "three workers": lambda: Workers(3),
}
IN_SUITE = tuple(PROCESSES)[:2]
"""Each process takes a second to start, so the suite starts few."""
THREADS = {
    "threads": lambda: ThreadPoolExecutor(3),
    "the last first": Unruly,
    "any order": lambda: Unruly(seed=3),
    "at once": Double,
}


def played(engine, executor=None, games=40, size=3, job=COUNT, progress=None):
    return list(in_chunks([engine], job, games, executor, progress, size))


@pytest.mark.parametrize(
    "kind",
    [*THREADS, *IN_SUITE, *(pytest.param(k, marks=pytest.mark.soak) for k in PROCESSES if k not in IN_SUITE)],
)
def test_the_same_parts_in_the_same_order_whoever_plays(kind):
    with {**THREADS, **PROCESSES}[kind]() as executor:
        for engine in ENGINES.values():
            here, told = engine(heap()), Told()
            found = played(here, executor, progress=told)
            parts = [(first, min(3, 40 - first)) for first in range(0, 40, 3)]
            assert found == [here.playouts(games, 5, first, 50, counting="detailed") for first, games in parts]
            assert told.is_whole(40)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", every(3, SAMPLES))
def test_threads_have_engines_of_their_own(name, engine):
    """An engine is for one thread; a shared one would mix up memory and limits of nesting."""
    here = ENGINES[engine](SAMPLES[name])
    with ThreadPoolExecutor(4) as executor:
        assert played(here, executor, 60, 2) == played(here, None, 60, 2)


def test_thousands_of_millions_of_games_are_split_only_as_they_are_played():
    for executor in (None, Double()):
        parts = in_chunks([ReferenceEngine(heap())], COUNT, 2**32, executor, size=1)
        assert [next(parts).games for _ in range(3)] == [1, 1, 1]
        parts.close()


def test_progress_here_is_the_same_as_ever():
    told = Told()
    played(ReferenceEngine(heap()), None, 7, 3, progress=told)
    assert told.steps == [(3, 7), (6, 7), (7, 7)]


# ------------------------------------------------------------------------------------------------------- lost chunks


@pytest.mark.parametrize("error", [BrokenProcessPool("died"), CancelledError(), OSError("gone"), MemoryError()])
def test_what_is_lost_is_sent_again(error):
    here, told = ReferenceEngine(heap()), Told()
    lost: Counter[int] = Counter()

    def fails(first, call):
        lost[first] += 1
        return error if first % 6 == 0 and lost[first] < TRIES else None

    executor = Double(fails)
    assert played(here, executor, progress=told) == played(here)
    assert told.is_whole(40)
    assert Counter(executor.firsts) == {first: TRIES if first % 6 == 0 else 1 for first in range(0, 40, 3)}


def test_what_is_lost_each_time_is_played_here_and_told(caplog):
    here = ReferenceEngine(heap())
    executor = Double(lambda first, call: BrokenProcessPool("died of it") if first == 9 else None)
    assert played(here, executor) == played(here)
    assert executor.firsts.count(9) == TRIES and len(executor.firsts) == 14 - 1 + TRIES
    (said,) = [r.getMessage() for r in caplog.records if r.levelno >= logging.WARNING]
    assert said == "games 9 to 11 came back from no worker (BrokenProcessPool: died of it): played in this process"


def test_an_executor_that_never_answers_is_given_up(caplog):
    here = ReferenceEngine(heap())
    executor = Double(lambda first, call: ImportError("no module named rulekit"))
    assert played(here, executor) == played(here)
    assert max(Counter(executor.firsts).values()) == TRIES
    assert len([r for r in caplog.records if r.levelno >= logging.WARNING]) == 1


@pytest.mark.parametrize("after", [0, 1, 7])
def test_an_executor_that_takes_no_more_is_given_up(after, caplog):
    here = ReferenceEngine(heap())

    class Full(Double):
        def submit(self, *args):  # type: ignore[override]
            if len(self.firsts) == after:
                raise RuntimeError("cannot schedule new futures after shutdown")
            return super().submit(*args)

    executor = Full()
    assert played(here, executor) == played(here)
    assert len(executor.firsts) == after
    (said,) = [r.getMessage() for r in caplog.records if r.levelno >= logging.WARNING]
    assert "after shutdown" in said


def test_a_pool_of_pythons_own_that_dies_costs_no_result(tmp_path, caplog):
    """The pool cannot be used any more, so the remaining games are played in this process."""
    here = ReferenceEngine(heap())
    job = Fatal(5, 50, home=os.getpid(), game=12, times=str(tmp_path / "times"))
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as executor:
        assert played(here, executor, job=job) == played(here)
    assert (tmp_path / "times").read_text()
    assert "takes no more games" in caplog.text


def test_a_game_of_which_every_worker_dies_is_played_here(tmp_path, caplog):
    here, told = ReferenceEngine(heap()), Told()
    job = Fatal(5, 50, home=os.getpid(), game=12, times=str(tmp_path / "times"))
    with Workers(2) as executor:
        assert played(here, executor, job=job, progress=told) == played(here)
    assert (tmp_path / "times").read_text() == "x" * TRIES
    assert told.is_whole(40)
    assert "games 12 to 14 came back from no worker (WorkerDied: it ended (exit code 9))" in caplog.text


def test_a_mistake_in_a_job_shows_as_it_would_here():
    for executor in (None, Double()):
        with pytest.raises(ZeroDivisionError, match="a mistake at 0"):
            played(ReferenceEngine(heap()), executor, job=Faulty())


# ------------------------------------------------------------------------------------------------------------- faults


@pytest.fixture(scope="module")
def two_workers():
    """Yield two worker processes that are started only once for all tests."""
    with Workers(2) as executor:
        yield executor


def test_a_fault_ends_the_workers_of_its_block():
    with pytest.raises(GameFault) as found, Workers(2) as executor:
        played(ReferenceEngine(unlucky()), executor, 50, 4, Count(2, 20))
    assert found.value.state.game == 20 and executor.pids == []


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("size", every(3, [4, 1, 50]))
def test_the_first_fault_is_raised_whoever_finds_one_first(engine, size, two_workers):
    here = ENGINES[engine](unlucky())
    with pytest.raises(GameFault) as expected:
        here.playouts(50, 2, 0, 20)
    assert expected.value.state.game == 20
    for make in (*THREADS.values(), lambda: nullcontext(two_workers), nullcontext):
        with pytest.raises(GameFault) as found, make() as executor:
            played(here, executor, 50, size, Count(2, 20))
        for part in ("fault", "index", "state"):
            assert getattr(found.value, part) == getattr(expected.value, part)
        assert str(found.value) == str(expected.value)


def test_games_before_a_fault_are_given_first():
    here = ReferenceEngine(unlucky())
    with pytest.raises(GameFault) as expected:
        here.playouts(50, 2, 0, 20)
    with Unruly() as executor:
        parts = in_chunks([here], Count(2, 20), 50, executor, size=1)
        before = [next(parts) for _ in range(20)]
        with pytest.raises(GameFault) as found:
            next(parts)
    assert sum(part.games for part in before) == 20 and found.value.state == expected.value.state


def test_a_worker_of_another_rulekit_stops_the_run(monkeypatch):
    told = iter(["this", *["that"] * 99])
    monkeypatch.setattr("rulekit.play.parallel.fingerprint", lambda _: next(told))
    with pytest.raises(RulekitError, match="E815"):
        simulate(ReferenceEngine(line()), 10, 1, executor=Double())


# ------------------------------------------------------------------------------------------ limit of unfinished chunks


class Silent(Double):
    """An executor that never answers the chunk with the first games."""

    def take(self, future, fn, args):
        if args[1] != 0:
            super().take(future, fn, args)


def test_no_more_is_out_than_may_be():
    executor = Silent()
    parts = in_chunks(
        [ReferenceEngine(heap())], COUNT, 3 * AHEAD, executor, size=1, progress=lambda done, _: stop(done)
    )

    class Stop(Exception):
        pass

    def stop(done):
        if done == AHEAD - 1:
            raise Stop

    with pytest.raises(Stop):
        next(parts)
    assert executor.firsts == list(range(AHEAD))


@pytest.mark.parametrize("how", ["closed", "interrupted"])
def test_whoever_stops_early_takes_back_what_was_not_begun(how):
    class Slow(Double):
        def take(self, future, fn, args):
            if args[1] < 6:
                super().take(future, fn, args)

    def interrupt(done, total):
        if how == "interrupted" and done == 6:
            raise KeyboardInterrupt

    executor = Slow()
    parts = in_chunks([ReferenceEngine(heap())], COUNT, 40, executor, interrupt, 3)
    next(parts)
    if how == "closed":
        parts.close()
    else:
        with pytest.raises(KeyboardInterrupt):
            next(parts)
    assert [future.cancelled() for future in executor.futures] == [False] * 2 + [True] * 12


@pytest.mark.soak
def test_workers_that_never_answer_are_told_of_once(monkeypatch, caplog):
    """For example, Dask waits for ever if its only worker lacks rulekit."""
    monkeypatch.setattr("rulekit.play.chunks.SILENCE", 0.5)

    class Waiting(Executor):
        def submit(self, fn, /, *args, **kwargs):
            future = Future()
            threading.Timer(1.3, lambda: future.set_result(fn(*args, **kwargs))).start()
            return future

    parts = in_chunks([ReferenceEngine(heap())], COUNT, 1, Waiting())
    assert next(parts).games == 1
    said = [record.getMessage() for record in caplog.records if "no worker has answered" in record.getMessage()]
    assert len(said) == 1 and "rulekit installed" in said[0]


@pytest.mark.soak
def test_workers_that_answer_no_more_are_told_of_once(monkeypatch, caplog):
    monkeypatch.setattr("rulekit.play.chunks.SILENCE", 0.5)
    calls = []

    class Slower(Executor):
        def submit(self, fn, /, *args, **kwargs):
            future = Future()
            calls.append(future)
            late = 0.0 if len(calls) == 1 else 1.3
            threading.Timer(late, lambda: future.set_result(fn(*args, **kwargs))).start()
            return future

    assert sum(part.games for part in in_chunks([ReferenceEngine(heap())], COUNT, 6, Slower(), size=3)) == 6
    said = [record.getMessage() for record in caplog.records]
    assert len(said) == 1 and "these games are long, or workers stand still" in said[0]
