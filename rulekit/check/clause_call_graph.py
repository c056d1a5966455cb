"""The call graph of clauses: calls, announcements, choices, answers, rules at steps; and whether each edge lies in a
turn or round.

Calls of facts are not included; `checks/recursion.py` adds them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from ..graphs import reached_by
from ..model.rulebook import Placed, actions_at_any_time
from ..syntax import nodes as s
from ..syntax.forms import does
from ..syntax.traversal import bodies, body_of, leads_to, unit_left
from .effect_analysis import steps_of


class CallEdge(NamedTuple):
    """A call of the clause `target` by the clause `source` (both ids), at `node`. `in_turn` and `in_round` say whether
    the call is inside a turn or a round of the calling clause."""

    source: str
    target: str
    node: s.Node
    in_turn: bool
    in_round: bool


class StatementInContext(NamedTuple):
    """A statement, and whether it is inside a turn, a round or a loop of its clause."""

    stmt: s.Stmt
    in_turn: bool
    in_round: bool
    in_loop: bool


@lru_cache(maxsize=4096)  # the same bodies occur in every configuration
def statements_in_context(body: tuple[s.Stmt, ...]) -> tuple[StatementInContext, ...]:
    """Return every statement of a body with its context, nested ones included."""
    return tuple(_in_context(body))


def _in_context(
    body: tuple[s.Stmt, ...], turn: bool = False, round_: bool = False, loop: bool = False
) -> Iterator[StatementInContext]:
    for stmt in body:
        yield StatementInContext(stmt, turn, round_, loop)
        inside_turn = turn or does(stmt, "turn")
        inside_round = round_ or does(stmt, "round")
        inside_loop = does(stmt, "loop") or (loop and not does(stmt, "turn", "round"))
        for inner in bodies(stmt):
            yield from _in_context(inner, inside_turn, inside_round, inside_loop)


def call_targets_by_source(edges: Iterable[CallEdge]) -> dict[str, list[str]]:
    """Return a mapping from sources of these edges to their targets."""
    found: dict[str, list[str]] = {}
    for edge in edges:
        found.setdefault(edge.source, []).append(edge.target)
    return found


def call_edges(clauses: Iterable[Placed]) -> list[CallEdge]:
    """Return all edges of the call graph of these clauses."""
    return list(_edges(tuple(clauses)))


@lru_cache(maxsize=4)
def stray_exits(clauses: tuple[Placed, ...]) -> frozenset[s.Stmt]:
    """Return each `leave turn`, `another turn` and `leave round` that may run while no turn or round is in progress.
    Conditions are ignored. Actions offered at any time, `whenever` rules and clauses that nothing calls are taken to
    run anywhere."""
    edges = call_edges(clauses)
    begun = {placed.id for placed in clauses if isinstance(placed.clause, s.FlowClause)}
    turns, rounds = _from_outside(edges, begun, "in_turn"), _from_outside(edges, begun, "in_round")
    found: set[s.Stmt] = set()
    for placed in clauses:
        for place in statements_in_context(body_of(placed.clause)):
            unit = unit_left(place.stmt)
            around, inside = (rounds, place.in_round) if unit == "round" else (turns, place.in_turn)
            if unit in ("turn", "round", "again") and placed.id in around and not inside:
                found.add(place.stmt)
    return frozenset(found)


def _from_outside(edges: list[CallEdge], begun: set[str], within: str) -> set[str]:
    """Return the ids of the clauses that may run outside every turn or, if `within` is `in_round`, outside every round.
    Clauses that nothing calls may run anywhere."""
    leads = call_targets_by_source(edge for edge in edges if not getattr(edge, within))
    return reached_by({*begun, *(edge.target for edge in edges if not edge.source)}, leads)


@lru_cache(maxsize=4)  # several checks of one rulebook use it
def _edges(clauses: tuple[Placed, ...]) -> tuple[CallEdge, ...]:
    actions: dict[str, list[str]] = {}
    steps = _steps(clauses)
    result: list[CallEdge] = []
    for placed in clauses:
        if isinstance(placed.clause, s.ActionClause):
            actions.setdefault(f"choice {placed.clause.choice.text}", []).append(placed.id)
    for action in actions_at_any_time(clauses):
        result.append(CallEdge("", f"action {action.name.text}", action.name, True, True))
    for placed in clauses:
        clause = placed.clause
        for stmt, turn, round_, _ in statements_in_context(body_of(clause)):
            for target in leads_to(stmt):
                for one in actions.get(target, []) if target.startswith("choice ") else [target]:
                    result.append(CallEdge(placed.id, one, stmt, turn, round_))
        if isinstance(clause, s.RuleClause):
            match clause.trigger:
                case s.When(event=event):
                    result.append(CallEdge(f"event {event.text}", placed.id, clause.name, False, False))
                case s.AtStep(procedure=procedure, step=step):
                    for source, place in steps.get(f"{procedure.text}.{step.text}", ()):
                        result.append(CallEdge(source, placed.id, clause.name, place.in_turn, place.in_round))
                case _:
                    result.append(CallEdge("", placed.id, clause.name, True, True))
    return tuple(result)


def _steps(clauses: Iterable[Placed]) -> dict[str, list[tuple[str, StatementInContext]]]:
    """Return a mapping from the names of steps (`flow.opening`) to the steps, each with its clause and its context."""
    result: dict[str, list[tuple[str, StatementInContext]]] = {}
    for placed in clauses:
        names: dict[s.Node, str] = {step: name for _, name, step in steps_of([placed])}
        for place in statements_in_context(body_of(placed.clause)) if names else ():
            if place.stmt in names:
                result.setdefault(names[place.stmt], []).append((placed.id, place))
    return result
