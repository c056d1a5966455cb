"""Run the command that a command line names, complete one for a shell, and turn every error into one message.

`main.py` prints the result.  A command's file is loaded when it runs.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from .. import __version__
from ..diagnostics import Diagnostic, RulekitError
from .memory import is_of_memory, unwritten_file
from .result import INTERNAL, OK, Result, of_diagnostics, usage

COMPLETION = "_RULEKIT_COMPLETE"
"""The variable that a shell sets when it asks for completion; `docs/reference/commands/index.md` shows how."""
SHELLS = ("bash", "zsh", "fish")


def run(words: Sequence[str]) -> Result:
    """Return the result of a command line; only interruptions and a closed output are raised."""
    try:
        return _answer(list(words))
    except RulekitError as error:
        return of_diagnostics(error.diagnostics)
    except RecursionError:
        return _one("E812", "the rules are nested too deeply to go on")
    except BrokenPipeError:
        raise
    except Exception as error:
        if is_of_memory(error):
            return _one("E811", "there is not enough memory for this")
        unwritten = unwritten_file(error)
        if unwritten is not None:
            return _one("E831", unwritten)
        if os.environ.get("RULEKIT_TRACEBACK"):
            raise
        message = f"an error inside rulekit ({type(error).__name__}: {error}); RULEKIT_TRACEBACK=1 shows where"
        return _one("E813", message, INTERNAL)


def _answer(words: list[str]) -> Result:
    asked = os.environ.get(COMPLETION)
    if asked and not words:
        return _completion(asked)
    if words[:1] == ["--json"]:  # as good in front of the command as behind it
        words = [*words[1:], "--json"]
    if words[:1] in (["--version"], ["-V"]):
        return _version(words[1:])
    from .commands import command_group

    commands = command_group()
    told = commands.help_asked(words)
    if told is not None:
        return Result(OK, {"help": told}, told)
    with commands.make_context(commands.name, words) as ctx:
        result: Result = commands.invoke(ctx)
        return result


def _completion(asked: str) -> Result:
    """Answer `bash_source` and the like, which switch completion on, or `bash_complete`, which asks what may follow."""
    from click.shell_completion import ShellComplete, get_completion_class

    from .commands import command_group

    shell, _, what = asked.partition("_")
    kind: type[ShellComplete] | None = get_completion_class(shell) if shell in SHELLS else None
    if kind is None or what not in ("source", "complete"):
        known = [f"{name}_source" for name in SHELLS]
        raise usage("E803", f"{COMPLETION} is one of {', '.join(known)}, not `{asked[:40]}`", asked, known)
    commands = command_group()
    asker = kind(commands, {}, str(commands.name), COMPLETION)
    try:
        text = asker.source() if what == "source" else asker.complete()
    except (KeyError, ValueError):
        told = f"{COMPLETION}={asked} is for the shell's script, which says what was typed"
        raise usage("E803", told) from None
    return Result(OK, {"completion": text}, text)


def _version(more: Sequence[str]) -> Result:
    if more not in ([], ["--json"]):
        raise usage("E803", f"`rulekit` does not know what to do with `{more[0]}`", hint="`--version` stands alone")
    return Result(OK, {"version": __version__}, f"rulekit {__version__}")


def _one(code: str, message: str, exit_code: int | None = None) -> Result:
    result = of_diagnostics([Diagnostic(code, message)])
    return result if exit_code is None else Result(exit_code, result.data, result.text, result.notes)
