"""The diagram of how the game goes: its boxes and branches, statements of the flow itself, and the order of players."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulekit.render.game_pages import RenderRequest, render_game

from . import pages

HEAD = 'rulebook table "Table":\n  players {players}\nkeep n "Coins": 0..9 = 3\n'


def course(tmp_path: Path, text: str, players: str = "3") -> str:
    """Return the part of a page headed "How the game goes"."""
    file = tmp_path / "table.rules"
    file.write_text(HEAD.format(players=players) + text, encoding="utf-8")
    page = pages.text(render_game(RenderRequest(str(file), (), (("en", ""),), False, ()))[0])
    found = re.search(r"## How the game goes.*?(?=\n## )", page, re.S)
    assert found is not None, page
    return found[0]


def test_a_box_never_stands_in_a_list(tmp_path: Path) -> None:
    told = course(
        tmp_path,
        """procedure take "Take":
  n -= 1
procedure give "Give":
  if n == 2:
    game over, won by me
flow:
  turns from p1, once each:
    either try "Try it":
      take()
      give()
    or rest "Rest":
      n = 1
  game over, drawn
""",
    )
    assert not re.search(r"^ +<", told, re.M) and told.count("<div") == told.count("</div>")
    assert "Try it" in told and "rk-item" in told


def test_what_the_flow_does_in_a_turn_is_said(tmp_path: Path) -> None:
    told = course(tmp_path, "flow:\n  turns from p1:\n    n = 4\n    choose k in 1..2\n    game over, drawn\n")
    assert "4" in told and "Choose a number from 1 to 2" in told


@pytest.mark.parametrize(
    ("loop", "head"),
    [
        ("for each p in Player from p2 anticlockwise", "For every player, anticlockwise from player 2 on"),
        ("for each p in Player from p2", "For every player, clockwise from player 2 on"),
        ("for each p in Player where p != p1", "For every player who is not player 1"),
        ("repeat at most 3 times", "Do this 3 times"),
        ("repeat at most 3 times while n < 3", "Repeat this at most 3 times, as long as the coins are less than 3"),
        ("repeat until n > 3", "Repeat this until the coins are more than 3"),
    ],
)
def test_the_head_of_a_loop_is_its_sentence(tmp_path: Path, loop: str, head: str) -> None:
    who = "p" if " p " in loop else "p1"
    told = course(tmp_path, f"flow:\n  {loop}:\n    by {who}:\n      choose k in 1..2\n  game over, drawn\n")
    heads = re.findall(r"rk-loop.*\n\n(.*)\n", told)
    assert [re.sub(r"\[(.*?)\]\(.*?\)", r"\1", one) for one in heads] == [head]


def test_a_loop_that_may_be_left_has_at_most_its_number_of_times(tmp_path: Path) -> None:
    left = "flow:\n  repeat at most 3 times:\n    by p1:\n      choose k in 1..2\n    if n == 2:\n      leave loop\n"
    assert "Repeat this at most 3 times" in course(tmp_path, f"{left}  game over, drawn\n")


def test_a_limit_that_only_programs_need_is_not_told(tmp_path: Path) -> None:
    endless = (
        "flow:\n  repeat at most 3 times:\n    by p1:\n      choose k in 1..2\n    if n == 2:\n      game over, drawn\n"
    )
    assert "Repeat this\n" in course(tmp_path, endless)
    assert "Do this 3 times" in course(tmp_path, f"{endless}  game over, won by p1\n")


ACTIONS = """option giving "Giving": no_giving "No", with_giving "Yes"
choice turn "Act"
action take in turn "Take a coin":
  n = 1
action give in turn "Give a coin":
  require giving == {answer}
  n = 2
flow:
  turns from p1:
    {may}do one of turn
    game over, drawn
"""


@pytest.mark.parametrize(
    ("may", "alone", "several"), [("", "", "One of: Act"), ("may ", "If wanted: ", "If wanted, one of: Act")]
)
def test_a_choice_with_one_action_is_told_as_this_action(tmp_path: Path, may: str, alone: str, several: str) -> None:
    told = [
        re.sub(r"\*\*|\[|\]\([^)]*\)|\{[^}]*\}", "", course(tmp_path, ACTIONS.format(answer=answer, may=may)))
        for answer in ("with_giving", "no_giving")
    ]
    assert f"\n{alone}Take a coin\n" in told[0] and "one of" not in told[0].lower()
    assert several in told[1] and "Give a coin" in told[1]


def test_of_two_players_neither_sits_clockwise(tmp_path: Path) -> None:
    text = "flow:\n  turns from p1:\n    game over, drawn\n"
    assert "clockwise" in course(tmp_path, text, "2 to 3") and "clockwise" not in course(tmp_path, text, "2")


def test_what_comes_otherwise_keeps_its_condition(tmp_path: Path) -> None:
    told = course(
        tmp_path,
        """procedure bid() gives 1..2:
  choose k in 1..2
  return k
flow:
  by p1:
    let high = bid()
    if high == 1:
      n = 2
    else:
      game over, won by p1
  game over, drawn
""",
    )
    assert "**If**" in told and told.index("**If**") < told.index("**Otherwise**")
    assert "Bid" in told


SETTLED = """option length "How long": short "Short", long "Long"
option limit "The limit": 1..6 = 3
procedure act "Take a turn":
  n = 1
  if length == long:
    n = 2
  else if limit > 3:
    n = 3
  choose k in 4..5
  n = k
  finish()
procedure finish "Finish the turn":
  n = 6
flow:
  turns from p1 where length == short or n > 8:
    act()
    n = 7
    if length == long:
      choose other in 1..2
      n = 8
    either first_way "First way":
      require limit > 3
      n = 9
    or second_way "Second way":
      n = 0
"""


def test_a_procedure_with_a_decision_is_told_whole_and_nothing_that_an_option_rules_out(tmp_path: Path) -> None:
    told = re.sub(r"\{[^}]*\}|<[^>]*>|[*\\[\]]|\([^)]*\)", "", course(tmp_path, SETTLED))
    lines = [line.strip("- ") for line in told.splitlines() if line.strip()]
    assert lines == [
        "## How the game goes",
        "Turns beginning with player 1, clockwise",
        "Take a turn",
        "Set the coins to 1.",
        "Choose a number from 4 to 5.",
        "Set the coins to the number.",
        "Finish the turn",
        "Set the coins to 7.",
        "Second way",
        "Set the coins to 0.",
    ]


def test_each_case_of_a_chain_has_a_box_at_one_level(tmp_path: Path) -> None:
    cases = "".join(f"    {'else ' if k > 1 else ''}if k == {k}:\n      choose x in 1..{k + 1}\n" for k in range(1, 9))
    told = course(tmp_path, f"flow:\n  turns from p1, once each:\n    choose k in 1..9\n{cases}  game over, drawn\n")
    assert [f"from 1 to {k + 1}" in told for k in range(1, 9)] == [True] * 8 and "…" not in told
    assert told.count("**Otherwise, if**") == 7 and told.count("**If**") == 1


def test_boxes_too_deep_have_an_ellipsis(tmp_path: Path) -> None:
    inner = "".join(f"{'  ' * k}repeat at most {k} times:\n" for k in range(2, 12)) + "  " * 12 + "choose x in 1..2\n"
    told = course(tmp_path, f"flow:\n  turns from p1, once each:\n{inner}  game over, drawn\n")
    assert "…" in told and "from 1 to 2" not in told


LINES = """  for each p in Player, k in 1..3:
    by p:
      choose x in 1..k
  by p1:
    throw()
  game over, drawn
procedure throw gives 1..6:
  repeat at most 10 times:
    choose y in 1..6
    if y > 3:
      return y
  return 1
"""


def test_loops_on_one_line_are_told_once_and_a_return_is_told(tmp_path: Path) -> None:
    told = course(tmp_path, f"flow:\n{LINES}")
    assert re.findall("For every player.*", told) == ["For every player and every number A from 1 to 3"]
    assert "The result is the number" in told and "The result is 1" in told
