"""Every edition has no diagnostics with any number of players and any answer to each ruling."""

from __future__ import annotations

import pytest

from rulekit.model.coverage import SourceReport
from rulekit.model.outline import outline
from rulekit.pipeline import check_all
from rulekit.syntax.nodes import OptionClause
from tests.shipped import every
from tests.variants.czar.family import EDITIONS, book

# Names of the rulings that answer open questions. Questions on which no text says anything are assumptions instead.
SHARED = "double_skip fresh_colour patience "
RULINGS = {
    "czar/english": SHARED + "pawl_hof coin_moment last_journey bribing run_out rich_traveller",
    "czar/dutch": SHARED + "pawl_hof last_rouble carried_by_another first_roubles",
    "czar/dutch-revised": SHARED + "pawl_hof coin_moment last_journey without_enough robbing",
    "czar/without-roubles": SHARED + "pawl_hof",
}


@pytest.mark.parametrize("name", every(len(EDITIONS), EDITIONS))
def test_no_complaint_under_any_ruling(name: str) -> None:
    tried, diagnostics = check_all(book(name).books)
    assert [f"{d.code} {d.message}" for d in diagnostics] == []
    assert {config.players for config in tried} == {2, 3, 4, 5}


@pytest.mark.parametrize("name", RULINGS)
def test_every_open_question_can_be_answered(name: str) -> None:
    assert set(book(name).rulebook.options) == set(RULINGS[name].split())


@pytest.mark.parametrize("name", EDITIONS)
def test_every_clause_of_the_rules_is_cited_or_assumed(name: str) -> None:
    """Clauses that exist only in the rulebook (events, names, invariants, helpers of examples) need no source."""
    wanted = {"table", "exception", "action", "example"}
    clauses = book(name).rulebook.clauses
    assert [p.id for p in clauses if p.clause.kind in wanted and not p.clause.tags.cites] == []


@pytest.mark.parametrize("name", EDITIONS)
def test_every_answer_of_a_ruling_is_cited(name: str) -> None:
    """A ruling is needed where a text can be read in several ways, so each answer cites the words that allow it."""
    rulings = [p.clause for p in book(name).rulebook.clauses if isinstance(p.clause, OptionClause) and p.clause.ruling]
    answers = {f"{r.name.text}.{a.name.text}": a.cites for r in rulings for a in r.items}
    assert len(answers) >= 5
    assert [answer for answer, cites in answers.items() if not cites] == []
    assert [answer for answer, cites in answers.items() if {cite.source.text for cite in cites} == {"assumed"}] == []


def test_no_section_of_a_source_is_left_uncited() -> None:
    report = SourceReport()
    for name in EDITIONS:
        report.read(book(name).rulebook)
    assert {source.name: source.sections_without_citation for source in report.sources.values()} == {
        "rgg": [],
        "nl": [],
        "nl_rev": [],
    }
    assert {source.name: list(source.elsewhere) for source in report.sources.values() if source.elsewhere} == {}
    assert len(report.sources["rgg"].sections) > 10


@pytest.mark.parametrize("name", EDITIONS)
def test_every_chapter_has_a_title_and_something_in_it(name: str) -> None:
    chapters = outline(book(name).rulebook).chapters
    assert [c.name for c in chapters if c.title is None or not (c.clauses or c.summary)] == []
    assert [c.name for c in chapters if c.reference] == ["help_and_promises"] and len(chapters) > 10
