"""The context of constant evaluation: the tables of a check, the limit on steps, and the exceptions that are raised.

`constant_evaluation.py` evaluates expressions.
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
    """What constant evaluation needs of the tables. Both the running check and its result have this interface."""

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
        """Find the types in a fact, unless they are known. Return False if this is in progress already."""
        ...


class Work:
    """A counter of the steps spent on all constants together."""

    def __init__(self) -> None:
        self.spent = 0

    def spend(self, node: s.Node, steps: int = 1) -> None:
        self.spent += steps
        if self.spent > MOST_ALTOGETHER:
            # so simple values can still be evaluated, and cause no false errors
            self.spent = MOST_ALTOGETHER - LEFT_OVER
            raise NotConstant(node, "takes too long to work out")


class NotConstant(Exception):
    """The error raised if an expression is not constant. `node` is the part that is not; `why` completes "because it
    …"."""

    def __init__(self, node: s.Node, why: str) -> None:
        super().__init__(why)
        self.node = node
        self.why = why


class StillUnsaid(NotConstant):
    """The error raised if an expression uses a fact that an edition must supply."""


class NoSuchMember(NotConstant):
    """The error raised if attributes name a row of a table, and no row has them."""
