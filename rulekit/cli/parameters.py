"""The parameters of commands: the types of their values, their help, and their completion in a shell.

No engine is loaded here, so that help, completion and error messages are quick. `game_runs.py` makes games from the
values.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
from click.shell_completion import CompletionItem

from ..engine.random import MOST_SEED
from ..model.bounds import MOST_PLAYERS
from ..play import MAX_MOVES, MOST_GAMES, MOST_WORKERS, RANDOM
from .report_formats import EVERY_FORMAT

MaybeParameter = click.Parameter | None
MaybeContext = click.Context | None

ALL_CORES = 0
"""The worker count that means one for each core."""


class WholeNumber(click.ParamType[int]):
    """A parameter type: a whole number within bounds."""

    name = "number"

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high

    def convert(self, value: Any, param: MaybeParameter, ctx: MaybeContext) -> int:
        if isinstance(value, int):
            return value
        text = value.removeprefix("=")  # click removes the `=` of `--games=5` but not of `-n=5`
        digits = text.removeprefix("-")
        plain = digits.isascii() and digits.isdecimal() and len(digits) <= 40
        if not plain or not self.low <= int(text) <= self.high:
            self.fail(f"`{text[:40]}` is not a whole number from {self.low} to {self.high}", param, ctx)
        return int(text)


class PlayerCountRange(click.ParamType[tuple[int, int]]):
    """A parameter type: a number of players, or a range such as `2-5`. The value is a pair of the smallest and the
    greatest number."""

    name = "players"

    def __init__(self, low: int, high: int) -> None:
        self.number = WholeNumber(low, high)

    def convert(self, value: Any, param: MaybeParameter, ctx: MaybeContext) -> tuple[int, int]:
        if isinstance(value, tuple):
            return value
        low, dash, high = value.removeprefix("=").partition("-")
        if not dash or not low:
            count = self.number.convert(value, param, ctx)
            return count, count
        first, last = self.number.convert(low, param, ctx), self.number.convert(high, param, ctx)
        if first > last:
            self.fail(f"`{value[:40]}`: the fewest stand first, `{last}-{first}`", param, ctx)
        return first, last


class WorkerCount(click.ParamType[int]):
    """A parameter type: a number of processes, or `auto`, which becomes ALL_CORES."""

    name = "workers"

    def convert(self, value: Any, param: MaybeParameter, ctx: MaybeContext) -> int:
        if isinstance(value, int):
            return value
        if value == "auto":
            return ALL_CORES
        if not value.isascii() or not value.isdecimal() or len(value) > 9 or int(value) > MOST_WORKERS:
            said = f"`{value[:40]}` is neither `auto` nor a whole number from 0 to {MOST_WORKERS}"
            self.fail(said, param, ctx)
        return int(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return _beginning(["auto"], incomplete)


class OptionSetting(click.ParamType[tuple[str, int | str]]):
    """A parameter type: `OPTION=VALUE`. The value is a pair of the name, and a number or a word."""

    name = "setting"

    def convert(self, value: Any, param: MaybeParameter, ctx: MaybeContext) -> tuple[str, int | str]:
        if isinstance(value, tuple):
            return value
        name, equals, given = (part.strip() for part in value.partition("="))
        if not equals or not name or not given:
            self.fail(f"`{value[:80]}` is not of the form OPTION=VALUE", param, ctx)
        digits = given.removeprefix("-")
        return name, int(given) if digits.isascii() and digits.isdecimal() and len(digits) < 19 else given


class OneOf(click.Choice[str]):
    """A parameter type: one of several words."""

    def get_invalid_choice_message(self, value: Any, ctx: MaybeContext) -> str:
        return f"`{str(value)[:40]}` is neither {' nor '.join(f'`{name}`' for name in self.choices)}"


class GameName(click.ParamType[str]):
    """A parameter type: the name of a rulebook, as folder and file in the library, or as a path."""

    name = "game"

    def convert(self, value: Any, param: MaybeParameter, ctx: MaybeContext) -> str:
        if _is_option(value, ctx):
            self.fail(f"a game is expected, and `{value}` is an option", param, ctx)
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return _beginning(_known_names(), incomplete) or _files(incomplete)


class FileName(click.ParamType[str]):
    """A parameter type: the name of a file, or another word that the command accepts, such as `-`."""

    name = "file"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return _files(incomplete)


class FilePath(click.ParamType[Path]):
    """A parameter type: the path of a file, which need not exist."""

    name = "file"

    def convert(self, value: Any, param: MaybeParameter, ctx: MaybeContext) -> Path:
        if _is_option(value, ctx):
            self.fail(f"a file is expected, and `{value}` is an option; write `./{value}` for such a file", param, ctx)
        return Path(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return _files(incomplete)


class MessageCode(click.ParamType[str]):
    """A parameter type: the code of a diagnostic, such as E314."""

    name = "code"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from ..diagnostics.codes import code_titles

        known = code_titles().items()
        return [CompletionItem(code, help=title) for code, title in known if code.startswith(incomplete.upper())]


def _is_option(value: str, ctx: MaybeContext) -> bool:
    """Return whether a value is the name of an option of the current command."""
    return ctx is not None and any(value in one.opts for one in ctx.command.get_params(ctx) if value.startswith("-"))


def _beginning(words: Iterable[str], begun: str) -> list[CompletionItem]:
    return [CompletionItem(word) for word in words if word.startswith(begun)]


def _known_names() -> list[str]:
    """Return the names of rulebooks for completion. If the settings of the project have errors, return only those of
    the library."""
    from ..diagnostics import RulekitError
    from ..project import find_project
    from ..rulebook_files import known_names

    try:
        return known_names(find_project())
    except RulekitError:
        return known_names(None)


def _files(begun: str) -> list[CompletionItem]:
    """Return a completion item that makes the shell complete file names itself."""
    return [CompletionItem(begun, type="file")]


KINDS = ("game", "variant", "edition", "character")
"""What `rulekit new` writes."""
A_GAME = "folder/name of the project, of a package or of the library, or a path"
WHOLE_PROJECT = "default: all of the project"


class Arguments(SimpleNamespace):
    """The values of a command line, as attributes with the names of the command's parameters."""


def option(*names: str, **more: object) -> click.Option:
    return click.Option(list(names), **more)  # type: ignore[arg-type]  # `more` has arguments of several types


def flag(name: str, what: str) -> click.Option:
    return click.Option([name], is_flag=True, help=what)


def number_option(
    names: str, what: str, bounds: tuple[int, int], default: int | None = None, metavar: str = "N", **more: object
) -> click.Option:
    """Return an option that takes a whole number within bounds. Its help says the default. `names` may have several
    names, separated by spaces."""
    if default is not None:  # click would take None for a default, so that the option would never count as missing
        what, more["default"] = f"{what} (default: {default})", default
    return option(*names.split(), type=WholeNumber(*bounds), help=what, metavar=metavar, **more)


def file(name: str, what: str) -> click.Option:
    return option(name, metavar="FILE", type=FilePath(), help=what)


def folder(name: str, what: str, required: bool = False) -> click.Option:
    return option(name, metavar="DIR", type=FilePath(), required=required, help=what)


def language(what: str, **more: str) -> click.Option:
    return option("--lang", metavar="LANG", type=click.STRING, help=what, **more)


def argument(
    name: str, metavar: str, what: str, kind: click.ParamType[Any] | None = None, required: bool = True
) -> click.Argument:
    """Return a positional parameter, which by default takes the name of a game. Its `metavar` says whether it may be
    left out, as in `[A]`, and whether it takes several values, as in `A...`."""
    count, needed = -1 if "..." in metavar else 1, required and not metavar.startswith("[")
    return click.Argument([name], metavar=metavar, type=kind or GameName(), help=what, nargs=count, required=needed)


def game(required: bool = True) -> click.Argument:
    return argument("game", "GAME", A_GAME, required=required)


def games(name: str = "games") -> click.Argument:
    return argument(name, "GAME...", A_GAME)


def games_or_project(name: str = "games") -> click.Argument:
    """Return the argument for the names of games. Without names, the command takes all games of the project."""
    return argument(name, "[GAME...]", f"{A_GAME} ({WHOLE_PROJECT})")


def json() -> click.Option:
    return flag("--json", "one JSON value on standard output")


def report_format() -> click.Option:
    """Return the option for the format of the output. It is only for the help: `main.py` reads it before click does."""
    what = "how to print the result: for people, as JSON, or for a service that shows code (default: text)"
    return option("--format", type=OneOf(EVERY_FORMAT), default="text", help=what)


def seed(default: int | None = 1) -> click.Option:
    """Return the option `--seed`. If its default is None, each run has a new seed."""
    what = "of all chance (default: a new one each time)" if default is None else "of all chance"
    return number_option("--seed", what, (0, MOST_SEED), default, metavar="S")


def random_game_options(default: int) -> list[click.Parameter]:
    """Return the options for random games: number of games, seed, greatest length of a game, worker processes."""
    too_long = "a game that goes on longer counts as unfinished"
    workers = "how many processes play; auto: one for each core (default: 1, in this one).  The results are the same"
    return [
        number_option("-n --games", "how many", (1, MOST_GAMES), default),
        seed(),
        number_option("--max-moves", too_long, (1, 2**31 - 1), MAX_MOVES, metavar="M"),
        option("--workers", type=WorkerCount(), default=1, metavar="N", help=workers),
    ]


WHO_PLAYS = "who plays, one for all or one for each seat, with commas between"


def agents(what: str = WHO_PLAYS, default: str = RANDOM) -> click.Option:
    """Return the option `--agents`; `what` is the beginning of its help."""
    search = "uct:1000 (simulations of a tree search), uct:50ms, flat:1000 (without a tree)"
    forms = f"random, {search}, cfr:FILE (a policy) or package.module:Class"
    return option("--agents", metavar="AGENTS", default=default, help=f"{what}: {forms} (default: {default})")


def settings_option(name: str, as_: str, what: str) -> click.Option:
    """Return an option `OPTION=VALUE` that may be repeated; its value is a dictionary, stored as `as_`."""
    return option(name, as_, metavar="OPTION=VALUE", help=what, type=OptionSetting(), multiple=True, callback=_as_dict)


def _as_dict(_: object, __: object, pairs: Any) -> dict[str, int | str]:
    return dict(pairs or ())


def configuration(engine: bool = True, otherwise: str = "the fewest", several: bool = False) -> list[click.Parameter]:
    """Return the options that configure a game: layers, answers, players, engine, JSON. `otherwise` describes the
    default number of players in the help.

    With `engine`, the engine may be chosen; with `several`, a range of numbers of players may be given."""
    how_many = f"how many play (default: {otherwise})"
    fast = "wasm is fast, reference is the meaning"
    return [
        option("--with", "layers", type=GameName(), multiple=True, metavar="LAYER", help="add this layer"),
        settings_option("--set", "options", "choose this"),
        option("--players", metavar="P[-Q]", type=PlayerCountRange(1, MOST_PLAYERS), help=f"{how_many}; 2-5: one table")
        if several
        else number_option("--players", how_many, (1, MOST_PLAYERS), metavar="P"),
        *([option("--engine", type=OneOf(["wasm", "reference"]), default="wasm", help=fast)] if engine else []),
        json(),
    ]
