"""Worker processes of this computer: their answers, what happens if they die, and that none is left running."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import CancelledError, wait
from pathlib import Path

import pytest

from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.play import MAX_MOVES, MOST_WORKERS
from rulekit.play.parallel import WorkerDied, Workers, cores
from rulekit.play.simulate import Count, count_games, simulate
from tests.machine.samples import heap, line

from . import errands

LONG = 600
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX")


def is_running(pid: int) -> bool:
    """Return whether a process exists and has not ended; an ended one that its parent has not collected does not
    count."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return sys.platform != "linux"


def comes_true(what, seconds=30.0) -> bool:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if what():
            return True
        time.sleep(0.02)
    return False


def test_answers_errors_and_what_cannot_be_sent():
    with Workers(1) as workers:
        assert workers.submit(errands.wait, 0, began="").result() in workers.pids
        with pytest.raises(KeyError, match="no such"):
            workers.submit(errands.fail, KeyError("no such")).result()
        with pytest.raises(SystemExit):
            workers.submit(errands.fail, SystemExit(3)).result()
        with pytest.raises(EOFError):
            workers.submit(errands.fail, EOFError("its own")).result()
        with pytest.raises(RuntimeError, match="cannot be sent"):
            workers.submit(errands.unsendable).result()
        with pytest.raises(Exception, match="pickle"):
            workers.submit(errands.wait, lambda: None).result()
        assert len(workers.pids) == 1  # errors did not end the process
        with pytest.raises(WorkerDied):
            workers.submit(errands.die).result()
        assert workers.submit(errands.pid).result() != os.getpid()


def test_processes_are_started_when_there_is_something_to_do():
    with Workers(5) as workers:
        assert workers.pids == []
        workers.submit(errands.pid).result()
        assert len(workers.pids) == 1


def test_each_place_has_a_process(tmp_path):
    with Workers(2) as workers:
        first = workers.submit(errands.wait, LONG, str(tmp_path / "began"))
        assert comes_true((tmp_path / "began").exists)
        others = {workers.submit(errands.pid).result() for _ in range(5)}
        assert len(others) == 1 and not first.done()
        workers.end()


def test_a_process_that_dies_takes_its_call_with_it_and_nothing_else(tmp_path):
    with Workers(2) as workers:
        lost = workers.submit(errands.wait, LONG, str(tmp_path / "began"))
        assert comes_true(lambda: (tmp_path / "began").exists() and (tmp_path / "began").read_text())
        victim = int((tmp_path / "began").read_text())
        others = [workers.submit(errands.wait, 0.01) for _ in range(20)]
        os.kill(victim, signal.SIGTERM)
        with pytest.raises(WorkerDied):
            lost.result(60)
        assert not wait(others, 60).not_done
        assert victim not in workers.pids
        assert workers.submit(errands.pid).result() != victim


def test_a_call_that_is_abandoned_ends_with_its_process(tmp_path):
    with Workers(1) as workers:
        began = tmp_path / "began"
        first, second = workers.submit(errands.wait, LONG, str(began)), workers.submit(errands.wait, LONG)
        assert comes_true(began.exists)
        before = workers.pids
        workers.abandon(second)
        workers.abandon(first)
        with pytest.raises(CancelledError):
            second.result()
        with pytest.raises(WorkerDied):
            first.result()
        after = workers.submit(errands.pid)
        assert [after.result()] == workers.pids != before
        workers.abandon(after)
        assert workers.submit(errands.pid).result() == after.result(), "a call that is done holds no process"


@pytest.mark.soak
@POSIX
@pytest.mark.parametrize(
    ("engine", "games"), [(WasmEngine, 20_000), pytest.param(ReferenceEngine, 400, marks=pytest.mark.soak)]
)
def test_workers_that_are_killed_again_and_again_cost_no_result(engine, games):
    here, killed = engine(line()), []
    expected = simulate(here, games, 3)
    with Workers(2) as workers:

        def kill(done: int, total: int) -> None:
            alive = [pid for pid in workers.pids if pid not in killed]
            if len(killed) < 2 and 10 * done >= total * (len(killed) + 1) and alive:
                os.kill(alive[-1], signal.SIGKILL)
                killed.append(alive[-1])

        assert count_games(here, Count(3, MAX_MOVES), games, workers, kill, games // 200) == expected
    assert len(killed) == 2


WAITID = pytest.mark.skipif(not hasattr(os, "waitid"), reason="the system does not tell who is stopped")


@pytest.mark.soak
@WAITID
def test_workers_that_are_stopped_cost_no_result(monkeypatch, caplog):
    """Regression: stopped workers (SIGSTOP) made the command wait without a message."""
    monkeypatch.setattr("rulekit.play.parallel.LOOK", 0.1)
    here, stopped = WasmEngine(line()), []
    expected = simulate(here, 20_000, 3)
    with Workers(2) as workers:

        def stop(done: int, total: int) -> None:
            if not stopped and 10 * done >= total:
                stopped.extend(workers.pids)
                for pid in stopped:
                    os.kill(pid, signal.SIGSTOP)

        assert count_games(here, Count(3, MAX_MOVES), 20_000, workers, stop, 100) == expected
    assert stopped and not any(map(is_running, stopped))
    assert caplog.text.count("was stopped: another process takes its place") == len(stopped)


@pytest.mark.soak
@WAITID
def test_a_worker_that_is_stopped_for_a_moment_goes_on(monkeypatch):
    """As happens with Ctrl-Z and then `fg`."""
    monkeypatch.setattr("rulekit.play.parallel.LOOK", 0.5)
    with Workers(1) as workers:
        worker = workers.submit(errands.pid).result()
        call = workers.submit(errands.wait, 0.5)
        os.kill(worker, signal.SIGSTOP)
        time.sleep(0.8)
        os.kill(worker, signal.SIGCONT)
        assert call.result() == worker


@pytest.mark.soak
@WAITID
def test_a_worker_that_is_stopped_does_not_keep_the_block_from_its_end(monkeypatch):
    monkeypatch.setattr("rulekit.play.parallel.LOOK", 0.1)
    with Workers(1) as workers:
        worker = workers.submit(errands.pid).result()
        os.kill(worker, signal.SIGSTOP)
    assert not is_running(worker)


def test_the_end_of_the_block_waits_for_what_is_under_way():
    with Workers(2) as workers:
        calls = [workers.submit(errands.wait, 0.05) for _ in range(4)]
    assert all(call.done() for call in calls) and workers.pids == []
    with pytest.raises(RuntimeError, match="shut down"):
        workers.submit(errands.pid)
    workers.shutdown()  # a second call does nothing


def test_an_exception_ends_every_process_at_once(tmp_path):
    began = [tmp_path / "0", tmp_path / "1"]
    with pytest.raises(KeyboardInterrupt), Workers(2) as workers:
        busy = [workers.submit(errands.wait, LONG, str(path)) for path in began]
        waiting = workers.submit(errands.pid)
        assert comes_true(lambda: all(path.exists() and path.read_text() for path in began))
        pids = workers.pids
        raise KeyboardInterrupt
    assert len(pids) == 2 and not any(is_running(pid) for pid in pids)
    for call in busy:
        with pytest.raises(WorkerDied):
            call.result(0)
    with pytest.raises(CancelledError):
        waiting.result(0)


def test_what_waits_can_be_taken_back(tmp_path):
    with Workers(1) as workers:
        first = workers.submit(errands.wait, 0.3)
        assert comes_true(first.running)
        second, third = workers.submit(errands.pid), workers.submit(errands.pid)
        assert second.cancel()
        assert third.result(60) and first.result(60)
        last = workers.submit(errands.wait, 0.3)
        assert comes_true(last.running)
        more = workers.submit(errands.pid)
        workers.shutdown(cancel_futures=True)
        assert last.done() and more.cancelled()


@POSIX
def test_a_process_takes_no_notice_of_ctrl_c():
    with Workers(1) as workers:
        pid = workers.submit(errands.pid).result()
        call = workers.submit(errands.wait, 0.3)
        os.kill(pid, signal.SIGINT)
        assert call.result(60) == pid


ORPHANS = """
import sys, time
from rulekit.play.parallel import Workers
from tests.play.parallel import errands
if __name__ == "__main__":
    workers = Workers(2)
    for at in (1, 2):
        workers.submit(errands.wait, 600, sys.argv[at])
    time.sleep(600)
"""


@POSIX
def test_processes_end_when_whoever_started_them_is_killed(tmp_path):
    script, began = tmp_path / "orphans.py", [tmp_path / "a", tmp_path / "b"]
    script.write_text(ORPHANS)
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    parent = subprocess.Popen([sys.executable, script, *began], env=env)
    try:
        assert comes_true(lambda: all(path.exists() and path.read_text() for path in began))
    finally:
        parent.kill()
        parent.wait()
    pids = [int(path.read_text()) for path in began]
    assert comes_true(lambda: not any(is_running(pid) for pid in pids))


def test_a_process_that_cannot_be_started_fails_its_call_alone(monkeypatch):
    tried = []

    def refuse(self):
        tried.append(threading.current_thread())
        raise OSError(11, "too many processes")

    start = Workers._start
    with Workers(1) as workers:
        monkeypatch.setattr(Workers, "_start", refuse)
        with pytest.raises(WorkerDied, match="could not be started"):
            workers.submit(errands.pid).result(60)
        monkeypatch.setattr(Workers, "_start", start)
        assert workers.submit(errands.pid).result(60)
    assert len(tried) == 1


@pytest.mark.parametrize("count", [0, -1, MOST_WORKERS + 1])
def test_how_many_there_may_be(count):
    with pytest.raises(ValueError, match=f"1 to {MOST_WORKERS}"):
        Workers(count)


def test_the_cores_are_those_that_this_process_may_use():
    assert 1 <= cores() <= (os.cpu_count() or 1)


def test_a_game_of_few_chunks_needs_no_more_processes_than_chunks():
    here = ReferenceEngine(heap())
    with Workers(8) as workers:
        assert count_games(here, Count(1, MAX_MOVES), 4, workers, size=2) == simulate(here, 4, 1)
        assert len(workers.pids) <= 2


def test_a_worker_that_counts_games_loads_no_check_of_rulebooks():
    """It starts three times as quickly without."""
    with Workers(1) as workers:
        simulate(WasmEngine(heap()), 10, 3, executor=workers)
        loaded = workers.submit(errands.modules).result()
    assert "rulekit.play.simulate" in loaded and not loaded & {"rulekit.check", "rulekit.pipeline", "rulekit.scene"}
