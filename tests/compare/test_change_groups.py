"""Changes that need each other form a group, and each group is simulated on its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.compare.change_groups import change_groups, change_id, single_changes, with_changes
from rulekit.compare.names import conditions_of
from rulekit.model.difference import difference
from rulekit.play.loaded_book import load
from tests.cli import run

SHOP = """rulebook shop "The shop":
  players 2

enum Coin: silver, gold
keep left: 0..12 = 12
ruling last "Who took the last coin?": wins "wins", loses "loses"
fact many "The most that are taken" = 3
fact few "The fewest that are taken" = 1
fact unused "What nobody asks" = 1
procedure take_turn "A turn":
  step take "Coins are taken":
    choose n in few..lesser(many, left)
    left -= n
flow:
  turns from p1 where left > 0:
    take_turn()
  if last == wins:
    game over, ranked by p in Player: if p == active then 0 else 1
  game over, ranked by p in Player: if p == active then 1 else 0

figure taken_at_last "Taken with the last" = unused
"""
MORE = """variant other of shop "Another shop"

set last = loses

ruling greedy "How many at most, if more?": five "five", six "six"
fact more "More than usual" = if greedy == five then 5 else 6
exception plenty to many "More may be taken" = more

replace fact unused "What nobody asks" = 2
"""


@pytest.fixture
def books(tmp_path: Path):
    (tmp_path / "shop.rules").write_text(SHOP)
    (tmp_path / "other.rules").write_text(MORE)
    return load(tmp_path / "shop.rules"), load(tmp_path / "other.rules")


def groups(books):
    changes = difference(*(book.rulebook for book in books))
    return change_groups(changes, conditions_of((*books[0].books, *books[1].books)))


def test_what_asks_for_something_new_comes_with_it(books):
    found = sorted(sorted(change_id(c) for c in group) for group in groups(books))
    assert found == [["exception plenty", "fact more", "option greedy"], ["fact unused"], ["option last"]]


def test_the_first_rulebook_with_one_group_has_nothing_of_the_others(books):
    first, second = (book.rulebook for book in books)
    for group in groups(books):
        made = with_changes(first, second, group)
        assert {change_id(c) for c in difference(first, made)} == {change_id(c) for c in group}
        assert {change_id(c) for c in difference(made, second)} & {change_id(c) for c in group} == set()
    (plenty,) = (g for g in groups(books) if len(g) == 3)
    assert with_changes(first, second, plenty).options == {"last": "wins", "greedy": "five"}


def test_all_groups_together_are_the_second_rulebook(books):
    first, second = (book.rulebook for book in books)
    whole = with_changes(first, second, [c for group in groups(books) for c in group])
    assert not [c for c in difference(whole, second) if not c.wording]
    assert whole.options == second.options


def test_a_change_that_no_rule_asks_for_is_proved_to_leave_the_games_the_same(books):
    found = single_changes(books, tuple(book.rulebook for book in books), "reference")
    assert [one.ids for one in found if one.same] == [("fact unused",)]
    assert sum(one.engine is not None for one in found) == 2


def test_each_is_played_alone_and_told(books, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    command = ["compare", "./shop.rules", "./other.rules", "-n", "400"]
    text = run(capsys, *command, "--full").out
    assert 'Alone, "More may be taken": moves ' in " ".join(text.split())
    assert "Each change of the rules by itself: ./shop.rules against the same" in text
    alone = {tuple(one["clauses"]): one for one in run(capsys, *command, "--json").data["simulation"]["alone"]}
    last = {f["figure"]: f for f in alone[("option last",)]["figures"]}
    assert last["length mean"]["difference"] == 0  # the same games, but the other player wins
    assert last["wins p1"]["first"] == last["wins p2"]["second"]
    assert alone[("fact unused",)]["same_game"]


def test_what_is_measured_is_told_where_games_are_the_same(books, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "only.rules").write_text('variant only of shop "Only"\n\nreplace fact unused "What nobody asks" = 2\n')
    said = " ".join(run(capsys, "compare", "./shop.rules", "./only.rules", "-n", "20", "--full").out.split())
    assert '"Taken with the last": 2 instead of 1' in said and "nothing is different" not in said
