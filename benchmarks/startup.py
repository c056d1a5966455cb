"""How long it takes until a game runs: the process, the text to a machine, the machine to a running module.

Every figure is of a fresh process, since what is loaded once is loaded for good; wall seconds, the best of several.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time

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


def process(arguments: list[str]) -> float:
    """Wall seconds from starting a process to its end."""
    begun = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
    return time.perf_counter() - begun


def stages(rulebook: str) -> dict[str, float]:
    """Seconds of each stage in one fresh process."""
    done = subprocess.run([sys.executable, "-c", STAGES, rulebook], check=True, capture_output=True, text=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def startup(repeats: int = REPEATS) -> dict[str, object]:
    """`process`: Python alone and `rulekit --help`; `rulebooks`: for each, the stages of its quickest process."""
    bare, help_ = [], []
    found: dict[str, list[dict[str, float]]] = {name: [] for name in RULEBOOKS}
    for _ in range(repeats):
        bare.append(process(["-c", "pass"]))
        help_.append(process(["-m", "rulekit", "--help"]))
        for name in RULEBOOKS:
            found[name].append(stages(name))
    return {
        "process": {"python": min(bare), "rulekit --help": min(help_)},
        "rulebooks": {name: min(runs, key=lambda run: sum(run.values())) for name, runs in found.items()},
    }
