"""Every edition is free of complaints, whatever the number of players and whichever answer a ruling is given."""

from __future__ import annotations

import pytest

from rulekit.model.outline import outline
from rulekit.model.sources import SourceReport
from rulekit.pipeline import check_all
from tests.variants.czar.family import EDITIONS, book

# the open questions of the facts, by the ruling that answers each; two have one answer only and are cited as assumed
SHARED = "pawl_hof double_skip fresh_colour gridlock patience "
RULINGS = {
    "czar/english": SHARED + "coin_moment same_journey bribing run_out",
    "czar/dutch": SHARED + "last_rouble carried_by_another",
    "czar/dutch-revised": SHARED + "coin_moment same_journey completing without_enough last_journey robbing",
}


@pytest.mark.parametrize("name", EDITIONS)
def test_no_complaint_under_any_ruling(name: str) -> None:
    tried, diagnostics = check_all(book(name).books)
    assert [f"{d.code} {d.message}" for d in diagnostics] == []
    assert {config.players for config in tried} == {2, 3, 4, 5}


@pytest.mark.parametrize("name", RULINGS)
def test_every_open_question_can_be_answered(name: str) -> None:
    assert set(book(name).rulebook.options) == set(RULINGS[name].split())


@pytest.mark.parametrize("name", EDITIONS)
def test_every_clause_of_the_rules_is_cited_or_assumed(name: str) -> None:
    """Words that the rulebook makes for itself (events, names, invariants, help for examples) need no source."""
    wanted = {"table", "option", "exception", "action", "example"}
    bare = [
        placed.id
        for placed in book(name).rulebook.clauses
        if placed.clause.kind in wanted and not placed.clause.tags.cites
    ]
    assert bare == []


def test_no_section_of_a_source_is_left_uncited() -> None:
    report = SourceReport()
    for name in EDITIONS:
        report.read(book(name).rulebook)
    assert {source.name: source.uncited for source in report.sources.values()} == {"rgg": [], "nl": [], "nl_rev": []}
    assert {source.name: list(source.elsewhere) for source in report.sources.values() if source.elsewhere} == {}
    assert len(report.sources["rgg"].sections) > 10


@pytest.mark.parametrize("name", EDITIONS)
def test_every_chapter_has_a_title_and_something_in_it(name: str) -> None:
    chapters = outline(book(name).rulebook).chapters
    assert [c.name for c in chapters if c.title is None or not c.clauses] == []
    assert [c.name for c in chapters if c.reference] == ["help_and_promises"] and len(chapters) > 10
