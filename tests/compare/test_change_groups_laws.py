"""Each change made alone; and all of them together give the other rulebook, so nothing is left out."""

from __future__ import annotations

from hypothesis import assume, given, settings

from rulekit.compare.change_groups import with_changes
from rulekit.model.assembly import assemble
from rulekit.model.difference import difference
from rulekit.model.rulebook import Config

from ..model.layering import game
from ..model.test_commute import BASE_BOOK, layer, layers, meaning, slots

OLD = """rulebook base:
  players 2: red, blue
  ranks book < card
option robbing: often, never
fact low = 1
fact high = 2
event lost
rule begin when lost:
  nothing
rule finish when lost:
  nothing
"""
NEW = """rulebook base:
  players 2: blue, red
  ranks card < book
option robbing: never, often
fact low = 3
fact middle = 2
event lost
rule finish when lost:
  nothing
rule begin when lost:
  nothing
"""


def test_one_change_at_a_time() -> None:
    old, new = game(OLD), game(NEW)
    changes = difference(old, new)
    assert len(changes) == 7
    for change in changes:
        alone = with_changes(old, new, [change])
        assert len(difference(old, alone)) == 1
        assert len(difference(alone, new)) == 6


def test_an_added_clause_stands_where_it_stood() -> None:
    old, new = game(OLD), game(NEW)
    all_made = with_changes(old, new, difference(old, new))
    assert [p.id for p in all_made.clauses] == [p.id for p in new.clauses]
    assert difference(all_made, new) == ()
    assert (all_made.seats, all_made.ranks, all_made.options) == (new.seats, new.ranks, new.options)


@settings(max_examples=100, deadline=None)
@given(layers, layers)
def test_all_changes_together_are_the_other_rulebook(
    one: tuple[list[int], bool, bool], two: tuple[list[int], bool, bool]
) -> None:
    old, _ = assemble([BASE_BOOK, layer("left", *one)], Config(2))
    new, _ = assemble([BASE_BOOK, layer("right", *two)], Config(2))
    assume(old and new)
    assert old and new
    changes = difference(old, new)
    made = with_changes(old, new, changes)
    assert difference(made, new) == tuple(c for c in difference(made, new) if c.wording)
    assert {i for i, *_ in meaning(made)[0]} == {i for i, *_ in meaning(new)[0]}
    assert slots(made) == slots(new)
