"""`python -m benchmarks.search [GAME ...]`: simulations a second of rulekit's tree search and of OpenSpiel's in C++.

Both search the first choice of a game, each from an empty tree, with the same number of simulations and one random
game for each. Neither proves wins (no MCTS-Solver). In a game with secrets both search information sets. Times are
processor times on one processor; in each round both programs search once, and the best round counts. The command fails
if a ratio is below its target.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import Any

from attrs import frozen

from rulekit.play.loaded_book import load
from rulekit.play.search_player import Limit, SearchPlayer

from .games import Game, named
from .samples import clock
from .timing import one_processor

EXPLORATION = 2.0
"""OpenSpiel's constant of UCT. rulekit's is 1, times the range of payoffs, which is 2 in these games."""
MEGABYTES = 1000  # of OpenSpiel's tree: enough for all simulations
Search = Callable[[int], object]
"""Searches once; equal numbers give equal searches."""


@frozen
class Compared:
    """A game, how many simulations a search of it has, and the ratio wanted."""

    game: Game
    simulations: int
    target: float | None = None


def _game(name: str, openspiel: str | None = None) -> Game:
    return named(name) or Game(name.removeprefix("classics/"), name, "", openspiel=openspiel)


COMPARED = (
    Compared(_game("connect four"), 10_000, 5),
    Compared(_game("breakthrough 8x8"), 10_000, 10),
    Compared(_game("hex 11x11"), 10_000, 10),
    Compared(_game("othello"), 5_000, 25),
    Compared(_game("chess"), 500),
    Compared(_game("classics/leduc-poker", "leduc_poker"), 5_000),
)


def rulekit_search(one: Compared) -> Search:
    player = SearchPlayer(Limit(one.simulations))
    game = load(one.game.rulebook).configure()

    def search(number: int) -> object:
        return player.choose(game.start(seed=number))

    return search


def openspiel_search(one: Compared) -> Search:
    import pyspiel

    game = pyspiel.load_game(one.game.openspiel)

    def search(number: int) -> object:
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.legal_actions()[number % 2])
        return openspiel_bot(game, one.simulations, number).step(state)

    return search


def openspiel_bot(game: Any, simulations: int, seed: int, seconds: float = -1.0) -> Any:
    """Return OpenSpiel's searching player; `seconds` also limits each search, -1 does not."""
    import pyspiel

    rollout = pyspiel.RandomRolloutEvaluator(1, seed)
    if game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION:
        policy = pyspiel.ChildSelectionPolicy.UCT
        return pyspiel.MCTSBot(
            game, rollout, EXPLORATION, simulations, MEGABYTES, False, seed, False, policy, seconds
        )  # fmt: skip
    last = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    return pyspiel.ISMCTSBot(seed, rollout, EXPLORATION, simulations, -1, last, False, False, seconds)


def rates(one: Compared, rounds: int, simulations: int | None = None) -> tuple[float, float]:
    """Return the simulations a second of rulekit and of OpenSpiel in the best of several rounds."""
    one = one if simulations is None else Compared(one.game, simulations)
    searches, best = (rulekit_search(one), openspiel_search(one)), [0.0, 0.0]
    searches[0](0)  # compiles
    for number in range(1, rounds + 1):
        for which, search in enumerate(searches):
            began = clock()
            search(number)
            best[which] = max(best[which], one.simulations / (clock() - began))
    return best[0], best[1]


def row(one: Compared, mine: float, other: float) -> str:
    target = "" if one.target is None else f"{one.target:g}"
    return f"| {one.game.name} | {one.simulations:,} | {mine:,.0f} | {other:,.0f} | {mine / other:.1f} | {target} |"


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.search", description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="a part of a game's name; all if none is named")
    parser.add_argument("--rounds", type=int, default=5, help="searches of each program, the best counts (usually 5)")
    parser.add_argument("--simulations", type=int, help="of each search, in place of the usual number")
    args = parser.parse_args(argv)
    chosen = [one for one in COMPARED if not args.games or any(part in one.game.name for part in args.games)]
    print(
        "| game | simulations | rulekit, a second | OpenSpiel, a second | ratio | wanted |\n|---|--:|--:|--:|--:|--:|"
    )
    missed = False
    with one_processor():
        for one in chosen:
            mine, other = rates(one, args.rounds, args.simulations)
            print(row(one, mine, other), flush=True)
            missed = missed or mine / other < (one.target or 0)
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
