"""Random games for `rulekit test`: which games are sampled, and what the engines find in them.

The engines check invariants and stop at the first game that breaks or faults; `testing.py` reports that game.
Everything here is *sampled*: a number of games of a configuration under one seed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing
from typing import Any

from attrs import field, frozen

from ..diagnostics import Diagnostic
from ..engine.interface import BrokenInvariant, Engine, GameFault, Playouts
from ..pipeline import configurations
from .chunks import in_chunks
from .failing_games import Failure
from .failure_report import FailingGame
from .game import ConfiguredGame
from .loaded_book import LoadedBook
from .simulate import Figures, figures

FEWEST = 10
"""Games with each other answer of an option, if at least that many were asked for."""


@frozen
class Sample:
    """Random games of one configuration; `options` are the answers that are not defaults.

    `unfinished` games were stopped at the most moves; `wrong` says why there was no such game.  `figures` are of the
    games that neither broke nor faulted.
    """

    players: int
    games: int
    unfinished: int
    failing: FailingGame | None
    options: Mapping[str, int | str] = field(factory=dict)
    figures: Figures | None = field(default=None, repr=False)
    wrong: tuple[Diagnostic, ...] = ()

    @property
    def ok(self) -> bool:
        return self.failing is None and not self.wrong

    def as_json(self) -> dict[str, Any]:
        told = self.figures.as_json() if self.figures else {}
        return {
            "players": self.players,
            "options": dict(self.options),
            "games": self.games,
            "unfinished": self.unfinished,
            "failing": self.failing.as_json() if self.failing else None,
            **{name: told.get(name) for name in ("length", "decisions", "turns", "rounds")},
            "options_taken": told.get("options"),
        }


@frozen
class Chosen:
    """A configuration to sample; `other`: with an answer that is not the default."""

    players: int
    options: Mapping[str, int | str]
    games: int
    other: bool = False


def games_to_sample(
    book: LoadedBook, players: int | None, options: Mapping[str, int | str], games: int
) -> Iterator[Chosen]:
    """Give the configurations to sample: by default each number of players, and each other answer by itself.

    The other answers share as many games again.
    """
    counts = (players,) if players is not None else book.player_counts
    yield from (Chosen(count, options, games) for count in counts)
    if players is not None or options:
        return
    others = [config for config in configurations(book.books) if config.options]
    for config in others:
        share = max(min(games, FEWEST), games // len(others))
        yield Chosen(config.players or book.player_counts[0], config.options, share, other=True)


Broken = GameFault | BrokenInvariant


@frozen
class WatchedGames:
    """The job of playing games with every invariant checked: what they gave, and what broke the first that failed."""

    seed: int
    max_moves: int

    def __call__(self, engines: Sequence[Engine], numbers: range) -> tuple[Playouts, Broken | None]:
        (engine,) = engines
        try:
            played = engine.playouts(len(numbers), self.seed, numbers.start, self.max_moves, counting="watched")
        except GameFault as fault:
            if fault.state is None:
                raise
            before = fault.state.game - numbers.start  # these games were played, and are counted
            return engine.playouts(before, self.seed, numbers.start, self.max_moves, counting="watched"), fault
        return played, played.broken


def sample_games(
    game: ConfiguredGame, games: int, seed: int, max_moves: int, executor: Executor | None
) -> tuple[Sample, int, Failure | None]:
    """Play games 0..games-1 up to the first that breaks; return that game's number, and how it broke."""
    parts: list[Playouts] = []
    number, failure = games, None
    with closing(in_chunks([game.engine], WatchedGames(seed, max_moves), games, executor)) as found:
        for played, stop in found:
            parts.append(played)
            if stop is not None:
                number, failure = failure_of(game, stop)
                break
    told = figures(game.engine, parts)
    tried = games if failure is None else number + 1
    return Sample(game.players, tried, told.unfinished, None, figures=told), number, failure


def failure_of(game: ConfiguredGame, stop: Broken) -> tuple[int, Failure]:
    """Return the number of a game that broke, and how it broke."""
    if isinstance(stop, BrokenInvariant):
        when = next(i.when for i in game.machine.invariants if i.name == stop.invariant)
        return stop.game, Failure("invariant", stop.invariant, f"{when} {stop.invariant}: broken")
    assert stop.state is not None
    return stop.state.game, Failure("fault", str(stop.index), str(stop), stop.fault)
