"""A witness: a short game after which two editions differ, or the proof that no game shows a difference.

First all games are followed, breadth first, with all outcomes of chance. If that takes too many pairs of positions, the
search begins at the first turn of a random set-up instead, as worked examples do. It is again breadth first, then takes
a few steps from the positions to which the examples of the editions lead. Then it goes on from all these positions as
long as something new occurs, then plays at random, and shortens what it finds. In these searches, outcomes that all
players see are chosen, and others are drawn at random.
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
    """The limits of a search: the steps of each part of it, and the number and seed of random games."""

    steps: int = 20_000
    games: int = 200
    seed: int = 1


@frozen
class Witness:
    """A game after which two editions differ. If it begins with the set-up, `opening` has the lines of its steps before
    the first turn. `played` has the lines after that, as in an example. If it continues a worked example, `begun` has
    the lines of that example. `shortest` says how sure it is that no shorter game shows a difference."""

    difference: PairDifference
    opening: tuple[str, ...]
    played: tuple[str, ...]
    steps: int
    shortest: Shortest
    begun: tuple[str, ...] = ()


@frozen
class WitnessSearch:
    """The result of a search. Without a witness, `proved` says whether no game differs. `pairs` is the number of pairs
    of positions that were compared."""

    witness: Witness | None
    proved: bool
    pairs: int
    games: int = 0


def find_witness(
    lockstep: Lockstep, limits: WitnessLimits, examples: Callable[[], ExampleStarts | None] = lambda: None
) -> WitnessSearch:
    """Search for a short game after which the two games of a lockstep differ. `examples` is called to make the
    positions of worked examples if they are needed."""
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
    """Return the states in which worked examples begin, one for each edition."""
    found = []
    for game in lockstep.games:
        state = ExamplePositions(game.engine).reach(None, ())
        found.append(game.engine.at(state, state.node))
    return found[0], found[1]


def _of_way(lockstep: Lockstep, pair: Pair, way: Way, shortest: Shortest, begun: tuple[str, ...] = ()) -> Witness:
    """Return the witness for a sequence of steps from the first turn, or from the position after lines of an
    example."""
    lines, difference = _lines(lockstep, pair, way)
    return Witness(difference, (), tuple(_merged(line for line in lines if line)), len(way), shortest, begun)


def _lines(lockstep: Lockstep, pair: Pair, way: Way) -> tuple[list[str], PairDifference]:
    """Play a sequence of steps again. Return the line of each step (empty for an outcome that is drawn), and the
    difference at the end."""
    lines = []
    for step in way:
        lines.append("" if step.drawn else lockstep.line(pair, step))
        pair = _taken(lockstep, pair, step)
    difference = lockstep.difference(pair)
    assert difference is not None
    return lines, difference


def _from_the_start(lockstep: Lockstep, way: Way) -> Witness:
    """Return the witness for a sequence of steps from the set-up of the game."""
    start = tuple(game.engine.start(SEED) for game in lockstep.games)
    lines, difference = _lines(lockstep, (start[0], start[1]), way)
    first = _steps_before_turns(lockstep, way)
    opening, played = (tuple(_merged(part)) for part in (lines[:first], lines[first:]))
    return Witness(difference, opening, played, len(way), "proved")


def _steps_before_turns(lockstep: Lockstep, way: Way) -> int:
    """Return how many of these steps come before the first turn in the first edition."""
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
    """Return the pair after a step. If the step is drawn, its random number is counted as used."""
    return lockstep.go(lockstep.drawn(pair)[1], step) if step.drawn else lockstep.go(pair, step)


def _steps(lockstep: Lockstep, pair: Pair, every: bool) -> Sequence[PairStep]:
    """Return the steps of a pair without a difference. If not `every`, the outcome of a chance event that some player
    does not see is drawn, so that there is one step."""
    game = lockstep.games[0]
    if not every and lockstep.at_chance(pair) and is_secret(game.resolver.labels.nodes[pair[0].node]):
        return [lockstep.drawn(pair)[0]]
    return lockstep.steps(pair)


class _Breadth:
    """A search that finds one of the shortest games with a difference. If `novel`, it continues only from states in
    which some byte has a value that it had in no state before (Lipovetzky and Geffner 2012): it gets far, and may miss
    a difference."""

    def __init__(self, lockstep: Lockstep, every: bool, novel: bool = False) -> None:
        self.lockstep, self.every, self.novel = lockstep, every, novel
        self.pairs = 0
        self.met: set[object] = set()
        self.exhausted = False

    def find(self, begun: Pair, most: int) -> Way | None:
        """Return the steps to the first difference. Return None if none is found in `most` steps; if there was nothing
        left to search, `exhausted` is then True."""
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
                except GameFault:  # the rules fault in an edition: `rulekit test` is for that; it prevents a proof
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
        """Return whether some byte of the packed cells has a value that it had in no pair before at this node."""
        met = {(state.node, *one) for state in pair for one in enumerate(state.packed)} - self.met
        self.met |= met
        return bool(met)

    def _key(self, pair: Pair) -> object:
        """Return a key that is equal for pairs with the same future."""
        if not self.every:
            return pair
        return tuple((state.node, state.packed) for state in pair)


class _RandomGames:
    """Searches random games in lockstep for a difference, and shortens them; each of the parts takes at most `most`
    steps."""

    def __init__(self, lockstep: Lockstep, begun: Pair, chosen: random.Random, most: int) -> None:
        self.lockstep, self.begun, self.chosen, self.most = lockstep, begun, chosen, most
        self.games = 0

    def shortest(self, games: int) -> Way | None:
        """Play random games, and return the shortest one with a difference, shortened further; None if none differs."""
        best, left = None, self.most
        while self.games < games and left > 0:
            self.games += 1
            way, differs = self._play(MOST_STEPS if best is None else len(best) - 1)
            best, left = way if differs else best, left - len(way) - 1
        return None if best is None else self._shortened(best)

    def _play(self, most: int) -> tuple[Way, bool]:
        """Play a random game to its first difference, but at most `most` steps. Return its steps, and whether they end
        in a difference."""
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
        """Play a game by taking these labels in order, without those that are not on offer. Return its steps up to the
        first difference; None if there is none within `most` steps."""
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
        """Leave out sequences of steps, long ones first, then change steps and leave out sequences at random. Keep a
        change if the game still differs and does not become longer; return the game."""
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
        """Return the labels of the steps with one of them changed, a sequence of them left out, or both or neither."""
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
