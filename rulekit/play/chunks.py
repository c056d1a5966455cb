"""Games split into chunks, handed to an executor, and their results put in order.

Chunks begin small and grow until one takes `SECONDS`, because handing one over costs the same whatever its size.  No
result depends on the cuts.  A chunk that does not come back is sent again, and in the end played in this process.  A
fault of the rules is raised for the first game that shows it.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Executor, Future
from functools import partial
from queue import Empty, SimpleQueue
from typing import Generic, TypeVar

from attrs import define

from ..diagnostics import RulekitError
from ..engine.argument_validation import whole_number
from ..engine.interface import Engine
from ..engine.random import MOST_GAME
from .worker_task import Answer, Job, Task, perform, timed_answer

SECONDS = 0.2
"""Of which handing over is a small part, and after which somebody who watches sees that it goes on."""

GROWTH = 4
"""A chunk has at most so many times the games of one whose time is known: games are not all alike."""

SHARES = 8
"""What is left is shared out by so many, so that all workers end at about the same time; but no chunk is smaller than
this part of what takes `SECONDS`."""


def first_size(games: int) -> int:
    """While nothing is known: small enough to keep many workers busy with slow games and to tell of progress."""
    return max(1, min(200, games // 1000))


@define
class Chunks:
    """The games 0..games-1, of which `begun` are in chunks already; the next one is of `size`, or less.

    `least` is the size that the first had.  With `fixed` all have it; with `shared` several workers wait for chunks.
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
        """Cut when it is asked for: there may be millions.  An empty one is behind the last."""
        size, left = self.size, self.games - self.begun
        if self.shared and not self.fixed:
            size = max(self.least, size // SHARES, min(size, left // SHARES))
        numbers = range(self.begun, self.begun + min(size, left))
        self.begun = numbers.stop
        return numbers

    def took(self, numbers: range, seconds: float) -> None:
        """These games took so long.  A chunk of before they grew says nothing of how far they may."""
        games = len(numbers)
        if not self.fixed and games >= self.size:
            wanted = int(games * SECONDS / seconds) if seconds > 0 else GROWTH * games
            self.size = max(self.least, min(wanted, GROWTH * games))


TRIES = 3
"""How often a chunk is given to an executor."""

AHEAD = 256
"""The most chunks that are out, or back and waiting for one before them."""

FIRST = 16
"""So many may be out before any came back, each of which lets two more go: the first ones are small."""

SILENCE = 20
"""Seconds of waiting without any answer after which that is said."""

R = TypeVar("R")
GameProgress = Callable[[int, int], None]
log = logging.getLogger("rulekit.parallel")


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
    chunks = Chunks.of(games, size, shared=executor is not None)
    told = _Told(games, progress)
    if executor is None:
        while numbers := chunks.next():
            answer = timed_answer(job, engines, numbers)
            chunks.took(numbers, answer.seconds)
            told.more(numbers)
            yield answer.value
    else:
        yield from _Spread(engines, job, chunks, executor, told).answers()


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

    def __init__(self, engines: Sequence[Engine], job: Job[R], chunks: Chunks, executor: Executor, told: _Told) -> None:
        self.engines, self.job, self.chunks, self.told = engines, job, chunks, told
        self.executor: Executor | None = executor  # None: given up
        self.task = Task.of(engines, job)
        self.parts: dict[int, range] = {}  # the games of each chunk that was sent and not yet given
        self.out: dict[int, Future[Answer[R] | RulekitError]] = {}
        self.finished: SimpleQueue[tuple[int, Future[Answer[R] | RulekitError]]] = SimpleQueue()
        self.back: dict[int, Answer[R] | RulekitError] = {}
        self.tries: Counter[int] = Counter()
        self.begun = self.sent = 0
        self.ahead = FIRST
        self.served = False  # whether any chunk ever came back
        self.silent = 0  # seconds of waiting since an answer came
        self.said = False  # whether it was said that none comes

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
        """Sends as many chunks as may be out while this one is waited for; False where there is none such."""
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
            except Exception as error:  # it is shut down, or broken for good
                log.warning("the executor takes no more games (%s): the rest is played in this process", _named(error))
                self.executor = None
            else:
                self.out[at] = future
                future.add_done_callback(partial(self._put, at))
                return
        self._here(at)

    def _put(self, at: int, future: Future[Answer[R] | RulekitError]) -> None:
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
        self.served, self.silent = True, 0
        self._arrived(at, answer)

    def _waited(self) -> None:
        """Say once that nothing comes back: some executors wait for ever for a worker that cannot work."""
        self.silent += 1
        if self.said or self.silent < SILENCE:
            return
        self.said = True
        reason = (
            "these games are long, or workers stand still"
            if self.served
            else "is one running, and does it have this rulekit installed?"
        )
        log.warning("no worker has answered for %d seconds: %s. This goes on waiting; Ctrl-C ends it", SILENCE, reason)

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
            answer: Answer[R] | RulekitError = timed_answer(self.job, self.engines, self.parts[at])
        except RulekitError as error:
            answer = error
        self._arrived(at, answer)

    def _arrived(self, at: int, answer: Answer[R] | RulekitError) -> None:
        self.back[at] = answer
        self.ahead = min(AHEAD, self.ahead + 2)
        if isinstance(answer, Answer):
            self.chunks.took(self.parts[at], answer.seconds)
            self.told.more(self.parts[at])


def _span(numbers: range) -> str:
    return f"{numbers.start} to {numbers.stop - 1}"


def _named(error: Exception) -> str:
    text = str(error).strip()
    return f"{type(error).__name__}: {text.splitlines()[0]}" if text else type(error).__name__
