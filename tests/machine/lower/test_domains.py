"""The values of a loop's variable and the results of `in`, for every kind of domain, on the reference interpreter.

A case in `CASES` lists the values that the loop's body sees (equal pieces each count), and the values for which `in`
holds.
"""

from __future__ import annotations

import pytest

from rulekit.engine.reference import ReferenceEngine

from .play import machine

BOOK = """
enum Kind: x, y, z
piece Card(n 1..3): n each
piece Unique(n 1..4): 1 each
place heap_: heap of Card
place row_: row of Unique
place stack_: stack of Card
place unlike: heap of Unique
place empty_: heap of Card
place lone: one Unique
place vacant: one Unique
keep some_: set of 2..5 = {3, 5}
keep none_: set of 2..5
keep wide: set of -2..5 = {-2, 0, 4}
keep maybe: 2..5 or none = 4
keep nothing_: 2..5 or none
keep kinds: set of Kind = {x, z}
keep low: 0..9 = 3
choice turn
flow:
  put every Card in heap_
  put every Unique in row_
  move Unique(2) from row_ to lone
  move Unique(3) from row_ to unlike
  move Card(2) from heap_ to stack_
  move Card(2) from heap_ to stack_
  move Card(3) from heap_ to stack_
  by p1:
    do one of turn
action go in turn:
  nothing
"""
CARDS = ["Card(1)", "Card(2)", "Card(3)"]
UNIQUES = ["Unique(1)", "Unique(2)", "Unique(3)", "Unique(4)"]
NUMBERS = ["-2147483647", "-2", "0", "2", "3", "4", "5"]
CASES = [
    ("Kind", "index(i)", ["x", "y", "z"], [0, 1, 2], ["x", "y", "z"]),
    ("kinds", "index(i)", ["x", "y", "z"], [0, 2], ["x", "z"]),
    ("2..4", "i", NUMBERS, [2, 3, 4], ["2", "3", "4"]),
    ("low..4", "i", NUMBERS, [3, 4], ["3", "4"]),
    ("4..low", "i", NUMBERS, [], []),
    ("some_", "i", NUMBERS, [3, 5], ["3", "5"]),
    ("none_", "i", NUMBERS, [], []),
    ("wide", "i", NUMBERS, [-2, 0, 4], ["-2", "0", "4"]),
    ("heap_", "i.n", CARDS, [1, 3, 3], ["Card(1)", "Card(3)"]),
    ("stack_", "i.n", CARDS, [2, 2, 3], ["Card(2)", "Card(3)"]),
    ("empty_", "i.n", CARDS, [], []),
    ("row_", "i.n", UNIQUES, [1, 4], ["Unique(1)", "Unique(4)"]),
    ("unlike", "i.n", UNIQUES, [3], ["Unique(3)"]),
    ("lone", "i.n", [], [2], []),
    ("vacant", "i.n", [], [], []),
    ("maybe", "i", [], [4], []),
    ("nothing_", "i", [], [], []),
]


@pytest.fixture(scope="module")
def asked() -> dict[str, object]:
    """Return the value of each fact, by its name, after all pieces are in their places."""
    facts: dict[str, str] = {}
    for at, (domain, said, values, _, _) in enumerate(CASES):
        facts[f"count{at}"] = f"count(i in {domain})"
        facts[f"sum{at}"] = f"sum(i in {domain}: {said})"
        facts[f"squares{at}"] = f"sum(i in {domain} where {said} != 3: ({said}) * ({said}))"
        facts[f"pairs{at}"] = f"count(i in {domain}, j in {domain} where i == j)"
        facts[f"set{at}"] = f"size({{{said} for i in {domain}}})"
        bracketed = f"{{{domain}}}" if ".." in domain else domain
        facts |= {f"in{at}_{n}": f"{one} in {bracketed}" for n, one in enumerate(values)}
        facts |= {f"out{at}_{n}": f"{one} not in {bracketed}" for n, one in enumerate(values)}
    engine = ReferenceEngine(machine(BOOK + "".join(f"fact {name} = {text}\n" for name, text in facts.items())))
    state = engine.start(1, 0)
    return {name: engine.call(state, f"fact {name}", ()) for name in facts}


@pytest.mark.parametrize("at", range(len(CASES)), ids=[case[0] for case in CASES])
def test_a_domain(asked: dict[str, object], at: int) -> None:
    _, _, values, members, inside = CASES[at]
    assert asked[f"count{at}"] == len(members)
    assert asked[f"sum{at}"] == sum(members)
    assert asked[f"squares{at}"] == sum(one * one for one in members if one != 3)
    assert asked[f"pairs{at}"] == sum(one == two for one in members for two in members)
    assert asked[f"set{at}"] == len(set(members))
    assert [one for n, one in enumerate(values) if asked[f"in{at}_{n}"]] == inside
    assert [one for n, one in enumerate(values) if not asked[f"out{at}_{n}"]] == inside
