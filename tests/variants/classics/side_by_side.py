"""Visits every position of a game on two engines, depth by depth, checks that their answers are equal, and counts.

The positions of a depth are divided among processes. Both engines list the options of each position and, except at the
last depth, the states after every option, which must be equal in every cell. So two engines confirm each count.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from attrs import frozen

from rulekit.engine.interface import State
from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.play.perft import perft
from tests.engine.differential import Pair
from tests.play.reached import positions
from tests.variants.classics.family import game

Positions = Mapping[State, int]


class Both(Pair):
    """Two engines used as one, which asserts that both give the same answer."""

    def start(self, *args: Any) -> Any:
        return self.same("start", *args)

    def options(self, *args: Any) -> Any:
        return self.same("options", *args)

    def apply(self, *args: Any) -> Any:
        return self.same("apply", *args)

    def outcomes(self, *args: Any) -> Any:
        return self.same("outcomes", *args)

    def chance(self, *args: Any) -> Any:
        return self.same("chance", *args)


def both(name: str) -> Both:
    """Return both engines: the reference engine runs the machine as lowered, the fast engine its optimised form."""
    machine = game(name).machine
    return Both(ReferenceEngine(machine), WasmEngine(machine))


@frozen
class Exhausted:
    """The number of sequences at depth 1, 2, …, and of different positions before move 1, 2, ….

    Both engines gave the same options in each of those positions.
    """

    counts: list[int]
    positions: list[int]


def exhaust(name: str, depth: int, workers: int = 1) -> Exhausted:
    """Visit every position before the last of `depth` moves on both engines."""
    with sharing(name, workers) as share:
        here: Positions = {both(name).start(1): 1}
        counts, seen = [], []
        for last in (ply == depth for ply in range(1, depth + 1)):
            seen.append(len(here))
            if last:
                counts.append(sum(share(options_of, here)))
            else:
                here = united(share(followers_of, here))
                counts.append(sum(here.values()))
    return Exhausted(counts, seen)


def options_of(engine: Both, part: Positions) -> int:
    return perft(engine, 1, start=part)[0]


def followers_of(engine: Both, part: Positions) -> Positions:
    return positions(engine, 1, start=part)


def united(parts: Iterable[Positions]) -> Positions:
    whole: dict[State, int] = {}
    for part in parts:
        for state, times in part.items():
            whole[state] = whole.get(state, 0) + times
    return whole


# ------------------------------------------------------------------------------------------------- several processes

Share = Callable[[Callable[[Both, Positions], Any], Positions], Iterable[Any]]


@contextmanager
def sharing(name: str, workers: int) -> Iterator[Share]:
    """Yield a function that divides positions among processes, applies a function to each part, and returns the
    results."""
    if workers == 1:
        engine = both(name)
        yield lambda ask, layer: [ask(engine, layer)]
        return
    with multiprocessing.get_context("spawn").Pool(workers, prepare, (name,)) as pool:
        yield lambda ask, layer: pool.imap_unordered(asked, [(ask, part) for part in parts(layer, 20 * workers)])


def parts(layer: Positions, count: int) -> list[Positions]:
    items = list(layer.items())
    return [dict(items[at::count]) for at in range(min(count, len(items)))]


PREPARED: list[Both] = []
"""The engines of this process."""


def prepare(name: str) -> None:
    PREPARED.append(both(name))


def asked(question: tuple[Callable[[Both, Positions], Any], Positions]) -> Any:
    ask, part = question
    return ask(PREPARED[0], part)
