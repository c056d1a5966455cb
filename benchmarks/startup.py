"""Measures how long it takes until a game runs: starting the process, text to machine, machine to running module.

Every figure is from a new process, since imports happen only once in a process; wall-clock seconds, the best of
several. Everything is measured twice: with an empty cache, as after an installation, and with what earlier processes
left there.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from typing import Any

RULEBOOKS = ("czar/english", "classics/nine-mens-morris")
REPEATS = 5

STAGES = """
import json, sys, time
a = time.perf_counter()
import rulekit
from rulekit.engine.wasm import WasmEngine
b = time.perf_counter()
machine = rulekit.load(sys.argv[1]).configure().machine
c = time.perf_counter()
engine = WasmEngine(machine)
d = time.perf_counter()
engine.playouts(1, 1)
e = time.perf_counter()
print(json.dumps({"imports": b - a, "machine": c - b, "module": d - c, "game": e - d}))
"""


def process(arguments: list[str], cache: str) -> float:
    """Return the wall-clock seconds of a process from start to end. `cache` is the folder of rulekit's cache."""
    begun = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True, env=environment(cache))
    return time.perf_counter() - begun


def environment(cache: str) -> dict[str, str]:
    return {**os.environ, "RULEKIT_CACHE": cache}


def stages(rulebook: str, cache: str) -> dict[str, float]:
    """Return the seconds of each stage, by name, in one new process."""
    command = [sys.executable, "-c", STAGES, rulebook]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment(cache))
    found: dict[str, float] = json.loads(done.stdout)
    return found


def startup(repeats: int = REPEATS) -> dict[str, Any]:
    """Return the start-up times: under `process` those of Python alone and of `rulekit --help`; under `rulebooks` the
    stages of each rulebook's fastest process, with an empty and with a full cache.
    """
    processes: dict[str, list[float]] = {"python -c pass": [], "rulekit --help": []}
    found: dict[str, list[dict[str, float]]] = {}
    with tempfile.TemporaryDirectory() as kept:
        for name in RULEBOOKS:
            stages(name, kept)
        for _ in range(repeats):
            processes["python -c pass"].append(process(["-c", "pass"], kept))
            processes["rulekit --help"].append(process(["-m", "rulekit", "--help"], kept))
            for name in RULEBOOKS:
                with tempfile.TemporaryDirectory() as empty:
                    found.setdefault(f"{name}, empty cache", []).append(stages(name, empty))
                found.setdefault(name, []).append(stages(name, kept))
    return {
        "process": {name: min(runs) for name, runs in processes.items()},
        "rulebooks": {name: min(runs, key=lambda run: sum(run.values())) for name, runs in found.items()},
    }
