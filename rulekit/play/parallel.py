"""An executor of local processes that replaces processes which die, and the data and code of its workers.

Python's own process pool breaks with the first process that dies, and loses all pending calls. Here each process has a
thread that sends it one call at a time over a pipe: if the process dies, only that call fails, and another process
replaces it. A process that was stopped by a signal (SIGSTOP) is ended and replaced as well. The caller decides whether
to repeat a call: `chunks.py` does.

A worker is sent machines, and a job that plays some of their games. A machine is sent as a pickle, which loads many
times faster than the machine is lowered from its rulebook. A worker keeps the last engines of each of its threads,
since an engine serves one thread.
"""

from __future__ import annotations

import gc
import logging
import os
import pickle
import signal
import sys
import threading
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from time import perf_counter, sleep
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar
from weakref import WeakSet

from attrs import frozen

from ..deep_calls import DEEP, with_frame_room
from ..diagnostics import Diagnostic, Help, RulekitError
from ..engine.choice import EngineName, make_engine
from ..engine.interface import Engine
from ..machine.identity import machine_identity
from ..storage.fingerprint import ALL, fingerprint
from . import MOST_WORKERS

MOST_KEPT = 8
"""Engines that each thread of a worker keeps for the next job: two editions, and six changes, each alone."""

R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)


class Job(Protocol[R_co]):
    """A function of engines and a range of game numbers. A job can be pickled. Its result depends only on the machines
    and numbers, never on the worker."""

    def __call__(self, engines: Sequence[Engine], numbers: range) -> R_co: ...


@frozen
class PickledMachine:
    """A pickled machine for a worker, and the kind of engine that is to run it."""

    name: str
    kind: EngineName
    data: bytes
    games: int | None = None

    @staticmethod
    def of(engine: Engine) -> PickledMachine:
        """Pickle the machine of an engine. Raise ValueError if a worker could not make such an engine."""
        from ..engine.reference import ReferenceEngine
        from ..engine.wasm import WasmEngine
        from ..engine.wasm.quick_start import QuickStartEngine

        if not isinstance(engine, WasmEngine | ReferenceEngine):
            raise ValueError(f"workers cannot make an engine of the sort {type(engine).__name__}")
        kind: EngineName = "wasm" if isinstance(engine, WasmEngine) else "reference"
        with DEEP:
            data = pickle.dumps(engine.machine, pickle.HIGHEST_PROTOCOL)
        games = engine.games if isinstance(engine, QuickStartEngine) else None
        return PickledMachine(machine_identity(engine.machine), kind, zlib.compress(data), games)

    def engine(self) -> Engine:
        """Return an engine for the machine, made once for each thread that calls this."""
        kept = _kept.engines
        key = self.name, self.kind, self.games
        found = kept.pop(key, None)
        if found is None:
            found = make_engine(pickle.loads(zlib.decompress(self.data)), self.kind, self.games)
        kept[key] = found  # the last used is the last in order: the first is dropped if there are too many
        while len(kept) > MOST_KEPT:
            del kept[next(iter(kept))]
        return found


class _Kept(threading.local):
    def __init__(self) -> None:
        self.engines: dict[tuple[str, str, int | None], Engine] = {}


_kept = _Kept()


@frozen
class Task(Generic[R]):
    """A job with its machines, and a hash of the rulekit that made them, which workers compare with their own."""

    rulekit: str | None
    machines: tuple[PickledMachine, ...]
    job: Job[R]

    @staticmethod
    def of(engines: Sequence[Engine], job: Job[R]) -> Task[R]:
        return Task(fingerprint(ALL), tuple(PickledMachine.of(engine) for engine in engines), job)


@frozen
class Answer(Generic[R]):
    """The result of a job, and its time in seconds, which decides the size of later chunks."""

    value: R
    seconds: float


def time_answer(job: Job[R], engines: Sequence[Engine], numbers: range) -> Answer[R]:
    begun = perf_counter()
    value = job(engines, numbers)
    return Answer(value, perf_counter() - begun)


def perform(task: Task[R], first: int, count: int, attempt: int) -> Answer[R] | RulekitError:
    """Run the job on the games `first`..`first + count - 1`, in a worker.

    Errors of the rules are returned, not raised. So any exception is a failure of the worker, and the games may be
    tried again. `attempt` makes repeated calls differ, for executors that return stored answers to equal calls."""
    if task.rulekit != fingerprint(ALL):
        return RulekitError(OTHER_RULEKIT)
    try:
        return time_answer(task.job, [packed.engine() for packed in task.machines], range(first, first + count))
    except RulekitError as error:
        return error


OTHER_RULEKIT = Diagnostic(
    "E815",
    "a worker has another rulekit than this process, and might play by other rules",
    help=(Help("install the same rulekit wherever workers run, and restart the workers"),),
)


if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess


LOOK = 1.0
"""Seconds between two checks of the processes."""
STOPPED = 5
"""Consecutive checks that must find a process stopped before it is ended: Ctrl-Z followed by `fg` stops it only
briefly."""

log = logging.getLogger("rulekit.parallel")


def cores() -> int:
    """Return how many processes may run at once."""
    if sys.platform != "win32" and sys.platform != "darwin":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class WorkerDied(Exception):
    """Raised if the process that worked on a call ended without an answer."""


@frozen(eq=False)
class _Call:
    future: Future[Any]
    function: Callable[..., Any]
    args: tuple[Any, ...]
    named: dict[str, Any]


@frozen(eq=False)
class _Worker:
    process: SpawnProcess
    pipe: Connection[Any, Any]


class Workers(Executor):
    """An executor of up to `count` processes, each started when there is work for it.

    Used as a context manager, it waits at the end for the work in progress. If an exception leaves the context (also
    Ctrl-C), it ends every process at once. Processes ignore Ctrl-C and end by themselves when this process has ended. A
    script needs `if __name__ == "__main__":`, since each process loads the script again."""

    def __init__(self, count: int) -> None:
        if not 1 <= count <= MOST_WORKERS:
            raise ValueError(f"workers: 1 to {MOST_WORKERS}, not {count}")
        self._calls: SimpleQueue[_Call | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._running: set[_Worker] = set()
        self._working: dict[Future[Any], _Worker] = {}
        self._abandoned: WeakSet[Future[Any]] = WeakSet()
        self._ended = self._shut = False
        self._keepers = [threading.Thread(target=self._keep, daemon=True) for _ in range(count)]
        for keeper in self._keepers:
            keeper.start()
        threading.Thread(target=self._watch, daemon=True).start()

    @property
    def pids(self) -> list[int]:
        """Return the ids of the processes that run now."""
        with self._lock:
            return [worker.process.pid for worker in self._running if worker.process.pid is not None]

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Call a function in a process, and return a future for its result.

        The future fails with WorkerDied if the process died. Raises RuntimeError after shutdown."""
        with self._lock:
            if self._shut:
                raise RuntimeError("these workers are shut down")
            call = _Call(Future(), fn, args, kwargs)
            self._calls.put(call)
        return call.future

    def abandon(self, future: Future[Any]) -> None:
        """Cancel a call. If it has begun, end the process that works on it."""
        if future.cancel():
            return
        with self._lock:
            self._abandoned.add(future)
            if future in self._working:
                self._working[future].process.kill()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with self._lock:
            first, self._shut = not self._shut, True
        if cancel_futures:
            with suppress(Empty):
                while True:
                    call = self._calls.get_nowait()
                    if call is not None:
                        call.future.cancel()
            first = True  # this removed the None values that end the threads, too: put them in again
        if first:
            for _ in self._keepers:
                self._calls.put(None)
        if wait:
            for keeper in self._keepers:
                keeper.join()

    def end(self) -> None:
        """End every process now; calls in progress fail, and waiting calls are cancelled."""
        with self._lock:
            self._ended = True
            for worker in self._running:
                worker.process.kill()
        self.shutdown(cancel_futures=True)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                self.shutdown()
        except BaseException:
            self.end()
            raise
        if kind is not None:
            self.end()

    # ------------------------------------------------------------------------------- the threads that run the processes

    def _keep(self) -> None:
        """Run calls one after another in a process. Replace the process when it dies."""
        worker: _Worker | None = None
        while (call := self._calls.get()) is not None:
            if not call.future.set_running_or_notify_cancel():
                continue
            try:
                worker = worker or self._start()
                self._begin(call, worker)
                worker.pipe.send((call.function, call.args, call.named))
                good, value = worker.pipe.recv()
            except (EOFError, OSError) as error:
                died = WorkerDied("it could not be started" if worker is None else f"it ended ({self._stop(worker)})")
                died.__cause__ = error
                worker = None
                good, value = False, died
            except Exception as error:  # the arguments or the result cannot be pickled
                good, value = False, error
            with self._lock:
                self._working.pop(call.future, None)
                killed = call.future in self._abandoned
            if killed and worker is not None:
                self._stop(worker)
                worker = None
            if good:
                call.future.set_result(value)
            else:
                call.future.set_exception(value)
        if worker is not None:
            self._stop(worker)

    def _begin(self, call: _Call, worker: _Worker) -> None:
        """Record which process works on a call. End the process if the call was cancelled meanwhile."""
        with self._lock:
            self._working[call.future] = worker
            if call.future in self._abandoned:
                worker.process.kill()

    def _watch(self) -> None:
        """End processes that a signal stopped: they never answer, and do not exit when asked to."""
        looks: Counter[int] = Counter()
        while any(keeper.is_alive() for keeper in self._keepers):
            stopped = {pid for pid in self.pids if _is_stopped(pid)}
            looks = Counter({pid: looks[pid] + 1 for pid in stopped})
            with self._lock:
                for worker in self._running:
                    if looks[worker.process.pid or 0] >= STOPPED:
                        log.warning("worker %s was stopped: another process takes its place", worker.process.pid)
                        worker.process.kill()
            sleep(LOOK)

    def _start(self) -> _Worker:
        from multiprocessing import get_context, resource_tracker

        context = get_context("spawn")
        here, there = context.Pipe()
        process = context.Process(target=_serve, args=(there,), daemon=True)
        if sys.platform != "win32":
            # The process inherits from this thread that Ctrl-C is blocked; otherwise Ctrl-C would stop it with a
            # traceback while it loads. The resource tracker is started first, because starting it later would unblock
            # Ctrl-C.
            resource_tracker.ensure_running()
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        process.start()
        there.close()
        worker = _Worker(process, here)
        with self._lock:
            self._running.add(worker)
            if self._ended:
                process.kill()
        return worker

    def _stop(self, worker: _Worker) -> str:
        """Close the pipe of a process, which ends the process, and return its exit code as text."""
        worker.pipe.close()
        worker.process.join()
        with self._lock:
            self._running.discard(worker)
        return f"exit code {worker.process.exitcode}"


def _is_stopped(pid: int) -> bool:
    """Return whether a signal stopped a child process. Return False on systems that cannot tell."""
    if sys.platform == "win32" or not hasattr(os, "waitid"):
        return False
    try:  # waitid may raise an error if another thread waits for the same child
        return os.waitid(os.P_PID, pid, os.WSTOPPED | os.WNOHANG | os.WNOWAIT) is not None
    except OSError:
        return False


# ---------------------------------------------------------------------------- code that runs in the process of a worker


@with_frame_room
def _serve(pipe: Connection[Any, Any]) -> None:
    """Answer calls until the pipe is closed."""
    gc.set_threshold(10_000, 20, 20)  # as in `cli/main.py`: loaded modules are never freed, so collect garbage rarely
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    answer: tuple[bool, Any]
    while True:
        try:
            call = pipe.recv_bytes()
        except (EOFError, OSError):
            return
        try:
            function, args, named = pickle.loads(call)
            answer = True, function(*args, **named)
        except BaseException as error:
            answer = False, error
        try:
            pipe.send(answer)
        except OSError:  # the parent process has ended
            return
        except Exception as error:
            pipe.send((False, RuntimeError(f"the answer cannot be sent: {error}")))


def _leave_with_parent() -> None:
    """End this process, even during work, when its parent process has ended."""
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
