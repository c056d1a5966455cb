"""The call graph of a machine: which functions and routines a part calls, which tables it looks up; what is reached.

A callee is told by its sort and its name, `("function", "near")`; tables are among them, as what is looked up.
"""

from __future__ import annotations

from collections.abc import Iterable

from .. import program as m
from ..traversal import parts_of
from .manager import Analyses, Analysis

Callee = tuple[str, str]


class CallGraph(Analysis):
    PARTS = frozenset({"functions", "routines"})

    def __init__(self, analyses: Analyses) -> None:
        self.functions, self.routines = analyses.functions, analyses.routines

    def callees(self, part: object) -> set[Callee]:
        """What the part itself calls and looks up."""
        found: set[Callee] = set()
        for one in parts_of(part):
            match one:
                case m.Call(name, _):
                    found.add(("function", name))
                case m.Run(name) | m.After(name):
                    found.add(("routine", name))
                case m.Lookup(name, _):
                    found.add(("table", name))
        return found

    def reached(self, roots: Iterable[object]) -> set[Callee]:
        """What these parts need, themselves or through what they call."""
        found: set[Callee] = set()
        waiting = list(roots)
        while waiting:
            for callee in self.callees(waiting.pop()) - found:
                found.add(callee)
                sort, name = callee
                if sort != "table":
                    waiting.append((self.functions if sort == "function" else self.routines)[name].body)
        return found

    def callees_first(self) -> list[m.Function]:
        """The functions, those that are called before those that call them; those on a circle in no certain order."""
        found: dict[str, m.Function] = {}
        busy: set[str] = set()

        def visit(function: m.Function) -> None:
            if function.name in found or function.name in busy:
                return
            busy.add(function.name)
            for part in parts_of(function.body):
                if isinstance(part, m.Call):
                    visit(self.functions[part.function])
            found[function.name] = function

        for function in list(self.functions.values()):
            visit(function)
        return list(found.values())
