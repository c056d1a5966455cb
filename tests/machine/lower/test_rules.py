"""The behaviour of facts, events, rules at steps and `whenever` rules, on both engines."""

from __future__ import annotations

import pytest

from rulekit.machine import program as m

from .play import Play

END = "\n  game over, drawn\n"


def fact(text: str, call: str) -> int | str:
    """Return a fact's value at the start of the game, or the code of its fault."""
    game = Play(f"{text}\nkeep found: -99..99 = 0\nflow:\n  found = {call}{END}")
    return game.fault or game.cell("found")


def test_the_highest_rank_wins_and_within_a_rank_what_comes_over() -> None:
    text = """
fact f(n 0..9) = 0
exception plain to f(n) where n > 1 = 1
exception strong to f(n) where n > 3 rank high = 3
exception weak to f(n) where n > 2 rank low = 2
exception strongest to f(n) where n > 5 rank high over strong = 4
"""
    assert [fact(text, f"f({n})") for n in (1, 2, 3, 4, 6)] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("rank", ["", " rank high"])
def test_never_both_is_a_promise(rank: str) -> None:
    text = f"""
fact f(n 0..9) = 0
exception a to f(n) where n > 1{rank} = 1
exception b to f(n) where n < 3{rank} never both = n - 1
exception c to f(n) where n == 0{rank} over a, b = 7
"""
    assert fact(text, "f(2)") == 1, "they hold together and agree"
    text = text.replace("= n - 1", "= 5")
    assert fact(text, "f(1)") == 5
    assert fact(text, "f(2)") == "E712"


def test_never_both_minds_only_its_own_rank() -> None:
    text = """
fact f(n 0..9) = 0
exception a to f(n) where n > 1 rank low = 1
exception b to f(n) where n < 3 rank high never both = 5
"""
    assert fact(text, "f(2)") == 5


@pytest.mark.parametrize(
    ("how", "base", "expected"), [("add", 2, 9), ("most", 2, 4), ("least", 2, 2), ("least", 5, 3), ("most", 9, 9)]
)
def test_facts_combine_their_exceptions(how: str, base: int, expected: int) -> None:
    text = f"fact f(n 0..9) combining {how} = {base}\n"
    text += "exception a to f(n) = 3\nexception b to f(n) where n > 1 = 4\nexception c to f(n) where n > 5 = 0\n"
    assert fact(text, "f(2)") == expected


def test_facts_that_ask_themselves_say_how_deep() -> None:
    text = "fact f(n 0..9) gives 0..99 nested at most 4 = if n == 0 then 0 else n + f(n - 1)"
    assert fact(text, "f(3)") == 6
    assert fact(text, "f(4)") == "E705"


STEPS = """
keep log: 0..99999 = 0
procedure deed:
  step early:
    log = log * 10 + 1
  step late:
    log = log * 10 + 2
"""


def test_rules_before_after_and_instead_of_steps() -> None:
    game = Play(
        STEPS
        + """
rule b1 before deed.early:
  log = log * 10 + 3
rule b2 before deed.early where log > 5:
  log = log * 10 + 4
rule a1 after deed.early where log == 31:
  log = log * 10 + 5
rule i1 instead of deed.late where log < 100:
  log = log * 10 + 6
rule i2 instead of deed.late over i1:
  log = log * 10 + 7
flow:
  deed()"""
        + END
    )
    assert game.cell("log") == 3157


def test_the_first_instead_of_that_holds_by_over() -> None:
    rules = """
rule i1 instead of deed.late where log < 5:
  log = log * 10 + 6
rule i2 instead of deed.late where log == 1 over i1:
  log = log * 10 + 7
flow:
  deed()"""
    assert Play(STEPS + rules + END).cell("log") == 17


EVENT = """
keep log: 0..999999 = 0
keep closed: truth
event called(n 0..9) answered from p3{way}{rank}
rule closing when called(n) by q where q == p2:
  log = log * 10 + 5
rule opening when called(n):
  log = log * 10 + n
rule each_of when called(n) by q where not closed{high}:
  log = log * 10 + index(q) + 1
  closed = q == p2
flow:
  announce called(7)
  game over, drawn
"""


def test_answers_come_round_the_seats_and_ones_own_order_is_asked() -> None:
    game = Play(EVENT.format(way="", rank="", high=""), 3)
    assert (game.cell("log"), game.who) == (731, 1)
    assert game.options == ["closing", "each_of"]
    assert game.play("closing").cell("log") == 73152
    game = Play(EVENT.format(way="", rank="", high=""), 3).play("each_of")
    assert game.ended and game.cell("log") == 73125


def test_answers_anticlockwise_in_rank_order() -> None:
    game = Play(EVENT.format(way=" anticlockwise", rank=", in rank order", high=" rank high"), 3)
    assert game.ended and game.cell("log") == 7325, "closed before the last seat was asked"


def test_a_rule_runs_when_its_condition_becomes_true() -> None:
    game = Play("""
keep level: 0..9 = 0
keep rung: 0..9 = 0
event changed
rule bell whenever level > 2:
  rung += 1
flow:
  for each k in 1..5:
    level = k
    announce changed
  level = 0
  announce changed
  level = 9
  by p1:
    choose x in 0..0
  game over, drawn
""")
    assert game.cell("rung") == 2


@pytest.mark.parametrize(
    ("lines", "waiting", "found"),
    [
        ("n = 1\n    seen_so_far = rung", "    nothing", (0, 1)),  # later lines come first
        ("n = 1\n    n = 0", "    nothing", (0, 0)),  # true and false again: never noticed
        ("n = 1\n    by me:\n      choose x in 0..0", "    nothing", (9, 1)),  # it is asked
        ("n = 1\n    announce go\n    seen_so_far = rung", "    nothing", (1, 1)),
        ("nothing", "  n = 1\n  seen_so_far = rung", (0, 1)),  # before the flow ends
    ],
)
def test_a_whenever_rule_waits_for_an_event_a_decision_the_end_of_a_turn_or_of_the_flow(
    lines: str, waiting: str, found: tuple[int, int]
) -> None:
    game = Play(f"""
keep n: 0..1 = 0
keep rung: 0..9 = 0
keep seen_so_far: 0..9 = 9
event go
rule bell whenever n == 1:
  rung += 1
flow:
  turns from p1 where me == p1, once each:
    {lines}
    if seen_so_far == 9:
      seen_so_far = 0
{waiting}
""")
    assert (game.cell("seen_so_far"), game.cell("rung")) == found


@pytest.mark.parametrize(("first", "fault"), [("no", ""), ("yes", "E705")])
def test_settling_comes_to_rest_after_at_most_a_thousand_rules(first: str, fault: str) -> None:
    """Two rules make one another true; if `up` is the first, it runs once more."""
    game = Play(f"""
keep n: 0..2000 = 0
keep on: truth
keep going: truth
event go
rule up whenever on:
  on = no
  n += 1
rule down whenever going and not on and n < 1000:
  on = yes
  n += 1
flow:
  going = yes
  on = {first}
  announce go
  game over, drawn
""")
    assert game.fault == fault
    assert fault or game.cell("n") == 1000


def test_rules_that_announce_while_settling_are_settled_once() -> None:
    game = Play("""
keep a: 0..9 = 0
keep b: 0..9 = 0
event go
event more
procedure tell:
  announce more
rule begin whenever a > 0:
  b = 1
  tell()
  a += 1
rule follow whenever b > 0:
  a += 5
flow:
  a = 1
  announce go
  game over, drawn
""")
    assert game.ended and game.cell("a") == 7


def test_whenever_over_players_begins_with_the_active_one() -> None:
    game = Play(
        """
keep points[Player]: 0..9 = 0
keep log: 0..999 = 0
event go
rule rich whenever p in Player: points[p] > 1:
  log = log * 10 + index(p) + 1
flow:
  turns from p2, once each:
    points[p1] = 5
    points[p2] = 5
    points[p3] = 5
    announce go
  game over, drawn
""",
        3,
    )
    assert game.cell("log") == 231


def test_a_full_history_is_a_fault() -> None:
    text = """
keep n: 0..9 = 0
keep seen_so_often: 0..9 = 0
position here: n at most 3
flow:
  record here
  n = 1
  record here
  n = 0
  record here
  seen_so_often = times seen here
{last}
  game over, drawn
"""
    game = Play(text.format(last="  forget here\n  record here"))
    assert game.ended and game.cell("seen_so_often") == 2
    assert Play(text.format(last="  record here")).fault == "E705"


@pytest.mark.parametrize("n", [0, 1])
def test_no_value_is_taken_for_there_being_none(n: int) -> None:
    """Values of 2^30 and more are distinguished from "no value"."""
    text = f"fact n gives 0..1 = {n}"
    most = "most(x in 1..2, y in 1..2 where x == 1: 0 - {0} - n otherwise 7)"
    least = "least(x in 1..2, y in 1..2 where x == 1: {0} + n otherwise 7)"
    for edge in (2**30 - 1, 2**30, 1_500_000_000):
        assert fact(text, f"(if {most.format(edge)} == 0 - {edge} - n then 1 else 0)") == 1
        assert fact(text, f"(if {least.format(edge)} == {edge} + n then 1 else 0)") == 1
    found = "(first x in -1073741825..-1073741823 where x == -1073741825 + n)"
    assert fact(text, f"(if {found} == none then 0 else 1)") == 1


@pytest.mark.parametrize("where", ["", " where log > 50"])
@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("before", "before", 10),
        ("before", "instead of", 10),
        ("before", "after", 10),
        ("instead of", "after", 10),
        ("after", "after", 1 + 10),
    ],
)
def test_nothing_follows_a_rule_at_a_step_that_leaves(first: str, second: str, expected: int, where: str) -> None:
    game = Play(f"""
keep log: 0..99 = 0
procedure deed:
  step part:
    log += 1
    draw x in 0..0
  log += 2
rule leaving {first} deed.part:
  log += 10
  leave turn
rule late {second} deed.part{where}:
  log += 20
flow:
  turns from p1, once each:
    deed(){END}""")
    while not game.ended:
        game.come(0)
    assert game.cell("log") == 2 * expected


@pytest.mark.parametrize("late", ["", " by q", " where log > 50", " by q where log > 50"])
def test_nothing_answers_once_an_answer_has_ended_the_game(late: str) -> None:
    game = Play(f"""
keep log: 0..99 = 0
event go
rule ending when go:
  log += 10
  game over, drawn
rule late when go{late}:
  log += 20
flow:
  announce go
  log += 40{END}""")
    assert game.ended and game.cell("log") == 10


def test_a_turn_left_in_the_body_of_a_whenever_rule_leaves_the_rule_running() -> None:
    """A second `whenever` rule whose condition becomes true meanwhile must wait until this rule has ended."""
    game = Play("""
keep n: 0..9 = 0
keep log: 0..9999 = 0
rule begin whenever n == 1:
  turns from p1, once each:
    choose x in 1..2
    if x == 2:
      leave turn
    log = log * 10 + 1
  n = 2
  by p1:
    choose y in 0..0
  log = log * 10 + 2
rule follow whenever n == 2:
  log = log * 10 + 3
flow:
  by p1:
    choose z in 0..0
    n = 1
  by p1:
    choose z in 0..0
  game over, drawn
""")
    game.play("flow(z: 0)", "begin(x: 2)", "begin(x: 1)")
    assert (game.cell("log"), game.cell(m.SETTLING)) == (1, 1)
    game.play("begin(y: 0)")
    assert (game.cell("log"), game.cell(m.SETTLING)) == (123, 0)
