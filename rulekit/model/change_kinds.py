"""The kinds of changes between two rulebooks, as values: `difference.py` finds them and `rulekit.compare` reports them.

A change contains both sides as syntax trees, so that either text can be shown.
"""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from ..syntax import nodes as s
from .meaning_hash import is_meaningless
from .rulebook import Placed

# ---------------------------------------------------------------------------------------------------- inside one clause


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
    """A change of one cell of a table; a side is None if its table has no such column."""

    row: str
    column: str
    before: s.Expr | None
    after: s.Expr | None


@frozen
class OrderChange:
    """A change of order: the names before and after."""

    before: tuple[str, ...]
    after: tuple[str, ...]


@frozen
class DefaultChange:
    """A change of an option's default answer."""

    before: str
    after: str


@frozen(eq=False)
class WordChange:
    """A change of a line in a catalog of words; None on a side without it."""

    name: str
    before: s.Word | None
    after: s.Word | None


Detail = ItemChange | CellChange | OrderChange | DefaultChange | WordChange

# -------------------------------------------------------------------------------------------------------- whole clauses


@frozen(eq=False)
class Added:
    """A change: a new clause. `helper`: only examples use it."""

    after: Placed
    helper: bool = False

    @property
    def wording(self) -> bool:
        return self.helper or is_meaningless(self.after.clause)


@frozen(eq=False)
class Struck:
    """A change: a removed clause. `helper`: only examples used it."""

    before: Placed
    helper: bool = False

    @property
    def wording(self) -> bool:
        return self.helper or is_meaningless(self.before.clause)


@frozen(eq=False)
class Replaced:
    """A change of the contents of a clause that both have. `parts` names the fields that differ; `details` lists the
    differences of tables, enumerations, options and catalogs. `wording`: the rules stay the same. `helper`: only
    examples use the clause, on both sides."""

    before: Placed
    after: Placed
    parts: tuple[str, ...]
    wording: bool
    details: tuple[Detail, ...] = ()
    helper: bool = False


@frozen
class HeaderChanged:
    """A change of a header: `part` is players, seats, direction, ranks, title, summary or `source NAME`. `wording`: the
    rules stay the same."""

    part: str
    before: str
    after: str
    wording: bool


@frozen
class Reordered:
    """A change of order among clauses, where it may matter: answers to an event, rules at a step, actions. `slot` names
    the event, step or choice."""

    slot: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    wording: bool = False


Change = Added | Struck | Replaced | HeaderChanged | Reordered


def subject_of(change: Change) -> Placed | None:
    """Return the clause that a change is about, the newer of two; None if it is about something other than a clause."""
    match change:
        case Added(after=placed) | Struck(before=placed) | Replaced(after=placed):
            return placed
    return None
