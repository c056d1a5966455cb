"""Two cases of work that took too long: checking 9,000 facts, and `test` of a book that is only part of a game."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from rulekit.cli.main import main
from rulekit.play import testing

FLOW = "choice turn\naction go in turn:\n  choose k in 0..3\n  n = k\nflow:\n  turns from p1:\n    do one of turn\n"
KINDS = {
    "facts": "fact f{}(p Player) = m[p] > 3\n",
    "kept values": "keep k{}: 0..9 = 0\n",
    "actions": "action a{} in turn:\n  n = 1\n",
    "procedures": "procedure q{}(p Player):\n  n = 1\n",
    "invariants": "always v{}: n < 10\n",
    "examples": "example x{}:\n  play go(k: 1)\n  expect n == 1\n",
}
HEAD = "rulebook many:\n  players 2\nkeep n: 0..9 = 0\nkeep m[Player]: 0..9 = 0\n"


def calls(path: Path, count: int, kind: str, set_: bool = False) -> int:
    """Return the number of function calls and generator steps of a check."""
    path.write_text(HEAD + "".join(KINDS[kind].format(i) for i in range(count)) + FLOW)
    words = ["check", str(path)]
    if set_:
        over = path.with_name("over.rules")
        head = 'expansion over of many:\n  summary "Other numbers."\n'
        over.write_text(head + "".join(f"set k{i} = 2\n" for i in range(count)))
        words = ["check", str(over)]
    found = 0

    def count_calls(_: object, event: str, __: object) -> None:
        nonlocal found
        found += event == "call"

    sys.setprofile(count_calls)
    try:
        assert main(words) == 0
    finally:
        sys.setprofile(None)
    return found


@pytest.mark.soak
@pytest.mark.parametrize(("kind", "set_"), [*((kind, False) for kind in KINDS), ("kept values", True)])
def test_a_check_takes_as_long_as_the_book_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], kind: str, set_: bool
) -> None:
    """Regression: each clause of a book was compared with all others; 9,000 facts took 11 to 18 s. The test counts
    calls rather than time."""
    monkeypatch.setenv("RULEKIT_CACHE", "")
    path = tmp_path / "many.rules"
    calls(path, 10, kind, set_)  # so that what is loaded only once does not count
    few, more, most = (calls(path, count, kind, set_) for count in (10, 110, 410))
    assert most - few < 4 * 1.2 * (more - few), (few, more, most)


@pytest.mark.soak
@pytest.mark.parametrize("name", ["emissary/base", "emissary/angel"])
def test_a_part_of_a_game_is_told_before_its_examples_are_tried(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    """Regression: the one-line answer took 92 s."""

    def tried(self: object) -> None:
        raise AssertionError("an example was tried")

    monkeypatch.setattr(testing.ExampleGames, "outcomes", tried)
    assert main(["test", name, "--json"]) == 1
    (game,) = json.loads(capsys.readouterr().out)["games"]
    assert [one["code"] for one in game["diagnostics"]] == ["W402", "E814"]
