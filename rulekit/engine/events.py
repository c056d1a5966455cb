"""Events that the reference engine reports to an observer while it runs.

`tally.py` counts events, a rulebook's examples use them to find which clauses were reached, and reports of leaked
information quote them. `log.py` has what players see of a step. An audience is the set of players who see something;
None means all. Queries (options, calls, `after`) report no events.
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
    """Event: a `show` statement showed some players a value. `cell` names the cell whose element was shown. It is None
    for an expression, whose text is `what`, split at the numbers of its indices."""

    what: tuple[str, ...]
    cell: str | None


@frozen
class Marked:
    """Event: a `Mark` statement ran, so a clause with a body was applied."""

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
