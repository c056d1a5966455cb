"""`rulekit test [GAME…]`: runs worked examples, tests invariants in random games, and finds clauses that were never
reached."""

from __future__ import annotations

from concurrent.futures import Executor
from typing import Any

from attrs import asdict, evolve

from ..diagnostics import Diagnostic, RulekitError
from ..engine.reference import ReferenceEngine
from ..play.failure_report import NEVER_REACHED
from ..play.game_record import save_record
from ..play.knowledge import Exchanges, exchange_outcomes
from ..play.report_text import report_text
from ..play.testing import BookTestSettings, RulebookReport, check_book
from ..play.whole_games import whole_games
from ..project import Acceptance, find_project
from ..storage.files import RECORD, check_output
from .game_runs import book_of, executor_of
from .parameters import Arguments
from .result import (
    FAILED,
    OK,
    USAGE,
    Result,
    accepted_json,
    diagnostics_json,
    exit_code,
    render_diagnostics,
    with_an_error,
)
from .terminal_output import Progress
from .whole_project import books_of, need_project


def run_test(args: Arguments) -> Result:
    if args.record is not None:
        check_output(args.record, RECORD)  # raise an error before the tests, so that their results are not lost
    code = OK
    games: list[dict[str, Any]] = []
    texts: list[str] = []
    notes: list[str] = []
    project = find_project() if args.games_named else need_project("test")
    acceptance = Acceptance(project)
    names = args.games_named or whole_games(books_of(need_project("test")))
    with executor_of(args) as executor:
        for name in names:
            try:
                report, hidden = _test_rulebook(name, args, executor)
            except RulekitError as error:
                found = with_an_error(error.diagnostics)
                code = max(code, exit_code(found))
                games.append({"game": name, "ok": False, "diagnostics": diagnostics_json(found)})
                notes.append(render_diagnostics(found))
                continue
            report, accepted = _without_accepted(report, acceptance)
            ok = report.ok and (hidden is None or hidden.ok)
            code = max(code, OK if ok else FAILED)
            data = {**report.as_json(), "ok": ok, "knowledge": _exchanges_json(hidden)}
            games.append({**data, "accepted": accepted_json(accepted)})
            texts += report_text(report, hidden)
    everything = code == OK and not (args.games_named or args.players or args.options or args.layers or args.own)
    stale = acceptance.unmet(tests=True) if everything else []
    notes += [render_diagnostics(stale)] if stale else []
    told = {"ok": code == OK, "games": games, "stale": diagnostics_json(stale)}
    return Result(min(code, USAGE), told, "\n".join(texts), "\n\n".join(notes))


def _without_accepted(
    report: RulebookReport, acceptance: Acceptance
) -> tuple[RulebookReport, list[tuple[Diagnostic, str]]]:
    """Return a report without the warnings that the project accepts, and these warnings with the reasons for accepting
    them."""
    reached = "never reached in these games: " + ", ".join(report.never_reached)
    never = [Diagnostic(NEVER_REACHED, reached)] if report.never_reached else []
    kept, accepted = acceptance.split(report.game, [*report.warnings, *never])
    left = report.never_reached if any(one.code == NEVER_REACHED for one in kept) else ()
    return evolve(report, warnings=tuple(one for one in kept if one not in never), never_reached=left), accepted


def _test_rulebook(name: str, args: Arguments, executor: Executor | None) -> tuple[RulebookReport, Exchanges | None]:
    with Progress(name) as progress:
        book = book_of(args, name)
        asked = BookTestSettings(
            args.players, args.options, args.engine, args.games, args.seed, args.max_moves, args.own, args.agents
        )
        report = check_book(book, asked, lambda what: progress.say(f"{name}: {what}"), executor)
        failing = next((s.failing for s in report.samples if s.failing), None)
        if failing is not None and args.record is not None:
            save_record(failing.record, args.record)
        hidden = None
        if args.knowledge is not None:
            game = book.configure(args.players, args.options, args.engine)
            engine = ReferenceEngine(game.machine, recording=True) if args.engine == "reference" else None
            exchanged = f"{name}: hidden things exchanged in"
            hidden = exchange_outcomes(
                *(game.machine, args.knowledge, args.seed, game.rulebook, engine),
                progress=lambda done, games: progress.say(f"{exchanged} {done} of {games} games"),
            )
        return report, hidden


def _exchanges_json(hidden: Exchanges | None) -> dict[str, Any] | None:
    if hidden is None:
        return None
    return {**asdict(hidden), "enough": hidden.enough}
