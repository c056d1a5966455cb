"""Inlining: a small function without recursion stands where it is called, so that what its arguments decide is seen."""

from __future__ import annotations

import attrs

from .. import program as m
from . import rewriter
from .child_mapping import children, mapped
from .free_names import Names
from .substitution import substituted

SMALL = 48
"""Expressions in a body that is still inlined."""
GROWTH = 400
"""Expressions that one whole expression may grow to."""


def inline(program: m.Machine, why: list[str]) -> m.Machine:
    inliner = Inliner(program)
    result = rewriter.machine(program, lambda expr, _: inliner.whole(expr))
    why.append(f"inline: {inliner.done} calls of {len(inliner.small)} small functions")
    return result


def size_of(expr: m.Expr) -> int:
    total, waiting = 0, [expr]
    while waiting:
        total += 1
        waiting.extend(children(waiting.pop()))
    return total


class Inliner:
    def __init__(self, program: m.Machine) -> None:
        self.names = Names(program)
        self.done = 0
        self.left = 0
        self.small: dict[str, m.Function] = {}
        for function in self.ordered(program):  # callees first, so that what is inlined is already flat
            body = self.expression(function.body) if self.begin() else function.body
            if function.nested == 0 and size_of(body) <= SMALL:
                self.small[function.name] = attrs.evolve(function, body=body)
        self.done = 0

    def begin(self) -> bool:
        self.left = GROWTH
        return True

    def ordered(self, program: m.Machine) -> list[m.Function]:
        """Functions, those that are called before those that call them; those on a circle in no certain order."""
        known = {f.name: f for f in program.functions}
        found: dict[str, m.Function] = {}
        busy: set[str] = set()

        def visit(function: m.Function) -> None:
            if function.name in found or function.name in busy:
                return
            busy.add(function.name)
            waiting = [function.body]
            while waiting:
                expr = waiting.pop()
                if isinstance(expr, m.Call):
                    visit(known[expr.function])
                waiting.extend(children(expr))
            found[function.name] = function

        for function in program.functions:
            visit(function)
        return list(found.values())

    def whole(self, expr: m.Expr) -> m.Expr:
        self.begin()
        return self.expression(expr)

    def expression(self, expr: m.Expr) -> m.Expr:
        expr = mapped(expr, self.expression)
        if not isinstance(expr, m.Call) or expr.function not in self.small:
            return expr
        function = self.small[expr.function]
        size = size_of(function.body)
        if size > self.left:
            return expr
        self.left -= size
        self.done += 1
        return inlined(function, expr.args, self.names)


def inlined(function: m.Function, args: tuple[m.Expr, ...], fresh: Names) -> m.Expr:
    """The body; an argument that is no plain value is named first, so that it is worked out once."""
    names: dict[str, m.Expr] = {}
    binds: list[tuple[str, m.Expr]] = []
    for param, arg in zip(function.params, args, strict=True):
        if isinstance(arg, m.Const | m.Local):
            names[param.name] = arg
        else:
            name = fresh.fresh(param.name)
            binds.append((name, arg))
            names[param.name] = m.Local(name)
    result = substituted(function.body, names, fresh)
    for name, value in reversed(binds):
        result = m.Bind(name, value, result)
    return result
