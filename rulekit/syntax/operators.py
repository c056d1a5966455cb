"""The binary operators as written: how tightly each binds, and its name in machines.

The grammar places them, and the formatter adds brackets.  `model/partial_evaluation.py` evaluates them for constants,
`model/types.py` has the range of a result, `prose/sentences/phrases.py` their words.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final, NamedTuple


class Binding(IntEnum):
    """The levels of precedence. A higher level binds more tightly; an operand of a lower level than its place requires
    needs brackets."""

    TOP = 0
    OR = 1
    AND = 2
    NOT = 3
    COMPARED = 4
    SUM = 5
    PRODUCT = 6
    UNARY = 7
    ATOM = 8


class Operator(NamedTuple):
    """An operator: its precedence, and its name in the compiled machine ("" if its operands are not numbers or truth
    values)."""

    binds: Binding
    code: str = ""


OPERATORS: Final = {
    "or": Operator(Binding.OR, "or"),
    "and": Operator(Binding.AND, "and"),
    "==": Operator(Binding.COMPARED, "eq"),
    "!=": Operator(Binding.COMPARED, "ne"),
    "<": Operator(Binding.COMPARED, "lt"),
    "<=": Operator(Binding.COMPARED, "le"),
    ">": Operator(Binding.COMPARED, "gt"),
    ">=": Operator(Binding.COMPARED, "ge"),
    "in": Operator(Binding.COMPARED),
    "not in": Operator(Binding.COMPARED),
    "within": Operator(Binding.COMPARED),
    "+": Operator(Binding.SUM, "add"),
    "-": Operator(Binding.SUM, "sub"),
    "*": Operator(Binding.PRODUCT, "mul"),
    "div": Operator(Binding.PRODUCT, "div"),
    "mod": Operator(Binding.PRODUCT, "mod"),
    "&": Operator(Binding.PRODUCT),
}
NUMBER_SIGNS: Final = frozenset(sign for sign, one in OPERATORS.items() if one.code and one.binds >= Binding.SUM)
COMPARISONS: Final = frozenset(sign for sign, one in OPERATORS.items() if one.code and one.binds is Binding.COMPARED)
