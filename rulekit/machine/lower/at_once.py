"""What is reached from inside `at once`: there a decision is seen by who makes it alone, and no rule settles.

A body that stands inside is told by its environment.  Procedures, actions and rules that it calls are lowered once, for
all their callers, so there a cell says whether somebody's part is being played.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ...model.rulebook import Placed
from ...syntax import nodes as s
from ...syntax.traversal import body_of, called, every
from .. import program as m
from .encode import ONE, ZERO, op
from .env import Env

if TYPE_CHECKING:
    from .flow import Flow

CELL = "at once"


def reached(clauses: Iterable[Placed]) -> frozenset[str]:
    """The ids of the clauses that play may come to from inside `at once`."""
    bodies = {p.id: body_of(p.clause) for p in clauses}
    uses: dict[str, set[str]] = {id_: called(body) for id_, body in bodies.items()}
    for placed in clauses:
        match placed.clause:
            case s.ActionClause(choice=choice):
                uses.setdefault(f"choice {choice.text}", set()).add(placed.id)
            case s.RuleClause(trigger=s.When(event=event)):
                uses.setdefault(f"event {event.text}", set()).add(placed.id)
            case s.RuleClause(trigger=s.AtStep(procedure=procedure)):
                uses.setdefault(f"procedure {procedure.text}", set()).add(placed.id)
    todo = [
        x for body in bodies.values() for stmt in every(body) if isinstance(stmt, s.AtOnce) for x in called(stmt.body)
    ]
    found: set[str] = set()
    while todo:
        one = todo.pop()
        if one not in found:
            found.add(one)
            todo += uses.get(one, ())
    return frozenset(found)


def inside(f: Flow) -> m.Expr | None:
    """Whether somebody's part is being played here; None where that cannot be."""
    owners = (f.owner, f.clause)
    return m.Load(f.b.control(CELL, 0, 1)) if any(o in f.cx.at_once for o in owners) else None


def own_only(f: Flow, env: Env, otherwise: m.Expr | None) -> m.Expr | None:
    """An audience: inside `at once` only who decides, else as given (None: everybody)."""
    own = m.SetOf(f.b.players, (env.player(),))
    if env.secret:
        return own
    here = inside(f)
    if here is None:
        return otherwise
    everybody = m.SetConst(f.b.players, (1 << f.b.players) - 1)
    return m.If(here, own, everybody if otherwise is None else otherwise)


def mark(f: Flow, value: m.Expr) -> None:
    """From here on parts are played at once, or no longer."""
    if f.cx.at_once:
        f.emit(m.Assign(f.b.control(CELL, 0, 1), (), value))


def begin(f: Flow, env: Env) -> m.Expr:
    """Parts are played from here on; gives what holds again behind them, for they may stand within a part."""
    before: m.Expr = ONE if env.secret else ZERO
    if not env.secret and f.cx.at_once and inside(f) is not None:
        cell = f.number("outer part", 0, 1)
        f.emit(m.Assign(cell, (), m.Load(f.b.control(CELL, 0, 1))))
        before = m.Load(cell)
    mark(f, ONE)
    return before


def end(f: Flow, before: m.Expr = ZERO) -> None:
    if f.current is not None:
        mark(f, before)


def elsewhere(f: Flow, condition: m.Expr) -> m.Expr:
    """The condition, and that no part is being played."""
    here = inside(f)
    return condition if here is None else op("and", op("eq", here, ZERO), condition)
