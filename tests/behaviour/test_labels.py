"""Labels in examples: values in them are computed, and orders that a player chooses can be played."""

from __future__ import annotations

import pytest

from rulekit.pipeline import EngineName
from rulekit.play.testing import book_examples

from .books import ENGINES, book

each_engine = pytest.mark.parametrize("engine", ENGINES)


@each_engine
def test_what_is_refused_by_its_value_is_worked_out(engine: EngineName) -> None:
    for outcome in book_examples(book("meaning/vac"), engine):
        assert outcome.failure is not None and "`flow(n: 2)` should be refused" in outcome.failure


@each_engine
@pytest.mark.parametrize("name", ["vac2", "b_order", "chosen_order"])
def test_examples_hold(name: str, engine: EngineName) -> None:
    outcomes = book_examples(book(f"meaning/{name}"), engine)
    assert outcomes and [outcome.failure for outcome in outcomes] == [None] * len(outcomes)
