"""Who sees a pick by default, for every kind of domain that something can be picked from."""

from __future__ import annotations

import pytest

from rulekit.check.information.picks import picks_and_layings
from rulekit.syntax import nodes as s

from ..books import all_of, named

THINGS = """
piece Card(n 1..3): n each
enum Kind: x, y
place table: heap of Card
place hand[p in Player]: heap of Card, seen by p
place deck: stack of Card, hidden
place vault[p in Player]: heap of Card, seen by p, counted by p
place pile: heap of Card, hidden, counted by all
keep coins: 0..3
keep secret[p in Player]: 0..3, seen by p
keep favourite[p in Player]: Player, seen by p
fact quiet = coins + 1
fact loud = secret[p1] + 1
fact by_way = loud + 1
fact excepted = 1
event rise
position open_place: coins, active
position closed_place: coins, secret
procedure openly:
  coins = quiet
procedure by_call:
  if size(vault[p1]) > 1:
    coins = 0
procedure calls:
  by_call()
procedure announces:
  announce rise
procedure through_a_fact:
  coins = by_way
rule at_rise when rise:
  coins = secret[p1]
fact after_open = (after openly(): coins)
fact after_open_of_loud = (after openly(): loud)
fact after_call = (after calls(): coins)
fact after_event = (after announces(): coins)
fact after_fact = (after through_a_fact(): coins)
fact seen_open = times seen open_place
fact seen_closed = times seen closed_place
fact above_after = after_open + seen_open
fact above_secret_after = after_event + 1
exception sometimes to excepted where secret[p1] > 1 = 2
"""


TWO = "choose 2 of s in hand[p1]"


def audience(before: str, domain: str) -> str:
    """Return who sees a pick from `domain`: "all", "me", or the place whose audience sees it."""
    text = f"{THINGS}procedure p:\n  by p1:\n    {before or 'nothing'}\n    choose z in {domain}\n"
    c = named(text)
    picks, _ = picks_and_layings(c)
    found = picks[[*all_of(c, s.Choose)][-1]]
    return found if isinstance(found, str) else found.span.text


@pytest.mark.parametrize(
    ("domain", "sees"),
    [
        ("1..3", "all"),
        ("Kind", "all"),
        ("table", "all"),
        ("hand[p2]", "hand[p2]"),  # those who see the place
        ("hand[active]", "hand[active]"),
        ("hand[favourite[p1]]", "me"),  # the index of the place is hidden
        ("deck", "deck"),
        ("vault[me]", "vault[me]"),
        ("{k in hand[p1] where k.n > 1}", "hand[p1]"),
        ("{k in table where k.n > 1}", "all"),
        ("{k in table where k.n > secret[p1]}", "all"),  # only the place decides, not the condition on its pieces
        ("{k.n for k in hand[p1]}", "me"),
        ("{k.n for k in table}", "all"),
        ("1..coins + 1", "all"),
        ("1..secret[p1] + 1", "me"),
        ("1..size(pile) + 1", "all"),  # all know the size of the pile
        ("1..size(vault[p1]) + 1", "me"),
        ("1..size(hand[favourite[p1]]) + 1", "me"),
        ("1..quiet", "all"),
        ("1..loud", "me"),
        ("1..by_way", "me"),
        ("1..excepted", "me"),
        ("1..after_open", "all"),  # what the procedure reads and writes is open
        ("1..seen_open", "all"),
        ("1..above_after", "all"),
        ("1..after_open_of_loud", "me"),
        ("1..after_call", "me"),
        ("1..after_event", "me"),  # a rule of the event reads something hidden
        ("1..after_fact", "me"),
        ("1..seen_closed", "me"),
        ("1..above_secret_after", "me"),
    ],
)
def test_who_sees_a_pick(domain: str, sees: str) -> None:
    assert audience("", domain) == sees


@pytest.mark.parametrize(
    ("before", "sees"),
    [
        ("let a = coins", "all"),
        ("let a = secret[p1]", "me"),
        ("choose a in 1..3", "all"),
        ("choose a in 1..3, seen by me", "me"),
        ("choose a in 1..secret[p1] + 1", "me"),
        ("choose a in 1..secret[p1] + 1, seen by all", "all"),
        ("draw a in 1..3", "all"),
        ("draw a in 1..3, seen by p1", "me"),
    ],
)
def test_names_are_as_hidden_as_what_they_are_made_of(before: str, sees: str) -> None:
    assert audience(before, "0..a") == sees


@pytest.mark.parametrize(
    ("before", "sees"),
    [
        (("choose c in hand[p1]", "move c from hand[p1] to table", "let a = c.n"), "all"),
        (
            ("choose c in hand[p1]", "let a = c.n", "move c from hand[p1] to table"),
            "me",
        ),  # not seen yet when it is read
        (("choose c in hand[p1]", "move c from hand[p1] to pile", "let a = c.n"), "me"),
        (("choose c in hand[p1]", "if coins > 1:", "  move c from hand[p1] to table", "let a = c.n"), "me"),
        (
            ("choose c in hand[p1]", "if coins > 1:", "  move c from hand[p1] to table", "  let b = c.n", "let a = 1"),
            "all",
        ),
        (
            (TWO, "for each c in s:", "  move c from hand[p1] to table", "let a = size(s)"),
            "all",
        ),
        ((TWO, "for each c in s:", "  move c from hand[p1] to pile", "let a = size(s)"), "me"),
        ((TWO, "for each c in s:", "  move c from hand[p1] to table", "  leave loop", "let a = size(s)"), "me"),
        ((TWO, "for each c in s where c.n > 1:", "  move c from hand[p1] to table", "let a = size(s)"), "me"),
    ],
)
def test_what_was_laid_open_for_all_is_no_longer_hidden(before: tuple[str, ...], sees: str) -> None:
    assert audience("\n    ".join(before), "0..a") == sees
