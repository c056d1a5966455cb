"""The behaviour of turns, rounds, loops, windows and calls, on both engines."""

from __future__ import annotations

import pytest

from .play import Play


def test_another_turn_is_the_same_players() -> None:
    game = Play(
        """
flow:
  turns from p1:
    either go_on:
      nothing
    or stay:
      another turn
""",
        3,
    )
    assert game.who == 0
    assert game.play("stay()").who == 0
    assert game.play("stay()", "go_on()").who == 1
    assert game.play("go_on()", "go_on()").who == 0


def test_leave_turn_from_deep_inside_clears_frames_and_stacks() -> None:
    game = Play("""
keep log: 0..99 = 0

procedure dig(n 0..5) nested at most 6:
  choose x in 1..2
  log += x
  if x == 2:
    leave turn
  if n > 0:
    dig(n - 1)
    log += 10

flow:
  turns from p1:
    for each k in 1..2:
      dig(3)
      log += 20
""")
    game.play("dig(x: 1)", "dig(x: 1)", "dig(x: 2)")
    assert (game.cell("log"), game.who) == (4, 1)
    frames = [c.name for c in game.machine.cells if c.role == "frame" or c.name.startswith(("stack", "depth"))]
    kept = {
        n for n in frames if any(v != 0 for v in ([game.cell(n)] if isinstance(game.cell(n), int) else game.cell(n)))
    }
    assert kept <= {"flow.k.at", "flow.k.all", "procedure dig.n", "procedure dig.me"}, kept
    for _ in range(3):
        game.play("dig(x: 1)")
    assert game.play("dig(x: 1)").cell("log") == 4 + 4 + 30 + 20


def test_what_lasts_a_turn_or_a_round_begins_again() -> None:
    game = Play("""
keep turn_long: 0..9 = 1, each turn
keep round_long[Player]: 0..9 = 2, each round
keep forever: 0..9 = 3

flow:
  rounds at most 2:
    turns from p1, once each:
      turn_long += 1
      round_long[me] += 1
      forever += 1
      choose x in 1..1
      choose y in 1..turn_long
""")
    assert (game.cell("turn_long"), game.cell("round_long"), game.cell("forever")) == (2, (3, 2), 4)
    game.play(game.options[0])
    assert (game.cell("turn_long"), game.cell("round_long"), game.cell("forever")) == (2, (3, 3), 5)
    game.play(game.options[0])
    assert (game.cell("turn_long"), game.cell("round_long"), game.cell("forever")) == (2, (3, 2), 6)


def test_turns_end_when_a_whole_circuit_finds_nobody() -> None:
    game = Play(
        """
keep lives[Player]: 0..3 = 1
flow:
  turns from p2 where lives[me] > 0:
    choose x in 0..0
    lives[me] -= 1
  game over, won by p3
""",
        3,
    )
    assert game.who == 1
    for _ in range(3):
        game.play(game.options[0])
    assert game.payoffs == (-1, -1, 1)


WINDOW = """
keep log: 0..9999 = 0
keep left: 0..2 = 2
flow:
  window from p2 each q{mode}:
    may act:
      require left > 0
      left -= 1
      log = log * 10 + index(q) + 1
  game over, drawn
"""


def test_a_window_asks_again_until_all_pass() -> None:
    game = Play(WINDOW.format(mode=""), 3)
    assert (game.who, game.options) == (1, ["act", "pass"])
    game.play("pass()", "act()")
    assert game.who == 1, "whoever acts makes it begin again"
    game.play("act()")
    assert game.options == ["pass"], "asked even if passing is all there is"
    game.play("pass()", "pass()", "pass()")
    assert game.ended and game.cell("log") == 32


def test_a_window_of_one_circuit() -> None:
    game = Play(WINDOW.format(mode=" where q != p3, once each"), 3)
    game.play("act()")
    assert game.who == 0
    assert game.play("pass()").ended


def test_a_window_for_the_first_to_act() -> None:
    game = Play(WINDOW.format(mode=", first to act"), 3)
    assert game.play("pass()", "act()").ended
    assert game.cell("log") == 3


def test_what_runs_where_nothing_is_possible() -> None:
    game = Play("""
keep log: 0..999 = 0
choice deed
action never_so in deed:
  require log > 900
  log = 0
flow:
  by p1:
    do one of deed
    otherwise:
      log += 1
    either no_way:
      require log > 900
    otherwise:
      log += 10
    choose x in 1..9 where x > 9 otherwise 5
    log += x * 100
    choose y in 1..9 where y > 9 otherwise none
    if y == none:
      log -= 11
  game over, drawn
""")
    assert game.ended and game.cell("log") == 500


def test_nothing_possible_and_nothing_otherwise_is_a_fault() -> None:
    assert Play("flow:\n  by p1:\n    choose x in 1..9 where x > 9\n").fault == "E710"


def test_declining_is_an_option_like_any_other() -> None:
    game = Play("""
keep done: truth
flow:
  by p1:
    may stop_here:
      require done
      game over, won by p1
  game over, drawn
""")
    assert game.options == ["pass"]
    assert game.play("pass()").payoffs == (0, 0)


def test_rounds_within_rounds_are_left_one_by_one() -> None:
    game = Play("""
keep log: 0..99 = 0
procedure inner:
  rounds at most 2:
    log += 1
flow:
  rounds at most 5:
    inner()
    log += 10
    if log > 11:
      leave round
  by p1:
    choose x in 0..0
""")
    assert game.cell("log") == 60, "a round that is left is over; the next one begins"


def test_leaving_the_inner_of_two_loops_of_turns() -> None:
    game = Play("""
keep log: 0..99 = 0
procedure inner:
  turns from p1, once each:
    choose x in 0..1
    if x == 1:
      leave turn
    log += 1
flow:
  turns from p2, once each:
    inner()
    choose y in 0..1
    if y == 1:
      leave turn
    log += 10
  game over, drawn
""")
    game.play("inner(x: 0)", "inner(x: 1)")
    assert game.options == ["flow(y: 0)", "flow(y: 1)"]
    game.play("flow(y: 1)")
    assert game.options[0].startswith("inner") and game.cell("log") == 1


def test_an_extra_turn_is_lost_with_its_round() -> None:
    game = Play("""
keep log: 0..999 = 0
flow:
  rounds at most 2:
    turns from p1, once each:
      log = log * 10 + index(me) + 1
      if log == 1:
        another turn
        leave round
  game over, drawn
""")
    assert game.ended and game.cell("log") == 112


def test_rounds_and_loops_end_after_so_many_passes() -> None:
    game = Play("""
keep log: 0..999 = 0
flow:
  rounds at most 3:
    log += 1
  repeat at most 4 times until log == 5:
    log += 1
  repeat while log < 50:
    log += 10
    if log == 35:
      leave loop
  game over, drawn
""")
    assert game.ended and game.cell("log") == 35


def test_a_chain_of_a_thousand_last_calls_needs_no_depth() -> None:
    game = Play("""
keep count_of: 0..2000 = 0
event message nested at most 4
procedure pass_on nested at most 4:
  draw x in 1..1
  count_of += x
  if count_of < 1000:
    pass_on()
flow:
  pass_on()
  game over, drawn
""")
    while not game.ended:
        game.come(1)
    assert game.cell("count_of") == 1000


def test_nesting_deeper_than_said_is_a_fault() -> None:
    text = """
keep depth_of: 0..20 = 0
procedure dig(n 0..9) nested at most {bound}:
  draw x in 1..1
  if n > 0:
    dig(n - 1)
  depth_of += x
flow:
  dig(4)
  game over, drawn
"""
    game = Play(text.format(bound=5))
    for _ in range(5):
        game.come(1)
    assert game.ended and game.cell("depth_of") == 5
    game = Play(text.format(bound=3))
    while game.state is not None:
        game.come(1)
    assert game.fault == "E705"


def test_results_of_procedures_that_ask() -> None:
    game = Play("""
keep log: 0..99 = 0
procedure ask gives 0..9:
  choose x in 3..5
  if x == 4:
    return 9
  return x
flow:
  by p1:
    let a = ask()
    ask()
    let b = ask()
    log = a * 10 + b
    choose z in 0..0
""")
    game.play("ask(x: 4)", "ask(x: 5)", "ask(x: 3)")
    assert game.cell("log") == 93


def test_chosen_at_once_is_seen_by_the_chooser_only() -> None:
    game = Play(
        """
keep bid[p in Player]: 0..9 = 0, seen by p
flow:
  at once each p in Player where p != p2:
    choose n in 1..2
    bid[p] = n
  game over, drawn
""",
        3,
    )
    node = game.nodes[game.state.node]
    assert node.audience is not None
    assert game.who == 0
    game.play("flow(n: 2)")
    assert game.who == 2
    assert game.play("flow(n: 1)").cell("bid") == (2, 0, 1)


def test_who_acts_is_found_when_acting_begins() -> None:
    text = """
keep holder: Player = p1
keep points[Player]: 0..9 = 0
{head}
  by holder:
    holder = next(holder)
    points[me] += 1
{tail}
"""
    quick = Play(text.format(head="procedure deed:", tail="flow:\n  deed()\n  game over, drawn"))
    slow = Play(text.format(head="flow:", tail="    choose x in 0..0\n  game over, drawn"))
    assert quick.cell("points") == slow.cell("points") == (1, 0)


@pytest.mark.parametrize(("often", "expected"), [(-3, 0), (0, 0), (1, 1), (2, 12), (3, 23)])
def test_a_loop_that_may_go_round_no_times_or_fewer_does_not(often: int, expected: int) -> None:
    game = Play(f"""
keep often: -9..9 = {often}
keep log: 0..99 = 0
flow:
  repeat at most often times:
    log += 1
    by p1:
      choose x in 0..0
  rounds at most often - 1:
    log += 10
  game over, drawn
""")
    while not game.ended:
        game.play(game.options[0])
    assert game.cell("log") == expected


@pytest.mark.parametrize("asks", [False, True])
def test_a_way_out_of_a_loop_leaves_the_innermost_one_only(asks: bool) -> None:
    """A loop over a heap becomes two nested loops of the machine; leaving a loop inside its body must leave neither."""
    wait = "\n    by p1:\n      choose w in 0..0" if asks else ""
    game = Play(f"""
piece Card(n 1..3): 2 each
place hand: heap of Card
keep log: 0..999 = 0
procedure deed:
  for each c in hand:
    repeat at most 3 times:
      log += 1
      leave loop
    log += 10{wait}
  log += 100
  for each c in hand:
    log += 100
    leave loop
flow:
  put every Card(n: 1) in hand
  put every Card(n: 2) in hand
  deed()
  game over, drawn
""")
    while not game.ended:
        game.play(game.options[0])
    assert game.cell("log") == 4 * 11 + 100 + 100
