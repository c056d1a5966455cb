"""`rulekit compare A B C…` and `--family NAME`: several editions in one table."""

from __future__ import annotations

from collections.abc import Sequence

from ..compare.edition_prose import TwoEditions
from ..compare.edition_table import edition_table
from ..compare.edition_table_text import edition_table_json, edition_table_page, edition_table_text
from ..compare.paired_figures import SameGames, Sides, compare_games, play_games
from ..compare.screen_style import ScreenStyle
from ..play.loaded_book import LoadedBook, load
from ..play.whole_games import plainest_first, whole_games
from ..project import Project, family_name, find_project
from ..rulebook_files import names, project_names
from ..storage.files import COMPARISON, write_output
from .game_runs import book_of, executor_of, with_its_game
from .parameters import Arguments
from .result import OK, Result, usage
from .terminal_output import Progress


def family_editions(family: str) -> list[str]:
    """Return the names of the whole games of a family, those with fewest changes first. They are from the project or,
    if it has none of the family, from the library. Raise RulekitError if there are fewer than two."""
    project = find_project()
    own = [name for name in (project_names(project) if project else ()) if family_name(name) == family]
    known = own or [name for name in names() if family_name(name) == family]
    found = whole_games(known)
    if len(found) < 2:
        families = dict.fromkeys(map(family_name, [*(project_names(project) if project else ()), *names()]))
        message = f"the family `{family[:60]}` has {'one whole game' if found else 'no whole games'}"
        raise usage("E803", message, family, families, f"there are {', '.join(families)}")
    return plainest_first({name: load(name) for name in found})


def families_of(project: Project) -> list[str]:
    """Return the families of a project that have at least two whole games. Raise RulekitError if there are none."""
    families = [family_name(name) for name in whole_games(project_names(project))]
    several = [family for family in dict.fromkeys(families) if families.count(family) > 1]
    if not several:
        raise usage("E800", "no family of the project has two whole games: name A and B")
    return several


def compare_many(args: Arguments, editions: Sequence[str], style: ScreenStyle) -> Result:
    """Compare several editions and return the table as a result."""
    if args.set_first or args.set_second or args.witness or args.ruling is not None or args.rulings:
        given = "`--set-first`, `--set-second`, `--witness`, `--ruling` and `--rulings`"
        raise usage("E803", f"{given} are for one or two editions")
    books = [book_of(args, name) for name in editions]
    players = _players(books, args.players)
    options = [{name: value for name, value in args.options.items() if name in book.rulebook.options} for book in books]
    unknown = args.options.keys() - {name for own in options for name in own}
    if unknown:
        known = {name for book in books for name in book.rulebook.options}
        raise usage("E803", f"no edition has an option `{min(unknown)}`", min(unknown), known)
    pairs = [
        TwoEditions((books[0], book), (editions[0], name), (options[0], own), players)
        for name, book, own in zip(editions[1:], books[1:], options[1:], strict=True)
    ]
    table = edition_table(pairs, () if args.no_games else _sides(pairs, args))
    if args.html is not None:
        write_output(args.html, edition_table_page(table, args.full), COMPARISON)
    return Result(OK, edition_table_json(table), edition_table_text(table, style, args.full))


def _players(books: Sequence[LoadedBook], wanted: tuple[int, int] | None) -> int:
    """Return the number of players: that of the command line, or the smallest that all editions allow."""
    if wanted is not None and wanted[0] != wanted[1]:
        raise usage("E803", "several editions are compared for one number of players")
    common = set[int].intersection(*(set(book.player_counts) for book in books))
    if wanted is not None:
        return wanted[0]
    if not common:
        raise usage("E803", "these editions have no number of players in common")
    return min(common)


def _sides(pairs: Sequence[TwoEditions], args: Arguments) -> list[Sides]:
    """Play the same games on all editions, and return the statistics of each pair."""
    books = [pairs[0].books[0], *(pair.books[1] for pair in pairs)]
    options = [pairs[0].options[0], *(pair.options[1] for pair in pairs)]
    games = [
        book.configure(pairs[0].players, own, args.engine, games=args.games)
        for book, own in zip(books, options, strict=True)
    ]
    engines = [game.engine for game in games]
    called = dict(zip((pairs[0].names[0], *(pair.names[1] for pair in pairs)), games, strict=True))
    with Progress("games") as progress, executor_of(args) as executor, with_its_game(called, args):
        job = SameGames(args.seed, args.max_moves, args.agents)
        first, *others = play_games(engines, job, args.games, progress=progress, executor=executor)
    return [
        compare_games(engines[0], engine, first, other, args.seed, args.agents)
        for engine, other in zip(engines[1:], others, strict=True)
    ]
