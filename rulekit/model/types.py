"""Types, and the finite domains on which they are based, for one configuration: each size is a number. Also interval
arithmetic.

The types of numbers (`check/operator_types.py`) and the value ranges of machines (`machine/operator_intervals.py`) use
the intervals. Their numbers may be of any size; the machine checks that results fit into 32 bits.
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
    """Return the interval of the quotients, rounded down. The divisor 0 does not count, because division by zero
    faults."""
    divisors = [d for d in {*b, -1, 1} if d and b[0] <= d <= b[1]]
    quotients = [x // d for x in a for d in divisors] or [0]
    return min(quotients), max(quotients)


def remainder(a: Interval, b: Interval) -> Interval:
    """Return the interval of the remainders. A remainder has the sign of the divisor."""
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
    """An attribute that the members of a domain have: its type, and `values`, the value for each member. `open`: it
    stays visible when a piece is hidden."""

    name: str
    type: Type
    values: tuple[Value, ...] = field(repr=False)
    open: bool = False


@frozen
class BoardInfo:
    """The geometry of a board.

    `directions` is the domain of its directions (None for a graph without them). `next[d][s]` is the next site after s
    in direction d, None at the edge. `adjacent[s]` are the neighbours of s, which share an edge with it. `capacity` is
    only for an open board, one without edges: the greatest number of occupied sites.

    For grids whose edges and corners may be used, `rims[s]` are the numbers of the corners of site s, clockwise. The
    edges or corners of a grid are boards of their own. Such a board has the grid as its `base`; `of_cells[d][s]` is the
    edge or corner of the grid's cell s in direction d. Each edge or corner may be named after any of its cells:
    `called` pairs each such name with the actual one, cell by cell and clockwise."""

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
    """A finite ordered set of members, whose names are `labels`. Two domains are equal only if they are the same
    object. `turning`: the domain is cyclic, so + and - wrap around. `fields` are the attributes of the members. `board`
    is the geometry of a board.

    For a domain of pieces, `population[i]` is the number of copies of piece i (None: any number). It is empty for other
    domains."""

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
        """Set the attributes of this domain and return it. This is only for domains that are being made: their
        attributes may have the domain itself as their type."""
        object.__setattr__(self, "fields", fields)
        return self

    def attribute(self, name: str) -> FieldInfo | None:
        return next((f for f in self.fields if f.name == name), None)


def grid_of(domain: Domain) -> Domain:
    """For a board that consists of edges or corners, return the grid to whose cells these belong. Return a grid
    itself."""
    return domain.board.base if domain.board is not None and domain.board.base is not None else domain


def board_named_by(kind: Type) -> Domain:
    """Return the board to which a type belongs: the type of its sites, of an optional site, or of a set of sites."""
    found = kind if isinstance(kind, DomainType) else getattr(kind, "item", None)
    assert isinstance(found, DomainType) and found.domain.board is not None
    return found.domain


@lru_cache(maxsize=64)
def touching_sites(one: Domain, other: Domain) -> tuple[frozenset[int], ...]:
    """Return, for each site of the board `one`, the sites of the board `other` that touch it. Both boards belong to the
    same grid. Two sites touch if one of them has all corners of the other."""
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
    """The type of whole numbers in low..high."""

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
    """The type of optional values: a value of the type `item`, or none. For the expression `none` alone, `item` is
    None."""

    item: NumberType | DomainType | None


@frozen
class SetType:
    """The type of sets with members of the type `item`. For the empty set `{}`, `item` is None."""

    item: NumberType | DomainType | None


@frozen
class ErrorType:
    """The type of an expression whose error has been reported. It is compatible with every type, so that one mistake
    leads to one message."""


Type = NumberType | TruthType | DomainType | OptionType | SetType | ErrorType
