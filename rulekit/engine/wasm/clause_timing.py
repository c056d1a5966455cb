"""Measure the time spent on each clause: play random games, and sample which clause is being evaluated.

Two modules with a probe (`clause_probe.py`) are compiled from a machine, with the code that plays one game after
another. In the first, a word of memory names the clause being evaluated; another thread reads it some thousand times a
second (a sampling profiler). The second counts how often each clause is evaluated, and the passes of its loops.
"""

from __future__ import annotations

import ctypes
import time
from collections import defaultdict
from collections.abc import Callable
from threading import Event, Thread, get_ident

from attrs import define, field, frozen

from ...machine.clause_origins import ClauseOrigins, note_origins
from ...machine.optimise import for_playouts
from ...machine.program import Machine
from .clause_probe import DECISION, ClauseProbe, ClauseWork, ProfileCounter
from .compilation import CompiledModule, too_large_error
from .encode import FunctionTooLarge
from .module import emit_playouts
from .playout_runner import PlayoutRunner, PlayoutTrapped
from .sandbox import Compiled, Refused

TIMED, COUNTED = 1.5, 0.3
"""Seconds of play in the module that is sampled, and in the module that counts."""
PAUSE = 0.0002
"""Seconds to sleep between two samples; falling asleep and waking add to that."""
BRIEF, BATCH, MOST_STEPS = 0.02, 4096, 1 << 20
"""The most seconds, games and decisions of play in one call of the module."""


@frozen
class ClauseTiming:
    """The result of profiling random games: samples and counts.

    `seconds` maps each kind of work to processor time, estimated from `looks` samples. `counts` cover whole `games` and
    their `decisions`. If a game faulted, `fault` is the number of the first such game and the number of its fault; the
    games then began again with the first one, until the time was up."""

    seconds: dict[ClauseWork, float]
    looks: int
    counts: dict[ProfileCounter, int]
    games: int
    decisions: int
    fault: tuple[int, int] | None
    why: list[str]


def clause_timing(machine: Machine, origins: ClauseOrigins, seed: int = 1) -> ClauseTiming:
    """Play random games of a machine and return the time for each clause. Raise RulekitError (E626) if the machine is
    too large for a module."""
    with note_origins(origins):
        program, why = for_playouts(machine)
    counting = ProbedModule.of(machine, program, ClauseProbe(origins, counting=True))
    games, fault = counting.play(seed, COUNTED)
    counts = counting.counts
    looking = ProbedModule.of(machine, program, ClauseProbe(origins, counting=False))
    watch = Watch(looking)
    watch.start()
    try:
        looking.play(seed, TIMED)
    finally:
        watch.stop()
    return ClauseTiming(watch.seconds, watch.looks, counts, games, counts.get(DECISION, 0), fault, why)


@define
class ProbedModule:
    """A module with a probe, ready to play. `word` is the word in its memory that names the clause being evaluated."""

    probe: ClauseProbe
    runner: PlayoutRunner
    word: ctypes.c_int32

    @staticmethod
    def of(machine: Machine, program: Machine, probe: ClauseProbe) -> ProbedModule:
        """Compile a module with this probe. It is not cached, since only this probe can read it. Raise the same errors
        as `compilation.compile_module`."""
        try:
            emitted = emit_playouts(program, probe=probe)
            runner = PlayoutRunner(machine, CompiledModule(emitted, (), Compiled.of(emitted.bytes), False))
        except (FunctionTooLarge, Refused) as refused:
            raise too_large_error(machine, refused) from None
        return ProbedModule(probe, runner, ctypes.c_int32.from_buffer(runner.memory, probe.base))

    def play(self, seed: int, seconds: float) -> tuple[int, tuple[int, int] | None]:
        """Play for `seconds`. Return the number of finished games; and, if a game broke off, its number and the number
        of its fault, otherwise None."""
        games, steps, fault, end = 0, 8, None, time.perf_counter() + seconds
        self.runner.begin(0, seed)
        while (begun := time.perf_counter()) < end:
            try:
                games += self.runner.go_on(BATCH, steps=steps)
            except PlayoutTrapped as stopped:
                fault = stopped.game, stopped.fault
                self.runner.begin(0, seed)
            self.word.value = 0
            if time.perf_counter() - begun < BRIEF / 2:
                steps = min(2 * steps, MOST_STEPS)
        return games, fault

    @property
    def counts(self) -> dict[ProfileCounter, int]:
        memory, found = self.runner.memory, {}
        for counted in self.probe.counted:
            found[counted] = ctypes.c_int64.from_buffer(memory, self.probe.count_address(counted)).value
        return found


@define
class Watch:
    """Samples which clause is being evaluated, in a thread of its own. If the system reports it, each sample is
    weighted by the processor time that the playing thread has used since the last sample. So time used by other
    programs does not count."""

    probed: ProbedModule
    looks: int = 0
    _seen: dict[int, float] = field(factory=lambda: defaultdict(float))
    _over: Event = field(factory=Event)
    _thread: Thread = field(init=False)

    def start(self) -> None:
        """Start sampling. The thread that plays must call this."""
        self._thread = Thread(target=self._look, args=(clock_of(get_ident()),), daemon=True)
        self._thread.start()

    def _look(self, clock: Callable[[], float]) -> None:
        word, seen, over, sleep = self.probed.word, self._seen, self._over.is_set, time.sleep
        before = clock()
        while not over():
            sleep(PAUSE)
            now = clock()
            seen[word.value] += now - before
            before = now
            self.looks += 1

    def stop(self) -> None:
        self._over.set()
        self._thread.join()

    @property
    def seconds(self) -> dict[ClauseWork, float]:
        """Return a mapping from each kind of work to its processor time in seconds. Time in which the module was not
        running is left out."""
        works = self.probed.probe.works.items()
        return {work: self._seen[number] for work, number in works if self._seen.get(number)}


def clock_of(thread: int) -> Callable[[], float]:
    """Return a function that returns a thread's processor time in seconds, or wall-clock time if the system does not
    report it."""
    try:
        clock = time.pthread_getcpuclockid(thread)
    except (AttributeError, OSError):
        return time.perf_counter
    return lambda: time.clock_gettime(clock)
