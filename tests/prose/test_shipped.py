"""The shipped games in words: something is said of every clause, and never a piece of code."""

from __future__ import annotations

import time

import pytest

from rulekit.prose import languages, speaker
from tests.shipped import GAMES

from .games import model
from .reading import lines, readable

SPOKEN = [language for language in languages() if language != "de"]


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("game", GAMES)
def test_no_code(game: str, language: str) -> None:
    readable(speaker(model(game), language))


@pytest.mark.parametrize("game", ["classics/leduc-poker", "classics/nine-mens-morris", "carcassonne/messages-c2-zmg"])
def test_a_third_language_is_a_grammar_and_a_block_of_words(game: str) -> None:
    says = speaker(model(game), "de")
    readable(says)
    assert says.missing == []


@pytest.mark.parametrize("game", GAMES)
def test_english_lacks_no_word(game: str) -> None:
    assert speaker(model(game), "en").missing == []


def test_a_large_game_takes_less_than_a_second() -> None:
    found = model("czar/english")
    speaker(found, "en")  # the grammar is read once for all games
    began = time.process_time()
    assert sum(1 for _ in lines(speaker(found, "en"))) > 300
    assert time.process_time() - began < 1
