"""Which expressions can be evaluated although nobody asked: they neither fault nor touch a cell; and which cost
something.
"""

from __future__ import annotations

from .. import program as m
from .rebuild import children


class Totals:
    def __init__(self, program: m.Machine) -> None:
        self.functions = {f.name: f for f in program.functions}
        self._total: dict[str, bool] = {}
        self._costs: dict[str, bool] = {}

    def expression(self, expr: m.Expr) -> bool:
        """Whether it can neither fault nor touch a cell (`after` does)."""
        match expr:
            case m.Check() | m.After() | m.Fold(kind="only"):
                return False
            case m.Fold(kind="most" | "least" | "first", otherwise=None):
                return False
            case m.Op("div" | "mod", (_, divisor)) if not (isinstance(divisor, m.Const) and divisor.value):
                return False
            case m.Call(name, _) if not self.function(name):
                return False
        return all(self.expression(child) for child in children(expr))

    def function(self, name: str) -> bool:
        if name not in self._total:
            self._total[name] = False  # while it is looked at: one that leads back to itself may nest too deep
            self._total[name] = self.functions[name].nested == 0 and self.expression(self.functions[name].body)
        return self._total[name]

    def costs(self, expr: m.Expr) -> bool:
        """Whether it loops, or calls what does."""
        match expr:
            case m.Fold() | m.SetBuild() | m.Reach():
                return True
            case m.Call(name, _):
                if name not in self._costs:
                    self._costs[name] = True
                    self._costs[name] = self.costs(self.functions[name].body)
                return self._costs[name]
        return any(self.costs(child) for child in children(expr))
