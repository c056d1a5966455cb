"""Plays games with checked invariants, and searches for the simplest game that still fails.

A game is a list of choices, each the index of an option or outcome among those on offer. Therefore a shorter or changed
list still describes a game. Shrinking leaves out steps, then makes choices simpler, as long as the same failure occurs.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import monotonic

from attrs import define, frozen

from ..engine.figures import find_broken_invariant
from ..engine.interface import CHANCES_IN_A_ROW, DECISIONS_PER_MOVE, Engine, GameFault, State
from ..machine.program import Decision, Fault, Machine
from .game_record import Entry
from .game_steps import LabelResolver


@frozen
class Failure:
    """A failure of a game: the invariant that is broken, or the fault of the rules. `kind` is `invariant` or `fault`,
    and `name` is the name of the invariant or the number of the fault."""

    kind: str
    name: str
    message: str
    fault: Fault | None = None

    @property
    def key(self) -> tuple[str, str]:
        return self.kind, self.name


@frozen
class PlayedGame:
    """A played game. `failure` is what ended it early (None: nothing failed), and `over` means that the rules ended
    it."""

    choices: tuple[int, ...]
    failure: Failure | None
    over: bool
    moves: int


class MonitoredRun:
    """Plays games of one machine on one engine and checks each step."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.machine: Machine = engine.machine
        self.resolver = LabelResolver.of(engine)

    def random(self, seed: int, number: int, max_moves: int) -> PlayedGame:
        """Play a game with the engine's own players, under the limits of `Engine.playouts`. If chance events follow one
        another without end, their choices are left out, and the game fails."""
        return self._play(seed, number, None, max_moves)

    def follow(self, choices: Sequence[int], seed: int, number: int) -> PlayedGame:
        """Play the game with these choices up to the last one. A number that is too large counts as the last option."""
        return self._play(seed, number, choices, None)

    def shortest(
        self, key: tuple[str, str], less_than: int, seed: int, number: int, most: int = 4_000
    ) -> PlayedGame | None:
        """Return the shortest game with the failure `key`, if it has fewer than `less_than` steps. Return None if none
        is found among `most` states."""
        try:
            waiting: deque[tuple[State, tuple[int, ...]]] = deque([(self.engine.start(seed, number), ())])
        except GameFault:
            return None
        while waiting and most > 0:
            state, choices = waiting.popleft()
            if len(choices) + 1 >= less_than or self.resolver.is_over(state):
                continue
            for place, option in enumerate(self.resolver.numbers(state)):
                most -= 1
                longer = (*choices, place)
                try:
                    after = self.resolver.go(state, option)
                    failure = self._find_broken_invariant(after)
                except GameFault as fault:
                    failure = Failure("fault", str(fault.index), str(fault), fault.fault)
                if failure is not None and failure.key == key:
                    return self.follow(longer, seed, number)
                if failure is None:
                    waiting.append((after, longer))
        return None

    def retrace(self, choices: Sequence[int], seed: int, number: int) -> tuple[list[Entry], State | None, bool]:
        """Return the steps of the game with these choices, the last state reached, and whether a fault stopped the game
        there.

        The choices must be on offer. A step that faulted is among the steps."""
        entries: list[Entry] = []
        state: State | None = None
        with suppress(GameFault):
            state = self.engine.start(seed, number)
            for choice in choices:
                option = self.resolver.numbers(state)[choice]
                entries.append(Entry.of(self.resolver, state, option))
                state = self.resolver.go(state, option)
            return entries, state, False
        return entries, state, True

    def _play(self, seed: int, number: int, given: Sequence[int] | None, max_moves: int | None) -> PlayedGame:
        choices: list[int] = []
        moves = decisions = chances = 0

        def finish(failure: Failure | None, over: bool = False) -> PlayedGame:
            return PlayedGame(tuple(choices), failure, over, moves)

        try:
            state = self.engine.start(seed, number)
            while not self.resolver.is_over(state):
                failure = self._find_broken_invariant(state)
                if failure or (given is not None and len(choices) == len(given)):
                    return finish(failure)
                node = self.resolver.labels.nodes[state.node]
                if isinstance(node, Decision):
                    begins, decisions, chances = node.move, decisions + 1, 0
                    if max_moves is not None and (
                        moves + begins > max_moves or decisions > max_moves * DECISIONS_PER_MOVE
                    ):
                        return finish(None)
                    moves += begins
                else:
                    chances += 1
                    if given is None and chances > CHANCES_IN_A_ROW:
                        del choices[-CHANCES_IN_A_ROW:]
                        raise GameFault(self.machine.faults[self.machine.fuel_fault], self.machine.fuel_fault, state)
                numbers = self.resolver.numbers(state)
                if given is not None:
                    option = numbers[min(given[len(choices)], len(numbers) - 1)]
                else:
                    option, state = self.resolver.draw(state)
                choices.append(numbers.index(option))
                state = self.resolver.go(state, option)
            return finish(self._find_broken_invariant(state), True)
        except GameFault as fault:
            return finish(Failure("fault", str(fault.index), str(fault), fault.fault))

    def _find_broken_invariant(self, state: State) -> Failure | None:
        """Return the failure for the first invariant that does not hold in a state; None if all hold, or if a chance
        event is open."""
        over = self.resolver.is_over(state)
        if self.resolver.chances(state):
            return None
        broken = find_broken_invariant(self.engine, state, over)
        if broken is None:
            return None
        where = "at the end" if over else f"before {self.resolver.seat(state)} decides"
        return Failure("invariant", broken.name, f"{broken.when} {broken.name}: broken {where}")


MOST_TRIES = 2_000
MOST_SECONDS = 20.0


def shrink(
    failing: PlayedGame,
    replay: Callable[[Sequence[int]], PlayedGame],
    tries: int = MOST_TRIES,
    seconds: float = MOST_SECONDS,
) -> PlayedGame:
    """Return a game that fails as `failing` does, with fewer or simpler choices. Return `failing` if no simpler one is
    found within the tries and seconds."""
    assert failing.failure is not None
    return _Search(failing, failing.failure.key, replay, tries, monotonic() + seconds).best_found()


@define
class _Search:
    """Searches for simpler games that fail with the same key. It stops after `tries` games or when the clock reaches
    `until`."""

    best: PlayedGame
    key: tuple[str, str]
    replay: Callable[[Sequence[int]], PlayedGame]
    tries: int
    until: float

    def best_found(self) -> PlayedGame:
        before = None
        while before != self.best.choices and self._time_left():
            before = self.best.choices
            self._leave_out()
            self._simplify()
        return self.best

    def _time_left(self) -> bool:
        return self.tries > 0 and monotonic() < self.until

    def _better(self, choices: Sequence[int]) -> bool:
        """Play a game; keep it as the best if it fails in the same way and is shorter, or equally long with earlier
        options. Return whether it was kept."""
        if not self._time_left():
            return False
        self.tries -= 1
        played = self.replay(choices)
        if played.failure is None or played.failure.key != self.key:
            return False
        if (len(played.choices), played.choices) >= (len(self.best.choices), self.best.choices):
            return False
        self.best = played
        return True

    def _leave_out(self) -> None:
        """Try to leave out sequences of consecutive steps, long sequences first."""
        size = max(1, len(self.best.choices) // 2)
        while size:
            at = len(self.best.choices) - size
            while at >= 0 and self._time_left():
                choices = self.best.choices
                self._better(choices[:at] + choices[at + size :])
                at = min(at, len(self.best.choices)) - max(1, size // 2)
            size //= 2

    def _simplify(self) -> None:
        """Try to replace each choice by an earlier option, one step at a time."""
        for at in range(len(self.best.choices)):
            choices = self.best.choices
            if at >= len(choices):
                return
            for simpler in dict.fromkeys((0, choices[at] // 2, choices[at] - 1)):
                if 0 <= simpler < choices[at] and self._better((*choices[:at], simpler, *choices[at + 1 :])):
                    break
