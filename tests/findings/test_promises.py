"""What always holds is looked at in examples, and inside the engine in random games."""

from __future__ import annotations

import pytest

from rulekit.play.state import EngineName
from rulekit.play.testing import book_examples

from .books import ENGINES, book


@pytest.mark.parametrize("engine", ENGINES)
def test_a_promise_broken_in_an_example_is_told(engine: EngineName) -> None:
    (outcome,) = book_examples(book("meaning/inv"), engine)
    assert outcome.diagnostic is not None and outcome.diagnostic.code == "E843"
    assert outcome.diagnostic.span is not None and outcome.diagnostic.span.first.line == 16
    assert "`never four_at_first` is broken before p2 decides" in outcome.diagnostic.message
