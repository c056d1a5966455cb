"""`rulekit test GAME…`: worked examples, invariants over random games, clauses that are never reached."""

from __future__ import annotations

from concurrent.futures import Executor
from functools import partial
from typing import Any

from ..diagnostics import RulekitError
from ..engine.reference import ReferenceEngine
from ..play.clause_locations import lines_in
from ..play.knowledge import Exchanges, exchange_outcomes
from ..play.record import save_record
from ..play.testing import Asked, RulebookReport, check_book
from ..storage.files import RECORD, check_output
from .arguments import book_of, executor_of
from .parameters import Arguments
from .progress import Progress
from .report_text import report_text
from .result import FAILED, OK, USAGE, Result, diagnostics_json, exit_code, render_diagnostics, with_an_error


def run(args: Arguments) -> Result:
    if args.record is not None:
        check_output(args.record, RECORD)  # not to lose what was found
    code = OK
    games: list[dict[str, Any]] = []
    texts: list[str] = []
    notes: list[str] = []
    with executor_of(args) as executor:
        for name in args.games_named:
            try:
                report, hidden = _one(name, args, executor)
            except RulekitError as error:
                found = with_an_error(error.diagnostics)
                code = max(code, exit_code(found))
                games.append({"game": name, "ok": False, "diagnostics": diagnostics_json(found)})
                notes.append(render_diagnostics(found))
                continue
            ok = report.ok and (hidden is None or hidden.ok)
            code = max(code, OK if ok else FAILED)
            games.append({**report.as_json(), "ok": ok, "knowledge": _hidden(hidden)})
            texts += report_text(report, hidden)
    return Result(min(code, USAGE), {"ok": code == OK, "games": games}, "\n".join(texts), "\n\n".join(notes))


def _one(name: str, args: Arguments, executor: Executor | None) -> tuple[RulebookReport, Exchanges | None]:
    progress = Progress(name)
    try:
        book = book_of(args, name)
        asked = Asked(args.players, args.options, args.engine, args.games, args.seed, args.max_moves, args.own)
        report = check_book(book, asked, lambda what: progress.say(f"{name}: {what}"), executor)
        failing = next((s.failing for s in report.samples if s.failing), None)
        if failing is not None and args.record is not None:
            save_record(failing.record, args.record)
        hidden = None
        if args.knowledge is not None:
            progress.say(f"{name}: knowledge")
            game = book.configure(args.players, args.options, args.engine)
            engine = ReferenceEngine(game.machine, told=True) if args.engine == "reference" else None
            lines = partial(lines_in, game.rulebook)
            hidden = exchange_outcomes(game.machine, args.knowledge, args.seed, lines, engine)
        return report, hidden
    finally:
        progress.done()


def _hidden(hidden: Exchanges | None) -> dict[str, Any] | None:
    if hidden is None:
        return None
    return {
        "secret": hidden.secret,
        "games": hidden.games,
        "seed": hidden.seed,
        "tried": hidden.tried,
        "kept": hidden.kept,
        "enough": hidden.enough,
        "leaks": list(hidden.leaks),
        "faults": list(hidden.faults),
    }
