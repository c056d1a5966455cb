"""`python -m tests.faults [WORD ...]`: plants each fault (whose name or file contains a WORD) and prints which test
fails.

Each is planted in a copy of the project in a temporary folder. There the tests that `seeding` names run until one
fails. First the quick tests run without a fault and must pass, since otherwise a failure would mean nothing. The exit
status is the number of faults that no test noticed.
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
