"""`rulekit compare A B`: what changed in the rules, and what it does to random games."""

from __future__ import annotations

from ..compare.figures import Sides, compare_figures
from ..compare.report import report
from ..compare.terminal import as_text, coloured
from ..play.game import ConfiguredGame
from ..play.loaded_book import LoadedBook
from .arguments import book_of, executor_of
from .faults import with_its_game
from .parameters import Arguments
from .progress import Progress
from .result import OK, Result, usage

Options = tuple[dict[str, int | str], dict[str, int | str]]
"""What is set for either edition."""


def run(args: Arguments) -> Result:
    books = book_of(args, args.first), book_of(args, args.second)
    players = _players(books, args.players)
    options = _options(books, args.options)
    sides = None
    if not args.no_games:
        games = [b.configure(players, o, args.engine) for b, o in zip(books, options, strict=True)]
        sides = _simulate(games[0], games[1], args)
    found = report(books, (args.first, args.second), options, players, sides, args.players is not None)
    return Result(OK, found.as_json(), as_text(found), coloured=as_text(found, coloured))


def _players(books: tuple[LoadedBook, LoadedBook], wanted: int | None) -> int:
    """The number asked for, or the fewest that both allow."""
    if wanted is not None:
        return wanted
    common = sorted(set(books[0].player_counts) & set(books[1].player_counts))
    if not common:
        raise usage("E803", f"`{books[0].name}` and `{books[1].name}` have no number of players in common")
    return common[0]


def _options(books: tuple[LoadedBook, LoadedBook], wanted: dict[str, int | str]) -> Options:
    """Each option goes to the edition that has it, and to both where both do."""
    known = [book.rulebook.options for book in books]
    for name in wanted:
        if name not in known[0] and name not in known[1]:
            raise usage("E803", f"neither edition has an option `{name}`", name, {**known[0], **known[1]})
    one, two = ({name: value for name, value in wanted.items() if name in options} for options in known)
    return one, two


def _simulate(first: ConfiguredGame, second: ConfiguredGame, args: Arguments) -> Sides:
    progress = Progress("pairs of games")
    try:
        games = {args.first: first, args.second: second}
        with with_its_game(games, args), executor_of(args) as executor:
            return compare_figures(
                first, second, args.games, args.seed, args.max_moves, progress=progress, executor=executor
            )
    finally:
        progress.done()
