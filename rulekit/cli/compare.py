"""`rulekit compare A B`: what changed in the rules, and what it does to random games."""

from __future__ import annotations

import argparse

from ..compare.clause_difference import as_text
from ..compare.edition_report import Comparison
from ..compare.figures import Sides, compare_figures
from ..model.difference import difference
from ..play.game import ConfiguredGame
from ..play.loaded_book import LoadedBook
from .arguments import add_game, add_games, add_workers, book_of, executor_of, options_of
from .faults import with_its_game
from .progress import Progress
from .result import OK, Result, usage

HELP = "set two editions side by side: clauses, options, figures"

Options = tuple[dict[str, int | str], dict[str, int | str]]
"""What is set for either edition."""


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("first", metavar="A", help="folder/name of the library, or a path")
    parser.add_argument("second", metavar="B", help="the other")
    parser.add_argument("--no-games", action="store_true", help="only the rules, no simulation")
    add_games(parser, 1000)
    add_workers(parser)
    add_game(parser, otherwise="the fewest that both allow")


def run(args: argparse.Namespace) -> Result:
    books = book_of(args, args.first), book_of(args, args.second)
    players = _players(books, args.players)
    options = _options(books, options_of(args))
    sides = None
    if not args.no_games:
        games = [b.configure(players, o, args.engine) for b, o in zip(books, options, strict=True)]
        sides = _simulate(games[0], games[1], args)
    first, second = (b.layered(players, o) for b, o in zip(books, options, strict=True))
    changes = difference(first, second)
    others = () if args.players is not None else _elsewhere(books, options, players, as_text(changes))
    comparison = Comparison(first, second, (args.first, args.second), changes, sides, others)
    return Result(OK, comparison.as_json(), comparison.as_text())


def _players(books: tuple[LoadedBook, LoadedBook], wanted: int | None) -> int:
    """The number asked for, or the fewest that both allow."""
    if wanted is not None:
        return wanted
    common = _common(books)
    if not common:
        raise usage("E803", f"`{books[0].name}` and `{books[1].name}` have no number of players in common")
    return common[0]


def _common(books: tuple[LoadedBook, LoadedBook]) -> list[int]:
    """The numbers of players that both allow."""
    return sorted(set(books[0].player_counts) & set(books[1].player_counts))


def _elsewhere(books: tuple[LoadedBook, LoadedBook], options: Options, players: int, told: str) -> tuple[int, ...]:
    """The other numbers of players for which something else has changed: what an `under` says of them is not told."""
    found = []
    for count in _common(books):
        first, second = (b.layered(count, o) for b, o in zip(books, options, strict=True))
        if count != players and as_text(difference(first, second)) != told:
            found.append(count)
    return tuple(found)


def _options(books: tuple[LoadedBook, LoadedBook], wanted: dict[str, int | str]) -> Options:
    """Each option goes to the edition that has it, and to both where both do."""
    known = [book.rulebook.options for book in books]
    for name in wanted:
        if name not in known[0] and name not in known[1]:
            raise usage("E803", f"neither edition has an option `{name}`", name, {**known[0], **known[1]})
    one, two = ({name: value for name, value in wanted.items() if name in options} for options in known)
    return one, two


def _simulate(first: ConfiguredGame, second: ConfiguredGame, args: argparse.Namespace) -> Sides:
    progress = Progress("pairs of games")
    try:
        games = {args.first: first, args.second: second}
        with with_its_game(games, args), executor_of(args) as executor:
            return compare_figures(first, second, args.games, args.seed, args.max_moves, progress, executor)
    finally:
        progress.done()
