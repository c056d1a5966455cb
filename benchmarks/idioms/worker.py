"""Plays random games for another process that sends requests, so that a rulekit of another source tree can be
measured.

It imports nothing but rulekit, from PYTHONPATH, and must also run with older versions. Each line read or written is a
JSON object. The request {"rulebook", "players"} prepares the game; with "play", a number of seconds, it plays for that
long.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

FIRST = 4
"""The number of games whose lengths are reported, to be compared with another rulekit's."""


def ready(rulebook: str, players: int) -> tuple[Any, dict[str, Any]]:
    """Return the engine of a rulebook, and the answer to the request: preparation time, lengths of the first games,
    module size."""
    import rulekit
    from rulekit.engine.wasm import WasmEngine

    engine = WasmEngine(rulekit.load(rulebook).configure(players=players).machine)
    begun = time.process_time()
    engine.playouts(1, 1)
    took = time.process_time() - begun
    lengths = dict(engine.playouts(FIRST, 1).lengths)
    return engine, {"prepared": took, "lengths": sorted(lengths.items()), "bytes": module_bytes(engine)}


def module_bytes(engine: Any) -> int | None:
    """Return the size of the module that plays whole games; None if this version of rulekit keeps it elsewhere."""
    runner = getattr(engine, "_players", None) or getattr(engine, "_runners", None)
    for one in runner.values() if isinstance(runner, dict) else (runner,):
        module = getattr(one, "module", None)
        if isinstance(module, bytes):
            return len(module)
    return None


def play(engine: Any, seconds: float) -> dict[str, Any]:
    """Play batches of games, doubling the batch until it is long enough to time; return the games and seconds of all
    batches."""
    games, batch, seed, begun = 0, 1, 0, time.process_time()
    while (took := time.process_time() - begun) < seconds:
        seed += 1
        engine.playouts(batch, seed)
        games += batch
        if took < seconds / 8:
            batch *= 2
    return {"games": games, "seconds": took}


def main() -> None:
    engines: dict[str, Any] = {}
    for line in sys.stdin:
        asked = json.loads(line)
        rulebook = asked["rulebook"]
        try:
            if "play" in asked:
                answer = play(engines[rulebook], asked["play"])
            else:
                engines[rulebook], answer = ready(rulebook, asked["players"])
        except Exception as wrong:
            answer = {"wrong": f"{type(wrong).__name__}: {wrong}"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
