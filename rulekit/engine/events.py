"""Events that the reference engine reports to an observer while it runs.

`tally.py` counts them; examples use them to find which clauses were reached; leak reports quote them. `log.py` has what
players see of a step. An audience is a set of players, or None for all. Queries (options, calls, `after`) report
nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from .interface import Value

Audience = frozenset[int] | None


@frozen
class Entered:
    """Event: the game entered this node."""

    node: str
    clause: str


@frozen
class Shown:
    """Event: some players were shown a value: an element of a cell or, without `cell`, an expression with the text
    `what`."""

    what: tuple[str, ...]
    cell: str | None


@frozen
class Marked:
    """Event: a clause with a body was applied, as a `Mark` statement says."""

    clause: str


@frozen
class Wrote:
    """Event: an element of a cell changed. A ring's value is the tuple of its items from the bottom."""

    cell: str
    index: tuple[int, ...]
    before: Value | tuple[int, ...]
    now: Value | tuple[int, ...]


Event = Entered | Shown | Marked | Wrote
Watch = Callable[[Event], None]
