"""Which places and choices may contain several equal pieces, and how many."""

from __future__ import annotations

import pytest

from rulekit.check.binders import MOST, bag_of, supply
from rulekit.model.symbols import Bag, LocalSymbol
from rulekit.model.types import DomainType, SetType
from rulekit.syntax import nodes as s

from .books import all_of, named

PIECES = """
piece Card(n 1..3): n each
piece Unique(n 1..3): 1 each
piece Cube(n 1..2): any number
"""


@pytest.mark.parametrize(
    ("place", "bag"),
    [
        ("heap of Card", Bag(3, 6)),  # at most three equal cards, and six in all
        ("row of Card", Bag(3, 6)),
        ("stack of Card, at most 2", Bag(2, 2)),
        ("heap of Card, at most 4", Bag(3, 4)),
        ("heap of Card, at most 1", None),
        ("heap of Unique", None),
        ("one Card", None),
        ("heap of Cube, at most 5", Bag(5, 5)),  # the limit of the place: five of one kind
    ],
)
def test_the_copies_that_a_place_may_hold(place: str, bag: Bag | None) -> None:
    asked = "here == none" if place.startswith("one") else "size(here)"
    c = named(f"{PIECES}place here: {place}\nfact f = {asked}\n")
    (node,) = (node for node in all_of(c, s.Ref) if node.name.text == "here")
    assert supply(c.refs, node) == bag


def chosen(said: str) -> tuple[Bag | None, LocalSymbol, str]:
    """Return the multiset bound by a choice, the symbol of its name, and the codes of all errors."""
    text = f"{PIECES}place here: heap of Card\nplace lone: heap of Unique\nprocedure p:\n  by p1:\n    choose {said}\n"
    c = named(text, errors=True)
    (choose,) = all_of(c, s.Choose)
    errors = " ".join(d.code for d in c.report.diagnostics if d.severity == "error")
    return c.binds[choose.binder].bag, c.binds[choose.binder], errors


@pytest.mark.parametrize(
    ("said", "bag"),
    [
        ("2 of x in here", Bag(2, 2)),
        ("up to 4 of x in here", Bag(3, 4)),
        ("any number of x in here", Bag(3, 6)),
        ("1 of x in here", None),
        ("2 of x in lone", None),
        ("2 of x in Card", None),  # a domain has one of each
    ],
)
def test_what_is_picked_of_a_place(said: str, bag: Bag | None) -> None:
    found, symbol, errors = chosen(said)
    assert (found, errors) == (bag, "")
    assert isinstance(symbol.type, SetType) and isinstance(symbol.type.item, DomainType)


def test_a_bag_is_asked_by_its_name() -> None:
    c = named(
        f"{PIECES}place here: heap of Card\nkeep n: 0..9\nprocedure p:\n  by p1:\n    choose 3 of x in here\n"
        "    choose 2 of y in x\n    n = size(y)\n"
    )
    said = {node.name.text: node for node in all_of(c, s.Ref)}
    assert bag_of(c, said["y"]) == supply(c.refs, said["y"]) == Bag(2, 2)
    assert bag_of(c, said["x"]) == supply(c.refs, said["x"]) == Bag(3, 3)
    assert bag_of(c, said["here"]) is None


def test_too_many_copies_are_refused() -> None:
    text = (
        "piece Cube(n 1..100): any number\nplace here: heap of Cube, at most 200\nprocedure p:\n  by p1:\n    choose "
    )
    for said, refused in ((f"{MOST // 100} of x in here", False), (f"{MOST // 100 + 1} of x in here", True)):
        c = named(text + said + "\n", errors=True)
        assert [d.code for d in c.report.diagnostics if d.severity == "error"] == ["E442"] * refused
        (choose,) = all_of(c, s.Choose)
        assert (c.binds[choose.binder].bag is None) == refused
