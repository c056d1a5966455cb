"""Runs the whole comparison: prepares every player, times them in rounds, compares, prints, and writes the page.

python -m benchmarks                          everything, and docs/internals/performance.md
python -m benchmarks othello chess            some games
python -m benchmarks --short                  short timings, nothing written
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from . import games as g
from .machine import machine
from .pages import PAGE, RESULTS, replaced
from .peers import PEERS
from .report import disagreements, report
from .samples import Absent, Player
from .startup import startup
from .timing import Timed, measure, one_processor

SECONDS, ROUNDS = 2.0, 3
SHORT_SECONDS, SHORT_ROUNDS = 0.2, 2


def arguments(given: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description=__doc__.splitlines()[0] if __doc__ else ""
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="a game's name or part of it; all if none is named")
    parser.add_argument("--peers", metavar="A,B", help=f"only these, of {', '.join(g.TITLES)}")
    parser.add_argument("--seconds", type=float, help=f"each timing lasts at least so long (usually {SECONDS:g})")
    parser.add_argument("--rounds", type=int, help=f"timings of each player, the best counts (usually {ROUNDS})")
    parser.add_argument("--short", action="store_true", help=f"{SHORT_ROUNDS} rounds of {SHORT_SECONDS:g} seconds")
    parser.add_argument("--no-startup", action="store_true", help="leave out how long it takes to start")
    parser.add_argument("--json", action="store_true", help="print every figure as JSON instead of the tables")
    parser.add_argument("--from", dest="recorded", type=Path, metavar="FILE", help="figures printed earlier by --json")
    parser.add_argument("--page", type=Path, help="the page to write, docs/internals/performance.md after a whole run")
    return parser.parse_args(given)


def chosen(names: Sequence[str]) -> list[g.Game]:
    found = [g.named(name) for name in names]
    for name, game in zip(names, found, strict=True):
        if game is None:
            raise SystemExit(f"no game is called {name}; there are {', '.join(game.name for game in g.GAMES)}")
    return [game for game in found if game is not None] or list(g.GAMES)


def run(
    games: Sequence[g.Game], peers: Sequence[str], seconds: float, rounds: int, start: bool = True
) -> dict[str, Any]:
    """Return every figure, ready for JSON: the computer, the programs, and for each game and program the timings and
    game lengths."""
    begun = time.perf_counter()
    found: dict[str, Any] = {**machine(), "seconds": seconds, "rounds": rounds, "peers": {}, "games": {}}
    if start:
        tell("start-up")
        found["startup"] = startup()
    with one_processor():
        players = prepare(games, peers, found)
        # within a round, the programs that play the same game are timed one after the other
        order = sorted(players, key=lambda key: [game.name for game in games].index(key[0]))
        timings = measure({key: players[key] for key in order}, seconds, rounds, tell)
    for (name, peer), timed in timings.items():
        found["games"][name]["timed"][peer] = as_json(timed)
    found["took"] = time.perf_counter() - begun
    return found


def prepare(games: Sequence[g.Game], peers: Sequence[str], found: dict[str, Any]) -> dict[tuple[str, str], Player]:
    """Return a player for each game and program that can play it. Add the programs' versions, and what is missing, to
    `found`."""
    players: dict[tuple[str, str], Player] = {}
    for game in games:
        found["games"][game.name] = {"absent": {}, "timed": {}}
    for peer in PEERS:
        if peer.key not in peers:
            continue
        try:
            version, loading = peer.begin()
        except Absent as absent:
            found["peers"][peer.key] = {"absent": str(absent)}
            tell(f"{g.TITLES[peer.key]}: {absent}; left out")
            continue
        found["peers"][peer.key] = {"version": version, "loading": loading}
        for game in games:
            tell(f"{g.TITLES[peer.key]}: {game.name}")
            try:
                players[game.name, peer.key] = peer.player(game)
            except Absent as absent:
                found["games"][game.name]["absent"][peer.key] = str(absent)
    return players


def as_json(timed: Timed) -> dict[str, Any]:
    lengths = timed.lengths
    return {
        "rate": timed.rate,
        "rates": [sample.rate for sample in timed.samples],
        "seconds": [sample.seconds for sample in timed.samples],
        "lengths": [lengths.games, lengths.moves, lengths.squares],
        "prepared": timed.prepared,
        "note": timed.note,
    }


def tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def main(given: Sequence[str] | None = None) -> int:
    args = arguments(given)
    games = chosen(args.games)
    peers = args.peers.split(",") if args.peers else list(g.TITLES)
    unknown = [peer for peer in peers if peer not in g.TITLES]
    if unknown:
        raise SystemExit(f"no peer is called {unknown[0]}; there are {', '.join(g.TITLES)}")
    if args.recorded:
        found = json.loads(args.recorded.read_text())
    else:
        seconds = args.seconds or (SHORT_SECONDS if args.short else SECONDS)
        rounds = args.rounds or (SHORT_ROUNDS if args.short else ROUNDS)
        found = run(games, peers, seconds, rounds, not args.no_startup)
    text = report(found)
    print(json.dumps(found, indent=1) if args.json else text)
    complete = not (args.games or args.peers or args.no_startup or args.recorded)
    whole = complete and found["seconds"] >= SECONDS and found["rounds"] >= ROUNDS
    page = args.page or (PAGE if whole else None)
    if page is not None:
        page.write_text(replaced(page.read_text(), RESULTS, text))
        tell(f"written into {page}")
    else:
        tell("not a whole run: no page is written")
    wrong = disagreements(found)
    for line in wrong:
        tell(f"unequal: {line}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit("run it as `python -m benchmarks`, from the root of the repository")
