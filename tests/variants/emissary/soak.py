"""Random games of Emissary Crisis, a card game with secret factions: `python -m tests.variants.emissary.soak SEED
GAMES`.

Options: `--players N …`, `--each N` and `--workers N`. GAMES of the standard game are played with each number of
players, under the default rulings. Every game must end, and every invariant must hold at every decision; the module
checks both. In a sample of the games no eliminated player may be asked anything. The first steps of a few games run on
both engines.

Every ability and mission (listed by `abilities.py`) must have been used at least N times. For those that happen too
rarely by chance, further games start from a later position (`chased.py`) and must satisfy the same conditions. For
exceptions, games with and without them are compared. The command prints a table of all abilities, and its exit code
tells whether something was wrong or too rare.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from multiprocessing import get_context
from time import monotonic
from typing import Any

from .abilities import Use, sections, uses
from .played import Found, asked_games, both_engines, differing_games, favoured_games, module_games, total

PLAYERS = range(3, 10)
EACH = 100
STEPPED = 10
"""One game in ten is also played with a cursor."""
BOTH = 200
"""How many steps of a game run on both engines."""
FAVOURED = 5
"""The number of players in games that start from a later position."""
MOST = 300_000
"""The maximum number of such games for one ability."""
SHARE = 2_500
"""The number of games in one task."""

Job = tuple[Callable[..., Found], tuple[Any, ...]]


def plain_jobs(seed: int, games: int, players: Sequence[int]) -> Iterator[Job]:
    """Yield tasks of games that start with the normal set-up, those that take longest first."""
    for number in sorted(players, reverse=True):
        for first in range(0, games, SHARE):
            yield module_games, (number, seed, first, min(SHARE, games - first))
        yield asked_games, (number, seed, max(1, games // STEPPED))
        yield both_engines, (number, seed, BOTH)


def chasing_jobs(seed: int, rare: Sequence[Use], each: int) -> Iterator[Job]:
    """Yield tasks for uses that are too rare, and for exceptions, which show only by comparison."""
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
    """Return the results of games with the normal set-up, and of games that start from a later position.

    Processes are spawned: in a forked one, wasmtime would wait for threads that only the first process has."""
    with ProcessPoolExecutor(workers, get_context("spawn")) if workers > 1 else nullcontext() as pool:
        run: Callable[..., Iterator[Found]] = map if pool is None else pool.map
        jobs = [*plain_jobs(seed, games, players)]
        plain = total(told(jobs, run(done, jobs)))
        rare = [use for use in uses() if plain.counts[use.name] < each]
        jobs = [*chasing_jobs(seed, rare, each)]
        chased = total(told(jobs, run(done, jobs)))
    return plain, chased


def told(jobs: Sequence[Job], parts: Iterable[Found]) -> Iterator[Found]:
    """Yield the results unchanged, and print a line of progress for each."""
    began = monotonic()
    for (function, args), found in zip(jobs, parts, strict=True):
        what = " ".join(str(arg) for arg in args if isinstance(arg, int | str))
        print(f"{monotonic() - began:6.0f} s  {function.__name__} {what}: {found.games:,} games", file=sys.stderr)
        yield found


def table(plain: Counter[str], chased: Counter[str]) -> Iterator[str]:
    """Yield lines with how often each ability was used: with the normal set-up, and in games that start later."""
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
