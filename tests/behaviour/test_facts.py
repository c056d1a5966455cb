"""Facts: exceptions that are combined into sets, and sizes of places that depend on facts."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.diagnostics import RulekitError
from rulekit.engine.interface import GameFault
from rulekit.pipeline import EngineName, check_all
from rulekit.play.loaded_book import load
from rulekit.play.testing import book_examples

from .books import ENGINES, HERE, book


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    "name", ["combining_any_set", "combining_sets", "population", "exception_for_all", "heads_left_out"]
)
def test_examples_hold(name: str, engine: EngineName) -> None:
    outcomes = book_examples(book(f"meaning/{name}"), engine)
    assert outcomes and all(o.failure is None for o in outcomes), outcomes


@pytest.mark.parametrize("engine", ENGINES)
def test_what_is_added_must_be_what_the_fact_gives(engine: EngineName) -> None:
    """Regression: a value beyond the range became an index beyond its array, which one engine wrote to and the other
    failed at."""
    state = book("meaning/combined_range").configure(engine=engine).start()
    with pytest.raises(GameFault, match=r"E702: fact most_of: a number lies outside 0\.\.3"):
        state.apply("flow(n: 1)")


def test_an_exception_without_a_head_is_explained_like_any_other() -> None:
    """Regression: explaining failed with the internal error E813, since the code looked for a value for each parameter
    of a head."""
    path = HERE / "meaning" / "exception_for_all.rules"
    told = load(str(path)).configure().start().why_not("flow(n: 1)")
    assert not told.offered and "f(me) = 3" in told.answer + "".join(told.because), told


def test_what_cannot_be_joined_is_refused(tmp_path: Path) -> None:
    """Regression: members of an enumeration were combined like yes and no."""
    path = tmp_path / "joined.rules"
    path.write_text(
        'rulebook joined "J":\n  players 2\n\nenum Kind: a, b\n\nfact f gives Kind combining any = a\n\n'
        "exception g to f = b\n\nflow:\n  game over, drawn\n\nalways h: f == a\n"
    )
    with pytest.raises(RulekitError, match="`combining any` needs a fact that gives yes or no, or a set"):
        rulekit.load(str(path)).configure()


def test_a_population_may_ask_a_fact_with_a_parameter() -> None:
    _, found = check_all(load(str(HERE / "meaning" / "fact_in_population.rules")).books)
    assert not found
    for answer, copies in (("one_way", 1), ("other_way", 2)):
        machine = book("meaning/fact_in_population").configure(options={"which": answer}).machine
        assert next(c for c in machine.cells if c.name == "box.Card").initial == (copies, 2)


def test_a_population_that_asks_for_itself_is_told_once(tmp_path: Path) -> None:
    path = tmp_path / "itself.rules"
    path.write_text(
        'rulebook itself "I":\n  players 2\n\npiece Card(n 1..2): copies(n) each\n\nplace deck: heap of Card\n\n'
        "fact copies(n 1..2) gives 0..3 = if size(deck) > n then 1 else 2\n\nflow:\n  game over, drawn\n"
    )
    _, found = check_all(load(str(path)).books)
    assert [d.code for d in found if d.severity == "error"] == ["E209"]
