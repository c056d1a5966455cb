"""`rulekit simulate GAME`: statistics of many games."""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics.printable import one_line
from ..play import RANDOM, agents_text
from ..play.simulate import Count, Figures, Mean, count_games, game_lines
from ..storage.files import RECORD, write_output
from .game_runs import configure_game, executor_of, with_its_game
from .parameters import Arguments
from .result import OK, Result
from .terminal_output import Progress

EVENLY = "random players pick evenly among the options on offer: the figures measure the rules, not good play"


def run_simulate(args: Arguments) -> Result:
    game = configure_game(args, games=args.games)
    with Progress("games") as progress, with_its_game({args.game: game}, args), executor_of(args) as executor:
        job = Count(args.seed, args.max_moves, args.agents)
        figures = count_games(game.engine, job, args.games, executor, progress)
        if args.records is not None:
            write_output(args.records, "".join(game_lines(game, job, args.games)), RECORD, private=True)
    found = {**figures.as_json(), "game": args.game, "agents": args.agents}
    return Result(OK, found, text(args.game, figures, game.machine.seats, args.agents))


def text(name: str, figures: Figures, seats: tuple[str, ...], agents: str = RANDOM) -> str:
    """Return the statistics of games as text for a terminal."""
    games = f"{figures.games} {'random ' * (agents == RANDOM)}game{'s' * (figures.games != 1)}"
    lines = [f"{one_line(name)}: {games} of {figures.players} players, {figures.unfinished} unfinished"]
    lines += [EVENLY if agents == RANDOM else f"played by {agents_text(agents)}", ""]
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
    if figures.figures:
        lines += ["", "  measured at the end of a game (95 %)", *_rulebook_figures(figures)]
    return "\n".join(lines)


def _rulebook_figures(figures: Figures) -> Iterator[str]:
    """Yield a line for each statistic that the rulebook defines. If it was not measured in every finished game, the
    line says in how many."""
    above = ""
    for name, one in figures.figures.items():
        own = name.partition("[")[0]
        if own != above:
            yield f"    {one_line(one.title) or own}"
        above = own
        games = "" if one.games == figures.games - figures.unfinished else f", in {one.games} games"
        value = _share(one.mean) if one.truth else _mean(one.mean)
        yield f"  {value:>28}  {name}{games}"


def _share(found: Mean) -> str:
    """Return a share of games in percent as text, with its confidence interval, both limited to 0..100."""
    shares = (found.mean, found.low, found.high)
    mean, low, high = (None if value is None else 100 * min(1.0, max(0.0, value)) for value in shares)
    reach = "" if low is None else f" ({_number(low)} .. {_number(high)})"
    return f"{_number(mean)} %{reach}"


def _mean(found: Mean) -> str:
    """Return a mean as text, with its confidence interval if it has one."""
    reach = "" if found.low is None else f" ({_number(found.low)} .. {_number(found.high)})"
    return f"{_number(found.mean)}{reach}"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}".rstrip("0").rstrip(".")
