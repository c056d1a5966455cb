"""Makes games and worker processes for a command line, and reports faults of the rules with their lines.

`rulekit test` finds the simplest game with a fault (`play/testing.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from contextlib import AbstractContextManager, contextmanager, nullcontext

from attrs import evolve

from ..diagnostics import Diagnostic, Help, RulekitError
from ..diagnostics.printable import one_line
from ..engine.interface import GameFault
from ..play import RANDOM
from ..play.game import ConfiguredGame
from ..play.loaded_book import LoadedBook, load
from ..play.parallel import Workers, cores
from ..play.simulate import who_plays
from .parameters import ALL_CORES, Arguments


def executor_of(args: Arguments) -> AbstractContextManager[Executor | None]:
    """Return a context with the worker processes that `--workers` asks for, or with None if this process does the work
    itself."""
    count = cores() if args.workers == ALL_CORES else args.workers
    return Workers(count) if count > 1 else nullcontext()


def book_of(args: Arguments, name: str | None = None) -> LoadedBook:
    return load(name or args.game, args.layers)


def configure_game(args: Arguments, name: str | None = None, games: int | None = None) -> ConfiguredGame:
    """Return the game that the arguments describe. `games` is how many games will be played on its engine."""
    return book_of(args, name).configure(args.players, args.options, args.engine, games=games)


@contextmanager
def with_its_line(game: ConfiguredGame) -> Iterator[None]:
    """Turn a fault of the rules into an error with its line. This is for a game that is played step by step."""
    try:
        yield
    except GameFault as fault:
        raise RulekitError(_fault_message(fault, game)) from fault


@contextmanager
def with_its_game(games: Mapping[str, ConfiguredGame], args: Arguments) -> Iterator[None]:
    """Turn a fault of the rules into an error with its line. The error also names the first of `games` in which the
    fault occurs."""
    try:
        yield
    except GameFault as fault:
        if fault.state is None:
            raise
        number = fault.state.game
        name, game = next((item for item in games.items() if _breaks(item[1], number, args)), next(iter(games.items())))
        found = _fault_message(fault, game)
        where = f"{one_line(name)} with {game.players} players: game number {number} under seed {args.seed}"
        advice = [Help(where)]
        if args.agents == RANDOM:
            again = f"--players {game.players} --seed {args.seed} -n {number + 1}"
            advice.append(Help(f"`rulekit test` with `{again}` tells its steps"))
        raise RulekitError(evolve(found, help=(*found.help, *advice))) from fault


def _breaks(game: ConfiguredGame, number: int, args: Arguments) -> bool:
    try:
        who_plays(game.engine, args.agents).playouts(1, args.seed, number, args.max_moves)
    except GameFault:
        return True
    return False


def _fault_message(fault: GameFault, game: ConfiguredGame) -> Diagnostic:
    from ..play.failure_report import fault_diagnostic

    return fault_diagnostic(fault.fault, game.rulebook)
