"""Every edition has no diagnostics, is formatted, shows both sides of its rules, and holds on both engines."""

from __future__ import annotations

import pytest

from rulekit.diagnostics import Source
from rulekit.pipeline import EngineName, check_all, make_engine
from rulekit.play.failing_games import MonitoredRun
from rulekit.play.testing import book_examples
from rulekit.rulebook_files import library
from rulekit.syntax import format_text
from rulekit.syntax import nodes as s
from tests import shipped
from tests.variants.draughts.family import EDITIONS, game
from tests.variants.draughts.plain_program import RULES

HOUSE_RULES = {"giveaway", "no-duty"}
"""Variants that change only when one may take, or who wins."""

each_edition = pytest.mark.parametrize("edition", EDITIONS)
FILES = sorted((library() / "draughts").glob("*.rules"))


def test_every_edition_is_compared_with_another_program() -> None:
    assert set(RULES) == set(EDITIONS) - HOUSE_RULES


@each_edition
def test_checks_without_a_word(edition: str) -> None:
    _, found = check_all(shipped.book(f"draughts/{edition}").books)
    assert [f"{d.code} {d.message}" for d in found] == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_is_kept_formatted(file: str) -> None:
    text = (library() / "draughts" / file).read_text("utf-8")
    assert format_text(Source(str(file), text)) == (text, [])


@each_edition
@pytest.mark.parametrize("kind", ["reference", "wasm"])
def test_examples_hold(edition: str, kind: EngineName) -> None:
    book = shipped.book(f"draughts/{edition}")
    outcomes = book_examples(book, kind)
    assert {o.example: f"line {o.line}: {o.failure}" for o in outcomes if o.failure} == {}
    verbs = {
        line.verb
        for placed in book.rulebook.clauses
        if isinstance(placed.clause, s.ExampleClause)
        for line in placed.clause.lines
        if isinstance(line, s.Played)
    }
    assert verbs >= {"play", "refuse"}


@each_edition
def test_promises_hold_in_random_games(edition: str) -> None:
    for engine, games, steps in (
        (game(edition).engine, 5, 5_000),
        (make_engine(game(edition).machine, "reference"), 1, 8),
    ):
        trial = MonitoredRun(engine)
        for number in range(games):
            played = trial.random(1, number, steps)
            assert played.failure is None, played.failure
