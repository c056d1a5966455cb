"""Runs command lines in a process with limited memory, and reports how each ended.

`python -m tests.safety.runner BYTES` reads a JSON list of command lines from standard input, and writes JSON to
standard output: exit code, output and seconds of each, and the peak memory.
"""

from __future__ import annotations

import io
import json
import resource
import sys
import time
import traceback
from contextlib import redirect_stderr, redirect_stdout

from rulekit.cli.main import main

from .memory import most_used


def run(words: list[str]) -> dict[str, object]:
    out, err = io.StringIO(), io.StringIO()
    began = time.monotonic()
    with redirect_stdout(out), redirect_stderr(err):
        try:
            code = main(words)
        except BaseException:  # what a user would see as a traceback
            code = -1
            traceback.print_exc()
    return {"words": words, "code": code, "out": out.getvalue(), "err": err.getvalue(), "s": time.monotonic() - began}


if __name__ == "__main__":
    limit = int(sys.argv[1])
    lines = json.load(sys.stdin)
    # not the address space: a module reserves many addresses and uses few
    resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
    sys.stdin = io.StringIO()
    found = [run(line) for line in lines]
    print(json.dumps({"runs": found, "most": most_used()}))
