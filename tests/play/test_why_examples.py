"""A failing example or invariant explains why, shows the values, and lists what its last step changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.cli import main as cli
from rulekit.pipeline import EngineName
from rulekit.play.example_runner import Outcome
from rulekit.play.loaded_book import load
from rulekit.play.position_text import position_lines
from rulekit.play.testing import BookTestSettings, book_examples, check_book

BOOK = """rulebook case "A case":
  players 2
board Village, graph:
  | mill | {inn} |
  | inn | {church} |
  | church | {} |
keep coins: 0..30 = 5
keep paid[Player]: 0..9 = 0
keep owner[Village]: Player or none = none
keep tally[n in 1..12]: 0..9 = 0
fact limit(p Player) "How many at once" = 3
exception tax to limit(p) where paid[p] > 2 "Who has paid" = 1
choice turn
action take in turn "Take":
  choose n in 1..5 where n <= limit(me)
  coins -= n
  owner[inn] = me
  tally[n] += 1
flow:
  turns from p1 where coins > 0:
    do one of turn
    otherwise:
      game over, drawn
  game over, drawn
"""

EXAMPLES = {
    "refused": ("play take(n: 2)", "play take(n: 4)"),
    "allowed": ("allow take(n: 4)",),
    "both_sides": ("play take(n: 2)", "expect coins == 5 - 1"),
    "conjunct": ("expect active == p1 and coins + 1 == 5",),
    "counterexample": ("expect all p in Player: paid[p] > 0 or p == p1",),
    "nothing_there": ("expect some p in Player where paid[p] > 1: p == p1",),
    "what_decided": ("given:\n    paid[p1] = 3", "expect limit(p1) == 3"),
    "what_would_be": ("expect not (after pay(p1): limit(p1) == 1)",),
}


@pytest.fixture(scope="module", params=["wasm", "reference"])
def outcomes(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Outcome]:
    path = tmp_path_factory.mktemp("why") / "case.rules"
    text = BOOK + "\nprocedure pay(p Player):\n  paid[p] += 3\n"
    for name, lines in EXAMPLES.items():
        text += f"\nexample {name}:\n" + "".join(f"  {line}\n" for line in lines)
    path.write_text(text)
    engine: EngineName = request.param
    return {outcome.example: outcome for outcome in book_examples(load(str(path)), engine)}


WHY = {
    "refused": [
        "`n = 4` does not pass `where n <= limit(me)`",
        "  `n <= limit(me)` is no: n = 4, limit(me) = 3, me = p2",
    ],
    "allowed": [
        "`n = 4` does not pass `where n <= limit(me)`",
        "  `n <= limit(me)` is no: n = 4, limit(me) = 3, me = p1",
    ],
    "both_sides": ["`coins == 5 - 1` is no: coins = 3, 5 - 1 = 4"],
    "conjunct": ["`coins + 1 == 5` is no: coins + 1 = 6, coins = 5"],
    "counterexample": ["for p = p2:", "  `paid[p] > 0` is no: paid[p] = 0, p = p2", "  `p == p1` is no: p = p2"],
    "nothing_there": [
        "`some p in Player where paid[p] > 1: p == p1` is no",
        "  `where paid[p] > 1` lets through no `p` at all",
    ],
}


@pytest.mark.parametrize("name", WHY)
def test_why(name: str, outcomes: dict[str, Outcome]) -> None:
    assert list(outcomes[name].why[: len(WHY[name])]) == WHY[name]


def test_of_a_fact_the_exception_that_decided_it(outcomes: dict[str, Outcome]) -> None:
    one, other = outcomes["what_decided"].why[:2]
    assert one == "`limit(p1) == 3` is no: limit(p1) = 1"
    assert other.startswith('  `limit(p1)` is 1; exception tax "Who has paid" (') and other.endswith("line 12)")
    assert outcomes["what_decided"].changed == ("paid[p1]: 0 -> 3",)


def test_after_is_told_of_what_would_be(outcomes: dict[str, Outcome]) -> None:
    why = "\n".join(outcomes["what_would_be"].why)
    assert "`after pay(p1): limit(p1) == 1` is yes" in why and "limit(p1) = 1" in why and "paid[p] = 3" in why


def test_a_position_shows_what_is_there_and_what_changed(outcomes: dict[str, Outcome]) -> None:
    outcome = outcomes["refused"]
    assert outcome.position == (
        "active: p2",
        "coins: 3",
        "paid[p1]: 0",
        "paid[p2]: 0",
        "owner[inn]: p1",
        "owner elsewhere: none",
        "tally[2]: 1",
        "tally elsewhere: 0",
    )
    assert outcome.changed == ("active: p1 -> p2", "coins: 5 -> 3", "owner[inn]: none -> p1", "tally[2]: 0 -> 1")


def test_a_place_that_nothing_is_in_is_told_once(tmp_path: Path) -> None:
    path = tmp_path / "case.rules"
    path.write_text(BOOK)
    state = load(str(path)).configure().start()
    assert {"owner: none", "tally: 0"} <= set(position_lines(state.game.engine, state.raw))


def test_a_broken_invariant_says_why(tmp_path: Path) -> None:
    path = tmp_path / "case.rules"
    path.write_text(BOOK + "\nnever low: coins < 3 and limit(p1) == 3\n")
    failing = check_book(load(str(path)), BookTestSettings(games=5)).samples[0].failing
    assert failing is not None
    assert failing.why[0].startswith("`coins < 3` is yes: coins = ") and "`limit(p1) == 3` is yes" in failing.why[1]
    assert failing.as_json()["why"] == list(failing.why)


def test_the_command_prints_it(tmp_path: Path) -> None:
    path = tmp_path / "case.rules"
    path.write_text(BOOK + "\nexample one_too_many:\n  play take(n: 2)\n  play take(n: 4)\n")
    printed = cli.run(["test", str(path), "-n", "1"]).text
    assert "  why:\n    `n = 4` does not pass `where n <= limit(me)`\n" in printed
    assert "  what the last step changed:\n    active: p1 -> p2\n    coins: 5 -> 3\n" in printed
