"""`rulekit sources` and `rulekit check`: statements of sources, in all configurations and layers."""

from __future__ import annotations

from pathlib import Path

from . import run

BASE = """rulebook herd "Herds":
  players 2 to 3
  source booklet "The rules, 1998": "set-up"

statements booklet:
  "a turn":
    1 "you take a hare"
    2 "a fast game is fast"
    4 "three play otherwise"
    5 "it is cold" not covered "a mood"
    6 "few hares are left"
    7 "who begins?"
    9 "nobody passes"
    12 "all are friends"

keep hares [booklet "a turn: 1"]: 0..9 = 5
always few [booklet "a turn: 6"]: hares < 8
option fast [booklet "set-up"]: no_1, yes_1
ruling begins: oldest [booklet "a turn: 7"], youngest

under fast == yes_1:
  rule quick whenever hares > 8 [booklet "a turn: 2"]:
    game over, drawn
under players == 3:
  rule third whenever hares > 8 [booklet "a turn: 4"]:
    game over, drawn

flow [booklet "a turn"]:
  hares -= 1
  game over, drawn
"""
LAYER = """expansion more of herd "More"
statements booklet:
  "a turn":
    13 "a fox comes"
  "foxes":
    1 "foxes bite"
replace always few [booklet "foxes: 1; a turn: 13"]: hares < 9
strike ruling begins
"""


def write(tmp_path: Path, layer: str = LAYER) -> tuple[Path, Path]:
    base, over = tmp_path / "herd.rules", tmp_path / "more.rules"
    base.write_text(BASE)
    over.write_text(layer)
    return base, over


def codes(found) -> list[tuple[str, str]]:
    return [(one["code"], one["message"]) for one in found.data["games"][0]["diagnostics"]]


def test_one_message_for_what_no_configuration_says(capsys, tmp_path: Path) -> None:
    base, _ = write(tmp_path)
    assert codes(run(capsys, "check", base, "--json")) == [("W206", 'nothing says 2 statements of "a turn": 9, 12')]


def test_each_layer_answers_for_its_own_list(capsys, tmp_path: Path) -> None:
    _, over = write(tmp_path)
    assert codes(run(capsys, "check", over, "--json")) == []
    _, over = write(tmp_path, LAYER.replace("foxes: 1; ", ""))
    assert codes(run(capsys, "check", over, "--json")) == [("W206", 'nothing says statement 1 of "foxes"')]
    edition = LAYER.replace("expansion", "edition")
    _, over = write(tmp_path, edition)
    told = codes(run(capsys, "check", over, "--json"))
    assert told == [("W206", 'nothing says 4 statements of "a turn": 6, 7, 9, 12')]


def test_the_matrix_of_statements_both_ways(capsys, tmp_path: Path) -> None:
    base, over = write(tmp_path)
    data = run(capsys, "sources", base, "--json").data
    _, turn = data["sources"][0]["sections"]
    states = {one["number"]: one["state"] for one in turn["statements"]}
    assert states == dict(
        zip([1, 2, 4, 5, 6, 7, 9, 12], ["said"] * 3 + ["not covered", "shown", "ruled", "open", "open"], strict=True)
    )
    assert turn["statements"][5]["cited"] == [{"clause": "option begins: oldest", "how": "ruled"}]
    assert turn["statements"][3]["why"] == "a mood"
    cites = {one["clause"]: one["cites"] for one in data["clauses"]}
    assert cites["keep hares"] == [{"source": "booklet", "section": "a turn", "statements": [1]}]
    assert cites["flow flow"] == [{"source": "booklet", "section": "a turn", "statements": []}]
    told = run(capsys, "sources", base).out
    assert told.startswith('open: statements that nothing says\n  [booklet "a turn: 9"] nobody passes\n')
    assert "       6 few hares are left\n            shown by invariant few\n" in told
    assert told.splitlines()[-1].startswith(
        "2 sections, all cited; 8 statements: 3 said, 1 ruled, 1 shown, 1 not covered, 2 open; "
    )
    told = run(capsys, "sources", over, "--by-clause").out
    assert "\ninvariant few\n  booklet  a turn\n      13 a fox comes\n  booklet  foxes\n       1 foxes bite\n" in told


def test_layers_join_replace_and_strike_lists(capsys, tmp_path: Path) -> None:
    _, over = write(tmp_path)
    told = run(capsys, "layers", over).out
    assert "add      statements booklet" in told
    _, over = write(tmp_path, 'variant other of herd\nreplace statements booklet:\n  "a turn":\n    1 "other"\n')
    sections = run(capsys, "sources", over, "--json").data["sources"][0]["sections"]
    assert [len(one.get("statements", ())) for one in sections] == [0, 1]
    _, over = write(tmp_path, "variant other of herd\nstrike statements booklet\n")
    assert "statements" not in str(run(capsys, "sources", over, "--json").data["sources"])
    assert run(capsys, "compare", tmp_path / "herd.rules", over, "--no-games").code == 0
    _, over = write(
        tmp_path, 'variant other of herd\nunder hares > 2:\n  statements booklet:\n    "a turn":\n      20 "x"\n'
    )
    assert [code for code, _ in codes(run(capsys, "check", over, "--json"))] == ["E228"]
