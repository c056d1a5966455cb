"""Every whole game of the library played to its end in Chromium, by clicks, and replayed from its save by wasmtime.

    PAGE_NODE_MODULES=DIR python -m tests.page.browser_games [GAME ...]

Families of several editions play with three numbers of players, all others with the fewest.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from rulekit.diagnostics import RulekitError
from tests.shipped import GAMES, book

from .pages import missing_browser, played, replayed, served, write_page

THREE = ("carcassonne/", "czar/", "emissary/")
MOST_CLICKS = 3000


def games(names: list[str]) -> Iterator[tuple[str, int]]:
    """Yield each game with each number of players that it is played with."""
    for name in names or GAMES:
        counts = book(name).player_counts
        chosen = (counts[0], counts[len(counts) // 2], counts[-1]) if name.startswith(THREE) else counts[:1]
        yield from ((name, count) for count in dict.fromkeys(chosen))


def complaint(name: str, players: int) -> str:
    """Play a game with one person among random players, and return what was wrong."""
    with tempfile.TemporaryDirectory() as folder:
        robots = ".".join(str(seat) for seat in range(1, players))
        with served(write_page(Path(folder), name, players)) as address:
            told = played(f"{address}#players={players}&random={robots}", 1, MOST_CLICKS)
        if told["errors"] or not told["over"]:
            return f"not over after {told['clicks']} clicks: {told['errors']}"
        try:
            return "" if replayed(told["save"], Path(folder)).over else "the replay is not over"
        except RulekitError as error:
            return str(error)


def main() -> int:
    if missing_browser():
        print(missing_browser())
        return 1
    failed = 0
    for name, players in games(sys.argv[1:]):
        wrong = complaint(name, players)
        failed += bool(wrong)
        print(f"{name} {players}: {wrong or 'played to its end, and the replay is equal'}", flush=True)
    print(f"{failed} failed")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
