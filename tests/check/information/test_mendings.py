"""Fixes that messages of the information check suggest work; each is tried."""

from __future__ import annotations

import pytest

from rulekit.check import check_rulebook
from rulekit.diagnostics import Diagnostic, Source
from rulekit.model.assembly import assemble
from rulekit.model.rulebook import Config
from rulekit.syntax import parse

HEAD = """rulebook mended:
  players 3
piece Card(value 1..3): 2 each
place hand[p in Player]: heap of Card, seen by p
place pile: heap of Card
keep coins: 0..9 = 0
keep judge: Player = p1, hidden
choice turn "What to do"
action play in turn:
  require some c in hand[me]: c.value == 3
  coins += 1
flow:
  by p1:
"""
REVEALS = "only if all players are meant to learn that there is nothing to pick: say `otherwise, reveals:`"
EITHER = """    either high:
      require some c in hand[me]: c.value == 3
      coins += 1
    otherwise:
      coins += 2
"""
DO = """    do one of turn
    otherwise:
      coins += 2
"""
CHOOSE = "    choose n in 1..3 where some c in hand[me]: c.value == n otherwise 2\n"
WOLVES = "    at once each p in Player where p == judge:\n      choose v in 1..3\n"
AT_LAST = "only if all players are meant to learn whether `p == judge`: `, reveals`"
SHOW = "    show hand[p1] to judge\n"
SEEN = "    show c to all\n"
FIVE = "some c in hand[p1]: c.value == 3"
IF = f"    if {FIVE}:\n      coins += 1\n"
VALUE = "    coins = size({c in hand[p1] where c.value > 1})\n"
EACH = "    for each p in Player where size({c in hand[p] where c.value > 1}) > 2:\n      coins += 1\n"
PICK = "    choose c in hand[me]\n    coins = c.value\n"
AT_ONCE = """  at once each p in Player:
    choose c in hand[p]
    move c from hand[p] to kept[p]
"""
LAY = "    choose c in hand[me]\n    coins += c.value\n    move c from hand[me] to pile\n"


def found(body: str, head: str = HEAD) -> list[Diagnostic]:
    book, problems = parse(Source("mended", head + body + "  game over, drawn\n"))
    assert book is not None, problems
    rulebook, _ = assemble([book], Config())
    assert rulebook is not None
    return [d for d in check_rulebook(rulebook)[1] if d.severity == "error"]


@pytest.mark.parametrize(
    ("body", "code", "said", "mended"),
    [
        (EITHER, "E507", REVEALS, EITHER.replace("otherwise:", "otherwise, reveals:")),
        (DO, "E507", REVEALS, DO.replace("otherwise:", "otherwise, reveals:")),
        (
            CHOOSE,
            "E507",
            "learn that nothing could be chosen: `, reveals`",
            CHOOSE.replace("otherwise 2", "otherwise 2, reveals"),
        ),
        (WOLVES, "E507", AT_LAST, WOLVES.replace("judge:", "judge, reveals:")),
        (WOLVES, "E507", "ask everybody, and let those", WOLVES.replace(" where p == judge", "")),
        (IF, "E502", f"meant to learn whether `{FIVE}`: ", IF.replace("3:", "3, reveals:")),
        (IF, "E502", "or `show` it to all before", f"    show {FIVE} to all\n{IF}"),
        (
            VALUE,
            "E504",
            "meant to learn `size({c in hand[p1] where c.value > 1})`: ",
            VALUE.replace("})", "}), reveals"),
        ),
        (EACH, "E502", "where c.value > 1}) > 2`: `, reveals` at the end", EACH.replace("2:", "2, reveals:")),
        (SHOW, "E504", "`show` them before who they are", f"    show judge to all\n{SHOW}"),
        (SHOW, "E504", "say an audience whose members all know", SHOW.replace("judge", "{p2}")),
        (PICK, "E504", "to learn `c`: `, seen by all` at", PICK.replace("[me]", "[me], seen by all")),
        (LAY, "E504", "all see it there, so `show c to all` before", LAY.replace("    coins", f"{SEEN}    coins")),
    ],
)
def test_what_is_said_mends_it(body: str, code: str, said: str, mended: str) -> None:
    (problem,) = found(body)
    assert problem.code == code
    assert any(said in str(line.text) for line in problem.help)
    open_ = [any(word in str(line.text) for word in ("show", "reveals")) for line in problem.help]
    assert open_ == sorted(open_)  # advice that reveals a secret comes last, and says who would learn what
    assert all("learn" in str(line.text) or "laid open" in str(line.text) for line in problem.help if open_.pop(0))
    assert found(mended) == []


def test_what_a_name_of_the_line_decides_cannot_be_shown_before() -> None:
    (problem,) = found(EACH)
    assert not any("show" in str(line.text) for line in problem.help)


def test_of_what_is_moved_at_once_the_place_that_all_count_is_named() -> None:
    head = HEAD.replace("seen by p\n", "seen by p\nplace kept[p in Player]: heap of Card, seen by p, counted by p\n", 1)
    head = head.removesuffix("  by p1:\n").replace("value 1..3", "value 1..3, suit 1..2 open")
    said = [str(line.text) for problem in found(AT_ONCE, head) for line in problem.help]
    advice = "all see how many lie in `hand`, which is `seen by p`: declare it `counted by p`, too"
    assert advice in said and not any("`kept`" in line for line in said)
    hand = "hand[p in Player]: heap of Card, seen by p"
    assert found(AT_ONCE, head.replace(hand, f"{hand}, counted by p")) == []
