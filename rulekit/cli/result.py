"""The result of a command: an exit code, one JSON value, and a text; also the exit codes themselves.

`main.py` prints results. `play.py`, which talks with people, prints as it goes.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from attrs import frozen

from ..diagnostics import Diagnostic, Help, RulekitError, did_you_mean
from ..diagnostics.renderer import render, render_all, to_json
from .terminal_output import obeys

OK, FAILED, USAGE, INTERNAL, INTERRUPTED, CLOSED = 0, 1, 2, 3, 130, 141


@frozen
class Result:
    """The exit `code` of a command and its output.

    `text` goes to standard output; with `--json`, `data` does instead. `notes` go to standard error. `coloured`
    replaces `text` if the output is a terminal with colours."""

    code: int
    data: Any
    text: str
    notes: str = ""
    coloured: str = ""


def render_diagnostics(diagnostics: Iterable[Diagnostic], plain: bool = False) -> str:
    """Return diagnostics as text, in colour if standard error is a terminal. With `plain`, there is no colour, so that
    the text can go to standard output."""
    found = list(diagnostics)
    colour = not plain and obeys(sys.stderr) and "NO_COLOR" not in os.environ
    return render(found[0], colour) if len(found) == 1 else render_all(found, colour)


def diagnostics_json(diagnostics: Iterable[Diagnostic]) -> list[dict[str, Any]]:
    return [to_json(d) for d in diagnostics]


def accepted_json(accepted: Iterable[tuple[Diagnostic, str]]) -> list[dict[str, Any]]:
    """Return the accepted warnings as JSON data, each with the reason for accepting it."""
    return [{**to_json(one), "reason": reason} for one, reason in accepted]


def of_diagnostics(diagnostics: Iterable[Diagnostic]) -> Result:
    """Return the result of a command that these diagnostics stopped."""
    found = with_an_error(diagnostics)
    return Result(
        exit_code(found), {"ok": False, "diagnostics": diagnostics_json(found)}, "", render_diagnostics(found)
    )


def with_an_error(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the diagnostics that stopped a command. If none is an error, add one: then the game is incomplete, which
    by itself is only a note."""
    found = list(diagnostics)
    if not any(d.severity == "error" for d in found):
        found.append(Diagnostic("E814", "this is not a whole game: an edition must say what is still missing"))
    return found


def exit_code(diagnostics: Iterable[Diagnostic]) -> int:
    """Return the exit code: 0 without errors, 2 for wrong calls and unreadable input, 1 for failing rules or games, 130
    for an interruption."""
    errors = [d for d in diagnostics if d.severity == "error"]
    if not errors:
        return OK
    if any(d.code == "E810" for d in errors):
        return INTERRUPTED
    return USAGE if any(_usage(d.code) for d in errors) else FAILED


def _usage(code: str) -> bool:
    """Return whether a diagnostic's code is about the command line, files, saved games, or an impossible
    configuration."""
    return code.startswith(("E80", "E82", "E83", "E85", "E60"))


def usage(code: str, message: str, word: str = "", known: Iterable[str] = (), hint: str = "") -> RulekitError:
    """Return the error for a wrong call of a command. If `word` resembles a `known` word, the error suggests it;
    otherwise it has the `hint`."""
    advice = did_you_mean(word, known) if word else ()
    return RulekitError(Diagnostic(code, message, help=advice or ((Help(hint),) if hint else ())))


def check_language(language: str, known: Sequence[str]) -> None:
    """Raise RulekitError if `known`, the languages with a grammar, do not include this language."""
    if language not in known:
        message = f"`{language[:40]}` is no language that rulekit speaks"
        raise usage("E803", message, language, known, f"there are grammars of {', '.join(known)}")
