"""`test --own` runs the examples that the last layer adds or changes, and no others."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.cli.main import run
from rulekit.play.loaded_book import load

BASE = """rulebook coins "Coins":
  players 2

keep left: 0..9 = 3

choice turn
action take in turn:
  require left > 0
  left -= 1

flow:
  turns from p1:
    do one of turn
    otherwise:
      game over, drawn

example first:
  play take
  expect left == 2

example second:
  play take 2 times
  expect left == 1
"""
LAYERS = {
    "brings one": ("example third:\n  play take 3 times\n  expect ended\n", ["third"]),
    "replaces one": ("replace example first:\n  play take 2 times\n  expect left == 1\n", ["first"]),
    "adds to one": ("add to example second:\n  allow take\n", ["second"]),
    "strikes one": ("strike example second\n", []),
    "changes a rule": ("set left = 3\n", []),
}


@pytest.mark.parametrize("case", LAYERS)
def test_only_those_of_the_last_layer(case: str, tmp_path: Path) -> None:
    (tmp_path / "coins.rules").write_text(BASE, encoding="utf-8")
    text, names = LAYERS[case]
    layer = tmp_path / "more.rules"
    layer.write_text(f'variant more of coins "More"\n\n{text}', encoding="utf-8")
    assert [setting.name for setting in load(str(layer)).example_settings(own=True)] == names
    result = run(["test", str(layer), "--own", "-n", "1"])
    assert f"{len(names)} of {len(names)} examples hold" in result.text or not names
