"""Every command on a small game, with output for people and as JSON."""

import pytest

from . import BROKEN, MISERE, PILE, run


def test_check(capsys):
    told = run(capsys, "check", PILE, MISERE)
    assert (told.code, told.err) == (0, "")
    assert "pile.rules: right" in told.out and "misere.rules: right" in told.out
    data = run(capsys, "check", PILE, "--json").data
    assert data["ok"] and data["games"][0]["configurations"] >= 2 and data["games"][0]["diagnostics"] == []


def test_check_tells_every_file(capsys, tmp_path):
    wrong = tmp_path / "wrong.rules"
    wrong.write_text("rulebook wrong:\n  players 2\n\nflow:\n  nithing\n")
    told = run(capsys, "check", wrong, PILE)
    assert told.code == 1
    assert "wrong.rules:5:3" in told.err and "did you mean" in told.err
    assert "pile.rules: right" in told.out
    data = run(capsys, "check", wrong, PILE, "--json").data
    assert [g["ok"] for g in data["games"]] == [False, True]
    assert data["games"][0]["diagnostics"][0]["span"]["start"] == {"line": 5, "column": 3}


@pytest.mark.parametrize("engine", ["wasm", "reference"])
def test_test(capsys, engine):
    data = run(capsys, "test", PILE, "-n", 10, "--engine", engine, "--json").data
    (game,) = data["games"]
    assert data["ok"] and [e["ok"] for e in game["examples"]] == [True, True]
    assert [s["players"] for s in game["random_games"] if not s["options"]] == [2, 3]
    assert game["never_reached"] == []


def test_test_tells_what_failed_and_records_it(capsys, tmp_path):
    record = tmp_path / "failing"
    told = run(capsys, "test", BROKEN, "-n", 50, "--record", record)
    assert told.code == 1
    assert "`take(4)` is not on offer (p1 has: take(n: 1); take(n: 2); take(n: 3))" in told.out
    assert "never one_left: broken before p1 decides" in told.out
    assert "the simplest such game found has 2:" in told.out
    assert record.read_text().count("take(n: 3)") == 2
    again = run(capsys, "play", "--resume", record, "--random", "--json").data
    assert again["over"] and again["entries"][:2] == [
        {"seat": "p1", "play": "take(n: 3)"},
        {"seat": "p2", "play": "take(n: 3)"},
    ]


def test_simulate_gives_the_promised_form_and_the_same_answer(capsys):
    data = run(capsys, "simulate", PILE, "-n", 40, "--seed", 3, "--json").data
    assert list(data) == [
        "game", "players", "games", "unfinished", "payoff_mean", "wins", "draws", "length", "decisions", "turns",
        "rounds", "branching_mean", "clauses", "options", "figures", "agents",
    ]  # fmt: skip
    assert data["game"] == PILE and data["games"] == 40 == sum(data["wins"])
    assert data["clauses"]["action take"] == data["length"]["mean"] * 40
    assert run(capsys, "simulate", PILE, "-n", 40, "--seed", 3, "--json").data == data
    assert run(capsys, "simulate", PILE, "-n", 40, "--seed", 3, "--json", "--engine", "reference").data == data
    assert run(capsys, "simulate", PILE, "-n", 40, "--seed", 4, "--json").data != data
    stopped = run(capsys, "simulate", PILE, "-n", 4, "--max-moves", 1, "--json").data
    assert stopped["unfinished"] == 4 and set(stopped["length"].values()) == {None}
    assert "wins" in run(capsys, "simulate", PILE, "-n", 4).out


def test_perft(capsys):
    assert run(capsys, "perft", PILE, "--depth", 3, "--json").data == {"game": PILE, "counts": [3, 9, 23]}
    assert run(capsys, "perft", PILE, "--depth", 2, "--set", "counters=5").out.split() == ["1", "3", "2", "8"]


def test_solve(capsys):
    data = run(capsys, "solve", PILE, "--json").data
    assert data["ok"] and data["exhausted"] and data["value"] == [1, 1] and data["sampled"] is None
    assert [step["play"] for step in data["first_steps"] if step["value"] == [1, 1]] == ["take(n: 3)"]
    told = run(capsys, "solve", PILE, "--most", 5, "-n", 20)
    assert told.code == 0 and "not exhausted" in told.out and "sampled: 20 random games" in told.out
    assert "exhausted: all" not in told.out
    told = run(capsys, "solve", BROKEN)
    assert told.code == 1 and "never one_left: broken before p1 decides" in told.out
    assert "      play take(n: 3) 2 times" in told.out


def test_witness(capsys):
    told = run(capsys, "compare", PILE, MISERE, "--no-games", "--witness")
    assert told.code == 0 and "proved: no shorter game differs" in told.out
    assert "  play take(n: 3)" in told.out and "expect payoff(p1) == 1" in told.out
    (found,) = run(capsys, "compare", PILE, MISERE, "--no-games", "--witness", "--json").data["witness"]
    assert found["search"]["witness"]["shortest"] == "proved" and found["changes"] == []
    same = run(capsys, "compare", PILE, PILE, "--no-games", "--witness").out
    assert "proved: no game differs, for both are the same program" in same
    for others in (["--players", "2-3"], ["--rulings"]):
        assert run(capsys, "compare", PILE, *[MISERE] * (len(others) == 2), "--witness", *others).code == 2


def test_compare(capsys):
    data = run(capsys, "compare", PILE, MISERE, "-n", 60, "--json").data
    (change,) = [c for c in data["changes"] if not c["wording"]]
    assert change["id"] == "action take" and "won by me" in change["before"] and "lost by me" in change["after"]
    figures = {f["figure"]: f for f in data["simulation"]["figures"]}
    assert figures["length mean"]["difference"] == 0  # both editions draw the same outcomes and the same random choices
    assert figures["wins p1"]["first"] + figures["wins p1"]["second"] == 1
    told = run(capsys, "compare", PILE, MISERE, "-n", 60)
    assert told.code == 0 and "averages of 60 pairs of games of 2 random players" in told.out
    full = run(capsys, "compare", PILE, MISERE, "-n", 60, "--full")
    assert full.code == 0 and "60 random games of 2 players each, seed 1" in full.out
    assert "simulation" not in run(capsys, "compare", PILE, PILE, "--no-games").out
    same = run(capsys, "compare", PILE, PILE, "-n", 20, "--json").data
    assert same["changes"] == [] and same["options"] == []


def test_layers(capsys):
    data = run(capsys, "layers", MISERE, "--json").data
    assert [layer["name"] for layer in data["layers"]] == ["pile", "misere"]
    assert {"edit": "replace", "clause": "action take", "under": [], "chapter": "Actions"} in data["layers"][1]["edits"]
    assert data["options"] == {"counters": 7}
    assert "replace  action take" in run(capsys, "layers", MISERE).out


def test_what_is_not_whole_can_be_compared_and_taken_apart(capsys, tmp_path):
    path = tmp_path / "half.rules"
    path.write_text("rulebook half:\n  players 2\n\nfact limit gives 0..9 to be said\n\nflow:\n  game over, drawn\n")
    assert run(capsys, "layers", path).code == 0
    said = tmp_path / "whole.rules"
    said.write_text("edition whole of half\n\nfact limit gives 0..9 = 3\n")
    data = run(capsys, "compare", path, said, "--no-games", "--json").data
    assert [c["id"] for c in data["changes"] if "id" in c and not c["wording"]] == ["fact limit"]


def test_a_layer_may_be_added_by_hand(capsys):
    with_layer = run(capsys, "simulate", PILE, "--with", MISERE, "-n", 20, "--json").data
    assert with_layer["wins"] == run(capsys, "simulate", MISERE, "-n", 20, "--json").data["wins"]


def test_machine(capsys):
    told = run(capsys, "machine", PILE, "--players", 3)
    assert told.out.startswith("machine pile: 3 players (p1, p2, p3)")
    data = run(capsys, "machine", PILE, "--players", 3, "--json").data
    assert data["text"].rstrip("\n") == told.out.rstrip("\n")


def test_explain(capsys):
    assert run(capsys, "explain", "e820").out.startswith("E820: ")
    assert run(capsys, "explain", "E820", "--json").data["code"] == "E820"
    assert run(capsys, "explain", "E999").code == 2
