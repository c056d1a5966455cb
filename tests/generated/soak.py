"""Many generated rulebooks by number: `python -m tests.generated.soak SEED FIRST [COUNT]`.

With COUNT it holds that many to every law and prints what it counted; without, it prints the one rulebook.
"""

from __future__ import annotations

import sys
import traceback
from collections import Counter

from .chooser import Seeded
from .laws import hold
from .slowly import hold_slowly
from .strategy import rulebook


def soak(seed: str, piece: int, count: int, pieces: int) -> tuple[Counter[str], list[str]]:
    """The numbers piece, piece + pieces, … below `count`; what was counted, and what broke."""
    return run(seed, range(piece, count, pieces))


def run(seed: str, numbers: range) -> tuple[Counter[str], list[str]]:
    tally: Counter[str] = Counter()
    broken: list[str] = []
    for number in numbers:
        try:
            written, deep = rulebook(Seeded(f"{seed}/{number}")), number % 10 == 0
            if hold(written, tally, deep=deep) is not None and deep:
                hold_slowly(written, tally)
        except Exception:  # whatever goes wrong belongs to this rulebook, and the others are still to be held
            broken.append(f"seed {seed}, rulebook {number}\n{traceback.format_exc(limit=-4)}")
    return tally, broken


if __name__ == "__main__":
    name, first = sys.argv[1], int(sys.argv[2])
    if len(sys.argv) < 4:
        written = rulebook(Seeded(f"{name}/{first}"))
        print(f"# {written.players} players\n{written.text}")
        if written.variant:
            print(f"# ---- the variant\n{written.variant}")
    else:
        counted, wrong = run(name, range(first, first + int(sys.argv[3])))
        print("\n\n".join(wrong))
        for what, times in sorted(counted.items()):
            print(f"{times:9} {what}")
        print(f"{len(wrong)} of {sys.argv[3]} rulebooks broke a law")
