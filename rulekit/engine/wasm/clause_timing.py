"""Timing by clause: games of random players, and for which clause of the rulebook the module was at work how long.

Two modules are made of a machine, of the same code as the one that plays, one game after the other, each with a probe
(`clause_probe.py`).  In one of them a word of memory tells at each moment which clause is at work; another thread looks
there a few thousand times a second while games are played: a sampling profiler, whose shares are those of time,
whatever the processor makes of the code.  The other counts how often each clause is asked, and the passes of its loops.
"""

from __future__ import annotations

import ctypes
import time
from collections import defaultdict
from collections.abc import Callable
from threading import Event, Thread, get_ident

from attrs import define, field, frozen

from ...machine.clause_origins import ClauseOrigins, following
from ...machine.optimise import for_playouts
from ...machine.program import Machine
from .clause_probe import DECISION, ClauseProbe, ClauseWork, Counted
from .compilation import CompiledModule, too_large_error
from .encode import FunctionTooLarge
from .module import emit_playouts
from .playout_runner import PlayoutRunner, PlayoutTrapped
from .sandbox import Compiled, Refused

TIMED, COUNTED = 1.5, 0.3
"""Seconds of play: that is looked at, and that is counted."""
PAUSE = 0.0002
"""Seconds between two looks, beside what falling asleep and waking up take."""
BRIEF, BATCH, MOST_STEPS = 0.02, 4096, 1 << 20
"""Seconds, games and decisions of play in one call of the module."""


@frozen
class ClauseTiming:
    """`seconds` of processor time by what the module was at work for, in so many `looks`; and `counts` of as many whole
    `games` as there was time for, and of their `decisions`.

    `fault`: the number of the game that broke off, and that of its fault; the games before it, and what there was of
    it, were then played again and again.
    """

    seconds: dict[ClauseWork, float]
    looks: int
    counts: dict[Counted, int]
    games: int
    decisions: int
    fault: tuple[int, int] | None
    why: list[str]


def clause_timing(machine: Machine, origins: ClauseOrigins, seed: int = 1) -> ClauseTiming:
    """Raises RulekitError (E626) of a machine that is too large for a module."""
    with following(origins):
        program, why = for_playouts(machine)
    counting = Probed.of(machine, program, ClauseProbe(origins, counting=True))
    games, fault = counting.play(seed, COUNTED)
    counts = counting.counts
    looking = Probed.of(machine, program, ClauseProbe(origins, counting=False))
    watch = Watch(looking)
    watch.start()
    try:
        looking.play(seed, TIMED)
    finally:
        watch.stop()
    return ClauseTiming(watch.seconds, watch.looks, counts, games, counts.get(DECISION, 0), fault, why)


@define
class Probed:
    """A module with a probe, ready to play; `word` is where the probe's memory begins."""

    probe: ClauseProbe
    runner: PlayoutRunner
    word: ctypes.c_int32

    @staticmethod
    def of(machine: Machine, program: Machine, probe: ClauseProbe) -> Probed:
        """Never kept, for only the probe knows what the module tells.  Raises as `compilation.compile_module`."""
        try:
            emitted = emit_playouts(program, probe=probe)
            runner = PlayoutRunner(machine, CompiledModule(emitted, (), Compiled.of(emitted.bytes), False))
        except (FunctionTooLarge, Refused) as refused:
            raise too_large_error(machine, refused) from None
        return Probed(probe, runner, ctypes.c_int32.from_buffer(runner.memory, probe.base))

    def play(self, seed: int, seconds: float) -> tuple[int, tuple[int, int] | None]:
        """For so long: how many games came to an end, and where one broke off."""
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
    def counts(self) -> dict[Counted, int]:
        memory, found = self.runner.memory, {}
        for counted in self.probe.counted:
            found[counted] = ctypes.c_int64.from_buffer(memory, self.probe.count_address(counted)).value
        return found


@define
class Watch:
    """Looks at what a module is at work for, in a thread of its own: the module lets it run beside.

    What is seen counts for the processor time that the player has had since the last look, where the system tells it:
    nothing, while other programs had the processor.
    """

    probed: Probed
    looks: int = 0
    _seen: dict[int, float] = field(factory=lambda: defaultdict(float))
    _over: Event = field(factory=Event)
    _thread: Thread = field(init=False)

    def start(self) -> None:
        """In the thread that plays."""
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
        """By work; those while the module was not running are left out."""
        works = self.probed.probe.works.items()
        return {work: self._seen[number] for work, number in works if self._seen.get(number)}


def clock_of(thread: int) -> Callable[[], float]:
    """The processor time of a thread, or simply time where the system does not tell it."""
    try:
        clock = time.pthread_getcpuclockid(thread)
    except (AttributeError, OSError):
        return time.perf_counter
    return lambda: time.clock_gettime(clock)
