"""Options by name: finding the option a person typed, and the message if there is none."""

from __future__ import annotations

import pytest

from rulekit.diagnostics.printable import cut
from rulekit.engine.reference import ReferenceEngine
from rulekit.machine.option_labels import parse_label
from rulekit.play.game_steps import LabelResolver, listing
from tests.machine.samples import dice, heap


@pytest.fixture
def pile() -> LabelResolver:
    return LabelResolver.of(ReferenceEngine(heap()))


def test_options_and_outcomes_by_name(pile):
    state = pile.engine.start(1)
    assert pile.decides(state) and pile.texts(state) == ("take(n: 1)", "take(n: 2)", "take(n: 3)")
    assert [pile.text(state, n) for n in pile.numbers(state)] == list(pile.texts(state))
    tossed = LabelResolver.of(ReferenceEngine(dice()))
    state = tossed.engine.start(1)
    state = tossed.go(state, tossed.moves_that_fit(state, "roll", ())[0])
    assert tossed.chances(state) and not tossed.decides(state)
    assert tossed.texts(state)[:2] == ("roll(n: 1)", "roll(n: 2)")
    assert tossed.moves_that_fit(state, "roll", ((None, "2"),)) == (2,)
    assert tossed.only_option(state, "roll", (("n", "2"),)) is None, "an outcome is no option"


@pytest.mark.parametrize(
    ("text", "count"), [("take", 3), ("take(2)", 1), ("take(n: 3)", 1), ("take(4)", 0), ("tike", 0)]
)
def test_what_is_left_out_may_be_anything(pile, text, count):
    assert len(pile.moves_that_fit(pile.engine.start(1), *parse_label(text))) == count


def test_what_is_not_on_offer_is_told_with_what_is(pile):
    state = pile.engine.start(1)
    assert pile.not_offered(state, "take", ((None, "9"),)) == (
        "`take(9)` is not on offer (white has: take(n: 1); take(n: 2); take(n: 3))"
    )
    assert "did you mean" not in pile.not_offered(state, "tike", ()), "of few, what there is says enough"
    tossed = LabelResolver.of(ReferenceEngine(dice()))
    there = tossed.engine.start(1)
    there = tossed.go(there, tossed.moves_that_fit(there, "roll", ())[0])
    assert tossed.not_offered(there, "toss", ()).startswith("`toss` is not on offer (chance has: roll(n: 1); ")


def test_nothing_is_on_offer_when_the_game_is_over(pile):
    state = pile.engine.start(1)
    while not pile.is_over(state):
        state = pile.go(state, pile.numbers(state)[-1])
    assert pile.texts(state) == () and pile.moves_that_fit(state, "take", ()) == ()
    assert pile.not_offered(state, "take", ()) == "`take` cannot be played: the game is over"


def test_many_labels_and_long_ones_are_cut():
    assert listing(["a", "b"]) == "a; b" and listing([]) == "nothing"
    assert listing([f"x{n}" for n in range(20)], 3) == "x0; x1; x2; … and 17 more"
    assert cut("a" * 9, 9) == "a" * 9 and cut("a" * 10, 9) == "a" * 8 + "…"
