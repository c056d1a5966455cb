"""rulekit's fast engine: a rulebook, through every stage, played inside one WebAssembly module."""

from __future__ import annotations

import os
import time
from importlib.metadata import PackageNotFoundError, version

from attrs import define

from ..games import RULEKIT, Game
from ..samples import Lengths, Sample, clock

CALL = 0.25
"""Seconds that one call should last: long enough that what surrounds it does not count."""


@define
class Random:
    """Games of random players, numbered on from where the last timing stopped."""

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
        os.environ["RULEKIT_CACHE"] = ""  # nothing that an earlier run kept: compiling is timed too
        begun = time.perf_counter()
        import rulekit.engine.wasm  # here, so that loading it is timed
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
        engine.playouts(1, seed=1)  # what plays whole games is made when it is first asked for
        player = Random(engine, time.perf_counter() - begun)
        player.play(0.05)
        return player
