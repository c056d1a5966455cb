"""Compiles programs in C with the machine's compiler and runs them as processes.

Each program measures its own processor time, after filling its tables; starting the process does not count.
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
    """Return $CC, gcc or cc, the first that exists."""
    for name in (os.environ.get("CC"), "gcc", "cc"):
        if name and shutil.which(name):
            return name
    raise Absent("no C compiler was found")


def compile_program(stem: str, flags: Sequence[str] = FLAGS, out: Path = OUT) -> Path:
    """Compile a source file and return the path of the program. Raise Absent if there is no compiler or no such
    source."""
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
    """Run a program and return the JSON it prints. `how` is "for", with an amount of seconds, or "games", with a number
    of games."""
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
    """A way to write a game in C: source files whose names have this `ending`, compiled with these `flags`."""

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
