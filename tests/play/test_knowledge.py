"""What players know: a sound game has no leaks, and a planted leak is found by grouping histories and by exchanging."""

from collections.abc import Sequence

import pytest

import rulekit
from rulekit.engine.observe import Hidden, Sight
from rulekit.engine.reference import ReferenceEngine
from rulekit.machine import program as m
from rulekit.play.knowledge import exchange_outcomes
from rulekit.play.position_text import position_lines
from tests.machine import build as b
from tests.machine.samples import stack
from tests.play.histories import TooManyHistories, group_histories

NOBODY = b.bits(size=2)


def one_card(*, leak: bool = False, shown: bool = False) -> m.Machine:
    """Return a machine that deals white one of three cards, hidden from black; then white calls, then black. With
    `leak`, black's options depend on the card; with `shown`, black has seen it.
    """
    call_ = b.option("call", 0, "second", tests=())
    fold = b.option("fold", 1, "second", tests=(b.where(b.op("eq", b.at("card"), 2)),))
    answer = b.option("answer", 0, "end")
    strong = b.option("strong", 1, "end", tests=(b.where(b.op("eq", b.at("card"), 2)),) if leak else ())
    tell = (m.Reveal(("card",), (), (), "card", None, "", b.bits(0, 1, size=2)),) if shown else ()
    return b.machine(
        cells=(b.number("card", 2, seen="white only", role="keep"),),
        functions=(b.function("white only", (), b.bits(0, size=2), kind=2),),
        nodes=(
            b.chance("deal", "c", 0, 2, 1, "card", "tell", audience=b.bits(0, size=2)),
            b.step("tell", *tell, to="first"),
            b.decision("first", call_, fold),
            b.step("second", b.put("active", (), 1), to="answering"),
            b.decision("answering", answer, strong),
            b.end(),
        ),
    )


def test_a_sound_game_has_its_information_states_and_no_leak():
    groups = group_histories(one_card())
    assert groups.leaks == ()
    assert groups.information_states == (3, 2)  # white: one for each card; black: one for each call of white
    assert groups.histories == 1 + 3 + 4 + 8


def test_a_planted_leak_is_caught_by_grouping():
    (leak,) = group_histories(one_card(leak=True)).leaks
    assert leak == "black in procedure answering: the options on offer give away something hidden (strong)"


def test_the_games_done_are_told_before_each():
    told = []
    exchange_outcomes(one_card(), 3, seed=1, progress=lambda done, games: told.append((done, games)))
    assert told == [(0, 3), (1, 3), (2, 3)]


def test_what_was_shown_is_no_leak():
    groups = group_histories(one_card(leak=True, shown=True))
    assert groups.leaks == ()
    assert groups.information_states == (3, 4)


def test_too_many_histories_are_refused():
    with pytest.raises(TooManyHistories):
        group_histories(one_card(), most=5)


def test_a_planted_leak_is_caught_by_exchange():
    sound = exchange_outcomes(one_card(), 60, seed=1)
    assert sound.leaks == () and 0 < sound.kept <= sound.tried and not sound.enough
    leaky = exchange_outcomes(one_card(leak=True), 60, seed=1)
    assert leaky.kept and leaky.leaks
    assert exchange_outcomes(one_card(leak=True, shown=True), 60, seed=1).leaks == ()


def test_hidden_stacks_exchange_without_a_trace():
    found = exchange_outcomes(stack(), 15, seed=2)
    assert found.kept and found.leaks == ()


def test_a_cell_that_comes_to_be_seen_is_seen():
    """A cell whose audience changes, but not its value, adds to what a player knows."""
    machine = b.machine(
        cells=(b.number("open", 1), b.number("card", 2, seen="if open", role="keep")),
        functions=(b.function("if open", (), m.IfElse(b.at("open"), b.bits(0, 1, size=2), NOBODY), kind=2),),
        nodes=(
            b.chance("deal", "c", 0, 2, 1, "card", "first", audience=NOBODY),
            b.decision("first", b.option("turn", 0, "turned")),
            b.step("turned", b.put("open", (), 1), to="second"),
            b.decision("second", b.option("go", 0, "end")),
            b.end(),
        ),
    )
    assert group_histories(machine).information_states == (1 + 3, 0)


def test_sight_is_contents_size_or_nothing():
    machine = stack()
    engine = ReferenceEngine(machine)
    state = engine.start(1, 0)
    while engine.outcomes(state):
        state = engine.chance(state)
    state = engine.apply(state, 0)
    sight = Sight.of(engine)
    hand, deck = (sight.layout.slots[name].cell for name in ("hand", "deck"))
    assert len(sight.element(state, hand, (0,), 0)) == 1
    assert sight.element(state, hand, (0,), 1) == Hidden(1)
    assert sight.element(state, deck, (), 0) == Hidden(4)
    mine = position_lines(sight.engine, state, 0)
    assert "deck: 4 unseen" in mine
    assert any(line.startswith("hand[0]: ") and "unseen" not in line for line in mine)


def in_two_steps(then: Sequence[tuple[str, int]], other: Sequence[tuple[str, int]]) -> m.Machine:
    """Return a machine that deals white one of two cards, hidden from black, and gives both players coins. Only after
    the second card a hidden draw follows, and then the writes of `then`; after the first card those of `other`. Finally
    both call.
    """
    return b.machine(
        cells=(
            b.number("card", 1, seen="white only", role="keep"),
            b.number("unseen", 1, seen="nobody", role="keep"),
            *(b.number(name, 9, role="keep") for name in ("coins", "stones")),
        ),
        functions=(
            b.function("white only", (), b.bits(0, size=2), kind=2),
            b.function("nobody", (), NOBODY, kind=2),
        ),
        nodes=(
            b.chance("deal", "c", 0, 1, 1, "card", "give", audience=b.bits(0, size=2)),
            b.step("give", b.put("coins", (), 2), to=m.Fork(b.at("card"), "again", "at once")),
            b.chance("again", "c", 0, 1, 1, "unseen", "behind", audience=NOBODY),
            b.step("behind", *(b.put(name, (), value) for name, value in then), to="first"),
            b.step("at once", *(b.put(name, (), value) for name, value in other), to="first"),
            b.decision("first", b.option("call", 0, "second"), b.option("fold", 1, "second")),
            b.step("second", b.put("active", (), 1), to="answering"),
            b.decision("answering", b.option("answer", 0, "end")),
            b.end(),
        ),
    )


def test_in_how_many_steps_a_player_is_told_is_no_matter():
    """Hidden draws between two visible events do not make games distinguishable."""
    for rest in ((), (("coins", 3),), (("coins", 3), ("stones", 1))):
        found = exchange_outcomes(in_two_steps(rest, rest), 30, seed=1)
        assert found.leaks == () and found.kept == found.tried > 0


def test_histories_are_alike_in_however_many_steps_they_came():
    """Histories are grouped by what a player saw, not by the number of steps: white knows the card, black what white
    called."""
    alike = in_two_steps((("coins", 3),), (("coins", 3),))
    assert group_histories(alike).information_states == (2, 2)
    other = in_two_steps((("coins", 3),), (("coins", 4),))
    assert group_histories(other).information_states == (2, 4)


@pytest.mark.parametrize(
    ("then", "other"),
    [
        ((), (("coins", 3),)),
        ((("coins", 3),), ()),
        ((("coins", 3),), (("coins", 4),)),
        ((("coins", 3), ("stones", 1)), (("stones", 1), ("coins", 3))),
        ((("coins", 3), ("stones", 1)), (("coins", 3),)),
        ((("coins", 3),), (("coins", 3), ("stones", 1))),
    ],
)
def test_what_a_player_is_told_in_one_or_two_steps_must_be_the_same(
    then: Sequence[tuple[str, int]], other: Sequence[tuple[str, int]]
):
    found = exchange_outcomes(in_two_steps(then, other), 30, seed=1)
    told = [leak for leak in found.leaks if leak.startswith("black")]
    assert told and any("coins" in leak or "stones" in leak for leak in told)


def test_kinds_of_exchange_that_are_kept_are_tried_more():
    """In a trick the chosen card is visible at once, so exchanging it is useless; exchanging the deal finds more."""
    machine = rulekit.load("tricks/whist").machine(4)
    found = exchange_outcomes(machine, 12, 1)
    assert found.leaks == () and found.kept > found.tried / 6
