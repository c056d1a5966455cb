"""Narrow: a loop whose values must lie in a set runs over the set, and not over everything and asks.

`count(x in 0..63 where x in men and …)` becomes a loop over `men`; so does a parameter of a decision.  What is asked
before must be unable to fault, since it is no longer asked for what lies outside.
"""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from .. import program as m
from . import everywhere
from .rebuild import Names, mapped
from .total import Totals


def narrow(program: m.Machine, why: list[str]) -> m.Machine:
    narrower = Narrower(program)
    result = everywhere.machine(program, narrower.expression, narrower.alternative)
    why.append(f"narrow: {narrower.done} loops run over a set")
    return result


class Narrower:
    def __init__(self, program: m.Machine) -> None:
        self.done = 0
        self.names = Names()
        self.totals = Totals(program)
        self.cells: Mapping[str, m.Cell] = {c.name: c for c in program.cells}
        self.tables: Mapping[str, m.Table] = {t.name: t for t in program.tables}
        self.functions: Mapping[str, m.Function] = {f.name: f for f in program.functions}

    def size(self, expr: m.Expr) -> int | None:
        """How many members the set may have; None where that is not plain to see."""
        match expr:
            case m.SetConst(size) | m.SetOf(size) | m.SetBuild(size) | m.Reach(size):
                return size
            case m.SetOp(_, left, right):
                return self.size(left) or self.size(right)
            case m.If(_, then, otherwise):
                return self.size(then) or self.size(otherwise)
            case m.Load(cell) if self.cells[cell].kind == "set":
                return self.cells[cell].high + 1
            case m.Lookup(table) if self.tables[table].kind:
                return self.tables[table].kind
            case m.Call(function):
                return self.functions[function].kind or None
            case m.Bind(_, _, body) | m.Check(_, _, body):
                return self.size(body)
        return None

    def split(self, parts: list[m.Expr], name: str, low: int, high: int) -> tuple[m.Expr, list[m.Expr]] | None:
        """The set among the conditions that `name` must lie in, and the other conditions."""
        for i, part in enumerate(parts):
            match part:
                case m.Has(found, m.Local(local)) if local == name and name not in self.names.free(found):
                    size = self.size(found)
                    if size is not None and low <= 0 and size - 1 <= high and self.totals.expression(found):
                        return found, parts[:i] + parts[i + 1 :]
            if not self.totals.expression(part):
                return None
        return None

    # ------------------------------------------------------------------------------------------------------------ loops

    def expression(self, expr: m.Expr) -> m.Expr:
        expr = mapped(expr, self.expression)
        match expr:
            case m.Fold(kind=kind, name=name, over=m.Over(m.Const(low), m.Const(high)), where=where, body=body):
                parts = conjuncts(where)
                if kind == "some" and where is None and body is not None:
                    parts = conjuncts(body)
                found = self.split(parts, name, low, high)
                if found is None:
                    return expr
                self.done += 1
                if kind == "some" and where is None:
                    rest = conjoined(found[1]) or m.Const(1)
                    return attrs.evolve(expr, over=m.Over(within=found[0]), body=rest)
                return attrs.evolve(expr, over=m.Over(within=found[0]), where=conjoined(found[1]))
            case m.SetBuild(name=name, over=m.Over(m.Const(low), m.Const(high)), where=where):
                found = self.split(conjuncts(where), name, low, high)
                if found is not None:
                    self.done += 1
                    return attrs.evolve(expr, over=m.Over(within=found[0]), where=conjoined(found[1]))
        return expr

    def alternative(self, a: m.Alternative) -> m.Alternative:
        a = everywhere.alternative(a, self.expression)
        return attrs.evolve(a, levels=tuple(self.level(level) for level in a.levels))

    def level(self, level: m.Level) -> m.Level:
        tests = [m.Test(part) for t in level.tests if t.name is None for part in conjuncts(t.value)]
        if len(tests) < len(level.tests) or any(t.name for t in level.tests):
            leading = 0
            while leading < len(level.tests) and level.tests[leading].name is None:
                leading += 1
            tests = [m.Test(part) for t in level.tests[:leading] for part in conjuncts(t.value)]
            tail = level.tests[leading:]
        else:
            tail = ()
        found = self.split([t.value for t in tests], level.name, level.low, level.high)
        if found is None or level.within is not None:
            return level
        self.done += 1
        return attrs.evolve(level, within=found[0], tests=(*(m.Test(part) for part in found[1]), *tail))


def conjuncts(expr: m.Expr | None) -> list[m.Expr]:
    """The parts of a condition that must all hold, in order."""
    if expr is None:
        return []
    if isinstance(expr, m.Op) and expr.op == "and":
        return [part for arg in expr.args for part in conjuncts(arg)]
    return [expr]


def conjoined(parts: list[m.Expr]) -> m.Expr | None:
    result: m.Expr | None = None
    for part in parts:
        result = part if result is None else m.Op("and", (result, part))
    return result
