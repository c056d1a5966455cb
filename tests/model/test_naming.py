"""Identifiers turned into words, in the same way for pictures, comparisons, outlines and prose."""

import pytest

from rulekit.model.naming import identifier_words
from rulekit.prose.nouns import lower_case_words


@pytest.mark.parametrize(
    ("name", "words", "inside"),
    [
        ("coins_left", "coins left", "coins left"),
        ("WideGate", "Wide Gate", "wide gate"),
        ("p1Stock__left_", "p1 Stock left", "p1 stock left"),
        ("VP", "VP", "VP"),
        ("A", "A", "a"),
        ("_", "_", "_"),
    ],
)
def test_the_words_of_an_identifier(name, words, inside):
    assert identifier_words(name) == words
    assert lower_case_words(name) == inside
