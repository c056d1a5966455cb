"""Finds the *flow*: procedures, events and rules that ask players, draw, take turns or end the game. Others only change
state.

Those others may run inside `after`, and are lowered to routines. A clause is also flow if it calls or announces one
that is, or if a rule at one of its steps is. Named steps are where rules are attached and examples begin.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from ..graphs import reached_by, reverse_edges
from ..model.rulebook import Placed
from ..syntax import nodes as s
from ..syntax.forms import does
from ..syntax.traversal import body_of, call_targets, every, steps_in, unit_left


def steps_of(clauses: Iterable[Placed]) -> Iterator[tuple[Placed, str, s.TitledPart]]:
    """Yield the steps of the flow and of procedures. Each comes with its clause and its full name (`flow.opening`,
    `act.gather`)."""
    for placed in clauses:
        clause = placed.clause
        if isinstance(clause, s.FlowClause | s.ProcedureClause):
            holder = "flow" if isinstance(clause, s.FlowClause) else clause.name.text
            for step in steps_in(clause):
                yield placed, f"{holder}.{step.name.text}", step


def example_steps(clauses: Iterable[Placed]) -> frozenset[str]:
    """Return the names of the steps at which examples begin."""
    return frozenset(
        f"{line.procedure.text}.{line.step.text}"
        for placed in clauses
        if isinstance(placed.clause, s.ExampleClause)
        for line in placed.clause.lines
        if isinstance(line, s.Given) and line.procedure is not None and line.step is not None
    )


def is_flow(stmt: s.Stmt) -> bool:
    """Return whether a statement itself (without the clauses it calls) asks, draws, takes turns or rounds, or ends a
    turn, a round or the game."""
    return (
        does(stmt, "decides", "asks", "chance", "turn", "round", "ends")
        or random_source(stmt) is not None
        or unit_left(stmt) in ("turn", "round")
    )


def random_source(stmt: s.Stmt) -> s.Ref | s.Index | None:
    """Return the place from which a statement takes a piece at random; None if it takes none."""
    take = getattr(stmt, "take", None)
    return take.place if take is not None and does(take, "chance") else None


def asks(stmt: s.Stmt) -> bool:
    """Return whether a statement asks players, or takes or ends turns or rounds. Chance and the end of the game do not
    count."""
    return is_flow(stmt) and random_source(stmt) is None and not does(stmt, "chance") and not does(stmt, "ends")


def classify(
    clauses: Sequence[Placed], steps: Collection[str] = (), is_flow: Callable[[s.Stmt], bool] = is_flow
) -> frozenset[str]:
    """Return the ids (`procedure x`, `event e`, `rule r`, `action a`, `flow f`) of all clauses that are flow: they may
    ask, draw, take turns or end the game. Procedures that contain one of `steps` are flow, too."""
    flow = {placed.id for placed, name, _ in steps_of(clauses) if name in steps}
    uses: dict[str, set[str]] = {}
    whenever: set[str] = set()
    for placed in clauses:
        clause = placed.clause
        body = body_of(clause)
        needs = uses.setdefault(placed.id, set())
        if isinstance(clause, s.ActionClause | s.FlowClause):
            flow.add(placed.id)
        if any(map(is_flow, every(body))):
            flow.add(placed.id)
        needs |= call_targets(body)
        if isinstance(clause, s.RuleClause):
            match clause.trigger:
                case s.When(event=event):
                    uses.setdefault(f"event {event.text}", set()).add(placed.id)
                case s.AtStep(procedure=procedure):
                    uses.setdefault(f"procedure {procedure.text}", set()).add(placed.id)
                case s.Whenever():
                    whenever.add(placed.id)
    _orders(clauses, flow)
    for user, used in uses.items():
        if user.startswith("event "):
            used |= whenever
    return frozenset(reached_by(flow, reverse_edges(uses)))


def _orders(clauses: Sequence[Placed], flow: set[str]) -> None:
    """Add to `flow` the events that several rules answer at one seat without an order by rank, because the player there
    chooses the order."""
    seats: dict[str, int] = {}
    for placed in clauses:
        if isinstance(placed.clause, s.RuleClause) and isinstance(placed.clause.trigger, s.When):
            trigger = placed.clause.trigger
            if trigger.seat is not None:
                seats[trigger.event.text] = seats.get(trigger.event.text, 0) + 1
    for placed in clauses:
        if isinstance(placed.clause, s.EventClause) and not placed.clause.ranked:
            if seats.get(placed.clause.name.text, 0) > 1:
                flow.add(placed.id)
