"""The types of the values on a command line: what may stand there, what is said where something else does, and how a
shell completes it.

A type knows its own value only; that a rulebook has such an option, or that a file is there, is the command's.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from ..play.bounds import MOST_WORKERS

MaybeParameter = click.Parameter | None
MaybeContext = click.Context | None

ALL_CORES = 0
"""As many workers as may run at once."""


class WholeNumber(click.ParamType[int]):
    """A whole number within bounds."""

    name = "number"

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high

    def convert(self, value: Any, param: MaybeParameter, ctx: MaybeContext) -> int:
        if isinstance(value, int):
            return value
        text = value.removeprefix("=")  # `-n=5`: click takes only the long form's sign away
        digits = text.removeprefix("-")
        plain = digits.isascii() and digits.isdecimal() and len(digits) <= 40
        if not plain or not self.low <= int(text) <= self.high:
            self.fail(f"`{text[:40]}` is not a whole number from {self.low} to {self.high}", param, ctx)
        return int(text)


class PlayerCountRange(click.ParamType[tuple[int, int]]):
    """A number of players, or `2-5`: the fewest and the most."""

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
    """How many processes: a number, or `auto`, which is ALL_CORES."""

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
    """`OPTION=VALUE`: a name, and a number or a word."""

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
    """One of a few words."""

    def get_invalid_choice_message(self, value: Any, ctx: MaybeContext) -> str:
        return f"`{str(value)[:40]}` is neither {' nor '.join(f'`{name}`' for name in self.choices)}"


class GameName(click.ParamType[str]):
    """A rulebook: folder and file of the library, or a path."""

    name = "game"

    def convert(self, value: Any, param: MaybeParameter, ctx: MaybeContext) -> str:
        if _is_option(value, ctx):
            self.fail(f"a game is expected, and `{value}` is an option", param, ctx)
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from ..rulebook_files import names

        return _beginning(names(), incomplete) or _files(incomplete)


class FileName(click.ParamType[str]):
    """A file, or what else the command knows by such a word."""

    name = "file"

    def convert(self, value: Any, param: MaybeParameter, ctx: MaybeContext) -> str:
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return _files(incomplete)


class FilePath(click.ParamType[Path]):
    """A file, which need not be there."""

    name = "file"

    def convert(self, value: Any, param: MaybeParameter, ctx: MaybeContext) -> Path:
        if _is_option(value, ctx):
            self.fail(f"a file is expected, and `{value}` is an option; write `./{value}` for such a file", param, ctx)
        return Path(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return _files(incomplete)


class MessageCode(click.ParamType[str]):
    """The code of a message."""

    name = "code"

    def convert(self, value: Any, param: MaybeParameter, ctx: MaybeContext) -> str:
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from ..diagnostics.codes import CODES

        return [CompletionItem(code, help=CODES[code]) for code in CODES if code.startswith(incomplete.upper())]


def _is_option(value: str, ctx: MaybeContext) -> bool:
    """Whether what stands where a value should is the name of the next option."""
    return ctx is not None and any(value in one.opts for one in ctx.command.get_params(ctx) if value.startswith("-"))


def _beginning(words: Iterable[str], begun: str) -> list[CompletionItem]:
    return [CompletionItem(word) for word in words if word.startswith(begun)]


def _files(begun: str) -> list[CompletionItem]:
    """The shell knows the files."""
    return [CompletionItem(begun, type="file")]
