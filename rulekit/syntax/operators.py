"""The binary operators as written, and how tightly each binds.

The grammar places them, and the formatter adds brackets.  `model/partial_evaluation.py` evaluates them for constants,
`check/operators.py` has their types, `machine/lower/expressions.py` their code.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final


class Binding(IntEnum):
    """How tightly a form binds; an operand that binds less than its place requires needs brackets."""

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
