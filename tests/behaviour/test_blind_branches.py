"""A branch whose called procedure offers no option is a dead end in play; the check warns about it."""

from __future__ import annotations

import pytest

from rulekit.pipeline import EngineName, check_all
from rulekit.play.testing import BookTestSettings, check_book

from .books import ENGINES, book


@pytest.mark.parametrize("engine", ENGINES)
def test_what_leads_nowhere_is_told_before_play(engine: EngineName) -> None:
    there = book("meaning/leads_nowhere")
    _, found = check_all(there.books)
    assert [(d.code, d.span and d.span.first.line) for d in found] == [("W414", 12)]
    (sample,) = check_book(there, BookTestSettings(engine=engine, games=20)).samples
    assert sample.failing is not None and sample.failing.diagnostic.code == "E710"
