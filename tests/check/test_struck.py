"""A name that a layer removes while something still uses it: the message points at the `strike`, since that is the
mistake."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.diagnostics import Diagnostic, RulekitError

BASE = """rulebook base:
  players 2

ruling opening "How it opens": fast, slow

keep n: 0..9 = 0
place box_of[p in Player]: heap of Coin

piece Coin(): 3 each

fact high = n > 3

procedure go_on:
  n += 1

under opening == fast:
  replace procedure go_on:
    n += 2

flow:
  go_on()
  put Coin() in box_of[p1]
  if high():
    n += 1
  game over, drawn
"""


def wrong(tmp_path: Path, text: str) -> Diagnostic:
    (tmp_path / "base.rules").write_text(BASE)
    path = tmp_path / "top.rules"
    path.write_text("variant top of base\n" + text)
    with pytest.raises(RulekitError) as error:
        rulekit.load(path).configure()
    (found,) = (d for d in error.value.diagnostics if d.severity == "error")
    return found


@pytest.mark.parametrize(
    ("kind", "name", "code"),
    [
        ("ruling", "opening", "E201"),
        ("procedure", "go_on", "E201"),
        ("place", "box_of", "E201"),
        ("fact", "high", "E201"),
        ("piece", "Coin", "E201"),
    ],
)
def test_the_strike_is_shown(tmp_path: Path, kind: str, name: str, code: str) -> None:
    found = wrong(tmp_path, f"strike {kind} {name}\n")
    assert (found.code, found.span.text) == (code, f"strike {kind} {name}") and "`top`" in found.message
    assert found.labels and all(name in label.span.text and label.text == "used here" for label in found.labels)
    assert len(found.help) == 1 and "strike or replace" in found.help[0].text


def test_what_is_replaced_is_not_gone(tmp_path: Path) -> None:
    found = wrong(tmp_path, "replace fact high = nosuch\n")
    assert found.span.text == "nosuch" and not found.labels
