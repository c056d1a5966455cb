"""The code on the page for researchers runs, where its packages are installed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rulekit
from rulekit.play.simulate import simulate

from ..shipped import game

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "researchers.md").read_text(encoding="utf-8")
SECTION = re.compile(r"^## (\w+)\n(.*?)(?=^## |\Z)", re.DOTALL | re.MULTILINE)
BLOCK = re.compile(r"```python\n(.*?)```\n", re.DOTALL)
WITHOUT_CODE = ("Search", "Limits")
NEEDS = {"OpenSpiel": "open_spiel", "PettingZoo": "pettingzoo", "Gymnasium": "gymnasium", "Tensors": "numpy"}


@pytest.mark.parametrize(("title", "text"), [one for one in SECTION.findall(PAGE) if one[0] not in WITHOUT_CODE])
def test_the_code_of_a_section_runs(
    title: str, text: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip(NEEDS[title], reason=f"{NEEDS[title]} is not installed")
    monkeypatch.chdir(tmp_path)
    blocks, names = BLOCK.findall(text), {"__name__": "page", "rulekit": rulekit}
    assert blocks
    for block in blocks:
        exec(compile(block, "docs/reference/researchers.md", "exec"), names)
    if title == "OpenSpiel":
        assert simulate(game("classics/kuhn-poker"), 20, 1, agents="cfr:kuhn.json,random").games == 20
    if title == "Tensors":
        assert capsys.readouterr().out.startswith("player (2,) 0\n")


def test_the_code_about_records_runs() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "commands" / "simulate.md").read_text(encoding="utf-8")
    (block,) = BLOCK.findall(page)
    exec(compile(block, "docs/reference/commands/simulate.md", "exec"), {"__name__": "page"})
