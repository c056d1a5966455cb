"""`rulekit perft GAME --depth N`: how many sequences of moves there are."""

from __future__ import annotations

import argparse

from ..play.perft import perft as count
from .arguments import add_game, add_seed, game_of, whole
from .result import OK, Result

HELP = "count the sequences of moves from the start"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="folder/name of the library, or a path")
    parser.add_argument("--depth", metavar="N", type=whole(1, 100), required=True, help="how many moves deep")
    parser.add_argument("--chance", action="store_true", help="follow every outcome (default: those of the seed)")
    parser.add_argument("--by", choices=("move", "decision"), default="move", help="what counts as one step of depth")
    add_seed(parser)
    add_game(parser)


def run(args: argparse.Namespace) -> Result:
    game = game_of(args)
    counts = count(game.engine, args.depth, chance=args.chance, by=args.by, seed=args.seed)
    text = "\n".join(f"{depth:4}  {number}" for depth, number in enumerate(counts, 1))
    return Result(OK, {"game": args.game, "counts": counts}, text)
