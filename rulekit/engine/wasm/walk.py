"""What forms mention: marked clauses, routines run or tried out, cells written; what they mean is not asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ...machine.optimise.effects import Effects
from ...machine.program import PAYOFF, After, Assign, Insert, Machine, Mark, Note, Pull, Push, Routine, Run
from ...machine.walk import parts_of


def marked(machine: Machine) -> tuple[str, ...]:
    """The clauses that some statement marks, sorted."""
    return tuple(sorted({p.clause for p in parts_of((machine.routines, machine.nodes)) if isinstance(p, Mark)}))


def run_by(form: object) -> set[str]:
    """The routines that this form runs itself (those that `After` tries out are not run)."""
    return {p.routine for p in parts_of(form) if isinstance(p, Run)}


def closure(seed: Iterable[str], more: Mapping[str, set[str]]) -> set[str]:
    found, waiting = set(seed), list(seed)
    while waiting:
        for name in more[waiting.pop()] - found:
            found.add(name)
            waiting.append(name)
    return found


def tried(machine: Machine) -> set[str]:
    """The routines that may run inside an `After`."""
    more = {r.name: run_by(r.body) for r in machine.routines}
    seeds = {p.routine for p in parts_of((machine.functions, machine.routines, machine.nodes)) if isinstance(p, After)}
    return closure(seeds, more)


def written(machine: Machine) -> dict[str, set[str]]:
    """For each routine the cells that it, or what it runs, may write."""
    more = {r.name: run_by(r.body) for r in machine.routines}
    own = {r.name: _writes(r) for r in machine.routines}
    return {name: set().union(*(own[n] for n in closure([name], more))) for name in more}


def _writes(routine: Routine) -> set[str]:
    cells: set[str] = set()
    for part in parts_of(routine.body):
        if isinstance(part, Assign | Insert | Push | Pull):
            cells.add(part.cell)
        elif isinstance(part, Note):
            cells |= {f"history.{part.position}", f"history.{part.position}.size"}
    return cells


def unread(machine: Machine) -> frozenset[str]:
    """The cells whose values nobody asks for, if games are only played and their payoffs read."""
    read = Effects(machine).reads((machine.nodes, machine.functions, machine.routines))
    return frozenset(c.name for c in machine.cells) - read - {PAYOFF}
