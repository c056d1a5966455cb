"""The whole pipeline from files to a game, and the check of every configuration."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.diagnostics import RulekitError
from rulekit.pipeline import MOST_CHECKED, check_all, configurations, describe, make_engine, size
from rulekit.play.loaded_book import load

from .shipped import GAMES, book

GAME = """rulebook race "Race":
  players 2 to 3

option goal: 2..5 = 3
option prize: nothing_more, again
ruleset short: goal = 2, prize = again
keep place_of[Player]: 0..20 = 0
choice pace
action walk in pace:
  choose n in 1..2
  place_of[me] += n
  if place_of[me] >= goal:
    game over, won by me
under prize == again:
  action leap in pace:
    place_of[me] += 3
    if place_of[me] >= goal:
      game over, won by me
flow:
  turns from Player.p1:
    do one of pace
example opening:
  players 2
  play walk(1)
  expect place_of[p1] == 1
"""


@pytest.fixture
def race(tmp_path: Path) -> str:
    path = tmp_path / "race.rules"
    path.write_text(GAME)
    return str(path)


def test_a_game_plays_in_both_engines(race: str) -> None:
    game = load(race).configure(players=3, options={"goal": 4})
    assert game.rulebook.players == 3 and game.rulebook.options["goal"] == 4
    assert game.diagnostics == ()
    for kind in ("reference", "wasm"):
        engine = make_engine(game.machine, kind)
        assert len(engine.options(engine.start(1))) == 2


def test_examples_may_be_left_out(race: str) -> None:
    assert [e.name for e in load(race).machine().examples] == ["opening"]
    assert load(race).configure().machine.examples == ()


def test_a_ruleset_stands_for_its_settings(race: str) -> None:
    loaded = load(race)
    game = loaded.configure(ruleset_name="short")
    assert game.rulebook.options == {"goal": 2, "prize": "again"}
    assert loaded.configure(players=2, options={"goal": 5}, ruleset_name="short").rulebook.options["goal"] == 5
    with pytest.raises(RulekitError) as caught:
        loaded.configure(ruleset_name="shrt")
    assert [(d.code, d.help[0].text) for d in caught.value.diagnostics] == [("E607", "did you mean `short`?")]


def test_layers_are_added_on_top(race: str, tmp_path: Path) -> None:
    layer = tmp_path / "long.rules"
    layer.write_text("variant long of race\nset goal = 5\n")
    loaded = load(race, [str(layer)])
    assert loaded.configure().rulebook.options["goal"] == 5
    assert loaded.configure().rulebook.name == "long"


def test_what_is_wrong_is_raised_with_all_that_was_found(race: str) -> None:
    with pytest.raises(RulekitError) as caught:
        load(race).configure(9, {"gaol": 2})
    assert [d.code for d in caught.value.diagnostics] == ["E602"]


def test_every_configuration_worth_checking(race: str) -> None:
    assert [describe(c) for c in configurations(load(race).books)] == [
        "2 players",
        "3 players",
        "2 players, goal = 2",
        "2 players, goal = 5",
        "2 players, prize = again",
    ]


@pytest.mark.soak
def test_every_shipped_game_can_be_checked_whole() -> None:
    clauses = {name: sum(1 for _ in configurations(book(name).books)) * size(book(name).books) for name in GAMES}
    assert {name: count for name, count in clauses.items() if count > MOST_CHECKED} == {}


def test_check_all_says_where_an_error_was_found(tmp_path: Path) -> None:
    path = tmp_path / "race.rules"
    path.write_text(GAME.replace("    place_of[me] += 3\n", "    place_of[me] += three\n"))
    tried, found = check_all(load(str(path)).books)
    assert len(tried) == 5
    (error,) = found
    assert error.span is not None and error.span.text == "three"
    assert error.help[-1].text == "found with 2 players, prize = again"


def test_check_all_blames_no_configuration_where_another_error_came_first(tmp_path: Path) -> None:
    """In the default configuration the first mistake hides the second, which every configuration has."""
    path = tmp_path / "hidden.rules"
    path.write_text(HIDDEN)
    _, found = check_all(load(str(path)).books)
    assert [(d.code, d.help[-1:] and d.help[-1].text) for d in found] == [("E301", ()), ("E407", HELP)]
    path.write_text(HIDDEN.replace("length == short", "length == long"))
    hidden = {d.code: d.help[-1].text for d in check_all(load(str(path)).books)[1]}
    assert hidden == {"E301": "found with 2 players, length = long", "E407": HELP}


HELP = "turns are made by `turns from …:`"
HIDDEN = """rulebook hidden:
  players 2
option length: short "Short", long "Long"
keep x: 0..3 = 0
flow:
  if x == 1:
    leave turn
  game over, drawn
under length == short:
  fact lost gives 0..3 = no
  rule stop whenever x == 3:
    x = lost
"""


def test_check_all_says_the_same_thing_once(tmp_path: Path) -> None:
    path = tmp_path / "race.rules"
    path.write_text(GAME.replace("  place_of[me] += n\n", "  place_of[me] += m\n"))
    _, found = check_all(load(str(path)).books)
    assert len(found) == 1 and not any("found with" in h.text for h in found[0].help)


def test_conditions_of_the_game_reach_both_engines(race: str, tmp_path: Path) -> None:
    layer = tmp_path / "tired.rules"
    layer.write_text(
        "variant tired of race\nset goal = 5\n"
        "under place_of[me] > 0:\n  replace action walk in pace:\n    place_of[me] += 1\n"
        "    if place_of[me] >= goal:\n      game over, won by me\n"
    )
    game = load(race, [str(layer)]).configure()
    for kind in ("reference", "wasm"):
        engine = make_engine(game.machine, kind)
        state = engine.start(1)
        counts = []
        for _ in range(4):
            counts.append(len(engine.options(state)))
            state = engine.apply(state, engine.options(state)[0])
        assert counts == [2, 2, 1, 1]
