"""Which hidden things of a game are exchanged, and which differences the rules reveal deliberately."""

from __future__ import annotations

import random

import pytest
from attrs import evolve

import rulekit
from rulekit.check import check_rulebook
from rulekit.diagnostics import Source
from rulekit.engine.log import COUNTED, DRAWN, PICKED, SAW, SHOWN, LogNote
from rulekit.engine.reference import ReferenceEngine
from rulekit.machine import program as m
from rulekit.machine.lower import lower
from rulekit.machine.shuffles import is_shuffle
from rulekit.model.assembly import assemble
from rulekit.model.rulebook import Config
from rulekit.play import MAX_MOVES
from rulekit.play.exchange import Exchanger, plain_shows
from rulekit.play.failing_games import MonitoredRun
from rulekit.play.game_steps import LabelResolver, is_secret
from rulekit.play.knowledge import exchange_outcomes
from rulekit.syntax import parse
from tests.machine import build as b
from tests.machine.lower.play import machine as lowered
from tests.shipped import every

ALL, NOBODY, WHITE = b.bits(0, 1, size=2), b.bits(size=2), b.bits(0, size=2)
TO_ALL: dict[str, m.Expr] = {"audience": ALL}


def exchanger(machine: m.Machine, seed: int = 1) -> Exchanger:
    return Exchanger(ReferenceEngine(machine, recording=True), random.Random(seed))


@pytest.mark.parametrize("number", [0, 3])
def test_the_game_of_a_seed_and_a_number_is_the_one_that_is_tested_and_played(number: int) -> None:
    """So the `(game 3, seed 7)` in the report of a leak names a game that can be repeated."""
    game = rulekit.load("tricks/whist").configure(4)
    moments, fault = exchanger(game.machine).game(7, number)
    tested = MonitoredRun(game.engine).random(7, number, MAX_MOVES)
    steps = [LabelResolver.of(game.engine).numbers(m.state).index(m.choice) for m in moments]
    assert fault is None and tuple(steps) == tested.choices

    state = game.start(7, number)
    while not state.over:
        option, state = state.random()
        state = state.apply(option)
    assert state.raw.packed == moments[-1].after.packed and state.raw.uses == moments[-1].after.uses


def show(cell: str, *index: m.Expr) -> m.Reveal:
    return m.Reveal((cell,), index, ("",) * len(index), cell, None, "", ALL)


def places() -> m.Machine:
    """Return a machine with places of every form, a kept value, and `show` statements for a hidden and a public
    value."""
    return b.machine(
        cells=(
            b.number("one", 4, 2, role="place"),
            b.number("heap", 9, 2, 3, role="place", heap=True),
            b.ring("row", 4, 5),
            b.number("coins", 9, role="keep"),
            b.number("card", 9, seen="white only", role="keep"),
        ),
        functions=(b.function("white only", (), WHITE, kind=2),),
        nodes=(b.step("begin", show("card"), show("coins"), to="end"), b.end()),
    )


@pytest.mark.parametrize(
    ("cell", "was", "now", "light"),
    [
        ("one", (0, 2), (0, 3), True),  # another piece at the same place
        ("one", (0, 2), (0, 0), False),  # a piece in only one of the games
        ("one", (0, 2), (1, 2), False),  # at another place
        ("heap", (0, 4), (2, 4), True),  # another kind in the same heap
        ("heap", (0, 4), (3, 4), False),  # in another heap
        ("row", (0, 1, 2, 3), (0, 1, 4, 3), True),  # other pieces, but equally many
        ("row", (0, 1, 2, 3), (0, 1, 2), False),  # another number of pieces
        ("coins", (0, 2), (0, 3), False),  # a kept value is no piece
    ],
)
def test_what_of_what_is_seen_has_only_moved(
    cell: str, was: tuple[int, ...], now: tuple[int, ...], light: bool
) -> None:
    ex = exchanger(places())
    number = ex.form.cell_numbers[cell]
    one, two = (SAW, number, *was), (SAW, number, *now)
    for first, second in ((one, two), (two, one)):
        found = ex.differ((first,), (second,))
        assert found is not None and (found.first, found.second, found.revealed) == (first, second, light)
    assert ex.differ((one,), (one,)) is None


def test_what_is_counted_may_differ_in_what_lies_open_alone() -> None:
    ex = exchanger(places())
    number = ex.form.cell_numbers["row"]
    many, other, more = (COUNTED, number, 0, 3, 1), (COUNTED, number, 0, 3, 2), (COUNTED, number, 0, 4, 1)
    for now, light in ((other, True), (more, False)):
        found = ex.differ((many,), (now,))
        assert found is not None and found.revealed == light


def test_the_first_difference_is_told() -> None:
    ex = exchanger(places())
    number = ex.form.cell_numbers["coins"]
    one, two, three = ((SAW, number, 0, n) for n in (1, 2, 3))
    for was, now, first, second in (
        ((one, two), (one, three), two, three),
        ((one, two), (one,), two, None),
        ((), (three,), None, three),
    ):
        found = ex.differ(was, now)
        assert found is not None and (found.first, found.second) == (first, second) and not found.revealed
    assert ex.differ((), ()) is None and ex.differ((one, two), (one, two)) is None


def test_a_show_brings_to_light_what_not_all_see() -> None:
    ex = exchanger(places())
    of = {one.cell: number for one, number in ex.form.show_numbers.items()}
    hidden, plain = ((SHOWN, of[name], 0, 1) for name in ("card", "coins"))
    assert ex.shows(hidden) and not ex.shows(plain) and not ex.shows(None)
    assert not ex.shows((PICKED, of["card"], 0))
    for was, now, light in (((hidden,), (), True), ((), (hidden,), True), ((plain,), (), False)):
        found = ex.differ(was, now)
        assert found is not None and found.revealed == light


def test_shows_of_what_is_never_hidden() -> None:
    """A public value with a public index counts as never hidden, and so does the name of a loop. If one `show` of it
    has a hidden index, it does not count."""

    def found(*body: m.Stmt) -> set[str | None]:
        cells = (
            b.number("coins", 9, 3, role="keep"),
            b.number("card", 2, seen="white only", role="keep"),
            b.number("frame", 2, role="frame"),
        )
        functions = (b.function("white only", (), WHITE, kind=2),)
        machine = b.machine(cells=cells, functions=functions, nodes=(b.step("begin", *body, to="end"), b.end()))
        return {one.cell or one.what[0] for one in plain_shows(machine)}

    name = m.Reveal(("i",), (), (), None, b.L("i"), "", ALL)
    assert found(show("coins", b.e(1))) == {"coins"}
    assert found(show("coins", b.at("active"))) == {"coins"}
    assert found(show("coins", b.at("card"))) == set()  # the index reveals the card
    assert found(show("coins", b.at("frame"))) == set()
    assert found(show("coins", b.e(1)), show("coins", b.at("card"))) == set()
    assert found(show("card")) == set()
    assert found(m.Each("i", b.span(0, 2), None, (show("coins", b.L("i")), name))) == {"coins", "i"}
    held = m.Define("n", b.at("card"))
    # the loop's range depends on a hidden cell, directly or through a local name
    for hidden in (b.span(0, b.at("card")), b.span(0, b.L("n"))):
        assert found(held, m.Each("i", hidden, None, (name,))) == set()
    where = m.Each("i", b.span(0, 2), b.op("eq", b.L("i"), b.at("card")), (name,))
    assert found(where) == {"i"}  # although the condition is hidden, the names shown are those of a public range
    assert found(name) == set()


def test_a_secret_is_what_is_not_told_to_all() -> None:
    chance = b.chance("deal", "c", 0, 2, 1, "card", "end")
    level = b.level("x", 0, 1, "card")
    decision = b.decision("pick", b.option("go", 0, "end", level))
    hidden = b.option("go", 0, "end", evolve(level, seen="white only"))
    assert not any(map(is_secret, (chance, decision, b.end(), b.step("s", to="end"))))
    assert is_secret(evolve(chance, audience=NOBODY)) and is_secret(evolve(decision, audience=WHITE))
    assert is_secret(b.decision("pick", hidden))


def deals(audience: m.Expr | None) -> m.Machine:
    """Return a machine that deals two cards; then white calls, then black."""
    seen = {"seen": "white only", "role": "keep"} if audience is not None else {"role": "keep"}
    return b.machine(
        cells=(b.number("first", 2, **seen), b.number("second", 2, **seen)),
        functions=(b.function("white only", (), WHITE, kind=2),),
        nodes=(
            b.chance("deal", "c", 0, 2, 1, "first", "again", audience=audience),
            b.chance("again", "c", 0, 2, 1, "second", "calling", audience=audience),
            b.decision("calling", b.option("call", 0, "next"), b.option("fold", 1, "next")),
            b.step("next", b.put("active", (), 1), to="answering"),
            b.decision("answering", b.option("answer", 0, "end")),
            b.end(),
        ),
    )


def test_only_what_a_player_did_not_see_is_exchanged_for_what_he_cannot_tell_from_it() -> None:
    ex = exchanger(deals(WHITE))
    moments, fault = ex.game(1, 0)
    assert fault is None and [moment.who for moment in moments] == [None, None, 0, 1]
    assert list(ex.plans(moments, 0, 20)) == []
    plans = list(ex.plans(moments, 1, 20))
    assert len(plans) == 20 and {plan.at for plan in plans} == {0, 1}
    for plan in plans:
        moment = moments[plan.at]
        assert plan.state == moment.state and plan.choices[plan.at] != moment.choice
        notes = {ex.note(plan.state, choice, 1) for choice in (plan.choices[plan.at], moment.choice)}
        assert notes == {None}
    assert list(ex.plans(moments, 1, 0)) == []


def test_nothing_is_exchanged_where_all_see_all() -> None:
    ex = exchanger(deals(None))
    moments, _ = ex.game(1, 0)
    assert not ex.secret and list(ex.plans(moments, 0, 5)) == list(ex.plans(moments, 1, 5)) == []


def test_a_player_saw_what_he_was_told() -> None:
    ex = exchanger(deals(WHITE))
    moments, _ = ex.game(1, 0)
    white, black = (ex.sights(moments, player) for player in (0, 1))
    assert [sight.own for sight in white] == [False, False, True, False]
    assert [sight.own for sight in black] == [False, False, False, True]
    first: LogNote = white[0].notes[0]
    assert first[0] == DRAWN and first[-1] == moments[0].choice
    assert not black[0].notes and not black[1].notes and black[2].notes[0][0] == PICKED


MIXED = """
piece Card(n 1..5): 1 each
place deck: stack of Card, hidden
choice turn
flow:
  put every Card in deck
  shuffle deck
  by p1:
    do one of turn
action go in turn:
  nothing
"""


def test_of_a_shuffle_two_pieces_change_places() -> None:
    machine = lowered(MIXED)
    (shuffle,) = (node for node in machine.nodes if isinstance(node, m.Chance) and is_shuffle(node))
    ex = exchanger(machine)
    moments, _ = ex.game(1, 0)
    mixed = [at for at, moment in enumerate(moments) if moment.state.node == shuffle.id]
    plans = list(ex.plans(moments, 1, 30))
    assert len(mixed) > 1 and plans
    for plan in plans:
        # the swap is made before the last pick of the shuffle, as if the other picks had been different
        assert plan.at == mixed[-1] and not plan.choices
        was, now = moments[plan.at].state.cells, plan.state.cells
        changed = [at for at, (one, two) in enumerate(zip(was, now, strict=True)) if one != two]
        assert len(changed) == 2 and sorted(was) == sorted(now)


def test_kinds_that_were_kept_are_chosen_more_often() -> None:
    ex = exchanger(deals(WHITE))
    moments, _ = ex.game(1, 0)
    for _ in range(30):
        ex.learn("deal", True)
        ex.learn("again", False)
    assert ex.fates == {"deal": (30, 30), "again": (30, 0)}
    at = [plan.at for plan in ex.plans(moments, 1, 60)]
    assert at.count(0) > 45


DRAWN_IN_A_LOOP = """rulebook g "G":
  players 3
keep secret[x in Player]: 0..1, seen by x
keep again[x in Player]: 0..3, seen by x
flow:
  for each x in Player:
    draw s in 0..1, seen by x
    secret[x] = s
  for each x in Player:
    if secret[x] == 1:
      by x:
        {WHAT} g in 0..3, seen by {WHO}{THEN}
  turns from p1, once each:
    choose n in 0..2
  game over, paying x in Player: 0
"""


@pytest.mark.parametrize("then", ["", "\n        again[x] = g"])
def test_what_falls_to_one_in_a_loop_over_players_is_not_held_to_what_fell_to_another(then: str) -> None:
    """A hidden draw by an earlier player changes who draws first in the loop. Each player's own draws must stay the
    same in both games."""
    text = DRAWN_IN_A_LOOP.replace("{WHAT}", "draw").replace("{THEN}", then)
    found = exchange_outcomes(lowered(text.replace("{WHO}", "me"), 3), 60, seed=1)
    assert found.leaks == () and found.faults == () and found.kept > 300


@pytest.mark.parametrize(
    ("what", "who"), every(2, [("draw", "me"), ("draw", "all"), ("choose", "all"), ("choose", "me")])
)
def test_that_something_fell_to_another_is_noticed_where_it_is_seen_or_asked(what: str, who: str) -> None:
    """The check would refuse these rulebooks."""
    book, _ = parse(
        Source("g.rules", DRAWN_IN_A_LOOP.replace("{WHAT}", what).replace("{THEN}", "").replace("{WHO}", who))
    )
    assert book is not None
    whole, _ = assemble((book,), Config(players=3))
    assert whole is not None
    model, _ = check_rulebook(whole, knowledge=False)
    assert model is not None
    assert bool(exchange_outcomes(lower(model), 60, seed=1).leaks) == ((what, who) != ("draw", "me"))


PICKED_AND_SHOWN = """rulebook g "G":
  players 2
piece Card(value 1..3): 3 each
place hand[p in Player]: heap of Card, seen by p, counted by p
keep coins: 0..9 = 0
procedure pick:
  by p1:
    choose at least 1 of x in hand[p1]
    show x to all
    for each c in x:
      coins += 1
flow:
  for each c in Card:
    put 2 of c in hand[p1]
  pick()
  turns from p2, once each:
    choose n in 0..1
  game over, drawn
"""


def test_of_what_was_picked_every_copy_is_shown() -> None:
    """Showing two equal cards is different from showing one."""
    machine = lowered(PICKED_AND_SHOWN, 2)
    found = exchange_outcomes(machine, 60, seed=1)
    assert found.leaks == () and found.faults == () and found.tried > 100
    domain = next(d for d in machine.domains if d.name == "Card in 3 copies")
    assert domain.labels[:4] == ("1", "1 (2)", "1 (3)", "2")
