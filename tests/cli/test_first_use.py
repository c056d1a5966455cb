"""Problems of the first hour: incomplete names, a variant that the examples of its base no longer fit, rules for only
some numbers of players.

Each once stopped a new user.
"""

from pathlib import Path

import pytest

from . import PILE, run

OWN = """variant own of pile "Pile of one's own"

replace action take in turn "One to three counters":
  choose m in 1..3 where m <= left
  left -= m
  if left == 0:
    game over, won by me

example mine "Whoever takes two leaves five":
  players 2
  play take(m: 2)
  expect left == 5
"""


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """Change to an empty folder with a copy of the rulebook `pile`."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pile.rules").write_text(Path(PILE).read_text())
    return tmp_path


@pytest.mark.parametrize(
    ("typed", "advice"),
    [
        ("nim", "did you mean `classics/nim`?"),
        ("tic_tac_toe", "did you mean `classics/tic-tac-toe`?"),
        ("dutch", "did you mean `czar/dutch`?"),
        ("classics", "= help: classics/breakthrough\n   = help: classics/chinese-checkers\n"),
        ("hexx", "the library has carcassonne, chess, classics, connection, czar"),
        ("", "the library has carcassonne, chess, classics, connection, czar"),
    ],
)
def test_a_name_typed_short_finds_its_way(capsys, typed, advice):
    told = run(capsys, "check", typed)
    assert told.code == 2 and advice in told.err


@pytest.mark.parametrize(
    ("command", "otherwise"),
    [("check", "every number"), ("test", "every number"), ("simulate", "the fewest)"), ("compare", "the fewest that")],
)
def test_the_help_of_players_says_what_happens_without(capsys, command, otherwise):
    assert f"(default: {otherwise}" in " ".join(run(capsys, command, "--help").out.split())


def test_an_example_that_cannot_be_read_is_told_by_itself(capsys, desk):
    (desk / "own.rules").write_text(OWN)
    told = run(capsys, "test", "./own.rules", "-n", 5)
    # the example `small_pile` holds, since it names no parameter
    assert told.code == 1 and "2 of 3 examples hold" in told.out
    assert "error[E207]: example opening: `take` has no parameter `n`" in told.out
    assert "--> pile.rules:28:14" in told.out
    assert (
        "the example is of `pile`; if `own` means to change it, write `replace in example opening:` there" in told.out
    )
    (game,) = run(capsys, "test", "./own.rules", "-n", 5, "--json").data["games"]
    assert [(e["example"], e["line"], e["code"]) for e in game["examples"] if not e["ok"]] == [("opening", 28, "E207")]


def test_a_second_mistake_in_an_example_is_counted(capsys, desk):
    (desk / "own.rules").write_text(
        OWN.replace("take(m: 2)", "take(k: 2)").replace("expect left", "refuse take(j: 2)\n  expect left")
    )
    told = run(capsys, "test", "./own.rules", "-n", 5)
    assert "example mine: `take` has no parameter `k`" in told.out
    assert "there is 1 more; `rulekit check` tells every one" in told.out
    # the example belongs to the variant itself, so the advice does not apply
    assert "`replace example mine`" not in told.out


def test_an_example_of_the_base_that_fails_may_be_replaced(capsys, desk):
    (desk / "few.rules").write_text("variant few of pile\n\nset counters = 5\nset left = 4\n")
    told = run(capsys, "test", "./few.rules", "-n", 5)
    assert "error[E840]: example opening: what is expected does not hold" in told.out
    assert "if `few` means to change it, write `replace in example opening:` there" in told.out


def test_one_game_is_one_game(capsys, desk):
    (desk / "own.rules").write_text(OWN + "\nnever under_way: left < counters\n")
    told = run(capsys, "test", "./own.rules", "-n", 5, "--players", 2)
    assert "  1 random game of 2 players\n" in told.out
    assert "this game fails after 1 step (seed 1, number 0); the simplest such game found has 1:" in told.out
    told = run(capsys, "simulate", PILE, "-n", 1).out
    assert "1 random game of 2 players, 0 unfinished\nrandom players pick evenly among the options on offer" in told


def test_rules_for_other_numbers_of_players_are_not_passed_over(capsys, desk):
    (desk / "own.rules").write_text(
        "variant own of pile\n\nunder players == 3:\n  set counters = 9\n  strike always within_the_pile\n"
    )
    told = run(capsys, "compare", "./pile.rules", "./own.rules", "--no-games")
    assert told.out.startswith("Pile against own (2 players)\n")
    assert "  With 3 players: How many counters the pile has\n" in told.out
    full = run(capsys, "compare", "./pile.rules", "./own.rules", "--no-games", "--full")
    assert "0 changes of the rules" in full.out
    assert 'Only with 3 players\n\n  Gone: promise "within the pile"' in full.out
    asked = run(capsys, "compare", "./pile.rules", "./own.rules", "--no-games", "--players", 3, "--full")
    assert 'Gone: promise "within the pile"' in asked.out and "ith 3 players" not in asked.out
    data = run(capsys, "compare", "./pile.rules", "./own.rules", "--no-games", "--json").data
    assert (data["players"], data["other_players"]) == (2, [3])
    assert run(capsys, "compare", PILE, PILE, "--no-games", "--json").data["other_players"] == []


def test_where_the_text_of_a_layer_is(capsys, desk):
    (desk / "own.rules").write_text(OWN)
    lines = run(capsys, "layers", "./own.rules").out.splitlines()
    assert lines[1].split() == ["text", "in", "pile.rules"]
    assert "  text in  own.rules" in lines


def test_a_variant_is_told_what_it_may_change(capsys, desk):
    assert run(capsys, "new", "mine", "--over", "czar/dutch").code == 0
    text = (desk / "mine.rules").read_text()
    assert "`rulekit layers czar/dutch` lists all clauses and their files." in text
    (change,) = (line.removeprefix("# ") for line in text.splitlines() if line.startswith("# set "))
    (desk / "mine.rules").write_text(f"{text}\n{change}\n")
    assert run(capsys, "check", "./mine.rules").code == 0


def test_a_call_without_brackets_is_shown_them(capsys, desk):
    (desk / "own.rules").write_text(
        "rulebook own:\n  players 2\n\nprocedure finish:\n  game over, drawn\n\nflow:\n  finish\n"
    )
    told = run(capsys, "check", "./own.rules")
    assert told.code == 1 and "a procedure is called with brackets: `finish()`" in told.err


def test_chance_without_end_is_no_crash(capsys):
    told = run(capsys, "perft", "classics/pig", "--depth", 2, "--chance")
    assert told.code == 1 and told.err.startswith("error[E705]: procedure roll: more than ")
    assert run(capsys, "perft", "classics/pig", "--depth", 2).code == 0
