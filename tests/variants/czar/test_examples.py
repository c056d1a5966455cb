"""The worked examples of the sources, with what they allow, what they refuse and what comes of it, on both engines."""

from __future__ import annotations

import pytest

from rulekit.pipeline import EngineName
from rulekit.play.testing import book_examples
from tests.variants.czar.family import EDITIONS, book


@pytest.mark.parametrize("engine", ["reference", "wasm"])
@pytest.mark.parametrize("name", EDITIONS)
def test_worked_examples(name: str, engine: EngineName) -> None:
    outcomes = book_examples(book(name), engine)
    assert {o.example: o.failure for o in outcomes if o.failure} == {}
    assert len(outcomes) >= 15
