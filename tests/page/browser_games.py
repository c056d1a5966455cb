"""Plays every whole game of the library to its end in Chromium, by clicks, and replays the saved game with wasmtime.

    PAGE_NODE_MODULES=DIR python -m tests.page.browser_games [GAME ...]

Families with several editions are played with three numbers of players, all others with the fewest.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from rulekit.diagnostics import RulekitError
from tests.shipped import GAMES, book

from .pages import Chromium, chromium, missing_browser, replayed, served, write_game, write_shared

THREE = ("carcassonne/", "czar/", "emissary/")
MOST_CLICKS = 3000


def games(names: list[str]) -> Iterator[tuple[str, int]]:
    """Yield each game with each number of players that it is played with."""
    for name in names or GAMES:
        counts = book(name).player_counts
        chosen = (counts[0], counts[len(counts) // 2], counts[-1]) if name.startswith(THREE) else counts[:1]
        yield from ((name, count) for count in dict.fromkeys(chosen))


def complaint(browser: Chromium, address: str, name: str, players: int, folder: Path) -> tuple[str, int]:
    """Play a game with one person and random players. Return what was wrong, "" if nothing, and the number of
    clicks."""
    place = write_game(folder, name, players)
    robots = ".".join(str(seat) for seat in range(1, players))
    told = browser.play(f"{address}{place}/#players={players}&random={robots}", 1, MOST_CLICKS)
    shutil.rmtree(folder / place)
    if told["errors"] or not told.get("over"):
        return f"not over after {told.get('clicks')} clicks: {told['errors'] or told['said']}", 0
    try:
        wrong = "" if replayed(told["save"], folder).over else "the replay is not over"
    except RulekitError as error:
        wrong = str(error)
    return wrong, told["clicks"]


def main() -> int:
    if missing_browser():
        print(missing_browser())
        return 1
    failed = 0
    with tempfile.TemporaryDirectory() as name, served(folder := Path(name)) as address, chromium() as browser:
        write_shared(folder)
        for game, players in games(sys.argv[1:]):
            begun = time.monotonic()
            wrong, clicks = complaint(browser, address, game, players, folder)
            failed += bool(wrong)
            told = wrong or f"played to its end by {clicks} clicks, and the replay is equal"
            print(f"{game} {players}: {told} ({time.monotonic() - begun:.0f} s)", flush=True)
    print(f"{failed} failed")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
