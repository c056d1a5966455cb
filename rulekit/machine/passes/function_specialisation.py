"""Function specialisation: copies functions and routines for calls with constant arguments, and folds these constants.

After `constant_propagation.py`, the active player is often a constant, and so are arguments that depend on it. Small
copies are inlined, as in `inline.py`. Only for playouts, because functions get other names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import attrs

from .. import program as m
from ..analyses.manager import Analyses
from ..analyses.value_ranges import Scope
from ..form_table import map_children, parts_of
from . import rewriter
from .constant_folding import Folder
from .dead_code_elimination import live_names
from .inline import SMALL, expression_size, inline_body, replace_names

LONG = 600  # the greatest number of expression nodes in a function that is inlined as the test of a parameter
GROWTH = 20_000  # the greatest number of expression nodes in all specialised copies together


def function_specialisation(analyses: Analyses, why: list[str]) -> m.Machine:
    specialiser = FunctionSpecialiser(analyses)
    result = rewriter.machine(analyses.machine, specialiser.expression_in_scope, specialiser.alternative)
    result = rewriter.statements(result, specialiser.statement)
    why.append(
        f"function_specialisation: {specialiser.made} functions and routines are known for some of their arguments; "
        f"{specialiser.done} calls of them"
    )
    return specialiser.with_made(result)


C = TypeVar("C", m.Function, m.Routine)
GivenArguments = tuple[int | None, ...]
"""The value of each argument; None if it is not known."""


class FunctionSpecialiser:
    """Specialises calls with constant arguments. Passes that can compute more arguments derive from this class."""

    def __init__(self, analyses: Analyses) -> None:
        self.analyses = analyses
        self.functions, self.routines = analyses.functions, analyses.routines
        self.fresh = analyses.fresh
        self.folder = Folder(self.fresh, analyses.tables)
        self._copies: dict[tuple[type, str], bool] = {}
        self.made = self.done = 0
        self.left = GROWTH

    def with_made(self, program: m.Machine) -> m.Machine:
        """Return the machine with the specialised copies added and functions removed that are no longer called."""
        whole = self.analyses.with_added(program)
        found = live_names(self.analyses.after(whole))
        return attrs.evolve(
            whole,
            functions=tuple(f for f in whole.functions if ("function", f.name) in found),
            routines=tuple(r for r in whole.routines if ("routine", r.name) in found),
        )

    def expression_in_scope(self, expr: m.Expr, scope: Scope) -> m.Expr:
        return self.expression(expr)

    def expression(self, expr: m.Expr) -> m.Expr:
        """Return the expression with every call specialised and constants folded, innermost first."""
        expr = self.folder.one(map_children(expr, self.expression))
        match expr:
            case m.Call(name, args):
                function = self.function(name, constant_arguments(args))
                if function is not None:
                    self.done += 1
                    if expression_size(function.body) <= SMALL:
                        return self.folder.expression(inline_body(function, unknown(args), self.fresh))
                    return m.Call(function.name, unknown(args))
            case m.After(name, args, body):
                routine = self.routine(name, constant_arguments(args))
                if routine is not None:
                    self.done += 1
                    return m.After(routine.name, unknown(args), body)
        return expr

    def alternative(self, a: m.Alternative) -> m.Alternative:
        """Return the alternative with calls specialised. Calls that are tests of a parameter are also inlined."""
        a = rewriter.alternative(a, self.expression)
        levels = tuple(attrs.evolve(x, tests=tuple(self.test(t) for t in x.tests)) for x in a.levels)
        return attrs.evolve(a, levels=levels)

    def test(self, test: m.Test) -> m.Test:
        value = test.value
        if test.name is None and isinstance(value, m.Call):
            function = self.functions[value.function]
            if not function.nested and not function.remembered and expression_size(function.body) <= LONG:
                return m.Test(inline_body(function, value.args, self.fresh))
        return test

    def statement(self, stmt: m.Stmt) -> tuple[m.Stmt, ...]:
        if isinstance(stmt, m.Run):
            routine = self.routine(stmt.routine, constant_arguments(stmt.args))
            if routine is not None:
                self.done += 1
                return (m.Run(routine.name, unknown(stmt.args), stmt.into),)
        return (stmt,)

    def function(self, name: str, known: GivenArguments) -> m.Function | None:
        return self.copy(self.functions[name], known, self.functions, self.analyses.add_function)

    def routine(self, name: str, known: GivenArguments) -> m.Routine | None:
        return self.copy(self.routines[name], known, self.routines, self.analyses.add_routine)

    def copy(self, callee: C, known: GivenArguments, there: Mapping[str, C], add: Callable[[C], None]) -> C | None:
        """Return the copy for these arguments, or None if no argument is constant or the copy would be too large."""
        if all(value is None for value in known):
            return None
        name = f"{callee.name}({', '.join('_' if value is None else str(value) for value in known)})"
        given = list(zip(callee.params, known, strict=True))
        constants: dict[str, m.Expr] = {param.name: m.Const(value) for param, value in given if value is not None}
        key = type(callee), name
        if key not in self._copies:
            self._copies[key] = name in there  # an earlier pass may have made this copy
            if not self._copies[key] and self.take_from_budget(callee, constants):
                left = tuple(param for param, value in given if value is None)
                add(attrs.evolve(callee, name=name, params=left, body=self.body(callee, constants)))
                self._copies[key] = True
                self.made += 1
        return there[name] if self._copies[key] else None

    def body(self, callee: m.Function | m.Routine, constants: dict[str, m.Expr]) -> Any:
        """Return the body of a function or routine with constants instead of some parameters."""

        def change(expr: m.Expr) -> m.Expr:
            return self.expression(self.folder.expression(replace_names(expr, constants, self.fresh)))

        if isinstance(callee, m.Function):
            return change(callee.body)
        return rewriter.rewritten(rewriter.block(callee.body, change), self.statement)

    def take_from_budget(self, callee: m.Function | m.Routine, constants: Mapping[str, m.Expr]) -> bool:
        """Return whether a copy is allowed by the size limit. If it is, subtract its size from the limit."""
        if isinstance(callee, m.Function):
            size = expression_size(callee.body)
        elif constants.keys() & set(rewriter.names_introduced(callee.body)):
            return False
        else:
            size = sum(1 for _ in parts_of(callee.body))
        if callee.nested or size > self.left or (isinstance(callee, m.Function) and callee.remembered):
            return False
        self.left -= size
        return True


def constant_arguments(args: tuple[m.Expr, ...]) -> GivenArguments:
    return tuple(a.value if isinstance(a, m.Const) else None for a in args)


def unknown(args: tuple[m.Expr, ...]) -> tuple[m.Expr, ...]:
    return tuple(a for a in args if not isinstance(a, m.Const))
