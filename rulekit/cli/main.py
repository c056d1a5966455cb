"""The command `rulekit`: finds the command, runs it, prints its result, and turns whatever goes wrong into one
message.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Sequence

from ..diagnostics import Diagnostic, RulekitError
from . import check, compare, explain, fmt, layers, machine, new, perft, play, simulate, test
from .arguments import Parser
from .result import CLOSED, INTERNAL, INTERRUPTED, Result, of_diagnostics, usage

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


def entry() -> None:
    """What the installed script calls."""
    sys.exit(main(sys.argv[1:]))


def main(words: Sequence[str]) -> int:
    """Runs one command line and gives its exit code."""
    wants_json = "--json" in words
    try:
        result = run(words)
    except SystemExit as stop:  # argparse, after --help
        return stop.code if isinstance(stop.code, int) else 0
    except BrokenPipeError:
        return _closed()
    except KeyboardInterrupt:
        result = _one("E810", "interrupted", INTERRUPTED)
    return _print(result, wants_json)


def run(words: Sequence[str]) -> Result:
    """The result of a command line, whatever happens; only an interruption and a closed output pass through."""
    try:
        if words and words[0] == "--json":  # as good in front of the command as behind it
            words = [*words[1:], "--json"]
        args = parser(words).parse_args(list(words))
        result: Result = args.run(args)
        return result
    except RulekitError as error:
        return of_diagnostics(error.diagnostics)
    except MemoryError:
        return _one("E811", "there is not enough memory for this")
    except RecursionError:
        return _one("E812", "the rules are nested too deeply to go on")
    except BrokenPipeError:
        raise
    except Exception as error:
        if os.environ.get("RULEKIT_TRACEBACK"):
            raise
        message = f"an error inside rulekit ({type(error).__name__}: {error}); RULEKIT_TRACEBACK=1 shows where"
        return _one("E813", message, INTERNAL)


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


def _print(result: Result, wants_json: bool) -> int:
    try:
        if wants_json:
            text = json.dumps(result.data, ensure_ascii=False, indent=2)
        else:
            text = result.text
            if result.notes:
                print(result.notes.rstrip("\n"), file=sys.stderr)
        if text:
            with contextlib.suppress(AttributeError):
                sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
            print(text.rstrip("\n"))
        sys.stdout.flush()
    except BrokenPipeError:
        return _closed()
    return result.code


def _closed() -> int:
    """Nobody reads any more: be quiet, also when Python flushes at the end."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return CLOSED
