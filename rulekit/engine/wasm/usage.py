"""What a whole machine mentions: marked clauses, routines that are tried out, cells that nobody reads."""

from __future__ import annotations

from ...machine.analyses.effects import Effects
from ...machine.program import PAYOFF, Machine, Mark, StepNode
from ...machine.traversal import statements_of


def marked(machine: Machine) -> tuple[str, ...]:
    """The clauses that some statement marks, sorted."""
    bodies = [r.body for r in machine.routines] + [n.body for n in machine.nodes if isinstance(n, StepNode)]
    return tuple(sorted({s.clause for body in bodies for s in statements_of(body) if isinstance(s, Mark)}))


def tried(machine: Machine, effects: Effects) -> set[str]:
    """The routines that may run inside an `After`."""
    return set().union(*(effects.trying(part) for part in _parts(machine)))


def unread(machine: Machine, effects: Effects) -> frozenset[str]:
    """The cells whose values nobody asks for, if games are only played and their payoffs read."""
    return frozenset(c.name for c in machine.cells).difference({PAYOFF}, *map(effects.reads, _parts(machine)))


def _parts(machine: Machine) -> list[object]:
    return [*(f.body for f in machine.functions), *(r.body for r in machine.routines), *machine.nodes]
