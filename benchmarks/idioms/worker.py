"""Plays games of random players for whoever writes to it: a process, so that another rulekit than this tree's can play.

It imports nothing but rulekit, from wherever PYTHONPATH says, and must run on older ones.  Each line that it reads is
a JSON object, and so is each that it answers: {"rulebook", "players"} makes the game ready, and "play" more seconds
plays it for so long.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

FIRST = 4
"""Games whose lengths are told, to be compared with another rulekit's."""


def ready(rulebook: str, players: int) -> tuple[Any, dict[str, Any]]:
    """The engine, and what is told of it."""
    import rulekit
    from rulekit.engine.wasm import WasmEngine

    engine = WasmEngine(rulekit.load(rulebook).configure(players=players).machine)
    begun = time.process_time()
    engine.playouts(1, 1)
    took = time.process_time() - begun
    lengths = dict(engine.playouts(FIRST, 1).lengths)
    return engine, {"prepared": took, "lengths": sorted(lengths.items()), "bytes": module_bytes(engine)}


def module_bytes(engine: Any) -> int | None:
    """Of the module that plays; None where that is kept elsewhere."""
    runner = getattr(engine, "_players", None) or getattr(engine, "_runners", None)
    for one in runner.values() if isinstance(runner, dict) else (runner,):
        module = getattr(one, "module", None)
        if isinstance(module, bytes):
            return len(module)
    return None


def play(engine: Any, seconds: float) -> dict[str, Any]:
    """Batches that double until they are long enough to be timed; the time of all counts."""
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
