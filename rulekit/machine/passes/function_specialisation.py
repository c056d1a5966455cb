"""Function specialisation: a function called with constants becomes one of its own, in which they are known.

Where whose turn it is has become a constant (`constant_propagation.py`), so do the facts that are asked for that
player.  What is then small stands where it is called, as in `inline.py`.  Only for playouts: functions get other names.
"""

from __future__ import annotations

import attrs

from .. import program as m
from ..traversal import parts_of
from . import rewriter
from .child_mapping import mapped
from .constant_folding import Folder
from .dead_code_elimination import reached
from .free_names import Names
from .inline import SMALL, inlined, size_of
from .substitution import substituted
from .value_ranges import Scope

LONG = 600
"""Forms in a condition of a parameter that is still written out."""
GROWTH = 20_000
"""Forms in all the functions made, together."""


def function_specialisation(program: m.Machine, why: list[str]) -> m.Machine:
    reducer = Reducer(program)
    result = rewriter.machine(program, reducer.scoped, reducer.alternative)
    result = rewriter.statements(result, reducer.statement)
    result = reducer.with_made(result)
    why.append(
        f"function_specialisation: {reducer.made} functions and routines are known for some of their arguments; "
        f"{reducer.done} calls of them"
    )
    return result


Given = tuple[int | None, ...]
"""What is known of each argument."""


class Reducer:
    """Calls with constants, and what is known of functions then; also for passes that come to know more."""

    def __init__(self, program: m.Machine, names: Names | None = None) -> None:
        self.functions = {f.name: f for f in program.functions}
        self.routines = {r.name: r for r in program.routines}
        self.names = names or Names(program)
        self.folder = Folder(self.names, program.tables)
        self._known: dict[tuple[str, Given], m.Function | None] = {}
        self._ran: dict[tuple[str, Given], m.Routine | None] = {}
        self.new_functions: list[m.Function] = []
        self.new_routines: list[m.Routine] = []
        self.done = 0
        self.left = GROWTH

    @property
    def made(self) -> int:
        return len(self.new_functions) + len(self.new_routines)

    def with_made(self, program: m.Machine) -> m.Machine:
        """The machine with what was made, and without what nothing calls any more."""
        whole = attrs.evolve(
            program,
            functions=(*program.functions, *self.new_functions),
            routines=(*program.routines, *self.new_routines),
        )
        found = reached(whole)
        return attrs.evolve(
            whole,
            functions=tuple(f for f in whole.functions if ("function", f.name) in found),
            routines=tuple(r for r in whole.routines if ("routine", r.name) in found),
        )

    def scoped(self, expr: m.Expr, scope: Scope) -> m.Expr:
        return self.expression(expr)

    def expression(self, expr: m.Expr) -> m.Expr:
        """With every call reduced and folded, innermost first."""
        expr = self.folder.one(mapped(expr, self.expression))
        match expr:
            case m.Call(name, args):
                function = self.function(name, given(args))
                if function is not None:
                    self.done += 1
                    if size_of(function.body) <= SMALL:
                        return self.folder.expression(inlined(function, unknown(args), self.names))
                    return m.Call(function.name, unknown(args))
            case m.After(name, args, body):
                routine = self.routine(name, given(args))
                if routine is not None:
                    self.done += 1
                    return m.After(routine.name, unknown(args), body)
        return expr

    def alternative(self, a: m.Alternative) -> m.Alternative:
        """What a parameter must pass stands where it is asked, however long it is."""
        a = rewriter.alternative(a, self.expression)
        levels = tuple(attrs.evolve(x, tests=tuple(self.test(t) for t in x.tests)) for x in a.levels)
        return attrs.evolve(a, levels=levels)

    def test(self, test: m.Test) -> m.Test:
        value = test.value
        if test.name is None and isinstance(value, m.Call):
            function = self.functions[value.function]
            if not function.nested and size_of(function.body) <= LONG:
                return m.Test(inlined(function, value.args, self.names))
        return test

    def statement(self, stmt: m.Stmt) -> tuple[m.Stmt, ...]:
        if isinstance(stmt, m.Run):
            routine = self.routine(stmt.routine, given(stmt.args))
            if routine is not None:
                self.done += 1
                return (m.Run(routine.name, unknown(stmt.args), stmt.into),)
        return (stmt,)

    def function(self, name: str, known: Given) -> m.Function | None:
        """The function that is left when so much is known; None where nothing is, or nothing is to be gained."""
        if not any(value is not None for value in known):
            return None
        key = name, known
        if key not in self._known:
            function, told = self.functions[name], named(name, known)
            self._known[key] = self.functions.get(told)  # which an earlier pass may have made
            if self._known[key] is None and self.allowed(function.nested, size_of(function.body)):
                body = self.expression(
                    self.folder.expression(substituted(function.body, put(function, known), self.names))
                )
                self._known[key] = made = attrs.evolve(function, name=told, params=left(function, known), body=body)
                self.functions[told] = made
                self.new_functions.append(made)
        return self._known[key]

    def routine(self, name: str, known: Given) -> m.Routine | None:
        if not any(value is not None for value in known):
            return None
        key = name, known
        if key not in self._ran:
            routine, told = self.routines[name], named(name, known)
            self._ran[key] = self.routines.get(told)
            constants = put(routine, known)
            size = sum(1 for _ in parts_of(routine.body))
            free = not constants.keys() & set(rewriter.bound(routine.body))
            if self._ran[key] is None and free and self.allowed(routine.nested, size):
                body = rewriter.block(
                    routine.body,
                    lambda e: self.expression(self.folder.expression(substituted(e, constants, self.names))),
                )
                body = rewriter.rewritten(body, self.statement)
                self._ran[key] = made = attrs.evolve(routine, name=told, params=left(routine, known), body=body)
                self.routines[told] = made
                self.new_routines.append(made)
        return self._ran[key]

    def allowed(self, nested: int, size: int) -> bool:
        if nested or size > self.left:
            return False
        self.left -= size
        return True


def given(args: tuple[m.Expr, ...]) -> Given:
    return tuple(a.value if isinstance(a, m.Const) else None for a in args)


def unknown(args: tuple[m.Expr, ...]) -> tuple[m.Expr, ...]:
    return tuple(a for a in args if not isinstance(a, m.Const))


def named(name: str, known: Given) -> str:
    told = ", ".join("_" if value is None else str(value) for value in known)
    return f"{name}({told})"


def put(callee: m.Function | m.Routine, known: Given) -> dict[str, m.Expr]:
    return {p.name: m.Const(v) for p, v in zip(callee.params, known, strict=True) if v is not None}


def left(callee: m.Function | m.Routine, known: Given) -> tuple[m.Parameter, ...]:
    return tuple(p for p, v in zip(callee.params, known, strict=True) if v is None)
