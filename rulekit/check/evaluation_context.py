"""The context of constant evaluation: the tables of a check, the limit on steps, and the exceptions.

`constant_evaluation.py` evaluates.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from ..model.rulebook import Placed
from ..model.symbols import FactSymbol, LocalSymbol, Symbol
from ..model.types import Domain, Type
from ..syntax import nodes as s

MOST_WORK = 2_000_000
"""Steps that one value may take; each member of a set that is visited counts as a step."""
MOST_ALTOGETHER = 2_500_000
"""Steps that all values of one configuration may take together: a few seconds."""
LEFT_OVER = 1_000
"""Steps that each further value may take once `MOST_ALTOGETHER` is used up."""


class EvaluationTables(Protocol):
    """The interface that both the running check and its result provide to constant evaluation."""

    @property
    def refs(self) -> Mapping[s.Node, Symbol]: ...
    @property
    def types(self) -> Mapping[s.Node, Type]: ...
    @property
    def binds(self) -> Mapping[object, LocalSymbol]: ...
    @property
    def arguments(self) -> Mapping[s.Call, tuple[s.Expr, ...]]: ...
    @property
    def players(self) -> Domain: ...
    @property
    def work(self) -> Work: ...
    @property
    def patterns(self) -> Mapping[s.Clause, tuple[s.Expr, ...]]: ...
    @property
    def exceptions(self) -> Mapping[str, Sequence[Placed]]: ...
    def ensure_typed(self, fact: FactSymbol) -> bool:
        """Type a fact if that has not been done. Return False if it is being typed just now."""
        ...


class Work:
    """Counts the steps spent on all constants together."""

    def __init__(self) -> None:
        self.spent = 0

    def spend(self, node: s.Node, steps: int = 1) -> None:
        self.spent += steps
        if self.spent > MOST_ALTOGETHER:
            self.spent = MOST_ALTOGETHER - LEFT_OVER  # simple values can still be evaluated, and cause no false errors
            raise NotConstant(node, "takes too long to work out")


class NotConstant(Exception):
    """Raised if an expression is not constant; `node` is the part that is not, and `why` completes "because it …"."""

    def __init__(self, node: s.Node, why: str) -> None:
        super().__init__(why)
        self.node = node
        self.why = why


class NoSuchMember(NotConstant):
    """Raised if a row of a table is named by attributes that no row has."""
