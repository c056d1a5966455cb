"""Tests that the module of a page plays the same games in Node's WebAssembly as in wasmtime.

python -m tests.page.same_games [GAMES]
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from rulekit.page.kept_game import KeptGame
from tests.shipped import game

from . import digests
from .pages import missing, run_node, write_shared

PLAYED = (
    *(("classics/tic-tac-toe", 2), ("classics/leduc-poker", 2), ("mancala/kalah", 2)),
    *(("czar/english", 3), ("carcassonne/messages-c2", 2)),
)
"""Games, with numbers of players, that have sets, chance, hidden things, counting and a growing map."""
QUICK = PLAYED[:3]
"""Those that are compiled in a second, for the suite."""


def different_games(games: int, played: Sequence[tuple[str, int]] = PLAYED) -> dict[str, list[int]]:
    """Play this many random games of each in both, and return the seeds of those that differ, by game."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_shared(folder)
        kept = {name: KeptGame.of(game(name, players)).pack() for name, players in played}
        files = [folder / f"{number}.bin" for number in range(len(kept))]
        for file, data in zip(files, kept.values(), strict=True):
            file.write_bytes(data)
        there = run_node("digests.mjs", folder, games, digests.__file__, *files)
    here = [digests.digests(data, games) for data in kept.values()]
    return {
        name: [seed for seed in range(games) if mine[seed] != other[seed]]
        for name, mine, other in zip(kept, here, there, strict=True)
    }


def main() -> int:
    if missing():
        print(missing())
        return 1
    games = int(sys.argv[1]) if sys.argv[1:] else 1000
    found = different_games(games)
    for name, seeds in found.items():
        print(f"{name}: {games - len(seeds)} of {games} games are the same" + (f"; not {seeds[:5]}" if seeds else ""))
    return int(any(found.values()))


if __name__ == "__main__":
    sys.exit(main())
