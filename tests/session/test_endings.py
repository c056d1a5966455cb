"""The end of a game in words: who has won, to whom it is told, and the points that decided."""

from __future__ import annotations

import pytest

from rulekit.play.game import GameState
from rulekit.session import RandomPlayer, Session
from rulekit.session.endings import Ending, ending_of
from rulekit.session.words import GameWords
from tests.shipped import game


def ended(name: str, seed: int, people: int = 2, language: str = "en") -> Session:
    robots = {seat: RandomPlayer() for seat in range(people, game(name).players)}
    session = Session.of(game(name).start(seed), language, robots)
    while not session.over:
        session = session.hand_over()
        session = session if session.over else session.play_at_random()
    return session


def ending(name: str, payoffs: tuple[int, ...], you: int | None = None, language: str = "en") -> Ending:
    class Over(GameState):
        @property
        def payoffs(self) -> tuple[int, ...]:
            return payoffs

    start = game(name, len(payoffs)).start(1)
    return ending_of(GameWords.of(start.game, language), Over(start.game, start.raw, None), you)


@pytest.mark.parametrize(
    "payoffs, you, said",
    [
        ((1, -1, -1), None, "The win goes to Red."),
        ((1, 1, -1), None, "The win goes to Red and Green."),
        ((1, -1, -1), 0, "You win."),
        ((1, 1, -1), 1, "You win, together with Red."),
        ((1, -1, -1), 1, "The win goes to Red."),
        ((0, 0, 0), 1, "It is a draw."),
        ((-1, -1, -1), None, "Nobody wins."),
    ],
)
def test_who_has_won_is_a_sentence(payoffs: tuple[int, ...], you: int | None, said: str) -> None:
    assert ending("czar/english", payoffs, you) == Ending(said)


def test_the_sentence_is_in_the_players_language() -> None:
    assert ending("czar/english", (1, 1, -1), language="nl").sentence == "De winst gaat naar Rood en Groen."
    assert ending("czar/english", (1, -1, -1), 0, "nl").sentence == "Je wint."


@pytest.mark.parametrize("name", ["mancala/kalah", "classics/othello", "classics/leduc-poker"])
def test_points_that_decided_are_told(name: str) -> None:
    session = ended(name, 4)
    assert session.ending is not None and len(session.ending.points) == 2


def test_a_game_that_goes_on_has_no_end_and_a_person_alone_is_addressed() -> None:
    assert Session.of(game("classics/nim")).ending is None
    told = {ended("classics/nim", seed, people=1).ending.sentence for seed in range(12)}
    assert told == {"You win.", "The win goes to Player 2."}
