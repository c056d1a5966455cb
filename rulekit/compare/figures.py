"""The same random games under two editions, and how their figures differ.

Game number k of both draws the same chance wherever both have that chance, so differences are taken pair by pair.  A
game that is not finished in either edition leaves the figures that need an end, and is counted.  The statistics are
`confidence.py`'s.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from functools import partial
from typing import TYPE_CHECKING, Any

from attrs import frozen

from ..engine.interface import Details, Engine, Playouts, Sums
from ..machine.sorts import Sorts
from ..play.bounds import MAX_MOVES
from ..play.parallel import in_chunks
from ..play.simulate import engine_of
from .confidence import Both, ConfidenceInterval, bootstrap, mean_difference
from .drawn_samples import RankedSample, paired_ratios

if TYPE_CHECKING:  # as in `play/simulate.py`
    from ..play.game import ConfiguredGame


@frozen
class FigureComparison:
    """One figure of both sides; a side is None where it has none."""

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
class Sides:
    """All the figures of two editions; `different` counts the pairs of games that do not go alike in all of them, and
    `lengths` has the moves of either side's games, of pairs that ended in both.
    """

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

    def as_json(self) -> dict[str, Any]:
        return {
            "players": self.players,
            "games": self.games,
            "seed": self.seed,
            "different": self.different,
            "figures": [f.as_json() for f in self.figures],
            "clauses": [f.as_json() for f in self.clauses],
            "options": [f.as_json() for f in self.options],
            "measured": [f.as_json() for f in self.measured],
        }


@frozen
class Pairs:
    """The job of playing the same game under both editions, one pair after another."""

    seed: int
    max_moves: int | None

    def __call__(self, engines: Sequence[Engine], numbers: range) -> list[tuple[Playouts, Playouts]]:
        first, second = engines
        return [
            (
                first.playouts(1, self.seed, k, self.max_moves, counting="detailed"),
                second.playouts(1, self.seed, k, self.max_moves, counting="detailed"),
            )
            for k in numbers
        ]


def compare_figures(
    one: ConfiguredGame | Engine,
    two: ConfiguredGame | Engine,
    games: int,
    seed: int,
    max_moves: int | None = MAX_MOVES,
    *,
    progress: Callable[[int, int], None] | None = None,
    executor: Executor | None = None,
) -> Sides:
    """Plays games 0..games-1 under this seed in both and takes the differences (second less first).

    Five parameters say what is played; two, by name, how, which changes no figure.  With an executor its workers play.
    `progress` is told how many pairs are done.  Raises the GameFault of the first pair that has one.
    """
    first, second = (engine_of(side) for side in (one, two))
    chunks = in_chunks([first, second], Pairs(seed, max_moves), games, executor, progress)
    pairs = [pair for chunk in chunks for pair in chunk]
    return sides(first, second, [a for a, _ in pairs], [b for _, b in pairs], seed)


def sides(first: Engine, second: Engine, one: list[Playouts], two: list[Playouts], seed: int) -> Sides:
    """The figures of these games, each played alone, and their differences."""
    seats = first.machine.seats
    return Sides(
        players=len(seats),
        seats=seats,
        games=len(one),
        seed=seed,
        figures=tuple(_figures(one, two, seats, seed)),
        clauses=tuple(_clauses(first, second, one, two)),
        options=tuple(_options(first, second, one, two)),
        different=sum(_alike(a) != _alike(b) for a, b in zip(one, two, strict=True)),
        lengths=_lengths(one, two),
        measured=tuple(_measured(first, second, one, two)),
    )


def _alike(played: Playouts) -> tuple[object, ...]:
    """What two games have in common that went alike, as far as it is counted; which clauses did it does not count."""
    found = _details(played)
    moves = (played.lengths, found.decisions, found.turns, found.rounds)
    return (*moves, played.payoff_sum, played.unfinished, played.branching_sum, played.branching_count)


def _lengths(one: list[Playouts], two: list[Playouts]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    ended = [(a, b) for a, b in zip(one, two, strict=True) if not a.unfinished and not b.unfinished]
    return tuple(next(iter(a.lengths)) for a, _ in ended), tuple(next(iter(b.lengths)) for _, b in ended)


def _figures(one: list[Playouts], two: list[Playouts], seats: tuple[str, ...], seed: int) -> Iterable[FigureComparison]:
    ended = [k for k, (a, b) in enumerate(zip(one, two, strict=True)) if not a.unfinished and not b.unfinished]
    both = [one[k] for k in ended], [two[k] for k in ended]
    for place, seat in enumerate(seats):
        yield _mean(f"payoff {seat}", both, _payoff(place))
    for place, seat in enumerate(seats):
        yield _mean(f"wins {seat}", both, _win(place), share=True)
    yield _mean("draws", both, lambda p: p.draws, share=True)
    yield _mean("unfinished", (one, two), lambda p: p.unfinished, share=True)
    first, second = _lengths(one, two)
    lengths = list(first), list(second)
    yield _mean("length mean", both, lambda p: next(iter(p.lengths)))
    for name, counted in COUNTED.items():
        if any(counted(p).total for side in both for p in side):
            yield _mean(name, both, lambda p, counted=counted: counted(p).total)  # type: ignore[misc]
    moves = RankedSample(lengths[0]), RankedSample(lengths[1])
    ranks: dict[str, Both] = {
        name: (partial(moves[0].rank, q), partial(moves[1].rank, q))
        for name, q in (("length median", 0.5), ("length p95", 0.95))
    }
    branching = {"branching mean": paired_ratios(_branching(one), _branching(two))}
    if len(ended) == len(one):  # then the same draws serve all of them
        yield from _drawn(ranks | branching, len(one), seed)
    else:
        yield from _drawn(ranks, len(ended), seed)
        yield from _drawn(branching, len(one), seed)


def _payoff(seat: int) -> Callable[[Playouts], float]:
    return lambda played: played.payoff_sum[seat]


def _win(seat: int) -> Callable[[Playouts], float]:
    return lambda played: played.wins[seat]


def _mean(
    name: str, sides: tuple[list[Playouts], list[Playouts]], value: Callable[[Playouts], float], share: bool = False
) -> FigureComparison:
    a, b = ([float(value(p)) for p in side] for side in sides)
    interval = mean_difference(a, b, share)
    return FigureComparison(name, _average(a), _average(b), interval)


def _average(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def _drawn(figures: Mapping[str, Both], n: int, seed: int) -> Iterable[FigureComparison]:
    """Those whose intervals come of drawing the pairs anew."""
    whole = range(n)
    for (name, (a, b)), interval in zip(figures.items(), bootstrap([*figures.values()], n, seed), strict=True):
        yield FigureComparison(name, a(whole), b(whole), interval)


def _branching(side: list[Playouts]) -> list[tuple[int, int]]:
    return [(p.branching_sum, p.branching_count) for p in side]


def _details(played: Playouts) -> Details:
    assert played.details is not None
    return played.details


COUNTED: dict[str, Callable[[Playouts], Sums]] = {
    "decisions mean": lambda p: _details(p).decisions,
    "turns mean": lambda p: _details(p).turns,
    "rounds mean": lambda p: _details(p).rounds,
}


def _options(first: Engine, second: Engine, one: list[Playouts], two: list[Playouts]) -> Iterable[FigureComparison]:
    """How often each sort of option is offered and taken in a game; no difference where only one edition has it."""
    known = [frozenset(Sorts.of(engine.machine).names) for engine in (first, second)]
    details = [_details(p) for p in one], [_details(p) for p in two]
    offered_and_taken = (
        ("offered", [[d.offered for d in side] for side in details]),
        (
            "taken",
            [[d.taken for d in side] for side in details],
        ),
    )
    for name in dict.fromkeys((*Sorts.of(first.machine).names, *Sorts.of(second.machine).names)):
        for what, counted in offered_and_taken:
            a, b = (
                [float(game[name].total) for game in side] if name in names else None
                for side, names in zip(counted, known, strict=True)
            )
            yield FigureComparison(
                f"{name}, {what}",
                None if a is None else _average(a),
                None if b is None else _average(b),
                None if a is None or b is None else mean_difference(a, b),
            )


def _measured(first: Engine, second: Engine, one: list[Playouts], two: list[Playouts]) -> Iterable[FigureComparison]:
    """The rulebooks' own figures: each side's mean over the games that count for it there, the difference over the
    pairs that count for it in both; none where only one edition measures it, or one a truth and the other a number.
    """
    known = [{name: f.truth for f in engine.machine.figures for name in f.names} for engine in (first, second)]
    for name in dict.fromkeys((*known[0], *known[1])):
        a, b = ([_measure(p, name) for p in side] for side in (one, two))
        pairs = [(x, y) for x, y in zip(a, b, strict=True) if x is not None and y is not None]
        shared = known[0].get(name) == known[1].get(name)
        difference = mean_difference([x for x, _ in pairs], [y for _, y in pairs], bool(known[0].get(name)))
        averages = [_average([v for v in side if v is not None]) for side in (a, b)]
        yield FigureComparison(name, averages[0], averages[1], difference if shared else None)


def _measure(played: Playouts, name: str) -> float | None:
    found = _details(played).figures.get(name)
    return float(found.sums.total) if found is not None and found.games else None


def _clauses(first: Engine, second: Engine, one: list[Playouts], two: list[Playouts]) -> Iterable[FigureComparison]:
    """How often each clause with a body applies in a game; no difference where only one edition has the clause."""
    known = [{c.id for c in engine.machine.clauses} for engine in (first, second)]
    names = dict.fromkeys(c.id for engine in (first, second) for c in engine.machine.clauses)
    for name in names:
        a, b = ([float(p.marks.get(name, 0)) for p in side] for side in (one, two))
        if any(a) or any(b):
            shared = name in known[0] and name in known[1]
            yield FigureComparison(
                name,
                _average(a) if name in known[0] else None,
                _average(b) if name in known[1] else None,
                mean_difference(a, b) if shared else None,
            )
