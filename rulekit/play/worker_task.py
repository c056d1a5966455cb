"""What a worker is sent and does: machines, and a job over some of their games.

A machine is sent as a pickle, which is ready many times sooner than the machine lowered again from its rulebook.  A
worker keeps the last engines it made for each of its threads, since an engine serves one thread.
"""

from __future__ import annotations

import pickle
import threading
import zlib
from collections.abc import Sequence
from time import perf_counter
from typing import Generic, Protocol, TypeVar

from attrs import frozen

from ..diagnostics import Diagnostic, Help, RulekitError
from ..engine.choice import EngineName, make_engine
from ..engine.fingerprint import ALL, fingerprint
from ..engine.interface import Engine
from ..engine.recursion_limit import DEEP
from ..machine.identity import machine_identity

MOST_KEPT = 4
"""Engines that each thread of a worker keeps."""

R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)


class Job(Protocol[R_co]):
    """What to do with the games of some numbers.

    A job can be pickled, and its result depends on the machines and numbers alone, never on who runs it.
    """

    def __call__(self, engines: Sequence[Engine], numbers: range) -> R_co: ...


@frozen
class Packed:
    """A machine on its way to a worker, and the sort of engine that is to run it."""

    name: str
    kind: EngineName
    data: bytes
    games: int | None = None

    @staticmethod
    def of(engine: Engine) -> Packed:
        """Pack an engine's machine; raise ValueError if a worker could not make such an engine."""
        from ..engine.reference import ReferenceEngine
        from ..engine.wasm import WasmEngine
        from ..engine.wasm.quick_start import QuickStartEngine

        if not isinstance(engine, WasmEngine | ReferenceEngine):
            raise ValueError(f"workers cannot make an engine of the sort {type(engine).__name__}")
        kind: EngineName = "wasm" if isinstance(engine, WasmEngine) else "reference"
        with DEEP:
            data = pickle.dumps(engine.machine, pickle.HIGHEST_PROTOCOL)
        games = engine.games if isinstance(engine, QuickStartEngine) else None
        return Packed(machine_identity(engine.machine), kind, zlib.compress(data), games)

    def engine(self) -> Engine:
        """Return this thread's engine for the machine."""
        kept = _kept.engines
        key = self.name, self.kind, self.games
        found = kept.pop(key, None)
        if found is None:
            found = make_engine(pickle.loads(zlib.decompress(self.data)), self.kind, self.games)
        kept[key] = found  # the last of all
        while len(kept) > MOST_KEPT:
            del kept[next(iter(kept))]
        return found


class _Kept(threading.local):
    def __init__(self) -> None:
        self.engines: dict[tuple[str, str, int | None], Engine] = {}


_kept = _Kept()


@frozen
class Task(Generic[R]):
    """A job, the machines that it is about, and the fingerprint of their rulekit."""

    rulekit: str | None
    machines: tuple[Packed, ...]
    job: Job[R]

    @staticmethod
    def of(engines: Sequence[Engine], job: Job[R]) -> Task[R]:
        return Task(fingerprint(ALL), tuple(Packed.of(engine) for engine in engines), job)


@frozen
class Answer(Generic[R]):
    """What a job returned, and how long it took; the next chunks are cut by that time."""

    value: R
    seconds: float


def time_answer(job: Job[R], engines: Sequence[Engine], numbers: range) -> Answer[R]:
    begun = perf_counter()
    value = job(engines, numbers)
    return Answer(value, perf_counter() - begun)


def perform(task: Task[R], first: int, count: int, attempt: int) -> Answer[R] | RulekitError:
    """Run the job over the games `first`..`first + count - 1`, in a worker.

    Errors of the rules are returned like results, so whatever is raised is the worker's fault and the games may be
    tried again.  `attempt` tells those calls apart for executors that would remember the last answer.
    """
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
