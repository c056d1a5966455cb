"""Laws of offers, by random play of every game: in each language no two read alike, and each step can be pointed at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random

import pytest
from attrs import evolve

from rulekit.scene import svg
from rulekit.scene.scene import shown_things
from rulekit.session import Session, SessionOffer
from rulekit.session.offers import OfferMaker
from rulekit.session.words import GameWords
from tests.shipped import GAMES, SPANNING, game, spanning

MOVES = 30
LANGUAGES = ("en", "nl", "de")


def played(name: str, moves: int, seed: int = 7, players: int | None = None) -> Iterator[Session]:
    """Yield the session before each move of a random game."""
    session, rng = Session.of(game(name, players).start(seed)), Random(seed)
    for _ in range(moves):
        session = session.hand_over()
        if session.over:
            return
        yield session
        session = session.play(rng.choice(session.offers))


@cache
def journeys() -> tuple[Session, ...]:
    """Return the sessions of a game with journeys of several steps."""
    return tuple(played("czar/english", 60, 5, 3))


def alike(session: Session) -> list[str]:
    """Return the texts that several offers share, in any language."""
    found = list[str]()
    for language in LANGUAGES:
        spoken = evolve(session, words=GameWords.of(session.state.game, language))
        groups = spoken.position().groups
        for texts in (
            [str(offer) for group in groups for offer in group.offers],
            *([", ".join(offer.values) or offer.title for offer in group.offers] for group in groups),
        ):
            found += [text for text, count in Counter(text.casefold() for text in texts).items() if count > 1]
    return found


def hidden_choices(session: Session) -> list[tuple[str, ...]]:
    """Return the words that stand for options with different results: a choice that nobody is offered."""
    engine, raw = session.state.game.engine, session.state.raw
    ends: dict[tuple[str, ...], set[object]] = {}
    for option in session.state.legal():
        label, args = session.words.arguments(raw.node, option)
        end = engine.apply(raw, option)
        ends.setdefault((label, *session.words.values(label, args)), set()).add((end.node, end.packed))
    return [words for words, results in ends.items() if len(results) > 1]


@pytest.mark.parametrize("name", spanning(GAMES, SPANNING[1::3]))
def test_no_two_offers_read_alike(name: str) -> None:
    for session in islice(played(name, MOVES), 0, None, 3):  # each position takes longer to look at than to reach
        assert alike(session) == [] and hidden_choices(session) == []


@pytest.mark.soak
def test_an_offer_without_what_tells_it_apart_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The law fails if offers leave out the courier who moves first."""

    def short(offer: SessionOffer) -> SessionOffer:
        return evolve(offer, values=offer.values[:1])

    groups = OfferMaker.offer_groups
    cut = lambda maker: tuple(evolve(one, offers=tuple(map(short, one.offers))) for one in groups(maker))  # noqa: E731
    sessions = journeys()
    assert not any(map(alike, sessions[-10:]))
    monkeypatch.setattr(OfferMaker, "offer_groups", cut)
    assert any(map(alike, sessions))


def test_an_offer_tells_all_it_does_and_each_step_is_on_the_board() -> None:
    """A journey names who travels first and where both stop, and its steps are clicked one after the other."""
    steps, whole = 0, 0
    for session in journeys():
        position = session.position()
        keys = {key for key, *_ in shown_things(position.scene.shapes)}
        for offer in position.offers:
            assert {*offer.keys} <= keys
            if offer.label.startswith("travel(inn"):
                assert "First traveller: " in offer.values[1]
                assert len(offer.keys) == len(offer.values) or "then none" in str(offer).casefold(), str(offer)
                steps, whole = steps + (len(offer.keys) > 1), whole + (len(offer.values) == 4)
    assert steps > 50 and whole > 5


def test_a_step_of_a_move_has_the_authors_name() -> None:
    titles = {group.title for session in journeys() for group in session.position().groups}
    assert "Travel to the next village: where the first courier stops" in titles


def test_a_card_in_hand_is_pointed_at_itself() -> None:
    (first, *_) = played("tricks/whist", 1)
    assert {offer.keys for offer in first.offers} == {
        (f"place hand {first.decider}: {offer.values[0]}",) for offer in first.offers
    }


def test_values_begin_alike() -> None:
    for session in journeys():
        for offer in session.offers:
            assert all(value[:1].isupper() or value.startswith("then ") for value in offer.values), str(offer)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_options_name_is_written_on_the_board(language: str) -> None:
    """Inns without a name in printed pictures have one where they are played on, in the same letters as in options."""
    session = Session.of(game("czar/english", 3).start(5), language)
    text = " ".join(svg(session.position().scene).replace("</text>", " ").split())
    for offer in session.offers:
        assert all(word.partition("-")[0] in text for word in offer.values[0].split()), offer.values
