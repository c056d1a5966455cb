"""Measures how long a page to play on takes to open and to answer a move.

    PAGE_NODE_MODULES=DIR python -m benchmarks.browser_pages [GAME:PLAYERS ...]

First it prints the processor time of the Python side under Node, for a whole game of two people and random players:
`python` (loading the runtime and rulekit), `game` (unpacking it), `first` (the first position), and moves; then the
moves of one person among random players. What the page computes while it waits for a person is not counted. Then it
prints the seconds in headless Chromium, with a local server, until a move is possible: the first time, and with a
filled browser cache.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from statistics import median

from tests.page.pages import chromium, missing_browser, run_node, served, write_page

GAMES = (
    *("classics/tic-tac-toe:2", "chess/standard:2", "czar/english:3", "czar/english:5"),
    *("carcassonne/messages-c2:2", "carcassonne/messages-c2:4", "emissary/standard:3", "emissary/standard:9"),
)


def main() -> None:
    if missing_browser():
        sys.exit(missing_browser())
    print(
        "| game | players | python | game | first | two people, a move: median | 95 % "
        "| one person, a move: median | 95 % | in Chromium | from its cache |"
    )
    print(f"| --- {'| ---: ' * 10}|")
    for wanted in sys.argv[1:] or GAMES:
        name, players = wanted.split(":")
        robots = ".".join(map(str, range(1, int(players))))
        with (
            tempfile.TemporaryDirectory() as folder,
            served(write_page(Path(folder), name, int(players))) as address,
            chromium() as browser,
        ):
            spent = run_node("drive.mjs", folder, players, 1)["spent"]
            alone = run_node("drive.mjs", folder, players, 1, 1)["spent"]
            told = browser.play(f"{address}#players={players}&random={robots}", 1, 1, warm=True)
        times = [spent["python"], spent["game"], spent["first"]]
        for moves in map(sorted, (spent["moves"], alone["moves"])):
            times += [median(moves), moves[len(moves) * 95 // 100]]
        opened = [told["measures"]["first"] / 1000, told["warm"]["first"] / 1000]
        cells = [*(f"{time:.0f} ms" for time in times), *(f"{time:.1f} s" for time in opened)]
        print(f"| {name} | {players} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
