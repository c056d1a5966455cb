"""`rulekit check GAME…`: every mistake that can be found without playing."""

from __future__ import annotations

import argparse
from typing import Any

from ..diagnostics import Diagnostic, RulekitError
from ..diagnostics.printable import one_line
from ..model.rulebook import Config
from ..pipeline import check, check_all
from ..play.loaded_book import load
from .arguments import add_game, options_of
from .result import FAILED, OK, USAGE, Result, as_data, as_text, exit_code

HELP = "look for mistakes: at every number of players, and with each answer of each option"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("games", metavar="GAME", nargs="+", help="folder/name of the library, or a path")
    add_game(parser, engine=False, otherwise="every number, one after the other")


def run(args: argparse.Namespace) -> Result:
    code, games, texts, notes = OK, [], [], []
    for name in args.games:
        tried, found = _check(name, args)
        errors = sum(d.severity == "error" for d in found)
        code = max(code, min(exit_code(found), USAGE))
        games.append({"game": name, "ok": not errors, "configurations": tried, "diagnostics": as_data(found)})
        if found:
            notes.append(as_text(found))
        warnings = len(found) - errors
        state = "right" if not errors else f"{errors} error{'s' * (errors != 1)}"
        more = f", {warnings} warning{'s' * (warnings != 1)}" if warnings else ""
        texts.append(f"{one_line(name)}: {state}{more} ({tried} configuration{'s' * (tried != 1)} checked)")
    data: dict[str, Any] = {"ok": code == OK, "games": games}
    return Result(code if code in (OK, USAGE) else FAILED, data, "\n".join(texts), "\n".join(notes))


def _check(name: str, args: argparse.Namespace) -> tuple[int, list[Diagnostic]]:
    """How many configurations were checked, and what was found."""
    try:
        book = load(name, args.layers)
        options = options_of(args)
        if args.players is None and not options:
            tried, found = check_all(book.books)
        else:
            tried = [Config(args.players, options)]
            _, found = check(book.books, tried[0])
        return len(tried), [*book.diagnostics, *found]
    except RulekitError as error:
        return 0, list(error.diagnostics)
