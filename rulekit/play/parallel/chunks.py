"""Games split into chunks, handed to an executor, and what comes back put in order.

Chunks depend on the number of games alone.  A chunk that does not come back is sent again, and in the end played in
this process: a worker that dies costs time and nothing else.  What the rules did wrong is raised for the first game
that shows it, whoever came to it first.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Executor, Future
from functools import partial
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Generic, TypeVar

from attrs import frozen

from ...diagnostics import RulekitError
from ...engine.argument_validation import whole_number
from ...engine.interface import Engine
from ...engine.random import MOST_GAME
from .task import Job, Task, perform

TRIES = 3
"""How often a chunk is given to an executor."""

AHEAD = 256
"""The most chunks that are out, or back and waiting for one before them."""

SILENCE = 20
"""Seconds without any answer after which that is said."""

R = TypeVar("R")
GameProgress = Callable[[int, int], None]
log = logging.getLogger("rulekit.parallel")


def chunk_size(games: int) -> int:
    """Large enough that handing it over costs little, small enough to keep many workers busy and tell of progress."""
    return max(1, min(200, games // 50))


@frozen
class Parts:
    """The games 0..games-1 in chunks of this size, each made when it is asked for: there may be millions."""

    games: int
    size: int

    def __len__(self) -> int:
        return (self.games + self.size - 1) // self.size

    def __getitem__(self, at: int) -> range:
        return range(at * self.size, min((at + 1) * self.size, self.games))


def in_chunks(
    engines: Sequence[Engine],
    job: Job[R],
    games: int,
    executor: Executor | None = None,
    progress: GameProgress | None = None,
    size: int | None = None,
) -> Generator[R]:
    """What the job gives for each chunk of the games 0..games-1, in order.

    Without an executor it is done here, on these very engines.  Whoever stops early takes back what was not begun.
    `progress` is told how many games are done, of how many.  Raises RulekitError (a GameFault mostly) of the first game
    that does, and ValueError where an engine cannot be made anew by workers.
    """
    games = whole_number("games", games, 0, MOST_GAME + 1)
    if executor is not None and not hasattr(executor, "submit"):
        raise TypeError(f"executor: an Executor of concurrent.futures is expected, not a {type(executor).__name__}")
    parts = Parts(games, size or chunk_size(games))
    told = _Told(games, progress)
    if executor is None:
        for at in range(len(parts)):
            numbers = parts[at]
            answer = job(engines, numbers)
            told.more(numbers)
            yield answer
    else:
        yield from _Spread(engines, job, parts, executor, told).answers()


class _Told:
    """Counts games as they are done."""

    def __init__(self, games: int, progress: GameProgress | None) -> None:
        self.games, self.done, self.progress = games, 0, progress

    def more(self, numbers: range) -> None:
        self.done += len(numbers)
        if self.progress is not None:
            self.progress(self.done, self.games)


class _Spread(Generic[R]):
    """One run over an executor."""

    def __init__(self, engines: Sequence[Engine], job: Job[R], parts: Parts, executor: Executor, told: _Told) -> None:
        self.engines, self.job, self.parts, self.told = engines, job, parts, told
        self.executor: Executor | None = executor  # None: given up
        self.task = Task.of(engines, job)
        self.out: dict[int, Future[R | RulekitError]] = {}
        self.finished: SimpleQueue[tuple[int, Future[R | RulekitError]]] = SimpleQueue()
        self.back: dict[int, R | RulekitError] = {}
        self.tries: Counter[int] = Counter()
        self.sent = 0
        self.served = False  # whether any chunk ever came back
        self.silent: float | None = monotonic()  # since when; None: it was said

    def answers(self) -> Generator[R]:
        begun = 0
        try:
            for at in range(len(self.parts)):
                while begun < min(len(self.parts), at + AHEAD):
                    self._send(begun)
                    begun += 1
                while at not in self.back:
                    self._receive()
                answer = self.back.pop(at)
                if isinstance(answer, RulekitError):
                    raise answer
                yield answer
        finally:
            for future in self.out.values():
                future.cancel()

    def _send(self, at: int) -> None:
        if self.executor is not None:
            numbers = self.parts[at]
            self.sent += 1
            try:
                future = self.executor.submit(perform, self.task, numbers.start, len(numbers), self.sent)
            except Exception as error:  # it is shut down, or broken for good
                log.warning("the executor takes no more games (%s): the rest is played in this process", _named(error))
                self.executor = None
            else:
                self.out[at] = future
                future.add_done_callback(partial(self._put, at))
                return
        self._here(at)

    def _put(self, at: int, future: Future[R | RulekitError]) -> None:
        self.finished.put((at, future))  # called from a thread of the executor

    def _receive(self) -> None:
        try:
            at, future = self.finished.get(timeout=1)  # again and again: Windows hears no Ctrl-C while it waits
        except Empty:
            self._waited()
            return
        del self.out[at]
        try:
            answer = future.result()
        except Exception as error:
            self._lost(at, error)
            return
        self.served = True
        self._arrived(at, answer)

    def _waited(self) -> None:
        """Says once that nothing has come back at all: some executors wait for ever for a worker that cannot work."""
        if self.served or self.silent is None or monotonic() - self.silent < SILENCE:
            return
        self.silent = None
        log.warning(
            "no worker has answered for %d seconds: is one running, and does it have this rulekit installed? "
            "This goes on waiting; Ctrl-C ends it",
            SILENCE,
        )

    def _lost(self, at: int, error: Exception) -> None:
        """A chunk that did not come back.  Which chunk its worker died of is not known, so each has several tries."""
        self.tries[at] += 1
        if self.tries[at] < TRIES:
            log.info("games %s are sent again: %s", _span(self.parts[at]), _named(error))
            self._send(at)
            return
        log.warning(
            "games %s came back from no worker (%s): played in this process", _span(self.parts[at]), _named(error)
        )
        self.tries.clear()  # it may have been this one that took the others with it
        if not self.served:
            self.executor = None
        self._here(at)

    def _here(self, at: int) -> None:
        try:
            answer: R | RulekitError = self.job(self.engines, self.parts[at])
        except RulekitError as error:
            answer = error
        self._arrived(at, answer)

    def _arrived(self, at: int, answer: R | RulekitError) -> None:
        self.back[at] = answer
        if not isinstance(answer, RulekitError):
            self.told.more(self.parts[at])


def _span(numbers: range) -> str:
    return f"{numbers.start} to {numbers.stop - 1}"


def _named(error: Exception) -> str:
    text = str(error).strip()
    return f"{type(error).__name__}: {text.splitlines()[0]}" if text else type(error).__name__
