"""A fault of the rules, told with the line that made it.  `play`, `perft` and `look`, which know the game, stop at it,
and `simulate` and `compare`, which also say in which of many random games it is.

Making such a game simple is what `rulekit test` does (`play/testing.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from attrs import evolve

from ..diagnostics import Diagnostic, Help, RulekitError
from ..diagnostics.printable import one_line
from ..engine.interface import GameFault
from ..play.game import ConfiguredGame
from .parameters import Arguments


@contextmanager
def with_its_line(game: ConfiguredGame) -> Iterator[None]:
    """In a game that is gone through step by step."""
    try:
        yield
    except GameFault as fault:
        raise RulekitError(_told(fault, game)) from fault


@contextmanager
def with_its_game(games: Mapping[str, ConfiguredGame], args: Arguments) -> Iterator[None]:
    """`games` by the names they were called by: the fault is that of the first of them that has it."""
    try:
        yield
    except GameFault as fault:
        if fault.state is None:
            raise
        number = fault.state.game
        name, game = next((item for item in games.items() if _breaks(item[1], number, args)), next(iter(games.items())))
        found = _told(fault, game)
        where = f"{one_line(name)} with {game.players} players: game number {number} under seed {args.seed}"
        again = f"`rulekit test` with `--players {game.players} --seed {args.seed} -n {number + 1}` tells its steps"
        raise RulekitError(evolve(found, help=(*found.help, Help(where), Help(again)))) from fault


def _breaks(game: ConfiguredGame, number: int, args: Arguments) -> bool:
    try:
        game.engine.playouts(1, args.seed, number, args.max_moves)
    except GameFault:
        return True
    return False


def _told(fault: GameFault, game: ConfiguredGame) -> Diagnostic:
    from ..play.failure_report import fault_diagnostic  # here, for mostly nothing fails

    return fault_diagnostic(fault.fault, game.rulebook)
