"""The commands by name; runs the one that a command line names, and turns whatever goes wrong into one message.

Printing what they give is `main.py`'s.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from .. import __version__
from ..diagnostics import Diagnostic, RulekitError
from . import check, compare, explain, fmt, layers, machine, new, perft, play, simulate, test
from .arguments import Parser
from .memory import is_of_memory
from .result import INTERNAL, OK, Result, of_diagnostics, usage

COMMANDS = {
    "check": check,
    "test": test,
    "simulate": simulate,
    "perft": perft,
    "compare": compare,
    "layers": layers,
    "machine": machine,
    "fmt": fmt,
    "play": play,
    "explain": explain,
    "new": new,
}


def run(words: Sequence[str]) -> Result:
    """The result of a command line, whatever happens; only an interruption and a closed output pass through."""
    try:
        if words and words[0] == "--json":  # as good in front of the command as behind it
            words = [*words[1:], "--json"]
        if words and words[0] in ("--version", "-V"):
            return _version(words[1:])
        args = parser(words).parse_args(list(words))
        result: Result = args.run(args)
        return result
    except RulekitError as error:
        return of_diagnostics(error.diagnostics)
    except RecursionError:
        return _one("E812", "the rules are nested too deeply to go on")
    except BrokenPipeError:
        raise
    except Exception as error:
        if is_of_memory(error):
            return _one("E811", "there is not enough memory for this")
        if os.environ.get("RULEKIT_TRACEBACK"):
            raise
        message = f"an error inside rulekit ({type(error).__name__}: {error}); RULEKIT_TRACEBACK=1 shows where"
        return _one("E813", message, INTERNAL)


def _version(more: Sequence[str]) -> Result:
    if more not in ([], ["--json"]):
        raise usage("E803", f"`rulekit` does not know what to do with `{more[0]}`", hint="`--version` stands alone")
    return Result(OK, {"version": __version__}, f"rulekit {__version__}")


def _one(code: str, message: str, exit_code: int | None = None) -> Result:
    result = of_diagnostics([Diagnostic(code, message)])
    return result if exit_code is None else Result(exit_code, result.data, result.text, result.notes)


def parser(words: Sequence[str]) -> Parser:
    """The parser of all commands; an unknown command is told here, with the nearest."""
    top = Parser(prog="rulekit", description="Tabletop rules: checked, tested, measured, compared, played.")
    commands = top.add_subparsers(metavar="COMMAND", dest="command")
    for name, module in COMMANDS.items():
        one = commands.add_parser(name, help=module.HELP, description=module.HELP)
        module.add(one)
        one.set_defaults(run=module.run)
    top.add_argument("--version", action="store_true", help="which rulekit this is")
    first = next((word for word in words if not word.startswith("-")), None)
    if any(word in ("-h", "--help") for word in words):
        return top
    known = ", ".join(COMMANDS)
    if first is None:
        if words and words[0] not in ("--json", "--"):
            top.unknown(words)
        raise usage("E800", f"say which command: {known}", hint="`rulekit COMMAND --help` shows its form")
    if first not in COMMANDS:
        raise usage("E801", f"there is no command `{first}`", first, COMMANDS, hint=f"the commands are {known}")
    commands.choices[first].look_for_unknown(words)
    return top
