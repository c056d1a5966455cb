"""Types of those properties of looks that are about parts, outlines and sites. (A look says how something is drawn.)

`parts` is a set of rows or members that are drawn on a component. `area` and `band` are sets of members that a look
arranges in a layout: the space between them is drawn. `labels` is such a set, too; it says what is named on a large
piece. `on` is the site on which a row or member is drawn, or the set of sites that it connects by a line; `within` is
the part of that site's contents in the middle of which it is drawn. `beside` is the player next to whom a place is
drawn at present. `look_types.py` checks the other properties.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..model.types import Domain, DomainType, ErrorType, OptionType, SetType, Type
from ..syntax import nodes as s
from .checker import Checker
from .expression_types import infer
from .symbol_table import Scope
from .type_relations import show

PARTED: Final = frozenset({"piece", "enum", "table"})
"""Sorts of things that can have parts and outlines, or be parts."""
LYING: Final = frozenset({"enum", "table"})
"""Sorts of things whose rows or members can lie on a board."""
LAID: Final = "its look says where they lie: `layout:`"


def parts(c: Checker, prop: s.LookProp, scope: Scope) -> None:
    """Check that the property is a set of rows, members or attribute values of a piece."""
    t = _infer_value(c, prop, scope)
    domain = _members(t)
    if domain is not None and domain.sort not in PARTED:
        domain = None
    if domain is None and not _nothing(t):
        _wrong(c, prop, "a set of rows, members or pieces", t)


def outline(c: Checker, prop: s.LookProp, scope: Scope) -> None:
    """Check that the property is a set of members that some look arranges in a layout."""
    t = _infer_value(c, prop, scope)
    domain = _members(t)
    if domain is None:
        if not _nothing(t):
            _wrong(c, prop, "a set of members that are laid out", t, LAID)
        return
    laid = _layout_names(c, domain.name)
    missing = [label for label in domain.labels if label not in laid]
    if not laid:
        message = f"`{prop.key.text}` is about the places of members, and `{domain.name}` is not laid out"
        c.report.add("E336", prop.value.span, message, help=[LAID])
    elif missing:
        names = ", ".join(f"`{name}`" for name in missing[:4]) + (" and others" if len(missing) > 4 else "")
        message = (
            f"`{prop.key.text}` is about the places of members, and the layout of `{domain.name}` leaves out {names}"
        )
        c.report.add("E336", prop.value.span, message)


def site(c: Checker, prop: s.LookProp, scope: Scope) -> None:
    """Check that the property is a site of a board, a set of sites that a line connects, or none."""
    t = _infer_value(c, prop, scope)
    domain = _member(t) or _members(t)
    if (domain is None or domain.sort != "board") and not isinstance(t, ErrorType):
        _wrong(c, prop, "a site of a board, or a set of the sites that a line joins", t)


def player(c: Checker, prop: s.LookProp, scope: Scope) -> None:
    """Check that the property is a player, or none."""
    t = _infer_value(c, prop, scope)
    domain = _member(t)
    if (domain is None or domain.sort != "player") and not isinstance(t, ErrorType):
        _wrong(c, prop, "the player with whom it is", t)


def part(c: Checker, prop: s.LookProp, scope: Scope) -> None:
    """Check that the property is a row, a member or an attribute value of a piece, or none."""
    t = _infer_value(c, prop, scope)
    domain = _member(t)
    if (domain is None or domain.sort not in PARTED) and not isinstance(t, ErrorType):
        _wrong(c, prop, "a part of what lies there: a row, a member or a piece", t)


def whole(c: Checker, node: s.LookClause) -> None:
    """Check `on` and `within` in a whole look. `on` is only allowed for the component itself, not for single elements;
    `within` needs `on`."""
    said: dict[str, s.LookProp] = {}
    for line in node.lines:
        for prop in line.props:
            if prop.key.text in ("on", "within"):
                said.setdefault(prop.key.text, prop)
                if line.names:
                    message = f"`{prop.key.text}` is said for all, not by name"
                    c.report.add(
                        "E336", prop.key.span, message, help=["a value may follow from what is looked at, `it`"]
                    )
    if "within" in said and "on" not in said:
        message = "`within` is a part of what lies on a site, and no `on` says on which"
        c.report.add("E336", said["within"].key.span, message)


FIGURES: Final[dict[str, tuple[frozenset[str], str, Callable[[Checker, s.LookProp, Scope], None]]]] = {
    "parts": (PARTED, "only pieces, enumerations and tables have `parts`", parts),
    "area": (PARTED, "only pieces, enumerations and tables have an `area`", outline),
    "band": (PARTED, "only pieces, enumerations and tables have a `band`", outline),
    "labels": (frozenset({"piece"}), "only pieces have `labels`", outline),
    "on": (LYING, "only rows of tables and members of enumerations lie `on` a site", site),
    "beside": (frozenset({"place"}), "only places are `beside` a player", player),
    "within": (LYING, "only rows of tables and members of enumerations lie `within` a part", part),
}
"""By property: the sorts of things that can have it, the message for other things, and the function that checks its
value."""


def _infer_value(c: Checker, prop: s.LookProp, scope: Scope) -> Type | None:
    return None if isinstance(prop.value, s.Text) else infer(c, prop.value, scope)


def _members(t: Type | None) -> Domain | None:
    return t.item.domain if isinstance(t, SetType) and isinstance(t.item, DomainType) else None


def _member(t: Type | None) -> Domain | None:
    item = t.item if isinstance(t, OptionType) else t
    return item.domain if isinstance(item, DomainType) else None


def _nothing(t: Type | None) -> bool:
    """Return whether a type is the type of `{}`, or the error type, which follows a reported error."""
    return isinstance(t, ErrorType) or (isinstance(t, SetType) and t.item is None)


def _wrong(c: Checker, prop: s.LookProp, wanted: str, t: Type | None, *help_: str) -> None:
    found = "a text" if t is None else show(t)
    c.report.add("E335", prop.value.span, f"`{prop.key.text}` is {wanted}, and this is {found}", help=help_)


def _layout_names(c: Checker, name: str) -> frozenset[str]:
    """Return the names in the layout (rows of names) of the clause `look NAME`."""
    looks = (placed.clause for placed in c.book.clauses)
    rows = [row for one in looks if isinstance(one, s.LookClause) and one.name.text == name for row in one.layout]
    return frozenset(word for row in rows for word in row.value.split()) - {"."}
