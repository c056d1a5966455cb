"""A witness: a short game after which two editions differ, or the proof that no game shows a difference.

First all games are followed, breadth first, with all outcomes of chance. If that takes too many pairs of positions,
games follow that begin as worked examples do, at the first turn of a random set-up: again breadth first, then a few
steps from the positions that the examples of the editions come to, then from all of these as long as something new
comes up, then at random (and what is found is shortened).
There, outcomes that are seen by all are chosen, and the others are drawn.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Literal

from attrs import frozen

from ..engine.interface import GameFault
from .example_positions import SEED, ExampleFailed, ExamplePositions
from .example_starts import ExampleStarts
from .game_steps import is_secret
from .lockstep import Lockstep, Pair, PairDifference, PairStep

Way = tuple[PairStep, ...]
Shortest = Literal["proved", "proved from the first turn", "found", "found from an example"]
MOST_STEPS = 400
"""The steps after which a random game tells no more."""
OF_EXAMPLE = 10
"""The part of the steps of a search that is taken from one position of an example."""


@frozen
class WitnessLimits:
    """How far to look: the steps of each part of the search, and random games under a seed."""

    steps: int = 20_000
    games: int = 200
    seed: int = 1


@frozen
class Witness:
    """A game after which two editions differ. `opening` are its steps before the first turn, if it does not begin as an
    example does; both have lines of an example. `begun` are the first lines of a worked example that it goes on from.
    `shortest`: no shorter game differs, or none that begins like it."""

    difference: PairDifference
    opening: tuple[str, ...]
    played: tuple[str, ...]
    steps: int
    shortest: Shortest
    begun: tuple[str, ...] = ()


@frozen
class WitnessSearch:
    """The result of a search. Without a witness, `proved` says that no game differs, and `pairs` is the number of all
    pairs of positions."""

    witness: Witness | None
    proved: bool
    pairs: int
    games: int = 0


def find_witness(
    lockstep: Lockstep, limits: WitnessLimits, examples: Callable[[], ExampleStarts | None] = lambda: None
) -> WitnessSearch:
    """Look for a short game after which the two games of a lockstep differ. `examples` makes the positions of worked
    examples, if they are needed."""
    start = tuple(game.engine.start(SEED) for game in lockstep.games)
    search = _Breadth(lockstep, every=True)
    way = search.find((start[0], start[1]), limits.steps)
    if way is not None or search.exhausted:
        witness = None if way is None else _from_the_start(lockstep, way)
        return WitnessSearch(witness, way is None, search.pairs)
    pairs = search.pairs
    try:
        begun = _first_turn(lockstep)
    except ExampleFailed:
        return WitnessSearch(None, False, pairs)
    search = _Breadth(lockstep, every=False)
    way = search.find(begun, limits.steps)
    pairs += search.pairs
    if way is not None:
        return WitnessSearch(_of_way(lockstep, begun, way, "proved from the first turn"), False, pairs)
    found = examples()
    begins: list[tuple[Lockstep, Pair, tuple[str, ...]]] = [(lockstep, begun, ())]
    begins += [] if found is None else [(found.lockstep, start.pair, start.lines) for start in found.starts]
    for novel in (False, True):
        near = []
        for of, pair, lines in begins[not novel :]:
            search = _Breadth(of, every=False, novel=novel)
            way = search.find(pair, limits.steps // OF_EXAMPLE)
            pairs += search.pairs
            if way is not None:
                near.append(_of_way(of, pair, way, "found" if novel else "found from an example", lines))
        if near:
            return WitnessSearch(min(near, key=_length), False, pairs)
    walk = _RandomGames(lockstep, begun, random.Random(limits.seed), limits.steps)
    way = walk.shortest(limits.games)
    witness = None if way is None else _of_way(lockstep, begun, way, "found")
    return WitnessSearch(witness, False, pairs, walk.games)


def _length(witness: Witness) -> int:
    return len(witness.begun) + len(witness.played)


def _first_turn(lockstep: Lockstep) -> Pair:
    """Return the pair in which the examples of both editions begin."""
    found = []
    for game in lockstep.games:
        state = ExamplePositions(game.engine).reach(None, ())
        found.append(game.engine.at(state, state.node))
    return found[0], found[1]


def _of_way(lockstep: Lockstep, pair: Pair, way: Way, shortest: Shortest, begun: tuple[str, ...] = ()) -> Witness:
    """Return the witness for a way from the first turn, or from the position after lines of an example."""
    lines, difference = _lines(lockstep, pair, way)
    return Witness(difference, (), tuple(_merged(line for line in lines if line)), len(way), shortest, begun)


def _lines(lockstep: Lockstep, pair: Pair, way: Way) -> tuple[list[str], PairDifference]:
    """Play a way again; return the line of each step (empty for one that is drawn), and the difference at the end."""
    lines = []
    for step in way:
        lines.append("" if step.drawn else lockstep.line(pair, step))
        pair = _taken(lockstep, pair, step)
    difference = lockstep.difference(pair)
    assert difference is not None
    return lines, difference


def _from_the_start(lockstep: Lockstep, way: Way) -> Witness:
    """Return the witness for a way from the very beginning."""
    start = tuple(game.engine.start(SEED) for game in lockstep.games)
    lines, difference = _lines(lockstep, (start[0], start[1]), way)
    first = _steps_before_turns(lockstep, way)
    opening, played = (tuple(_merged(part)) for part in (lines[:first], lines[first:]))
    return Witness(difference, opening, played, len(way), "proved")


def _steps_before_turns(lockstep: Lockstep, way: Way) -> int:
    """Return how many steps of a way come before the first turn in the first edition."""
    game = lockstep.games[0]
    turns = game.machine.turn_starts
    if not turns:
        state, count = game.engine.start(SEED), 0
        for step in way:
            if not game.resolver.chances(state):
                break
            state, count = game.resolver.go(state, step.numbers[0]), count + 1
        return count
    engine = game.engine.stop_at(turns)
    state = engine.start(SEED)
    for count, step in enumerate(way):
        if state.node in turns:
            return count
        chance = game.resolver.chances(state)
        state = engine.chance(state, step.numbers[0]) if chance else engine.apply(state, step.numbers[0])
    return len(way)


def _merged(lines: Iterable[str]) -> Iterator[str]:
    for line, alike in groupby(lines):
        count = len(list(alike))
        yield line if count == 1 else f"{line} {count} times"


def _taken(lockstep: Lockstep, pair: Pair, step: PairStep) -> Pair:
    """Return the pair after a step; one that an example draws is counted as drawn."""
    return lockstep.go(lockstep.drawn(pair)[1], step) if step.drawn else lockstep.go(pair, step)


def _steps(lockstep: Lockstep, pair: Pair, every: bool) -> Sequence[PairStep]:
    """Return the steps of a pair without a difference. Unless `every` outcome counts, one is drawn where some player
    does not see it."""
    game = lockstep.games[0]
    if not every and lockstep.at_chance(pair) and is_secret(game.resolver.labels.nodes[pair[0].node]):
        return [lockstep.drawn(pair)[0]]
    return lockstep.steps(pair)


class _Breadth:
    """A search that finds one of the shortest games with a difference. A `novel` one goes on only from states in which
    something is as in none before (Lipovetzky and Geffner 2012): it goes far, and may miss a difference."""

    def __init__(self, lockstep: Lockstep, every: bool, novel: bool = False) -> None:
        self.lockstep, self.every, self.novel = lockstep, every, novel
        self.pairs = 0
        self.met: set[object] = set()
        self.exhausted = False

    def find(self, begun: Pair, most: int) -> Way | None:
        """Return the way to a difference; None if so many steps showed none, or (`exhausted`) all."""
        if self.lockstep.difference(begun) is not None:
            return ()
        seen, faults = {self._key(begun)}, 0
        waiting: deque[tuple[Pair, Way]] = deque([(begun, ())])
        while waiting:
            pair, way = waiting.popleft()
            over = self.lockstep.games[0].resolver.is_over(pair[0])
            for step in () if over else _steps(self.lockstep, pair, self.every):
                most -= 1
                try:
                    after = _taken(self.lockstep, pair, step)
                    key = self._key(after)
                    if key in seen:
                        continue
                    if self.lockstep.difference(after) is not None:
                        return (*way, step)
                except GameFault:  # in one edition or both: such games are for `rulekit test`, and prevent a proof
                    faults += 1
                    continue
                seen.add(key)
                if not self.novel or self._is_novel(after):
                    waiting.append((after, (*way, step)))
            self.pairs = len(seen)
            if most <= 0:
                return None
        self.exhausted = not faults
        return None

    def _is_novel(self, pair: Pair) -> bool:
        """Return whether a byte of the packed cells has a value in a pair that it had in none before at this node."""
        met = {(state.node, *one) for state in pair for one in enumerate(state.packed)} - self.met
        self.met |= met
        return bool(met)

    def _key(self, pair: Pair) -> object:
        """Return what later play depends on."""
        if not self.every:
            return pair
        return tuple((state.node, state.packed) for state in pair)


class _RandomGames:
    """Random games in lockstep, and shorter ones that differ, too; each way of looking takes at most `most` steps."""

    def __init__(self, lockstep: Lockstep, begun: Pair, chosen: random.Random, most: int) -> None:
        self.lockstep, self.begun, self.chosen, self.most = lockstep, begun, chosen, most
        self.games = 0

    def shortest(self, games: int) -> Way | None:
        """Return the shortest game with a difference among these, made shorter."""
        best, left = None, self.most
        while self.games < games and left > 0:
            self.games += 1
            way, differs = self._play(MOST_STEPS if best is None else len(best) - 1)
            best, left = way if differs else best, left - len(way) - 1
        return None if best is None else self._shortened(best)

    def _play(self, most: int) -> tuple[Way, bool]:
        """Return the steps of a random game to its first difference, or so many, and whether there was one."""
        pair, way = self.begun, list[PairStep]()
        try:
            while len(way) < most and not self.lockstep.games[0].resolver.is_over(pair[0]):
                step = self.chosen.choice(_steps(self.lockstep, pair, False))
                pair = _taken(self.lockstep, pair, step)
                way.append(step)
                if self.lockstep.difference(pair) is not None:
                    return tuple(way), True
        except GameFault:
            pass
        return tuple(way), False

    def _replay(self, texts: Sequence[str], most: int) -> Way | None:
        """Return the steps of the game that takes what is on offer of these, in order, to its first difference; None if
        there is none in so many steps."""
        pair, way, at = self.begun, list[PairStep](), 0
        try:
            while len(way) < most and not self.lockstep.games[0].resolver.is_over(pair[0]):
                steps = {step.text: step for step in _steps(self.lockstep, pair, False)}
                (only, *more) = steps.values()
                if more:
                    while at < len(texts) and texts[at] not in steps:
                        at += 1
                    if at == len(texts):
                        return None
                    only, at = steps[texts[at]], at + 1
                pair = _taken(self.lockstep, pair, only)
                way.append(only)
                if self.lockstep.difference(pair) is not None:
                    return tuple(way)
        except GameFault:
            pass
        return None

    def _shortened(self, best: Way) -> Way:
        """Leave out runs of steps, long ones first, then change single steps and runs at random, as long as the game
        still differs and does not become longer."""
        size, left = max(1, len(best) // 2), self.most
        while size and left > 0:
            at = len(best) - size
            while at >= 0 and left > 0:
                left -= len(best)
                texts = [step.text for step in best]
                best = self._replay(texts[:at] + texts[at + size :], len(best) - 1) or best
                at = min(at, len(best)) - max(1, size // 2)
            size //= 2
        left = self.most
        while left > 0 and best:
            left -= len(best) + 1
            best = self._replay(self._changed(best), len(best)) or best
        return best

    def _changed(self, way: Way) -> list[str]:
        """Return the labels of a way with one of them changed, a run of them left out, or both."""
        texts = [step.text for step in way]
        at = self.chosen.randrange(len(way))
        if self.chosen.random() < 0.7:
            pair = self.begun
            for step in way[:at]:
                pair = _taken(self.lockstep, pair, step)
            texts[at] = self.chosen.choice(_steps(self.lockstep, pair, False)).text
        if self.chosen.random() < 0.7:
            at, size = self.chosen.randrange(len(way)), self.chosen.randint(1, 1 + len(way) // 8)
            del texts[at : at + size]
        return texts
