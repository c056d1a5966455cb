"""The report on a failing game or example: code, clause with its line, record, position."""

from pathlib import Path

import pytest

from rulekit.play.loaded_book import load
from rulekit.play.report_text import game_failure
from rulekit.play.testing import BookTestSettings, check_book

STONES = """rulebook stones "Stones":
  players 2
keep left: 0..5 = 5
keep secret[p in Player]: 0..9 = 3, seen by p
flow:
  turns from p1:
    choose n in 1..2  # a comment is not part of the line
    left -= n
never fewer: left < 5
example three:
  play flow(n: 2)
  expect left == 4
"""


@pytest.fixture
def report(tmp_path: Path):
    path = tmp_path / "stones.rules"

    def make(text: str):
        path.write_text(text)
        return check_book(load(str(path)), BookTestSettings(games=20))

    return make


def test_an_example_has_its_line_steps_and_position(report):
    (outcome,) = report(STONES.replace("never fewer: left < 5\n", "")).examples
    assert outcome.diagnostic.code == "E840"
    assert outcome.diagnostic.span.first.line == 11 and outcome.diagnostic.span.text == "expect left == 4"
    assert [str(entry) for entry in outcome.record] == ["p1: flow(n: 2)"]
    assert outcome.position[:2] == ("active: p2", "left: 3")
    assert "secret[p1]: 3  (seen by p1)" in outcome.position


def test_a_line_that_a_layer_adds_to_an_example_is_told_in_the_layer(tmp_path: Path):
    """Regression: the line number was looked up in the text of the base."""
    (tmp_path / "stones.rules").write_text(STONES.replace("never fewer: left < 5\n", "").replace("== 4", "== 3"))
    more = """variant more of stones "More"

add to example three:
  play flow(n: 1) 2 times
  expect left == 0
"""
    (tmp_path / "more.rules").write_text(more)
    (outcome,) = check_book(load(str(tmp_path / "more.rules")), BookTestSettings(games=2)).examples
    span = outcome.diagnostic.span
    assert (Path(span.source.name).name, span.first.line, span.text) == ("more.rules", 5, "expect left == 0")


def test_an_example_that_breaks_a_promise_has_its_line_and_the_clause(report):
    (outcome,) = report(STONES).examples
    assert outcome.diagnostic.code == "E843" and outcome.diagnostic.span.text == "play flow(n: 2)"
    assert "`never fewer` is broken before p2 decides" in outcome.diagnostic.message
    assert [label.span.text for label in outcome.diagnostic.labels] == ["never fewer: left < 5"]


def test_an_invariant_has_its_clause(report):
    failing = report(STONES).samples[0].failing
    assert failing.diagnostic.code == "E841"
    assert failing.diagnostic.span.text == "never fewer: left < 5"
    assert not failing.broke_off and "left: 4" in failing.position
    assert [str(entry) for entry in failing.record.entries] == ["p1: flow(n: 1)"]


def test_a_fault_has_its_line_and_the_position_before_it(report):
    failing = report(STONES.replace("never fewer: left < 5\n", "")).samples[0].failing
    assert failing.diagnostic.code == "E702" and failing.diagnostic.span.text == "left -= n"
    assert failing.broke_off and failing.position[1] in ("left: 0", "left: 1")
    data = failing.as_json()
    assert data["code"] == "E702" and data["position_before_last_step"]
    assert data["diagnostic"]["span"]["start"]["line"] == 8
    assert data["record"][-1]["play"].startswith("flow(")


def test_what_holds_carries_nothing_of_the_kind(report):
    whole = report("rulebook good:\n  players 2\nflow:\n  game over, drawn\nexample e:\n  expect ended\n")
    assert whole.ok and whole.examples[0].diagnostic is None and whole.examples[0].record == ()


COUNTING = """rulebook counting "Counting":
  players 2
keep reached: 0..40 = 0
keep twice: 2..80 = 2
procedure lift(n 2..76):
  twice = n
flow:
  turns from p1:
    choose n in 1..1
    reached += n
    lift(2 * reached + index(active))
"""


def test_what_a_number_would_be_is_told_with_its_range(report):
    failing = report(COUNTING.replace("0..40", "0..2")).samples[0].failing
    assert failing.diagnostic.message == "flow: reached would leave its range 0..2"
    assert failing.why == ("the number is 3",)
    failing = report(COUNTING.replace("2 * reached", "-1 * n")).samples[0].failing
    assert failing.diagnostic.message == "flow: a number lies outside 2..76"
    assert failing.why[-1] == "the number is -1"


def test_of_a_long_game_that_fails_the_last_steps_are_printed(report):
    whole = report(COUNTING)
    (failing,) = (sample.failing for sample in whole.samples)
    lines = list(game_failure(failing))
    assert "a number lies outside 2..76" in failing.message and len(failing.record.entries) == 38
    at = lines.index("     …  8 lines of steps before these (`--format json` has all)")
    assert lines[at + 1].split() == ["9", "p1:", "flow(n:", "1)"] and lines[at + 30].split()[0] == "38"
    assert len(failing.as_json()["record"]) == 38


def test_how_many_games_are_done_is_told(tmp_path: Path):
    path, told = tmp_path / "stones.rules", list[str]()
    path.write_text(STONES.replace("left: 0..5", "left: -9..5").replace("never fewer", "never more"))
    check_book(load(str(path)), BookTestSettings(games=20), told.append)
    assert told[:2] == ["examples", "2 players"] and told[2].startswith("2 players: ")
    assert told[2].endswith(" of 20 random games")
