"""What a command line says, made into what the commands work on: rulebooks, configured games, processes.

How it is read is `parameters.py`'s and `parameter_types.py`'s.
"""

from __future__ import annotations

from concurrent.futures import Executor
from contextlib import AbstractContextManager, nullcontext

from ..play.game import ConfiguredGame
from ..play.loaded_book import LoadedBook, load
from ..play.parallel import Workers, cores
from .parameter_types import ALL_CORES
from .parameters import Arguments


def executor_of(args: Arguments) -> AbstractContextManager[Executor | None]:
    """The processes asked for; None where this one is to do it."""
    count = cores() if args.workers == ALL_CORES else args.workers
    return Workers(count) if count > 1 else nullcontext()


def book_of(args: Arguments, name: str | None = None) -> LoadedBook:
    return load(name or args.game, args.layers)


def configured_game(args: Arguments, name: str | None = None, games: int | None = None) -> ConfiguredGame:
    """The configured game that the arguments name, on the engine that they name; `games` are to be played."""
    return book_of(args, name).configure(args.players, args.options, args.engine, games=games)
