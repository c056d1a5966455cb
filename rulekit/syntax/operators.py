"""The operators between two values, as they are written: each with how tightly it binds.

The grammar says where they stand, the formatter where brackets are needed.  What they mean of constants is
`model/partial_evaluation.py`'s, their types are `check/operators.py`'s, their code `machine/lower/expressions.py`'s.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final


class Binding(IntEnum):
    """How tightly a form binds; an operand that binds less than its place asks for stands in brackets."""

    TOP = 0
    OR = 1
    AND = 2
    NOT = 3
    COMPARED = 4
    SUM = 5
    PRODUCT = 6
    UNARY = 7
    ATOM = 8


OPERATORS: Final = {
    "or": Binding.OR,
    "and": Binding.AND,
    **dict.fromkeys(["==", "!=", "<", "<=", ">", ">=", "in", "not in", "within"], Binding.COMPARED),
    **dict.fromkeys(["+", "-"], Binding.SUM),
    **dict.fromkeys(["*", "&", "div", "mod"], Binding.PRODUCT),
}
