"""`python -m tests.mutation [--count N] [--seed S] [--tell]`: plants leaks and prints how each was found.

`--tell` prints each mutant with its verdict. The exit status is the number of mutants that were missed.
"""

from __future__ import annotations

import argparse
import sys

from .bases import bases
from .mutants import Mutant
from .table import table
from .verdicts import Verdict


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation")
    parser.add_argument("--count", type=int, default=210)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--tell", action="store_true")
    args = parser.parse_args()

    def told(mutant: Mutant, verdict: Verdict) -> None:
        if args.tell:
            print(f"{verdict.kind}: {mutant}\n    {verdict.detail}", flush=True)

    made = table(bases(), args.count, args.seed, told)
    print("\n".join(made.lines()))
    for mutant, verdict in made.missed:
        print(f"MISSED {mutant}\n    {verdict.detail}")
    return len(made.missed)


if __name__ == "__main__":
    sys.exit(main())
