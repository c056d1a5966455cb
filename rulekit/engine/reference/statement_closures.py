"""Compile statements: each form becomes a closure that changes the cells of an `ExecutionContext`.

The closure returns a completion: None if control continues with the next statement, otherwise how it leaves the block
(by a break, or with a routine's result). Local variables live until the end of their block.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...machine import program as m
from ..events import Marked, Shown
from ..interface import NUMBERS_PER_STEP, Value
from .context import (
    EXPRESSIONS,
    BreakCompletion,
    Closure,
    Completion,
    ExecutionContext,
    MachineIndex,
    ReturnCompletion,
    Scope,
    StatementClosure,
    compile_condition,
    compile_expression,
    compile_number,
    compile_numbers,
    compile_set,
)
from .expression_closures import bind_parameters, compile_arguments
from .loop_closures import compile_domain


def compile_block(index: MachineIndex, body: Sequence[m.Stmt]) -> StatementClosure:
    """Return the closure of a block with its own scope: its new variables end with it."""
    run = compile_statements(index, body)
    defines = {s.name for s in body if isinstance(s, m.Define)}
    defines |= {s.into for s in body if isinstance(s, m.Run) and s.into is not None}
    if not defines:
        return run

    def execute(context: ExecutionContext, scope: Scope) -> Completion:
        new = [name for name in defines if name not in scope]
        completion = run(context, scope)
        for name in new:
            scope.pop(name, None)
        return completion

    return execute


def compile_statements(index: MachineIndex, body: Sequence[m.Stmt]) -> StatementClosure:
    """Return a closure that runs statements in order. Their new variables remain in the scope afterwards."""
    steps = [compile_statement(index, statement) for statement in body]
    if len(steps) == 1:
        return steps[0]

    def run(context: ExecutionContext, scope: Scope) -> Completion:
        for step in steps:
            completion = step(context, scope)
            if completion is not None:
                return completion
        return None

    return run


def compile_statement(index: MachineIndex, statement: m.Stmt) -> StatementClosure:
    return STATEMENTS[type(statement)](index, statement)


def get_routine_closure(index: MachineIndex, routine: m.Routine) -> StatementClosure:
    """Return the closure of a routine's body; compile it on first use."""
    if routine.name not in index.routine_closures:
        index.routine_closures[routine.name] = compile_statements(index, routine.body)
    return index.routine_closures[routine.name]


def run_routine(context: ExecutionContext, routine: m.Routine, inner: Scope) -> Value | None:
    """Run a routine with these local variables, its parameters by name. Return its result, or None if it has none."""
    context.enter(routine)
    run = context.index.routine_closures.get(routine.name) or get_routine_closure(context.index, routine)
    completion = run(context, inner)
    context.leave(routine)
    return completion.value if isinstance(completion, ReturnCompletion) else None


def call_routine(context: ExecutionContext, routine: m.Routine, args: Sequence[Value]) -> None:
    """Run a routine with these values as arguments, and ignore its result."""
    run_routine(context, routine, bind_parameters(routine, args))


# ------------------------------------------------------------------------------------------ statements that write cells


def compile_write(index: MachineIndex, s: m.Write) -> StatementClosure:
    slot, fault = index.layout.slots[s.cell], s.fault
    low, high = slot.cell.low, slot.cell.high
    everything = frozenset(range(high + 1) if slot.cell.kind == "set" else ())
    indices, value = compile_numbers(index, s.index), compile_expression(index, s.value)

    def execute(context: ExecutionContext, scope: Scope) -> Completion:
        at, new = indices(context, scope), value(context, scope)
        if not (low <= new <= high if isinstance(new, int) else new <= everything):
            if fault is None:
                raise ValueError(f"{s.cell}{list(at)} cannot hold {new}, which was known to fit")
            raise context.fault(fault)
        context.store(slot, at, new)
        return None

    return execute


def compile_insert(index: MachineIndex, s: m.Insert) -> StatementClosure:
    slot, indices, member = index.layout.slots[s.cell], compile_numbers(index, s.index), compile_number(index, s.member)

    def execute(context: ExecutionContext, scope: Scope) -> Completion:
        at, one = indices(context, scope), member(context, scope)
        before = slot.read(context.cells, at)
        assert isinstance(before, frozenset) and 0 <= one <= slot.cell.high
        context.store(slot, at, before - {one} if s.drop else before | {one})
        return None

    return execute


def compile_push(index: MachineIndex, s: m.Push) -> StatementClosure:
    slot, indices, value = index.layout.slots[s.cell], compile_numbers(index, s.index), compile_number(index, s.value)

    def execute(context: ExecutionContext, scope: Scope) -> Completion:
        at, new = indices(context, scope), value(context, scope)
        assert 1 <= new <= slot.cell.high
        ring = slot.read(context.cells, at)
        assert isinstance(ring, tuple)
        if len(ring) >= slot.cell.capacity:
            raise context.fault(s.fault)
        context.store(slot, at, (*ring, new) if s.end == "top" else (new, *ring))
        return None

    return execute


def compile_pull(index: MachineIndex, s: m.Pull) -> StatementClosure:
    slot, indices = index.layout.slots[s.cell], compile_numbers(index, s.index)
    position = compile_number(index, s.position)

    def execute(context: ExecutionContext, scope: Scope) -> Completion:
        at, taken = indices(context, scope), position(context, scope)
        ring = slot.read(context.cells, at)
        assert isinstance(ring, tuple)
        if not 0 <= taken < len(ring):
            raise context.fault(s.fault)
        context.store(slot, at, ring[:taken] + ring[taken + 1 :])
        return None

    return execute


def compile_note(index: MachineIndex, s: m.Note) -> StatementClosure:
    position, slots = index.positions[s.position], index.layout.slots
    history, count = slots[f"history.{s.position}"], slots[f"history.{s.position}.size"]

    def forget(context: ExecutionContext, scope: Scope) -> Completion:
        for at in range(context.cells[count.offset]):
            context.store(history, (at,), 0)
        context.store(count, (), 0)
        return None

    def remember(context: ExecutionContext, scope: Scope) -> Completion:
        size = context.cells[count.offset]
        if size >= position.capacity:
            raise context.fault(position.fault)
        context.store(history, (size,), context.position_hash(s.position))
        context.store(count, (), size + 1)
        return None

    return forget if s.forget else remember


# ------------------------------------------------------------------------------------ control flow, variables and calls


def compile_define(index: MachineIndex, s: m.Define) -> StatementClosure:
    name, value = s.name, compile_expression(index, s.value)

    def execute(context: ExecutionContext, scope: Scope) -> Completion:
        scope[name] = value(context, scope)
        return None

    return execute


def compile_if(index: MachineIndex, s: m.IfStatement) -> StatementClosure:
    holds = compile_number(index, s.condition)
    then, otherwise = compile_block(index, s.then), compile_block(index, s.otherwise)
    return lambda context, scope: then(context, scope) if holds(context, scope) else otherwise(context, scope)


def compile_each(index: MachineIndex, s: m.Each) -> StatementClosure:
    """Return the closure of a loop statement; in its body, the loop's name hides an outer variable of the same name."""
    name, values = s.name, compile_domain(index, s.over)
    where, body = compile_condition(index, s.where), compile_block(index, s.body)

    def execute(context: ExecutionContext, scope: Scope) -> Completion:
        outside = scope.get(name)
        for value in values(context, scope):
            context.consume_fuel()
            scope[name] = value
            if where(context, scope):
                completion = body(context, scope)
                if isinstance(completion, ReturnCompletion):
                    return completion
                if completion is not None:
                    break
        scope.pop(name, None)
        if outside is not None:
            scope[name] = outside
        return None

    return execute


def compile_while(index: MachineIndex, s: m.While) -> StatementClosure:
    limit = None if s.limit is None else compile_number(index, s.limit)
    holds, body = compile_number(index, s.condition), compile_block(index, s.body)

    def execute(context: ExecutionContext, scope: Scope) -> Completion:
        most = None if limit is None else limit(context, scope)
        made = 0
        while holds(context, scope):
            if made == most:
                raise context.fault(s.fault)
            made += 1
            context.consume_fuel()
            completion = body(context, scope)
            if isinstance(completion, ReturnCompletion):
                return completion
            if completion is not None:
                break
        return None

    return execute


def compile_break(index: MachineIndex, s: m.Break) -> StatementClosure:
    completion = BreakCompletion()
    return lambda context, scope: completion


def compile_run(index: MachineIndex, s: m.Run) -> StatementClosure:
    routine, into = index.routines[s.routine], s.into
    given = compile_arguments(index, routine, s.args)

    def execute(context: ExecutionContext, scope: Scope) -> Completion:
        result = run_routine(context, routine, given(context, scope))
        if into is not None:
            assert result is not None
            scope[into] = result
        return None

    return execute


def compile_return(index: MachineIndex, s: m.ReturnResult) -> StatementClosure:
    if s.value is None:
        completion = ReturnCompletion(None)
        return lambda context, scope: completion
    value = compile_expression(index, s.value)
    return lambda context, scope: ReturnCompletion(value(context, scope))


def compile_raise(index: MachineIndex, s: m.Raise) -> StatementClosure:
    def execute(context: ExecutionContext, scope: Scope) -> Completion:
        raise context.fault(s.fault)

    return execute


# ---------------------------------------------------------------------------- statements that show something to players


def compile_reveal(index: MachineIndex, s: m.Reveal) -> StatementClosure:
    places, audience = compile_numbers(index, s.index), compile_set(index, s.audience)
    value = None if s.value is None else compile_expression(index, s.value)
    slot = None if s.cell is None else index.layout.slots[s.cell]
    shown = Shown(s.what, s.cell)

    def execute(context: ExecutionContext, scope: Scope) -> Completion:
        at = places(context, scope)
        if value is not None:
            now: Value | tuple[int, ...] = value(context, scope)
        else:
            assert slot is not None
            now = slot.whole(context.cells, at)
        seers = audience(context, scope)
        if context.recorder is not None:
            context.recorder.record_show(s, at, now, seers)
        context.notify(shown)
        return None

    return execute


def compile_mark(index: MachineIndex, s: m.Mark) -> StatementClosure:
    marked = Marked(s.clause)
    return lambda context, scope: context.notify(marked)


STATEMENTS: dict[type, Callable[..., StatementClosure]] = {
    m.Write: compile_write,
    m.Insert: compile_insert,
    m.Push: compile_push,
    m.Pull: compile_pull,
    m.Define: compile_define,
    m.IfStatement: compile_if,
    m.Each: compile_each,
    m.While: compile_while,
    m.Break: compile_break,
    m.Run: compile_run,
    m.ReturnResult: compile_return,
    m.Raise: compile_raise,
    m.Note: compile_note,
    m.Reveal: compile_reveal,
    m.Mark: compile_mark,
}

# ---------------------------------------------------------------- trials: expressions evaluated as if a routine had run


def compile_after(index: MachineIndex, expr: m.After) -> Closure:
    """Return the closure of an `after` expression: run the routine, evaluate the body, then restore the cells. The
    observer gets no events."""
    routine, body = index.routines[expr.routine], compile_expression(index, expr.body)
    given = compile_arguments(index, routine, expr.args)

    def evaluate(context: ExecutionContext, scope: Scope) -> Value:
        inner = given(context, scope)
        context.consume_fuel(len(context.cells) // NUMBERS_PER_STEP)
        cells, watch, recorder = context.cells, context.watch, context.recorder
        context.cells, context.watch, context.recorder = cells.copy(), None, None
        run_routine(context, routine, inner)
        result = body(context, scope)
        context.cells, context.watch, context.recorder = cells, watch, recorder
        return result

    return evaluate


EXPRESSIONS[m.After] = compile_after
