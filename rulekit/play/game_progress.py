"""Reports how many games are done, also while a game is in play. The part of a game that is done is estimated: the
choices of its agents so far, divided by the choices of a usual game.

Before any game has ended, a random game counts as usual. A few random games are played for this, since they take almost
no time compared with a search.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Final

from attrs import define, field, frozen

from ..engine.interface import Engine, GameFault
from . import MAX_MOVES

if TYPE_CHECKING:  # workers that only count games do not load the checks of rulebooks
    from .game import GameState

GameProgress = Callable[[float, int], None]
"""Receives the games that are done, with the part of those in play, and all games."""
Choosing = Callable[["GameState"], tuple[int, "GameState"]]
Decided = Callable[[], None]

FEW: Final = 5
"""Random games that are played on each engine, at most, to learn how many choices a game has."""
SECONDS: Final = 0.2
"""Seconds that they may take on each engine; the first game is always finished."""
TICK: Final = 0.1
"""Seconds between two reports of one game: a terminal shows no more."""
LONG: Final = 2
"""A game with this many times as many choices as usual may be one that hardly ends: random games show that."""
NEARLY_DONE: Final = 0.95
"""The most that is reported of a game in play: it may be longer than usual."""


@frozen
class AgentJob:
    """A job for workers (`parallel.py`) whose games may be played by agents. In this process, it calls `decided` after
    each choice of an agent between several options. `usual` is the usual number of choices in a game; None if
    unknown."""

    decided: Decided | None = field(default=None, kw_only=True, eq=False, repr=False)
    usual: float | None = field(default=None, kw_only=True, eq=False, repr=False)


def reporting(choose: Choosing, decided: Decided | None) -> Choosing:
    """Return a function that chooses like `choose` and calls `decided` after each choice between several options."""
    if decided is None:
        return choose

    def choose_and_report(state: GameState) -> tuple[int, GameState]:
        found = choose(state)
        if len(state.legal()) > 1:
            decided()
        return found

    return choose_and_report


def random_choices(engine: Engine) -> float:
    """Return the mean number of choices in a few random games; 0 if none can be played to its end."""
    games = choices = 0
    begun = perf_counter()
    while games < FEW and (not games or perf_counter() - begun < SECONDS):
        try:
            choices += engine.playouts(1, 1, games, MAX_MOVES).branching_count
        except GameFault:
            break
        games += 1
    return choices / max(1, games)


@define
class GameMeter:
    """Reports the progress of games that this process plays in chunks."""

    games: int
    report: GameProgress
    engines: Sequence[Engine]
    done: int = 0
    choices: int = 0
    playing: int = 0  # the number of games in the chunk that is being played
    chosen: int = 0  # the choices made in this chunk so far
    told: float = 0.0
    expected: float | None = None  # the choices that a game is expected to have; None: unknown
    random: float | None = None  # the choices in a random game; None: not measured yet

    def begin(self, numbers: range) -> None:
        """Record that the games with these numbers begin."""
        self.playing, self.chosen = len(numbers), 0

    def decided(self) -> None:
        """Count a choice in the games of this chunk, and report the progress from time to time."""
        self.chosen += 1
        now = perf_counter()
        if now - self.told < TICK:
            return
        self.told = now
        if self.expected is None or self.chosen > LONG * self.playing * self.expected:
            self._expect_random_games()
        if self.expected:
            part = min(self.chosen / self.expected, self.playing - 1 + NEARLY_DONE)
            self.report(self.done + part, self.games)

    def _expect_random_games(self) -> None:
        """Set the expected number of choices to that of random games, if it is greater than the present one."""
        if self.random is None:
            self.random = sum(map(random_choices, self.engines))
        self.expected = max(self.random, self.expected or 0.0)

    def end(self) -> None:
        """Record that the games of this chunk have ended, and report the progress."""
        self.done += self.playing
        self.choices += self.chosen
        if self.choices:
            self.expected = self.choices / self.done
        self.report(self.done, self.games)
