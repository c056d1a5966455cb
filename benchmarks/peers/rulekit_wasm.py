"""Plays with rulekit's fast engine: a rulebook compiled to one WebAssembly module, which plays whole games."""

from __future__ import annotations

import os
import time
from importlib.metadata import PackageNotFoundError, version

from attrs import define

from ..games import RULEKIT, Game
from ..samples import Lengths, Sample, clock

CALL = 0.25
"""The seconds that one call should last, so that the overhead of calls does not matter."""


@define
class Random:
    """Plays random games, `at_once` in each call. `prepared` are the seconds of preparation.

    `played` is the number of games so far, and the number of the next game, so that timings do not repeat games."""

    engine: object
    prepared: float
    note: str = ""
    at_once: int = 16
    played: int = 0

    def play(self, seconds: float) -> Sample:
        begun = last = clock()
        games = 0
        lengths = Lengths()
        while last - begun < seconds:
            found = self.engine.playouts(self.at_once, seed=1, first=self.played)  # type: ignore[attr-defined]
            self.played += self.at_once
            games += found.games
            lengths += Lengths(
                found.games,
                sum(n * k for n, k in found.lengths.items()),
                sum(n * n * k for n, k in found.lengths.items()),
            )
            now = clock()
            if now - last < CALL / 2:
                self.at_once *= 2
            last = now
        return Sample(games, last - begun, lengths)


class Rulekit:
    key = RULEKIT

    def begin(self) -> tuple[str, float]:
        os.environ["RULEKIT_CACHE"] = ""  # compiling is timed too, so nothing may be cached
        begun = time.perf_counter()
        import rulekit.engine.wasm  # imported here so that loading it is timed
        import rulekit.pipeline  # noqa: F401

        taken = time.perf_counter() - begun
        try:
            mine = version("rulekit")
        except PackageNotFoundError:
            mine = "from its source tree"
        return f"rulekit {mine}, wasmtime {version('wasmtime')}", taken

    def player(self, game: Game) -> Random:
        import rulekit
        from rulekit.engine.wasm import WasmEngine

        begun = time.perf_counter()
        machine = rulekit.load(game.rulebook).configure(players=game.players).machine
        engine = WasmEngine(machine)
        engine.playouts(1, seed=1)  # the module for whole games is made at the first request
        player = Random(engine, time.perf_counter() - begun)
        player.play(0.05)
        return player
