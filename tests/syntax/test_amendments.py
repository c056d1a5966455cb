"""Forbidden changes of single parts of a clause, of moves in examples, and of several names on one line are refused by
the parser.
"""

from __future__ import annotations

import pytest

from rulekit.diagnostics import Source
from rulekit.syntax import parse

WRONG = {
    "add to fact both: three": (
        "E104",
        "the parts of a fact have no names by which a layer could change them one by one",
    ),
    "add to words nl: three": (
        "E104",
        "the parts of words have no names by which a layer could change them one by one",
    ),
    "add to statements book: three": (
        "E104",
        "the parts of statements have no names by which a layer could change them",
    ),
    "strike from fact both: three": ("E104", "the parts of a fact have no names by which a layer could change them"),
    "replace in invariant both: three": ("E104", "the parts of an invariant have no names by which a layer could"),
    "strike from action lay: three": ("E101", "`three` stands where a line of the base in backquotes is expected"),
    "strike from action lay: require n<=3": ("E103", "a line of the base is named as it stands there, between"),
    "strike from example there: expect a == 3": ("E103", "a line of the base is named as it stands there, between"),
    "strike from action lay: `a = 1`, a = 3, `b = 2`": ("E103", "a line of the base is named as it stands there"),
    "replace in action lay:\n  require n <= 3:\n    require n <= 4": (
        "E103",
        "a line of the base is named as it stands",
    ),
    "replace in action lay:\n  if n <= 3:\n    require n <= 4": ("E103", "a line of the base is named as it stands"),
    "add to action lay after a = 3:\n  a = 4": ("E103", "a line of the base is named as it stands there, between"),
    "add to action lay after `a = 3:\n  a = 4": ("E110", "``` is not part of the language"),
    "replace in action lay:\n  `a = 3`\n": ("E101", "the line ends where `:` is expected"),
    "replace in action lay:\n  `a = 3`:\n    a = 4\n  `a = 3`:\n    a = 5": ("E131", "`a = 3` is said twice"),
    "strike from action lay: `a = 3`, `a = 3`": ("E131", "`a = 3` is said twice"),
    "replace in enum Kind:\n  `spy`:\n    nothing": ("E101", "the quoted line `spy` stands where `|` or a name is"),
    "strike flow flow": ("E101", "`flow` stands where a"),
    "add to enum Kind:\n  | spy | 3 |": ("E104", "this is no part of an enum"),
    "add to table Inn: mill": ("E104", "this is no part of a table"),
    "add to board Map: mill": ("E104", "this is no part of a board"),
    "add to option wine:\n  | red | 3 |": ("E104", "this is no part of an option"),
    "add to example there:\n  players 3": ("E104", "for how many players an example is cannot be changed by a line"),
    "example there:\n  refuse travel(n: 3) 4 times": (
        "E104",
        "`refuse` asks whether a move is on offer, and asks once",
    ),
    "example there:\n  play travel 1001 times": ("E113", "a move is played from 1 to 1000 times in one line"),
    "flow:\n  choose 2 of a in A, b in B": ("E104", "an amount is said of one name, and here several are chosen"),
    "flow:\n  choose a in A, b in B totalling a at least 2": ("E104", "`totalling` is said of one name, and here"),
    "flow:\n  choose a in A, b in B otherwise none": ("E104", "`otherwise` is said of one name, and here several"),
    "flow:\n  for each a in A, b in B, in chosen order:\n    nothing": ("E104", "the order is chosen for one name"),
    "flow:\n  for each a in A, b in B:\n    if a == b:\n      leave loop": (
        "E104",
        "`leave loop` does not say which of the loops ends",
    ),
    "flow:\n  choose a, b in A": ("E103", "it is not said what `a` runs over"),
    "flow:\n  choose a in A and b in B": ("E105", "between two names that each have their domain stands a comma"),
    "flow:\n  choose a in A, then b in B": ("E104", "`then` does not belong here"),
    "fact f = count(a, b in A)": ("E103", "it is not said what `a` runs over"),
    "flow:\n  for each a, b in A:\n    nothing": ("E103", "it is not said what `a` runs over"),
    "flow:\n  for each a in A and b in B:\n    nothing": ("E105", "between two names that each have their domain"),
    "add to enum Kind: spy, guard, spy": ("E131", "`spy` is said twice"),
    "strike from enum Kind: spy, spy": ("E131", "`spy` is said twice"),
}


@pytest.mark.parametrize("text", WRONG)
def test_one_mistake_has_one_message(text: str) -> None:
    book, found = parse(Source("sample.rules", f"variant v of sample\n{text}\n"))
    code, message = WRONG[text]
    assert book is None
    assert [(d.code, d.message[: len(message)]) for d in found] == [(code, message)]
    assert found[0].span is not None and found[0].span.first.line > 1
