"""`rulekit perft GAME --depth N`: how many sequences of moves there are."""

from __future__ import annotations

from ..play.perft import perft as count
from .arguments import configured_game
from .faults import with_its_line
from .parameters import Arguments
from .result import OK, Result


def run(args: Arguments) -> Result:
    game = configured_game(args)
    with with_its_line(game):
        counts = count(game.engine, args.depth, chance=args.chance, by=args.by, seed=args.seed)
    text = "\n".join(f"{depth:4}  {number}" for depth, number in enumerate(counts, 1))
    return Result(OK, {"game": args.game, "counts": counts}, text)
