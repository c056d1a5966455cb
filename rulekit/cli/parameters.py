"""The parameters that several commands share, in the words of `--help`, and what a command line gives for them.

Nothing of the engines is loaded here, so that `--help`, a mistake in a command line and completion need not wait for
them; what is made of the values is `arguments.py`'s.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import click

from ..engine.random import MOST_SEED
from ..model.bounds import MOST_PLAYERS
from ..play.bounds import MAX_MOVES, MOST_GAMES
from .parameter_types import FilePath, GameName, OneOf, OptionSetting, PlayerCountRange, WholeNumber, WorkerCount

A_GAME = "folder/name of the library, or a path"


class Arguments(SimpleNamespace):
    """What a command line says, by the names of the command's parameters."""


def option(*names: str, **more: object) -> click.Option:
    return click.Option(list(names), **more)  # type: ignore[arg-type]


def flag(name: str, what: str) -> click.Option:
    return click.Option([name], is_flag=True, help=what)


def number_option(*names: str, low: int, high: int, what: str, **more: object) -> click.Option:
    """An option that takes a whole number."""
    return option(*names, type=WholeNumber(low, high), help=what, **more)


def file(name: str, what: str) -> click.Option:
    return option(name, metavar="FILE", type=FilePath(), help=what)


def argument(
    name: str, metavar: str, what: str, kind: click.ParamType[Any] | None = None, **more: object
) -> click.Argument:
    """A word without an option's name in front, a game unless `kind` says otherwise."""
    return click.Argument([name], metavar=metavar, type=kind or GameName(), help=what, **more)  # type: ignore[arg-type]


def game(required: bool = True) -> click.Argument:
    return argument("game", "GAME", A_GAME, required=required)


def games(name: str = "games") -> click.Argument:
    return argument(name, "GAME...", A_GAME, nargs=-1, required=True)


def json() -> click.Option:
    return flag("--json", "one JSON value on standard output")


def seed(default: int | None = 1) -> click.Option:
    """The seed; None is for a new one each time."""
    what = f"of all chance (default: {'a new one each time' if default is None else default})"
    return number_option("--seed", low=0, high=MOST_SEED, default=default, metavar="S", what=what)


def random_games(default: int) -> list[click.Parameter]:
    """How many random games, how long one may last, and who plays them."""
    how_many = f"how many (default: {default})"
    too_long = f"a game that goes on longer counts as unfinished (default: {MAX_MOVES})"
    workers = "how many processes play; auto: one for each core (default: 1, in this one).  The results are the same"
    return [
        number_option("-n", "--games", low=1, high=MOST_GAMES, default=default, metavar="N", what=how_many),
        seed(),
        number_option("--max-moves", low=1, high=2**31 - 1, default=MAX_MOVES, metavar="M", what=too_long),
        option("--workers", type=WorkerCount(), default=1, metavar="N", help=workers),
    ]


def settings_option(name: str, as_: str, what: str) -> click.Option:
    """An option that may be given several times, each time with OPTION=VALUE."""
    return option(name, as_, metavar="OPTION=VALUE", help=what, type=OptionSetting(), multiple=True, callback=_as_dict)


def _as_dict(_: object, __: object, pairs: Any) -> dict[str, int | str]:
    return dict(pairs or ())


def configuration(engine: bool = True, otherwise: str = "the fewest", several: bool = False) -> list[click.Parameter]:
    """How a game is put together and run; `otherwise` is how many play where nobody says, `several` numbers may."""
    how_many = f"how many play (default: {otherwise})"
    fast = "wasm is fast, reference is the meaning"
    return [
        option("--with", "layers", type=GameName(), multiple=True, metavar="LAYER", help="add this layer"),
        settings_option("--set", "options", "choose this"),
        option("--players", metavar="P[-Q]", type=PlayerCountRange(1, MOST_PLAYERS), help=f"{how_many}; 2-5: one table")
        if several
        else number_option("--players", low=1, high=MOST_PLAYERS, metavar="P", what=how_many),
        *([option("--engine", type=OneOf(["wasm", "reference"]), default="wasm", help=fast)] if engine else []),
        json(),
    ]
