"""Arguments that several commands share, with their limits; a wrong one is a message with a suggestion, never a usage
dump.

Argparse splits the line; what the words mean is each command's.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NoReturn

from ..engine.argument_validation import MOST_SEED
from ..play.game import ConfiguredGame
from ..play.loaded_book import LoadedBook, load
from ..play.parallel import MOST_WORKERS, Workers, cores
from ..play.simulate import MAX_MOVES
from .output import say
from .result import usage

MOST_GAMES = 2**31


class Parser(argparse.ArgumentParser):
    """Argparse without its own way of failing."""

    def __init__(self, *args: Any, **options: Any) -> None:
        options.setdefault("allow_abbrev", False)
        super().__init__(*args, **options)

    def print_help(self, file: object = None) -> None:
        say(self.format_help(), end="")

    def error(self, message: str) -> NoReturn:
        if message.startswith("unrecognized arguments: "):
            self.unknown(message.removeprefix("unrecognized arguments: ").split())
        if message.startswith("the following arguments are required: "):
            missing = message.removeprefix("the following arguments are required: ")
            raise usage("E800", f"`{self.prog}` needs {missing}", hint=f"`{self.prog} --help` shows its form")
        raise usage("E803", f"{self.prog}: {message}", hint=f"`{self.prog} --help` shows its form")

    def look_for_unknown(self, words: Sequence[str]) -> None:
        """Complains of an option that is not known before one that is missing."""
        for word in words:
            if word == "--":
                return
            if word.startswith("--") and word.split("=")[0] not in self._option_string_actions:
                self.unknown([word])

    def unknown(self, words: Sequence[str]) -> NoReturn:
        """The first word that nothing here takes."""
        word = words[0].split("=")[0]
        hint = f"`{self.prog} --help` shows its form"
        if word.startswith("-"):
            known = [name for action in self._actions for name in action.option_strings]
            raise usage("E802", f"`{self.prog}` has no option `{word}`", word, known, hint)
        raise usage("E803", f"`{self.prog}` does not know what to do with `{word}`", hint=hint)


def whole(low: int, high: int) -> Callable[[str], int]:
    """A whole number within bounds."""

    def parse(text: str) -> int:
        digits = text.removeprefix("-")
        if not digits.isascii() or not digits.isdecimal() or len(digits) > 40 or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"`{text[:40]}` is not a whole number from {low} to {high}")
        return int(text)

    return parse


def setting(text: str) -> tuple[str, int | str]:
    """`OPTION=VALUE`."""
    name, equals, value = text.partition("=")
    name, value = name.strip(), value.strip()
    if not equals or not name or not value:
        raise argparse.ArgumentTypeError(f"`{text[:80]}` is not of the form OPTION=VALUE")
    negative = value.removeprefix("-")
    return name, int(value) if negative.isascii() and negative.isdecimal() and len(negative) < 19 else value


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="one JSON value on standard output")


def add_game(parser: argparse.ArgumentParser, engine: bool = True, otherwise: str = "the fewest") -> None:
    """How a game is put together and run; `otherwise` is how many play where nobody says."""
    parser.add_argument("--with", dest="layers", metavar="LAYER", action="append", default=[], help="add this layer")
    parser.add_argument(
        "--set", dest="options", metavar="OPTION=VALUE", action="append", type=setting, default=[], help="choose this"
    )
    parser.add_argument("--players", metavar="P", type=whole(1, 64), help=f"how many play (default: {otherwise})")
    if engine:
        parser.add_argument(
            "--engine", choices=("wasm", "reference"), default="wasm", help="wasm is fast, reference is the meaning"
        )
    add_json(parser)


def add_seed(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seed", metavar="S", type=whole(0, MOST_SEED), default=1, help="of all chance (default: 1)")


def add_games(parser: argparse.ArgumentParser, default: int) -> None:
    """How many random games, and how long one may last."""
    parser.add_argument(
        "-n", "--games", metavar="N", type=whole(1, MOST_GAMES), default=default, help=f"how many (default: {default})"
    )
    add_seed(parser)
    parser.add_argument(
        "--max-moves",
        metavar="M",
        type=whole(1, 2**31 - 1),
        default=MAX_MOVES,
        help=f"a game that goes on longer counts as unfinished (default: {MAX_MOVES})",
    )


def workers(text: str) -> int:
    """How many processes: a number, or `auto` (or 0) for as many as may run at once."""
    if text == "auto":
        return cores()
    if not text.isascii() or not text.isdecimal() or len(text) > 9 or int(text) > MOST_WORKERS:
        raise argparse.ArgumentTypeError(f"`{text[:40]}` is neither `auto` nor a whole number from 0 to {MOST_WORKERS}")
    return int(text) or cores()


def add_workers(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--workers",
        metavar="N",
        type=workers,
        default=1,
        help="how many processes play; auto: one for each core (default: 1, in this one).  The results are the same",
    )


def executor_of(args: argparse.Namespace) -> AbstractContextManager[Executor | None]:
    """The processes asked for; None where this one is to do it."""
    return Workers(args.workers) if args.workers > 1 else nullcontext()


def options_of(args: argparse.Namespace) -> dict[str, int | str]:
    return dict(args.options)


def book_of(args: argparse.Namespace, name: str | None = None) -> LoadedBook:
    return load(name or args.game, args.layers)


def game_of(args: argparse.Namespace, name: str | None = None) -> ConfiguredGame:
    """The configured game that the arguments name, on the engine that they name."""
    return book_of(args, name).configure(args.players, options_of(args), args.engine)
