"""What operators mean of constants: of two numbers, and of two truths."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Final

from attrs import frozen

NUMBERS: Final[dict[str, Callable[[int, int], int | bool]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "div": operator.floordiv,
    "mod": operator.mod,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
"""`div` and `mod` round towards minus infinity, and raise ZeroDivisionError."""


@frozen
class Join:
    """How two truths are joined; `absorbing` is the value of one that decides the whole, the other then not being asked
    (None: both are asked always).
    """

    of: Callable[[bool, bool], bool]
    absorbing: bool | None = None


JOINS: Final = {"or": Join(operator.or_, True), "and": Join(operator.and_, False)}
