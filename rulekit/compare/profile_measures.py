"""Measures of a game for its designers, as functions of traced games (`play/traced_games.py`): each has a definition, a
source and a 95 % interval.

Intervals are Wilson's for shares, a normal approximation for means, and a bootstrap over games for luck.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from math import sqrt
from statistics import NormalDist, mean, stdev
from typing import Final

from attrs import evolve, frozen

from ..play.simulate import NORMAL
from ..play.traced_games import TracedGame, Winners
from .confidence import holm


@frozen
class Definition:
    """The definition of a measure: its title, its meaning in words, and the source that it was taken from."""

    title: str
    meaning: str
    source: str = ""


BROWNE: Final = "C. Browne, Automatic Generation and Evaluation of Recombination Games, 2008"
LUDII: Final = f"{BROWNE}; computed like Ludii's metric"
DEFINITIONS: Final[Mapping[str, Definition]] = {
    "wins": Definition("Who wins", "the share of games in which this player is paid more than nothing"),
    "draws": Definition("Drawn", "the share of games that nobody wins"),
    "unfinished": Definition("Not finished", "the share of games that were stopped at the limit of moves"),
    "moves": Definition("Moves in a game", "the mean number"),
    "choices": Definition("Choices in a game", "the mean number of decisions with more than one option"),
    "branching": Definition("Options at a choice", "the mean over a game's choices, and over games"),
    "decisiveness": Definition(
        "Decisiveness",
        "the share of a game's choices that come before its winner has a better chance than any loser ever had",
        f"{LUDII} Decisiveness Moves",
    ),
    "drama": Definition(
        "Drama",
        "how far the winner's chance was behind the best one, as a mean over all choices",
        f"{LUDII} Drama (average)",
    ),
    "lead changes": Definition(
        "Lead changes", "the share of choices before which another player leads than before the last",
        f"{LUDII} Lead Change"
    ),
    "killer moves": Definition(
        "Killer moves",
        "the largest gain of a player's chance in a game, from their own choice to the next choice or the result",
        f"after {BROWNE}",
    ),
    "luck": Definition(
        "Luck",
        "the share of the variance of who wins that chance explains, where the same players choose with other seeds "
        "(intraclass correlation): 1 if only chance decides",
        "after J. Goodman, D. Perez-Liebana, S. Lucas, Seeding for Success, 2025 (arXiv 2503.02686)",
    ),
    "skill ladder": Definition(
        "Skill ladder",
        "the steps, each with twice the simulations, until the lower end of the interval falls to 55 %",
        "after UCT Skill Ladders for Small Games, 2020 (mrraow.com)",
    ),
    "step": Definition(
        "Steps of the skill ladder",
        "how often the first wins against the second, as between two players; chance and seats are the same for both",
    ),
    "rule": Definition(
        "What rules decide",
        "the share of games with other winners if the game is played again without the rule: the same choices and the "
        "same chance, until a choice is not on offer",
    ),
    "option": Definition(
        "Kinds of options",
        "how often it was taken, of the choices that offered it and another kind; an option is hardly ever worth "
        "taking if that is less than a fifth of what random players take",
    ),
    "held": Definition("What a player has", "how often a player wins who has this when the first turn begins"),
    "pair": Definition(
        "Pairs that are too strong",
        "how often players win who have the one while another player has the other, or who have both; only pairs that "
        "win clearly more than others (Holm's correction)",
    ),
}  # fmt: skip  # one definition in a line


@frozen
class Measure:
    """A measurement: its `kind` is a key of `DEFINITIONS`, and it is about `of`, a player, option, rule or thing that
    players have ("" for the game). It has the value (None if unknown), its 95 % interval (None if unknown), the number
    of games, and a remark."""

    kind: str
    of: str
    value: float | None
    low: float | None
    high: float | None
    games: int
    remark: str = ""


def share(kind: str, of: str, count: float, games: int, remark: str = "") -> Measure:
    """Return a measure that is a share of games, `count` of `games`, with Wilson's interval."""
    if not games:
        return Measure(kind, of, None, None, None, 0, remark)
    p, z = count / games, NORMAL**2 / games
    middle, reach = (p + z / 2) / (1 + z), sqrt(p * (1 - p) * z + z * z / 4) / (1 + z)
    return Measure(kind, of, p, max(0.0, middle - reach), min(1.0, middle + reach), games, remark)


def average(kind: str, values: Sequence[float], of: str = "") -> Measure:
    """Return a measure that is a mean, with its 95 % interval."""
    if len(values) < 2:
        return Measure(kind, of, values[0] if values else None, None, None, len(values))
    middle, reach = mean(values), NORMAL * stdev(values) / sqrt(len(values))
    return Measure(kind, of, middle, middle - reach, middle + reach, len(values))


def game_measures(games: Sequence[TracedGame], seats: Sequence[str]) -> Iterator[Measure]:
    """Yield the measures of a game: who wins, how long games are, and how they are decided."""
    ended = [game for game in games if game.winners is not None]
    for seat, name in enumerate(seats):
        yield share("wins", name, sum(seat in (game.winners or ()) for game in ended), len(ended))
    yield share("draws", "", sum(not game.winners for game in ended), len(ended))
    yield share("unfinished", "", len(games) - len(ended), len(games))
    yield average("moves", [game.moves for game in ended])
    yield average("choices", [len(game.choices) for game in ended])
    yield average("branching", [mean(one.options for one in game.choices) for game in games if game.choices])
    watched = [game for game in ended if game.choices and game.choices[0].chances]
    won = [game for game in watched if game.winners and len(game.winners) < len(seats)]
    if watched:
        yield average("decisiveness", [decisiveness(game) for game in won])
        yield average("drama", [drama(game) for game in won])
        yield average("lead changes", [lead_changes(game) for game in watched])
        yield average("killer moves", [killer_move(game) for game in watched])


def decisiveness(game: TracedGame) -> float:
    winners = game.winners or ()
    losers = [seat for seat in range(len(game.choices[0].chances)) if seat not in winners]
    most = max(choice.chances[seat] for choice in game.choices for seat in losers)
    before = (n for n, one in enumerate(game.choices) if max(one.chances[seat] for seat in winners) > most)
    return next(before, len(game.choices)) / len(game.choices)


def drama(game: TracedGame) -> float:
    winners = game.winners or ()
    return mean(max(one.chances) - mean(one.chances[seat] for seat in winners) for one in game.choices)


def lead_changes(game: TracedGame) -> float:
    leaders = [{s for s, chance in enumerate(one.chances) if chance == max(one.chances)} for one in game.choices]
    changes = sum(before != after for before, after in pairwise(leaders))
    return changes / max(1, len(leaders) - 1)


def killer_move(game: TracedGame) -> float:
    result = tuple(float(seat in (game.winners or ())) for seat in range(len(game.choices[0].chances)))
    after = [*(one.chances for one in game.choices[1:]), result]
    return max(then[one.seat] - one.chances[one.seat] for one, then in zip(game.choices, after, strict=True))


# ------------------------------------------------------------------------------------------------------- luck and skill


def luck(pairs: Sequence[tuple[Winners, Winners]], seats: int, seed: int) -> Measure:
    """Return the measure of luck, from pairs of winners: each game was played twice with the same chance."""
    both = [(one, two) for one, two in pairs if one is not None and two is not None]
    won = [[(float(seat in one), float(seat in two)) for seat in range(seats)] for one, two in both]
    value, source = _correlation(won), random.Random(seed)
    if value is None:
        return Measure("luck", "", None, None, None, len(won), "the same players always win")
    drawn = sorted(
        found for _ in range(1000) if (found := _correlation(source.choices(won, k=len(won)))) is not None
    )  # fmt: skip  # one line would be too long to read
    return Measure("luck", "", value, drawn[int(0.025 * len(drawn))], drawn[int(0.975 * len(drawn))], len(won))


def _correlation(won: Sequence[Sequence[tuple[float, float]]]) -> float | None:
    """Return the intraclass correlation of pairs, computed over all seats together; None if nothing varies."""
    between = within = 0.0
    for seat in zip(*won, strict=True):
        middle = sum(one + two for one, two in seat) / (2 * len(seat))
        between += sum(2 * ((one + two) / 2 - middle) ** 2 for one, two in seat) / max(1, len(seat) - 1)
        within += sum((one - two) ** 2 / 2 for one, two in seat) / len(seat)
    return max(0.0, (between - within) / (between + within)) if between + within else None


LEAST_SHARE: Final = 0.55
"""A step of the skill ladder counts if the lower end of its interval is above this share."""


def ladder_step(strong: str, weak: str, shares: Sequence[float], seats: int) -> Measure:
    """Return the measure of a ladder step: how often the stronger player would win against a single weaker one.
    `shares` are the stronger player's shares of wins; each deal was played once with this player on each seat."""
    deals = [mean(shares[at : at + seats]) for at in range(0, len(shares), seats)]
    found = average("step", deals, f"{strong} against {weak}")
    value, low, high = (None if v is None else _as_of_two(v, seats) for v in (found.value, found.low, found.high))
    return Measure("step", found.of, value, low, high, len(shares))


def _as_of_two(won: float, seats: int) -> float:
    """Return the share of wins against a single opponent, computed from the share against `seats` - 1 equal
    opponents."""
    won = min(1.0, max(0.0, won))
    return won / (won + (1 - won) / (seats - 1))


def is_a_step(step: Measure) -> bool:
    return step.low is not None and step.low > LEAST_SHARE


# ---------------------------------------------------------------------------------------------------- rules and options


def rule_measure(rule: str, usual: Sequence[Winners], without: Sequence[Winners]) -> Measure:
    """Return the measure of a rule: the share of games with other winners if the game is played again without it. Games
    that do not end without it are left out."""
    both = [(one, other) for one, other in zip(usual, without, strict=True) if one is not None]
    ended = [one != other for one, other in both if other is not None]
    broken = len(both) - len(ended)
    remark = f"without it, {broken} of {len(both)} games do not end" if broken else ""
    return share("rule", rule, sum(ended), len(ended), remark)


HARDLY: Final = 5
"""An option is hardly ever worth taking if random players take it more than this many times as often."""


def option_measures(games: Sequence[TracedGame]) -> list[Measure]:
    """Return a measure for each kind of option: how often it was taken if another kind was on offer, too. The first is
    the one taken least, compared with random choice."""
    offered, taken, at_random = Counter[str](), Counter[str](), defaultdict[str, float](float)
    for choice in (one for game in games for one in game.choices if len(one.offered) > 1):
        taken[choice.taken] += 1
        for kind, count in choice.offered.items():
            offered[kind] += 1
            at_random[kind] += count / choice.options
    found = []
    for kind, count in offered.items():
        one = share("option", kind, taken[kind], count)
        usual = at_random[kind] / count
        hardly = "; hardly ever worth taking" if (one.high or 0.0) * HARDLY < usual else ""
        found.append((taken[kind] / at_random[kind], evolve(one, remark=f"at random {usual:.2f}{hardly}")))
    return [one for _, one in sorted(found, key=lambda pair: pair[0])]


# ----------------------------------------------------------------------------------- what players have at the beginning


LEAST_GAMES: Final = 5
"""Games that a pair must have had to be judged."""


def held_measures(games: Sequence[TracedGame]) -> Iterator[Measure]:
    """Yield a measure for each thing that players have: how often they win with it, the strongest first. Then yield the
    pairs of things that are too strong."""
    ended = [game for game in games if game.winners is not None and game.held]
    holders = defaultdict[str, list[float]](list)
    pairs = defaultdict[str, list[float]](list)
    for game in ended:
        won = [float(seat in (game.winners or ())) for seat in range(len(next(iter(game.held.values()))))]
        for name, values in game.held.items():
            for seat, value in enumerate(values):
                holders[f"{name} {value}"].append(won[seat])
            for one, two in combinations(range(len(values)), 2):
                pairs[f"{' and '.join(sorted((values[one], values[two])))}"].append((won[one] + won[two]) / 2)
        for (_, first), (_, second) in combinations(game.held.items(), 2):
            for seat, both in enumerate(zip(first, second, strict=True)):
                pairs[" with ".join(both)].append(won[seat])
    even = mean(won for values in holders.values() for won in values) if holders else 0.0
    found = [share("held", of, sum(values), len(values), f"all {even:.2f}") for of, values in holders.items()]
    yield from sorted(found, key=lambda one: -(one.low or 0.0))
    judged = [(average("pair", values, of), values) for of, values in pairs.items() if len(values) >= LEAST_GAMES]
    sure = holm([_one_sided(values, even) for _, values in judged])
    strong = [one for (one, _), clear in zip(judged, sure, strict=True) if clear]
    yield from sorted(strong, key=lambda one: -(one.value or 0.0))


def _one_sided(values: Sequence[float], even: float) -> float:
    """Return the probability of a mean at least this high if the true mean is `even`."""
    spread = max(sqrt(even * (1 - even)), 1e-9) / sqrt(len(values))
    return 1 - NormalDist().cdf((mean(values) - even) / spread)
