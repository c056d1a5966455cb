"""`rulekit solve GAME`: the value of a game under best play, and what can never happen in it, with the number of
positions on which this is based."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..diagnostics import Diagnostic, Help
from ..diagnostics.printable import counted, one_line
from ..diagnostics.renderer import to_json
from ..play.failure_report import NEVER_REACHED, clause_span
from ..play.position_values import Number
from ..play.solving import CANNOT_END, NEVER_OFFERED, FoundGame, GameEnding, SolvedGame, Solving, solve
from ..project import Acceptance, find_project
from .game_runs import configure_game, with_its_line
from .parameters import Arguments
from .result import FAILED, OK, Result, accepted_json, diagnostics_json, render_diagnostics
from .terminal_output import Progress

SHOWN = 12
"""The most first steps of one value that are named."""
DIGITS = 6
Bounds = tuple[Number, Number]


def run_solve(args: Arguments) -> Result:
    game = configure_game(args)
    how = Solving(args.most, args.games, args.seed, args.engine)
    with Progress(args.game) as progress, with_its_line(game):
        found = solve(game, how, lambda states: progress.say(f"{args.game}: {states:,} positions"))
    warnings, accepted = Acceptance(find_project()).split(args.game, _warnings(found))
    lines = "\n".join(_report(args, found, warnings))
    data = {**_as_json(args, found, warnings), "accepted": accepted_json(accepted)}
    return Result(OK if found.ok else FAILED, data, lines)


def _warnings(solved: SolvedGame) -> list[Diagnostic]:
    """Return the warnings about options, endings and clauses that never occur. Return none unless all positions were
    seen."""
    if not solved.exhausted or solved.found:
        return []
    rulebook, proof = solved.game.rulebook, Help(f"exhausted: none of all {solved.states:,} positions does")
    found = [
        Diagnostic(
            NEVER_OFFERED, f"no play offers `{name}`", clause_span(rulebook, name.partition(":")[0]), help=(proof,)
        )
        for name in solved.never_offered
    ]
    for ending in solved.never_ended:
        span = ending.span or clause_span(rulebook, ending.clause)
        message = f"{ending.clause}: no game ends here" if ending.span else f"{ending.clause}: no game runs to its end"
        found.append(Diagnostic(NEVER_OFFERED, message, span, help=(proof,)))
    for clause in solved.never_applied:
        message = f"{clause}: no play applies it"
        found.append(Diagnostic(NEVER_REACHED, message, clause_span(rulebook, clause), help=(proof,)))
    return found


def _report(args: Arguments, solved: SolvedGame, warnings: list[Diagnostic]) -> Iterator[str]:
    """Yield the lines of the report on a solved game."""
    machine = solved.game.machine
    players = counted(machine.players, "player")
    yield f"{one_line(args.game)}, {players}: {'ok' if solved.ok else 'FAILED'}"
    if solved.exhausted:
        up_to = " up to what is wrong" if any(one.diagnostic.code != CANNOT_END for one in solved.found) else ""
        yield f"  exhausted: all {solved.states:,} positions{up_to}, with {solved.steps:,} steps between them"
    else:
        yield f"  not exhausted: the {solved.states:,} positions nearest to the start, with {solved.steps:,} steps"
    yield from _value(solved)
    if solved.longest is not None:
        yield f"  every game ends, after at most {counted(solved.longest, 'step')} (decisions and chances)"
    elif solved.exhausted and not solved.found:
        yield "  a game can always end, but it may also go on forever"
    yield from _results(solved)
    yield from _faults(solved)
    yield from _unseen(solved)
    if warnings:
        yield from _diagnostics(warnings)


def _diagnostics(found: list[Diagnostic]) -> Iterator[str]:
    return ("  " + line for line in render_diagnostics(found, plain=True).splitlines())


def _value(solved: SolvedGame) -> Iterator[str]:
    """Yield lines on the value of the game, and on the values after each first step."""
    if solved.value is None:
        yield f"  no value: {solved.no_value}"
        return
    first = solved.game.machine.seats[0]
    if not _known(solved.value):
        yield f"  the value for {first} is not known: between {_range(solved.value)}"
        return
    yield f"  the value for {first} under best play is {_number(solved.value[0])}{_meaning(solved)}"
    by_value: dict[str, list[str]] = {}
    for label, value in solved.first_steps.items():
        by_value.setdefault(_number(value[0]) if _known(value) else "unknown", []).append(label)
    for shown, labels in by_value.items():
        more = f"; and {len(labels) - SHOWN} more" if len(labels) > SHOWN else ""
        yield f"    {shown:>4} after {'; '.join(labels[:SHOWN])}{more}"


def _meaning(solved: SolvedGame) -> str:
    """Return text on who can force a win. Return "" if payoffs are more than winning and losing, or if the value is
    between."""
    seats = solved.game.machine.seats
    assert solved.value is not None
    value = solved.value[0]
    if len(seats) != 2 or any(abs(payoff) > 1 for payoffs in solved.results for payoff in payoffs):
        return ""
    if abs(value) == 1:
        return f": {seats[0] if value > 0 else seats[1]} can force a win"
    return ": neither can force a win" if value == 0 else ""


def _results(solved: SolvedGame) -> Iterator[str]:
    """Yield a line that counts the final positions by their winners, and one if the same player always wins."""
    seats, counts = solved.game.machine.seats, dict[str, int]()
    for payoffs, count in solved.results.items():
        winners = [seat for seat, payoff in zip(seats, payoffs, strict=True) if payoff > 0]
        name = f"won by {' and '.join(winners)}" if winners else "drawn" if not any(payoffs) else "won by nobody"
        counts[name] = counts.get(name, 0) + count
    if counts:
        told = ", ".join(f"{count:,} {name}" for name, count in counts.items())
        yield f"  final positions{'' if solved.exhausted else ' among them'}: {told}"
    if solved.exhausted and solved.winner is not None and len(seats) > 1 and not solved.found:
        yield f"  {solved.winner} wins every game that ends, however the others play"


def _faults(solved: SolvedGame) -> Iterator[str]:
    """Yield lines on the faults found or, without any, on what was shown to hold."""
    for found in solved.found:
        yield from _found(found)
    machine = solved.game.machine
    where = "in all of them" if solved.exhausted else "in these positions"
    if not solved.found:
        held = [f"{invariant.when} {invariant.name}" for invariant in machine.invariants]
        yield f"  no fault {where}{'; these hold: ' * bool(held)}{', '.join(held)}"
    if solved.sampled is not None:
        sample = solved.sampled
        games = counted(sample.games, "random game")
        if sample.failing is None:
            yield f"  sampled: {games} ({sample.unfinished} unfinished) show no fault either"
        else:
            yield f"  sampled: {games}; `rulekit test` tells the steps of the last, which fails:"
            yield from (
                "  " + line for line in render_diagnostics([sample.failing.diagnostic], plain=True).splitlines()
            )


def _found(found: FoundGame) -> Iterator[str]:
    """Yield the lines on a game in which something is wrong."""
    yield from _diagnostics([found.diagnostic])
    if found.why:
        yield from ("  why:", *("    " + line for line in found.why))
    yield f"  no shorter game comes to this; as an example ({counted(found.steps, 'step')}):"
    yield from ("    " + line for line in found.example.splitlines())
    if found.position:
        yield from ("  the last position:", *("    " + line for line in found.position))


def _unseen(solved: SolvedGame) -> Iterator[str]:
    """Yield a line on what did not occur, if not all positions were seen."""
    if solved.exhausted:
        return
    ends = [f"the ending of {_place(ending)}" for ending in solved.never_ended]
    unseen = [*(f"the option {name}" for name in solved.never_offered), *ends, *solved.never_applied]
    if unseen:
        yield f"  not seen, which proves nothing: {'; '.join(unseen)}"


def _place(ending: GameEnding) -> str:
    return f"{ending.clause}, line {ending.span.first.line}" if ending.span else ending.clause


def _known(value: Bounds) -> bool:
    """Return whether two bounds are equal in all digits that are shown."""
    return value[1] - value[0] < 10.0**-DIGITS


def _number(value: Number) -> str:
    return f"{value:.{DIGITS}f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def _range(value: Bounds) -> str:
    return f"{_number(value[0])} and {_number(value[1])}"


def _as_json(args: Arguments, solved: SolvedGame, warnings: list[Diagnostic]) -> dict[str, Any]:
    never_ended = set(solved.never_ended)
    return {
        "game": args.game,
        "players": solved.game.players,
        "options": dict(solved.game.rulebook.options),
        "ok": solved.ok,
        "exhausted": solved.exhausted,
        "positions": solved.states,
        "steps": solved.steps,
        "longest": solved.longest,
        "value": None if solved.value is None else list(solved.value),
        "no_value": solved.no_value or None,
        "first_steps": [{"play": label, "value": list(value)} for label, value in solved.first_steps.items()],
        "results": [{"payoffs": list(payoffs), "positions": n} for payoffs, n in solved.results.items()],
        "winner": solved.winner if solved.exhausted else None,
        "found": [
            {
                "diagnostic": to_json(found.diagnostic),
                "steps": found.steps,
                "example": found.example,
                "why": list(found.why),
                "position": list(found.position),
            }
            for found in solved.found
        ],
        "never_offered": list(solved.never_offered),
        "endings": [
            {
                "clause": ending.clause,
                "line": ending.span.first.line if ending.span else None,
                "reached": ending not in never_ended,
            }
            for ending in solved.endings
        ],
        "never_applied": list(solved.never_applied),
        "sampled": None if solved.sampled is None else {"seed": args.seed, **solved.sampled.as_json()},
        "warnings": diagnostics_json(warnings),
    }
