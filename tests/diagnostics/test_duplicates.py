"""Two diagnostics are duplicates if code and place are equal; without a place, if code and message are."""

from __future__ import annotations

from attrs import evolve

from rulekit.diagnostics import Diagnostic, Source, Span, deduplicate, key_of

TEXT = Source("a.rules", "keep coins: 0..9\nkeep coins: 0..9\n")
HERE, THERE = Span(TEXT, 5, 10), Span(TEXT, 22, 27)


def test_code_and_place_make_a_complaint_not_its_words() -> None:
    first, second = Diagnostic("E203", "`coins` is taken", HERE), Diagnostic("E203", "`coins` is there already", HERE)
    assert key_of(first) == key_of(second)
    assert key_of(first) != key_of(evolve(first, span=THERE)) != key_of(evolve(first, code="E202"))


def test_without_a_place_the_words_tell_them_apart() -> None:
    one, other = Diagnostic("E803", "there is no `a`"), Diagnostic("E803", "there is no `b`")
    assert deduplicate([one, other, Diagnostic("E803", "there is no `a`")]) == [one, other]


def test_the_first_of_the_same_is_left_in_its_order() -> None:
    first, second = Diagnostic("W203", "never used", THERE), Diagnostic("W203", "never used at all", THERE)
    error = Diagnostic("E201", "unknown", HERE)
    assert deduplicate([first, error, second]) == [first, error]
