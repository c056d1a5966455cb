"""Each change alone has a game of at most a screen after which the editions differ; it holds in one of them only."""

from __future__ import annotations

import pytest
from attrs import evolve

from rulekit.compare.change_groups import change_groups, with_changes
from rulekit.compare.names import conditions_of
from rulekit.compare.witnesses import change_witnesses
from rulekit.diagnostics import Source
from rulekit.engine.choice import make_engine
from rulekit.machine.lower import lower
from rulekit.model.difference import difference
from rulekit.model.rulebook import Placed, Rulebook
from rulekit.pipeline import check_layered
from rulekit.play.example_runner import run_examples
from rulekit.play.loaded_book import load
from rulekit.play.witness import WitnessLimits
from rulekit.syntax import parse

SCREEN = 25
"""The most lines of an example."""


def holds(rulebook: Rulebook, example: str) -> bool:
    """Return whether an example holds in a rulebook; it does not if it names what the rulebook lacks."""
    book, found = parse(Source("replayed", f'rulebook replayed "Replayed":\n  players 2\n\n{example}\n'))
    assert book is not None, found
    (clause,) = book.members
    clauses = (*rulebook.clauses, Placed(clause, rulebook.name))
    model, _ = check_layered(evolve(rulebook, clauses=clauses), (), knowledge=False, texts=False)
    if model is None:
        return False
    (outcome,) = run_examples(lambda machine: make_engine(machine, "wasm"), lower(model), {clause.name.text})
    return outcome.failure is None


@pytest.mark.soak
@pytest.mark.parametrize(("one", "two"), [("czar/english", "czar/dutch")])
def test_each_change_alone_has_a_witness_of_at_most_a_screen(one: str, two: str) -> None:
    books = load(one), load(two)
    games = books[0].configure(), books[1].configure()
    first, second = (game.rulebook for game in games)
    groups = change_groups(difference(first, second), conditions_of((*books[0].books, *books[1].books)))
    found = change_witnesses(books, games, "wasm", WitnessLimits())[1:]
    for group, one_found in zip(groups, found, strict=True):
        if one_found.same:
            continue
        witness = one_found.search.witness if one_found.search is not None else None
        assert witness is not None and len(one_found.example.splitlines()) <= SCREEN, one_found.ids
        lines = witness.difference.lines
        if not all(lines):  # no line of an example can say it
            continue
        changed = with_changes(first, second, group)
        other = one_found.example.replace(lines[0], lines[1])
        assert [holds(book, text) for book in (first, changed) for text in (one_found.example, other)] == [
            *(True, False),
            *(False, True),
        ]
