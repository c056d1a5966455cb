"""A `let` is computed only for the option that is taken, in actions and in procedures, unless a condition needs it
earlier."""

from __future__ import annotations

import pytest

from rulekit.diagnostics import RulekitError
from rulekit.machine import program as m
from rulekit.machine.form_table import parts_of
from rulekit.pipeline import EngineName
from rulekit.play.testing import book_examples

from .books import ENGINES, book, start

each_engine = pytest.mark.parametrize("engine", ENGINES)


@each_engine
@pytest.mark.parametrize("name", ["let1", "let3", "let4", "lets_chain"])
def test_no_option_that_nobody_takes_is_worked_out(name: str, engine: EngineName) -> None:
    assert [outcome.failure for outcome in book_examples(book(f"meaning/{name}"), engine)] == [None]


@each_engine
@pytest.mark.parametrize("name", ["let1", "let3", "let4"])
def test_the_option_taken_is(name: str, engine: EngineName) -> None:
    state = start(f"meaning/{name}", engine)
    last = state.labels()[-1]
    assert "q: c1" in last
    with pytest.raises(RulekitError) as raised:
        state.apply(last)
    assert raised.value.diagnostics[0].code == ("E701" if name == "let3" else "E709")
    assert ("procedure go" if name == "let4" else "action go") in str(raised.value)  # not in `flow`, which offers it


def test_an_effect_between_changes_nothing_of_what_is_asked() -> None:
    asked = []
    for name in ("h8", "h9"):
        decisions = [n for n in book(f"meaning/{name}").configure().machine.nodes if isinstance(n, m.Decision)]
        (alternative,) = decisions[0].alternatives
        asked.append([test for level in alternative.levels for test in level.tests])
        assert not [part for test in asked[-1] for part in parts_of(test.value) if isinstance(part, m.Call)]
    assert asked[0] == asked[1]
