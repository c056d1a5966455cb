"""A name that only examples use counts as used, even if the examples are left out."""

from __future__ import annotations

from rulekit.model.rulebook import Config
from rulekit.pipeline import check_configuration
from rulekit.play.testing import BookTestSettings, check_book

from .books import book


def test_what_an_example_calls_is_used() -> None:
    books = book("meaning/b_w203").books
    for examples in (True, False, "e"):
        _, found = check_configuration(books, Config(), examples)
        assert "W203" not in {d.code for d in found}


def test_what_an_example_reaches_is_reached() -> None:
    report = check_book(book("meaning/reached"), BookTestSettings(games=5))
    assert report.ok and report.never_reached == ("action never_there",)
