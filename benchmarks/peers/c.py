"""Programs in C, compiled here by the machine's own compiler and run as processes of their own.

Each measures its own processor time, after its tables are filled; starting the process is not counted.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from attrs import define, field

from ..games import BITS, BYTES, NATIVE, TUNED, Game
from ..samples import Absent, Lengths, Sample

SOURCES = Path(__file__).parent.parent / "c"
OUT = Path(__file__).parent.parent / "out"
FLAGS = ("-O2",)


def compiler() -> str:
    """$CC, gcc or cc, whichever is found first."""
    for name in (os.environ.get("CC"), "gcc", "cc"):
        if name and shutil.which(name):
            return name
    raise Absent("no C compiler was found")


def compile_program(stem: str, flags: Sequence[str] = FLAGS, out: Path = OUT) -> Path:
    """The program made from one source.  Raises Absent where there is no compiler or no such source."""
    source = SOURCES / f"{stem}.c"
    if not source.exists():
        raise Absent("there is no such program in C")
    out.mkdir(parents=True, exist_ok=True)
    program = out / "-".join([stem, *(flag.strip("-").replace("=", "_") for flag in flags)])
    done = subprocess.run(
        [compiler(), *flags, "-o", str(program), str(source)], check=False, capture_output=True, text=True
    )
    if done.returncode:
        raise Absent(f"{source.name} does not compile: {done.stderr.strip().splitlines()[-1]}")
    return program


def run_program(program: Path, how: str, amount: float, seed: int) -> dict[str, Any]:
    """What the program prints: `for` so many seconds, or so many `games`."""
    done = subprocess.run([program, how, str(amount), str(seed)], capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@define
class Program:
    path: Path
    prepared: float
    note: str
    seed: int = 0

    def play(self, seconds: float) -> Sample:
        self.seed += 1
        found = run_program(self.path, "for", seconds, self.seed)
        lengths = Lengths(found["games"], found["moves"], found["squares"])
        return Sample(found["games"], found["seconds"], lengths)


@define
class CompiledC:
    """One way to write a game in C: the files that end so, compiled with these flags."""

    key: str
    ending: str
    flags: Sequence[str] = field(default=FLAGS)

    def begin(self) -> tuple[str, float]:
        told = subprocess.run([compiler(), "--version"], capture_output=True, text=True, check=True)
        return told.stdout.splitlines()[0] + " " + " ".join(self.flags), 0.0

    def player(self, game: Game) -> Program:
        begun = time.perf_counter()
        path = compile_program(f"{game.c}_{self.ending}", self.flags)
        return Program(path, time.perf_counter() - begun, "")


C_PEERS = (
    CompiledC(BYTES, "bytes"),
    CompiledC(TUNED, "tuned"),
    CompiledC(BITS, "bits"),
    CompiledC(NATIVE, "bits", (*FLAGS, "-march=native")),
)
