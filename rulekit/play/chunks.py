"""Plays games in chunks on an executor, and returns the results in order.

Chunks begin small and grow until one takes `SECONDS`, because sending a chunk costs the same for any number of games.
The results do not depend on how games are divided into chunks. A chunk whose worker failed is sent again, and finally
played in this process. If rules fault in several games, the error of the first of these games is raised.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Executor, Future
from queue import Empty, SimpleQueue
from typing import Generic, TypeVar

from attrs import define, evolve, field

from ..diagnostics import RulekitError
from ..engine.argument_validation import whole_number
from ..engine.interface import Engine
from ..engine.random import MOST_GAME
from .game_progress import AgentJob, GameMeter, GameProgress
from .parallel import Answer, Job, Task, perform, time_answer

SECONDS = 0.2
"""Seconds that one chunk should take: handing it over then costs little, and progress shows."""

GROWTH = 4
"""The most times that a chunk may have as many games as one whose time is known: games differ in length."""

SHARES = 8
"""The remaining games are divided into this many parts, so that all workers end at about the same time.

No chunk has less than this part of the games that take `SECONDS`.
"""


def first_size(games: int) -> int:
    """Return the size of the first chunks: small, so that slow games keep many workers busy and progress shows."""
    return max(1, min(200, games // 1000))


@define
class Chunks:
    """Divides the games 0..games-1 into chunks. The next chunk has at most `size` games.

    `begun` games are in chunks already, and the first chunk has `least` games. If `fixed`, all chunks have the same
    size. If `shared`, several workers take chunks, so the last chunks are smaller.
    """

    games: int
    least: int
    size: int
    fixed: bool
    shared: bool
    begun: int = 0

    @staticmethod
    def of(games: int, size: int | None = None, shared: bool = False) -> Chunks:
        begun = size or first_size(games)
        return Chunks(games, begun, begun, size is not None, shared)

    def next(self) -> range:
        """Return the game numbers of the next chunk; an empty range after the last. Chunks are computed one at a time,
        because there may be millions."""
        size, left = self.size, self.games - self.begun
        if self.shared and not self.fixed:
            size = max(self.least, size // SHARES, min(size, left // SHARES))
        numbers = range(self.begun, self.begun + min(size, left))
        self.begun = numbers.stop
        return numbers

    def took(self, numbers: range, seconds: float) -> None:
        """Record how long a chunk took, to choose the size of later ones. A chunk with fewer games than `size` is
        ignored."""
        games = len(numbers)
        if not self.fixed and games >= self.size:
            wanted = int(games * SECONDS / seconds) if seconds > 0 else GROWTH * games
            self.size = max(self.least, min(wanted, GROWTH * games))


TRIES = 3
"""How often a chunk is given to an executor."""

AHEAD = 256
"""The most chunks that may be in work, or finished and waiting for an earlier one to be returned."""

FIRST = 16
"""Chunks that are sent before the first result comes back; each result then lets two more be sent."""

SILENCE = 20
"""Seconds without any answer after which a warning says so."""

R = TypeVar("R")
log = logging.getLogger("rulekit.parallel")


def in_chunks(
    engines: Sequence[Engine],
    job: Job[R],
    games: int,
    executor: Executor | None = None,
    progress: GameProgress | None = None,
    size: int | None = None,
) -> Generator[R]:
    """Yield what the job returns for each chunk of the games 0..games-1, in order.

    Without an executor the job runs in this process, on the given engines. If the caller stops early, chunks that have
    not begun are cancelled. `progress` is called with the number of games done and of all games; without an executor it
    is also called while agents choose. Raise the RulekitError (usually a GameFault) of the first game that has one.
    Raise ValueError if workers cannot make such an engine.
    """
    games = whole_number("games", games, 0, MOST_GAME + 1)
    if executor is not None and not hasattr(executor, "submit"):
        raise TypeError(f"executor: an Executor of concurrent.futures is expected, not a {type(executor).__name__}")
    chunks = Chunks.of(games, size, shared=executor is not None)
    if executor is None:
        yield from _play_all(engines, job, chunks, progress)
        return
    done = 0

    def report(numbers: range) -> None:
        nonlocal done
        done += len(numbers)
        if progress is not None:
            progress(done, games)

    yield from _Spread(engines, job, chunks, executor, report, Task.of(engines, job)).answers()


def _play_all(engines: Sequence[Engine], job: Job[R], chunks: Chunks, progress: GameProgress | None) -> Generator[R]:
    """Play all chunks in this process, and yield the result of each."""
    meter = None if progress is None else GameMeter(chunks.games, progress, engines)
    if meter is not None and isinstance(job, AgentJob):
        meter.expected = job.usual
        job = evolve(job, decided=meter.decided)
    while numbers := chunks.next():
        if meter is not None:
            meter.begin(numbers)
        answer = time_answer(job, engines, numbers)
        chunks.took(numbers, answer.seconds)
        if meter is not None:
            meter.end()
        yield answer.value


@define
class _Spread(Generic[R]):
    """One run on an executor; `executor` becomes None when the executor is given up and this process plays the rest."""

    engines: Sequence[Engine]
    job: Job[R]
    chunks: Chunks
    executor: Executor | None
    report: Callable[[range], None]
    task: Task[R]
    # the games of each chunk that was sent and whose result was not yet yielded
    parts: dict[int, range] = field(factory=dict)
    out: dict[int, Future[Answer[R] | RulekitError]] = field(factory=dict)
    finished: SimpleQueue[tuple[int, Future[Answer[R] | RulekitError]]] = field(factory=SimpleQueue)
    back: dict[int, Answer[R] | RulekitError] = field(factory=dict)
    tries: Counter[int] = field(factory=Counter)
    begun: int = 0
    sent: int = 0
    ahead: int = FIRST
    served: bool = False  # whether the executor has returned any chunk
    silent: int = 0  # seconds of waiting since the last answer
    warned: bool = False  # whether the lack of answers was reported

    def answers(self) -> Generator[R]:
        at = 0
        try:
            while self._begin(at):
                while at not in self.back:
                    self._receive()
                    self._begin(at)
                answer = self.back.pop(at)
                del self.parts[at]
                if isinstance(answer, RulekitError):
                    raise answer
                yield answer.value
                at += 1
        finally:
            for future in self.out.values():
                future.cancel()

    def _begin(self, at: int) -> bool:
        """Send as many chunks as may be in work while the caller waits for chunk `at`. Return False if there is no
        chunk `at`."""
        while self.begun < at + (self.ahead if self.executor is not None else 1):
            numbers = self.chunks.next()
            if not numbers:
                break
            self.parts[self.begun] = numbers
            self.begun += 1
            self._send(self.begun - 1)
        return at < self.begun

    def _send(self, at: int) -> None:
        if self.executor is not None:
            numbers = self.parts[at]
            self.sent += 1
            try:
                future = self.executor.submit(perform, self.task, numbers.start, len(numbers), self.sent)
            except Exception as error:  # the executor was shut down, or is broken for good
                log.warning(
                    "the executor takes no more games (%s): the rest is played in this process", _error_text(error)
                )
                self.executor = None
            else:
                self.out[at] = future
                # called in a thread of the executor
                future.add_done_callback(lambda done: self.finished.put((at, done)))
                return
        self._play_here(at)

    def _receive(self) -> None:
        try:
            # a short wait, repeated: Windows does not notice Ctrl-C during a long one
            at, future = self.finished.get(timeout=1)
        except Empty:
            self._count_silence()
            return
        del self.out[at]
        try:
            answer = future.result()
        except Exception as error:
            self._resend(at, error)
            return
        self.served, self.silent = True, 0
        self._keep_answer(at, answer)

    def _count_silence(self) -> None:
        """Warn once if no result comes back for a while: some executors wait forever for a worker that cannot work."""
        self.silent += 1
        if self.warned or self.silent < SILENCE:
            return
        self.warned = True
        reason = (
            "these games are long, or workers stand still"
            if self.served
            else "is one running, and does it have this rulekit installed?"
        )
        log.warning("no worker has answered for %d seconds: %s. This goes on waiting; Ctrl-C ends it", SILENCE, reason)

    def _resend(self, at: int, error: Exception) -> None:
        """Send a chunk again after its worker failed. Nobody knows which chunk made the worker fail, so each chunk has
        several tries."""
        self.tries[at] += 1
        if self.tries[at] < TRIES:
            log.info("games %s are sent again: %s", _span(self.parts[at]), _error_text(error))
            self._send(at)
            return
        log.warning(
            "games %s came back from no worker (%s): played in this process", _span(self.parts[at]), _error_text(error)
        )
        self.tries.clear()  # this chunk may have caused the failures of the others: count theirs from 0 again
        if not self.served:
            self.executor = None
        self._play_here(at)

    def _play_here(self, at: int) -> None:
        try:
            answer: Answer[R] | RulekitError = time_answer(self.job, self.engines, self.parts[at])
        except RulekitError as error:
            answer = error
        self._keep_answer(at, answer)

    def _keep_answer(self, at: int, answer: Answer[R] | RulekitError) -> None:
        self.back[at] = answer
        self.ahead = min(AHEAD, self.ahead + 2)
        if isinstance(answer, Answer):
            self.chunks.took(self.parts[at], answer.seconds)
            self.report(self.parts[at])


def _span(numbers: range) -> str:
    return f"{numbers.start} to {numbers.stop - 1}"


def _error_text(error: Exception) -> str:
    text = str(error).strip()
    return f"{type(error).__name__}: {text.splitlines()[0]}" if text else type(error).__name__
