"""A profile by clause: the share of the time of random games that each clause takes, and why.

`engine/wasm/clause_timing.py` measures. This file turns the measurements into statements about clauses, with their
locations and the names of the rulebook. Each reason names the section of the page "Fast rules" that says what to do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import asdict, frozen

from ..check.checked import CheckedModel
from ..engine.wasm.clause_probe import ENGINE, ClauseWork
from ..engine.wasm.clause_timing import ClauseTiming, clause_timing
from ..machine.lower import lower_with_origins
from ..machine.program import Fault
from ..model.symbols import LocalSymbol
from ..syntax import nodes as s

SECTIONS = {
    "loop": "Going one by one",
    "options": "Trying options one by one",
    "after": "Trying something out",
    "reach": "What is connected",
    "seen": "Positions that come again",
    "draw": "Drawing at random",
    "often": "Asked very often",
}
"""The sections of the page Fast rules, by what makes a clause slow."""
OFTEN = 8.0
"""Evaluations per decision from which on their number alone is a reason for slowness."""
MOST_REASONS = 2


@frozen
class CostReason:
    """A reason why a clause is slow: what it does, and how many `times` per decision. For a loop, `name` is the local
    name that it binds, if the rulebook has one."""

    what: str
    times: float
    name: str = ""

    @property
    def section(self) -> str:
        return SECTIONS[self.what]


@frozen
class ClauseCost:
    """The cost of running a clause or, if `options`, of finding its options: its share of the time, and how often it
    ran.

    `asked` and `applied` are the numbers of evaluations and applications per decision. `source` and `line` are empty if
    no text of the rulebook contains the clause.
    """

    clause: str
    options: bool
    share: float
    asked: float
    applied: float
    layer: str = ""
    source: str = ""
    line: int = 0
    reasons: tuple[CostReason, ...] = ()

    @property
    def times(self) -> float:
        """Return the runs per decision: applications if the clause is applied, otherwise evaluations."""
        return self.asked if self.options or not self.applied else self.applied


@frozen
class ClauseProfile:
    """The costs by clause, the greatest first. `engine` is the share of the work that is not part of any clause:
    picking options, setting up, counting. `fault` is the number and the fault of the first game in which the rules
    faulted; then the costs are those of the games before it, and of its own steps. None if there was no fault."""

    games: int
    decisions: int
    looks: int
    engine: float
    clauses: tuple[ClauseCost, ...]
    fault: tuple[int, Fault] | None = None

    def as_json(self) -> dict[str, Any]:
        clauses = [
            {**asdict(c), "reasons": [{**asdict(r), "section": r.section} for r in c.reasons]} for c in self.clauses
        ]
        fault = self.fault and {"game": self.fault[0], **asdict(self.fault[1])}
        return {**asdict(self, recurse=False), "clauses": clauses, "fault": fault}


def clause_profile(model: CheckedModel, seed: int = 1) -> ClauseProfile:
    """Play random games for about two seconds and return the profile.

    Raises RulekitError (E626) if the fast engine cannot compile the game.
    """
    machine, origins = lower_with_origins(model)
    timing = clause_timing(machine, origins, seed)
    whole = sum(timing.seconds.values()) or 1.0
    named = {symbol.name for symbol in model.binds.values() if isinstance(symbol, LocalSymbol)}
    costs = [
        cost_of(work, seconds / whole, timing, named, model)
        for work, seconds in timing.seconds.items()
        if work != ENGINE
    ]
    fault = None if timing.fault is None else (timing.fault[0], machine.faults[timing.fault[1]])
    return ClauseProfile(
        timing.games,
        timing.decisions,
        timing.looks,
        timing.seconds.get(ENGINE, 0.0) / whole,
        tuple(sorted(costs, key=lambda cost: -cost.share)),
        fault,
    )


def cost_of(work: ClauseWork, share: float, timing: ClauseTiming, named: set[str], model: CheckedModel) -> ClauseCost:
    decisions = timing.decisions or 1
    times = {(c.what, c.name): count / decisions for c, count in timing.counts.items() if c.work == work}
    asked, applied = times.get(("asked", ""), 0.0), times.get(("applied", ""), 0.0)
    layer, source, line = place_of(work.clause, model)
    found = sorted(cost_reasons(times, work.options, named), key=lambda reason: -reason.times)[:MOST_REASONS]
    found.sort(key=lambda reason: reason.what)
    if not found and not applied and asked >= OFTEN:
        found = [CostReason("often", asked)]
    return ClauseCost(work.clause, work.options, share, asked, applied, layer, source, line, tuple(found))


def cost_reasons(times: Mapping[tuple[str, str], float], options: bool, named: set[str]) -> Iterator[CostReason]:
    """Yield the reasons why a clause is slow: parts that run more often than the clause itself, and expensive
    operations. `times` maps what is done, and the name of a loop, to the number of times per decision."""
    once = max(1.0, times.get(("applied", ""), 0.0) or times.get(("asked", ""), 0.0))
    for (what, name), count in times.items():
        if what == "loop" and count > once:
            yield CostReason("options" if options else "loop", count, name if name in named else "")
        elif (what == "draw" and count > 2 * once) or (what in ("after", "reach", "seen") and count >= 0.5):
            yield CostReason(what, count)


def place_of(clause: str, model: CheckedModel) -> tuple[str, str, int]:
    """Return the layer, the file and the line of a clause; empty texts and 0 if the rulebook has no such clause."""
    for placed in model.rulebook.clauses:
        if placed.id == clause or (clause == "flow" and isinstance(placed.clause, s.FlowClause)):
            span = placed.clause.span
            return placed.layer, span.source.name, span.first.line
    return "", "", 0
