"""Identifiers turned into words, in the same way for pictures, comparisons, outlines and prose; numbers in texts."""

import pytest

from rulekit.model.naming import identifier_words, numbers_in
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


@pytest.mark.parametrize(
    ("text", "language", "numbers"),
    [
        ("Example 3. Two go to the inn (4), as in step 5: 6 examples.", "en", [2, 6]),
        ("Voorbeeld 3. Er liggen twee berichten; zie stap 4.", "nl", [2]),
        ("Beispiel 3: zwei Beispiele.", "de", [2]),
    ],
)
def test_numbers_that_name_a_step_or_an_example_are_no_quantities(text, language, numbers):
    assert [number for number, _ in numbers_in(text, language)] == numbers
