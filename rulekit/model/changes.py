"""The kinds of change between two rulebooks, as values: what `difference.py` finds and `rulekit.compare` tells.

A change knows both sides as they stand in the syntax tree, so that a reader can be shown either text.
"""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from ..syntax import nodes as s
from .meaning_hash import is_meaningless
from .rulebook import Placed

# ------------------------------------------------------------------------------------------------ inside one clause


@frozen(eq=False)
class ItemChange:
    """A constant, an answer or a row that was added, removed, or given another title (`reworded`)."""

    how: Literal["added", "removed", "reworded"]
    before: s.Item | s.Row | None
    after: s.Item | s.Row | None

    @property
    def name(self) -> str:
        node = self.after or self.before
        item = node.item if isinstance(node, s.Row) else node
        return item.name.text if item else ""


@frozen(eq=False)
class CellChange:
    """One cell of a table; a side is None where its table has no such column."""

    row: str
    column: str
    before: s.Expr | None
    after: s.Expr | None


@frozen
class OrderChange:
    """The same things in another order."""

    before: tuple[str, ...]
    after: tuple[str, ...]


@frozen
class DefaultChange:
    """Another default answer."""

    before: str
    after: str


@frozen(eq=False)
class WordChange:
    """A line of a catalog; None on a side that lacks it."""

    name: str
    before: s.Word | None
    after: s.Word | None


Detail = ItemChange | CellChange | OrderChange | DefaultChange | WordChange

# ------------------------------------------------------------------------------------------------------ whole clauses


@frozen(eq=False)
class Added:
    """A new clause; `helper`: only examples use it."""

    after: Placed
    helper: bool = False

    @property
    def wording(self) -> bool:
        return self.helper or is_meaningless(self.after.clause)


@frozen(eq=False)
class Struck:
    """A clause that is gone; `helper`: only examples used it."""

    before: Placed
    helper: bool = False

    @property
    def wording(self) -> bool:
        return self.helper or is_meaningless(self.before.clause)


@frozen(eq=False)
class Replaced:
    """A clause of both with another content.  `parts` names the fields that differ; `details` lists the differences of
    tables, enumerations, options and catalogs.  `helper`: only examples use it, on both sides.
    """

    before: Placed
    after: Placed
    parts: tuple[str, ...]
    wording: bool
    details: tuple[Detail, ...] = ()
    helper: bool = False


@frozen
class HeaderChanged:
    """`part` is players, seats, direction, ranks, title, summary or `source NAME`."""

    part: str
    before: str
    after: str
    wording: bool


@frozen
class Reordered:
    """Clauses of both in another order that may count: answers to an event, rules at a step, actions."""

    slot: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    wording: bool = False


Change = Added | Struck | Replaced | HeaderChanged | Reordered
