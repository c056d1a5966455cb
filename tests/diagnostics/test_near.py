"""Suggestions for misspelt names: which names are near enough, and the fix of a suggestion."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulekit.diagnostics import Help, Source, Span, did_you_mean
from rulekit.diagnostics.near import nearest

WORDS = st.text(string.ascii_lowercase + "_", min_size=1, max_size=12)


@pytest.mark.parametrize(
    ("word", "names", "found"),
    [
        ("hrabour", ["harbour", "market"], "harbour"),  # two letters are swapped
        ("harbor", ["harbour", "market"], "harbour"),
        ("FarCorner", ["far_corner"], "far_corner"),
        ("far_corner", ["far_corner"], None),  # a name is not suggested for itself
        ("quay", ["harbour", "market"], None),
        ("harbour", [], None),
        ("cat", ["car", "bat"], None),  # in short words, two of three letters are not enough
        ("colour", ["colours", "acolour"], "acolour"),  # equally near: the first alphabetically
        ("colour", ["colours", "coloured"], "colours"),
        ("a" * 65, ["a" * 64], None),
    ],
)
def test_the_nearest(word: str, names: list[str], found: str | None) -> None:
    assert nearest(word, names) == found
    assert nearest(word, reversed(names)) == found


def test_with_a_span_it_is_a_fix() -> None:
    source = Source("a", "to harbor")
    span = Span(source, 3, 9)
    assert did_you_mean("harbor", ["harbour"], span) == (Help("did you mean `harbour`?", span, "harbour"),)
    assert did_you_mean("harbor", ["harbour"]) == (Help("did you mean `harbour`?"),)
    assert did_you_mean("quay", ["harbour"], span) == ()


@given(WORDS, st.lists(WORDS, max_size=8))
def test_what_is_suggested_is_another_of_the_names(word: str, names: list[str]) -> None:
    found = nearest(word, names)
    assert found is None or (found in names and found != word)


@given(WORDS, st.lists(WORDS, max_size=8))
def test_one_letter_left_out_of_a_long_word_is_found(stem: str, others: list[str]) -> None:
    """Another name may be nearer still, so the test only asserts that something is found."""
    word = f"{stem}marketplace"
    found = nearest(word[1:], [*others, word])
    assert found is not None
