"""The simplest game that still fails: steps left out, then simpler choices, as long as the same thing goes wrong.

Works on lists of choices alone; what a game is and what failing means is the caller's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic

from .monitored_run import PlayedGame

MOST_TRIES = 2_000
MOST_SECONDS = 20.0


def shrink(
    failing: PlayedGame,
    replay: Callable[[Sequence[int]], PlayedGame],
    tries: int = MOST_TRIES,
    seconds: float = MOST_SECONDS,
) -> PlayedGame:
    """A game that fails as `failing` does, with fewer or simpler choices where one was found in time."""
    assert failing.failure is not None
    return _Search(failing, failing.failure.key, replay, tries, monotonic() + seconds).best_found()


class _Search:
    def __init__(
        self,
        best: PlayedGame,
        key: tuple[str, str],
        replay: Callable[[Sequence[int]], PlayedGame],
        tries: int,
        until: float,
    ) -> None:
        self.best, self.key, self.replay, self.tries, self.until = best, key, replay, tries, until

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
        """Tries a game; keeps it where it fails alike and is simpler: shorter, or as long with earlier options."""
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
        """Runs of steps, long ones first."""
        size = max(1, len(self.best.choices) // 2)
        while size:
            at = len(self.best.choices) - size
            while at >= 0 and self._time_left():
                choices = self.best.choices
                self._better(choices[:at] + choices[at + size :])
                at = min(at, len(self.best.choices)) - max(1, size // 2)
            size //= 2

    def _simplify(self) -> None:
        """Earlier options, one step at a time."""
        for at in range(len(self.best.choices)):
            choices = self.best.choices
            if at >= len(choices):
                return
            for simpler in dict.fromkeys((0, choices[at] // 2, choices[at] - 1)):
                if 0 <= simpler < choices[at] and self._better((*choices[:at], simpler, *choices[at + 1 :])):
                    break
