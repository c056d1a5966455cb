"""Offered options, and the effect of places and loops on pieces, on both engines."""

from __future__ import annotations

import pytest

from .play import Play

END = "\n  game over, drawn\n"


def picks(line: str, then: str = "nothing") -> Play:
    return Play(f"keep got: set of 1..6\nflow:\n  by p1:\n    {line}\n    got = x\n    {then}{END}")


def everything(game: Play, offered: list[str], at: str = "") -> set[str]:
    """Return the picks of every path through the decisions, each path as text."""
    found: set[str] = set()

    def walk(path: list[str]) -> None:
        again = offered_game()
        again.play(*path)
        if again.ended:
            found.add(" ".join(p.partition(": ")[2].rstrip(")") for p in path if p != "done"))
            return
        for option in again.options:
            walk([*path, option])

    def offered_game() -> Play:
        return picks(at)

    walk([])
    return found


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("choose 2 of x in 1..3", {"1 2", "1 3", "2 3"}),
        ("choose up to 1 of x in 1..2", {"", "1", "2"}),
        ("choose at least 2 of x in 1..3", {"1 2", "1 3", "2 3", "1 2 3"}),
        ("choose any number of x in 1..2", {"", "1", "2", "1 2"}),
        ("choose 1 to 2 of x in 1..3 where x != 2", {"1", "3", "1 3"}),
        ("choose any number of x in 1..3 totalling x at least 5", {"2 3", "1 2 3"}),
        ("choose up to 2 of x in 1..4 totalling x at least 6", {"2 4", "3 4"}),
        ("choose 2 of x in 1..4 totalling x at least 7", {"3 4"}),
        ("choose 0 of x in 1..4", {""}),
    ],
)
def test_only_what_can_be_completed_is_offered(line: str, expected: set[str]) -> None:
    assert everything(picks(line), [], line) == expected


def test_an_amount_that_cannot_be_had_is_no_option() -> None:
    game = Play(f"""
flow:
  by p1:
    either two:
      choose 2 of x in 1..4 totalling x at least 8
    or single:
      choose 1 of x in 1..4 totalling x at least 4
    otherwise:
      nothing{END}""")
    assert all("single" in option for option in game.options)


def test_requirements_belong_to_the_choose_they_stand_beside() -> None:
    game = Play(f"""
keep got: 0..99 = 0
flow:
  by p1:
    choose x in 1..4 otherwise 9
    require x != 2
    let y = x * 2
    require y < 8
    got = x + y
    require got > 0
    choose a in 1..3
    require a > 1
    choose b in 1..9 where b > 20 otherwise none
    require a > 0
    got = a{END}""")
    assert game.options == ["flow(x: 1)", "flow(x: 3)"]
    game.play("flow(x: 3)")
    assert game.cell("got") == 9
    assert game.options == ["flow(a: 2, b: none)", "flow(a: 3, b: none)"]


def test_lets_are_worked_out_again_after_otherwise() -> None:
    game = Play(f"""
keep got: 0..99 = 0
flow:
  by p1:
    choose x in 1..4 otherwise 9
    let y = x * 2
    require y > 20
    got = y{END}""")
    assert game.ended and game.cell("got") == 18


CARDS = """
piece Card(n 1..3): {copies} each
place hand: heap of Card
place pile: {form} Card
place aside: heap of Card
keep log: 0..999999 = 0
"""


@pytest.mark.parametrize("asks", [False, True])
def test_a_heap_is_gone_through_copy_by_copy(asks: bool) -> None:
    wait = "\n    choose w in 0..0" if asks else ""
    game = Play(
        CARDS.format(copies=2, form="row of")
        + f"""
flow:
  by p1:
    put 2 of Card(n: 1) in hand
    put Card(n: 3) in hand
    for each c in hand:
      log = log * 10 + c.n
      move c from hand to aside{wait.replace("    choose", "      choose")}{END}"""
    )
    while not game.ended:
        game.play(game.options[0])
    assert game.cell("log") == 113 and game.cell("aside") == (2, 0, 1)


@pytest.mark.parametrize("asks", [False, True])
@pytest.mark.parametrize("form", ["heap of", "row of"])
def test_what_is_gone_before_its_turn_is_passed_over(asks: bool, form: str) -> None:
    wait = "\n      choose w in 0..0" if asks else ""
    game = Play(
        CARDS.format(copies=2, form=form)
        + f"""
flow:
  by p1:
    put Card(n: 1) in pile
    put Card(n: 2) in pile
    put Card(n: 3) in pile
    for each c in pile:
      log = log * 10 + c.n
      move all of pile to aside{wait}{END}"""
    )
    while not game.ended:
        game.play(game.options[0])
    assert game.cell("log") == 1


@pytest.mark.parametrize("copies", [254, 255, 256, 257])
@pytest.mark.parametrize("asks", [False, True])
def test_as_many_copies_as_there_are(copies: int, asks: bool) -> None:
    wait = "\n      if log == 5:\n        choose w in 0..0" if asks else ""
    game = Play(
        CARDS.format(copies=copies, form="row of")
        + f"""
flow:
  by p1:
    put every Card(n: 2) in hand
    for each c in hand:
      log += 1{wait}{END}"""
    )
    while not game.ended:
        game.play(game.options[0])
    assert game.cell("log") == copies


@pytest.mark.parametrize("population", ["2 each", "1 each", "any number"])
def test_a_heap_holds_at_most_what_it_says(population: str) -> None:
    text = f"""
piece Card(n 1..3): {population}
place hand: heap of Card, at most 2
keep held: 0..2 = 0
flow:
  put Card(n: 1) in hand
  put Card(n: 2) in hand
  held = size(hand)
{{more}}
  held = size(hand)
  game over, drawn
"""
    game = Play(text.format(more="  nothing"))
    assert game.ended and game.cell("held") == 2
    assert Play(text.format(more="  put Card(n: 3) in hand")).fault == "E703"


def test_an_endless_heap_holds_more_than_a_byte() -> None:
    game = Play(f"""
piece Coin(): any number
place purse: heap of Coin, at most 300
keep held: 0..300 = 0
flow:
  put 300 of Coin in purse
  held = size(purse){END}""")
    assert game.fault == "" and game.cell("held") == 300


def test_a_place_of_one_takes_one() -> None:
    text = """
piece Man(owner Player): 2 each
place spot[1..2]: one Man
flow:
  put Man(owner: p1) on spot[1]
  {then}
  game over, drawn
"""
    assert Play(text.format(then="put Man(owner: p2) on spot[1]")).fault == "E703"
    assert Play(text.format(then="move spot[2] to spot[1]")).fault == "E704"
    game = Play(text.format(then="move spot[1] to spot[2]"))
    assert game.ended and game.cell("spot") == (0, 1)
    assert Play(text.format(then="put 2 of Man(owner: p1) in spot[2]".replace("2 of ", ""))).cell("spot") == (1, 1)


def test_rows_and_stacks_keep_their_order() -> None:
    game = Play(f"""
piece Card(n 1..9): one each
place line: row of Card
place other: stack of Card
keep log: 0..999999 = 0
flow:
  for each k in 1..4:
    put Card(n: k) on line
  move bottom of line to top of other
  move top of line to bottom of other
  move Card(n: 2) from line to other
  for each c in other:
    log = log * 10 + c.n{END}""")
    assert game.cell("log") == 412


def test_in_chosen_order() -> None:
    game = Play(f"""
keep log: 0..999 = 0
flow:
  by p1:
    for each k in {{1, 3, 5}} where k < 5, in chosen order:
      log = log * 10 + k{END}""")
    assert game.options == ["flow(k: 1)", "flow(k: 3)"]
    assert game.play("flow(k: 3)").options == ["flow(k: 1)"]
    assert game.play("flow(k: 1)").cell("log") == 31


def test_reach_over_numbers_that_do_not_begin_at_0() -> None:
    game = Play(f"""
keep found: set of -3..9
flow:
  found = reach from {{2}}, x to y in -3..9 where y == x - 2 or y == x + 3 and y < 7{END}""")
    assert game.cell("found") == sum(1 << (n + 3) for n in (-3, -2, -1, 0, 1, 2, 3, 4, 5, 6))


def test_after_leaves_everything_as_it_was() -> None:
    game = Play(f"""
keep n: 0..9 = 1
keep seen_then: 0..9 = 0
procedure grow(k 0..3):
  n += k
flow:
  seen_then = after grow(3): n
  n = n + (after grow(n): n * 2){END}""")
    assert (game.cell("seen_then"), game.cell("n")) == (4, 5)


@pytest.mark.parametrize(
    ("amount", "n", "expected"),
    [
        ("n", -2, {""}),
        ("up to n", -2, {""}),
        ("up to n", 0, {""}),
        ("n to 2", -2, {"", "1", "2", "3", "1 2", "1 3", "2 3"}),
        ("n to n + 1", -1, {""}),
        ("1 to n", 1, {"1", "2", "3"}),
        ("n to 3", 3, {"1 2 3"}),
    ],
)
def test_an_amount_below_nothing_is_nothing(amount: str, n: int, expected: set[str]) -> None:
    line = f"let n = {n}\n    choose {amount} of x in 1..3"
    assert everything(picks(line), [], line) == expected


@pytest.mark.parametrize(("amount", "n"), [("2 to n", 1), ("2 to n", 0), ("2 to n", -2), ("n to 2", 3)])
def test_more_than_is_allowed_cannot_be_chosen(amount: str, n: int) -> None:
    line = f"choose {amount} of x in 1..3"
    assert picks(f"let n = {n}\n    {line}").fault == "E710"
    either = f"either way:\n      {line}\n    otherwise:\n      choose x in {{6}}\n"
    assert Play(f"flow:\n  by p1:\n    let n = {n}\n    {either}{END}").options == ["flow(x: 6)"]


@pytest.mark.parametrize("kinds", ["Card(): one each", "Card(): 2 each", "Card(n 1..2): one each"])
@pytest.mark.parametrize("asks", [False, True])
def test_a_heap_of_one_sort_is_gone_through_as_any_other(kinds: str, asks: bool) -> None:
    wait = "\n      choose w in 0..0" if asks else ""
    game = Play(f"""
piece {kinds}
place hand: heap of Card
keep log: 0..99 = 0
flow:
  by p1:
    put member(Card, 0) in hand
    for each c in hand:
      log += 1{wait}{END}""")
    while not game.ended:
        game.play(game.options[0])
    assert game.cell("log") == 1


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        ("choose x in few", {"2", "5"}),
        ("choose x in few where x > 2", {"5"}),
        ("choose x in few - {5} + {6}", {"2", "6"}),
        ("choose x in {c in 1..6 where c > 4}", {"5", "6"}),
        ("choose x in many", {"0", "7"}),
        ("choose x in many where x > 0 and x < 7 otherwise none", {"none"}),
        ("choose x in few otherwise none", {"2", "5"}),
    ],
)
def test_a_set_is_what_is_chosen_from(chosen: str, expected: set[str]) -> None:
    """Covers sets whose first possible member is 0 or 1, and choices with and without `otherwise`."""
    game = Play(f"""
keep few: set of 1..6 = {{2, 5}}
keep many: set of 0..7 = {{0, 7}}
flow:
  by p1:
    either only:
      {chosen}
      nothing
    or other:
      require 1 == 2
{END}""")
    found = {option.partition("x: ")[2].rstrip(")") for option in game.options}
    assert found == expected


def test_what_is_chosen_from_may_rest_on_what_is_chosen_before() -> None:
    """This also holds if the compiled loops enumerate the second choice first, since it has fewer values."""
    game = Play(f"""
fact near(a 0..9) gives set of 0..3 = {{b in 0..3 where abs(a - b) <= 1}}
flow:
  by p1:
    either only:
      choose a in {{n in 0..9 where n in {{1, 4, 9}}}}
      choose b in near(a)
      nothing
    or other:
      require 1 == 2
{END}""")
    assert sorted(game.options) == ["only(a: 1, b: 0)", "only(a: 1, b: 1)", "only(a: 1, b: 2)", "only(a: 4, b: 3)"]
