"""pgx (PyPI `pgx`) on one processor: random playouts, vectorised over a batch of games and compiled by XLA.

Two ways are tried with several batch sizes and the fastest is timed: a batch played until its last game is over, and
a batch in which every game that ends begins anew, so that no place in it ever waits.  Lengths are those of whole
batches, which no way of counting can bend.
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
"""Moves of each game in one call, where games begin anew."""
TRIAL = 0.3
"""Seconds for which each way is tried."""
SLOW, GAIN = 4.0, 1.1
"""No larger batch is tried once a batch takes so many seconds, or is not by so much faster than the one before."""
ENOUGH = 4096
"""Games whose lengths are counted while preparing, if they take no longer than that."""


def _jax() -> tuple[Any, Any]:
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    try:
        import jax
        import pgx
    except ImportError:
        raise Absent("pgx is not installed") from None
    return jax, pgx


def _random_action(jax: Any, key: Any, mask: Any) -> Any:
    """For each game one of the actions its mask allows, each as likely: one draw, and the k-th place that is set."""
    counts = mask.sum(-1)
    k = jax.random.randint(key, counts.shape, 0, counts)
    return (jax.numpy.cumsum(mask, -1) <= k[:, None]).sum(-1)


@define
class Vectorised:
    """The two compiled functions of one batch size: key -> lengths, and (states, key) -> (states, key)."""

    batch: int
    whole: Callable[[Any], Any]
    onward: Callable[[Any, Any], tuple[Any, Any]]
    states: Any
    key: Any

    def play_whole(self, jax: Any) -> Lengths:
        self.key, key = jax.random.split(self.key)
        return lengths_of(self.whole(key).tolist())

    def play_onward(self) -> int:
        """How many moves were made."""
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
    """One way to play.  Where games begin anew, games are moves by the mean length of whole games."""

    jax: Any
    way: Vectorised
    anew: bool
    mean: float
    untold: Lengths
    """The whole games played while preparing: their lengths are told once, with the first sample."""
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
            taken = (time.perf_counter() - begun) / 2  # two functions were compiled, and one will be timed
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
