"""Completion in bash, zsh and fish, which click does: the script that switches it on, and what may follow the words
typed so far.

A shell asks by a variable of the environment; `docs/reference/commands/index.md` says how.
"""

from __future__ import annotations

from click.shell_completion import ShellComplete, get_completion_class

from .commands import command_group
from .result import OK, Result, usage

SHELLS = ("bash", "zsh", "fish")


def completion(asked: str, variable: str) -> Result:
    """The answer to `bash_source` and the like, or, while somebody types, to `bash_complete`."""
    shell, _, what = asked.partition("_")
    kind: type[ShellComplete] | None = get_completion_class(shell) if shell in SHELLS else None
    if kind is None or what not in ("source", "complete"):
        known = [f"{name}_source" for name in SHELLS]
        raise usage("E803", f"{variable} is one of {', '.join(known)}, not `{asked[:40]}`", asked, known)
    commands = command_group()
    asker = kind(commands, {}, str(commands.name), variable)
    try:
        text = asker.source() if what == "source" else asker.complete()
    except (KeyError, ValueError):
        told = f"{variable}={asked} is for the shell's script, which says what was typed"
        raise usage("E803", told) from None
    return Result(OK, {"completion": text}, text)
