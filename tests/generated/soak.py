"""Tests many generated rulebooks by number: `python -m tests.generated.soak [--quick|--engines] SEED FIRST [COUNT]`.

With COUNT, it tests every law on that many rulebooks and prints counts. `--quick` tests only the laws of play and
secrets; `--engines` tests only that both engines play alike. Without COUNT, it prints the one rulebook.
"""

from __future__ import annotations

import sys
import traceback
from collections import Counter

from attrs import evolve

from rulekit.engine.wasm.recording_engine import RecordingEngine

from .laws import FUEL, Pair, hold, lowered, played
from .mending import Mended, mended, unmended
from .openings import openings_hold
from .positions_given import positions_given
from .secrecy import keep_secrets
from .slowly import hold_slowly


def soak(seed: str, piece: int, count: int, pieces: int) -> tuple[Counter[str], list[str]]:
    """Test the rulebooks number piece, piece + pieces, … below `count`; return the counts and the failures."""
    return run(seed, range(piece, count, pieces))


def run(seed: str, numbers: range, quick: bool = False) -> tuple[Counter[str], list[str]]:
    tally: Counter[str] = Counter()
    broken: list[str] = []
    for number in numbers:
        try:
            book = mended(seed, number)
            tally["hiding in the end"] += book.hides
            tally["mended"] += book.done["rounds"] > 0
            if quick and book.model is not None:
                play(book, tally, number)
            else:
                whole(book, tally, number)
        except Exception:  # a failure of any kind must not stop the test of the other rulebooks
            broken.append(f"seed {seed}, rulebook {number}\n{traceback.format_exc(limit=-4)}")
    return tally, broken


def run_engines(seed: str, numbers: range) -> tuple[Counter[str], list[str]]:
    """Compare both engines on rulebooks that were not mended; return the counts and the failures."""
    tally: Counter[str] = Counter()
    broken: list[str] = []
    for number in numbers:
        try:
            book = unmended(seed, number)
            if book.model is None:
                hold(book, tally, number, False)  # raises Broken with the errors of the check
            else:
                played(evolve(lowered(book.model), fuel=FUEL), tally, number, games=1, quick=True)
        except Exception:  # as in `run`
            broken.append(f"seed {seed}, rulebook {number}\n{traceback.format_exc(limit=-4)}")
    return tally, broken


def whole(book: Mended, tally: Counter[str], number: int) -> None:
    """Test every law, from text to play."""
    deep = number % 10 == 0
    pair = hold(book, tally, number, deep)
    if pair is not None:
        if deep:
            hold_slowly(book.written, pair.machine, tally)
            if not book.written.variant:
                openings_hold(book.written, pair.machine, tally)
                positions_given(book.written, tally)
        secrets(book, pair, tally)


def play(book: Mended, tally: Counter[str], number: int) -> None:
    """Test the laws of play and of secrets, with the model that mending found correct."""
    assert book.model is not None
    machine = evolve(lowered(book.model), fuel=FUEL)
    secrets(book, played(machine, tally, number, games=1, quick=True), tally)


def secrets(book: Mended, pair: Pair, tally: Counter[str]) -> None:
    """Test the law of secrets, reusing the recording engine of the pair if it has one."""
    keep_secrets(book, pair.machine, tally, pair.two if isinstance(pair.two, RecordingEngine) else None)


if __name__ == "__main__":
    quickly, engines = "--quick" in sys.argv, "--engines" in sys.argv
    given = [word for word in sys.argv[1:] if not word.startswith("--")]
    name, first = given[0], int(given[1])
    if len(given) < 3:
        one = mended(name, first).written
        print(f"# {one.players} players\n{one.text}")
        if one.variant:
            print(f"# ---- the variant\n{one.variant}")
    else:
        numbers = range(first, first + int(given[2]))
        counted, wrong = run_engines(name, numbers) if engines else run(name, numbers, quickly)
        print("\n\n".join(wrong))
        for what, times in sorted(counted.items()):
            print(f"{times:9} {what}")
        print(f"{len(wrong)} of {given[2]} rulebooks broke a law")
        sys.exit(bool(wrong))
