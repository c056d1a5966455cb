"""The page of a comparison, on two small editions."""

from attrs import evolve

from rulekit.compare.edition_report import Comparison, options_in_force
from rulekit.model.difference import difference
from rulekit.play.loaded_book import load
from tests.cli import MISERE, PILE


def compared(first, second, **options):
    a, b = load(first).layered(), load(second).layered(options=options)
    return Comparison(a, b, (first, second), difference(a, b), None)


def test_nothing_that_did_not_change_stands_in_it():
    same = compared(PILE, PILE)
    assert same.changes == () and same.as_json()["options"] == []
    assert "0 changes of the rules" in same.as_text()


def test_a_replaced_clause_shows_both_texts():
    page = compared(PILE, MISERE).as_text()
    assert "-     game over, won by me" in page and "+     game over, lost by me" in page
    assert "within_the_pile" not in page


def test_options_in_force_are_told_where_they_differ():
    assert options_in_force(load(PILE).layered(), load(PILE).layered(options={"counters": 9})) == [("counters", 7, 9)]
    assert "counters: 7 -> 9" in compared(PILE, PILE, counters=9).as_text()
    base = load(PILE).layered()
    assert options_in_force(base, evolve(base, options={})) == [("counters", 7, None)]
