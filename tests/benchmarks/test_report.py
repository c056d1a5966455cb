"""The tables of the report, from figures recorded by `python -m benchmarks --json`, and the sections of the page."""

import copy
import json
import shlex
from pathlib import Path

import pytest

from benchmarks.games import GAMES, TITLES, named
from benchmarks.pages import COMMANDS, IDIOMS, PAGE, PASSES, RESULTS, STEPPING, markers, replaced
from benchmarks.report import disagreements, number, ratio, report, short
from benchmarks.run import chosen, main

RECORDED = Path(__file__).parent / "recorded.json"


@pytest.fixture
def found():
    return json.loads(RECORDED.read_text())


def rows(text, heading):
    """Return the cells of the first table below a heading, by the first cell of the row and the title of the column."""
    below = text.split(f"### {heading}\n", 1)[1]
    lines = [line for line in below.split("###")[0].splitlines() if line.startswith("| ")]
    cells = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
    return {row[0]: dict(zip(cells[0], row, strict=True)) for row in cells[2:]}


def test_speeds_and_ratios_stand_in_the_tables(found):
    text = report(found)
    speeds, ratios = rows(text, "Games a second"), rows(text, "rulekit's speed by the peer's")
    assert set(speeds) == set(found["games"]) == set(ratios)
    for name, told in found["games"].items():
        for peer, timed in told["timed"].items():
            assert speeds[name][TITLES[peer]] == number(timed["rate"])
            if peer != "rulekit":
                mine = told["timed"]["rulekit"]["rate"] / timed["rate"]
                assert ratios[name][TITLES[peer]].startswith(short(mine))
        words = shlex.split(ratios[name]["Command"].strip("`"))
        assert words[:3] == ["python", "-m", "benchmarks"]
        assert [game.name for game in chosen(words[3:])] == [name]


def test_a_target_is_met_or_missed(found):
    timed = found["games"]["hex 11x11"]["timed"]
    assert named("hex").targets["c_bytes"] == 1
    for rate, word in ((timed["c_bytes"]["rate"] * 1.01, "met"), (timed["c_bytes"]["rate"] * 0.99, "missed")):
        timed["rulekit"]["rate"] = rate
        cell = rows(report(found), "rulekit's speed by the peer's")["hex 11x11"]["byte C"]
        assert cell.endswith(f"(≥ 1: {word})")


def test_what_was_not_timed_is_a_dash_and_is_explained(found):
    text = report(found)
    assert rows(text, "Games a second")["Message to the Czar"]["OpenSpiel loop"] == "–"
    assert "OpenSpiel loop: OpenSpiel does not have it (Message to the Czar)." in text
    assert ratio(found["games"]["Message to the Czar"]["timed"], "openspiel_loop") is None


def test_a_peer_that_is_not_installed_is_told(found):
    found["peers"]["pgx"] = {"absent": "pgx is not installed"}
    assert "pgx: pgx is not installed" in report(found)


def test_the_recorded_lengths_agree(found):
    assert disagreements(found) == []
    assert "differs" not in report(found)


def test_lengths_that_differ_are_a_failure(found, tmp_path, capsys):
    games, moves, squares = found["games"]["hex 11x11"]["timed"]["c_bits"]["lengths"]
    found["games"]["hex 11x11"]["timed"]["c_bits"]["lengths"] = [games, moves + 2 * games, squares + 430 * games]
    (line,) = disagreements(found)
    assert "hex 11x11" in line and "bit-plane C" in line
    assert rows(report(found), "Mean lengths")["hex 11x11"]["bit-plane C"].endswith("**differs**")
    changed = tmp_path / "changed.json"
    changed.write_text(json.dumps(found))
    assert main(["hex", "--from", str(changed)]) == 1
    assert main(["hex", "--from", str(RECORDED)]) == 0
    assert "unequal: hex 11x11" in capsys.readouterr().err


def test_rules_declared_unequal_may_differ_and_say_why(found):
    chess = named("chess")
    assert set(chess.unequal) == {"pgx"}
    timed = copy.deepcopy(found["games"]["hex 11x11"]["timed"])
    timed["pgx"] = {**timed.pop("openspiel_loop"), "lengths": [100, 100, 100]}
    found["peers"]["pgx"] = found["peers"].pop("openspiel_loop")
    found["games"] = {"chess": {"absent": {}, "timed": timed}}
    assert disagreements(found) == []
    text = report(found)
    assert rows(text, "Mean lengths")["chess"]["pgx"].endswith("(unequal rules)")
    assert chess.unequal["pgx"] in text


def test_the_section_is_written_and_nothing_else(found, tmp_path):
    page = tmp_path / "page.md"
    begin, end = markers(RESULTS)
    page.write_text(f"# Before\n\n{begin}\nold\n{end}\n\nafter\n")
    assert main(["--from", str(RECORDED), "--page", str(page)]) == 0
    text = page.read_text()
    assert text.startswith(f"# Before\n\n{begin}\n\n- Processor") and text.endswith(f"{end}\n\nafter\n")
    assert "old" not in text and report(found).strip() in text
    main(["--from", str(RECORDED), "--page", str(page)])
    assert page.read_text() == text


def test_a_page_without_the_section_is_left_alone():
    with pytest.raises(ValueError, match="results"):
        replaced("# A page\n", RESULTS, "text")


def test_the_page_has_every_section():
    text = PAGE.read_text()
    sections = RESULTS, PASSES, COMMANDS, IDIOMS, STEPPING
    for section in sections:
        text = replaced(text, section, section)
    assert text.count("begin, written by benchmarks") == len(sections)
    assert "## What does each pass gain?" in text


def test_every_game_can_be_named():
    for game in GAMES:
        assert named(game.name) is game and named(game.rulebook) is game
        assert set(game.targets) | set(game.unequal) <= set(TITLES)
    assert named("o") is None
    with pytest.raises(SystemExit, match="no game is called backgammon"):
        main(["backgammon"])
