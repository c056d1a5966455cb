"""`rulekit simulate GAME -n N --seed S`: random games in figures."""

from __future__ import annotations

from ..diagnostics.printable import one_line
from ..play.simulate import Figures, Mean
from ..play.simulate import simulate as play_games
from .arguments import configured_game, executor_of
from .faults import with_its_game
from .parameters import Arguments
from .progress import Progress
from .result import OK, Result


def run(args: Arguments) -> Result:
    game = configured_game(args)
    progress = Progress("games")
    try:
        with with_its_game({args.game: game}, args), executor_of(args) as executor:
            figures = play_games(game, args.games, args.seed, args.max_moves, progress=progress, executor=executor)
    finally:
        progress.done()
    return Result(OK, {**figures.as_json(), "game": args.game}, text(args.game, figures, game.machine.seats))


def text(name: str, figures: Figures, seats: tuple[str, ...]) -> str:
    """The figures as a page."""
    games = f"{figures.games} random game{'s' * (figures.games != 1)}"
    lines = [f"{one_line(name)}: {games} of {figures.players} players, {figures.unfinished} unfinished", ""]
    width = max(len(seat) for seat in seats)
    for seat, mean, wins in zip(seats, figures.payoff_mean, figures.wins, strict=True):
        lines.append(f"  {seat:{width}}  payoff {_number(mean)}  wins {wins}")
    lines += [
        "",
        f"  draws {figures.draws}",
        f"  length mean {_number(figures.length_mean)}, median {_number(figures.length_median)}, "
        f"p95 {_number(figures.length_p95)}",
        *(
            f"  {what} mean {_mean(mean)}"
            for what, mean in (("decisions", figures.decisions), ("turns", figures.turns), ("rounds", figures.rounds))
            if mean.mean
        ),
        f"  branching mean {_number(figures.branching_mean)}",
    ]
    if figures.clauses:
        lines += ["", "  times applied"]
        lines += [f"  {count:10}  {clause}" for clause, count in figures.clauses.items()]
    if figures.options:
        lines += ["", "  in a game: offered, taken (95 %)"]
        lines += [f"  {_number(o.offered.mean):>10}  {_mean(o.taken)}  {name}" for name, o in figures.options.items()]
    return "\n".join(lines)


def _mean(found: Mean) -> str:
    """A mean with its interval, if it has one."""
    reach = "" if found.low is None else f" ({_number(found.low)} .. {_number(found.high)})"
    return f"{_number(found.mean)}{reach}"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}".rstrip("0").rstrip(".")
