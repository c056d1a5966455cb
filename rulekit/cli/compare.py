"""`rulekit compare A B`: what changed in the rules, and how that affects random games.

Also compares one game with itself under two answers of an option (`--set-second`, `--ruling`) or under the answers of
each open question (`--rulings`), and compares games for several numbers of players.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import nullcontext
from functools import lru_cache, partial
from typing import Any

from attrs import evolve, frozen

from ..compare.change_groups import SingleChange, single_changes, with_single_changes
from ..compare.comparison_report import ComparisonReport, report, same_games
from ..compare.comparison_text import Paint, colour, comparison_text
from ..compare.edition_prose import Options, TwoEditions
from ..compare.html_page import comparison_page
from ..compare.paired_figures import SameGames, Sides, compare_games, play_games
from ..compare.player_count_text import PlayerCountReports
from ..compare.rulings import (
    Question,
    answers_of,
    compare_answer,
    open_questions,
    rulings_text,
    sort_rulings,
    with_answer,
)
from ..compare.screen_style import PIPE_WIDTH, WIDTH, ScreenStyle
from ..compare.text_difference import plain_paint
from ..compare.witnesses import change_witnesses, witness_lines, witnesses_json
from ..engine.choice import SOME, make_engine
from ..engine.interface import Engine, GameColumns
from ..machine.identity import rules_identity
from ..machine.program import Machine
from ..play import RANDOM
from ..play.chunks import in_chunks
from ..play.game import ConfiguredGame
from ..play.loaded_book import LoadedBook, load
from ..play.witness import WitnessLimits
from ..storage.files import COMPARISON, check_output, write_output
from .game_runs import book_of, executor_of, with_its_game
from .many_editions import compare_many, families_of, family_editions
from .parameters import Arguments
from .result import OK, Result, usage
from .terminal_output import Progress, terminal_width
from .whole_project import need_project

Books = tuple[LoadedBook, LoadedBook]


def run_compare(args: Arguments) -> Result:
    if args.html is not None:
        check_output(args.html, COMPARISON)
    if args.witness and (args.ruling is not None or args.rulings):
        raise usage("E803", "`--witness` is for two editions: set an answer with `--set-second`")
    if args.family is not None or args.more or (args.first is None and not args.rulings and args.ruling is None):
        return _compare_many(args)
    if args.first is None:
        raise usage("E800", "`rulekit compare` needs A", hint="`--ruling` and `--rulings` are about one game")
    if args.ruling is not None or args.rulings:
        return _with_page(args, *(_rulings(args) if args.rulings else _compare_answers(args)))
    if args.second is None and not args.set_first and not args.set_second:
        hint = "or what differs in A: `--set-second OPTION=VALUE`, `--ruling NAME` or `--rulings`"
        raise usage("E800", "`rulekit compare` needs B", hint=hint)
    books = book_of(args, args.first), book_of(args, args.second or args.first)
    options = _options(books, args)
    counts = _players(books, args.players)
    if args.witness and len(counts) > 1:
        raise usage("E803", "`--witness` takes one number of players")
    reports = [_report(books, options, players, args) for players in counts]
    if len(reports) == 1:
        result = _in_both_colours(reports[0].as_json(), partial(comparison_text, reports[0]), args)
        return _with_page(args, _with_witness(result, books, options, counts[0], args), reports)
    table = PlayerCountReports(tuple(reports))
    return _with_page(args, _in_both_colours(table.as_json(), table.as_text, args), reports)


def _compare_many(args: Arguments) -> Result:
    """Compare several editions, and return the table: of the named editions, of one family, or of each family of the
    project."""
    if args.first is not None:
        if args.family is not None:
            raise usage("E803", "`--family` names the editions: leave A and B out")
        return compare_many(args, [args.first, args.second, *args.more], _style(args))
    families = [args.family] if args.family is not None else families_of(need_project("compare"))
    if len(families) > 1 and args.html is not None:
        raise usage("E803", "`--html` writes one table", hint=f"`--family`: one of {', '.join(families)}")
    found = [compare_many(args, family_editions(family), _style(args)) for family in families]
    data = found[0].data if len(found) == 1 else {"families": dict(zip(families, (r.data for r in found), strict=True))}
    return Result(OK, data, "\n".join(result.text for result in found))


def _in_both_colours(data: Any, text: Callable[[Paint, ScreenStyle, bool], str], args: Arguments) -> Result:
    """Return a result with two texts, one without and one with colours. `text` is a function that makes both."""
    style = _style(args)
    return Result(OK, data, text(plain_paint, style, args.full), coloured=text(colour, style, args.full))


MOST_LOCKSTEP = 200
"""Random games that are played in lockstep at most: they are played step by step."""


def _with_witness(
    result: Result, books: Books, options: tuple[Options, Options], players: int, args: Arguments
) -> Result:
    """Return the result with witnesses added, if `--witness` asks for them."""
    if not args.witness:
        return result
    first, second = (book.configure(players, own, args.engine) for book, own in zip(books, options, strict=True))
    limits = WitnessLimits(games=min(args.games, MOST_LOCKSTEP), seed=args.seed)
    with Progress("witness") as progress:
        found = change_witnesses(books, (first, second), args.engine, limits, progress.say)
    told = "\n".join(["", *witness_lines(found, _names(args)), ""])
    data = {**result.data, "witness": witnesses_json(found)}
    return evolve(result, data=data, text=result.text + told, coloured=result.coloured + told)


def _style(args: Arguments) -> ScreenStyle:
    """Return the layout of lines. They are as wide as the terminal, but at most `WIDTH`; in a pipe `PIPE_WIDTH`."""
    return ScreenStyle(min(WIDTH, terminal_width() or PIPE_WIDTH), args.linear)


def _with_page(args: Arguments, result: Result, reports: list[ComparisonReport]) -> Result:
    if args.html is not None:
        write_output(args.html, comparison_page(reports), COMPARISON)
    return result


def _report(books: Books, options: tuple[Options, Options], players: int, args: Arguments) -> ComparisonReport:
    found = None if args.no_games else _simulate(books, options, players, args, _single(books, options, players, args))
    return report(TwoEditions(books, _names(args), options, players), found, args.players is not None)


def _single(books: Books, options: tuple[Options, Options], players: int, args: Arguments) -> tuple[SingleChange, ...]:
    """Return the groups of changes whose effects are measured one by one. Return none if an option is set for one
    edition only, or if agents search, because their games take long."""
    if args.set_first or args.set_second or args.agents != RANDOM:
        return ()
    first, second = (b.apply_layers(players, o) for b, o in zip(books, options, strict=True))
    return single_changes(books, (first, second), args.engine, args.games)


def _names(args: Arguments) -> tuple[str, str]:
    """Return the names of both editions as the user gave them, each followed by the options that are set only for
    it."""
    sides = ((args.first, args.set_first), (args.second or args.first, args.set_second))
    one, two = (name + "".join(f" with {k}={v}" for k, v in chosen.items()) for name, chosen in sides)
    return one, two


def _players(books: Books, wanted: tuple[int, int] | None) -> list[int]:
    """Return the numbers of players that the user wants; by default, only the smallest that both editions allow."""
    common = sorted(set(books[0].player_counts) & set(books[1].player_counts))
    if wanted is None:
        if not common:
            raise usage("E803", f"`{books[0].name}` and `{books[1].name}` have no number of players in common")
        return common[:1]
    low, high = wanted
    if low == high:
        return [low]
    found = [count for count in common if low <= count <= high]
    if not found:
        raise usage("E803", f"no number of players from {low} to {high} is allowed by both")
    return found


def _options(books: Books, args: Arguments) -> tuple[Options, Options]:
    """Return the options of each edition: those from `--set` that the edition has, and those from `--set-first` or
    `--set-second`."""
    known = [book.rulebook.options for book in books]
    for name in args.options:
        if name not in known[0] and name not in known[1]:
            raise usage("E803", f"neither edition has an option `{name}`", name, {**known[0], **known[1]})
    one, two = ({name: value for name, value in args.options.items() if name in options} for options in known)
    return {**one, **args.set_first}, {**two, **args.set_second}


AT_RANDOM = 1000
"""Pairs of random games that are played beside those of other agents, at least: they take hardly any time."""


def _simulate(
    books: Books,
    options: tuple[Options, Options],
    players: int,
    args: Arguments,
    single: tuple[SingleChange, ...] = (),
) -> Sides:
    first, second = (_game(b, o, players, args) for b, o in zip(books, options, strict=True))
    one, two = first.engine, second.engine
    engines = [one, two, *(change.engine for change in single if change.engine is not None)]
    with executor_of(args) as executor:
        games = dict(zip(_names(args), (first, second), strict=True))
        base, other, *more = _play_all(engines, games, args, executor)
        sides = compare_games(one, two, base, other, args.seed, args.agents)
        if args.agents != RANDOM:
            others = Arguments(**{**vars(args), "agents": RANDOM, "games": max(args.games, AT_RANDOM)})
            columns = _play_all([one, two], games, others, executor)
            sides = evolve(sides, at_random=compare_games(one, two, columns[0], columns[1], args.seed))
    return with_single_changes(sides, one, base, single, more)


def _game(book: LoadedBook, options: Options, players: int, args: Arguments) -> ConfiguredGame:
    return book.configure(players, options, args.engine, games=args.games)


def _play_all(
    engines: Sequence[Engine], games: Mapping[str, ConfiguredGame], args: Arguments, executor: Executor | None
) -> tuple[GameColumns, ...]:
    """Play the same games on each engine and return the columns of each. If the rules fault, raise an error that names
    the first of `games` with the fault."""
    job = SameGames(args.seed, args.max_moves, args.agents)
    with Progress("pairs of games" if len(engines) > 1 else "games") as progress, with_its_game(games, args):
        return play_games(engines, job, args.games, progress=progress, executor=executor)


# ------------------------------------------------------------------------------ comparing the answers of open questions


def _one_book(args: Arguments) -> tuple[LoadedBook, int, Options]:
    """Return the game of the command line, with its number of players and options. Raise RulekitError if the line has
    options for a second edition."""
    option = "--rulings" if args.rulings else "--ruling"
    if args.second is not None or args.set_first or args.set_second:
        raise usage("E803", f"`{option}` is about one game: leave B, `--set-first` and `--set-second` out")
    if args.players is not None and args.players[0] != args.players[1]:
        raise usage("E803", f"`{option}` takes one number of players")
    book = book_of(args, args.first)
    players = book.player_counts[0] if args.players is None else args.players[0]
    return book, players, args.options


@frozen
class AnswerGames:
    """A job for worker processes: play random games under several `answers`. The numbers of its range are indexes of
    `answers`, not of games.

    If there are few games, one worker plays all games of an answer, since checking and compiling take longer than
    playing. If there are many, `executor` distributes the games of each answer. If an answer leads to a machine with
    the identity `known`, the result is None, since its games would be the same."""

    args: Arguments
    players: int
    answers: tuple[tuple[str, Options], ...]
    known: str
    executor: Executor | None = None
    book: LoadedBook | None = None  # None: each worker loads the book itself

    def __call__(self, engines: Sequence[Engine], numbers: range) -> list[tuple[Machine, GameColumns] | None]:
        return [self._play_all(*self.answers[number]) for number in numbers]

    def _play_all(self, called: str, options: Options) -> tuple[Machine, GameColumns] | None:
        book = self.book or _load_once(self.args.first, tuple(self.args.layers))
        game = _game(book, options, self.players, self.args)
        if rules_identity(game.machine) == self.known:
            return None
        if self.executor is not None:
            (columns,) = _play_all([game.engine], {called: game}, self.args, self.executor)
            return game.machine, columns
        with with_its_game({called: game}, self.args):
            (columns,) = play_games(
                [game.engine], SameGames(self.args.seed, self.args.max_moves, self.args.agents), self.args.games
            )
        return game.machine, columns


@lru_cache(maxsize=1)
def _load_once(name: str, layers: tuple[str, ...]) -> LoadedBook:
    return load(name, layers)


def _questions(
    book: LoadedBook, players: int, options: Options, args: Arguments, asked: Sequence[tuple[str, int | str]]
) -> list[Question]:
    """Compare the present answer with each of the answers `asked`, and return the comparisons. The games of the present
    answer are played only once."""
    pairs = [(answer, with_answer(book, players, options, answer)) for answer in asked]
    if args.no_games:
        return [compare_answer(both, answer, None, same_games(both, [players])) for answer, both in pairs]
    with executor_of(args) as executor:
        inside, around = (executor, None) if args.games > SOME else (None, executor)
        usual = _game(book, options, players, args)
        (base,) = _play_all([usual.engine], {args.first: usual}, args, inside)
        answers = tuple((f"{args.first} with {name}={value}", both.options[1]) for (name, value), both in pairs)
        here = book if around is None else None
        job = AnswerGames(args, players, answers, rules_identity(usual.machine), inside, here)
        with Progress("answers") if inside is None else nullcontext() as progress:
            games = [one for part in in_chunks([], job, len(asked), around, progress, 1) for one in part]
    return [
        compare_answer(both, answer, _against(usual, base, found, args), () if found else (players,))
        for (answer, both), found in zip(pairs, games, strict=True)
    ]


def _against(
    usual: ConfiguredGame, base: GameColumns, found: tuple[Machine, GameColumns] | None, args: Arguments
) -> Sides | None:
    if found is None:
        return None
    machine, columns = found
    return compare_games(usual.engine, make_engine(machine, args.engine, 0), base, columns, args.seed, args.agents)


def _compare_answers(args: Arguments) -> tuple[Result, list[ComparisonReport]]:
    book, players, options = _one_book(args)
    known = open_questions(book, players, options, rulings=False)
    if args.ruling not in known:
        raise usage("E803", f"`{book.name}` has no option or ruling `{args.ruling}`", args.ruling, known)
    values = answers_of(book, args.ruling, players, options)
    found = _questions(book, players, options, args, [(args.ruling, value) for value in values])
    if not found:
        raise usage("E803", f"`{args.ruling}` has no other answer")
    reports = [q.report for q in found]
    data = {"game": args.first, "ruling": args.ruling, "answers": [r.as_json() for r in reports]}

    def text(paint: Paint, style: ScreenStyle, full: bool) -> str:
        return "\n".join(comparison_text(one, paint, style, full) for one in reports)

    return _in_both_colours(data, text, args), reports


def _rulings(args: Arguments) -> tuple[Result, list[ComparisonReport]]:
    if args.no_games:
        raise usage("E803", "`--rulings` weighs by games: leave `--no-games` out")
    book, players, options = _one_book(args)
    asked = [
        (name, value)
        for name in open_questions(book, players, options)
        for value in answers_of(book, name, players, options)
    ]
    answered = _questions(book, players, options, args, asked)
    found = sort_rulings(book, players, args.games, args.seed, answered, args.agents)
    return Result(OK, found.as_json(), rulings_text(found, _style(args))), [q.report for q in found.questions]
