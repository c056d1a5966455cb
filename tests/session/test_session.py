"""Sessions: options with the parts of the picture they concern, typed words that narrow them, agents, undo and its
limit, saves."""

from __future__ import annotations

import pytest

from rulekit import RulekitError
from rulekit.scene.scene import shown_things
from rulekit.session import RandomPlayer, Session
from tests.shipped import game


def begun(name: str, seed: int = 1, **more: object) -> Session:
    return Session.of(game(name).start(seed), **more)


@pytest.mark.parametrize("name", ["chess/standard", "tricks/whist", "czar/english", "carcassonne/base"])
def test_an_offer_begins_and_ends_at_things_of_the_picture(name: str) -> None:
    session, keyed = begun(name), 0
    for _ in range(6):
        position = session.position()
        drawn = {key for key, *_ in shown_things(position.scene.shapes)}
        for offer in position.offers:
            assert set(offer.keys) <= drawn
            keyed += bool(offer.keys)
        session = session.play(position.offers[0])
    assert keyed > 5


def test_words_narrow_what_is_on_offer() -> None:
    session = begun("chess/standard")
    assert [str(offer) for offer in session.offers_for("e2e4")] == ["Move a man, which may capture: e2, e4"]
    assert len(session.offers_for("e2")) == 2 and len(session.offers_for("")) == 20
    assert session.offers_for("14") == (session.offers[13],)
    with pytest.raises(RulekitError, match="fits 2 options"):
        session.play("e2")
    assert session.play("advance(here: e2, there: e4)").state.raw == session.play("e2 e4").state.raw
    czar = begun("czar/english", 3)
    assert czar.offers_for("baikal bar") == czar.offers_for("Bäikal-Bar"), (
        "accents need not be typed, nor are they wrong"
    )


def test_only_the_seat_that_decides_gets_offers() -> None:
    session = begun("classics/leduc-poker")
    assert session.position(0).offers and not session.position(1).offers
    assert "Spades King" not in str(session.position(1).scene)
    html = session.position()._repr_html_()
    assert html.startswith("<div><svg") and "Check" in html and session.position()._repr_svg_().startswith("<svg")


def test_agents_play_up_to_the_next_decision_of_a_person() -> None:
    session = begun("classics/nine-mens-morris", agents={1: RandomPlayer()})
    after = session.play("a1")
    assert after.decider == 0 and len(after.state.history()) == 2
    assert len(after.undo().state.history()) == 0, "a person's decision is taken back, with the answer to it"


def test_undo_goes_back_to_the_last_thing_learnt() -> None:
    morris = begun("classics/nine-mens-morris").play("a1")
    assert morris.undo().state.raw == begun("classics/nine-mens-morris").state.raw
    with pytest.raises(RulekitError, match="nothing to take back"):
        morris.undo().undo()
    pig = begun("classics/pig")
    rolled = pig.play(next(offer for offer in pig.offers if offer.label == "go_on"))
    with pytest.raises(RulekitError, match="brought to light cannot be taken back"):
        rolled.undo()
    whist = begun("tricks/whist").play("1")
    with pytest.raises(RulekitError, match="brought to light"):
        whist.undo()
    alone = begun("tricks/whist", takes_all_back=True)
    assert alone.play("1").undo().state.raw == alone.state.raw


def test_what_nobody_else_saw_can_be_taken_back() -> None:
    picked = begun("classics/rock-paper-scissors").play("1")
    assert picked.undo().decider == 0


def test_a_session_is_saved_and_goes_on(tmp_path) -> None:
    session = begun("czar/english", 3).play("1")
    session.save(tmp_path / "game")
    again = Session.resume(tmp_path / "game")
    assert again.state.raw == session.state.raw
    assert [again.history(seat) for seat in range(2)] == [session.history(seat) for seat in range(2)]


def test_why_and_rules_in_words() -> None:
    session = begun("classics/nine-mens-morris")
    assert "Move a man cannot be chosen now. The reason: White's number of men" in session.why("move")
    assert session.why("place a1").startswith("This can be chosen now: Place a man: a1")
    assert session.why("castle") == "No option is called “castle”."
    assert [closed.title for closed in session.closed_actions()] == ["Move a man"]
    assert {"flow flow", "action place_man"} <= {rule.clause for rule in session.rules()}
    czar = begun("czar/english", 3)
    assert any("Rio Grande Games" in cite for rule in czar.rules() for cite in rule.cites)
    assert "top courier" in czar.rules()[0].text, "of a procedure with several steps, the step of the decision is told"
