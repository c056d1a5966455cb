"""What the reference engine tells an observer while it runs: from these come its counts (`tally.py`), which clauses
examples reach, and what is said of a leak.  What players see of a step is `log.py`'s.

An audience is a set of players, or None for all.  Queries (options, calls, `after`) tell nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from .interface import Value

Audience = frozenset[int] | None


@frozen
class Entered:
    """The game went through this node."""

    node: str
    clause: str


@frozen
class Picked:
    """`player` took an option: a label and its parameters by name, as numbers and printed, in the order written."""

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
    """A chance came out."""

    node: str
    clause: str
    label: str
    name: str
    value: int
    printed: str
    audience: Audience


@frozen
class Shown:
    """Some players were told what something holds (`now`: a number, a set, or numbers from the bottom or by kind): an
    element of a cell, or of `what` with these numbers in it; `printed` is both as people read it."""

    what: tuple[str, ...]
    cell: str | None
    index: tuple[int, ...]
    now: Value | tuple[int, ...]
    printed: str
    audience: Audience


@frozen
class Marked:
    """A clause with a body applied."""

    clause: str


@frozen
class Wrote:
    """An element of a cell was written (a ring's value is the tuple of what stands in it, from the bottom)."""

    cell: str
    index: tuple[int, ...]
    before: Value | tuple[int, ...]
    now: Value | tuple[int, ...]


Event = Entered | Picked | Drawn | Shown | Marked | Wrote
Watch = Callable[[Event], None]
