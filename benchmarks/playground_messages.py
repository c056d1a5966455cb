"""Measures how long messages on the playground (the page to write rules on) take after the last key, in headless
Chromium.

    PAGE_NODE_MODULES=DIR python -m benchmarks.playground_messages

It changes words of a variant five times and, while the worker plays examples, five times more; then words of the
largest file of its game. Each time includes the pause before a text is checked, and the display of the result.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from rulekit.page.playground import playground_files
from tests.page.pages import missing_browser, run_node, served, shared

GAME = "czar/english"
CHANGES = (
    ("the variant, 1 KB", "As Message to the Czar", "As it is "),
    ("the game's base, 99 KB", "Which guard gets a message", "Who gets it "),
)


def main() -> None:
    if missing_browser():
        sys.exit(missing_browser())
    print("| changed in | opened until checked | messages after a key, each time | while examples are tried |")
    print("| --- | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as address:
        for file, data in {**shared(), **dict(playground_files((GAME,)))}.items():
            (Path(folder) / file).parent.mkdir(parents=True, exist_ok=True)
            (Path(folder) / file).write_bytes(data)
        for where, before, after in CHANGES:
            words = json.dumps([before, after])
            told = run_node("playground.mjs", f"{address}#game={GAME}", "measure", words)
            if told["errors"]:
                sys.exit(str(told["errors"]))
            times = (", ".join(f"{one} ms" for one in told[name]) for name in ("times", "during"))
            print(f"| {where} | {told['opened']} ms | {' | '.join(times)} |", flush=True)


if __name__ == "__main__":
    main()
