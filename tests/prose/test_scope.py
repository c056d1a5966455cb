"""Sentences have the scope of the rule: brackets, the order of conditions, letters and articles leave one meaning."""

from __future__ import annotations

import pytest

from rulekit.prose import blocks_text, speaker
from rulekit.prose.prose_blocks import inline_text
from rulekit.syntax import nodes as s
from rulekit.syntax.traversal import body_of

from .reading import model, whole

BOOK = """rulebook small "Small":
  players 2
enum Colour: blue, red
piece Checker(owner Player): 3 each
keep a: 0..99 = 1
keep b: 0..99 = 2
keep c: 0..99 = 3
keep coins[Player]: 0..9 = 3
keep stake: 0..9 = 1
place floor[Player]: heap of Checker
place wall[Player, Colour]: heap of Checker
fact the_bar = 7
fact next_to(x Colour) gives Colour = if x == blue then red else blue
choice turn
action go in turn "Go":
  BODY
flow:
  turns from p1:
    do one of turn
words en:
  Checker: "Man", plural "men"
  stake: noun "the cube"
  next_to: noun "the neighbour of {x}"
  wall: noun "{1}'s {2}"
"""


def book(body: str) -> str:
    return BOOK.replace("BODY", body.replace("\n", "\n  "))


@pytest.mark.parametrize(
    ("body", "line"),
    [
        (
            "require (a > 1 or b > 1) and c == 2",
            "Only if the c is 2 and either the a is more than 1 or the b is more than 1.",
        ),
        (
            "require (a > 1 or b > 1) and (a > 2 or c > 2)",
            "Only if (either the a is more than 1 or the b is more than 1) and either the a is more than 2 or the c is",
        ),
        (
            "require (some q in Player: coins[q] < 2) == (a == 2)",
            "Only if the a is 2 if there is a player whose coins are less than 2, and only then.",
        ),
        ("a = lesser(7, b + (if c == 1 then 1 else 0))", "the lesser of 7 and (the b, plus 1 if the c is 1)."),
        ("a = greater(b + c, 7)", "the greater of (the b plus the c) and 7."),
        ("a = sum(q in Player: coins[q]) + b", "(the sum of the coins of all players) plus the b."),
        ("a = b + sum(q in Player: coins[q]) + c", "the b plus (the sum of the coins of all players) plus the c."),
        ("a = c - b + 1", "(the c minus the b) plus 1."),
        ("a = c - b - 1", "to the c minus the b minus 1."),
        ("a = c + b + 1", "to the c plus the b plus 1."),
        (
            "if a == 1:\n  if b == 1:\n    c = 1\nelse if a == 2:\n  c = 2",
            "If the a is 1:\n- If the b is 1, set the c to 1.\nOtherwise, if the a is 2, set the c to 2.",
        ),
        (
            "if a == 1:\n  for each p in Player:\n    if coins[p] == 1:\n      c = 1\nelse:\n  c = 2",
            "If the a is 1:\n- For every player",
        ),
        ("stake = the_bar", "Set the cube to the bar."),
        ("remove Checker(owner: me) from floor[me]", "the man with owner you from your floor"),
        ("put Checker(owner: me) in wall[me, next_to(blue)]", "in your neighbour of Blue."),
    ],
)
def test_a_sentence_has_one_meaning(body: str, line: str) -> None:
    said = whole(book(body), "en")
    assert line.lower() in said.lower(), said


OPTION = """option more "More?": no_more "No", yes_more "Yes"
fact first = (if more == yes_more then 1 else 0) + (if more == no_more then b else 0)
    + (if more == yes_more then 1 else 0)
fact none_left = (if more == yes_more then 1 else 0) + (if more == yes_more then 2 else 0)
fact rest = c - (if more == no_more then 0 else 1)
fact due(p Player) = coins[p] == 4
fact late(p Player) = not due(p)
board Square: 3 by 3
fact far(s Square) = {e in (reach from {s}, x to y in adjacent(x) where x != s) where e not in adjacent(s)}
action double in turn "Double":
  by opponent(me):
    either take "Take it":
      coins[me] = 1
    or leave "Leave it":
      coins[p1] = 2
choice turn
"""


@pytest.mark.parametrize(
    "line",
    [
        "The first: the b.",
        "The none left: 0.",
        "The rest: the c.",
        "“Late” holds for you if you need not lay now.",
        "every square B among square A, for each square C of them every square D among the neighbours of square C",
        "your opponent decides, and is the “you” of this:",
    ],
)
def test_settled_terms_denials_and_names_have_one_meaning(line: str) -> None:
    text = book("nothing").replace("choice turn\n", OPTION) + '  due: says "{p} [must] lay now"\n'
    said = whole(text)
    assert line in said, said


def test_parts_of_a_procedure_have_the_letters_of_the_whole() -> None:
    text = book("nothing").replace(
        "flow:",
        "procedure roll:\n  keep w: 1..6 = 1\n  keep v: 1..6 = 1\n"
        "  repeat at most 3 times until w != v:\n    draw d in 1..6\n    v = d\nflow:\n  roll()",
    )
    says = speaker(model(text), "en")
    roll = next(one.clause for one in says.model.rulebook.clauses if isinstance(one.clause, s.ProcedureClause))
    *_, again = body_of(roll)
    assert "until number A is not number B" in inline_text(says.heading(again, "roll"))
    assert "number A" in blocks_text(says.statements((again,), "roll"))
