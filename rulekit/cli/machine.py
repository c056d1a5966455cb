"""`rulekit machine GAME`: the state machine of a configured rulebook as text, at any stage of optimisation.

With `--why`, the text is instead about the time that clauses take in play, and about what the passes did.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby

from ..diagnostics import RulekitError
from ..diagnostics.printable import one_line
from ..machine.optimise import for_playouts, optimise_for_hosts
from ..machine.program import Fault, Machine
from ..machine.text import checks_left, machine_text
from ..play.clause_profile import ClauseProfile, CostReason, clause_profile
from ..play.loaded_book import LoadedBook
from ..storage.files import MODULE, check_output, write_output
from .game_runs import book_of
from .parameters import Arguments
from .result import OK, Result

LEAST, MOST_SHOWN = 0.01, 12
"""The smallest share of time with which a clause is listed (1 %), and the most clauses listed."""


def run_machine(args: Arguments) -> Result:
    if args.wasm is not None:
        check_output(args.wasm, MODULE)
    book = book_of(args)
    machine = book.machine(args.players, args.options)
    why, why_playouts = optimise_for_hosts(machine)[1], for_playouts(machine)[1]
    profile, unknown = profile_of(book, args) if args.why else (None, "")
    if args.why:
        text = "\n".join([*profile_lines(args.game, profile, unknown), "", *pass_lines(why, why_playouts)])
    else:
        text = STAGES[args.stage](machine)
    if args.wasm is not None:
        from ..engine.wasm.module import emit

        module = emit(optimise_for_hosts(machine)[0]).bytes
        write_output(args.wasm, module.decode(errors="surrogateescape"), MODULE)
        text = f"{args.wasm}: {len(module):,} bytes"
    data = {
        "game": args.game,
        "stage": args.stage,
        "players": machine.players,
        "nodes": len(machine.nodes),
        "cells": len(machine.cells),
        "functions": len(machine.functions),
        "checks": checks_left(machine),
        "why": why,
        "why_playouts": why_playouts,
        **({"profile": profile and profile.as_json()} if args.why else {}),
        "text": text,
    }
    return Result(OK, data, text)


STAGES: Mapping[str, Callable[[Machine], str]] = {
    "lowered": machine_text,
    "optimised": lambda machine: machine_text(optimise_for_hosts(machine)[0]),
    "playouts": lambda machine: machine_text(for_playouts(machine)[0]),
}


def profile_of(book: LoadedBook, args: Arguments) -> tuple[ClauseProfile | None, str]:
    """Return the cost of each clause in random games, and "". If the fast engine cannot compile the game, return None
    and the reason."""
    model = book.configure(args.players, args.options, "reference").model
    try:
        return clause_profile(model), ""
    except RulekitError as error:
        return None, error.diagnostics[0].message


def profile_lines(name: str, profile: ClauseProfile | None, unknown: str) -> Iterator[str]:
    """Yield lines about the clauses that take most time, and why they do. If there is no profile, yield the reason
    `unknown`."""
    if profile is None:
        yield f"where the time of {one_line(name)} goes is not known: {one_line(unknown)}"
        return
    games = f"{profile.games:,} random game{'s' * (profile.games != 1)}, {profile.decisions:,} decisions"
    yield f"where the time of {one_line(name)} goes ({games}):"
    yield f"  {'share':>7}  {'a decision':>10}  clause"
    shown = [cost for cost in profile.clauses if cost.share >= LEAST][:MOST_SHOWN]
    for cost in shown:
        what = f"{cost.clause}, looking for its options" if cost.options else cost.clause
        place = f" ({one_line(cost.source)}:{cost.line})" if cost.source else ""
        yield f"  {_percent(cost.share)}  {_times(cost.times):>10}  {one_line(what)}{place}"
        for reason, alike in groupby(cost.reasons, key=lambda reason: reason.what):
            found = list(alike)
            yield f"  {'':19}    {REASONS[reason](found)} (see: {found[0].section})"
    rest = profile.clauses[len(shown) :]
    if rest:
        yield f"  {_percent(sum(cost.share for cost in rest))}  {'':10}  {len(rest)} other{'s' * (len(rest) > 1)}"
    yield f"  {_percent(profile.engine)}  {'':10}  the engine itself: picking an option, laying out a game, counting"
    if any(cost.reasons for cost in shown):
        yield 'What helps stands on the page "Fast rules" (docs/write/fast-rules.md), in the sections named.'
    if profile.fault is not None:
        yield from _report_broken_game(name, *profile.fault)


def _report_broken_game(name: str, game: int, fault: Fault) -> Iterator[str]:
    place = "" if fault.place is None else f" ({one_line(fault.place[0])}:{fault.place[1]})"
    yield f"Game number {game} under seed 1 broke off: {fault.code}, {one_line(fault.message)}{place}."
    yield f"This is of the games before it, and of its beginning; `rulekit test {one_line(name)}` tells its steps."


def _loops(reasons: Sequence[CostReason]) -> str:
    """Return the names of loops as text, with their iterations per decision: "`here` (112 a decision), `quarters` (3.0
    a decision)"."""
    named = [f"`{reason.name}`" if reason.name else "what there is" for reason in reasons]
    told = [f"{name} ({_times(reason.times)} a decision)" for name, reason in zip(named, reasons, strict=True)]
    return ", ".join(told)


def _often(reasons: Sequence[CostReason]) -> str:
    return f"{_times(reasons[0].times)} times a decision"


REASONS: Mapping[str, Callable[[Sequence[CostReason]], str]] = {
    "loop": lambda reasons: f"goes one by one through {_loops(reasons)}",
    "options": lambda reasons: f"tries one by one {_loops(reasons)}",
    "after": lambda reasons: f"tries something out and takes it back (`after`), {_often(reasons)}",
    "reach": lambda reasons: f"follows what is connected (`reach`), {_often(reasons)}",
    "seen": lambda reasons: f"compares the position with earlier ones, {_often(reasons)}",
    "draw": lambda reasons: f"weighs what can be drawn, {_often(reasons)}",
    "often": lambda reasons: f"is asked {_often(reasons)}, briefly each time",
}


def _percent(share: float) -> str:
    return f"{100 * share:5.1f} %"


def _times(count: float) -> str:
    return f"{count:,.0f}" if count >= 100 else f"{count:.1f}" if count >= 1 else f"{count:.2f}"


def pass_lines(why: Sequence[str], why_playouts: Sequence[str]) -> Iterator[str]:
    """Yield lines about what each optimisation pass did: first in the machine for playing step by step, then in the
    machine for whole random games."""
    for heading, lines in (("to go step by step", why), ("to play whole games at random", why_playouts)):
        yield f"{heading}:"
        yield from (f"  {line}" for line in lines)
