"""An editor in a project: accepted warnings are left out, and wrong settings are told at their file."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.editor.later import all_steps
from rulekit.editor.workspace import Workspace

BOOK = """rulebook mine:
  players 2
  source booklet "The rules, 1998": "set-up", "a turn"

flow [booklet "A turn, first paragraph"]:
  game over, drawn
"""
ACCEPT = '[[accept]]\ncode = "W205"\nin = "mine"\nreason = "an old edition"\n'


@pytest.mark.parametrize(
    ("accepted", "codes"), [("", ["W205"]), (ACCEPT, []), (ACCEPT.replace('"mine"', '"x"'), ["W205"])]
)
def test_accepted_warnings_are_left_out(accepted: str, codes: list[str], tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    path = tmp_path / "rules" / "mine.rules"
    path.write_text(BOOK)
    (tmp_path / "rulekit.toml").write_text(f'rulebooks = ["rules"]\n{accepted}')
    check = Workspace().check(str(path.resolve()))
    for _ in all_steps(check):
        pass
    assert [one.code for one in check.found] == codes


def test_wrong_settings_are_told(tmp_path: Path) -> None:
    path = tmp_path / "house.rules"
    path.write_text("variant house of mine\n\nfact more = 1\n")
    (tmp_path / "rulekit.toml").write_text("rulebooks = 3\n")
    check = Workspace().check(str(path.resolve()))
    (found,) = check.found
    assert found.code == "E826" and found.span is not None and Path(found.span.source.name).name == "rulekit.toml"
