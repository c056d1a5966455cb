"""Parses command lines with click. Each mistake in a command line gets a message of rulekit: what was expected, and
what may have been meant.

`commands.py` has the commands, `parameters.py` the types of their values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import click

from ..diagnostics import RulekitError
from .result import usage

HELP = ("-h", "--help")
SETTINGS = {"help_option_names": list(HELP), "max_content_width": 110}


class _Complaining(click.Command):
    """A click command whose usage errors become RulekitError."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        words = list(args)
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            raise complaint(error, ctx, words) from None

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = "the form of the command"
        return option


class Command(_Complaining):
    """A command that answers surplus arguments with a message of rulekit."""

    allow_extra_args = True  # so that click passes them to `parse_args` below

    def __init__(self, name: str, **more: Any) -> None:
        super().__init__(name, context_settings=dict(SETTINGS), **more)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        left = super().parse_args(ctx, args)
        if left and not ctx.resilient_parsing:
            raise usage("E803", f"`{ctx.command_path}` does not know what to do with `{left[0]}`", hint=form(ctx))
        return left


class CommandGroup(_Complaining, click.Group):
    """The group of all commands; each command is created when it is first needed. Mistakes before the command's name
    get the same kind of message as those after it."""

    def __init__(self, name: str, makers: Mapping[str, Callable[[], Command]], **more: Any) -> None:
        super().__init__(
            name,
            callback=self.look_for_command,
            invoke_without_command=True,
            subcommand_metavar="COMMAND ...",
            context_settings=dict(SETTINGS),
            **more,
        )
        self.makers = makers

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.makers)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return self.makers[cmd_name]() if cmd_name in self.makers else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            raise complaint(error, ctx, args) from None

    def look_for_command(self, **_: object) -> None:
        """Raise RulekitError if the command line names no command. Click calls this before the command."""
        ctx = click.get_current_context()
        if ctx.invoked_subcommand is None:
            message = f"say which command: {', '.join(self.makers)}"
            raise usage("E800", message, hint=f"`{ctx.command_path} COMMAND --help` shows its form")

    def help_asked(self, words: Sequence[str]) -> str | None:
        """Return the help text if one of these words asks for help; otherwise None."""
        words = words[: words.index("--")] if "--" in words else words
        if not any(word in HELP for word in words):
            return None
        ctx = click.Context(self, info_name=self.name, **self.context_settings)
        named = [word for word in words if not word.startswith("-")][:1]
        if named:
            name, command, _ = self.resolve_command(ctx, named)
            assert command is not None
            ctx = click.Context(command, parent=ctx, info_name=name, **command.context_settings)
        return ctx.get_help()


def form(ctx: click.Context) -> str:
    return f"`{ctx.command_path} --help` shows its form"


def complaint(error: click.UsageError, ctx: click.Context, words: Sequence[str]) -> RulekitError:
    """Return the RulekitError that replaces a usage error of click. `words` is the command line."""
    path, hint = ctx.command_path, form(ctx)
    match error:
        case click.NoSuchOption():
            word = _word_on_line(error.option_name, words)
            known = [name for param in ctx.command.get_params(ctx) for name in param.opts if name.startswith("-")]
            if isinstance(ctx.command, click.Group):
                hint = f"options come after the command: `{path} COMMAND --help` shows them"
            return usage("E802", f"`{path}` has no option `{word}`", word, known, hint)
        case click.NoSuchCommand():
            known = ctx.command.list_commands(ctx) if isinstance(ctx.command, click.Group) else []
            hint = f"the commands are {', '.join(known)}"
            return usage("E801", f"there is no command `{error.command_name}`", error.command_name, known, hint)
        case click.MissingParameter():
            return usage("E800", f"`{path}` needs {', '.join(_missing_parameters(ctx))}", hint=hint)
        case click.BadOptionUsage():
            said = _misuse(error.option_name, ctx)
        case click.BadParameter(param=click.Parameter() as param):
            said = f"argument {_parameter_name(param)}: {error.message}"
        case _:
            said = error.format_message()
    return usage("E803", f"{path}: {said}", hint=hint)


def _word_on_line(name: str, words: Sequence[str]) -> str:
    """Return the word of the command line that contains an option. For the mistyped `-seed`, click reports only
    `-s`."""
    return next((word for word in words if word.startswith(name)), name).split("=")[0]


def _parameter_name(param: click.Parameter) -> str:
    """Return the name of a parameter as the command's help writes it: `-n/--games`, `GAME`."""
    if isinstance(param, click.Argument):
        return (param.metavar or param.human_readable_name).removesuffix("...")
    return "/".join(param.opts)


def _missing_parameters(ctx: click.Context) -> list[str]:
    """Return the names of the required parameters that the command line lacks."""
    given = click.core.ParameterSource.COMMANDLINE
    needed = [param for param in ctx.command.get_params(ctx) if param.required]
    return [_parameter_name(param) for param in needed if ctx.get_parameter_source(param.name or "") is not given]


def _misuse(name: str, ctx: click.Context) -> str:
    """Return a message about an option whose value is missing, or which got a value but takes none."""
    param = next(one for one in ctx.command.get_params(ctx) if name in one.opts)
    if isinstance(param, click.Option) and param.is_flag:
        return f"argument {_parameter_name(param)}: it takes no value"
    return f"argument {_parameter_name(param)}: its value is missing, `{name} {param.make_metavar(ctx)}`"
