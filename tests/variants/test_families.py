"""Every edition of a family has no diagnostics, shows both sides of its rules, and holds on both
engines."""

from __future__ import annotations

import pytest

from rulekit.pipeline import EngineName, check_all, make_engine
from rulekit.play.failing_games import MonitoredRun
from rulekit.play.testing import ExampleGames
from rulekit.rulebook_files import library
from rulekit.syntax import nodes as s
from tests import shipped
from tests.variants.families import EDITIONS, FAMILIES

each_edition = pytest.mark.parametrize("name", EDITIONS)
each_of_a_kind = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.soak if name in shipped.ALIKE else ()) for name in EDITIONS]
)
"""Editions that are played: in the suite one of a kind."""
FILES = sorted(file for family in FAMILIES for file in (library() / family).glob("*.rules"))


@each_edition
def test_checks_without_a_word(name: str) -> None:
    _, found = check_all(shipped.book(name).books)
    assert [f"{d.code} {d.message}" for d in found] == []


def is_slow(name: str, kind: str) -> bool:
    """Return whether only the soak plays the examples; `tests/variants/test_steps.py` compares both engines."""
    return name in shipped.ALIKE or (kind == "reference" and name not in shipped.SPANNING)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        pytest.param(name, kind, marks=[pytest.mark.soak] if is_slow(name, kind) else [])
        for name in EDITIONS
        for kind in ("reference", "wasm")
    ],
)
def test_examples_hold(name: str, kind: EngineName) -> None:
    book = shipped.book(name)
    outcomes = ExampleGames(book, kind, few=True).outcomes()
    assert {o.example: f"line {o.line}: {o.failure}" for o in outcomes if o.failure} == {}
    verbs = {
        line.verb
        for placed in book.rulebook.clauses
        if isinstance(placed.clause, s.ExampleClause)
        for line in placed.clause.lines
        if isinstance(line, s.Played)
    }
    assert verbs >= {"play", "refuse"}


@each_of_a_kind
def test_promises_hold_in_random_games(name: str) -> None:
    trial = MonitoredRun(shipped.game(name).engine)
    for number in range(3):
        played = trial.random(1, number, 1_000)
        assert played.failure is None, played.failure


@each_of_a_kind
def test_promises_hold_on_the_reference_engine(name: str) -> None:
    played = MonitoredRun(make_engine(shipped.game(name).machine, "reference")).random(1, 0, 8)
    assert played.failure is None, played.failure


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_is_written_in_two_languages(family: str) -> None:
    """The base and at least one edition have all their words in Dutch; all designs, which have no base."""
    books = [file for file in FILES if file.parent.name == family]
    words = {file.stem for file in books if "\nwords nl:" in file.read_text("utf-8")}
    assert len(words) > 1 and ({"base"} if family != "designs" else {file.stem for file in books}) <= words
