"""What must hold of each statement of a machine (`kind_checker.py`)."""

from __future__ import annotations

from . import program as m
from .kind_checker import KindChecker, Kinds, fitting
from .program import NUMBER
from .verify_expressions import known_position


@fitting(m.Write)
def _assign(c: KindChecker, s: m.Write, scope: Kinds) -> None:
    cell = c.element(s.cell, s.index, scope, "number", "set")
    c.want(s.value, None if cell is None else NUMBER if cell.kind == "number" else cell.high + 1, scope)
    c.fault(s.fault)


@fitting(m.Insert)
def _insert(c: KindChecker, s: m.Insert, scope: Kinds) -> None:
    c.element(s.cell, s.index, scope, "set")
    c.want(s.member, NUMBER, scope)


@fitting(m.Push)
def _push(c: KindChecker, s: m.Push, scope: Kinds) -> None:
    c.element(s.cell, s.index, scope, "ring")
    c.want(s.value, NUMBER, scope)
    c.fault(s.fault)


@fitting(m.Pull)
def _pull(c: KindChecker, s: m.Pull, scope: Kinds) -> None:
    c.element(s.cell, s.index, scope, "ring")
    c.want(s.position, NUMBER, scope)
    c.fault(s.fault)


@fitting(m.Define)
def _define(c: KindChecker, s: m.Define, scope: Kinds) -> None:
    _defined(c, s.name, c.kind(s.value, scope), scope)


def _defined(c: KindChecker, name: str, kind: int | None, scope: Kinds) -> None:
    """A local keeps its kind as long as its block lasts."""
    if scope.get(name, kind) != kind and kind is not None:
        c.complain(f"local {name} changes its kind")
    scope[name] = kind


@fitting(m.IfStatement)
def _when(c: KindChecker, s: m.IfStatement, scope: Kinds) -> None:
    c.want(s.condition, NUMBER, scope)
    c.inner_block(s.then, scope)
    c.inner_block(s.otherwise, scope)


@fitting(m.Each)
def _each(c: KindChecker, s: m.Each, scope: Kinds) -> None:
    inner = c.loop(s.name, s.over, s.where, scope)
    with c.looping():
        c.block(s.body, inner)


@fitting(m.While)
def _while(c: KindChecker, s: m.While, scope: Kinds) -> None:
    c.want(s.condition, NUMBER, scope)
    c.want(s.limit, NUMBER, scope)
    c.fault(s.fault)
    with c.looping():
        c.inner_block(s.body, scope)


@fitting(m.Break)
def _break(c: KindChecker, s: m.Break, scope: Kinds) -> None:
    if not c.loops:
        c.complain("a break stands outside any loop")


@fitting(m.Run)
def _run(c: KindChecker, s: m.Run, scope: Kinds) -> None:
    routine = c.routines.get(s.routine)
    if routine is None:
        c.complain(f"no routine is named {s.routine}")
        return
    c.arguments(routine, s.args, scope)
    if s.into is not None:
        if routine.kind is None:
            c.complain(f"routine {s.routine} gives nothing")
        _defined(c, s.into, routine.kind, scope)


@fitting(m.ReturnResult)
def _return(c: KindChecker, s: m.ReturnResult, scope: Kinds) -> None:
    if not c.in_routine:
        c.complain("a return stands outside any routine")
    elif (s.value is None) != (c.result is None):
        c.complain("a return gives nothing" if s.value is None else "a return gives what the routine does not")
    c.want(s.value, c.result, scope)


@fitting(m.Raise)
def _raise(c: KindChecker, s: m.Raise, scope: Kinds) -> None:
    c.fault(s.fault)


@fitting(m.Note)
def _note(c: KindChecker, s: m.Note, scope: Kinds) -> None:
    known_position(c, s.position)


@fitting(m.Reveal)
def _show(c: KindChecker, s: m.Reveal, scope: Kinds) -> None:
    c.some_set(s.audience, scope)
    if (s.cell is None) == (s.value is None):
        c.complain(f"show {' '.join(s.what)} shows neither a cell nor a value, or both")
    elif s.value is not None:
        c.numbers(s.index, scope)
        c.kind(s.value, scope)
        if not len(s.index) == len(s.dims) == len(s.what) - 1:
            c.complain(f"show {' '.join(s.what)} has {len(s.index)} numbers and {len(s.dims)} domains")
    else:
        _shown_element(c, s, scope)


def _shown_element(c: KindChecker, s: m.Reveal, scope: Kinds) -> None:
    """An element of a heap is all its kinds together."""
    assert s.cell is not None
    cell = c.cells.get(s.cell)
    heap: tuple[m.Expr, ...] = (m.Const(0),) if cell is not None and cell.heap else ()
    found = c.element(s.cell, (*s.index, *heap), scope, "number", "set", "ring")
    if found is not None and found.role not in ("place", "keep"):
        c.complain(f"cell {s.cell} is nothing that players see")


@fitting(m.Mark)
def _mark(c: KindChecker, s: m.Mark, scope: Kinds) -> None:
    """A mark needs nothing; `verify` looks up its clause."""
