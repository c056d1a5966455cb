"""Plays with pgx (PyPI `pgx`) on one processor: random games, vectorised over a batch and compiled by XLA.

There are two ways: play a batch until its last game is over, or start a new game wherever one ends, so that no slot of
the batch idles. Both are tried with several batch sizes, and the fastest is timed. Game lengths come from whole
batches; counting the games that end within some time would favour short ones.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

from attrs import define

from ..games import PGX, Game
from ..samples import Absent, Lengths, Sample, clock, lengths_of

BATCHES = (32, 256, 2048)
STEPS = 64
"""The moves of each game in one call, if ended games are replaced by new ones."""
TRIAL = 0.3
"""The seconds for which each way to play is tried."""
SLOW, GAIN = 4.0, 1.1
"""Batch sizes stop growing when a batch takes more than SLOW seconds or the speed does not grow by the factor GAIN."""
ENOUGH = 4096
"""The games whose lengths are counted during preparation, unless that takes longer than SLOW seconds."""


def _jax() -> tuple[Any, Any]:
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    try:
        import jax
        import pgx
    except ImportError:
        raise Absent("pgx is not installed") from None
    return jax, pgx


def _random_action(jax: Any, key: Any, mask: Any) -> Any:
    """Return for each game of a batch a random action among those its mask allows, all equally likely."""
    counts = mask.sum(-1)
    k = jax.random.randint(key, counts.shape, 0, counts)
    return (jax.numpy.cumsum(mask, -1) <= k[:, None]).sum(-1)


@define
class Vectorised:
    """The two compiled functions of one batch size: `whole` maps a key to game lengths, `onward` maps (states, key) to
    their successors."""

    batch: int
    whole: Callable[[Any], Any]
    onward: Callable[[Any, Any], tuple[Any, Any]]
    states: Any
    key: Any

    def play_whole(self, jax: Any) -> Lengths:
        self.key, key = jax.random.split(self.key)
        return lengths_of(self.whole(key).tolist())

    def play_onward(self) -> int:
        """Play STEPS moves in each game and return how many moves were made in all."""
        self.states, self.key = self.onward(self.states, self.key)
        self.key.block_until_ready()
        return self.batch * STEPS


def vectorised(jax: Any, pgx: Any, game: Game, batch: int) -> Vectorised:
    environment = pgx.make(game.pgx)
    begin, step = jax.vmap(environment.init), jax.vmap(environment.step)

    def over(states: Any) -> Any:
        return states.terminated | states.truncated

    def move(states: Any, key: Any) -> Any:
        mask = states.legal_action_mask
        for action in game.pgx_masked:
            mask = mask.at[:, action].set(False)
        return step(states, _random_action(jax, key, mask))

    def whole(key: Any) -> Any:
        first, key = jax.random.split(key)

        def once(carried: Any) -> Any:
            states, key = carried
            key, now = jax.random.split(key)
            return move(states, now), key

        states, _ = jax.lax.while_loop(
            lambda carried: ~over(carried[0]).all(), once, (begin(jax.random.split(first, batch)), key)
        )
        return states._step_count

    def onward(states: Any, key: Any) -> Any:
        def once(_: int, carried: Any) -> Any:
            states, key = carried
            key, now, fresh = jax.random.split(key, 3)
            new = begin(jax.random.split(fresh, batch))
            ended = over(states)

            def either(a: Any, b: Any) -> Any:
                return jax.numpy.where(ended.reshape(ended.shape + (1,) * (a.ndim - 1)), a, b)

            return move(jax.tree_util.tree_map(either, new, states), now), key

        return jax.lax.fori_loop(0, STEPS, once, (states, key))

    key = jax.random.key(batch)
    states = jax.jit(begin)(jax.random.split(key, batch))
    return Vectorised(
        batch,
        jax.jit(whole).lower(key).compile(),
        jax.jit(onward).lower(states, key).compile(),
        states,
        key,
    )


@define
class Batches:
    """A player that plays in one way. If ended games are replaced by new ones (`anew`), it counts moves divided by the
    `mean` game length as games."""

    jax: Any
    way: Vectorised
    anew: bool
    mean: float
    untold: Lengths
    """The lengths of the games played during preparation. The first sample includes them."""
    prepared: float
    note: str

    def play(self, seconds: float) -> Sample:
        counted, self.untold = self.untold, Lengths()
        games = 0.0
        begun = last = clock()
        while last - begun < seconds:
            if self.anew:
                games += self.way.play_onward() / self.mean
            else:
                found = self.way.play_whole(self.jax)
                games, counted = games + found.games, counted + found
            last = clock()
        return Sample(games, last - begun, counted)


class Pgx:
    key = PGX

    def begin(self) -> tuple[str, float]:
        begun = time.perf_counter()
        _jax()
        taken = time.perf_counter() - begun
        return f"pgx {version('pgx')}, jax {version('jax')}", taken

    def player(self, game: Game) -> Batches:
        jax, pgx = _jax()
        if game.pgx is None:
            raise Absent("pgx does not have it")
        best: Batches | None = None
        fastest = 0.0
        for batch in BATCHES:
            begun = time.perf_counter()
            way = vectorised(jax, pgx, game, batch)
            taken = (time.perf_counter() - begun) / 2  # two functions were compiled, but only one will be timed
            begun = clock()
            lengths = way.play_whole(jax)
            slow = clock() - begun > SLOW
            while clock() - begun < SLOW and lengths.games < ENOUGH:
                lengths += way.play_whole(jax)
            before = fastest
            for anew in (False, True):
                note = f"{'games begin anew' if anew else 'whole batches'}, {batch} at once"
                way.play_onward()
                rate = Batches(jax, way, anew, lengths.mean, Lengths(), taken, note).play(TRIAL).rate
                if rate > fastest:
                    best, fastest = Batches(jax, way, anew, lengths.mean, lengths, taken, note), rate
            if slow or fastest < before * GAIN:
                break
        assert best is not None
        return best
