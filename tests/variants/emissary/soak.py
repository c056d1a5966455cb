"""Random games of Emissary Crisis: `python -m tests.variants.emissary.soak SEED GAMES`.

Further `--players N …`, `--each N` and `--workers N`.  GAMES of the standard game, under the rulings that are in force
where nothing is said, at each number of players: every game must end, every invariant of the rulebook must hold at
every decision (both looked at by the module), and in a sample of games nobody who is eliminated may be asked anything;
the first steps of a few go on both engines.  Every ability and every mission must have been used so many times
(`abilities.py` reads which there are); for what chance alone brings too rarely there are games that begin further on
(`chased.py`), in which the same must hold, and for exceptions pairs of games with and without.  Printed is a table of
all abilities, and the exit status says whether something was wrong or happened too rarely.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from time import monotonic
from typing import Any

from .abilities import Use, sections, uses
from .played import Found, asked_games, both_engines, differing_games, favoured_games, module_games, total

PLAYERS = range(3, 10)
EACH = 100
STEPPED = 10
"""One game in so many is gone through by a cursor."""
BOTH = 200
"""Steps of a game on both engines."""
FAVOURED = 5
"""Players in the games that begin further on."""
MOST = 300_000
"""Games that begin further on, for one ability."""
SHARE = 2_500
"""Games of one task."""

Job = tuple[Callable[..., Found], tuple[Any, ...]]


def plain_jobs(seed: int, games: int, players: Sequence[int]) -> Iterator[Job]:
    """The games as the rulebook sets them up; those that take longest first."""
    for number in sorted(players, reverse=True):
        for first in range(0, games, SHARE):
            yield module_games, (number, seed, first, min(SHARE, games - first))
        yield asked_games, (number, seed, max(1, games // STEPPED))
        yield both_engines, (number, seed, BOTH)


def chasing_jobs(seed: int, rare: Sequence[Use], each: int) -> Iterator[Job]:
    """Games for what happened too rarely, or shows by a difference alone."""
    for role in dict.fromkeys(use.role for use in rare):
        applying = frozenset(use.name for use in rare if use.role == role and not use.excepting)
        if applying:
            yield favoured_games, (FAVOURED, seed, role, applying, each, MOST)
    for use in rare:
        if use.excepting:
            yield differing_games, (FAVOURED, seed, use.role, use.clause, each, MOST)


def done(job: Job) -> Found:
    function, args = job
    return function(*args)


def soak(seed: int, games: int, players: Sequence[int], each: int, workers: int = 1) -> tuple[Found, Found]:
    """What the plain games gave, and what those gave that begin further on."""
    with ProcessPoolExecutor(workers) if workers > 1 else nullcontext() as pool:
        run: Callable[..., Iterator[Found]] = map if pool is None else pool.map
        jobs = [*plain_jobs(seed, games, players)]
        plain = total(told(jobs, run(done, jobs)))
        rare = [use for use in uses() if plain.counts[use.name] < each]
        jobs = [*chasing_jobs(seed, rare, each)]
        chased = total(told(jobs, run(done, jobs)))
    return plain, chased


def told(jobs: Sequence[Job], parts: Iterable[Found]) -> Iterator[Found]:
    """The same, and a line for each where somebody waits."""
    began = monotonic()
    for (function, args), found in zip(jobs, parts, strict=True):
        what = " ".join(str(arg) for arg in args if isinstance(arg, int | str))
        print(f"{monotonic() - began:6.0f} s  {function.__name__} {what}: {found.games:,} games", file=sys.stderr)
        yield found


def table(plain: Counter[str], chased: Counter[str]) -> Iterator[str]:
    """Each ability with how often it was used, in games as they come and in those that begin further on."""
    for section in sections():
        found = [use for use in uses() if use.section == section]
        yield section if found else f"{section}: nothing in it can be used"
        for use in found:
            yield f"{plain[use.name]:12,} {chased[use.name]:10,}  {use.name}"


def rarely(counts: Counter[str], each: int) -> list[Use]:
    return [use for use in uses() if counts[use.name] < each]


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="soak", description="Random games of Emissary Crisis, and their abilities.")
    parser.add_argument("seed", type=int)
    parser.add_argument("games", type=int, help="at each number of players")
    parser.add_argument("--players", type=int, nargs="+", default=[*PLAYERS], choices=PLAYERS)
    parser.add_argument("--each", type=int, default=EACH, help="how often every ability must be used at least")
    parser.add_argument("--workers", type=int, default=1, help="processes that share the games")
    asked = parser.parse_args(words)
    began = monotonic()
    plain, chased = soak(asked.seed, asked.games, asked.players, asked.each, asked.workers)
    print(*table(plain.counts, chased.counts), sep="\n")
    wrong, rare = [*plain.wrong, *chased.wrong], rarely(plain.counts + chased.counts, asked.each)
    print(*(f"WRONG {text}" for text in wrong), *(f"TOO RARE {use.name} ({use.section})" for use in rare), sep="\n")
    print(
        f"{plain.games:,} games, {plain.steps:,} decisions, the longest of {plain.longest:,} moves; {chased.games:,} "
        f"games that begin further on; {len(wrong)} wrong; {len(rare)} of {len(uses())} uses too rare "
        f"({monotonic() - began:.0f} s)"
    )
    return min(len(wrong) + len(rare), 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
