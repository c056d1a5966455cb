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
class Picked:
    """Event: `player` took an option. `args` has each parameter in written order: name, number, printed value."""

    node: str
    clause: str
    player: int
    option: int
    label: str
    args: tuple[tuple[str, int, str], ...]
    move: bool
    audience: Audience


@frozen
class Drawn:
    """Event: a chance drew `value` for its parameter `name`; `printed` is the value's text."""

    node: str
    clause: str
    label: str
    name: str
    value: int
    printed: str
    audience: Audience


@frozen
class Shown:
    """Event: some players were shown a value: an element of a cell or, without `cell`, an expression whose text is
    `what` with the numbers `index` between. `now` is a number, a set, or numbers from the bottom or by kind of piece;
    `printed` is its text."""

    what: tuple[str, ...]
    cell: str | None
    index: tuple[int, ...]
    now: Value | tuple[int, ...]
    printed: str
    audience: Audience


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


Event = Entered | Picked | Drawn | Shown | Marked | Wrote
Watch = Callable[[Event], None]
