"""Types and the finite domains behind them, as configured: every size is a number here; interval arithmetic.

The types of numbers (`check/operator_types.py`) and the value ranges of machines (`machine/operator_intervals.py`) use
the intervals.  Their numbers are of any size; the machine checks that results fit into 32 bits.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Literal

from attrs import field, frozen

Interval = tuple[int, int]
"""The least and the greatest number of an interval."""
INT32: Interval = (-(2**31), 2**31 - 1)
"""The numbers of the language. It is also the interval of a number about which nothing is known."""


def negate_interval(a: Interval) -> Interval:
    return -a[1], -a[0]


def add_intervals(a: Interval, b: Interval) -> Interval:
    return a[0] + b[0], a[1] + b[1]


def subtract_intervals(a: Interval, b: Interval) -> Interval:
    return a[0] - b[1], a[1] - b[0]


def multiply_intervals(a: Interval, b: Interval) -> Interval:
    products = [x * y for x in a for y in b]
    return min(products), max(products)


def divide_intervals(a: Interval, b: Interval) -> Interval:
    """Return the interval of quotients, rounded down; 0 is not a divisor, since division by zero faults."""
    divisors = [d for d in {*b, -1, 1} if d and b[0] <= d <= b[1]]
    quotients = [x // d for x in a for d in divisors] or [0]
    return min(quotients), max(quotients)


def remainder(a: Interval, b: Interval) -> Interval:
    """Return the interval of remainders, which have the sign of the divisor."""
    if a[0] >= 0 and a[1] < b[0]:
        return a
    return min(0, b[0] + 1), max(0, b[1] - 1)


def least(a: Interval, b: Interval) -> Interval:
    return min(a[0], b[0]), min(a[1], b[1])


def greatest(a: Interval, b: Interval) -> Interval:
    return max(a[0], b[0]), max(a[1], b[1])


def hull(a: Interval, b: Interval) -> Interval:
    return min(a[0], b[0]), max(a[1], b[1])


BINARY: dict[str, Callable[[Interval, Interval], Interval]] = {
    "add": add_intervals,
    "sub": subtract_intervals,
    "mul": multiply_intervals,
    "div": divide_intervals,
    "mod": remainder,
    "min": least,
    "max": greatest,
}
"""By the name in machines of an operator on two numbers: the function from the operands' intervals to the result's."""


Value = int | bool | None | frozenset[int]
"""A constant: a number or an index, a truth, none, or a set of those."""


@frozen
class FieldInfo:
    """An attribute of a domain: its type and its value for each member."""

    name: str
    type: Type
    values: tuple[Value, ...] = field(repr=False)
    open: bool = False


@frozen
class BoardInfo:
    """The geometry of a board.

    `directions` is the domain of its directions (None for a graph without them); `next[d][s]` is the site one step on,
    or None; `adjacent[s]` are the neighbours that share an edge; an open board has a `capacity`.

    `rims[s]` are the corners of a site, as numbers and clockwise, for grids with borders. A board of the edges or
    corners of another has that as its `base`, and `of_cells[d][s]`: the edge or corner of cell s in direction d;
    `called` has each name after a cell, cell by cell and clockwise, and the actual name."""

    directions: Domain | None
    next: tuple[tuple[int | None, ...], ...] = field(repr=False)
    adjacent: tuple[frozenset[int], ...] = field(repr=False)
    capacity: int | None = None
    rims: tuple[tuple[int, ...], ...] = field(default=(), repr=False)
    base: Domain | None = None
    of_cells: tuple[tuple[int | None, ...], ...] = field(default=(), repr=False)
    called: tuple[tuple[str, str], ...] = field(default=(), repr=False)


@frozen(eq=False)
class Domain:
    """A finite ordered set of members, named by `labels`.  Two domains are the same only if they are the same object.
    With `turning`, + and - wrap around; `fields` are the attributes of its members; a `board` has a geometry.

    `population[i]` is how many copies of piece i exist (None: any number; the tuple is empty for other sorts of
    domains)."""

    name: str
    sort: Literal["player", "enum", "table", "piece", "board", "direction", "answers"]
    labels: tuple[str, ...]
    turning: bool = False
    fields: tuple[FieldInfo, ...] = ()
    population: tuple[int | None, ...] = ()
    board: BoardInfo | None = None

    def __len__(self) -> int:
        return len(self.labels)

    def with_attributes(self, fields: tuple[FieldInfo, ...]) -> Domain:
        """Set the attributes of a domain under construction, which may have its own type, and return it."""
        object.__setattr__(self, "fields", fields)
        return self

    def attribute(self, name: str) -> FieldInfo | None:
        return next((f for f in self.fields if f.name == name), None)


def grid_of(domain: Domain) -> Domain:
    """Return the grid to whose cells the edges or corners of a board belong; the board itself if it is a grid."""
    return domain.board.base if domain.board is not None and domain.board.base is not None else domain


def board_named_by(kind: Type) -> Domain:
    """Return the board of a type: of a site, an optional site, or a set of sites."""
    found = kind if isinstance(kind, DomainType) else getattr(kind, "item", None)
    assert isinstance(found, DomainType) and found.domain.board is not None
    return found.domain


@lru_cache(maxsize=64)
def touching_sites(one: Domain, other: Domain) -> tuple[frozenset[int], ...]:
    """Return, for each site of one board of a grid, the touching sites of another board of the grid: one site has all
    corners of both."""
    assert one.board is not None and other.board is not None
    at: dict[int, set[int]] = {}
    for number, rim in enumerate(other.board.rims):
        for corner in rim:
            at.setdefault(corner, set()).add(number)
    found = []
    for rim in one.board.rims:
        mine = set(rim)
        near = {number for corner in rim for number in at.get(corner, ())}
        found.append(frozenset(n for n in near if mine <= (theirs := set(other.board.rims[n])) or theirs <= mine))
    return tuple(found)


@frozen
class NumberType:
    """Whole numbers low..high."""

    low: int
    high: int


@frozen
class TruthType:
    pass


@frozen(cache_hash=True)
class DomainType:
    domain: Domain


@frozen
class OptionType:
    """A value of `item` or none; `item` None is the type of a bare `none`."""

    item: NumberType | DomainType | None


@frozen
class SetType:
    """The type of sets; `item` None is the type of `{}`."""

    item: NumberType | DomainType | None


@frozen
class ErrorType:
    """The type of an expression with an error that has been reported; it fits everything, so that one mistake gives one
    message."""


Type = NumberType | TruthType | DomainType | OptionType | SetType | ErrorType
