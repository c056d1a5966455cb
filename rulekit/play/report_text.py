"""Writes the results of testing a rulebook as lines: of the whole test, of one example, or of one game that failed.

`rulekit test` prints these lines, and pytest shows those of a failing item.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from ..diagnostics import Diagnostic
from ..diagnostics.printable import one_line
from ..diagnostics.renderer import render, render_all
from . import RANDOM, agents_text
from .example_runner import Outcome
from .failure_report import NEVER_REACHED, OPTIONS_TELL, FailingGame
from .game_record import Entry, record_text
from .knowledge import Exchanges
from .simulate import Figures, Sample
from .testing import RulebookReport

MOST_LEAKS: Final = 3
"""Leaks of hidden information that are printed; the others are counted."""
MOST_STEPS: Final = 30
"""Lines of the steps of a failing game that are printed: about a screen."""


def report_text(report: RulebookReport, hidden: Exchanges | None) -> Iterator[str]:
    """Yield the lines of the report on a rulebook. `hidden` is the result of the tests for leaks of hidden information;
    None if they did not run."""
    ok = report.ok and (hidden is None or hidden.ok)
    warned = f", with {len(report.warnings)} warning{'s' * (len(report.warnings) > 1)}" if report.warnings else ""
    yield f"{one_line(report.game)}: {'ok' if ok else 'FAILED'}{warned}"
    faults = set[FaultPlace]()
    yield from _examples(report, faults)
    for sample in report.samples:
        if not sample.options or sample.failing or sample.wrong or sample.unfinished:
            yield from _sample(sample, report.agents, faults)
    yield from _with_other_answers(report.samples, report.agents)
    yield from _indent(_told_diagnostics(report.warnings)) if report.warnings else ()
    yield from _options(report)
    if report.never_reached:
        yield f"  never reached in these games ({NEVER_REACHED}): {', '.join(report.never_reached)}"
    if hidden is not None:
        yield from _knowledge(hidden)


FaultPlace = tuple[str, str, int]
"""The code of a fault, and the source and line where it happens."""


def _examples(report: RulebookReport, faults: set[FaultPlace]) -> Iterator[str]:
    """Yield lines on the examples. A failing example has one short line if its fault is already in `faults`; new faults
    are added there."""
    good = sum(e.failure is None for e in report.examples)
    yield f"  {good} of {len(report.examples)} examples hold"
    if report.left_out:
        yield f"  for other numbers of players, and so left out: {', '.join(report.left_out)}"
    for example in report.examples:
        place = example.fault.fault.place if example.fault is not None else None
        fault = (example.fault.fault.code, *place) if example.fault is not None and place is not None else None
        if example.diagnostic is not None and fault in faults:
            yield f"  error[{example.diagnostic.code}]: example {example.example}: the same fault{_told(fault)}"
        elif example.diagnostic is not None:
            faults |= {fault} if fault is not None else set()
            yield from example_failure(example, example.diagnostic)


def example_failure(example: Outcome, diagnostic: Diagnostic) -> Iterator[str]:
    """Yield lines on an example that fails: its message, the reason, the steps, and the position."""
    yield from _indent(_told_diagnostics([diagnostic]))
    if example.why:
        yield from ("  why:", *("    " + line for line in example.why))
    if example.notes:
        yield from ("  note:", *("    " + line for line in example.notes))
    if example.record:
        yield from ("  the steps up to it:", *_last_steps(example.record))
    if example.position:
        where = "before that step" if example.fault is not None else "there"
        yield from (f"  the position {where}:", *("    " + line for line in example.position))
    if example.changed:
        what = "what had changed before it failed" if example.fault else "what the last step changed"
        yield from (f"  {what}:", *("    " + line for line in example.changed))


def _told(fault: FaultPlace) -> str:
    code, source, line = fault
    return f" ({code} in {one_line(source)}, line {line})"


def _games(games: int, players: int, agents: str) -> str:
    """Return `50 random games of 2 players`, or `50 games of 2 players (uct:200)`."""
    random = agents == RANDOM
    text = f"{games} {'random ' * random}game{'s' * (games != 1)} of {players} players"
    return text if random else f"{text} ({agents_text(agents)})"


def _sample(sample: Sample, agents: str, faults: set[FaultPlace]) -> Iterator[str]:
    """Yield lines on the games of a configuration. If their fault is already in `faults`, one short line says so; a new
    fault is added there."""
    under = f" with {_answers(sample)}" if sample.options else ""
    more = f", {sample.unfinished} unfinished" if sample.unfinished else ""
    found = sample.failing.diagnostic if sample.failing is not None else None
    fault = (found.code, found.span.source.name, found.span.first.line) if found is not None and found.span else None
    same = f": the same fault{_told(fault)}" if fault is not None and fault in faults else ""
    yield f"  {_games(sample.games, sample.players, agents)}{under}{more}{same}"
    yield from _indent(_told_diagnostics(sample.wrong)) if sample.wrong else ()
    if same:
        return
    if sample.failing is not None:
        faults |= {fault} if fault is not None else set()
        yield from game_failure(sample.failing)
    elif sample.figures is not None and not sample.options:
        yield from _averages(sample.figures)


def _knowledge(hidden: Exchanges) -> Iterator[str]:
    if not hidden.secret:
        yield "  no choice and no chance is hidden: there is nothing to exchange"
        return
    enough = ""
    if not hidden.enough:
        more = hidden.games * 1_100 // hidden.kept + 1 if hidden.kept else 0
        enough = f" (fewer than 1,000: not enough to go by{f'; try --knowledge {more}' if more else ''})"
    yield (
        f"  hidden things exchanged in {hidden.games} games (seed {hidden.seed}): "
        f"{hidden.kept} of {hidden.tried} pairs kept{enough}"
    )
    for what, found in ((f"{OPTIONS_TELL}: ", hidden.leaks), ("", hidden.faults)):
        yield from (f"  {what}{one}" for one in found[:MOST_LEAKS])
        if len(found) > MOST_LEAKS:
            yield f"  and {len(found) - MOST_LEAKS} more of the kind"


def _answers(sample: Sample) -> str:
    return ", ".join(f"{name} = {value}" for name, value in sample.options.items())


def _averages(figures: Figures) -> Iterator[str]:
    means = (("moves", figures.length), ("turns", figures.turns), ("rounds", figures.rounds))
    told = [f"{mean.mean:.1f} {what}" for what, mean in (*means, ("decisions", figures.decisions)) if mean.mean]
    if told and figures.games > 1:
        yield f"    on average {', '.join(told)}"


def _with_other_answers(samples: Sequence[Sample], agents: str) -> Iterator[str]:
    """Yield lines on the configurations with non-default answers whose games all succeeded. Configurations with the
    same number of games and of players share a line."""
    well = [s for s in samples if s.options and s.ok and not s.unfinished]
    for games, players in dict.fromkeys((s.games, s.players) for s in well):
        told = [_answers(s) for s in well if (s.games, s.players) == (games, players)]
        yield f"  {_games(games, players, agents)} with each other answer: {', '.join(told)}"


def _options(report: RulebookReport) -> Iterator[str]:
    """Yield lines on how often each option was offered and taken, over all games."""
    offered, taken = Counter[str](), Counter[str]()
    for figures in (s.figures for s in report.samples if s.figures is not None):
        for name, option in figures.options.items():
            offered[name] += round((option.offered.mean or 0) * figures.games)
            taken[name] += round((option.taken.mean or 0) * figures.games)
    if len(offered) > 1 and any(offered.values()):  # nothing is offered if every game stopped at its first step
        yield f"  options in these games (sampled, seed {report.seed}): at how many decisions offered, how often taken"
        yield from (f"  {offered[name]:10} {taken[name]:10}  {name}" for name in offered)


def game_failure(failing: FailingGame) -> Iterator[str]:
    """Yield lines on a failing game: its message, the moves that lead to the failure, and the position."""
    yield from _indent(_told_diagnostics([failing.diagnostic]))
    if failing.why:
        yield from ("  why:", *("    " + line for line in failing.why))
    steps, plural = len(failing.record.entries), "s" * (failing.steps != 1)
    yield (
        f"  this game fails after {failing.steps} step{plural} (seed {failing.seed}, number {failing.number}); "
        f"the simplest such game found has {steps}{':' if steps else ''}"
    )
    yield from _last_steps(failing.record.entries)
    if failing.position:
        yield f"  the position{' before the last step' if failing.broke_off and steps else ''}:"
        yield from ("    " + line for line in failing.position)
    if failing.changed:
        yield from ("  what had changed before it failed:", *("    " + line for line in failing.changed))


def _last_steps(entries: Sequence[Entry]) -> Iterator[str]:
    """Yield the steps of a record as lines; of a long record, only the last ones."""
    lines = record_text(entries).splitlines()
    if len(lines) > MOST_STEPS:
        yield f"     …  {len(lines) - MOST_STEPS} lines of steps before these (`--format json` has all)"
    yield from _indent("\n".join(lines[-MOST_STEPS:]))


def _told_diagnostics(found: Sequence[Diagnostic]) -> str:
    return render(found[0]) if len(found) == 1 else render_all(found)


def _indent(text: str) -> Iterator[str]:
    return ("  " + line for line in text.splitlines())
