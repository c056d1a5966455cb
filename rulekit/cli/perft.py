"""`rulekit perft GAME --depth N`: counts of move sequences."""

from __future__ import annotations

from ..play.perft import perft
from .game_runs import configure_game, with_its_line
from .parameters import Arguments
from .result import OK, Result


def run_perft(args: Arguments) -> Result:
    game = configure_game(args)
    with with_its_line(game):
        counts = perft(game.engine, args.depth, chance=args.chance, by=args.by, seed=args.seed)
    text = "\n".join(f"{depth:4}  {number}" for depth, number in enumerate(counts, 1))
    return Result(OK, {"game": args.game, "counts": counts}, text)
