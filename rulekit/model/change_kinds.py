"""The kinds of changes between two rulebooks, a class for each. `difference.py` finds the changes; `rulekit.compare`
reports them.

A change contains the syntax trees of both sides, so that the text of each can be shown.
"""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from ..syntax import nodes as s
from .meaning_hash import is_meaningless
from .rulebook import Placed

# -------------------------------------------------------------------------------------------- changes inside one clause


@frozen(eq=False)
class ItemChange:
    """A change of one item: a constant, an answer or a row was added, removed, or given another title (`reworded`).
    `before` is None for a new item, `after` for a removed one."""

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
    """A change of the value of a row in a column of a table. A value is None if the table of that side has no such
    column."""

    row: str
    column: str
    before: s.Expr | None
    after: s.Expr | None


@frozen
class OrderChange:
    """A change of the order of items: their names before and after."""

    before: tuple[str, ...]
    after: tuple[str, ...]


@frozen
class DefaultChange:
    """A change of an option's default answer."""

    before: str
    after: str


@frozen(eq=False)
class WordChange:
    """A change of one line in a catalog of words. A side is None if it has no such line."""

    name: str
    before: s.Word | None
    after: s.Word | None


Detail = ItemChange | CellChange | OrderChange | DefaultChange | WordChange

# ---------------------------------------------------------------------- changes of whole clauses, headers and the order


@frozen(eq=False)
class Added:
    """A new clause. `helper`: only examples and sections use it."""

    after: Placed
    helper: bool = False

    @property
    def wording(self) -> bool:
        return self.helper or is_meaningless(self.after.clause)


@frozen(eq=False)
class Struck:
    """A removed clause. `helper`: only examples and sections used it."""

    before: Placed
    helper: bool = False

    @property
    def wording(self) -> bool:
        return self.helper or is_meaningless(self.before.clause)


@frozen(eq=False)
class Replaced:
    """A change of a clause that both rulebooks have. `parts` names the fields in which they differ; `details` lists the
    differences inside tables, enumerations, options and catalogs. `wording`: the rules stay the same. `helper`: on both
    sides, only examples and sections use the clause."""

    before: Placed
    after: Placed
    parts: tuple[str, ...]
    wording: bool
    details: tuple[Detail, ...] = ()
    helper: bool = False


@frozen
class HeaderChanged:
    """A change of one part of the header: players, direction, seats, ranks, title, summary, a line of the front page,
    or `source NAME`. `wording`: the rules stay the same."""

    part: str
    before: str
    after: str
    wording: bool


@frozen
class Reordered:
    """A change of the order of clauses among which it may matter, such as answers to an event, rules at a step, or
    actions. `slot` names the group, for example by the event or step. `before` and `after` are the ids of the
    clauses."""

    slot: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    wording: bool = False


Change = Added | Struck | Replaced | HeaderChanged | Reordered


def subject_of(change: Change) -> Placed | None:
    """Return the clause that was changed, its newer version if there are two. Return None if the change is not about a
    single clause."""
    match change:
        case Added(after=placed) | Struck(before=placed) | Replaced(after=placed):
            return placed
    return None
