"""Statistics of random games: who wins, how long games are, how many options there are, how often actions and rules
apply.

The engines play and count; this file adds up chunks of games and computes statistics. The same seed gives the same
results for any division into chunks and any workers (`parallel.py`).

For `rulekit test`, a number of games of each configuration is played with one seed. The engines check invariants and
stop at the first game that breaks one or faults; `testing.py` reports that game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing
from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, cast

from attrs import asdict, field, frozen

from ..diagnostics import Diagnostic
from ..diagnostics.renderer import to_json
from ..engine.argument_validation import seed_of, whole_number
from ..engine.interface import BrokenInvariant, Details, Engine, GameFault, Playouts, Sums
from ..machine.option_labels import Sorts
from . import MAX_MOVES, MOST_GAMES, RANDOM
from .chunks import in_chunks
from .failing_games import Failure
from .game_progress import AgentJob, Decided, GameProgress

if TYPE_CHECKING:  # workers that only count games do not load the checks of rulebooks
    from ..machine.program import MeasuredFigure
    from .failure_report import FailingGame
    from .game import ConfiguredGame
    from .loaded_book import LoadedBook

NORMAL = round(NormalDist().inv_cdf(0.975), 6)
"""Standard errors that a 95 % interval reaches to either side."""


@frozen
class Mean:
    """A mean over games with a 95 % interval from `low` to `high` (normal approximation). Values are None if there are
    too few games."""

    mean: float | None
    low: float | None = None
    high: float | None = None

    @staticmethod
    def of(sums: Sums, games: int) -> Mean:
        if games < 2:
            return Mean(ratio(sums.total, games))
        mean = sums.total / games
        spread = max(0, games * sums.squares - sums.total**2) / games / (games - 1)
        reach = NORMAL * sqrt(spread / games)
        return Mean(round(mean, 6), round(mean - reach, 6), round(mean + reach, 6))


@frozen
class Option:
    """A kind of option: the mean number of decisions in a game at which it was offered, and at which it was taken."""

    offered: Mean
    taken: Mean


@frozen
class RulebookFigure:
    """One value of a statistic that the rulebook defines: its mean or, if it is a truth value (`truth`), the share of
    games in which it is true. `games` is the number of games in which it was measured."""

    title: str
    truth: bool
    games: int
    mean: Mean

    def as_json(self) -> dict[str, Any]:
        told = {"title": self.title, "truth": self.truth, "games": self.games}
        return {**told, **asdict(self.mean)}


@frozen
class Figures:
    """The statistics of a number of random games. Means are over finished games (None if there are none); branching and
    options are over all games. `figures` are the statistics that the rulebook defines, keyed by the names of their
    values."""

    game: str
    players: int
    games: int
    unfinished: int
    payoff_mean: tuple[float | None, ...]
    wins: tuple[int, ...]
    draws: int
    length_mean: float | None
    length_median: float | None
    length_p95: int | None
    branching_mean: float | None
    clauses: Mapping[str, int] = field(repr=False)
    length: Mean
    decisions: Mean
    turns: Mean
    rounds: Mean
    options: Mapping[str, Option] = field(repr=False)
    figures: Mapping[str, RulebookFigure] = field(repr=False)

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "players": self.players,
            "games": self.games,
            "unfinished": self.unfinished,
            "payoff_mean": list(self.payoff_mean),
            "wins": list(self.wins),
            "draws": self.draws,
            "length": {**asdict(self.length), "median": self.length_median, "p95": self.length_p95},
            "decisions": asdict(self.decisions),
            "turns": asdict(self.turns),
            "rounds": asdict(self.rounds),
            "branching_mean": self.branching_mean,
            "clauses": dict(self.clauses),
            "options": {name: asdict(option) for name, option in self.options.items()},
            "figures": {name: figure.as_json() for name, figure in self.figures.items()},
        }


@frozen
class Count(AgentJob):
    """A job for workers: play games, and return their counts as playouts."""

    seed: int
    max_moves: int | None
    agents: str = RANDOM

    def __call__(self, engines: Sequence[Engine], numbers: range) -> Playouts:
        (engine,) = engines
        player = who_plays(engine, self.agents, self.decided)
        return player.playouts(len(numbers), self.seed, numbers.start, self.max_moves, counting="detailed")


def who_plays(engine: Engine, agents: str, decided: Decided | None = None) -> Engine:
    """Return the engine that plays games with these agents: the given engine if all choose at random, otherwise an
    engine that calls `decided` after each choice."""
    if agents == RANDOM:
        return engine
    from .agent_games import agent_engine  # imported here because most workers need no agents

    return agent_engine(engine, agents, decided)


def engine_of(game: ConfiguredGame | Engine) -> Engine:
    return cast("Engine", getattr(game, "engine", game))


def simulate(
    game: ConfiguredGame | Engine,
    games: int,
    seed: int,
    max_moves: int | None = MAX_MOVES,
    *,
    agents: str = RANDOM,
    executor: Executor | None = None,
) -> Figures:
    """Play games number 0..games-1 under this seed, in this process or on the workers of an executor, and return their
    statistics.

    `agents` says who plays, as in `agents.agents_of`. Raises the GameFault of the first game that has one."""
    engine = engine_of(game)
    if not hasattr(engine, "playouts"):
        raise TypeError(f"game: a configured game or an engine is expected, not a {type(game).__name__}")
    max_moves = None if max_moves is None else whole_number("max_moves", max_moves, 0)
    return count_games(engine, Count(seed_of(seed), max_moves, agents), games, executor)


def count_games(
    engine: Engine,
    job: Count,
    games: int,
    executor: Executor | None = None,
    progress: GameProgress | None = None,
    size: int | None = None,
) -> Figures:
    """Play games number 0..games-1 in chunks, as `in_chunks` does, and return their statistics."""
    return figures(engine, list(in_chunks([engine], job, games, executor, progress, size)))


def game_lines(game: ConfiguredGame, job: Count, games: int) -> Iterator[str]:
    """Play the games of a job step by step, and yield the record of each as one line. An agent whose time is limited
    may choose otherwise than in the counted games."""
    from .agents import agents_of

    players = agents_of(job.agents, game.players)
    for number in range(games):
        start = game.start(job.seed, number)
        most = MOST_GAMES if job.max_moves is None else job.max_moves
        *_, state = (start, *start.random_moves(most, lambda at: players[at.player].choose(at)))
        yield state.record().as_line(state.payoffs if state.over else None) + "\n"


def figures(engine: Engine, parts: list[Playouts]) -> Figures:
    """Return the statistics of the games of all parts together."""
    machine = engine.machine
    seats = range(machine.players)
    finished = sum(p.games - p.unfinished for p in parts)
    lengths: Counter[int] = Counter()
    marks: Counter[str] = Counter()
    for part in parts:
        lengths.update(part.lengths)
        marks.update(part.marks)
    decisions, games = sum(p.branching_count for p in parts), sum(p.games for p in parts)
    details = [p.details for p in parts if p.details is not None]
    return Figures(
        game=machine.name,
        players=machine.players,
        games=games,
        unfinished=sum(p.unfinished for p in parts),
        payoff_mean=tuple(ratio(sum(p.payoff_sum[s] for p in parts), finished) for s in seats),
        wins=tuple(sum(p.wins[s] for p in parts) for s in seats),
        draws=sum(p.draws for p in parts),
        length_mean=ratio(sum(n * k for n, k in lengths.items()), sum(lengths.values())),
        length_median=median(lengths),
        length_p95=quantile(lengths, 0.95),
        branching_mean=ratio(sum(p.branching_sum for p in parts), decisions),
        clauses={c.id: marks[c.id] for c in machine.clauses if marks[c.id]},
        length=Mean.of(Sums(*(sum(n**power * k for n, k in lengths.items()) for power in (1, 2))), finished),
        decisions=Mean.of(add_sums(d.decisions for d in details), finished),
        turns=Mean.of(add_sums(d.turns for d in details), finished),
        rounds=Mean.of(add_sums(d.rounds for d in details), finished),
        options={
            name: Option(
                Mean.of(add_sums(d.offered[name] for d in details), games),
                Mean.of(add_sums(d.taken[name] for d in details), games),
            )
            for name in Sorts.of(machine).names
        },
        figures={name: value for figure in machine.figures for name, value in _figure_sums(figure, details)},
    )


def _figure_sums(figure: MeasuredFigure, details: Sequence[Details]) -> Iterator[tuple[str, RulebookFigure]]:
    for name in figure.names:
        games = sum(d.figures[name].games for d in details)
        mean = Mean.of(add_sums(d.figures[name].sums for d in details), games)
        yield name, RulebookFigure(figure.title, figure.truth, games, mean)


def add_sums(sums: Iterable[Sums]) -> Sums:
    each = list(sums)
    return Sums(sum(s.total for s in each), sum(s.squares for s in each))


def ratio(a: float, b: float) -> float | None:
    return round(a / b, 6) if b else None


def quantile(counts: Mapping[int, int], q: float) -> int | None:
    """Return the q-quantile by nearest rank, where `counts` says how often each number occurs; None if it is empty."""
    total = sum(counts.values())
    below = 0
    for value in sorted(counts):
        below += counts[value]
        if below >= q * total:
            return value
    return None


def median(counts: Mapping[int, int]) -> float | None:
    """Return the median, or the mean of the two middle numbers, where `counts` says how often each number occurs.
    Return None if it is empty."""
    values = sorted(counts)
    total = sum(counts.values())
    if not total:
        return None
    low = quantile(counts, 0.5)
    assert low is not None
    below = sum(counts[v] for v in values if v <= low)
    if total % 2 == 0 and below == total // 2:
        return (low + next(v for v in values if v > low)) / 2
    return float(low)


FEWEST = 10
"""Games with each non-default answer of an option, if at least that many games were asked for."""


@frozen
class Sample:
    """The result of playing games of one configuration, by default random games. `options` has the non-default answers.
    `unfinished` games were stopped at the limit of moves. If the configuration has no game, `wrong` says why. `figures`
    cover the games that neither broke an invariant nor faulted."""

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
            "wrong": [to_json(one) for one in self.wrong],
            **{name: told.get(name) for name in ("length", "decisions", "turns", "rounds")},
            "options_taken": told.get("options"),
        }


@frozen
class SampledConfiguration:
    """A configuration to sample; `other` means that one answer is not the default."""

    players: int
    options: Mapping[str, int | str]
    games: int
    other: bool = False


def games_to_sample(
    book: LoadedBook, players: int | None, options: Mapping[str, int | str], games: int
) -> Iterator[SampledConfiguration]:
    """Yield the configurations to sample: by default one for each number of players, and one for each non-default
    answer. Those with a non-default answer share as many games as each of the others gets."""
    counts = (players,) if players is not None else book.player_counts
    yield from (SampledConfiguration(count, options, games) for count in counts)
    if players is not None or options:
        return
    from ..pipeline import configurations

    others = [config for config in configurations(book.books) if config.options]
    for config in others:
        share = max(min(games, FEWEST), games // len(others))
        yield SampledConfiguration(config.players or book.player_counts[0], config.options, share, other=True)


Broken = GameFault | BrokenInvariant


@frozen
class WatchedGames(AgentJob):
    """A job for workers: play games and check every invariant. It returns the counts, and the first failure or None."""

    seed: int
    max_moves: int
    agents: str = RANDOM

    def __call__(self, engines: Sequence[Engine], numbers: range) -> tuple[Playouts, Broken | None]:
        engine = who_plays(engines[0], self.agents, self.decided)
        try:
            played = engine.playouts(len(numbers), self.seed, numbers.start, self.max_moves, counting="watched")
        except GameFault as fault:
            if fault.state is None:
                raise
            before = fault.state.game - numbers.start  # the games before the fault were completed, and are counted
            return engine.playouts(before, self.seed, numbers.start, self.max_moves, counting="watched"), fault
        return played, played.broken


def sample_games(
    game: ConfiguredGame,
    games: int,
    job: WatchedGames,
    executor: Executor | None,
    progress: GameProgress | None = None,
) -> tuple[Sample, int, Failure | None]:
    """Play games 0..games-1 up to the first that fails. Return the sample, the number of the failing game (`games` if
    none fails), and its failure or None."""
    parts: list[Playouts] = []
    number, failure = games, None
    with closing(in_chunks([game.engine], job, games, executor, progress)) as found:
        for played, stop in found:
            parts.append(played)
            if stop is not None:
                number, failure = failure_of(game, stop)
                break
    told = figures(game.engine, parts)
    tried = games if failure is None else number + 1
    return Sample(game.players, tried, told.unfinished, None, figures=told), number, failure


def failure_of(game: ConfiguredGame, stop: Broken) -> tuple[int, Failure]:
    """Return the number of a game that failed, and its failure."""
    if isinstance(stop, BrokenInvariant):
        when = next(i.when for i in game.machine.invariants if i.name == stop.invariant)
        return stop.game, Failure("invariant", stop.invariant, f"{when} {stop.invariant}: broken")
    assert stop.state is not None
    return stop.state.game, Failure("fault", str(stop.index), str(stop), stop.fault)
