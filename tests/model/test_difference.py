"""The difference of two rulebooks contains every change, each in its kind, and nothing else."""

from __future__ import annotations

import pytest

from rulekit.model.change_kinds import (
    Added,
    CellChange,
    Change,
    DefaultChange,
    Detail,
    HeaderChanged,
    ItemChange,
    OrderChange,
    Reordered,
    Replaced,
    Struck,
    WordChange,
)
from rulekit.model.difference import difference

from .layering import game

BASE = """rulebook base "Base":
  players 2 to 4
  source book "The booklet"

enum Kind: a "A", b, c
table Inn(worth 0..9, closed truth):
  | bear | 1 | no |
  | fox  | 2 | yes |
  | oak  | 3 | no |
ruling robbing "May one rob?": often, never
option size: 1..9 = 3
board Spot, graph:
  | s1 | {s2} |
  | s2 | {s1} |
keep coins: 0..9 = 0
event lost(p Player)
fact pay(n 0..3) "Pay" [book "2"] = n
rule gain when lost(p):
  coins += 1
rule lose when lost(p):
  coins -= pay(1)
example opening:
  expect pay(1) == 1
words nl:
  pay: "betalen"
"""


def told(changes: tuple[Change, ...]) -> list[str]:
    return [("wording " if c.wording else "") + one(c) for c in changes]


def one(change: Change) -> str:
    match change:
        case Added():
            return f"+ {change.after.id}"
        case Struck():
            return f"- {change.before.id}"
        case Replaced():
            details = "; ".join(detail(d) for d in change.details)
            return f"{change.after.id} ({', '.join(change.parts)})" + (f": {details}" if details else "")
        case HeaderChanged():
            return f"{change.part}: {change.before} -> {change.after}"
        case Reordered():
            return f"{change.slot}: {', '.join(change.after)}"


def detail(found: Detail) -> str:
    match found:
        case ItemChange():
            return f"{found.how} {found.name}"
        case CellChange():
            sides = [side.span.text if side else "nothing" for side in (found.before, found.after)]
            return f"{found.row}.{found.column} {' -> '.join(sides)}"
        case OrderChange():
            return f"order {' '.join(found.after)}"
        case DefaultChange():
            return f"default {found.before} -> {found.after}"
        case WordChange():
            return f"word {found.name}"


def between(old: str, new: str) -> list[str]:
    return told(difference(game(old), game(new)))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("enum Kind: a", "# a comment\nenum Kind: a"),
        ("  | bear | 1 | no |", "  |   bear | 1 |   no   |  # bears"),
        ('fact pay(n 0..3) "Pay" [book "2"] = n', 'fact pay(n 0..3) "Pay" [book "2"] =\n    n'),
        ("  coins += 1\n", "  coins  +=   1\n"),
        ("\nkeep coins", "\n\n\nkeep coins"),
        ("rule gain when lost(p):\n  coins += 1\nrule", "rule gain when lost(p):\n    coins += 1\nrule"),
    ],
)
def test_layout_and_comments_never_count(old: str, new: str) -> None:
    assert old in BASE
    assert between(BASE, BASE.replace(old, new)) == []


@pytest.mark.parametrize(
    ("old", "new", "changes"),
    [
        ("keep coins: 0..9 = 0\n", "keep coins: 0..9 = 0\nfact more = 1\n", ["+ fact more"]),
        ("event lost(p Player)\n", "event lost(p Player)\nevent found\n", ["+ event found"]),
        ('"Pay" [book "2"] = n', '"Pay" [book "2"] = n + 1', ["fact pay (value)"]),
        ('"Pay" [book "2"] = n', '"Pays" [book "2"] = n', ["wording fact pay (tags)"]),
        ('"Pay" [book "2"] = n', '"Pay" [book "3"] = n', ["wording fact pay (tags)"]),
        ('"Pay" [book "2"] = n', '"Pays" = n + 1', ["fact pay (value, tags)"]),
        ('a "A", b, c', 'a "A", b, c, d', ["enum Kind (items): added d"]),
        ('a "A", b, c', 'a "A", c', ["enum Kind (items): removed b"]),
        ('a "A", b, c', 'a "A", c, b', ["enum Kind (items): order a c b"]),
        ('a "A", b, c', 'a "Ay", b, c', ["wording enum Kind (items): reworded a"]),
        ("bear | 1 |", "bear | 4 |", ["table Inn (rows): bear.worth 1 -> 4"]),
        ("  | fox  | 2 | yes |\n", "", ["table Inn (rows): removed fox"]),
        ("  | oak ", "  | elm | 3 | no |\n  | oak ", ["table Inn (rows): added elm"]),
        ("often, never", "never, often", ["option robbing (items): order never often; default often -> never"]),
        ("often, never", "often, never, once", ["option robbing (items): added once"]),
        ("1..9 = 3", "1..9 = 4", ["option size (default): default 3 -> 4"]),
        ("1..9 = 3", "1..8 = 3", ["option size (range)"]),
        ("ruling robbing", "option robbing", ["option robbing (ruling)"]),
        ("| s2 | {s1} |", "| s2 | {} |", ["board Spot (rows): s2.neighbours {s1} -> {}"]),
        ("players 2 to 4", "players 2 to 5", ["players: 2 to 4 -> 2 to 5"]),
        ("players 2 to 4", "players 2 to 4, anticlockwise", ["direction: clockwise -> anticlockwise"]),
        ('"Base"', '"The base"', ["wording title: Base -> The base"]),
        ('"The booklet"', '"The leaflet"', ["wording source book: The booklet -> The leaflet"]),
        ("pay(1) == 1", "pay(2) == 2", ["wording example opening (lines)"]),
        ('"betalen"', '"afrekenen"', ["wording words nl (entries): word pay"]),
        (
            "rule gain when lost(p):\n  coins += 1\nrule lose when lost(p):\n  coins -= pay(1)\n",
            "rule lose when lost(p):\n  coins -= pay(1)\nrule gain when lost(p):\n  coins += 1\n",
            ["answers to lost: rule lose, rule gain"],
        ),
    ],
)
def test_each_change_is_told_once(old: str, new: str, changes: list[str]) -> None:
    assert old in BASE
    assert between(BASE, BASE.replace(old, new)) == changes


def test_struck_and_added_are_the_reverse_of_each_other() -> None:
    shorter = BASE.replace("event lost(p Player)\n", "").split("rule gain")[0]
    clauses = ["event lost", "rule gain", "rule lose"]
    assert between(BASE, shorter) == [*(f"- {c}" for c in clauses), "wording - example opening", "wording - words nl"]
    assert between(shorter, BASE) == [*(f"+ {c}" for c in clauses), "wording + example opening", "wording + words nl"]


def test_a_condition_of_the_game_is_a_change_of_the_rule() -> None:
    layer = "variant v of base\nunder coins > 3:\n  strike rule gain\n"
    changes = difference(game(BASE), game(BASE, layer))
    assert told(changes) == ["wording title: Base -> v", "rule gain (unless)"]


def test_the_layer_that_says_something_does_not_count() -> None:
    layer = 'edition v of base "Base"\nreplace fact pay(n 0..3) "Pay" [book "2"] = n + 1\n'
    more = BASE.replace('"Pay" [book "2"] = n', '"Pay" [book "2"] = n + 1')
    assert between(more, BASE) == ["fact pay (value)"]
    assert told(difference(game(more), game(BASE, layer))) == []


CARDS = """rulebook cards:
  players 2 to 4
enum Card: mill, bakery
keep owns[Player]: set of Card = {}
keep coins[Player]: 0..9 = 0
event gained(p Player, n 0..9)
choice turn
procedure act:
  step pay:
    nothing
fact yield(p Player) = 1
"""
LOOSE = """
exception more to yield(p) where mill in owns[p] and coins[p] > 2 = 3
rule bread when gained(p, n) by p where mill in owns[p]:
  coins[p] += n
rule full whenever p in Player: mill in owns[p] and coins[p] > 5 and coins[p] < 8:
  coins[p] = 5
rule toll after act.pay where mill in owns[me]:
  coins[me] -= 1
action bake in turn "Bake":
  require mill in owns[me]
  require coins[me] > 1
  coins[me] += 4
"""
TOGETHER = """
for each p in Player where mill in owns[p]:
  exception more to yield(p) where coins[p] > 2 = 3
  rule bread when gained(p, n) by p:
    coins[p] += n
  rule full whenever coins[p] > 5 and coins[p] < 8:
    coins[p] = 5
  rule toll after act.pay:
    coins[p] -= 1
  action bake in turn "Bake a loaf":
    require coins[p] > 1
    coins[p] += 4
"""


def test_a_clause_in_a_block_about_each_says_what_it_said_outside() -> None:
    before, after = game(CARDS + LOOSE), game(CARDS + TOGETHER)
    assert told(difference(before, after)) == ["wording action bake (tags)"]
    assert told(difference(before, game(CARDS + LOOSE.replace("Bake", "Bake a loaf")))) == told(
        difference(before, after)
    )


@pytest.mark.parametrize(
    ("said", "other", "clause"),
    [
        ("coins[p] > 2 = 3", "coins[p] > 3 = 3", "exception more"),
        ("coins[p] += n", "coins[p] += 1", "rule bread"),
        ("coins[p] < 8", "coins[p] < 9", "rule full"),
        ("coins[p] -= 1", "coins[next(p)] -= 1", "rule toll"),
        ("  rule toll after act.pay:", "  rule toll after act.pay where coins[p] > 0:", "rule toll"),
        ("    coins[p] += 4", "    by next(me):\n      coins[p] += 4", "action bake"),
    ],
)
def test_what_differs_in_a_block_is_a_change(said: str, other: str, clause: str) -> None:
    changed = TOGETHER.replace("Bake a loaf", "Bake").replace(said, other)
    found = difference(game(CARDS + LOOSE), game(CARDS + changed))
    assert [c.after.id for c in found if isinstance(c, Replaced) and not c.wording] == [clause]


HELPED = """
fact first_of(n 0..3) = second_of(n)
fact second_of(n 0..3) = n
exception lesser to second_of(n) where n == 3 = 2
procedure prepared:
  coins = 3
example helped:
  given:
    prepared()
  expect first_of(1) == 1
"""


def test_what_only_examples_use_is_no_rule() -> None:
    """Facts, procedures and exceptions that only examples use, directly or indirectly, are changes of wording, whether
    added or removed."""
    said = ["fact first_of", "fact second_of", "exception lesser", "procedure prepared", "example helped"]
    assert [one.split(" (")[0] for one in between(BASE, BASE + HELPED)] == [f"wording + {one}" for one in said]
    assert between(BASE + HELPED, BASE) == [f"wording - {one}" for one in said]
    other = HELPED.replace("= n\n", "= n + 0 * n\n").replace("coins = 3", "coins = 4")
    assert between(BASE + HELPED, BASE + other) == [
        "wording fact second_of (value)",
        "wording procedure prepared (body)",
    ]


def test_what_a_rule_uses_is_a_rule_and_so_is_what_nothing_uses() -> None:
    used = HELPED + "rule more when lost(p):\n  coins = first_of(2)\n"
    told_ = between(BASE, BASE + used)
    assert "+ fact first_of" in told_ and "+ fact second_of" in told_ and "wording + procedure prepared" in told_
    assert between(BASE, BASE + "fact idle = 3\n") == ["+ fact idle"]


def test_a_helper_that_becomes_a_rule_is_a_change_of_rules() -> None:
    old = BASE + HELPED
    new = (old + "rule more when lost(p):\n  coins = first_of(2)\n").replace("= second_of(n)\n", "= second_of(n) - 0\n")
    assert "fact first_of (value)" in between(old, new)
