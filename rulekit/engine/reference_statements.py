"""What each statement means: its form said once as a function that changes the cells of a `Work`.

The function answers None, or how it leaves the block: by a break or with a routine's result.  Locals live until the end
of their block.  A translator for each form, found by the form's class, makes it, as in `reference_expressions`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..machine import program as m
from ..machine.labels import Labels
from .events import Marked, Shown
from .interface import NUMBERS_PER_STEP, Value
from .reference_expressions import arguments, parameters
from .reference_forms import FORMS, condition, meaning, members, number, numbers
from .reference_loops import values_over
from .reference_work import Broken, Effect, Index, Leaving, Meaning, Returned, Scope, Work
from .state import Slot


def block(index: Index, body: Sequence[m.Stmt]) -> Effect:
    """A block in a scope of its own: what it defines anew is gone afterwards."""
    run = block_here(index, body)
    defines = {s.name for s in body if isinstance(s, m.Define)}
    defines |= {s.into for s in body if isinstance(s, m.Run) and s.into is not None}
    if not defines:
        return run

    def within(work: Work, scope: Scope) -> Leaving:
        new = [name for name in defines if name not in scope]
        leaving = run(work, scope)
        for name in new:
            scope.pop(name, None)
        return leaving

    return within


def block_here(index: Index, body: Sequence[m.Stmt]) -> Effect:
    """Statements one after the other; what they define stays in the scope."""
    steps = [effect(index, statement) for statement in body]
    if len(steps) == 1:
        return steps[0]

    def run(work: Work, scope: Scope) -> Leaving:
        for step in steps:
            leaving = step(work, scope)
            if leaving is not None:
                return leaving
        return None

    return run


def effect(index: Index, statement: m.Stmt) -> Effect:
    return FORMS_OF_STATEMENTS[type(statement)](index, statement)


def effect_of(index: Index, routine: m.Routine) -> Effect:
    """What a routine's body does; translated when it is first needed."""
    if routine.name not in index.effects:
        index.effects[routine.name] = block_here(index, routine.body)
    return index.effects[routine.name]


def run_routine(work: Work, routine: m.Routine, inner: Scope) -> Value | None:
    """The routine's result, if it has one; `inner` are its parameters."""
    work.enter(routine)
    run = work.index.effects.get(routine.name) or effect_of(work.index, routine)
    leaving = run(work, inner)
    work.leave(routine)
    return leaving.value if isinstance(leaving, Returned) else None


def call_routine(work: Work, routine: m.Routine, args: Sequence[Value]) -> None:
    """A routine that is run by name."""
    run_routine(work, routine, parameters(routine, args))


# -------------------------------------------------------------------------------------------------------------- writing


def assign(index: Index, s: m.Assign) -> Effect:
    slot, fault = index.layout.slots[s.cell], s.fault
    low, high = slot.cell.low, slot.cell.high
    everything = frozenset(range(high + 1) if slot.cell.kind == "set" else ())
    indices, value = numbers(index, s.index), meaning(index, s.value)

    def assigned(work: Work, scope: Scope) -> Leaving:
        at, new = indices(work, scope), value(work, scope)
        if not (low <= new <= high if isinstance(new, int) else new <= everything):
            if fault is None:
                raise ValueError(f"{s.cell}{list(at)} cannot hold {new}, which was known to fit")
            raise work.fault(fault)
        work.store(slot, at, new)
        return None

    return assigned


def insert(index: Index, s: m.Insert) -> Effect:
    slot, indices, member = index.layout.slots[s.cell], numbers(index, s.index), number(index, s.member)

    def inserted(work: Work, scope: Scope) -> Leaving:
        at, one = indices(work, scope), member(work, scope)
        before = slot.read(work.cells, at)
        assert isinstance(before, frozenset) and 0 <= one <= slot.cell.high
        work.store(slot, at, before - {one} if s.drop else before | {one})
        return None

    return inserted


def push(index: Index, s: m.Push) -> Effect:
    slot, indices, value = index.layout.slots[s.cell], numbers(index, s.index), number(index, s.value)

    def pushed(work: Work, scope: Scope) -> Leaving:
        at, new = indices(work, scope), value(work, scope)
        assert 1 <= new <= slot.cell.high
        ring = slot.read(work.cells, at)
        assert isinstance(ring, tuple)
        if len(ring) >= slot.cell.capacity:
            raise work.fault(s.fault)
        work.store(slot, at, (*ring, new) if s.end == "top" else (new, *ring))
        return None

    return pushed


def pull(index: Index, s: m.Pull) -> Effect:
    slot, indices, position = index.layout.slots[s.cell], numbers(index, s.index), number(index, s.position)

    def pulled(work: Work, scope: Scope) -> Leaving:
        at, taken = indices(work, scope), position(work, scope)
        ring = slot.read(work.cells, at)
        assert isinstance(ring, tuple)
        if not 0 <= taken < len(ring):
            raise work.fault(s.fault)
        work.store(slot, at, ring[:taken] + ring[taken + 1 :])
        return None

    return pulled


def note(index: Index, s: m.Note) -> Effect:
    position, slots = index.positions[s.position], index.layout.slots
    history, count = slots[f"history.{s.position}"], slots[f"history.{s.position}.size"]

    def forgotten(work: Work, scope: Scope) -> Leaving:
        for at in range(work.cells[count.offset]):
            work.store(history, (at,), 0)
        work.store(count, (), 0)
        return None

    def noted(work: Work, scope: Scope) -> Leaving:
        size = work.cells[count.offset]
        if size >= position.capacity:
            raise work.fault(position.fault)
        work.store(history, (size,), work.position_hash(s.position))
        work.store(count, (), size + 1)
        return None

    return forgotten if s.forget else noted


# -------------------------------------------------------------------------------------------------------------- control


def define(index: Index, s: m.Define) -> Effect:
    name, value = s.name, meaning(index, s.value)

    def defined(work: Work, scope: Scope) -> Leaving:
        scope[name] = value(work, scope)
        return None

    return defined


def when(index: Index, s: m.When) -> Effect:
    holds, then, otherwise = number(index, s.condition), block(index, s.then), block(index, s.otherwise)
    return lambda work, scope: then(work, scope) if holds(work, scope) else otherwise(work, scope)


def each(index: Index, s: m.Each) -> Effect:
    """The loop's name hides an outer one of the same name for as long as it runs."""
    name, values = s.name, values_over(index, s.over)
    where, body = condition(index, s.where), block(index, s.body)

    def looped(work: Work, scope: Scope) -> Leaving:
        outside = scope.get(name)
        for value in values(work, scope):
            work.burn()
            scope[name] = value
            if where(work, scope):
                leaving = body(work, scope)
                if isinstance(leaving, Returned):
                    return leaving
                if leaving is not None:
                    break
        scope.pop(name, None)
        if outside is not None:
            scope[name] = outside
        return None

    return looped


def while_(index: Index, s: m.While) -> Effect:
    limit = None if s.limit is None else number(index, s.limit)
    holds, body = number(index, s.condition), block(index, s.body)

    def looped(work: Work, scope: Scope) -> Leaving:
        most = None if limit is None else limit(work, scope)
        made = 0
        while holds(work, scope):
            if made == most:
                raise work.fault(s.fault)
            made += 1
            work.burn()
            leaving = body(work, scope)
            if isinstance(leaving, Returned):
                return leaving
            if leaving is not None:
                break
        return None

    return looped


def break_(index: Index, s: m.Break) -> Effect:
    leaving = Broken()
    return lambda work, scope: leaving


def run(index: Index, s: m.Run) -> Effect:
    routine, into = index.routines[s.routine], s.into
    given = arguments(index, routine, s.args)

    def ran(work: Work, scope: Scope) -> Leaving:
        result = run_routine(work, routine, given(work, scope))
        if into is not None:
            assert result is not None
            scope[into] = result
        return None

    return ran


def return_(index: Index, s: m.Return) -> Effect:
    if s.value is None:
        leaving = Returned(None)
        return lambda work, scope: leaving
    value = meaning(index, s.value)
    return lambda work, scope: Returned(value(work, scope))


def raise_(index: Index, s: m.Raise) -> Effect:
    def raised(work: Work, scope: Scope) -> Leaving:
        raise work.fault(s.fault)

    return raised


# -------------------------------------------------------------------------------------------------------------- telling


def show(index: Index, s: m.Show) -> Effect:
    places, audience = numbers(index, s.index), members(index, s.audience)
    value = None if s.value is None else meaning(index, s.value)
    slot = None if s.cell is None else index.layout.slots[s.cell]

    def shown(work: Work, scope: Scope) -> Leaving:
        at = places(work, scope)
        if value is not None:
            now: Value | tuple[int, ...] = value(work, scope)
        else:
            assert slot is not None
            now = slot.whole(work.cells, at)
        seers = audience(work, scope)
        if work.teller is not None:
            work.teller.shown(s, at, now, seers)
        if work.watch is not None:
            work.tell(Shown(s.what, s.cell, at, now, shown_text(index.labels, s, slot, at, now), seers))
        return None

    return shown


def shown_text(labels: Labels, s: m.Show, slot: Slot | None, at: tuple[int, ...], now: Value | tuple[int, ...]) -> str:
    if slot is not None:
        return f"{labels.element_text(slot.cell, at)}: {labels.contents_text(slot.cell, now)}"
    return f"{labels.words_text(s.what, s.dims, at)}: {labels.told_text(s.domain, now)}"


def mark(index: Index, s: m.Mark) -> Effect:
    marked = Marked(s.clause)
    return lambda work, scope: work.tell(marked)


FORMS_OF_STATEMENTS: dict[type, Callable[..., Effect]] = {
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


def after(index: Index, expr: m.After) -> Meaning:
    """The body as if the routine had run: the cells come back, and nobody was told."""
    routine, body = index.routines[expr.routine], meaning(index, expr.body)
    given = arguments(index, routine, expr.args)

    def supposed(work: Work, scope: Scope) -> Value:
        inner = given(work, scope)
        work.burn(len(work.cells) // NUMBERS_PER_STEP)
        cells, watch, teller = work.cells, work.watch, work.teller
        work.cells, work.watch, work.teller = cells.copy(), None, None
        run_routine(work, routine, inner)
        result = body(work, scope)
        work.cells, work.watch, work.teller = cells, watch, teller
        return result

    return supposed


FORMS[m.After] = after
