"""How long an editor waits for messages: `python -m benchmarks.editor [BOOK…]`.

Lines of a book are deleted and typed again, key by key. For each key: the time until the errors that prevent play are
known. After each line: the time until all messages of the default configuration are known. It is processor time. No
result of an earlier run counts.
"""

from __future__ import annotations

import gc
import os
import sys
import tempfile
from collections.abc import Iterator
from random import Random
from statistics import median
from time import process_time
from typing import Final

from rulekit.editor.later import SELDOM
from rulekit.editor.workspace import Workspace
from rulekit.rulebook_files import find

BOOKS: Final = (
    "czar/base",
    "czar/english",
    "carcassonne/messages-c2",
    "emissary/tank",
    "emissary/standard",
    "emissary/base",
)
LINES: Final = 9
KEYS: Final = 15
"""The most keys of a line."""


def typed_lines(text: str, chance: Random) -> Iterator[tuple[str, bool]]:
    """Yield the text after each key, and whether it is the last of its line."""
    lines = text.split("\n")
    for number in chance.sample([n for n, line in enumerate(lines) if len(line) > 12 and line[0] == " "], LINES):
        line = lines[number]
        for end in range(max(0, len(line) - KEYS), len(line) + 1):
            yield "\n".join([*lines[:number], line[:end], *lines[number + 1 :]]), end == len(line)


def measure(name: str) -> str:
    path = str(find(name).resolve())
    workspace = Workspace()
    workspace.check(path)
    first: list[float] = []
    whole: list[float] = []
    for text, done in typed_lines(workspace.parsed(path).source.text, Random(1)):
        begun = process_time()
        workspace.change(path, text)
        check = workspace.check(path)
        first.append(process_time() - begun)
        if done:
            list(check.check_whole())
            whole.append(process_time() - begun)
    first.sort()
    times = (median(first), first[int(0.95 * len(first))], first[-1], median(whole), max(whole))
    files = len(workspace.below(path))
    return f"| {name} | {files} | {' | '.join(f'{1000 * time:.0f}' for time in times)} |"


def main() -> None:
    gc.set_threshold(*SELDOM)
    print("| Book | files | a key, median | 95 % | slowest | all messages, median | slowest |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as kept:
        os.environ["RULEKIT_CACHE"] = kept
        for name in sys.argv[1:] or BOOKS:
            print(measure(name), flush=True)


if __name__ == "__main__":
    main()
