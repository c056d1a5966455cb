"""`rulekit compare A B`: what changed in the rules, and what it does to random games."""

from __future__ import annotations

from ..compare.clause_difference import as_text
from ..compare.edition_report import Comparison
from ..compare.figures import Sides, compare_figures
from ..model.difference import difference
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
