"""`python -m tests.faults [WORD ...]`: seeds each fault (whose name or file has a WORD) and says which test notices.

Each is put into a copy of the project in a temporary folder; there the tests that `seeding` names run until one fails.
Before that the quick ones run without any fault: they must pass, or a failure would say nothing.  The exit status is
the number of faults that nobody noticed.
"""

from __future__ import annotations

import sys

from . import seeding


def main(words: list[str]) -> int:
    chosen = [f for f in seeding.faults() if not words or any(w in f.name or w in f.file for w in words)]
    missed = 0
    with seeding.copy() as root:
        if (failing := seeding.first_failure(root, seeding.QUICK)) is not None:
            sys.exit(f"without any fault {failing} fails")
        for fault in chosen:
            noticed = seeding.noticed(root, fault)
            missed += noticed is None
            print(f"{'CAUGHT' if noticed else 'MISSED'}  {fault.name}\n        {noticed or fault.file}", flush=True)
    print(f"{len(chosen) - missed} of {len(chosen)} caught")
    return missed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
