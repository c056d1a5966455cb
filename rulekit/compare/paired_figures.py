"""Plays the same random games under two editions, and compares their statistics.

If both editions have the same chance event, game k draws the same outcome for it in both, so differences are paired. A
game that is unfinished in either edition is counted, but left out of statistics that need an end.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from functools import partial
from itertools import compress
from operator import mul, ne
from typing import TYPE_CHECKING, Any

from attrs import frozen

from ..engine.interface import Column, Engine, GameColumns
from ..machine.option_labels import Sorts
from ..play import MAX_MOVES, RANDOM, agents_text
from ..play.chunks import in_chunks
from ..play.game_progress import AgentJob, GameProgress
from ..play.simulate import engine_of, who_plays
from .confidence import Both, ConfidenceInterval, RankedSample, bootstrap, mean_difference, paired_ratios

if TYPE_CHECKING:  # workers do not load the code that makes games
    from ..play.game import ConfiguredGame


@frozen
class FigureComparison:
    """The values of one statistic in the first and in the second edition (None if an edition lacks it), with the
    interval of their difference."""

    name: str
    first: float | None
    second: float | None
    interval: ConfidenceInterval | None

    def as_json(self) -> dict[str, Any]:
        found = self.interval
        return {
            "figure": self.name,
            "first": self.first,
            "second": self.second,
            "difference": found.difference if found else None,
            "low": found.low if found else None,
            "high": found.high if found else None,
            "pairs": found.pairs if found else 0,
            "method": found.method if found else None,
        }


@frozen
class AloneFigures:
    """The statistics of the first edition with only one group of changes, given by their ids. If `sides` is None, `why`
    is the reason, or the game is proved to be `same` as the first."""

    ids: tuple[str, ...]
    sides: Sides | None
    same: bool = False
    why: str = ""


@frozen
class Sides:
    """All statistics of two editions: standard ones (`figures`), of clauses, of kinds of options, and those defined in
    the rulebooks (`measured`). `different` is the number of pairs of games that are not equal; `lengths` has the
    numbers of moves of games that ended in both. `alone` has the statistics of each group of changes alone. `at_random`
    has those of random players; None if these are already about random players, or if none were played."""

    players: int
    seats: tuple[str, ...]
    games: int
    seed: int
    figures: tuple[FigureComparison, ...]
    clauses: tuple[FigureComparison, ...]
    options: tuple[FigureComparison, ...] = ()
    different: int = 0
    lengths: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    measured: tuple[FigureComparison, ...] = ()
    alone: tuple[AloneFigures, ...] = ()
    agents: str = RANDOM
    at_random: Sides | None = None

    @property
    def whose(self) -> str:
        """Return which players played: `2 random players`, or `2 players (uct:200)`."""
        return players_text(self.players, self.agents)

    @property
    def sample(self) -> str:
        """Return what was played: `60 random games of 2 players each`, or `60 games of 2 players each (uct:200)`."""
        what = f"games of {self.players} players each"
        random = self.agents == RANDOM
        return f"{self.games:,} random {what}" if random else f"{self.games:,} {what} ({agents_text(self.agents)})"

    def as_json(self) -> dict[str, Any]:
        return {
            "players": self.players,
            "games": self.games,
            "seed": self.seed,
            "agents": self.agents,
            "different": self.different,
            "figures": [f.as_json() for f in self.figures],
            "clauses": [f.as_json() for f in self.clauses],
            "options": [f.as_json() for f in self.options],
            "measured": [f.as_json() for f in self.measured],
            "at_random": self.at_random.as_json() if self.at_random is not None else None,
            "alone": [
                {"clauses": [*one.ids], "same_game": one.same, "why_not": one.why or None,
                 "different": one.sides.different if one.sides else None,
                 "figures": [f.as_json() for f in main_figures(one.sides)] if one.sides else []} for one in self.alone
            ],
        }  # fmt: skip  # one key in a line


def main_figures(sides: Sides) -> tuple[FigureComparison, ...]:
    """Return the statistics that are shown for a single change: length, wins, and those defined in the rulebook."""
    wanted = ("length mean", "turns mean", *(f"wins {seat}" for seat in sides.seats))
    return (*(f for f in sides.figures if f.name in wanted), *sides.measured)


@frozen
class SameGames(AgentJob):
    """A job for workers: play the same games under several editions. It returns the columns of each edition."""

    seed: int
    max_moves: int | None
    agents: str = RANDOM

    def __call__(self, engines: Sequence[Engine], numbers: range) -> tuple[GameColumns, ...]:
        players = [who_plays(engine, self.agents, self.decided) for engine in engines]
        return tuple(one.columns(len(numbers), self.seed, numbers.start, self.max_moves) for one in players)


def compare_figures(
    one: ConfiguredGame | Engine,
    two: ConfiguredGame | Engine,
    games: int,
    seed: int,
    *,
    agents: str = RANDOM,
    executor: Executor | None = None,
) -> Sides:
    """Play games 0 to games-1 with this seed in both editions, and return the comparison (differences are second minus
    first). If there is an `executor`, its workers play. Raise the GameFault of the first pair that has one."""
    first, second = (engine_of(side) for side in (one, two))
    mine, other = play_games([first, second], SameGames(seed, MAX_MOVES, agents), games, executor=executor)
    return compare_games(first, second, mine, other, seed, agents)


def play_games(
    engines: Sequence[Engine],
    job: SameGames,
    games: int,
    *,
    progress: GameProgress | None = None,
    executor: Executor | None = None,
) -> tuple[GameColumns, ...]:
    """Play games 0 to games-1 on each engine, and return their columns for each engine."""
    found = job(engines, range(0))
    for more in in_chunks(engines, job, games, executor, progress):
        for columns, new in zip(found, more, strict=True):
            columns.extend(new)
    return found


def players_text(players: int, agents: str) -> str:
    """Return `2 random players`, or `2 players (uct:200)`."""
    many = f"player{'s' * (players != 1)}"
    return f"{players} random {many}" if agents == RANDOM else f"{players} {many} ({agents_text(agents)})"


def compare_games(
    first: Engine, second: Engine, one: GameColumns, two: GameColumns, seed: int, agents: str = RANDOM
) -> Sides:
    """Return the statistics of games that were played in both editions, with their differences."""
    seats = first.machine.seats
    ended = _Ended.of(one, two)
    return Sides(
        players=len(seats),
        seats=seats,
        games=one.games,
        seed=seed,
        figures=tuple(_figures(one, two, ended, seats, seed)),
        clauses=tuple(_clauses(first, second, one, two)),
        options=tuple(_options(first, second, one, two)),
        different=sum(map(ne, _game_rows(one), _game_rows(two))),
        lengths=(tuple(ended(one.moves)), tuple(ended(two.moves))),
        measured=tuple(_own_figures(first, second, one, two)),
        agents=agents,
    )


@frozen(eq=False)
class _Ended:
    """Selects from a column the values of the games that ended in both editions. `both` has a byte for each game;
    `every` means that all ended."""

    both: bytes
    every: bool

    @staticmethod
    def of(one: GameColumns, two: GameColumns) -> _Ended:
        both = bytes(map(mul, one.finished, two.finished))
        return _Ended(both, all(both))

    def __call__(self, column: Column) -> Column:
        return column if self.every else array("q", compress(column, self.both))


def _game_rows(games: GameColumns) -> Iterable[tuple[int, ...]]:
    """Return for each game a row of values. A pair of games is different if the rows are. How often clauses were
    applied is not in them."""
    moves = (games.moves, games.decisions, games.turns, games.rounds)
    return zip(*moves, *games.payoffs, games.finished, games.branching_sum, games.branching_count, strict=True)


def _figures(
    one: GameColumns, two: GameColumns, ended: _Ended, seats: tuple[str, ...], seed: int
) -> Iterable[FigureComparison]:
    def mean(name: str, column: Callable[[GameColumns], Iterable[int]], share: bool = False) -> FigureComparison:
        first, second = (ended(array("q", column(side))) for side in (one, two))
        return _mean(name, first, second, share)

    for place, seat in enumerate(seats):
        # here and below, mypy cannot infer the type of a lambda with a default value
        yield mean(f"payoff {seat}", lambda side, place=place: side.payoffs[place])  # type: ignore[misc]
    for place, seat in enumerate(seats):
        yield mean(f"wins {seat}", lambda side, place=place: map((0).__lt__, side.payoffs[place]), True)  # type: ignore[misc]
    yield mean("draws", lambda side: (not any(payoffs) for payoffs in zip(*side.payoffs, strict=True)), True)
    unfinished = [array("q", map((1).__sub__, side.finished)) for side in (one, two)]
    yield _mean("unfinished", unfinished[0], unfinished[1], True)
    yield mean("length mean", lambda side: side.moves)
    for name in COUNTED:
        counted = [ended(getattr(side, name)) for side in (one, two)]
        if any(map(any, counted)):
            yield _mean(f"{name} mean", counted[0], counted[1])
    moves = [RankedSample(ended(side.moves).tolist()) for side in (one, two)]
    ranks: dict[str, Both] = {
        name: (partial(moves[0].quantile, q), partial(moves[1].quantile, q))
        for name, q in (("length median", 0.5), ("length p95", 0.95))
    }
    branching = {"branching mean": paired_ratios(_branch_counts(one), _branch_counts(two))}
    if ended.every:  # then both kinds of statistics can use the same resamples
        yield from _bootstrap_figures(ranks | branching, one.games, seed)
    else:
        yield from _bootstrap_figures(ranks, sum(ended.both), seed)
        yield from _bootstrap_figures(branching, one.games, seed)


COUNTED = ("decisions", "turns", "rounds")


def _mean(name: str, first: Column, second: Column, share: bool = False) -> FigureComparison:
    return FigureComparison(name, _average(first), _average(second), mean_difference(first, second, share))


def _average(values: Sequence[int]) -> float | None:
    return sum(values) / len(values) if values else None


def _bootstrap_figures(figures: Mapping[str, Both], n: int, seed: int) -> Iterable[FigureComparison]:
    """Yield the statistics whose intervals are computed by resampling the pairs."""
    whole = range(n)
    for (name, (a, b)), interval in zip(figures.items(), bootstrap([*figures.values()], n, seed), strict=True):
        yield FigureComparison(name, a(whole), b(whole), interval)


def _branch_counts(side: GameColumns) -> list[tuple[int, int]]:
    return list(zip(side.branching_sum, side.branching_count, strict=True))


def _options(first: Engine, second: Engine, one: GameColumns, two: GameColumns) -> Iterable[FigureComparison]:
    """Yield how often each kind of option is offered and taken. If only one edition has it, there is no difference."""
    names = [Sorts.of(engine.machine).names for engine in (first, second)]
    offered_and_taken = (("offered", one.offered, two.offered), ("taken", one.taken, two.taken))
    for name in dict.fromkeys((*names[0], *names[1])):
        for what, mine, other in offered_and_taken:
            yield _mean_figure(f"{name}, {what}", mine.get(name), other.get(name))


def _mean_figure(name: str, first: Column | None, second: Column | None) -> FigureComparison:
    return FigureComparison(
        name,
        None if first is None else _average(first),
        None if second is None else _average(second),
        None if first is None or second is None else mean_difference(first, second),
    )


def _own_figures(first: Engine, second: Engine, one: GameColumns, two: GameColumns) -> Iterable[FigureComparison]:
    """Yield the statistics defined in the rulebooks: the mean of each edition, and the difference over the pairs in
    which both have a value. If only one edition has the statistic, or their types differ, there is no difference."""
    known = [{name: f.truth for f in engine.machine.figures for name in f.names} for engine in (first, second)]
    for name in dict.fromkeys((*known[0], *known[1])):
        a, b = (side.figures.get(name) for side in (one, two))
        shared = known[0].get(name) == known[1].get(name)
        difference = None
        if shared and a is not None and b is not None:
            both = bytes(map(mul, a.counts, b.counts))
            pairs = [array("q", compress(side.values, both)) for side in (a, b)]
            difference = mean_difference(pairs[0], pairs[1], bool(known[0].get(name)))
        averages = [None if side is None else _average([*compress(side.values, side.counts)]) for side in (a, b)]
        yield FigureComparison(name, averages[0], averages[1], difference)


def _clauses(first: Engine, second: Engine, one: GameColumns, two: GameColumns) -> Iterable[FigureComparison]:
    """Yield how often each clause with a body is applied. If only one edition has the clause, there is no
    difference."""
    known = [dict.fromkeys(clause.id for clause in engine.machine.clauses) for engine in (first, second)]
    for name in known[0] | known[1]:
        sides = [side.marks[name] if name in names else None for side, names in zip((one, two), known, strict=True)]
        if any(any(side) for side in sides if side is not None):
            yield _mean_figure(name, sides[0], sides[1])
