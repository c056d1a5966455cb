"""What each statement means: effects on the cells of a `Work`.

A statement answers None, or how it leaves the block: by a break or with a routine's result.  Locals live until the end
of their block.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import frozen

from ..machine import program as m
from .events import Marked, Shown
from .interface import NUMBERS_PER_STEP, Value
from .reference_expressions import (
    FORMS,
    Scope,
    bind_parameters,
    domain_of,
    evaluate,
    members,
    number,
    numbers,
    passes,
)
from .reference_work import Work


@frozen
class Broken:
    """Out of the innermost loop."""


@frozen
class Returned:
    """Out of the routine."""

    value: Value | None


Leaving = Broken | Returned | None


def execute(work: Work, body: Sequence[m.Stmt], scope: Scope) -> Leaving:
    """A block in a scope of its own: what it defines anew is gone afterwards."""
    outside = set(scope)
    leaving = execute_here(work, body, scope)
    for name in [name for name in scope if name not in outside]:
        del scope[name]
    return leaving


def execute_here(work: Work, body: Sequence[m.Stmt], scope: Scope) -> Leaving:
    """Statements one after the other; what they define stays in `scope`."""
    for statement in body:
        leaving = FORMS_OF_STATEMENTS[type(statement)](work, statement, scope)
        if leaving is not None:
            return leaving
    return None


def run_routine(work: Work, routine: m.Routine, args: Sequence[Value]) -> Value | None:
    work.enter(routine)
    leaving = execute(work, routine.body, bind_parameters(routine, args))
    work.leave(routine)
    return leaving.value if isinstance(leaving, Returned) else None


def arguments(work: Work, args: Sequence[m.Expr], scope: Scope) -> list[Value]:
    values = []
    for arg in args:
        values.append(evaluate(work, arg, scope))
    return values


# ---------------------------------------------------------------------------------------------------------- writing


def assign(work: Work, s: m.Assign, scope: Scope) -> Leaving:
    cell = work.cell(s.cell)
    index = numbers(work, s.index, scope)
    value = evaluate(work, s.value, scope)
    inside = cell.low <= value <= cell.high if isinstance(value, int) else value <= set(range(cell.high + 1))
    if not inside:
        if s.fault is None:
            raise ValueError(f"{s.cell}{list(index)} cannot hold {value}, which was known to fit")
        raise work.fault(s.fault)
    work.store(s.cell, index, value)
    return None


def insert(work: Work, s: m.Insert, scope: Scope) -> Leaving:
    index = numbers(work, s.index, scope)
    member = number(work, s.member, scope)
    before = work.load(s.cell, index)
    assert isinstance(before, frozenset) and 0 <= member <= work.cell(s.cell).high
    work.store(s.cell, index, before - {member} if s.drop else before | {member})
    return None


def push(work: Work, s: m.Push, scope: Scope) -> Leaving:
    cell = work.cell(s.cell)
    index = numbers(work, s.index, scope)
    value = number(work, s.value, scope)
    assert 1 <= value <= cell.high
    ring = work.ring(s.cell, index)
    if len(ring) >= cell.capacity:
        raise work.fault(s.fault)
    work.store(s.cell, index, (*ring, value) if s.end == "top" else (value, *ring))
    return None


def pull(work: Work, s: m.Pull, scope: Scope) -> Leaving:
    index = numbers(work, s.index, scope)
    position = number(work, s.position, scope)
    ring = work.ring(s.cell, index)
    if not 0 <= position < len(ring):
        raise work.fault(s.fault)
    work.store(s.cell, index, ring[:position] + ring[position + 1 :])
    return None


def note(work: Work, s: m.Note, scope: Scope) -> Leaving:
    history, count = f"history.{s.position}", f"history.{s.position}.size"
    size = work.load(count, ())
    assert isinstance(size, int)
    if s.forget:
        for at in range(size):
            work.store(history, (at,), 0)
        work.store(count, (), 0)
        return None
    position = work.index.positions[s.position]
    if size >= position.capacity:
        raise work.fault(position.fault)
    work.store(history, (size,), work.position_hash(s.position))
    work.store(count, (), size + 1)
    return None


# ---------------------------------------------------------------------------------------------------------- control


def define(work: Work, s: m.Define, scope: Scope) -> Leaving:
    scope[s.name] = evaluate(work, s.value, scope)
    return None


def when(work: Work, s: m.When, scope: Scope) -> Leaving:
    return execute(work, s.then if passes(work, s.condition, scope) else s.otherwise, scope)


def each(work: Work, s: m.Each, scope: Scope) -> Leaving:
    """The loop's name hides an outer one of the same name for as long as it runs."""
    hidden = {s.name: scope[s.name]} if s.name in scope else {}
    for value in domain_of(work, s.over, scope):
        scope[s.name] = value
        if passes(work, s.where, scope):
            leaving = execute(work, s.body, scope)
            if isinstance(leaving, Returned):
                return leaving
            if isinstance(leaving, Broken):
                break
    scope.pop(s.name, None)
    scope.update(hidden)
    return None


def while_(work: Work, s: m.While, scope: Scope) -> Leaving:
    limit = None if s.limit is None else number(work, s.limit, scope)
    made = 0
    while passes(work, s.condition, scope):
        if made == limit:
            raise work.fault(s.fault)
        made += 1
        work.burn()
        leaving = execute(work, s.body, scope)
        if isinstance(leaving, Returned):
            return leaving
        if isinstance(leaving, Broken):
            break
    return None


def break_(work: Work, s: m.Break, scope: Scope) -> Leaving:
    return Broken()


def run(work: Work, s: m.Run, scope: Scope) -> Leaving:
    result = run_routine(work, work.index.routines[s.routine], arguments(work, s.args, scope))
    if s.into is not None:
        assert result is not None
        scope[s.into] = result
    return None


def return_(work: Work, s: m.Return, scope: Scope) -> Leaving:
    return Returned(None if s.value is None else evaluate(work, s.value, scope))


def raise_(work: Work, s: m.Raise, scope: Scope) -> Leaving:
    raise work.fault(s.fault)


# ---------------------------------------------------------------------------------------------------------- telling


def show(work: Work, s: m.Show, scope: Scope) -> Leaving:
    values = numbers(work, s.values, scope)
    printed = [work.index.labels.value_text(domain, v) for domain, v in zip(s.domains, values, strict=True)]
    work.tell(Shown(s.what, values, tuple(printed), members(work, s.audience, scope)))
    return None


def mark(work: Work, s: m.Mark, scope: Scope) -> Leaving:
    work.tell(Marked(s.clause))
    return None


FORMS_OF_STATEMENTS: dict[type, Callable[..., Leaving]] = {
    m.Assign: assign,
    m.Insert: insert,
    m.Push: push,
    m.Pull: pull,
    m.Define: define,
    m.When: when,
    m.Each: each,
    m.While: while_,
    m.Break: break_,
    m.Run: run,
    m.Return: return_,
    m.Raise: raise_,
    m.Note: note,
    m.Show: show,
    m.Mark: mark,
}

# ----------------------------------------------------------------------------------------------------- as if it had run


def after(work: Work, expr: m.After, scope: Scope) -> Value:
    """The body as if the routine had run: the cells come back, and nobody was told."""
    args = arguments(work, expr.args, scope)
    work.burn(len(work.cells) // NUMBERS_PER_STEP)
    cells, watch = list(work.cells), work.watch
    work.watch = None
    run_routine(work, work.index.routines[expr.routine], args)
    result = evaluate(work, expr.body, scope)
    work.cells, work.watch = cells, watch
    return result


FORMS[m.After] = after
