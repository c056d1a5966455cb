"""Initial values: compile-time evaluation that also knows what each cell holds as a game starts."""

from __future__ import annotations

from .. import program as m
from .compile_time import Evaluator, KnownNames, NotCompileTime
from .constant_calls import ConstantCalls
from .manager import Analyses


class InitialValues(ConstantCalls):
    PARTS = ConstantCalls.PARTS | {"cells"}

    def __init__(self, analyses: Analyses) -> None:
        super().__init__(analyses)
        self.cells = analyses.cells
        self.without_state = analyses.get(ConstantCalls)

    def _function(self, expr: m.Expr) -> Evaluator:
        match expr:
            case m.Load(name, (index,)) if self.cells[name].kind == "number":
                values, (size,), at = self.cells[name].initial, self.cells[name].shape, self.known(index)

                def element(names: KnownNames) -> int:
                    place = at(names)
                    if not 0 <= place < size:
                        raise NotCompileTime
                    return values[place] if len(values) > 1 else values[0]

                return element
        return super()._function(expr)
